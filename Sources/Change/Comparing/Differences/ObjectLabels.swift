import ObjectModel
import SQLite
import StoreFormat

/// Labels for objects without names. They depend on the object's contents and on its links in both directions, but
/// not on primary keys: equal content has equal labels.
///
/// An object's first label is made of its values. If several objects have the same label, it is replaced by one that
/// includes the labels of their neighbors, until this distinguishes no further objects.
struct ObjectLabels {
    /// An object: the number of its table, and its primary key.
    private struct Place: Hashable {
        let table: Int
        let key: Int64
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

    private let tables: [String: Int]
    private var labels: [Place: UInt64] = [:]

    /// Reads the objects of a store and the links between them.
    ///
    /// - Throws: `DatabaseError`.
    init(_ names: ObjectNames, _ connection: Connection, _ side: StorePair.Side, _ choice: ComparisonChoice)
        throws
    {
        var tables: [String: Int] = [:]
        for entity in side.layout.entities where side.store.inspection.table(named: entity.table) != nil {
            if tables[entity.table] == nil { tables[entity.table] = tables.count }
        }
        self.tables = tables
        var open: Set<Place> = []
        for entity in side.layout.entities where !entity.isAbstract {
            guard let table = tables[entity.table], let description = side.model.entity(named: entity.name)
            else {
                continue
            }
            let columns = entity.attributes.filter {
                !$0.attribute.isDerived && choice.includes($0.path, of: description, in: side.model)
            }
            let shown = columns.map { StoredText.comparable($0.column.sqlIdentifier, $0.attribute, .new) }
            try connection.forEachRow(
                "SELECT \((["Z_PK"] + shown).joined(separator: ", ")) FROM \(side.table(entity.table)) "
                    + "WHERE Z_ENT = \(entity.number)"
            ) { row in
                let place = Place(table: table, key: row.integer(at: 0))
                if let name = try names.name(entity, place.key) {
                    labels[place] = Self.number([entity.name, name])
                    return
                }
                let values = columns.indices.map {
                    StoredText.value(row.value(at: $0 + 1), columns[$0].attribute).sortText
                }
                labels[place] = Self.number([entity.name] + values)
                open.insert(place)
            }
        }
        try refine(&open, links: Self.links(tables, side, choice), connection)
    }

    /// Returns the label of an object; nil if it has none.
    func label(table: String, primaryKey: Int64) -> String? {
        guard let number = tables[table], let label = labels[Place(table: number, key: primaryKey)] else {
            return nil
        }
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

    private mutating func refine(_ open: inout Set<Place>, links: [Link], _ connection: Connection) throws {
        keepShared(&open)
        for _ in 0..<Self.mostRounds where !open.isEmpty {
            var sums: [Place: UInt64] = [:]
            for link in links {
                try connection.forEachRow(link.query) { row in
                    let (source, target) = (
                        Place(table: link.source, key: row.integer(at: 0)),
                        Place(table: link.target, key: row.integer(at: 1))
                    )
                    let name = Self.mix(link.name, UInt64(bitPattern: row.integer(at: 2)))
                    if open.contains(source) {
                        sums[source, default: 0] &+= Self.mix(name, labels[target] ?? 0)
                    }
                    if open.contains(target) {
                        sums[target, default: 0] &+= Self.mix(~name, labels[source] ?? 0)
                    }
                }
            }
            let before = Set(open.map { labels[$0] }).count
            let changed = open.map { (place: $0, label: Self.mix(labels[$0] ?? 0, sums[$0] ?? 0)) }
            guard Set(changed.map(\.label)).count > before else { return }
            for (place, label) in changed { labels[place] = label }
            keepShared(&open)
        }
    }

    /// Keeps only the objects whose label is not unique.
    private func keepShared(_ open: inout Set<Place>) {
        var counts: [UInt64: Int] = [:]
        for place in open { counts[labels[place] ?? 0, default: 0] += 1 }
        open = open.filter { counts[labels[$0] ?? 0, default: 0] > 1 }
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
