import Files
import Foundation
import SQLite
import StoreFormat

/// Finds out what kind of source a file is, and what a plan says of it.
struct SourceFinder {
    /// The plan's folder, where its paths begin.
    let planFolder: String
    private var names: Set<String> = []

    init(planFolder: String) { self.planFolder = planFolder }

    /// The samples of a file: one of a text file, one for each table of a database, one for each
    /// entity of a Core Data store that has objects.
    ///
    /// - Throws: ``SeedIssue``, `DatabaseError`, ``StoreError``.
    mutating func samples(of path: String) throws -> [SourceSample] {
        try SourceFile.check(path)
        if Connection.isScript(path) || StoreFile.isSQLite(path) { return try database(path) }
        let stem = Self.stem(of: path)
        let sample: (SourceDefinition.Kind, String)
        switch Self.suffix(of: path) {
        case "json":
            sample = (.json(path: path, options: RecordOptions()), "json: \(written(path))")
        case "ndjson", "jsonl":
            sample = (.ndjson(path: path, options: RecordOptions()), "ndjson: \(written(path))")
        case "plist":
            sample = (
                .propertyList(path: path, options: RecordOptions()), "plist: \(written(path))"
            )
        case "xml":
            var options = RecordOptions()
            options.records = try Self.recordPath(of: path)
            let records = YAMLText.scalar(options.records.joined(separator: "/"))
            sample = (
                .xml(path: path, options: options), "xml: \(written(path)), records: \(records)"
            )
        default:
            sample = try csv(path)
        }
        return [try SourceSample(sample.0, name: unused(stem), plan: "{ \(sample.1) }")]
    }

    // MARK: Kinds

    private func csv(_ path: String) throws -> (SourceDefinition.Kind, String) {
        var options = CSVOptions()
        let head = try Self.head(of: path)
        if head.starts(with: [0x1F, 0x8B]) {
            options.delimiter = .detected
            return (
                .csv(paths: [path], options: options), "csv: \(written(path)), delimiter: detect"
            )
        }
        let delimiter = Self.delimiter(in: head)
        options.delimiter = .byte(delimiter)
        let word = delimiter == 0x09 ? "tab" : YAMLText.quoted(String(UnicodeScalar(delimiter)))
        let option = delimiter == UInt8(ascii: ",") ? "" : ", delimiter: \(word)"
        return (.csv(paths: [path], options: options), "csv: \(written(path))\(option)")
    }

    private mutating func database(_ path: String) throws -> [SourceSample] {
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
        var samples: [SourceSample] = []
        for table in tables {
            samples.append(
                try SourceSample(
                    .sqlite(path: path, selection: .table(table)), name: unused(table),
                    plan: "{ sqlite: \(written(path)), table: \(YAMLText.scalar(table)) }"))
        }
        return samples
    }

    private mutating func store(_ path: String) throws -> [SourceSample] {
        var samples: [SourceSample] = []
        for entity in try ReferenceStore(path: path).layout.entities where !entity.isAbstract {
            let sample = try SourceSample(
                .store(path: path, entity: entity.name, model: nil, columns: nil),
                name: entity.name,
                plan: "{ store: \(written(path)), entity: \(YAMLText.scalar(entity.name)) }")
            guard !sample.rows.isEmpty else { continue }
            names.insert(entity.name)
            samples.append(sample)
        }
        return samples
    }

    // MARK: Looking into files

    /// The path to the first element that has a parent, `items/item`.
    private static func recordPath(of path: String) throws -> [String] {
        let reader = XMLEventReader(TextScanner(try TextFile(path: path)))
        var names: [String] = []
        while names.count < 2 {
            switch try reader.next() {
            case .startElement: names.append(String(decoding: reader.name, as: UTF8.self))
            case .end: return names
            default: continue
            }
        }
        return names
    }

    private static func head(of path: String) throws -> [UInt8] {
        do throws(FileError) {
            return try FileBytes.first(1 << 16, of: path)
        } catch {
            throw SeedIssue(.fileSystem(error.reason), at: .init(path: path))
        }
    }

    /// The delimiter that the first line has most of, the first of equally frequent ones; the
    /// comma where it has none.
    private static func delimiter(in head: [UInt8]) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
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
