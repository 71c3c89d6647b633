import Inputs

extension IssueRenderer {
    /// Returns the message about a file that zseed cannot read: its kind, and advice.
    static func words(_ format: ForeignFormat, isCompressed: Bool, unread: String? = nil) -> String {
        let (form, part) = (
            isCompressed ? ", compressed with gzip" : "", unread.map { ", and zseed does not read \($0)" }
        )
        return "this is \(title(format))\(form)\(part ?? ""): \(advice(format))"
    }

    private static func title(_ format: ForeignFormat) -> String {
        switch format {
        case .excelWorkbook: "an Excel workbook"
        case .oldExcelWorkbook: "an old Office document (.xls, .doc)"
        case .encryptedWorkbook: "a workbook behind a password"
        case .macroWorkbook: "a workbook with macros (.xlsm)"
        case .binaryWorkbook: "a binary workbook (.xlsb)"
        case .openDocumentSpreadsheet: "an OpenDocument spreadsheet"
        case .numbersDocument: "a Numbers document"
        case .xmlWorkbook: "a workbook of Excel 2003 in XML"
        case .wordDocument: "a Word document"
        case .zipArchive: "a ZIP archive"
        case .tarArchive: "a tar archive"
        case .otherArchive: "an archive (7-Zip, RAR, gzip, xz, bzip2 or Zstandard)"
        case .pdf: "a PDF document"
        case .image: "an image"
        case .richText: "an RTF document"
        case .html: "a web page"
        case .otherBinary: "a binary file"
        case .mySQLDump: "a dump or script of MySQL"
        case .postgreSQLDump: "a dump or script of PostgreSQL"
        case .postgreSQLArchive: "a PostgreSQL archive of pg_dump"
        case .sqlServerScript: "a script for SQL Server"
        case .oracleScript: "a script for Oracle"
        case .sqlText: "SQL text"
        case .yamlText: "YAML"
        case .parquet: "a Parquet file"
        case .duckDB: "a DuckDB database"
        case .utf32Text: "text in UTF-32"
        case .iso2022Text: "text in ISO 2022, as Japanese mail is"
        case .ebcdicText: "text in EBCDIC, as mainframes write it"
        }
    }

    private static func advice(_ format: ForeignFormat) -> String {
        switch format {
        case .excelWorkbook: "take it as `xlsx:`"
        case .openDocumentSpreadsheet: "take it as `ods:`"
        case .oldExcelWorkbook, .binaryWorkbook, .xmlWorkbook:
            "save it as a workbook (.xlsx), and take that as `xlsx:`"
        case .macroWorkbook:
            "zseed reads no files that carry programs: save it as a workbook without (.xlsx), and take "
                + "that as `xlsx:`"
        case .encryptedWorkbook: "save it without the password, and take that"
        case .numbersDocument:
            "export it as a workbook (.xlsx), or each sheet as CSV (UTF-8), and name those files"
        case .wordDocument, .pdf, .richText, .html:
            "zseed reads rows: bring them into a CSV, JSON or XML file"
        case .zipArchive, .tarArchive, .otherArchive: "unpack it, and name the files in it"
        case .image, .otherBinary:
            "zseed reads CSV, JSON, XML, property lists, SQLite databases and SQL text"
        case .mySQLDump:
            "load it into MySQL, and take each table as `command: [mysql, shop, --batch, "
                + "--quick, --default-character-set=utf8mb4, -e, \"SELECT * FROM items\"], format: mysql`"
        case .postgreSQLDump:
            "load it into PostgreSQL (psql), and take each table as "
                + "`command: [psql, shop, -X, --csv, -c, \"SELECT * FROM items\"]`"
        case .postgreSQLArchive:
            "load it into PostgreSQL (pg_restore), and take each table as "
                + "`command: [psql, shop, -X, --csv, -c, \"SELECT * FROM items\"]`"
        case .sqlServerScript, .oracleScript:
            "SQLite cannot run it; run it there, and export each table as CSV, or take it by `command:` from a "
                + "program that writes CSV or JSON"
        case .parquet:
            "DuckDB reads it: `command: [duckdb, -csv, -c, \"SELECT * FROM 'x.parquet'\"]`"
        case .duckDB:
            "DuckDB reads it: `command: [duckdb, -readonly, x.duckdb, -csv, -c, \"SELECT * FROM items\"]`"
        case .utf32Text: "convert it, for example with `iconv -f UTF-32 -t UTF-8`"
        case .iso2022Text: "convert it, for example with `iconv -f ISO-2022-JP -t UTF-8`"
        case .ebcdicText:
            "convert it, for example with `iconv -f IBM037 -t UTF-8`, or the code page of its country"
        case .yamlText:
            "zseed reads YAML as plans, `zseed build seed.yml`: bring rows into a CSV or JSON file"
        case .sqlText: "take it as `sqlite:`, with a name that ends with .sql"
        }
    }
}
