import ObjectModel
import Testing

@testable import StoreFormat

@Suite("Hash orders that only a store knows")
struct HashOrderTests {
    private static let entities = [
        CardModel.card,
        CardModel.other("Author", "authors"),
        CardModel.other("Title", "titles"),
    ]

    @Test("Join-table columns keep a reference's numbers, and are uncertain without one")
    func joinColumns() throws {
        let model = try ManagedObjectModel(entities: Self.entities)
        let rules = StoreSchema(model: model)
        #expect(rules.joinTables.map(\.name) == ["Z_1CARDS", "Z_2TITLES"])
        #expect(
            rules.joinTables.map(\.columns) == [
                ["Z_1AUTHORS", "Z_2CARDS"], ["Z_2CARDS1", "Z_3TITLES"],
            ])
        #expect(
            rules.statements.problems == [
                .uncertainJoinColumns(entity: "Card", relationships: ["authors", "titles"])
            ])
        // The opposite order, as a store may show it.
        let swapped = Dictionary(
            uniqueKeysWithValues: rules.joinTables.map { table in
                (
                    table.name,
                    table.columns.map { column in
                        switch column {
                        case "Z_2CARDS": "Z_2CARDS1"
                        case "Z_2CARDS1": "Z_2CARDS"
                        default: column
                        }
                    }
                )
            })
        let shown = StoreSchema(model: model, referenceColumns: swapped)
        #expect(shown.joinTables.map(\.columns) == rules.joinTables.map { swapped[$0.name] })
        #expect(shown.statements.problems.isEmpty)
        // Columns that are not the same names in another order are ignored.
        let foreign = swapped.mapValues { $0.map { $0 == "Z_2CARDS" ? "Z_9CARDS" : $0 } }
        let unshown = StoreSchema(model: model, referenceColumns: foreign)
        #expect(unshown.joinTables == rules.joinTables)
        #expect(unshown.statements.problems == rules.statements.problems)
    }

    @Test("Several order keys of one table keep a reference's order")
    func orderKeys() throws {
        let model = try ManagedObjectModel(entities: [
            EntityDescription(
                name: "A",
                ownProperties: [
                    .toOne("one", "B", inverse: "firsts"), .toOne("two", "B", inverse: "seconds"),
                ]),
            EntityDescription(
                name: "B",
                ownProperties: [
                    .toMany("firsts", "A", inverse: "one", isOrdered: true),
                    .toMany("seconds", "A", inverse: "two", isOrdered: true),
                ]),
        ])
        let rules = StoreSchema(model: model).tables[0].columns.map(\.name)
        #expect(rules == ["ZONE", "ZTWO", "Z_FOK_ONE", "Z_FOK_TWO"])
        let shown = StoreSchema(
            model: model, referenceColumns: ["ZA": ["Z_PK", "Z_FOK_TWO", "ZONE", "Z_FOK_ONE"]])
        #expect(
            shown.tables[0].columns.map(\.name) == ["ZONE", "ZTWO", "Z_FOK_TWO", "Z_FOK_ONE"])
        let partly = StoreSchema(model: model, referenceColumns: ["ZA": ["Z_FOK_TWO"]])
        #expect(partly.tables[0].columns.map(\.name) == rules)
    }
}

private enum CardModel {
    static let card = EntityDescription(
        name: "Card",
        ownProperties: [
            .toMany("authors", "Author", inverse: "cards"),
            .toMany("titles", "Title", inverse: "cards"),
        ])

    static func other(_ name: String, _ inverse: String) -> EntityDescription {
        EntityDescription(
            name: name, ownProperties: [.toMany("cards", "Card", inverse: inverse)])
    }
}
