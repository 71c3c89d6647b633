import CommandSupport
import Foundation
import TestSupport
import Testing

/// Every option that takes a path, with unusual paths.
@Suite("Difficult paths")
struct NastyPathTests {
    static let paths = [
        "", ".", "/", "a/", "//", "..", String(repeating: "n", count: 255),
        String(repeating: "n", count: 256), "new\nline", "-name", "dangling", "circle",
        "missing/../../..", "file/inside", "./",
    ]

    /// The arguments, with `PATH` in place of the path.
    static let commands: [[String]] = [
        ["build", "PATH", "-o", "o1.sqlite"], ["build", "plan.yml", "--output=PATH"],
        ["create", "PATH", "-o", "o2.sqlite"], ["create", "reference.sqlite", "--output=PATH"],
        ["export", "PATH", "-o", "o3"], ["export", "reference.sqlite", "--output=PATH"],
        ["export", "reference.sqlite", "--exact", "--output=PATH"],
        ["export", "reference.sqlite", "--model=PATH", "-o", "o4"],
        ["plan", "PATH", "items.csv"], ["plan", "reference.sqlite", "PATH"],
        ["plan", "reference.sqlite", "items.csv", "--output=PATH"],
        ["plan", "reference.sqlite", "items.csv", "--model=PATH"],
        ["codegen", "PATH", "-o", "o5"], ["codegen", "reference.sqlite", "--output=PATH"],
        ["verify", "PATH"], ["verify", "reference.sqlite", "--model=PATH"],
        ["verify", "reference.sqlite", "--junit=PATH"],
        ["inspect", "PATH"], ["inspect", "reference.sqlite", "--model=PATH"], ["hash", "PATH"],
        ["compare", "PATH", "reference.sqlite"], ["compare", "reference.sqlite", "PATH"],
        ["query", "PATH", "Item"],
    ]

    @Test("No command traps, hangs or writes outside its output", arguments: commands)
    func anyCommand(arguments: [String]) throws {
        for path in Self.paths {
            // Each command that looks for models in `/` looks through the whole system: once is enough.
            if path == "//", arguments.contains("PATH"), arguments[0] != "query" { continue }
            let outer = try TestFolder()
            let shop = try Shop()
            let inner = outer.path + "/inner"
            try FileManager.default.copyItem(atPath: shop.path, toPath: inner)
            try outer.write("a file", as: "inner/file")
            for (name, target) in [("dangling", "nowhere/at/all"), ("circle", "circle")] {
                try FileManager.default.createSymbolicLink(
                    atPath: inner + "/" + name, withDestinationPath: target)
            }
            let before = try Self.contents(of: inner)
            // A path that begins with a hyphen is an argument, not an option.
            let list = arguments.map { $0.replacing("PATH", with: path) }
            let result = try run("timeout", ["60", Zseed.path] + list, in: inner)
            #expect([0, 1, 2, 3].contains(result.status), "\(list): \(result)")
            // Class files are written into any given folder.
            if path != ".." || list[0] != "codegen" {
                #expect(try files(in: outer.path) == ["inner"], "\(list)")
            }
            let after = try Self.contents(of: inner)
            for (name, content) in before { #expect(after[name] == content, "\(list): \(name)") }
            if result.status != 0 {
                #expect(Set(after.keys).subtracting(before.keys) == [], "\(list)")
            }
        }
    }

    @Test("An empty output is refused, not ignored")
    func emptyOutputs() throws {
        for arguments in Self.commands where arguments.last?.hasSuffix("=PATH") == true {
            guard arguments.last?.hasPrefix("--model") == false else { continue }
            let shop = try Shop()
            let before = try files(in: shop.path)
            let list = arguments.map { $0.replacing("PATH", with: "") }
            let result = try run(Zseed.path, list, in: shop.path)
            #expect(result.status == 2, "\(list): \(result)")
            #expect(try files(in: shop.path) == before, "\(list)")
        }
    }

    @Test("Arguments that are not UTF-8 are refused, because they would name other files")
    func invalidText() throws {
        let shop = try Shop()
        let before = try files(in: shop.path)
        let script = "\"$ZSEED\" create reference.sqlite -o \"$(printf 'o\\377.sqlite')\""
        let result = try run(
            "sh", ["-c", script], in: shop.path, environment: ["ZSEED": Zseed.path])
        #expect(result.status == 2)
        #expect(try files(in: shop.path) == before)
    }

    @Test(
        "Difficult paths in plans do not trap, hang or overwrite files",
        arguments: paths + ["a\0b"])
    func plans(path: String) throws {
        let quoted =
            "\""
            + path.replacing("\n", with: "\\n").replacing("\0", with: "\\0") + "\""
        for line in [
            "output: PATH", "onError: skip\nrejects: PATH", "model: PATH", "reference: PATH",
        ] {
            // A search from `..` finds only a folder of the test's own.
            let outer = try TestFolder()
            let shop = try Shop()
            let inner = outer.path + "/outer/inner"
            try FileManager.default.createDirectory(
                atPath: outer.path + "/outer", withIntermediateDirectories: false)
            try FileManager.default.copyItem(atPath: shop.path, toPath: inner)
            let key = line.prefix { $0 != ":" }
            var plan = Shop.plan
            plan = plan.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.hasPrefix(key + ":") }.joined(separator: "\n")
            if key == "onError" { plan = Shop.plan }
            try outer.write(line.replacing("PATH", with: quoted) + "\n" + plan, as: "outer/inner/plan.yml")
            let result = try run("timeout", ["60", Zseed.path, "build", "plan.yml"], in: inner)
            #expect([0, 1, 2, 3].contains(result.status), "\(line) \(quoted): \(result)")
            #expect(try bytes(of: inner + "/items.csv") == Data(Shop.items.utf8))
        }
    }

    /// Returns the bytes of all files in a folder and its subfolders, and the destinations of links.
    private static func contents(of folder: String) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? [] {
            let path = folder + "/" + name
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
            contents[name] =
                target.map { Data($0.utf8) } ?? FileManager.default.contents(atPath: path) ?? Data()
        }
        return contents
    }
}
