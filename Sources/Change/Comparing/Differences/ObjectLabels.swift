import ObjectModel
import SQLite
import StoreFormat

/// Labels for objects without names. They depend on the object's contents and on its links in both directions, but
/// not on primary keys: equal content has equal labels.
///
/// An object's first label is made of its values. If several objects have the same label, it is replaced by one that
/// includes the labels of their neighbors, until this distinguishes no further objects.
struct ObjectLabels {
    /// The objects of a table, by their primary keys.
    private struct Objects {
        private let first: Int64
        /// The primary keys in ascending order; empty if they have no gaps.
        private let keys: [Int64]
        /// The labels, in the order of primary keys; 0 for an object without one.
        var labels: [UInt64]
        /// Whether the label of an object is that of others, too.
        var isOpen: [Bool]

        /// - Throws: `DatabaseError`.
        init(_ table: String, _ connection: Connection) throws {
            var (first, count, hasGaps) = (Int64(0), 0, false)
            try connection.forEachRow("SELECT count(*), min(Z_PK), max(Z_PK) FROM \(table)") { row in
                (count, first) = (Int(row.integer(at: 0)), row.integer(at: 1))
                hasGaps = count > 0 && row.integer(at: 2) &- first != Int64(count - 1)
            }
            var keys: [Int64] = []
            if hasGaps {
                keys.reserveCapacity(count)
                try connection.forEachRow("SELECT Z_PK FROM \(table) ORDER BY Z_PK") {
                    keys.append($0.integer(at: 0))
                }
                // In a damaged database, an index may have another number of rows.
                count = keys.count
            }
            self.first = first
            self.keys = keys
            labels = Array(repeating: 0, count: count)
            isOpen = Array(repeating: false, count: count)
        }

        /// Returns the index of the object with a primary key.
        func index(of key: Int64) -> Int? {
            guard keys.isEmpty else { return keys.sortedIndex(of: key) }
            let (offset, isOutside) = key.subtractingReportingOverflow(first)
            return !isOutside && labels.indices.contains(Int(offset)) ? Int(offset) : nil
        }
    }

    /// One end of a link, seen from the other end.
    private struct Link {
        let query: String
        let name: UInt64
        let source: Int
        let target: Int
    }

    /// The limit of rounds. Objects that differ only at a greater distance have equal labels.
    private static let mostRounds = 32

    /// The number of each table.
    private let tables: [String: Int]
    private var objects: [Objects] = []

    /// Reads the objects of a store and the links between them.
    ///
    /// - Throws: `DatabaseError`.
    init(_ names: ObjectNames, _ connection: Connection, _ side: StorePair.Side, _ choice: ComparisonChoice)
        throws
    {
        var tables: [String: Int] = [:]
        for entity in side.layout.entities where side.store.inspection.table(named: entity.table) != nil {
            guard tables[entity.table] == nil else { continue }
            tables[entity.table] = objects.count
            objects.append(try Objects(side.table(entity.table), connection))
        }
        self.tables = tables
        for entity in side.layout.entities where !entity.isAbstract {
            guard let table = tables[entity.table], let description = side.model.entity(named: entity.name)
            else {
                continue
            }
            let (naming, isKey) = names.columns(of: entity)
            let columns = entity.attributes.filter {
                !$0.attribute.isDerived && choice.includes($0.path, of: description, in: side.model)
            }
            let shown =
                naming.map(\.column.sqlIdentifier)
                + columns.map { StoredText.comparable($0.column.sqlIdentifier, $0.attribute, .new) }
            try connection.forEachRow(
                "SELECT \((["Z_PK"] + shown).joined(separator: ", ")) FROM \(side.table(entity.table)) "
                    + "WHERE Z_ENT = \(entity.number)"
            ) { row in
                guard let index = objects[table].index(of: row.integer(at: 0)) else { return }
                func value(_ place: Int, _ column: AttributeColumn) -> ComparedValue {
                    StoredText.value(row.value(at: place + 1), column.attribute)
                }
                let words = naming.indices.map { value($0, naming[$0]).nameText }
                if let name = ObjectNames.name(words, isKey: isKey) {
                    objects[table].labels[index] = Self.number([entity.name, name])
                    return
                }
                let values = columns.indices.map { value(naming.count + $0, columns[$0]).sortText }
                objects[table].labels[index] = Self.number([entity.name] + values)
                objects[table].isOpen[index] = true
            }
        }
        try refine(links: Self.links(tables, side, choice), connection)
    }

    /// Returns the label of an object; nil if it has none.
    func label(table: String, primaryKey: Int64) -> String? {
        guard let number = tables[table], let index = objects[number].index(of: primaryKey),
            case let label = objects[number].labels[index], label != 0
        else { return nil }
        let digits = String(label, radix: 16)
        return "#" + String((String(repeating: "0", count: 16 - digits.count) + digits).prefix(12))
    }

    // MARK: Links

    private static func links(_ tables: [String: Int], _ side: StorePair.Side, _ choice: ComparisonChoice)
        -> [Link]
    {
        var links: [Link] = []
        var known: Set<String> = []
        func add(_ query: String, _ name: String, _ source: String, _ target: String) {
            guard let source = tables[source],
                let target = side.layout.entity(named: target).flatMap({ tables[$0.table] }),
                known.insert(query + name).inserted
            else { return }
            links.append(Link(query: query, name: number([name]), source: source, target: target))
        }
        for entity in side.layout.entities where !entity.isAbstract && tables[entity.table] != nil {
            guard let description = side.model.entity(named: entity.name) else { continue }
            func isCompared(_ relationship: RelationshipDescription) -> Bool {
                choice.includes(relationship.name, of: description, in: side.model)
            }
            for toOne in entity.toOnes where isCompared(toOne.relationship) {
                let column = toOne.column.sqlIdentifier
                add(
                    "SELECT Z_PK, \(column), 0 FROM \(side.table(entity.table)) "
                        + "WHERE Z_ENT = \(entity.number) AND \(column) IS NOT NULL",
                    toOne.relationship.name, entity.table, toOne.destinationName)
            }
            for toMany in entity.toManys where isCompared(toMany.relationship) {
                let source = LinkSource(toMany.storage, side)
                // The to-one inverse already gives these links.
                if case .inverseToOne = toMany.storage, source.order == nil { continue }
                let place = source.order.map {
                    "row_number() OVER (PARTITION BY \(source.owner) ORDER BY \($0), \(source.member))"
                }
                add(
                    "SELECT \(source.owner), \(source.member), \(place ?? "0") FROM \(source.table) "
                        + "WHERE \(source.owner) IS NOT NULL AND \(source.member) IS NOT NULL",
                    toMany.relationship.name, entity.table, toMany.destinationName)
            }
        }
        return links
    }

    // MARK: Rounds

    private mutating func refine(links: [Link], _ connection: Connection) throws {
        keepShared()
        for _ in 0..<Self.mostRounds where objects.contains(where: { $0.isOpen.contains(true) }) {
            var sums = objects.map {
                $0.isOpen.contains(true) ? [UInt64](repeating: 0, count: $0.labels.count) : []
            }
            for link in links where !sums[link.source].isEmpty || !sums[link.target].isEmpty {
                try connection.forEachRow(link.query) { row in
                    let source = objects[link.source].index(of: row.integer(at: 0))
                    let target = objects[link.target].index(of: row.integer(at: 1))
                    let name = Self.mix(link.name, UInt64(bitPattern: row.integer(at: 2)))
                    if let source, objects[link.source].isOpen[source] {
                        let other = target.map { objects[link.target].labels[$0] } ?? 0
                        sums[link.source][source] &+= Self.mix(name, other)
                    }
                    if let target, objects[link.target].isOpen[target] {
                        let other = source.map { objects[link.source].labels[$0] } ?? 0
                        sums[link.target][target] &+= Self.mix(~name, other)
                    }
                }
            }
            let count = Self.countDistinct(openLabels)
            for table in objects.indices where !sums[table].isEmpty {
                for index in sums[table].indices {
                    sums[table][index] = Self.mix(objects[table].labels[index], sums[table][index])
                }
            }
            var changed: [UInt64] = []
            for table in objects.indices {
                for index in sums[table].indices where objects[table].isOpen[index] {
                    changed.append(sums[table][index])
                }
            }
            guard Self.countDistinct(changed.sorted()) > count else { return }
            for table in objects.indices {
                for index in sums[table].indices where objects[table].isOpen[index] {
                    objects[table].labels[index] = sums[table][index]
                }
            }
            keepShared()
        }
    }

    /// The labels of open objects, sorted.
    private var openLabels: [UInt64] {
        var open: [UInt64] = []
        for table in objects {
            for index in table.labels.indices where table.isOpen[index] { open.append(table.labels[index]) }
        }
        open.sort()
        return open
    }

    /// Keeps only the objects open whose label is not unique.
    private mutating func keepShared() {
        let open = openLabels
        let shared = open.indices.dropFirst().filter { open[$0] == open[$0 - 1] }.map { open[$0] }
        for table in objects.indices {
            for index in objects[table].isOpen.indices where objects[table].isOpen[index] {
                objects[table].isOpen[index] = shared.sortedIndex(of: objects[table].labels[index]) != nil
            }
        }
    }

    /// Returns how many different numbers there are.
    private static func countDistinct(_ sorted: [UInt64]) -> Int {
        sorted.indices.count { $0 == 0 || sorted[$0] != sorted[$0 - 1] }
    }

    // MARK: Numbers

    /// Returns the beginning of the digest of some texts.
    private static func number(_ texts: [String]) -> UInt64 {
        var digest = ContentDigest()
        for text in texts { digest.update(Array("\(text.utf8.count):\(text)".utf8)) }
        return digest.finished().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Combines two numbers to one that does not show them, the same in every run.
    private static func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
        var mixed = one &* 0x9E37_79B9_7F4A_7C15 ^ (other &+ 0xD1B5_4A32_D192_ED03)
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

extension Array where Element: Comparable {
    /// Returns the index of an element of the sorted array, or nil if there is none.
    fileprivate func sortedIndex(of element: Element) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle] < element { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == element ? low : nil
    }
}

extension ComparedValue {
    /// A text that is the same for equal values only.
    var sortText: String {
        switch self {
        case .none: ""
        case .text(let text): "t" + text
        case .object(let name): "o" + name
        case .number(let text): "n" + text
        case .boolean(let flag): flag ? "b1" : "b0"
        case .date(let text, let seconds): "d\(text) \(seconds)"
        case .bytes(let count, let digest): "x\(count) \(digest)"
        }
    }
}

extension ComparedObject {
    /// A text that is the same only for objects that are shown in the same way.
    var sortText: String {
        let texts = properties.map { property in
            switch property.content {
            case .value(let value): property.name + "\u{1}" + value.sortText
            case .members(let names): ([property.name] + names).joined(separator: "\u{1}")
            case .changed, .changedMembers: property.name
            }
        }
        return (texts + [name ?? ""]).joined(separator: "\0")
    }
}
