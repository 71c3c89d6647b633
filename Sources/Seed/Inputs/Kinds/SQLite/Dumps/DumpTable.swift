import SQLite

/// A table declared in a dump of another system, and its form in SQLite.
struct DumpTable {
    /// The kind of a column's values, independent of the system's type names.
    enum Kind: Equatable {
        case integer, decimal, real, boolean, bits, text, bytes
        /// A time in UTC without a zone.
        case instant
    }

    /// The value of a column in rows that omit it.
    enum Default: Equatable {
        case none
        case value(DumpScanner.Token)
        /// The next number of a counter.
        case counter
        /// A value that only the server can compute, such as `now()`.
        case computed
    }

    struct Column {
        let name: String
        let kind: Kind
        /// The declared type for SQLite, which must not change the values.
        let type: String
        var isRequired = false
        var standard = Default.none
        /// Whether no row has a value, because the server computes it from other columns or by its clock.
        var isLeftOut = false
    }

    struct ForeignKey {
        let columns: [String]
        let table: String
        let targets: [String]
        let deletion: String
    }

    let name: String
    var columns: [Column] = []
    private var indices: [String: Int] = [:]
    var primaryKey: [String] = []
    var uniques: [[String]] = []
    var indexes: [[String]] = []
    var foreignKeys: [ForeignKey] = []
    /// The last number of the server's counter.
    var counter: Int64 = 0

    init(name: String) { self.name = name }

    func index(of column: String) -> Int? { indices[column.lowercased()] }

    mutating func add(_ column: Column) {
        let name = column.name.lowercased()
        indices[name] = indices[name] ?? columns.count
        columns.append(column)
    }

    mutating func removeColumns() { (columns, indices) = ([], [:]) }

    /// The statements that create the table.
    var statements: [String] {
        func isThere(_ names: [String]) -> Bool {
            names.allSatisfy { name in index(of: name).map { !columns[$0].isLeftOut } == true }
        }
        func list(_ names: [String]) -> String {
            "(" + names.map(\.sqlIdentifier).joined(separator: ", ") + ")"
        }
        var lines = columns.filter { !$0.isLeftOut }.map { column in
            "\(column.name.sqlIdentifier) \(column.type)\(column.isRequired ? " NOT NULL" : "")"
        }
        if !primaryKey.isEmpty, isThere(primaryKey) { lines.append("PRIMARY KEY \(list(primaryKey))") }
        lines += uniques.filter(isThere).map { "UNIQUE \(list($0))" }
        lines += foreignKeys.filter { isThere($0.columns) }.map { key in
            let targets = key.targets.isEmpty ? "" : " " + list(key.targets)
            return "FOREIGN KEY \(list(key.columns)) REFERENCES \(key.table.sqlIdentifier)\(targets)"
                + (key.deletion.isEmpty ? "" : " ON DELETE \(key.deletion)")
        }
        let table = "CREATE TABLE \(name.sqlIdentifier) (\(lines.joined(separator: ", ")))"
        return [table]
            + indexes.filter(isThere).enumerated().map { number, names in
                let index = "\(name) \(number + 1)".sqlIdentifier
                return "CREATE INDEX \(index) ON \(name.sqlIdentifier) \(list(names))"
            }
    }
}

extension DumpTable.Column {
    /// Creates a column of a declared type.
    ///
    /// - Parameters:
    ///   - words: the words of the type in lower case, for example `double`, `precision`.
    ///   - arguments: the arguments in parentheses after the type.
    init(_ name: String, words: [String], arguments: [String], isMySQL: Bool) {
        let type = words.first ?? ""
        let length = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ",")))"
        let isUnsigned = words.contains("unsigned")
        func column(_ kind: DumpTable.Kind, _ type: String) -> Self {
            Self(name: name, kind: kind, type: type)
        }
        switch type {
        case _ where words.contains("[]"): self = column(.text, "TEXT")
        case "tinyint" where arguments == ["1"]: self = column(.integer, "TINYINT(1)")
        case "smallint", "int2", "smallserial", "serial2", "year", "tinyint":
            self = column(.integer, isUnsigned ? "INT" : "SMALLINT")
        case "int", "integer", "int4", "mediumint", "serial4":
            self = column(.integer, isUnsigned ? "BIGINT" : "INT")
        case "serial": self = column(.integer, isMySQL ? "BIGINT" : "INT")
        case "bigint", "int8", "bigserial", "serial8": self = column(.integer, "BIGINT")
        case "bool", "boolean": self = column(.boolean, "BOOLEAN")
        case "bit" where isMySQL:
            self = column(.bits, arguments.isEmpty || arguments == ["1"] ? "BIT" : "BIGINT")
        case "float", "float4", "float8", "double", "real": self = column(.real, "DOUBLE")
        case "decimal", "numeric", "dec", "fixed":
            // SQLite keeps fifteen digits of a number. Longer decimals are therefore stored as text.
            let digits = arguments.first.flatMap { Int($0) } ?? (isMySQL ? 10 : 1000)
            self = column(.decimal, "DECIMAL\(digits > 15 ? " BLOB" : "")\(length)")
        case "date": self = column(.text, "DATE")
        case "datetime", "timestamp", "timestamptz": self = column(.text, "DATETIME")
        case "time", "timetz": self = column(.text, "TIME")
        case "char", "varchar", "character", "bpchar", "nchar", "nvarchar":
            self = column(.text, "VARCHAR\(length)")
        case "bytea", "binary", "varbinary": self = column(.bytes, "BLOB")
        case _ where isMySQL && (type.hasSuffix("blob") || Self.shapes.contains(type)):
            self = column(.bytes, "BLOB")
        default: self = column(.text, "TEXT")
        }
        if type.contains("serial") { standard = .counter }
    }

    /// The types that MySQL stores in a binary format of its own.
    private static let shapes: Set = [
        "geometry", "point", "linestring", "polygon", "multipoint", "multilinestring", "multipolygon",
        "geometrycollection", "geomcollection", "vector",
    ]

    /// Returns the column for times that are in UTC according to the dump.
    func inUTC() -> Self {
        var copy = Self(name: name, kind: .instant, type: type)
        (copy.isRequired, copy.standard) = (isRequired, standard)
        return copy
    }
}
