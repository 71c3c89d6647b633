import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("Files of a folder, all or none")
struct StagedMembersTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
    }

    private func stage(_ names: [String], in path: String) throws -> StagedOutput {
        let output = try StagedOutput(.members, path: folder.path + "/" + path)
        for name in names {
            let file = try FileWriter(creating: output.file(named: name))
            try file.write("new \(name)".utf8)
            try file.finish()
        }
        return output
    }

    private func names(_ path: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + path).sorted()
    }

    @Test("They replace those of the same names and leave the others")
    func placed() throws {
        try folder.write("old", as: "out/a")
        try folder.write("other", as: "out/c")
        try stage(["a", "b"], in: "out").place()
        #expect(try names("out") == ["a", "b", "c"])
        #expect(try text("out/a") == "new a" && text("out/c") == "other")
        #expect(try names() == ["out"])
    }

    @Test("A missing folder is created with them, with its parents")
    func newFolder() throws {
        try stage(["a"], in: "x/y/out").place()
        #expect(try names("x/y/out") == ["a"])
        #expect(try names() == ["x"])
    }

    @Test("If one cannot be placed, the others are restored")
    func undone() throws {
        try folder.write("old", as: "out/a")
        let output = try stage(["a", "b", "c"], in: "out")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/out/c", withIntermediateDirectories: false)
        #expect(throws: OutputError.self) { try output.place() }
        #expect(try text("out/a") == "old")
        #expect(try names("out") == ["a", "c"])
    }

    @Test("If a file cannot be placed, the files placed before it are restored")
    func together() throws {
        try folder.write("old", as: "rejects/a")
        let members = try stage(["a"], in: "rejects")
        let store = try StagedOutput(.database, path: folder.path + "/out.sqlite")
        try folder.write("frames", as: "out.sqlite-wal")
        #expect(throws: OutputError.self) { try StagedOutput.place([members, store]) }
        #expect(try text("rejects/a") == "old")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/out.sqlite"))
        // The log of an app that came in between must not be removed.
        #expect(try text("out.sqlite-wal") == "frames")
    }

    @Test("Files that are never placed leave nothing")
    func abandoned() throws {
        try folder.write("old", as: "out/a")
        do { _ = try stage(["a", "b"], in: "out") }
        #expect(try names() == ["out"])
        #expect(try names("out") == ["a"])
    }

    @Test("A link in the folder is kept, and its target is replaced")
    func link() throws {
        try folder.write("old", as: "real")
        try folder.write("x", as: "out/b")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/out/a", withDestinationPath: "../real")
        try stage(["a"], in: "out").place()
        #expect(try text("real") == "new a")
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/out/a")
                == "../real")
    }
}
