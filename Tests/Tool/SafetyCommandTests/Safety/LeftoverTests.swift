import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// Attributes of a store apart from its contents, and files left by killed commands.
@Suite("Kept attributes and leftover files")
struct LeftoverTests {
    private func kept(_ folder: TestFolder) throws -> String {
        try folder.writeModel(Shop.model, as: "M.xcdatamodel")
        try #require(try Zseed.run("create", "M.xcdatamodel", "-o", "A.sqlite", in: folder.path).status == 0)
        return folder.path + "/A.sqlite"
    }

    @Test("Copies of stores that a killed command left are removed by the next command")
    func folders() throws {
        let folder = try TestFolder()
        _ = try kept(folder)
        let manager = FileManager.default
        let temporary = folder.path + "/temporary"
        let names = (0..<2).map { _ in "zseed-" + UUID().uuidString } + ["zseed-mine"]
        for name in names {
            try manager.createDirectory(
                atPath: temporary + "/" + name, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try folder.write("a copy", as: "temporary/\(name)/store.sqlite")
        }
        // A process is working in it.
        let descriptor = open(temporary + "/" + names[1], O_RDONLY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        let result = try Zseed.run("hash", "A.sqlite", in: folder.path, environment: ["TMPDIR": temporary])
        #expect(result.status == 0 && result.errors == "")
        #expect(try files(in: temporary) == names.dropFirst().sorted())
    }

    // MARK: Attributes

    private static let hasPython = (try? run("python3", ["--version"]).status) == 0

    @Test(
        "A replaced store keeps its extended attributes, owner and permissions",
        .enabled(if: hasPython, "needs python3"),
        arguments: [["metadata", "A.sqlite", "a=1"], ["copy", "B.sqlite", "A.sqlite"]])
    func attributes(arguments: [String]) throws {
        let folder = try TestFolder()
        let path = try kept(folder)
        try FileManager.default.copyItem(atPath: path, toPath: folder.path + "/B.sqlite")
        #expect(chmod(path, 0o604) == 0)
        let isRoot = getuid() == 0
        if isRoot { #expect(chown(path, 4_711, 4_712) == 0) }
        let set = "import os; os.setxattr('A.sqlite', 'user.note', b'kept')"
        let hasAttributes = try run("python3", ["-c", set], in: folder.path).status == 0
        let result = try Zseed.run(arguments, in: folder.path)
        #expect(result.status == 0 && result.errors == "", "\(result)")
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o604)
        if isRoot { #expect(status.st_uid == 4_711 && status.st_gid == 4_712) }
        guard hasAttributes else { return }
        let get = "import os; print(os.getxattr('A.sqlite', 'user.note').decode())"
        #expect(try run("python3", ["-c", get], in: folder.path).output == "kept\n")
    }

    @Test("Other hard links of a replaced store are reported, because they keep the old content")
    func hardLinks() throws {
        let folder = try TestFolder()
        let path = try kept(folder)
        let before = try bytes(of: path)
        #expect(link(path, folder.path + "/other.sqlite") == 0)
        let result = try Zseed.run("metadata", "A.sqlite", "a=1", in: folder.path)
        #expect(
            result.errors
                == "A.sqlite: warning: was replaced only under this name: 1 other hard link has the old "
                + "content\n")
        #expect(result.status == 0)
        #expect(try bytes(of: folder.path + "/other.sqlite") == before)
    }

    // MARK: The cause of an error

    @Test("A store with a newer write version has its own error, and a repair fixes it")
    func writeVersion() throws {
        let folder = try TestFolder()
        let path = try kept(folder)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: 18)
        try file.write(contentsOf: Data([255]))
        try file.close()
        let words =
            "SQLite can read it and not write it: byte 18 of its header, the write version, is 255, and not 1 or 2\n"
        let verified = try Zseed.run("verify", "A.sqlite", in: folder.path)
        #expect(verified.status == 1 && verified.output.contains(words), "\(verified)")
        let refused = try Zseed.run("metadata", "A.sqlite", "a=1", in: folder.path)
        #expect(refused.errors == "A.sqlite: error: is damaged: " + words)
        #expect(refused.status == 1)
        let repaired = try Zseed.run("repair", "A.sqlite", "-o", "B.sqlite", in: folder.path)
        #expect(repaired.output.hasPrefix("repaired  SQLite integrity: " + words), "\(repaired)")
        #expect(try Zseed.run("verify", "--strict", "B.sqlite", in: folder.path).status == 0)
        #expect(try Zseed.run("metadata", "B.sqlite", "a=1", "-q", in: folder.path).status == 0)
    }

    @Test(
        "A full disk is not reported as an error of the input",
        arguments: [
            ("repair A.sqlite -o out.sqlite", "/"),
            ("plan A.sqlite items.csv", "/"), ("report seed.yml -o page.html", "/"),
        ])
    func fullDisk(command: String, path: String) throws {
        let folder = try TestFolder()
        _ = try kept(folder)
        try folder.write("name\nx\n", as: "items.csv")
        try folder.write(
            """
            reference: A.sqlite
            output: out.sqlite
            sources: { i: { csv: items.csv } }
            entities: { Item: { from: i, attributes: { name: name } } }

            """, as: "seed.yml")
        let result = try run(
            "sh", ["-c", "ulimit -f 4; exec \"$ZSEED\" \(command)"], in: folder.path,
            environment: ["ZSEED": Zseed.path])
        #expect(result.status == 3, "\(result)")
        #expect(result.errors.hasPrefix(path), "\(result)")
        #expect(!result.errors.contains("zseed-"), "\(result)")
        #expect(!result.errors.contains("cannot be read"), "\(result)")
    }

    @Test("Errors of Swift source in place of a store have their own text and place")
    func sourceStore() throws {
        let folder = try TestFolder()
        _ = try kept(folder)
        try folder.write(
            "import SwiftData\n@Model final class Item { var name: String = \"\"; var other: Unknown }\n",
            as: "App/S.swift")
        try folder.write(
            """
            reference: A.sqlite
            output: out.sqlite
            sources: { s: { store: App, entity: Item } }
            entities: { Item: { from: s, attributes: { name: name } } }

            """, as: "seed.yml")
        let result = try Zseed.run("build", "seed.yml", in: folder.path)
        #expect(
            result.errors
                == "App/S.swift:2:54: error: Item.other: the type Unknown is not declared in these sources, "
                + "and SwiftData is not known to store it: pass a store that the app created with "
                + "--beside STORE\n"
        )
        #expect(result.status == 1)
    }
}
