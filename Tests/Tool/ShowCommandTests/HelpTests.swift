import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("docs/reference/commands.md")
struct HelpTests {
    /// Returns the help of a command as the program prints it, for 80 columns.
    private static func help(_ command: [String]) throws -> String {
        let result = try TestSupport.run(
            Zseed.path, command + ["--help"], environment: ["COLUMNS": "80"])
        #expect(result.status == 0)
        return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns the names in the lists of commands, which follow the options.
    private static func commands() throws -> [String] {
        let list = try #require(help([]).components(separatedBy: "\n\nFROM A SPREADSHEET").last)
        return list.matches(of: /(?m)^  (\w+) {2,}\S/).map { String($0.output.1) }
    }

    /// Returns the expected page. `ZSEED_WRITE_DOCS=1 swift test --filter HelpTests` writes it.
    private static func page() throws -> String {
        let sections = try [[]] + commands().map { [$0] }
        let texts = try sections.map { command in
            let title = (["zseed"] + command).joined(separator: " ")
            return "## \(title)\n\n```\n\(try help(command))\n```\n"
        }
        return """
            # Commands

            What `zseed --help` and `zseed COMMAND --help` print. A test compares this page with \
            the program.


            """ + texts.joined(separator: "\n")
    }

    @Test(
        "Completion scripts are printed, whichever command is asked",
        arguments: [[], ["build"], ["verify"]])
    func completionScript(command: [String]) throws {
        let result = try TestSupport.run(
            Zseed.path, command + ["--generate-completion-script", "bash"])
        #expect(result.status == 0)
        #expect(result.output.contains("complete -o filenames -F _zseed zseed"))
    }

    /// Valid arguments of a command are parsed alone, without the names of the help option.
    @Test(
        "--help works on every command, whatever the other arguments",
        arguments: [["build"], ["verify"], ["metadata"], ["plan"]],
        [["-h"], ["some.yml", "--help"], ["--help", "--bogus"], ["-h", "a", "b", "c"]])
    func helpAmongArguments(command: [String], arguments: [String]) throws {
        let help = try Self.help(command)
        let result = try TestSupport.run(
            Zseed.path, command + arguments, environment: ["COLUMNS": "80"])
        #expect(result.status == 0)
        #expect(result.output.trimmingCharacters(in: .whitespacesAndNewlines) == help)
        #expect(help.contains("USAGE: zseed \(command[0])"))
    }

    @Test("Topics that are not commands have help, and an unknown topic lists all")
    func topics() throws {
        for (topic, line) in [
            ("alike", "  compare     two models: whether a store of one opens with the other"),
            ("exit-codes", "3   the machine failed: a full disk, an unreadable file"),
            ("models", "  App.xcdatamodeld, App.xcdatamodel     as Xcode edits them"),
        ] {
            let result = try Zseed.run(["help", topic])
            #expect(result.status == 0)
            #expect(result.output.split(separator: "\n").contains(Substring(line)))
            #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        }
        let unknown = try Zseed.run(["help", "alikes"])
        #expect(unknown.status == 2)
        #expect(unknown.errors.hasPrefix("Error: there is no command 'alikes'; did you mean `alike`?"))
    }

    @Test("Every command is in one group of the first page, on one line of eighty columns")
    func oneLineEach() throws {
        let page = try Self.help([])
        let commands = try Self.commands()
        #expect(Set(commands).count == commands.count)
        #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
        for command in commands {
            let lines = page.split(separator: "\n").filter { $0.hasPrefix("  \(command) ") }
            #expect(lines.count == 1)
            #expect(lines.first.map { $0.last == "." && $0.count <= 80 } ?? false)
        }
    }

    @Test("Model options are the last group of a command's help")
    func modelOptionsLast() throws {
        for command in ["create", "diff", "verify", "copy"] {
            let help = try Self.help([command])
            let group = try #require(help.components(separatedBy: "\n\n").last)
            #expect(group.hasPrefix("CHOOSING THE MODEL:\n  --model-version"))
            #expect(!help.contains("\n\n\n"))
        }
    }

    @Test("The page has the program's texts for every command and option")
    func upToDate() throws {
        let path = Corpus.packageRoot + "/docs/reference/commands.md"
        let page = try Self.page()
        if ProcessInfo.processInfo.environment["ZSEED_WRITE_DOCS"] != nil {
            try Data(page.utf8).write(to: URL(fileURLWithPath: path))
        }
        let committed = try String(contentsOfFile: path, encoding: .utf8)
        #expect(committed == page, "docs/reference/commands.md is not what the commands say of themselves")
    }

    /// ArgumentParser's description of a command for programs.
    private struct CommandInfo: Decodable {
        struct Argument: Decodable {
            let valueName: String?
            let abstract: String?
        }
        let commandName: String
        let abstract: String?
        let arguments: [Argument]?
        let subcommands: [CommandInfo]?

        /// The names of commands and arguments without a description.
        var unexplained: [String] {
            let own = (abstract ?? "").isEmpty ? [commandName] : []
            let arguments = (arguments ?? []).filter { ($0.abstract ?? "").isEmpty }
            return own + arguments.map { "\(commandName) \($0.valueName ?? "?")" }
                + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap(\.unexplained)
        }
    }

    @Test("Every command, argument and option has an explanation")
    func explained() throws {
        struct Dump: Decodable { let command: CommandInfo }
        let result = try Zseed.run(["--experimental-dump-help"])
        let command = try JSONDecoder().decode(Dump.self, from: Data(result.output.utf8)).command
        #expect((command.subcommands ?? []).count > 5)
        #expect(command.unexplained == [])
    }
}
