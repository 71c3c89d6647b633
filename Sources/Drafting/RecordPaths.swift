import ObjectModel
import Seeding

/// Finds where a file of nested values has records: the arrays of objects, the elements that repeat.
struct RecordPaths {
    /// The ways to records as `records:` has them, those further up first.
    private(set) var paths: [[String]] = []
    private var known: Set<[String]> = []
    /// Elements that repeat and hold nothing but text (XML).
    private var leaves: [[String]] = []

    /// The columns of records that are lists, as elements of text that repeat are in XML.
    func lists(of records: [String]) -> [String] {
        leaves.filter { leaf in
            guard leaf.count > records.count, leaf.starts(with: records) else { return false }
            // Those of records further in are not of these.
            return !nested(in: records).contains { leaf.starts(with: records + $0) }
        }.map { $0.dropFirst(records.count).joined(separator: "/") }
    }

    /// The lists around records: `../tag`.
    func listsAround(_ records: [String]) -> [String] {
        leaves.flatMap { leaf in
            (1..<max(records.count, 1)).filter { level in
                leaf.count > level && leaf.starts(with: records.prefix(level))
                    && leaf[level] != records[level]
            }.map { level in
                ParentColumn.name(
                    of: leaf.dropFirst(level).joined(separator: "/"), height: records.count - level)
            }
        }
    }

    /// The ways from records to others within them.
    func nested(in records: [String]) -> [[String]] {
        paths.filter { $0.count > records.count && $0.starts(with: records) }
            .map { Array($0.dropFirst(records.count)) }
    }

    /// The most ways: a file with more has data in the place of names.
    static let limit = 32

    private mutating func add(_ path: [String]) {
        guard paths.count < Self.limit, known.insert(path).inserted else { return }
        paths.append(path)
    }

    private mutating func sort() {
        paths = paths.enumerated().sorted { one, other in
            let (a, b) = (one.element.count, other.element.count)
            return a != b ? a < b : one.offset < other.offset
        }.map(\.element)
    }

    /// The arrays of objects in a JSON file, or in the lines of an NDJSON file.
    ///
    /// - Throws: ``SeedIssue`` where the file is no JSON.
    static func json(_ path: String, isLineDelimited: Bool) throws -> RecordPaths {
        let parser = JSONParser(
            TextScanner(try TextFile(path: path)), isLineDelimited: isLineDelimited)
        var found = RecordPaths()
        if isLineDelimited {
            found.add([])
            while try parser.nextLine() {
                // A malformed line is told by who reads the rows.
                do { try found.read(parser) } catch is SeedIssue { try parser.abandonLine() }
            }
        } else {
            try found.read(parser)
        }
        found.sort()
        return found
    }

    private mutating func read(_ parser: JSONParser) throws {
        /// The keys that lead to each open container; nil for an array in an array, whose objects
        /// no keys lead to.
        var open: [(keys: [String]?, isArray: Bool)] = []
        var keys: [String]? = []
        while true {
            let event = try parser.next()
            switch event {
            case .name:
                let name = String(decoding: parser.text, as: UTF8.self)
                // A key that `records:` would take for two, or for every value.
                let isUsable = !name.isEmpty && !name.contains(".") && name != RecordOptions.eachValue
                keys = isUsable ? open.last?.keys.map { $0 + [name] } : nil
                continue
            case .beginObject:
                if let last = open.last, last.isArray, let keys = last.keys { add(keys) }
                open.append((open.last?.isArray == true ? open.last?.keys : keys, false))
            case .beginArray:
                open.append((open.last?.isArray == true ? nil : keys, true))
            case .endObject, .endArray: open.removeLast()
            case .end: return
            default: break
            }
            if open.isEmpty { return }
        }
    }

    /// The arrays of dictionaries in a property list.
    static func propertyList(_ root: PropertyList) -> RecordPaths {
        var found = RecordPaths()
        found.read(root, at: [], isElement: false)
        found.sort()
        return found
    }

    // The nesting of property lists is limited where they are read.
    private mutating func read(_ value: PropertyList, at path: [String], isElement: Bool) {
        switch value {
        case .dictionary(let entries):
            if isElement { add(path) }
            for (key, value) in entries.sorted(by: { $0.key < $1.key })
            where !key.isEmpty && !key.contains(".") && key != RecordOptions.eachValue {
                read(value, at: path + [key], isElement: false)
            }
        case .array(let elements) where !isElement:
            for element in elements { read(element, at: path, isElement: true) }
        default: break
        }
    }

    /// The elements of an XML file that hold something and repeat within their parent; the first
    /// one below the root where none does.
    ///
    /// - Throws: ``SeedIssue`` where the file is no XML.
    static func xml(_ path: String) throws -> RecordPaths {
        let xml = try XMLSource.reader(of: path)
        var way: [String] = []
        /// The names of the children that each open element has had.
        var children: [Set<String>] = []
        /// Ways whose elements repeat, and those whose elements hold more than text.
        var repeated: Set<[String]> = []
        var holding: Set<[String]> = []
        var all: [[String]] = []
        var seen: Set<[String]> = []
        while true {
            switch try xml.next() {
            case .startElement:
                holding.insert(way)
                way.append(String(decoding: xml.name, as: UTF8.self))
                if all.count < mostWays, seen.insert(way).inserted { all.append(way) }
                if let last = children.indices.last, seen.contains(way),
                    !children[last].insert(way[way.count - 1]).inserted
                {
                    repeated.insert(way)
                }
                children.append([])
            case .attribute:
                if seen.contains(way), !xml.name.starts(with: Array("xmlns".utf8)) {
                    holding.insert(way)
                }
            case .endElement:
                way.removeLast()
                children.removeLast()
            case .text: continue
            case .end:
                return RecordPaths(all, repeated: repeated, holding: holding)
            }
        }
    }

    /// The most ways that are looked at.
    private static let mostWays = 1000

    private init(_ all: [[String]], repeated: Set<[String]>, holding: Set<[String]>) {
        for way in all where way.count > 1 && repeated.contains(way) {
            if holding.contains(way) { add(way) } else { leaves.append(way) }
        }
        // One recipe alone is a record, too, if it holds more than those within it.
        if let first = all.first(where: { $0.count == 2 }) ?? all.first {
            let hasValues = all.contains { way in
                way.count == first.count + 1 && way.starts(with: first)
                    && !known.contains(way) && !holding.contains(way)
            }
            if paths.isEmpty || (hasValues && holding.contains(first)) { add(first) }
        }
        sort()
    }

    private init() {}
}
