/// Finds the records in a file of nested values: the arrays of objects, or the elements that repeat.
struct RecordPaths {
    /// The paths to records in the form of `records:`, outer ones first.
    private(set) var paths: [[String]] = []
    private(set) var known: Set<[String]> = []
    /// Elements that repeat and contain only text (XML).
    private(set) var leaves: [[String]] = []
    /// Arrays of single values (JSON).
    private(set) var values: [[String]] = []
    /// Arrays of arrays (JSON).
    private(set) var lists: Set<[String]> = []

    /// Whether the document is an object, and has values besides objects and arrays.
    var (isRootObject, hasRootValues) = (false, false)
    /// The path to every value of the object with the most texts under keys, such as the names of languages by
    /// their codes. It is the only kind of records of a document without others.
    var onlyValues: [String]?
    /// The names of a model's properties, in lower case without symbols.
    var propertyNames: Set<String> = []

    mutating func addValues(_ path: [String]) {
        guard values.count < Self.limit * 4, knownValues.insert(path).inserted else { return }
        values.append(path)
    }

    mutating func addLists(_ path: [String]) {
        if lists.count < Self.limit { lists.insert(path) }
    }

    private var knownValues: Set<[String]> = []

    /// Returns the columns of records that are lists, such as repeated text elements in XML.
    func lists(of records: [String]) -> [String] {
        leaves.filter { leaf in
            guard leaf.count > records.count, leaf.starts(with: records) else { return false }
            // Excludes the lists of inner records.
            return !nested(in: records).contains { leaf.starts(with: records + $0) }
        }.map { $0.dropFirst(records.count).joined(separator: "/") }
    }

    /// Returns the lists of enclosing objects, such as `../tag`.
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

    /// Returns the records of other inputs that are siblings of the objects enclosing these, with their path from
    /// there and the number of levels up.
    func around(_ records: [String]) -> [(way: [String], height: Int)] {
        paths.flatMap { path in
            records.indices.filter { level in
                path.count > level && path.starts(with: records.prefix(level))
                    && path[level] != records[level]
            }.map { level in (Array(path.dropFirst(level)), records.count - level) }
        }
    }

    /// Returns the paths from records to arrays of single values.
    func valueLists(of records: [String]) -> [[String]] {
        values.filter { way in
            way.count > records.count && way.starts(with: records)
                && !nested(in: records).contains { way.starts(with: records + $0) }
        }.map { Array($0.dropFirst(records.count)) }
    }

    /// Returns the paths from records to arrays of arrays, which are no columns.
    func deepLists(of records: [String]) -> [String] {
        lists.filter { way in
            way.count > records.count && way.starts(with: records)
                && !nested(in: records).contains { way.starts(with: records + $0) }
        }.map { $0.joined(separator: ".") }.sorted()
    }

    /// Returns the paths from records to inner records.
    func nested(in records: [String]) -> [[String]] {
        paths.filter { $0.count > records.count && $0.starts(with: records) }
            .map { Array($0.dropFirst(records.count)) }
    }

    /// The limit on paths. A file that exceeds it has data in place of names.
    static let limit = 32

    mutating func add(_ path: [String]) {
        guard paths.count < Self.limit, known.insert(path).inserted else { return }
        paths.append(path)
    }

    /// Joins the arrays under the keys of an object that are data, such as `scotland.events` and `wales.events`.
    ///
    /// - Parameters:
    ///   - way: the path to every value of the object.
    ///   - isRecord: whether these values are records, too.
    mutating func join(in way: [String], isRecord: Bool) {
        func joined(_ path: [String]) -> [String] {
            let isInside = path.count > way.count && path.starts(with: way.dropLast())
            return isInside ? way + path.dropFirst(way.count) : path
        }
        let all = paths.map(joined)
        guard Set(all).count < all.count else { return }
        (paths, known) = ([], [])
        if isRecord { add(way) }
        for path in all { add(path) }
        let lists = values.map(joined)
        (values, knownValues) = ([], [])
        for path in lists { addValues(path) }
    }

    mutating func sort() {
        paths = paths.enumerated().sorted { one, other in
            let (a, b) = (one.element.count, other.element.count)
            return a != b ? a < b : one.offset < other.offset
        }.map(\.element)
    }

    init() {}

    /// Finds the paths of elements that repeat.
    ///
    /// - Parameters:
    ///   - all: the paths of all elements, in the order of the file.
    ///   - repeated: the paths of elements that repeat within their parent.
    ///   - holding: the paths of elements that contain more than text.
    init(ways all: [[String]], repeated: Set<[String]>, holding: Set<[String]>) {
        for way in all where way.count > 1 && repeated.contains(way) {
            if holding.contains(way) { add(way) } else { leaves.append(way) }
        }
        // A single element is a record too, if it has values besides its inner records.
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
