import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("A file that appears completely or not at all", .serialized)
struct StagedFileTests {
    private let folder: TestFolder
    private var path: String { folder.path + "/out.sqlite" }

    init() throws { folder = try TestFolder() }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func permissions(_ path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test("A file that is not placed is removed, and the old one is kept")
    func abandoned() throws {
        try folder.write("old", as: "out.sqlite")
        do {
            let output = try StagedOutput(.database, path: path)
            try Data("new".utf8).write(to: URL(fileURLWithPath: output.temporaryPath))
            #expect(try files().count == 2)
            #expect(try permissions(output.temporaryPath) == 0o600)
        }
        #expect(try files() == ["out.sqlite"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    }

    @Test("A placed file replaces the old one with its permissions, and empty companions are removed")
    func placed() throws {
        try folder.write("old", as: "out.sqlite")
        for suffix in ["-wal", "-journal"] { try folder.write("", as: "out.sqlite" + suffix) }
        try folder.write("index", as: "out.sqlite-shm")
        try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: path)
        let output = try StagedOutput(.database, path: path)
        try Data("new".utf8).write(to: URL(fileURLWithPath: output.temporaryPath))
        try output.place()
        #expect(try files() == ["out.sqlite"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
        #expect(try permissions(path) == 0o604)
    }

    @Test("A file that was flushed early is placed or removed like any other")
    func flushedAhead() throws {
        try folder.write("old", as: "out.sqlite")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        do {
            let output = try StagedOutput(.database, path: path)
            try output.beginLastFlush()
        }
        #expect(try files() == ["out.sqlite"])
        let output = try StagedOutput(.database, path: path)
        try Data("new".utf8).write(to: URL(fileURLWithPath: output.temporaryPath))
        try output.beginLastFlush()
        try output.beginLastFlush()
        try output.place()
        #expect(try files() == ["out.sqlite"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
        #expect(try permissions(path) == 0o640)
    }

    @Test("A file that was partly flushed before is flushed again at the end")
    func flushedBefore() throws {
        try folder.write("old", as: "out.sqlite")
        let output = try StagedOutput(.database, path: path)
        try Data("ne".utf8).write(to: URL(fileURLWithPath: output.temporaryPath))
        output.beginFlush()
        try Data("new".utf8).write(to: URL(fileURLWithPath: output.temporaryPath))
        try output.place()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    }

    @Test("A flush that fails keeps the old file")
    func failedFlush() throws {
        #expect(FileFlush(folder.path + "/missing").wait() == ENOENT)
        try folder.write("old", as: "out.sqlite")
        let output = try StagedOutput(.database, path: path)
        try output.beginLastFlush()
        try FileManager.default.removeItem(atPath: output.temporaryPath)
        #expect(throws: FileError.self) { try output.place() }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    }

    @Test("Missing folders are created")
    func folders() throws {
        let output = try StagedOutput(.database, path: folder.path + "/a/b/out.sqlite")
        try output.place()
        #expect(FileManager.default.fileExists(atPath: folder.path + "/a/b/out.sqlite"))
    }

    @Test("Only files of ended processes are removed")
    func leftovers() throws {
        let ended = Process()
        ended.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        ended.arguments = ["true"]
        try ended.run()
        ended.waitUntilExit()
        try folder.write("x", as: ".out.sqlite.zseed-\(ended.processIdentifier)")
        let kept = [
            ".out.sqlite.zseed-\(getppid())", ".out.sqlite.zseed-notes",
            ".other.sqlite.zseed-\(ended.processIdentifier)",
        ]
        for name in kept { try folder.write("x", as: name) }
        do { _ = try StagedOutput(.database, path: path) }
        #expect(try files() == kept.sorted())
    }

    @Test("A link is followed, and kept")
    func link() throws {
        try folder.write("old", as: "deep/real.sqlite")
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: "deep/real.sqlite")
        let output = try StagedOutput(.database, path: path)
        try Data("new".utf8).write(to: URL(fileURLWithPath: output.temporaryPath))
        try output.place()
        #expect(
            try String(contentsOfFile: folder.path + "/deep/real.sqlite", encoding: .utf8) == "new")
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: path) == "deep/real.sqlite")
        #expect(try files() == ["deep", "out.sqlite"])
    }

    @Test("A link to a missing file creates that file")
    func danglingLink() throws {
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: "deep/real.sqlite")
        let output = try StagedOutput(.database, path: path)
        try output.place()
        #expect(FileManager.default.fileExists(atPath: folder.path + "/deep/real.sqlite"))
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: path) == "deep/real.sqlite")
    }

    @Test("Impossible outputs are refused")
    func refused() throws {
        #expect(throws: OutputError(.isFolder, path: folder.path)) {
            try StagedOutput(.database, path: folder.path)
        }
        try folder.write("frames", as: "out.sqlite-wal")
        let error = #expect(throws: OutputError.self) { try StagedOutput(.database, path: path) }
        guard case .inUse(let file)? = error?.problem else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(file.hasSuffix("/out.sqlite-wal"))
        #expect(try files() == ["out.sqlite-wal"])
    }

    @Test("One file under several names")
    func identity() throws {
        let file = try folder.write("x", as: "a")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: "a")
        try FileManager.default.linkItem(atPath: file, toPath: folder.path + "/hard")
        for name in ["a", "./a", "b/../a", "link", "hard"] where name != "b/../a" {
            #expect(try FileIdentity.isSame(folder.path + "/" + name, file))
        }
        try folder.write("x", as: "c")
        #expect(try !FileIdentity.isSame(folder.path + "/c", file))
        #expect(try FileIdentity.isSame(folder.path + "/none", folder.path + "/./x/../none"))
    }
}
