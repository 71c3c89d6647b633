import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import ObjectLayer

/// `ReferenceStore` and the object layer open a store in the same way, with the same result.
@Suite("Opening a store")
struct OpeningTests {
    private static let model = """
        <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/></entity>
        <entity name="TRANSACTION"><attribute name="sum" optional="YES" attributeType="Double"/></entity>
        """

    /// A store, the model to open it with, and the expected result of both.
    private struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var framework = SchemaEra.newestFramework
        var change = ""
        var given: String?
        let problem: StoreError.Problem?
        var testDescription: String { name }
    }

    private static let cases = [
        Case(name: "its own model", problem: nil),
        Case(name: "no model, which is guessed", framework: 320, problem: nil),
        Case(name: "the same model, given", given: model, problem: nil),
        Case(name: "the model of a store without one", framework: 320, given: model, problem: nil),
        Case(
            name: "another model",
            given: """
                <entity name="Item"><attribute name="title" attributeType="String"/></entity>
                <entity name="Brand"/>
                """,
            problem: .otherModel(entities: ["Brand", "Item", "TRANSACTION"])),
        Case(
            name: "metadata without version hashes",
            change: "UPDATE Z_METADATA SET Z_PLIST = "
                + PropertyList.dictionary(["NSStoreType": .string("SQLite")]).binary.sqlBlobLiteral,
            given: model, problem: .badBookkeeping("Z_METADATA has no version hashes")),
        Case(
            name: "a model cache that is none", change: "UPDATE Z_MODELCACHE SET Z_CONTENT = X'00'",
            problem: .badBookkeeping("Z_MODELCACHE holds no readable model")),
        Case(
            name: "history that calls an entity what the app calls one",
            change: "INSERT INTO Z_PRIMARYKEY VALUES (16001, 'TRANSACTION', 0, 0)", problem: nil),
        Case(
            name: "an entity with two numbers",
            change: "INSERT INTO Z_PRIMARYKEY VALUES (3, 'Item', 0, 0)",
            problem: .badBookkeeping("Z_PRIMARYKEY names an entity twice")),
    ]

    @Test("A reference and the object layer get the same layout, or the same error", arguments: cases)
    private func opening(_ one: Case) throws {
        let folder = try TestFolder()
        let path = folder.path + "/Store.sqlite"
        try TestStore.create(at: path, model: Self.model, framework: one.framework)
        try Connection(path: path, mode: .readWrite).execute(one.change)
        let given = try one.given.map { try folder.writeModel($0, as: "Given.xcdatamodel") }

        var layouts: [[String]] = []
        var problems: [StoreError.Problem] = []
        func opened(_ layout: () throws -> StoreLayout) throws {
            do {
                layouts.append(
                    try layout().entities.map { entity in
                        "\(entity.name) \(entity.number) \(entity.table) "
                            + entity.attributes.map(\.column).joined(separator: " ")
                    })
            } catch let error as StoreError {
                #expect(error.path == path)
                problems.append(error.problem)
            }
        }
        try opened { try ReferenceStore(path: path, modelPath: given).layout }
        try opened {
            try PersistentStoreCoordinator(
                path: path, managedObjectModel: given.map { try ModelFile.read(path: $0).model }
            ).layout
        }
        if let problem = one.problem {
            #expect(problems == [problem, problem])
        } else {
            #expect(layouts.count == 2 && layouts.first == layouts.last, "\(problems)")
            #expect(layouts.first == ["Item 1 ZITEM ZNAME", "TRANSACTION 2 ZTRANSACTION ZSUM"])
        }
    }
}
