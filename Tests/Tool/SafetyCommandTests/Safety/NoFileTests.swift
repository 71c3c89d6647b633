import CommandSupport
import Foundation
import TestSupport
import Testing

/// Special files in place of input files: a pipe without a writer, and an endless device.
@Suite("Pipes and devices as inputs")
struct NoFileTests {
    /// Commands that write nothing, with the files that they read.
    private static let readers: [(words: String, inputs: [String: String])] = [
        ("inspect old.sqlite --model S.swift --beside beside.sqlite", ["file": "old.sqlite"]),
        ("inspect old.sqlite --model S.swift --beside beside.sqlite", ["--model": "S.swift"]),
        ("inspect S.swift --beside beside.sqlite", ["--beside": "beside.sqlite"]),
        ("compare S.swift old.sqlite --beside beside.sqlite", ["left": "S.swift", "right": "old.sqlite"]),
        ("compare S.swift old.sqlite --beside beside.sqlite", ["--beside": "beside.sqlite"]),
        ("identify old.sqlite --among new.sqlite", ["store": "old.sqlite", "--among": "new.sqlite"]),
        ("hash S.swift --beside beside.sqlite", ["file": "S.swift", "--beside": "beside.sqlite"]),
        ("query old.sqlite Item", ["store": "old.sqlite"]),
        ("query old.sqlite Item --model S.swift", ["--model": "S.swift"]),
        ("query old.sqlite Item --model S.swift --beside beside.sqlite", ["--beside": "beside.sqlite"]),
        ("history old.sqlite", ["store": "old.sqlite"]),
        ("history old.sqlite --model S.swift --beside beside.sqlite", ["--model": "S.swift"]),
        ("history old.sqlite --model S.swift --beside beside.sqlite", ["--beside": "beside.sqlite"]),
        ("dump old.sqlite", ["store": "old.sqlite"]),
        ("dump old.sqlite --model S.swift --beside beside.sqlite", ["--model": "S.swift"]),
        ("dump old.sqlite --model S.swift --beside beside.sqlite", ["--beside": "beside.sqlite"]),
        ("metadata old.sqlite", ["store": "old.sqlite"]),
    ]

    /// Each option that names a file, once.
    private static let uses: [(option: String, words: [String], input: String)] = {
        var seen: Set<String> = []
        let all =
            OptionUse.all.map { ($0.arguments(writing: $0.free), $0.inputs) }
            + readers.map { ($0.words.split(separator: " ").map(String.init), $0.inputs) }
        return all.flatMap { words, inputs in
            inputs.sorted { $0.key < $1.key }.map { ("\(words[0]) \($0.key)", words, $0.value) }
        }.filter { seen.insert($0.0).inserted }
    }()

    @Test("Each option that names an input file is tested with a pipe")
    func completeness() throws {
        let tried = Set(Self.uses.map(\.option))
        // These are not files: the words of a query, and a version in git.
        let others: Set = [
            "query query", "query --template", "query --sort", "query --locale", "query --limit",
            "query --columns", "query --format", "history --after", "guard model", "guard --base",
            "guard --beside",
        ]
        for option in try CommandOption.all() where option.role == .input {
            #expect(tried.contains(option.description) || others.contains(option.description), "\(option)")
        }
    }

    @Test("A named pipe is refused at once, as a pipe")
    func pipes() throws {
        let folder = try OptionUse.folder()
        let files = FileManager.default
        for (option, words, input) in Self.uses {
            let path = folder.path + "/" + input
            // Removes the output of an earlier command: verification also writes a report of a failure.
            try? files.removeItem(atPath: folder.path + "/free")
            try files.moveItem(atPath: path, toPath: path + ".kept")
            #expect(mkfifo(path, 0o600) == 0)
            let result = try Self.run(words, in: folder)
            #expect(result.status == 3, "\(option): \(words): \(result)")
            #expect(result.errors.contains("is a named pipe, not a file"), "\(option): \(words): \(result)")
            #expect(unlink(path) == 0)
            try files.moveItem(atPath: path + ".kept", toPath: path)
        }
    }

    @Test(
        "A device that never ends is refused, as a device",
        arguments: [
            ["build", "/dev/zero"], ["inspect", "/dev/zero"], ["verify", "/dev/urandom"],
            ["plan", "reference.sqlite", "/dev/zero"], ["hash", "/dev/zero"],
            ["identify", "reference.sqlite", "--among", "/dev/zero"],
            ["merge", "reference.sqlite", "--changes", "/dev/zero", "-o", "merged.sqlite"],
            ["build", "plan.yml", "--source", "items=/dev/zero"],
            ["build", "plan.yml", "--source", "items=data.ndjson"],
        ])
    func devices(_ arguments: [String]) throws {
        let shop = try Shop()
        try FileManager.default.createSymbolicLink(
            atPath: shop.path + "/data.ndjson", withDestinationPath: "/dev/zero")
        if arguments.last == "items=data.ndjson" {
            try shop.edit("plan.yml", "csv: items.csv", "ndjson: i.ndjson")
        }
        let result = try Self.run(arguments, in: shop.folder)
        #expect(result.status == 3, "\(result)")
        #expect(result.errors.contains("is a device, not a file"), "\(result)")
    }

    @Test(
        "Pipes beside a store are not its journals",
        arguments: [["metadata", "reference.sqlite", "a=b"], ["verify", "reference.sqlite"]],
        ["-wal", "-journal"])
    func companions(_ arguments: [String], suffix: String) throws {
        let shop = try Shop()
        #expect(mkfifo(shop.path + "/reference.sqlite" + suffix, 0o600) == 0)
        let result = try Self.run(arguments, in: shop.folder)
        #expect(result.status == 0 || result.errors.contains("is a named pipe, not a file"), "\(result)")
    }

    @Test(
        "Standard input by path and a plan from `<(…)` are read",
        arguments: [
            ("cat items.csv | \"$0\" build plan.yml --source items=/dev/stdin", 0, ""),
            ("cat items.csv | \"$0\" build plan.yml --source items=-", 0, ""),
            ("\"$0\" build plan.yml --source items=- < items.csv", 0, ""),
            ("\"$0\" build <(cat absolute.yml) -o out.sqlite", 0, ""),
            (
                "\"$0\" build plan.yml --source items=<(cat items.csv)", 3,
                "is a pipe, which can be read only once: pass it as standard input, `-`"
            ),
            ("\"$0\" build plan.yml --source items=- < /dev/zero", 3, "-: error: is a device, not a file"),
            ("\"$0\" build plan.yml --source items=/dev/null", 1, "has no header row"),
            (
                "\"$0\" merge reference.sqlite --changes <(echo '{}') -o x.sqlite", 1,
                "it is not JSON as written by"
            ),
        ])
    func shells(script: String, status: Int32, words: String) throws {
        let shop = try Shop()
        let names = ["reference.sqlite", "items.csv", "labels.csv"]
        let plan = names.reduce(Shop.plan) { $0.replacing($1, with: shop.path + "/" + $1) }
        try shop.folder.write(plan, as: "absolute.yml")
        let result = try TestSupport.run(
            "timeout", ["-s", "KILL", "60", "bash", "-c", script, Zseed.path], in: shop.path)
        #expect(result.status == status, "\(result)")
        #expect(words.isEmpty ? result.errors.isEmpty : result.errors.contains(words), "\(result)")
    }

    private static func run(_ words: [String], in folder: TestFolder) throws -> ProcessResult {
        try TestSupport.run("timeout", ["-s", "KILL", "60", Zseed.path] + words, in: folder.path)
    }
}
