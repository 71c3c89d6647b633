/// A kind of file that users take for an input but that no reader supports.
package enum ForeignFormat: String, CaseIterable, Equatable, Sendable {
    case excelWorkbook, oldExcelWorkbook, encryptedWorkbook, macroWorkbook, binaryWorkbook,
        openDocumentSpreadsheet, numbersDocument, xmlWorkbook
    case wordDocument, zipArchive, tarArchive, otherArchive
    case pdf, image, richText, html, otherBinary
    case mySQLDump, postgreSQLDump, postgreSQLArchive, sqlServerScript, oracleScript
    case sqlText, yamlText
    case parquet, duckDB
    case utf32Text, iso2022Text, ebcdicText
}
