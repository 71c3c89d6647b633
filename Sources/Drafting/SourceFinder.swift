import Files
import Foundation
import SQLite
import Seeding
import StoreFormat

/// Finds out what kind of source a file is, and what a plan says of it.
struct SourceFinder {
    /// The plan's folder, where its paths begin.
    let planFolder: String
    private var names: Set<String> = []

    init(planFolder: String) { self.planFolder = planFolder }

    /// The surveys of a file: one of a text file, one for each table of a database, one for each
    /// entity of a Core Data store that has objects.
    ///
    /// - Throws: ``SeedIssue``, `DatabaseError`, ``StoreError``.
    mutating func surveys(of path: String) throws -> [SourceSurvey] {
        try SourceFile.check(path)
        if Connection.isScript(path) { return try script(path) }
        if StoreFile.isSQLite(path) { return try database(path) }
        if let found = try ForeignFormat.of(path: path) { throw found.issue(at: path) }
        switch Self.suffix(of: path) {
        case "json": return try json(path)
        case "ndjson", "jsonl": return try lines(path)
        case "plist": return try propertyList(path)
        case "xml": return try xml(path)
        default:
            let (kind, words) = try csv(path)
            let name = unused(Self.stem(of: path))
            return [try SourceSurvey(kind, name: name, plan: "{ \(words) }")]
        }
    }

    // MARK: Kinds

    private func csv(_ path: String) throws -> (SourceDefinition.Kind, String) {
        var options = CSVOptions()
        var words = "csv: \(written(path))"
        if let encoding = try FileEncoding.encoding(of: path) {
            options.encoding = encoding
            words += ", encoding: \(encoding.rawValue)"
        }
        let reader = try TextFile(path: path, encoding: options.encoding).reader
        while reader.unread.count < Self.headLength, try reader.fill() {}
        let delimiter = Self.delimiter(in: Array(reader.unread.prefix(Self.headLength)))
        options.delimiter = .byte(delimiter)
        if delimiter != UInt8(ascii: ",") {
            let word = delimiter == 0x09 ? "tab" : YAMLText.quoted(String(UnicodeScalar(delimiter)))
            words += ", delimiter: \(word)"
        }
        return (.csv(paths: [path], options: options), words)
    }

    private static let headLength = 1 << 16

    /// SQL text: a dump of another database is told as what it is.
    private mutating func script(_ path: String) throws -> [SourceSurvey] {
        do {
            return try database(path)
        } catch let error as DatabaseError {
            guard let found = try ForeignFormat.of(path: path), found.format != .sqlText else {
                guard !error.isMachineFault else { throw error }
                throw SeedIssue(
                    .database(.sourceDatabase(error.message)), at: .init(path: path, line: error.line))
            }
            throw found.issue(at: path)
        }
    }

    private mutating func database(_ path: String) throws -> [SourceSurvey] {
        let connection =
            Connection.isScript(path)
            ? try Connection.running(script: path) : try Connection.reading(path: path)
        let tables = try connection.rows(
            """
            SELECT name FROM sqlite_schema
            WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
            """
        ) { $0.text(at: 0) ?? "" }
        if tables.contains("Z_METADATA"), tables.contains("Z_PRIMARYKEY"),
            !Connection.isScript(path)
        {
            return try store(path)
        }
        var surveys: [SourceSurvey] = []
        for table in tables {
            surveys.append(
                try SourceSurvey(
                    .sqlite(path: path, selection: .table(table)), name: unused(table),
                    plan: "{ sqlite: \(written(path)), table: \(YAMLText.scalar(table)) }",
                    table: SourceTable(
                        name: table, references: try Self.references(of: table, in: connection))))
        }
        return surveys
    }

    private mutating func store(_ path: String) throws -> [SourceSurvey] {
        var surveys: [SourceSurvey] = []
        for entity in try ReferenceStore(path: path).layout.entities where !entity.isAbstract {
            let survey = try SourceSurvey(
                .store(path: path, entity: entity.name, model: nil, columns: nil),
                name: entity.name,
                plan: "{ store: \(written(path)), entity: \(YAMLText.scalar(entity.name)) }")
            guard survey.rowCount > 0 else { continue }
            names.insert(entity.name)
            surveys.append(survey)
        }
        return surveys
    }

    // MARK: Nested values

    private mutating func json(_ path: String) throws -> [SourceSurvey] {
        let found = try RecordPaths.json(path, isLineDelimited: false)
        return try surveys(of: path, "json", found, separator: ".") {
            .json(path: path, options: $0)
        }
    }

    private mutating func lines(_ path: String) throws -> [SourceSurvey] {
        let found = try RecordPaths.json(path, isLineDelimited: true)
        return try surveys(of: path, "ndjson", found, separator: ".") {
            .ndjson(path: path, options: $0)
        }
    }

    private mutating func propertyList(_ path: String) throws -> [SourceSurvey] {
        let found = RecordPaths.propertyList(try PropertyListSource.read(path))
        return try surveys(of: path, "plist", found, separator: ".") {
            .propertyList(path: path, options: $0)
        }
    }

    private mutating func xml(_ path: String) throws -> [SourceSurvey] {
        let found = try RecordPaths.xml(path)
        return try surveys(of: path, "xml", found, separator: "/") {
            .xml(path: path, options: $0)
        }
    }

    /// A survey for each kind of records in a file.
    private mutating func surveys(
        of path: String, _ kind: String, _ found: RecordPaths, separator: String,
        _ make: (RecordOptions) -> SourceDefinition.Kind
    ) throws -> [SourceSurvey] {
        let paths = found.paths.isEmpty ? [[]] : found.paths
        var surveys: [SourceSurvey] = []
        for records in paths {
            var options = RecordOptions()
            options.records = records
            options.lists = found.lists(of: records)
            var words = "\(kind): \(written(path))"
            if !records.isEmpty {
                words += ", records: \(YAMLText.scalar(records.joined(separator: separator)))"
            }
            if !options.lists.isEmpty { words += ", lists: \(ValueGuess.list(options.lists))" }
            options.lists += found.listsAround(records)
            let nested = found.nested(in: records).map { $0.joined(separator: separator) }
            let isOnly = paths.count == 1 && kind == "xml"
            let name = isOnly ? Self.stem(of: path) : records.last ?? Self.stem(of: path)
            surveys.append(
                try SourceSurvey(
                    make(options), name: unused(name), plan: "{ \(words) }",
                    nesting: .init(path: path, records: records),
                    besides: nested.map { ($0, $0 + separator) }))
        }
        return surveys
    }

    // MARK: Looking into files

    /// What a table declares of its columns: the other table and its column. Keys of several
    /// columns are left out.
    private static func references(
        of table: String, in connection: Connection
    ) throws -> [String: (table: String, column: String)] {
        var references: [String: (table: String, column: String)] = [:]
        var parts: [Int64: Int] = [:]
        var found: [(id: Int64, table: String, from: String, to: String?)] = []
        try connection.forEachRow("PRAGMA foreign_key_list(\(table.sqlIdentifier))") { row in
            let id = row.integer(at: 0)
            parts[id, default: 0] += 1
            found.append((id, row.text(at: 2) ?? "", row.text(at: 3) ?? "", row.text(at: 4)))
        }
        for reference in found where parts[reference.id] == 1 {
            let key = try reference.to ?? primaryKey(of: reference.table, in: connection)
            guard let key else { continue }
            references[reference.from.lowercased()] = (reference.table, key)
        }
        return references
    }

    /// The only column of a table's primary key.
    private static func primaryKey(of table: String, in connection: Connection) throws -> String? {
        var names: [String] = []
        try connection.forEachRow("PRAGMA table_info(\(table.sqlIdentifier))") { row in
            if row.integer(at: 5) > 0 { names.append(row.text(at: 1) ?? "") }
        }
        return names.count == 1 ? names[0] : nil
    }

    /// The delimiter that the first line has most of, the first of equally frequent ones; the
    /// comma where it has none.
    private static func delimiter(in head: [UInt8]) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        // Excel's own line about the delimiter.
        if head.starts(with: Array("sep=".utf8)), head.count > 4 { return head[4] }
        for byte in head {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, byte == 0x0A || byte == 0x0D { break }
            if !isQuoted { counts[byte, default: 0] += 1 }
        }
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
        return candidates.reduce(candidates[0]) { best, candidate in
            counts[candidate] ?? 0 > counts[best] ?? 0 ? candidate : best
        }
    }

    // MARK: Names

    private func written(_ path: String) -> String {
        YAMLText.scalar(FilePath(path).relative(toFolder: FilePath(planFolder)))
    }

    private mutating func unused(_ name: String) -> String {
        var result = name
        var number = 2
        while !names.insert(result).inserted {
            result = "\(name)\(number)"
            number += 1
        }
        return result
    }

    /// The name of a file without its folder and what follows the first point.
    private static func stem(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let stem = name.prefix { $0 != "." }
        return stem.isEmpty ? name : String(stem)
    }

    private static func suffix(of path: String) -> String {
        path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    }
}
