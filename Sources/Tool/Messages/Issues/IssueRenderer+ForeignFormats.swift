import Inputs

extension IssueRenderer {
    /// Returns the message about a file that zseed cannot read: its kind, and advice.
    package static func words(_ format: ForeignFormat, isCompressed: Bool, unread: String? = nil) -> String {
        let (form, part) = (
            isCompressed ? ", compressed with gzip" : "", unread.map { ", and zseed does not read \($0)" }
        )
        return "this is \(title(format))\(form)\(part ?? ""): \(advice(format))"
    }

    private static func title(_ format: ForeignFormat) -> String {
        switch format {
        case .excelWorkbook: "an Excel workbook"
        case .oldExcelWorkbook: "an old Office document (.xls, .doc)"
        case .encryptedWorkbook: "a password-protected workbook"
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
        case .iso2022Text: "text in ISO 2022, as in Japanese email"
        case .ebcdicText: "text in EBCDIC, as written by mainframes"
        }
    }

    private static func advice(_ format: ForeignFormat) -> String {
        switch format {
        case .excelWorkbook: "read it with `xlsx:`"
        case .openDocumentSpreadsheet: "read it with `ods:`"
        case .oldExcelWorkbook, .binaryWorkbook, .xmlWorkbook:
            "save it as a workbook (.xlsx), and use that as `xlsx:`"
        case .macroWorkbook:
            "zseed does not read files that contain programs: save it as a workbook without macros (.xlsx), and "
                + "use that as `xlsx:`"
        case .encryptedWorkbook: "save it without the password, and use that file"
        case .numbersDocument:
            "export it as a workbook (.xlsx), or each sheet as CSV (UTF-8), and use those files"
        case .wordDocument, .pdf, .richText, .html:
            "zseed reads rows: convert it to a CSV, JSON or XML file"
        case .zipArchive, .tarArchive, .otherArchive: "unpack it, and use the files in it"
        case .image, .otherBinary:
            "zseed reads CSV, JSON, XML, property lists, SQLite databases and SQL text"
        case .mySQLDump:
            "load it into MySQL, and read each table with `command: [mysql, shop, --batch, "
                + "--quick, --default-character-set=utf8mb4, -e, \"SELECT * FROM items\"], format: mysql`"
        case .postgreSQLDump:
            "load it into PostgreSQL (psql), and read each table with `command: [psql, shop, -X, --csv, -c, "
                + "\"SELECT * FROM items\"]`"
        case .postgreSQLArchive:
            "load it into PostgreSQL (pg_restore), and read each table with `command: [psql, shop, -X, --csv, "
                + "-c, \"SELECT * FROM items\"]`"
        case .sqlServerScript, .oracleScript:
            "SQLite cannot run it; run it there, and export each table as CSV, or read it with `command:` from a "
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
            "zseed reads YAML only as plans (`zseed build seed.yml`): convert the rows to a CSV or JSON file"
        case .sqlText: "read it with `sqlite:`, under a name that ends in .sql"
        }
    }
}
