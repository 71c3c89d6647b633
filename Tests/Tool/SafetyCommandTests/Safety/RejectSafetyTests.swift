import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// Reject files never replace or remove a file unless an earlier build is known to have written it.
@Suite("Reject files and other files")
struct RejectSafetyTests {
    private static let rows = "name,qty\nTea,1\nRum,x\n"

    private static func project(
        _ top: String, source: String = "items: { csv: items.csv }", from: String = "items"
    ) throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write(rows, as: "items.csv")
        try writePlan(top, source: source, from: from, in: folder)
        return folder
    }

    private static func writePlan(
        _ top: String, source: String = "items: { csv: items.csv }", from: String = "items",
        in folder: TestFolder
    ) throws {
        try folder.write(
            """
            reference: \(Corpus.packageRoot)/data/GroceryDude.xcdatamodeld
            output: out.sqlite
            onError: skip
            \(top)
            sources: { \(source) }
            entities: { Item: { from: \(from), attributes: { name: name, quantity: qty } } }
            """, as: "plan.yml")
    }

    private static func build(_ folder: TestFolder) throws -> ProcessResult {
        try Zseed.run("build", "plan.yml", in: folder.path)
    }

    private static func text(_ name: String, in folder: TestFolder) throws -> String {
        String(decoding: try bytes(of: folder.path + "/" + name), as: UTF8.self)
    }

    @Test("A source at the path of its reject file is kept, and nothing is written")
    func sourceInRejectsFolder() throws {
        for rejects in [".", "./", "../\(UUID().uuidString)/.."] where rejects != "" {
            let folder = try Self.project("rejects: \(rejects)")
            guard rejects.hasPrefix("../") == false else { continue }
            let before = try files(in: folder.path)
            let result = try Self.build(folder)
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.contains("error: the output would overwrite"))
            #expect(try Self.text("items.csv", in: folder) == Self.rows)
            #expect(try files(in: folder.path) == before)
        }
    }

    @Test("A source that links to the path of a reject file is kept")
    func linkedSource() throws {
        let folder = try Self.project("rejects: bad", source: "items: { csv: link.csv }")
        try folder.write(Self.rows, as: "bad/items.csv")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link.csv", withDestinationPath: "bad/items.csv")
        #expect(try Self.build(folder).status == 2)
        #expect(try Self.text("bad/items.csv", in: folder) == Self.rows)
    }

    @Test("A corrected reject file that is used as a source is kept")
    func correctedSource() throws {
        let folder = try Self.project("")
        #expect(try Self.build(folder).status == 0)
        let path = "out.sqlite.rejects/items.csv"
        let corrected = try Self.text(path, in: folder).replacing(",x,", with: ",9,")
        try folder.write(corrected, as: path)
        try Self.writePlan("", source: "items: { csv: \(path) }", in: folder)
        let store = try bytes(of: folder.path + "/out.sqlite")
        #expect(try Self.build(folder).status == 2)
        #expect(try Self.text(path, in: folder) == corrected)
        #expect(try bytes(of: folder.path + "/out.sqlite") == store)
    }

    @Test("An edited reject file is kept until it is moved away")
    func edited() throws {
        let folder = try Self.project("")
        #expect(try Self.build(folder).status == 0)
        let path = "out.sqlite.rejects/items.csv"
        try folder.write("mine", as: path)
        let refused = try Self.build(folder)
        #expect(refused.status == 2)
        #expect(refused.errors.hasPrefix("out.sqlite.rejects/items.csv: error: a reject file"))
        #expect(try Self.text(path, in: folder) == "mine")
        try FileManager.default.moveItem(
            atPath: folder.path + "/" + path, toPath: folder.path + "/mine.csv")
        #expect(try Self.build(folder).status == 0)
        #expect(try files(in: folder.path + "/out.sqlite.rejects") == ["items.csv"])
    }

    @Test("Reject files of an earlier build are replaced, or removed if no row is rejected")
    func own() throws {
        let folder = try Self.project("")
        for _ in 0..<2 { #expect(try Self.build(folder).status == 0) }
        #expect(try files(in: folder.path + "/out.sqlite.rejects") == ["items.csv"])
        // The record is beside the output, and is copied with it.
        let copy = folder.path + "-copy"
        try FileManager.default.copyItem(atPath: folder.path, toPath: copy)
        defer { try? FileManager.default.removeItem(atPath: copy) }
        #expect(try Zseed.run("build", "plan.yml", in: copy).status == 0)
        try folder.write("name,qty\nTea,1\n", as: "items.csv")
        #expect(try Self.build(folder).status == 0)
        #expect(try files(in: folder.path) == ["items.csv", "out.sqlite", "plan.yml"])
    }

    @Test("A reject file without a record is not replaced")
    func lostRecord() throws {
        let folder = try Self.project("")
        #expect(try Self.build(folder).status == 0)
        try FileManager.default.removeItem(atPath: folder.path + "/.out.sqlite.rejects")
        #expect(try Self.build(folder).status == 2)
        try folder.write("not a record", as: ".out.sqlite.rejects")
        #expect(try Self.build(folder).status == 2)
        #expect(try Self.text(".out.sqlite.rejects", in: folder) == "not a record")
        #expect(try files(in: folder.path + "/out.sqlite.rejects") == ["items.csv"])
    }

    @Test("A source with the output's name does not remove the output")
    func outputStem() throws {
        let folder = try Self.project(
            "rejects: .", source: "out: { sqlite: in.sqlite, table: t }", from: "out")
        let source = try Connection(path: folder.path + "/in.sqlite", mode: .create)
        try source.execute("CREATE TABLE t (name, qty); INSERT INTO t VALUES ('Tea', 1)")
        try folder.write("the old output", as: "out.sqlite")
        #expect(try Self.build(folder).status == 2)
        #expect(try Self.text("out.sqlite", in: folder) == "the old output")
    }

    @Test("Sources whose names map to the same file name get separate reject files")
    func names() throws {
        let folder = try TestFolder()
        let names = ["a/b", "a_b", "A_B", "../x", "..", String(repeating: "n", count: 300)]
        for index in names.indices { try folder.write(Self.rows, as: "s\(index).csv") }
        let sources = names.enumerated().map { "  \"\($1)\": { csv: s\($0).csv }" }
        let loads = names.map {
            "    - { from: \"\($0)\", attributes: { name: name, quantity: qty } }"
        }
        try folder.write(
            """
            reference: \(Corpus.packageRoot)/data/GroceryDude.xcdatamodeld
            output: out.sqlite
            onError: skip
            sources:
            \(sources.joined(separator: "\n"))
            entities:
              Item:
            \(loads.joined(separator: "\n"))
            """, as: "plan.yml")
        #expect(try Self.build(folder).status == 0)
        let made = try files(in: folder.path + "/out.sqlite.rejects")
        #expect(made.count == names.count, "\(made)")
        #expect(Set(made.map { $0.lowercased() }).count == names.count)
        for name in made {
            #expect(try Self.text("out.sqlite.rejects/" + name, in: folder).contains("Rum"))
        }
    }
}
