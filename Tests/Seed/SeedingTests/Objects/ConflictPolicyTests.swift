import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Seeding

/// The last row wins, whether or not its links are deferred to the end of the load. Every policy is combined with
/// every kind of relationship, and compared with a model of the result.
@Suite("Conflict policies and relationships")
struct ConflictPolicyTests {
    typealias Kind = ConflictModel.Kind

    static let kinds: [Kind] = [true, false].flatMap { isOwn -> [Kind] in
        let prefix = isOwn ? "own" : "tag"
        func kind(
            _ name: String, toMany: Bool, ordered: Bool = false, exclusive: Bool = false,
            inverse: Bool = true
        ) -> Kind {
            let name = prefix + name
            return Kind(
                name: name, inverse: inverse ? name + "Back" : nil, isToMany: toMany,
                isOrdered: ordered, isExclusive: exclusive, isOwn: isOwn)
        }
        let all = [
            kind("One", toMany: false), kind("OneInOrder", toMany: false),
            kind("OneAlone", toMany: false, inverse: false),
            kind("OneToOne", toMany: false, exclusive: true),
            kind("Parts", toMany: true, exclusive: true),
            kind("Stages", toMany: true, ordered: true, exclusive: true),
            kind("Notes", toMany: true, exclusive: true, inverse: false),
            kind("Many", toMany: true), kind("Ranks", toMany: true, ordered: true),
        ]
        guard isOwn else { return all }
        return all + [
            Kind(name: "mate", inverse: "mate", isToMany: false, isExclusive: true, isOwn: true),
            Kind(name: "friends", inverse: "friends", isToMany: true, isOwn: true),
        ]
    }

    /// Returns whether the inverse is to-many, and whether it is ordered.
    private static func inverse(of kind: Kind) -> (isToMany: Bool, isOrdered: Bool) {
        (!kind.isExclusive, kind.name.hasSuffix("OneInOrder"))
    }

    static func model() throws -> ManagedObjectModel {
        var people: [PropertyDescription] = [try .attribute("name")]
        var tags: [PropertyDescription] = [try .attribute("name")]
        for kind in kinds {
            let destination = kind.isOwn ? "Person" : "Tag"
            people.append(
                kind.isToMany
                    ? .toMany(
                        kind.name, destination, inverse: kind.inverse, isOrdered: kind.isOrdered)
                    : .toOne(kind.name, destination, inverse: kind.inverse))
            guard let inverse = kind.inverse, !kind.isReflexive else { continue }
            let (isToMany, isOrdered) = Self.inverse(of: kind)
            let back: PropertyDescription =
                isToMany
                ? .toMany(inverse, "Person", inverse: kind.name, isOrdered: isOrdered)
                : .toOne(inverse, "Person", inverse: kind.name)
            if kind.isOwn { people.append(back) } else { tags.append(back) }
        }
        return try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Person", ownProperties: people, uniquenessConstraints: [["name"]]),
            EntityDescription(name: "Tag", ownProperties: tags, uniquenessConstraints: [["name"]]),
        ])
    }

    static func plan(_ kind: Kind, _ policy: String, rows: String) -> String {
        """
        rows: \(rows)
        sources: { rows: { csv: rows.csv } }
        entities:
          Person:
            from: rows
            conflict: \(policy)
            attributes: { name: name }
            relationships: { \(kind.name): { find: name, column: value } }
        """
    }

    typealias Rows = [(name: String, cell: [String])]

    static func csv(_ rows: Rows) -> String {
        "name,value\n" + rows.map { "\($0.name),\($0.cell.joined(separator: "|"))\n" }.joined()
    }

    /// Returns the cases that once failed, and random rows.
    private static func rows(_ kind: Kind, seed: UInt64) -> [Rows] {
        func row(_ name: String, _ cell: String) -> Rows.Element {
            (name, cell.map { (kind.isOwn ? "" : "t") + String($0) })
        }
        var all: [Rows] = [
            [row("a", "b"), row("a", "c")], [row("a", "b"), row("a", "")],
            [row("a", "b"), row("a", ""), row("a", "c")],
            [row("b", "a"), row("a", "c"), row("b", "")],
        ]
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<SeededGenerator.rounds() {
            all.append(
                (0..<Int.random(in: 3...7, using: &generator)).map { _ in
                    let name = "abcd".randomElement(using: &generator) ?? "a"
                    let others = "abcde".filter { $0 != name }.shuffled(using: &generator)
                    let count = Int.random(in: 0...(kind.isToMany ? 3 : 1), using: &generator)
                    return row(String(name), String(others.prefix(count)))
                })
        }
        return all
    }

    @Test(
        "The last row wins", arguments: ConflictPolicyTests.kinds, ["replace", "merge", "skip"])
    func policies(_ kind: ConflictModel.Kind, policy: String) throws {
        let model = try Self.model()
        let folder = try TestFolder()
        let empty = folder.path + "/empty.sqlite"
        try StoreCreator(model: model, guessesJoinTables: true).create(at: empty)
        var compared = 0
        for (number, rows) in Self.rows(kind, seed: UInt64(policy.count)).enumerated() {
            var expected = ConflictModel(kind, policy: policy)
            // All rows in one build, and divided into two builds.
            for cut in Set([rows.count, rows.count / 2]) where cut > 0 {
                expected = ConflictModel(kind, policy: policy)
                do {
                    try expected.build(Array(rows[..<cut]))
                    if cut < rows.count { try expected.build(Array(rows[cut...])) }
                } catch is ConflictModel.Taken {
                    continue
                }
                var store = try SeededStore(
                    Self.plan(kind, policy, rows: "replace"), reference: empty,
                    files: ["rows.csv": Self.csv(Array(rows[..<cut]))], isLinted: false)
                if cut < rows.count {
                    let first = store
                    store = try SeededStore(
                        Self.plan(kind, policy, rows: "keep"), reference: first.path,
                        files: ["rows.csv": Self.csv(Array(rows[cut...]))], isLinted: number == 3)
                }
                let context = "\(rows) cut at \(cut)"
                try Self.expect(expected, in: store, of: model, context)
                compared += 1
            }
        }
        #expect(compared >= 4)
    }

    /// Compares the relationship from both sides.
    private static func expect(
        _ expected: ConflictModel, in store: SeededStore, of model: ManagedObjectModel,
        _ context: String
    ) throws {
        let kind = expected.kind
        let layout = StoreLayout(model: model)
        let person = try #require(layout.entity(named: "Person"))
        let found = try members(of: kind.name, person, layout, store)
        for name in "abcde".map(String.init) {
            let wanted = expected.members[name] ?? []
            let got = found[name] ?? []
            #expect(
                kind.isOrdered ? got == wanted : got.sorted() == wanted.sorted(),
                "\(name): \(got), not \(wanted): \(context)")
        }
        guard let inverse = kind.inverse else { return }
        let destination = try #require(layout.entity(named: kind.isOwn ? "Person" : "Tag"))
        let back = try members(of: inverse, destination, layout, store)
        let isOrdered = Self.inverse(of: kind).isOrdered
        for (name, wanted) in expected.owners {
            let got = back[name] ?? []
            #expect(
                isOrdered ? got == wanted : got.sorted() == wanted.sorted(),
                "\(inverse) of \(name): \(got), not \(wanted): \(context)")
        }
    }

    /// Returns the names of the objects in a relationship, by the name of the object that has it.
    private static func members(
        of name: String, _ entity: EntityLayout, _ layout: StoreLayout, _ store: SeededStore
    ) throws -> [String: [String]] {
        let sql: String
        if let toOne = entity.toOne(name) {
            let other = try #require(layout.entity(named: toOne.destinationName)).table
            sql = """
                SELECT o.ZNAME, d.ZNAME FROM \(entity.table) AS o
                JOIN \(other) AS d ON d.Z_PK = o.\(toOne.column)
                """
        } else {
            let toMany = try #require(entity.toMany(name))
            let other = try #require(layout.entity(named: toMany.destinationName)).table
            switch toMany.storage {
            case .inverseToOne(let table, let column, let order):
                sql = """
                    SELECT o.ZNAME, d.ZNAME FROM \(entity.table) AS o
                    JOIN \(table) AS d ON d.\(column) = o.Z_PK ORDER BY d.\(order ?? "Z_PK")
                    """
            case .column(let table, let column):
                sql = """
                    SELECT o.ZNAME, d.ZNAME FROM \(entity.table) AS o
                    JOIN \(table) AS d ON d.\(column) = o.Z_PK
                    """
            case .joinTable(let join, let own, let target, let order):
                sql = """
                    SELECT o.ZNAME, d.ZNAME FROM \(join.name) AS j
                    JOIN \(entity.table) AS o ON o.Z_PK = j.\(own)
                    JOIN \(other) AS d ON d.Z_PK = j.\(target) ORDER BY j.\(order ?? "rowid")
                    """
            }
        }
        var found: [String: [String]] = [:]
        for row in try store.rows(sql) {
            let parts = row.split(separator: "|").map(String.init)
            found[parts[0], default: []].append(parts[1])
        }
        return found
    }

    @Test(
        "A replaced row gets its given position, with the same parent and with another",
        arguments: ["ownOneInOrder", "tagOneInOrder"])
    func places(relationship: String) throws {
        let plan = """
            sources: { rows: { csv: rows.csv } }
            entities:
              Person:
                from: rows
                conflict: replace
                attributes: { name: name }
                relationships:
                  \(relationship): { find: name, column: value, order: place }
            """
        let store = try SeededStore(
            plan, model: Self.model(),
            files: [
                "rows.csv":
                    "name,value,place\na,x,1\nb,x,2\nc,y,1\nd,x,3\na,x,9\nc,x,2.5\nd,,1\n"
            ])
        let layout = StoreLayout(model: try Self.model())
        let column = try #require(layout.entity(named: "Person")?.toOne(relationship))
        let rows = try store.rows(
            """
            SELECT ZNAME, \(try #require(column.orderColumn)) FROM ZPERSON
            WHERE \(column.column) NOT NULL ORDER BY 2
            """)
        #expect(rows == ["b|2048", "c|3072", "a|4096"])
    }
}
