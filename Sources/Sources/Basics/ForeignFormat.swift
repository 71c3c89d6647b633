/// A kind of file that people take for a source and that none of the readers reads.
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
