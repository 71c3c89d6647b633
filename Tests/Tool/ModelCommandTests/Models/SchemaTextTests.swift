import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("The demo's schema.sql")
struct SchemaTextTests {
    /// Returns the lines of the text, and separately the model cache as the plain property list, because compressors
    /// write the same contents as different bytes.
    private static func parts(_ path: String) throws -> (lines: [String], content: [String]) {
        let text = String(decoding: try bytes(of: path), as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        return (
            lines.filter { !$0.hasPrefix("INSERT INTO Z_MODELCACHE") },
            try CreateTests.content(of: Connection.running(script: path))
        )
    }

    @Test("The file is the output of `zseed create` for the demo's model; `make schema` updates it")
    func upToDate() throws {
        let folder = try TestFolder()
        let result = try Zseed.run(
            "create", "data/GroceryDude.xcdatamodeld", "-o", folder.path + "/schema.sql",
            in: Corpus.packageRoot)
        #expect(result.errors == "")
        #expect(result.status == 0)
        let fresh = try Self.parts(folder.path + "/schema.sql")
        let committed = try Self.parts(Corpus.packageRoot + "/schema.sql")
        #expect(fresh.lines == committed.lines)
        #expect(fresh.content == committed.content)
    }
}
