import CommandSupport
import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@Suite("zseed metadata")
struct MetadataTests {
    private func store(_ options: String...) throws -> TestFolder {
        let folder = try TestFolder()
        try folder.writeModel(
            "<entity name=\"Item\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/></entity>",
            as: "Model.xcdatamodel")
        let made = try Zseed.run(
            ["create", "Model.xcdatamodel", "-o", "A.sqlite"] + options, in: folder.path)
        try #require(made.status == 0, "\(made.errors)")
        try Connection(path: folder.path + "/A.sqlite", mode: .readWrite)
            .execute(
                "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'a'); UPDATE Z_PRIMARYKEY SET Z_MAX = 1"
            )
        return folder
    }

    private func entries(_ folder: TestFolder) throws -> [String: PropertyList] {
        try StoreMetadata.read(from: Connection(path: folder.path + "/A.sqlite", mode: .readOnly)).entries
            .filter { !$0.key.contains("NS") }
    }

    @Test(
        "A value's type follows from its text or its prefix",
        arguments: [
            ("7", .integer(7)), ("-3", .integer(-3)), ("2.5", .real(2.5)), ("true", .bool(true)),
            ("false", .bool(false)), ("007", .string("007")), ("1.10", .string("1.10")), ("", .string("")),
            ("a=b", .string("a=b")), ("text:7", .string("7")), ("integer:7", .integer(7)),
            ("real:7", .real(7)),
            ("date:2001-01-02", .date(86_400)), ("data:00fF", .data([0, 255])), ("note:x", .string("note:x")),
            ("9223372036854775808", .string("9223372036854775808")), ("inf", .string("inf")),
        ] as [(String, PropertyList)])
    func types(text: String, value: PropertyList) throws {
        let folder = try store()
        let result = try Zseed.run("metadata", "A.sqlite", "key=\(text)", in: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try entries(folder) == ["key": value])
        #expect(try Zseed.run("verify", "--strict", "A.sqlite", in: folder.path).status == 0)
    }

    @Test("Several changes are made at once; other entries are kept, and equal values not written")
    func changes() throws {
        let folder = try store()
        #expect(try Zseed.run("metadata", "A.sqlite", "a=1", "b=x", "-q", in: folder.path).status == 0)
        let result = try Zseed.run("metadata", "A.sqlite", "a=2", "c=3", "--delete", "b", in: folder.path)
        #expect(result.output == "a = 2  (integer)\nc = 3  (integer)\n")
        #expect(try entries(folder) == ["a": .integer(2), "c": .integer(3)])
        let path = folder.path + "/A.sqlite"
        let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        #expect(try Zseed.run("metadata", "A.sqlite", "a=2", in: folder.path).status == 0)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == before)
        let store = try Connection(path: path, mode: .readOnly)
        #expect(try store.lines("SELECT Z_PK, ZNAME FROM ZITEM") == ["1|a"])
    }

    @Test("All of the app's entries, or the named ones, are printed as text and as JSON")
    func shows() throws {
        let folder = try store()
        #expect(try Zseed.run("metadata", "A.sqlite", in: folder.path).output == "")
        #expect(try Zseed.run("metadata", "A.sqlite", "--json", in: folder.path).output == "{}\n")
        _ = try Zseed.run("metadata", "A.sqlite", "b=date:2001-01-01", "a=x, y", in: folder.path)
        #expect(
            try Zseed.run("metadata", "A.sqlite", in: folder.path).output
                == "a = \"x, y\"  (text)\nb = 2001-01-01T00:00:00Z  (date)\n")
        #expect(
            try Zseed.run("metadata", "A.sqlite", "NSStoreType", "--json", in: folder.path).output
                == "{\n  \"NSStoreType\": {\"type\": \"text\", \"value\": \"SQLite\"}\n}\n")
    }

    @Test("A refused change changes nothing")
    func refusals() throws {
        let folder = try store()
        _ = try Zseed.run("metadata", "A.sqlite", "a=1", in: folder.path)
        let before = try bytes(of: folder.path + "/A.sqlite")
        let cases: [(arguments: [String], status: Int32)] = [
            (["a=2", "none"], 1), (["a=2", "--delete", "none"], 1), (["a=integer:x"], 2),
            (["a=date:today"], 2),
            (["a=data:0"], 2), (["a=boolean:yes"], 2), (["a=2", "a=3"], 2), (["a=2", "--delete", "a"], 2),
            (["=2"], 2), (["NSStoreUUID=x"], 2), (["--delete", "NSStoreType"], 2),
        ]
        for (arguments, status) in cases {
            let result = try Zseed.run(["metadata", "A.sqlite"] + arguments, in: folder.path)
            #expect(result.status == status, "\(arguments): \(result.errors)")
            #expect(result.output == "" && !result.errors.isEmpty)
        }
        #expect(try bytes(of: folder.path + "/A.sqlite") == before)
        #expect(try Zseed.run("metadata", "none.sqlite", "a=1", in: folder.path).status == 2)
        #expect(try Zseed.run("metadata", "Model.xcdatamodel", "a=1", in: folder.path).status == 1)
        #expect(try files(in: folder.path) == ["A.sqlite", "Model.xcdatamodel"])
    }

    @Test("A store in use is not changed; a store without a model cache is")
    func others() throws {
        let folder = try store()
        let path = folder.path + "/A.sqlite"
        do {
            let writer = try Connection(path: path, mode: .readWrite)
            try writer.execute(
                "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; UPDATE ZITEM SET ZNAME = 'b'")
            try withExtendedLifetime(writer) {
                for suffix in ["", "-wal"] {
                    try FileManager.default.copyItem(
                        atPath: path + suffix, toPath: folder.path + "/B.sqlite" + suffix)
                }
            }
        }
        let refused = try Zseed.run("metadata", "B.sqlite", "a=1", in: folder.path)
        #expect(
            refused.status == 1
                && refused.errors.hasPrefix("B.sqlite: error: the store may be open, "))
        #expect(try files(in: folder.path).filter { $0.hasPrefix("B") } == ["B.sqlite", "B.sqlite-wal"])
        let old = try store("--framework", "519")
        #expect(try Zseed.run("metadata", "A.sqlite", "a=1", "-q", in: old.path).status == 0)
        #expect(try entries(old) == ["a": .integer(1)])
    }
}
