import Files
import Foundation
import ObjectModel
import SQLite
import TestSupport
import Testing

@testable import StoreFormat

@Suite("A created store")
struct StoreCreatorTests {
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel(
            entities: [
                EntityDescription(
                    name: "Item",
                    ownProperties: [
                        .attribute("name"), .toOne("unit", "Unit", inverse: "items"),
                        .toMany("tags", "Tag", inverse: "items"),
                    ], uniquenessConstraints: [["name"]]),
                EntityDescription(
                    name: "Unit", ownProperties: [.toMany("items", "Item", inverse: "unit")]),
                EntityDescription(
                    name: "Tag", ownProperties: [.toMany("items", "Item", inverse: "tags")]),
                EntityDescription(name: "Big tag", superentityName: "Tag"),
            ], versionIdentifiers: ["1.0"])
    }

    /// Returns everything in a database as text.
    static func content(of connection: Connection) throws -> [String] {
        let objects = try connection.rows(
            "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid"
        ) { row in (0..<4).map { row.text(at: $0) ?? "-" }.joined(separator: "|") }
        let tables = try connection.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
        ) { $0.text(at: 0) ?? "" }
        return try objects
            + tables.flatMap { table in
                try connection.rows("SELECT * FROM \(table.sqlIdentifier)") { row in
                    "\(table): \((0..<row.columnCount).map { row.value(at: $0) })"
                }
            }
    }

    @Test("Its SQL text recreates it with the same content", arguments: [419, 641, 1523])
    func sqlText(framework: Int) throws {
        let folder = try TestFolder()
        let creator = try StoreCreator(
            model: Self.model(), framework: framework, hasHistory: framework > 1000)
        try creator.create(at: folder.path + "/a.sqlite")
        let other = try Connection(path: folder.path + "/b.sqlite", mode: .create)
        try other.execute(creator.sql)
        let created = try Connection(path: folder.path + "/a.sqlite", mode: .readOnly)
        #expect(try Self.content(of: created) == Self.content(of: other))
        for pragma in ["page_size", "auto_vacuum", "encoding", "user_version", "application_id"] {
            let query = "PRAGMA \(pragma)"
            #expect(try created.text(query) == other.text(query))
        }
    }

    @Test("It is the same each time, including its UUID")
    func deterministic() throws {
        let one = try StoreCreator(model: Self.model())
        let other = try StoreCreator(model: Self.model())
        #expect(one.sql == other.sql)
        #expect(StoreMetadata.isUUID(one.metadata.uuid))
        let chosen = "A1A2828D-CC61-4502-B379-9E6F0123DC2B"
        #expect(try StoreCreator(model: Self.model(), uuid: chosen).metadata.uuid == chosen)
    }

    @Test("It has the file header of Core Data's stores")
    func header() throws {
        let folder = try TestFolder()
        let path = folder.path + "/a.sqlite"
        try StoreCreator(model: Self.model()).create(at: path)
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)).prefix(100))
        func number(_ offset: Int) -> Int {
            bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        #expect(Array(bytes[16..<18]) == [0x10, 0x00])  // page size 4096
        #expect(number(44) == 4)  // schema format
        #expect(number(52) != 0)  // auto-vacuum: the largest root page
        #expect(number(56) == 1)  // UTF-8
        #expect(number(60) == 0)  // user_version
        #expect(number(64) == 1)  // incremental
        #expect(number(68) == 0)  // application_id
    }

    @Test("It is refused if it could not be correct")
    func refusals() throws {
        let guessed = try ManagedObjectModel(
            entities: [EntityDescription(name: "A")], isInferred: true)
        #expect(throws: StoreCreationError.inferredModel) { try StoreCreator(model: guessed) }
        #expect(throws: StoreCreationError.badFramework(0)) {
            try StoreCreator(model: Self.model(), framework: 0)
        }
        #expect(throws: StoreCreationError.badUUID("x")) {
            try StoreCreator(model: Self.model(), uuid: "x")
        }
        let problem = SchemaProblem.unknownDerivation(entity: "A", attribute: "changed")
        #expect(throws: StoreCreationError.unsupported([problem])) {
            try StoreCreator(model: Self.withUnknownDerivation())
        }
    }

    @Test("A join table whose name only a store knows is refused, or assumed on request")
    func uncertainJoinTable() throws {
        let model = try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Person",
                ownProperties: [
                    .toMany("fans", "Person", inverse: "idols"),
                    .toMany("idols", "Person", inverse: "fans"),
                ])
        ])
        let problem = SchemaProblem.uncertainJoinTable(
            entity: "Person", relationship: "idols", inverse: "fans")
        #expect(throws: StoreCreationError.unsupported([problem])) { try StoreCreator(model: model) }
        let guessed = try StoreCreator(model: model, guessesJoinTables: true)
        #expect(
            guessed.problems == [
                .guessedJoinTable(entity: "Person", relationship: "idols", inverse: "fans")
            ])
        // A store shows the other name.
        let reference = guessed.statements.objects.map { object in
            SchemaObject(
                object.kind, object.name.replacing("Z_1IDOLS", with: "Z_1FANS"),
                object.sql.replacing("TABLE Z_1IDOLS", with: "TABLE Z_1FANS"))
        }
        let shown = try StoreCreator(model: model, reference: reference)
        #expect(shown.problems.isEmpty)
        #expect(shown.schema.joinTables.map(\.name) == ["Z_1FANS"])
        // Nothing is uncertain about a relationship that is its own inverse.
        let own = try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Person", ownProperties: [.toMany("friends", "Person", inverse: "friends")])
        ])
        #expect(try StoreCreator(model: own).problems.isEmpty)
    }

    static func withUnknownDerivation() throws -> ManagedObjectModel {
        let attribute = AttributeDescription(
            PropertyTraits(name: "changed"), type: .string,
            derivation: .function(name: "canonical:", arguments: [.keyPath("changed")]))
        return try ManagedObjectModel(entities: [
            EntityDescription(name: "A", ownProperties: [.attribute(attribute)])
        ])
    }

    @Test("It takes parts that the rules do not determine from a reference", arguments: [640, 1523])
    func reference(framework: Int) throws {
        let trigger = SchemaObject(
            .trigger, "Z_DA_ZA_A_changed_SOURCE_INSERT",
            "CREATE TRIGGER Z_DA_ZA_A_changed_SOURCE_INSERT AFTER INSERT ON ZA BEGIN SELECT 1; END")
        let creator = try StoreCreator(
            model: Self.withUnknownDerivation(), framework: framework, reference: [trigger])
        #expect(creator.problems.isEmpty)
        let store = try Connection(path: ":memory:", mode: .create)
        try creator.write(to: store)
        #expect(try store.integer("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'") == 1)
    }
}

@Suite("Metadata")
struct StoreMetadataTests {
    @Test(
        "It has the keys of its era",
        arguments: [
            (419, 6), (972, 6), (973, 7), (1326, 7), (1327, 8), (1512, 8), (1513, 9),
        ])
    func keys(framework: Int, count: Int) throws {
        let model = try ManagedObjectModel(entities: [EntityDescription(name: "A")])
        let metadata = StoreMetadata(model: model, era: SchemaEra(framework: framework))
        #expect(metadata.entries.count == count)
        #expect(metadata.frameworkVersion == framework)
        #expect(metadata.versionHashes == model.versionHashes)
    }

    @Test(
        "A real store's metadata is written as it was read, with the app's own keys",
        arguments: Corpus.all)
    func roundTrip(entry: Corpus.Entry) throws {
        let metadata = try StoreMetadata.read(from: Connection.reading(path: entry.store))
        let again = try StoreMetadata(uuid: metadata.uuid, propertyList: metadata.propertyList)
        #expect(again == metadata)
        #expect(metadata.frameworkVersion == (try entry.facts().framework_version))
        #expect(metadata.versionHashes != nil)
    }

    @Test("A UUID depends on the hashes")
    func derivedUUID() {
        let one = StoreMetadata.derivedUUID(from: VersionHashes(entities: ["A": [1]]))
        let other = StoreMetadata.derivedUUID(from: VersionHashes(entities: ["A": [2]]))
        #expect(StoreMetadata.isUUID(one))
        #expect(one != other)
        #expect(Array(one)[14] == "8")
    }

    @Test("Damaged metadata is an error")
    func damaged() {
        #expect(throws: ModelError.self) { try StoreMetadata(uuid: "", propertyList: [1, 2, 3]) }
        #expect(throws: ModelError.self) {
            try StoreMetadata(uuid: "", propertyList: PropertyList.array([]).binary)
        }
    }
}
