import CommandSupport
import Foundation
import TestSupport

/// An option or argument of a command that takes a value, as described by the built program.
struct CommandOption: Hashable, CustomStringConvertible {
    let command: String
    /// `--output`, or the name of an argument.
    let name: String

    var description: String { "\(command) \(name)" }

    /// Returns the options of all commands, from the output of `--experimental-dump-help`.
    static func all() throws -> [CommandOption] {
        let help = try Zseed.run("--experimental-dump-help", in: "/")
        let document = try JSONDecoder().decode(Document.self, from: Data(help.output.utf8))
        return document.command.subcommands.flatMap { command in
            command.arguments.filter { $0.kind != "flag" }.map { argument in
                let long = argument.names?.first { $0.kind == "long" }
                return CommandOption(
                    command: command.commandName,
                    name: long.map { "--" + $0.name } ?? argument.valueName ?? "")
            }
        }.filter { $0.command != "help" }
    }

    private struct Document: Decodable {
        let command: Root
        struct Root: Decodable { let subcommands: [Command] }
        struct Command: Decodable {
            let commandName: String
            let arguments: [Argument]
        }
        struct Argument: Decodable {
            let kind: String
            let names: [Name]?
            let valueName: String?
        }
        struct Name: Decodable {
            let kind: String
            let name: String
        }
    }

    /// The role of the option. An option that is in none of these lists names a file to read.
    enum Role { case output, input, noFile }

    var role: Role {
        if Self.outputs[command]?.contains(name) == true { return .output }
        return Self.values.contains(name) || Self.edited.contains(description) ? .noFile : .input
    }

    private static let outputs: [String: Set<String>] = [
        "build": ["--output", "--junit"], "verify": ["--junit"],
        "create": ["--output"], "export": ["--output", "--to"], "plan": ["--output"],
        "model": ["--output", "--plan"],
        "schema": ["--output"], "codegen": ["--output"], "migrate": ["--output", "--plan"],
        "repair": ["--output"], "diff": ["--changes"], "copy": ["--output", "into"],
        "merge": ["--output"], "report": ["--output"], "fixtures": ["--output"],
    ]

    /// Stores that are read and then replaced by their next edition, and inputs that are stated inline.
    private static let edited: Set = ["metadata store", "plan --source", "model --source"]

    /// Values that are not file names.
    private static let values: Set = [
        "--model-version", "--schema", "--target", "--models", "--inverses", "--set", "--metadata",
        "--max-errors",
        "--memory", "--check", "--skip", "--configuration", "--through", "--diagram", "--framework", "--uuid",
        "--entity", "--key", "--ignore", "--where", "--follow", "--conflicts", "--mask", "--mask-key",
        "--journal-mode", "--page-size", "--prefer", "--rows", "--delete", "--for", "--only", "--module",
        "--without",
        "key[=value]",
    ]
}

/// A command that reads files given by some options, and writes a file given by another option.
struct OptionUse {
    /// The arguments; `OUT` is replaced by the path to write.
    let words: [String]
    /// The option for the written file.
    let output: String
    /// The files that are read, by option.
    let inputs: [String: String]
    /// A path that the command can write to.
    var free = "free"

    var command: String { words[0] }

    func arguments(writing path: String) -> [String] {
        words.map { $0.replacing("OUT", with: path) }
    }

    static let all: [OptionUse] = [
        use("build plan.yml --source i=i.csv -o OUT", "--output", ["plan": "plan.yml", "--source": "i.csv"]),
        use(
            "build plan.yml --source i=i.csv -o x.sqlite --junit OUT", "--junit",
            ["plan": "plan.yml", "--source": "i.csv"]),
        use("verify old.sqlite --junit OUT", "--junit", ["store": "old.sqlite"], model: true),
        use(
            "create S.swift --beside beside.sqlite -o OUT", "--output",
            ["source": "S.swift", "--beside": "beside.sqlite"]),
        use("create M.xcdatamodel -o OUT", "--output", ["source": "M.xcdatamodel/contents"]),
        use("export old.sqlite -o OUT", "--output", ["store": "old.sqlite"], model: true),
        use("export old.sqlite --to OUT", "--to", ["store": "old.sqlite"], model: true),
        use(
            "plan S.swift i.csv --beside beside.sqlite -o OUT", "--output",
            ["reference": "S.swift", "sources": "i.csv", "--beside": "beside.sqlite"]),
        use("plan old.sqlite i.csv --model S.swift -o OUT", "--output", ["--model": "S.swift"]),
        use("plan S.swift i.csv --answers answers -o OUT", "--output", ["--answers": "answers"]),
        use("model i.csv -o x.swift --plan OUT", "--plan", ["sources": "i.csv"]),
        use("model i.csv -o OUT", "--output", ["sources": "i.csv"], free: "free.swift"),
        use(
            "fixtures S.swift --beside beside.sqlite -o OUT", "--output",
            ["model": "S.swift", "--beside": "beside.sqlite"]),
        use("schema -o OUT", "--output", [:], model: true),
        use("schema --model M.xcdatamodel -o OUT", "--output", ["--model": "M.xcdatamodel/contents"]),
        use(
            "codegen S.swift --beside beside.sqlite -o OUT", "--output",
            ["model": "S.swift", "--beside": "beside.sqlite"]),
        use(
            "migrate old.sqlite --to Next.swift --beside beside.sqlite --model S.swift -o OUT", "--output",
            ["store": "old.sqlite", "--to": "Next.swift", "--beside": "beside.sqlite", "--model": "S.swift"]),
        use(
            "migrate old.sqlite --to Next.swift --beside beside.sqlite --model S.swift --plan OUT", "--plan",
            ["store": "old.sqlite", "--to": "Next.swift", "--beside": "beside.sqlite", "--model": "S.swift"]),
        use("repair old.sqlite -o OUT", "--output", ["store": "old.sqlite"], model: true),
        use(
            "diff old.sqlite new.sqlite --changes OUT", "--changes",
            ["old": "old.sqlite", "new": "new.sqlite"], model: true),
        use(
            "copy old.sqlite -o OUT --from-model S.swift", "--output",
            ["from": "old.sqlite", "--from-model": "S.swift"]),
        use("copy old.sqlite -o OUT", "--output", [:], model: true),
        use(
            "copy old.sqlite OUT --from-model S.swift", "into",
            ["from": "old.sqlite", "--from-model": "S.swift"],
            model: true, free: "into.sqlite"),
        use(
            "merge user.sqlite --from new.sqlite --base old.sqlite -o OUT", "--output",
            ["store": "user.sqlite", "--from": "new.sqlite", "--base": "old.sqlite"], model: true),
        use("merge user.sqlite --changes changes.json -o OUT", "--output", ["--changes": "changes.json"]),
        use(
            "report old.sqlite new.sqlite -o OUT", "--output",
            ["subject": "old.sqlite", "other": "new.sqlite"], model: true),
        use(
            "report plan.yml --source i=i.csv -o OUT", "--output",
            ["subject": "plan.yml", "--source": "i.csv"]),
    ]

    /// - Parameter model: whether the command reads its stores with a model in Swift source, completed by a store.
    private static func use(
        _ words: String, _ output: String, _ inputs: [String: String], model: Bool = false,
        free: String = "free"
    ) -> OptionUse {
        let more = model ? " --model S.swift --beside beside.sqlite" : ""
        let own = model ? ["--model": "S.swift", "--beside": "beside.sqlite"] : [:]
        return OptionUse(
            words: (words + more).split(separator: " ").map(String.init), output: output,
            inputs: inputs.merging(own) { $1 }, free: free)
    }

    /// The files that all these commands read, made once for all tests.
    private static let ownFiles = Result { try prepared().files() }

    /// Returns a new folder with the files that all these commands read.
    static func folder() throws -> TestFolder { try TestFolder(ownFiles.get()) }

    private static func prepared() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.writeModel(Shop.model, as: "M.xcdatamodel")
        let source = "import SwiftData\n@Model final class Item { var name: String = \"\" }\n"
        let texts = [
            "S.swift": source,
            "Next.swift": source.replacing("}", with: "; var note: String? }"), "i.csv": "name\nx\n",
            "answers": "1\n",
            "plan.yml": """
            reference: S.swift
            beside: beside.sqlite
            output: x.sqlite
            sources: { i: { csv: none.csv } }
            entities: { Item: { from: i, attributes: { name: name } } }

            """,
        ]
        for (name, text) in texts {
            try folder.write(text, as: name)
        }
        for arguments in [
            ["create", "S.swift", "-o", "beside.sqlite"],
            ["create", "S.swift", "-o", "old.sqlite"],
            ["build", "plan.yml", "--source", "i=i.csv", "-o", "new.sqlite", "--quiet"],
            ["copy", "old.sqlite", "-o", "user.sqlite", "--quiet"],
            ["copy", "old.sqlite", "-o", "into.sqlite", "--quiet"],
            ["diff", "old.sqlite", "new.sqlite", "--changes", "changes.json", "--quiet"],
        ] {
            let result = try Zseed.run(arguments, in: folder.path)
            guard result.status <= 1 else { throw Unprepared(words: "\(arguments): \(result)") }
        }
        return folder
    }

    struct Unprepared: Error { let words: String }
}
