/// Finds where a file of nested values has records: the arrays of objects, the elements that repeat.
struct RecordPaths {
    /// The ways to records as `records:` has them, those further up first.
    private(set) var paths: [[String]] = []
    private(set) var known: Set<[String]> = []
    /// Elements that repeat and hold nothing but text (XML).
    private(set) var leaves: [[String]] = []
    /// Arrays of single values (JSON).
    private(set) var values: [[String]] = []

    mutating func addValues(_ path: [String]) {
        guard values.count < Self.limit * 4, knownValues.insert(path).inserted else { return }
        values.append(path)
    }

    private var knownValues: Set<[String]> = []

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

    /// The records of other sources that stand beside the ones around these: their way from there, and how far up that is.
    func around(_ records: [String]) -> [(way: [String], height: Int)] {
        paths.flatMap { path in
            records.indices.filter { level in
                path.count > level && path.starts(with: records.prefix(level))
                    && path[level] != records[level]
            }.map { level in (Array(path.dropFirst(level)), records.count - level) }
        }
    }

    /// The ways from records to arrays of single values.
    func valueLists(of records: [String]) -> [[String]] {
        values.filter { way in
            way.count > records.count && way.starts(with: records)
                && !nested(in: records).contains { way.starts(with: records + $0) }
        }.map { Array($0.dropFirst(records.count)) }
    }

    /// The ways from records to others within them.
    func nested(in records: [String]) -> [[String]] {
        paths.filter { $0.count > records.count && $0.starts(with: records) }
            .map { Array($0.dropFirst(records.count)) }
    }

    /// The most ways: a file with more has data in the place of names.
    static let limit = 32

    mutating func add(_ path: [String]) {
        guard paths.count < Self.limit, known.insert(path).inserted else { return }
        paths.append(path)
    }

    mutating func sort() {
        paths = paths.enumerated().sorted { one, other in
            let (a, b) = (one.element.count, other.element.count)
            return a != b ? a < b : one.offset < other.offset
        }.map(\.element)
    }

    init() {}

    /// The ways to elements that repeat.
    ///
    /// - Parameters:
    ///   - all: the ways to all elements, in the order of the file.
    ///   - repeated: those whose elements repeat within their parent.
    ///   - holding: those whose elements hold more than text.
    init(ways all: [[String]], repeated: Set<[String]>, holding: Set<[String]>) {
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
}
