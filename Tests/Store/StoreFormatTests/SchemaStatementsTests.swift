import ObjectModel
import Testing

@testable import StoreFormat

@Suite("The statements of a schema")
struct SchemaStatementsTests {
    static func statements(
        _ entities: [EntityDescription], framework: Int = SchemaEra.newestFramework,
        hasHistory: Bool = false
    ) throws -> SchemaStatements {
        StoreSchema(
            model: try ManagedObjectModel(entities: entities), framework: framework,
            hasHistory: hasHistory
        ).statements
    }

    static func sql(
        _ name: String, _ entities: [EntityDescription],
        framework: Int = SchemaEra.newestFramework
    ) throws -> String? {
        try statements(entities, framework: framework).objects.first { $0.name == name }?.sql
    }

    @Test("Columns are ordered by class, entity and name")
    func columnOrder() throws {
        let sql = try Self.sql(
            "ZA",
            [
                EntityDescription(
                    name: "A",
                    ownProperties: [
                        .attribute("data", .binaryData), .attribute("url", .uri),
                        .attribute("name"), .attribute("B", .date), .attribute("a", .double),
                        .attribute("price", .decimal), .attribute("id", .uuid),
                        .attribute("any", .transformable), .attribute("count", .integer64),
                        .toOne("next", "A", inverse: "all"),
                        .toMany("all", "A", inverse: "next", isOrdered: true),
                        .attribute("_x", .boolean),
                    ]),
                EntityDescription(
                    name: "Sub", superentityName: "A",
                    ownProperties: [.attribute("flag", .boolean), .attribute("NAME")]),
            ])
        #expect(
            sql == """
                CREATE TABLE ZA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
                Z_X INTEGER, ZCOUNT INTEGER, ZNEXT INTEGER, Z1_NEXT INTEGER, ZFLAG INTEGER, \
                Z_FOK_NEXT INTEGER, ZB TIMESTAMP, ZA FLOAT, ZPRICE DECIMAL, ZNAME VARCHAR, \
                ZNAME1 VARCHAR, ZID BLOB, ZURL VARCHAR, ZANY BLOB, ZDATA BLOB )
                """)
    }

    static let unique = [
        EntityDescription(
            name: "A",
            ownProperties: [.attribute("name"), .attribute("b", .integer16), .attribute("c")],
            uniquenessConstraints: [["name"], ["b", "c"]]),
        EntityDescription(
            name: "Sub", superentityName: "A", uniquenessConstraints: [["name"], ["c"]]),
    ]

    @Test("Uniqueness constraints are in the table's definition at 851")
    func inlineUnique() throws {
        let sql = try Self.sql("ZA", Self.unique, framework: 851)
        #expect(
            sql == """
                CREATE TABLE ZA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
                ZB INTEGER, ZC VARCHAR UNIQUE, ZNAME VARCHAR UNIQUE, \
                CONSTRAINT ZB_ZC UNIQUE (ZB, ZC))
                """)
    }

    @Test(
        "Framework 865 is the first with unique indexes for uniqueness constraints",
        arguments: [(637, false), (851, false), (864, false), (865, true), (977, true)])
    func firstUniqueIndexes(framework: Int, hasIndexes: Bool) throws {
        let objects = try Self.statements(Self.unique, framework: framework).objects
        #expect(objects.contains { $0.sql.hasPrefix("CREATE UNIQUE") } == hasIndexes)
        #expect(objects.contains { $0.sql.contains("UNIQUE (ZB, ZC)") } == !hasIndexes)
    }

    @Test("Later uniqueness constraints are unique indexes, inherited ones only once")
    func uniqueIndexes() throws {
        let objects = try Self.statements(Self.unique).objects.filter {
            $0.sql.hasPrefix("CREATE UNIQUE")
        }
        #expect(
            objects.map(\.sql) == [
                "CREATE UNIQUE INDEX Z_A_UNIQUE_name ON ZA (ZNAME COLLATE BINARY ASC)",
                "CREATE UNIQUE INDEX Z_A_UNIQUE_b_c ON ZA "
                    + "(ZB COLLATE BINARY ASC, ZC COLLATE BINARY ASC)",
                "CREATE UNIQUE INDEX Z_Sub_UNIQUE_c ON ZA (ZC COLLATE BINARY ASC)",
            ])
    }

    static func indexed(_ predicate: Predicate?) -> [EntityDescription] {
        [
            EntityDescription(
                name: "Item",
                ownProperties: [
                    .attribute("name", isIndexed: true), .attribute("kind", .integer16),
                    .toOne("next", "Item"),
                ],
                compoundIndexes: [["name", "kind"]],
                fetchIndexes: [
                    FetchIndexDescription(
                        name: "byKind",
                        elements: [
                            FetchIndexDescription.Element(.property("kind"), isAscending: false),
                            FetchIndexDescription.Element(
                                .expression(.evaluatedObject, type: .objectID)),
                        ], partialIndexPredicate: predicate),
                    FetchIndexDescription(
                        name: "byNext",
                        elements: [FetchIndexDescription.Element(.property("next"))]),
                ])
        ]
    }

    @Test("Indexed attributes are used up to 754, and fetch indexes later")
    func fetchIndexes() throws {
        func names(_ framework: Int) throws -> [String] {
            try Self.statements(Self.indexed(nil), framework: framework).objects
                .filter { $0.kind == .index }.map(\.name)
        }
        #expect(
            try names(754) == ["ZITEM_ZNAME_INDEX", "ZITEM_ZNEXT_INDEX", "ZITEM_ZNAME_ZKIND"])
        #expect(try names(847) == ["ZITEM_ZNEXT_INDEX", "Z_Item_byKind"])
        #expect(
            try Self.sql("Z_Item_byKind", Self.indexed(nil))
                == "CREATE INDEX Z_Item_byKind ON ZITEM "
                + "(ZKIND COLLATE BINARY DESC, Z_PK COLLATE BINARY ASC)")
    }

    @Test(
        "A partial index has its predicate as SQL",
        arguments: [
            (1523, "kind == 1", " WHERE ZKIND = 1"),
            (977, "kind != 1", " WHERE  ZKIND <> 1"),
            (1523, "name == nil", " WHERE ZNAME IS NULL"),
            (1523, "name != nil AND kind > 2", " WHERE (ZNAME IS NOT NULL AND ZKIND > 2)"),
            (1523, "name == \"it's\"", " WHERE ZNAME = 'it''s'"),
        ])
    func partialIndexes(framework: Int, format: String, end: String) throws {
        let predicate = try Predicate(format: format)
        let sql = try Self.sql("Z_Item_byKind", Self.indexed(predicate), framework: framework)
        #expect(sql?.hasSuffix(")" + end) == true, "\(sql ?? "-")")
    }

    @Test("A partial index with unknown SQL is reported and left out")
    func unknownPartialIndex() throws {
        let predicate = try Predicate(format: "name BEGINSWITH 'a'")
        let statements = try Self.statements(Self.indexed(predicate))
        #expect(statements.problems == [.unknownIndex(entity: "Item", index: "byKind")])
        #expect(!statements.objects.contains { $0.name == "Z_Item_byKind" })
    }

    @Test("A derived attribute with unknown triggers is reported and gets none")
    func unknownDerivation() throws {
        let attribute = AttributeDescription(
            PropertyTraits(name: "changed"), type: .string,
            derivation: .function(name: "canonical:", arguments: [.keyPath("changed")]))
        let statements = try Self.statements([
            EntityDescription(name: "A", ownProperties: [.attribute(attribute)])
        ])
        #expect(
            statements.problems == [.unknownDerivation(entity: "A", attribute: "changed")])
        #expect(statements.problems.map(\.isGrave) == [true])
    }

    @Test("The trigger of now() is the published one, and is reported")
    func publishedTrigger() throws {
        let attribute = AttributeDescription(
            PropertyTraits(name: "update"), type: .date, derivation: .function(name: "now", arguments: []))
        func statements(_ superentity: String?) throws -> SchemaStatements {
            let item = EntityDescription(
                name: "Item", superentityName: superentity, ownProperties: [.attribute(attribute)])
            return try Self.statements(
                [item] + (superentity.map { [EntityDescription(name: $0)] } ?? []), framework: 1_419)
        }
        let item = try statements(nil)
        // Source: fatbobman.com, "derived and transient properties"; SQLite keeps no IF NOT EXISTS.
        #expect(
            item.objects.filter { $0.kind == .trigger }.map(\.sql) == [
                "CREATE TRIGGER Z_DA_ZITEM_Item_update_UPDATE AFTER UPDATE OF Z_OPT ON ZITEM FOR EACH ROW BEGIN "
                    + "UPDATE ZITEM SET ZUPDATE = NSCoreDataNow() WHERE Z_PK = NEW.Z_PK; "
                    + "SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZITEM', Z_ENT, Z_PK, 'update', ZUPDATE) "
                    + "FROM ZITEM WHERE Z_PK = NEW.Z_PK; END"
            ])
        #expect(item.problems == [.publishedTrigger(entity: "Item", attribute: "update")])
        #expect(item.problems.map(\.isGrave) == [false])
        // A trigger in the app's own store is used instead.
        let own = SchemaObject(
            .trigger, "Z_DA_ZITEM_Item_update_INSERT", "CREATE TRIGGER Z_DA_ZITEM_Item_update_INSERT x")
        let taken = item.taking([own])
        #expect(taken.objects.filter { $0.kind == .trigger } == [own] && taken.problems.isEmpty)
        #expect(try statements("Base").problems == [.unknownDerivation(entity: "Item", attribute: "update")])
    }

    @Test(
        "Core Data's own tables and indexes have the order of the era",
        arguments: [
            (419, ["ZA", "ZA_ZNEXT_INDEX", "ZB", "Z_PRIMARYKEY", "Z_METADATA"]),
            (
                640,
                ["ZA", "ZB", "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE", "ZA_ZNEXT_INDEX"]
            ),
            (
                641,
                ["ZA", "ZB", "ZA_ZNEXT_INDEX", "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]
            ),
        ])
    func order(framework: Int, names: [String]) throws {
        let statements = try Self.statements(
            [
                EntityDescription(name: "A", ownProperties: [.toOne("next", "A")]),
                EntityDescription(name: "B"),
            ], framework: framework)
        #expect(statements.objects.map(\.name) == names)
    }

    @Test("The history has tombstone columns for the entity with the most preserved attributes")
    func tombstones() throws {
        func kept(_ name: String) -> PropertyDescription {
            .attribute(
                AttributeDescription(
                    PropertyTraits(name: name), type: .string,
                    preservesValueInHistoryOnDeletion: true))
        }
        let statements = try Self.statements(
            [
                EntityDescription(name: "A", ownProperties: [kept("a")]),
                EntityDescription(name: "B", superentityName: "A", ownProperties: [kept("b")]),
            ], hasHistory: true)
        let sql = statements.objects.first { $0.name == "ACHANGE" }?.sql
        #expect(sql?.hasSuffix("ZCOLUMNS BLOB, ZTOMBSTONE0 BLOB, ZTOMBSTONE1 BLOB )") == true)
    }

    @Test("Names are quoted, so that a model cannot add statements")
    func hostileNames() throws {
        let sql = try Self.sql(
            "ZX (A); DROP TABLE B", [EntityDescription(name: "x (a); drop table b")])
        #expect(sql?.hasPrefix("CREATE TABLE \"ZX (A); DROP TABLE B\" (") == true)
    }
}
