import ObjectModel
import Testing

@testable import StoreFormat

@Suite("The layout of a store")
struct StoreLayoutTests {
    /// Returns a model of a zoo: 1 Animal, 2 Cat, 3 Keeper, 4 Tag.
    static func zoo(renamed: Bool = false) throws -> ManagedObjectModel {
        try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Animal", isAbstract: true,
                ownProperties: [
                    .attribute("name", renamedFrom: renamed ? "title" : nil),
                    .attribute("age", .integer16), .attribute("mood", isTransient: true),
                    .composite("home", ("id", .uuid), ("row", .integer32)),
                    .attribute("id", .string), .toOne("keeper", "Keeper", inverse: "animals"),
                    .toMany("tags", "Tag", inverse: "animals"),
                    .toMany("friends", "Animal", inverse: "friends"),
                ]),
            EntityDescription(
                name: "Cat", superentityName: "Animal",
                ownProperties: [.attribute("name2"), .toMany("toys", "Tag")]),
            EntityDescription(
                name: "Keeper", renamingIdentifier: renamed ? "Guard" : nil,
                ownProperties: [
                    .attribute("name"), .toOne("favourite", "Animal"),
                    .toMany("animals", "Animal", inverse: "keeper", isOrdered: true),
                ]),
            EntityDescription(
                name: "Tag",
                ownProperties: [.toMany("animals", "Animal", inverse: "tags", isOrdered: true)]),
        ])
    }

    /// Returns the tables that the rules give a model, as in a store.
    static func tables(
        of model: ManagedObjectModel, renaming names: [String: String] = [:]
    ) -> [String: [ColumnInfo]] {
        let schema = StoreSchema(model: model)
        func real(_ name: String) -> String { names[name] ?? name }
        var tables: [String: [ColumnInfo]] = [:]
        for table in schema.tables {
            tables[real(table.name)] = table.columns.map {
                ColumnInfo(name: real($0.name), declaredType: $0.sqlType)
            }
        }
        for table in schema.joinTables {
            tables[real(table.name)] = table.columns.map {
                ColumnInfo(name: real($0), declaredType: "INTEGER")
            }
        }
        return tables
    }

    static let numbers = ["Animal": 1, "Cat": 2, "Keeper": 3, "Tag": 4]

    @Test("Without a store, it follows from the model alone")
    func rules() throws {
        let layout = StoreLayout(model: try Self.zoo())
        #expect(layout.problems.isEmpty)
        #expect(layout.entities.map(\.name) == ["Animal", "Cat", "Keeper", "Tag"])
        let cat = try #require(layout.entity(named: "Cat"))
        #expect(cat.table == "ZANIMAL")
        #expect(cat.rootName == "Animal")
        #expect(cat.number == 2)
        #expect(layout.entity(numbered: 1)?.familyNumbers == [1, 2])
        #expect(
            cat.attributes.map(\.path) == ["age", "home.id", "home.row", "id", "name", "name2"])
        #expect(cat.attribute("home.id")?.column == "ZID")
        #expect(cat.attribute("id")?.column == "ZID1")
        #expect(cat.attribute("mood") == nil)
        let keeper = try #require(cat.toOne("keeper"))
        #expect(keeper.column == "ZKEEPER")
        #expect(keeper.entityColumn == nil)
        #expect(keeper.orderColumn == "Z_FOK_KEEPER")
        #expect(keeper.inverse?.name == "animals")
        #expect(layout.entity(named: "Keeper")?.toOne("favourite")?.entityColumn == "Z1_FAVOURITE")
    }

    @Test("Distinguishes the three forms of to-many relationships")
    func toMany() throws {
        let layout = StoreLayout(model: try Self.zoo())
        let cat = try #require(layout.entity(named: "Cat"))
        let keeper = try #require(layout.entity(named: "Keeper"))
        #expect(
            keeper.toMany("animals")?.storage
                == .inverseToOne(
                    table: "ZANIMAL", column: "ZKEEPER", orderColumn: "Z_FOK_KEEPER"))
        #expect(cat.toMany("toys")?.storage == .column(table: "ZTAG", column: "Z2TOYS"))
        let tags = try #require(layout.joinTables.first { $0.name == "Z_1TAGS" })
        #expect(
            cat.toMany("tags")?.storage
                == .joinTable(
                    tags, ownColumn: "Z_1ANIMALS", otherColumn: "Z_4TAGS", orderColumn: nil))
        #expect(
            layout.entity(named: "Tag")?.toMany("animals")?.storage
                == .joinTable(
                    tags, ownColumn: "Z_4TAGS", otherColumn: "Z_1ANIMALS",
                    orderColumn: "Z_FOK_1ANIMALS"))
        let friends = try #require(layout.joinTables.first { $0.isReflexive })
        #expect(friends.name == "Z_1FRIENDS")
        #expect(
            cat.toMany("friends")?.storage
                == .joinTable(
                    friends, ownColumn: "Z_1FRIENDS", otherColumn: "REFLEXIVE", orderColumn: nil))
    }

    @Test("It is the same if the store follows the rules")
    func agreement() throws {
        let model = try Self.zoo()
        let layout = StoreLayout(
            model: model, tables: Self.tables(of: model), entityNumbers: Self.numbers)
        #expect(layout.problems.isEmpty)
        let rules = StoreLayout(model: model)
        #expect(layout.joinTables == rules.joinTables)
        for (one, other) in zip(layout.entities, rules.entities) {
            #expect(one.name == other.name)
            #expect(one.attributes == other.attributes)
            #expect(one.toOnes == other.toOnes)
            #expect(one.toManys == other.toManys)
        }
    }

    @Test(
        "It prefers the store to the rules",
        arguments: [
            // The collision's number is on the other column, as the types show.
            (
                ["ZID": "ZID1", "ZID1": "ZID"], "home.id", "ZID1",
                [
                    LayoutProblem.foundElsewhere(
                        entity: "Animal", property: "id", expected: "ZID1", found: "ZID"),
                    .foundElsewhere(
                        entity: "Animal", property: "home.id", expected: "ZID", found: "ZID1"),
                ]
            ),
            // The name from before a migration.
            (
                ["ZNAME": "ZTITLE", "ZKEEPER": "ZKEEPER"], "name", "ZTITLE",
                [
                    .foundElsewhere(
                        entity: "Animal", property: "name", expected: "ZNAME", found: "ZTITLE"),
                    .missingColumn(
                        entity: "Keeper", property: "name", table: "ZKEEPER", expected: "ZNAME"),
                ]
            ),
        ])
    func attributes(
        names: [String: String], path: String, column: String, problems: [LayoutProblem]
    ) throws {
        let model = try Self.zoo(renamed: true)
        let layout = StoreLayout(
            model: model, tables: Self.tables(of: model, renaming: names),
            entityNumbers: Self.numbers)
        #expect(layout.entity(named: "Cat")?.attribute(path)?.column == column)
        #expect(layout.problems == problems)
    }

    @Test("Entity columns, join tables and source columns are found despite outdated numbers")
    func staleNumbers() throws {
        let model = try Self.zoo()
        let names = [
            "Z1_FAVOURITE": "Z9_FAVOURITE", "Z_1TAGS": "Z_7TAGS", "Z_1ANIMALS": "Z_7ANIMALS",
            "Z_FOK_1ANIMALS": "Z_FOK_7ANIMALS", "Z2TOYS": "Z8TOYS",
        ]
        let layout = StoreLayout(
            model: model, tables: Self.tables(of: model, renaming: names),
            entityNumbers: Self.numbers)
        #expect(layout.entity(named: "Keeper")?.toOne("favourite")?.entityColumn == "Z9_FAVOURITE")
        #expect(
            layout.entity(named: "Cat")?.toMany("toys")?.storage
                == .column(table: "ZTAG", column: "Z8TOYS"))
        let tags = try #require(layout.joinTables.first { $0.name == "Z_7TAGS" })
        #expect(
            layout.entity(named: "Tag")?.toMany("animals")?.storage
                == .joinTable(
                    tags, ownColumn: "Z_4TAGS", otherColumn: "Z_7ANIMALS",
                    orderColumn: "Z_FOK_7ANIMALS"))
        #expect(layout.problems.count == 3)
    }

    @Test("The store's entity numbers are used, also in names made from them")
    func storedNumbers() throws {
        let model = try Self.zoo(renamed: true)
        let layout = StoreLayout(
            model: model, tables: [:],
            entityNumbers: ["Animal": 4, "Cat": 5, "Guard": 1, "Gone": 3])
        #expect(layout.entities.map(\.number) == [1, 4, 5, 6])
        #expect(layout.entity(named: "Keeper")?.number == 1)
        #expect(layout.problems.first == .missingEntityNumber(entity: "Tag", assumed: 6))
        #expect(layout.entity(named: "Keeper")?.toOne("favourite")?.entityColumn == "Z4_FAVOURITE")
    }

    @Test("A join table within one entity can be named after either relationship")
    func selfPair() throws {
        let model = try ManagedObjectModel(entities: [
            EntityDescription(
                name: "A",
                ownProperties: [
                    .toMany("fans", "A", inverse: "idols"), .toMany("idols", "A", inverse: "fans"),
                ])
        ])
        #expect(StoreLayout(model: model).joinTables.map(\.name) == ["Z_1IDOLS"])
        let columns = ["Z_1IDOLS", "Z_1FANS"].map { ColumnInfo(name: $0, declaredType: "INTEGER") }
        let layout = StoreLayout(
            model: model, tables: ["ZA": [], "Z_1FANS": columns], entityNumbers: ["A": 1])
        let table = try #require(layout.joinTables.first)
        #expect(table.name == "Z_1FANS")
        #expect(
            layout.entity(named: "A")?.toMany("fans")?.storage
                == .joinTable(
                    table, ownColumn: "Z_1IDOLS", otherColumn: "Z_1FANS", orderColumn: nil))
    }

    @Test("A model inferred from tables has the columns' names")
    func inferred() throws {
        let model = try ManagedObjectModel(
            entities: [
                EntityDescription(
                    name: "Animal",
                    ownProperties: [.attribute("NAME"), .toOne("KEEPER", "Keeper")]),
                EntityDescription(name: "Cat", superentityName: "Animal"),
                EntityDescription(name: "Keeper", ownProperties: [.toOne("PET", "Cat")]),
            ], isInferred: true)
        func columns(_ names: String...) -> [ColumnInfo] {
            names.map { ColumnInfo(name: $0, declaredType: $0 == "ZNAME" ? "VARCHAR" : "INTEGER") }
        }
        let layout = StoreLayout(
            model: model,
            tables: [
                "ZANIMAL": columns("ZKEEPER", "Z_FOK_KEEPER", "ZNAME"),
                "ZKEEPER": columns("ZPET", "Z1_PET"),
            ], entityNumbers: ["Animal": 1, "Cat": 2, "Keeper": 3])
        #expect(layout.problems.isEmpty)
        let cat = try #require(layout.entity(named: "Cat"))
        #expect(cat.attribute("NAME")?.column == "ZNAME")
        #expect(cat.toOne("KEEPER")?.orderColumn == "Z_FOK_KEEPER")
        #expect(layout.entity(named: "Keeper")?.toOne("PET")?.entityColumn == "Z1_PET")
    }

    @Test("Stores that differ in anything have separate layouts, in whatever order")
    func severalStores() throws {
        let model = try Self.zoo()
        let tables = Self.tables(of: model)
        let other = Self.tables(of: model, renaming: ["ZNAME": "ZNAME9"])
        let numbers = ["Animal": 1, "Cat": 2, "Keeper": 4, "Tag": 3]
        let inferred = try ManagedObjectModel(entities: model.entities, isInferred: true)
        func column(_ layout: StoreLayout) -> String? {
            layout.entity(named: "Animal")?.attribute("name")?.column
        }
        for _ in 0..<2 {
            let usual = StoreLayout(model: model, tables: tables, entityNumbers: Self.numbers)
            #expect(column(usual) == "ZNAME")
            #expect(usual.problems.isEmpty)
            #expect(usual.model.isInferred == false)
            let guessed = StoreLayout(model: inferred, tables: tables, entityNumbers: Self.numbers)
            #expect(guessed.model.isInferred)
            let renamed = StoreLayout(model: model, tables: other, entityNumbers: Self.numbers)
            #expect(column(renamed) != "ZNAME")
            let numbered = StoreLayout(model: model, tables: tables, entityNumbers: numbers)
            #expect(numbered.entity(numbered: 3)?.name == "Tag")
        }
    }

    @Test("A store that lacks everything has problems, but does not trap")
    func emptyStore() throws {
        let layout = StoreLayout(model: try Self.zoo(), tables: [:], entityNumbers: [:])
        #expect(layout.entities.count == 4)
        #expect(layout.problems.contains(.missingTable(entity: "Tag", expected: "ZTAG")))
        #expect(
            layout.problems.contains(
                .missingJoinTable(entity: "Animal", relationship: "tags", expected: "Z_1TAGS")))
    }

    @Test("A thousand siblings with the same names are handled fast")
    func largeModel() throws {
        let children = (0..<2_000).map { number in
            EntityDescription(
                name: "Child\(number)", superentityName: "Root",
                ownProperties: [.attribute("name"), .toOne("root", "Root")])
        }
        let model = try ManagedObjectModel(
            entities: [EntityDescription(name: "Root")] + children)
        let layout = StoreLayout(
            model: model, tables: Self.tables(of: model), entityNumbers: [:])
        #expect(layout.entity(named: "Child0")?.attribute("name")?.column == "ZNAME")
        #expect(layout.entities.last?.attribute("name")?.column == "ZNAME1999")
        #expect(layout.entities.last?.toOne("root")?.entityColumn == "Z1_ROOT1999")
    }
}
