import Foundation
import SQLite
import TestSupport
import Testing

@testable import ObjectModel

@Suite("Recognising model files")
struct ModelFileTests {
    private static func source(_ entity: String) -> String {
        "<?xml version=\"1.0\"?><model><entity name=\"\(entity)\"/></model>"
    }

    @Test("A folder of versions gives the current version, or the requested one")
    func versions() throws {
        let folder = try TestFolder()
        try folder.write(Self.source("One"), as: "App.xcdatamodeld/App.xcdatamodel/contents")
        try folder.write(Self.source("Two"), as: "App.xcdatamodeld/App 2.xcdatamodel/contents")
        let path = folder.path + "/App.xcdatamodeld"
        #expect(throws: ModelError.self) { try ModelFile.read(path: path) }
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
            <string>App 2.xcdatamodel</string></dict></plist>
            """, as: "App.xcdatamodeld/.xccurrentversion")
        let current = try ModelFile.read(path: path)
        #expect(current.model.entities.map(\.name) == ["Two"])
        #expect(
            current.origin
                == ModelFile.Origin(
                    kind: .source, path: path + "/App 2.xcdatamodel/contents", version: "App 2"))
        for version in ["App", "App.xcdatamodel"] {
            let file = try ModelFile.read(path: path, version: version)
            #expect(file.model.entities.map(\.name) == ["One"])
        }
        #expect(
            throws: ModelError(
                .unknownVersion("App 3", available: ["App", "App 2"]), path: path)
        ) { try ModelFile.read(path: path, version: "App 3") }
    }

    @Test("The only version of a folder needs no file that names it")
    func onlyVersion() throws {
        let folder = try TestFolder()
        try folder.write(Self.source("One"), as: "App.xcdatamodeld/App.xcdatamodel/contents")
        let file = try ModelFile.read(path: folder.path + "/App.xcdatamodeld")
        #expect(file.model.entities.map(\.name) == ["One"])
        let contents = folder.path + "/App.xcdatamodeld/App.xcdatamodel/contents"
        #expect(try ModelFile.read(path: contents).model == file.model)
    }

    @Test("Damage is reported with file, line and column")
    func place() throws {
        let folder = try TestFolder()
        let path = try folder.write("<model>\n <entity/></model>", as: "M.xcdatamodel/contents")
        #expect(
            throws: ModelError(
                .missing("name", usedBy: "entity"), path: path, line: 2, column: 2)
        ) { try ModelFile.read(path: folder.path + "/M.xcdatamodel") }
    }

    @Test(
        "Models of stores that are read one after the other are not confused",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func inTurn() throws {
        let stores = try Corpus.entries.map { try Connection.reading(path: $0.store) }
            .filter { (try? ModelFile.cache(of: $0, path: "")) != nil }
        #expect(stores.count > 10)
        for (one, other) in zip(stores, stores.dropFirst()) {
            for store in [one, other, other, one] {
                let content = try #require(
                    try store.firstRow("SELECT Z_CONTENT FROM Z_MODELCACHE") { $0.blob(at: 0) }
                        ?? nil)
                let model = try ArchivedModelReader.read(Inflate.raw(content)).0
                #expect(try ModelFile.cache(of: store, path: "").model == model)
            }
        }
    }

    @Test(
        "A file without a model is an error",
        arguments: ["", "hello", "<html/>", "<plist/>", "bplist00", "SQLite format 3\0"])
    func noModel(content: String) throws {
        let folder = try TestFolder()
        let path = try folder.write(content, as: "file")
        #expect(throws: (any Error).self) { try ModelFile.read(path: path) }
        #expect(throws: ModelError.self) { try ModelFile.read(path: folder.path) }
        #expect(throws: ModelError(.fileNotFound, path: "/nowhere")) {
            try ModelFile.read(path: "/nowhere")
        }
    }

    @Test(
        "A view or a computed column in place of the model cache is not read",
        arguments: [
            """
            CREATE VIEW Z_MODELCACHE AS WITH RECURSIVE n(Z_CONTENT) AS
            (SELECT 1 UNION ALL SELECT Z_CONTENT FROM n) SELECT Z_CONTENT FROM n WHERE Z_CONTENT = 2
            """,
            """
            CREATE TABLE Z_MODELCACHE (a, Z_CONTENT AS (hex(zeroblob(400000000))));
            INSERT INTO Z_MODELCACHE (a) VALUES (1)
            """,
        ])
    func computed(sql: String) throws {
        let folder = try TestFolder()
        let path = folder.path + "/s.sqlite"
        try Connection(path: path, mode: .create).execute(sql)
        #expect(throws: ModelError(.noModel("the store has no model cache"), path: path)) {
            try ModelFile.read(path: path)
        }
    }

    @Test("A model cache that would expand without end is refused")
    func bomb() throws {
        // One zero more than the limit allows, compressed by zlib in the test.
        let bytes = try Deflated.zeros(count: Inflate.limit + 1)
        #expect(bytes.count < 100_000)
        #expect(throws: ModelError(.tooMany(what: "bytes in the model cache", limit: 64 << 20))) {
            try Inflate.raw(bytes)
        }
        #expect(try Inflate.raw(Deflated.zeros(count: 10)) == [UInt8](repeating: 0, count: 10))
        #expect(throws: ModelError.self) { try Inflate.raw([]) }
        #expect(throws: ModelError.self) { try Inflate.raw([0xFF, 0xFF]) }
    }

    @Test(
        "A store's version hash that differs from its model's is a warning",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func warning() throws {
        let compiled = try Corpus.entry("cartkit").folder + "/CartStorage.momd/"
        let folder = try TestFolder()
        let data = try Data(contentsOf: URL(fileURLWithPath: compiled + "CartStorage.mom"))
        try folder.write(data, as: "C.momd/C.mom")
        let hash = Data(repeating: 7, count: 32).base64EncodedString()
        try folder.write(
            """
            <plist version="1.0"><dict>
            <key>NSManagedObjectModel_CurrentVersionName</key><string>C</string>
            <key>NSManagedObjectModel_VersionHashes</key><dict><key>C</key><dict>
            <key>CDCart</key><data>\(hash)</data><key>Gone</key><data>\(hash)</data>
            </dict></dict></dict></plist>
            """, as: "C.momd/VersionInfo.plist")
        let file = try ModelFile.read(path: folder.path + "/C.momd")
        #expect(
            file.warnings == [
                .declaredHashDiffers(entity: "CDCart"),
                .declaredEntitiesDiffer(
                    onlyDeclared: ["Gone"], onlyInModel: ["CDCartItem", "CDCartItemModifier"]),
            ])
    }
}
