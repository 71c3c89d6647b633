import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("Paths")
struct FilePathTests {
    @Test(
        "Any text has a name and a folder, and none causes a trap",
        arguments: [
            ("", "", "."), (".", "", "."), ("..", "", "."), ("/", "", "/"), ("//", "", "/"),
            ("a", "a", "."), ("a/", "a", "."), ("a//", "a", "."), ("/a", "a", "/"),
            ("//a", "a", "/"), ("a/b", "b", "a"), ("a//b", "b", "a"), ("a/b/", "b", "a"),
            ("a/..", "", "a"), ("/a/b.c", "b.c", "/a"), ("./a", "a", "."), ("\n/\n", "\n", "\n"),
        ])
    func parts(text: String, name: String, folder: String) {
        #expect(FilePath(text).name == name)
        #expect(FilePath(text).folder.text == folder)
    }

    @Test(
        "Stems and extensions",
        arguments: [
            ("a.b", "a", "b"), ("a", "a", ""), (".a", ".a", ""), ("x/.a.b", ".a", "b"), ("", "", ""),
            ("a.", "a", ""), ("a.b.c/", "a.b", "c"), ("..", "", ""), ("...", "..", ""),
        ])
    func extensions(text: String, stem: String, suffix: String) {
        #expect(FilePath(text).stem == stem)
        #expect(FilePath(text).fileExtension == suffix)
    }

    @Test("Paths within a folder are recognized")
    func appending() {
        #expect(FilePath("a").appending("b").text == "a/b")
        #expect(FilePath("a/").appending("b").text == "a/b")
        #expect(FilePath("/").appending("b").text == "/b")
        #expect(FilePath("").appending("b").text == "b")
    }

    @Test("Links are followed to their end, and missing parts are taken literally")
    func resolved() throws {
        let folder = try TestFolder()
        let root = try FilePath(folder.path).resolved.text
        try folder.write("x", as: "real/file")
        func link(_ name: String, _ target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/" + name, withDestinationPath: target)
        }
        try link("link", "real")
        try link("dangling", "real/new")
        try link("outside", "missing/deep")
        try link("one", "two")
        try link("two", "one")
        for (path, expected) in [
            ("link/file", "real/file"), ("link/new", "real/new"), ("dangling", "real/new"),
            ("link/../real/file", "real/file"), ("none/a/../b", "none/b"),
            ("outside", "missing/deep"), ("./real/", "real"), ("one", "one"),
            ("link/none/deeper/still", "real/none/deeper/still"), ("link/file/none", "real/file/none"),
            ("none/../link/new", "link/new"), ("outside/new", "outside/new"), ("one/new", "one/new"),
        ] {
            #expect(try FilePath(folder.path + "/" + path).resolved.text == root + "/" + expected)
        }
        #expect(try FilePath("/..").resolved.text == "/")
        #expect(try FilePath("").resolved == FilePath(".").resolved)
    }

    @Test(
        "Relative paths are resolved against a folder",
        arguments: [
            ("/a/b", "/a/b/c.sqlite", "c.sqlite"), ("/a/b", "/a/c.sqlite", "../c.sqlite"),
            ("/a/b", "/x/y/c", "../../x/y/c"), ("/", "/c", "c"), ("/a", "/ab/c", "../ab/c"),
            ("/a/b", "/a/b", "."), ("/", "/", "."), ("/a/b", "/a", ".."),
        ])
    func relative(folder: String, file: String, path: String) throws {
        #expect(try FilePath(file).relative(toFolder: FilePath(folder)) == path)
    }

    @Test("An impossible file name has a reason")
    func problems() {
        for path in [
            "", "a\0b", String(repeating: "x", count: 256), "a/" + String(repeating: "é", count: 128),
        ] {
            #expect(FilePath(path).problem != nil)
        }
        for path in [".", "/", "a\nb", "-x", String(repeating: "x", count: 255)] {
            #expect(FilePath(path).problem == nil)
        }
    }
}

extension FilePathTests {
    @Test("`..` after a folder is simplified, and after a link it is not")
    func detours() throws {
        let folder = try TestFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/data/deep", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: "data/deep")
        func direct(_ path: String) throws -> String {
            String(try FilePath(folder.path + path).withoutDetours().text.dropFirst(folder.path.count))
        }
        #expect(try direct("/data/../build/x") == "/build/x")
        #expect(try direct("/data/deep/../../x") == "/x")
        #expect(try direct("/link/../x") == "/link/../x")
        #expect(try direct("/none/../x") == "/none/../x")
        #expect(try FilePath("../../x").withoutDetours().text == "../../x")
        #expect(try FilePath("a/./b").withoutDetours().text == "a/b")
    }
}
