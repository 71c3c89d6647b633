import Foundation
import TestSupport
import Testing

/// A page of the documentation whose examples are run as they are.
///
/// A file is a line with its name, followed by a fenced block. A `console` block has commands after `$ `, each with its
/// output. Both take effect in the order of the page.
package struct DocumentedPage {
    private enum Step {
        case file(name: String, text: String)
        case console(String)
    }

    /// Whether the other commands that pages use are installed.
    package static let hasShell: Bool = (try? run("sqlite3", ["-version"]).status) == 0

    private let steps: [Step]
    /// The page's text.
    package let text: String
    private let path: String

    /// Reads a page.
    ///
    /// - Parameter path: the path relative to the root of the package.
    package init(_ path: String) throws {
        self.path = Corpus.packageRoot + "/" + path
        text = try String(contentsOfFile: self.path, encoding: .utf8)
        let blocks = text.matches(
            of: /(?m)(?:^`([\w.\/-]+)`:\n\n```\w+|^```console)\n((?:.*\n)*?)```$/)
        steps = blocks.map { block in
            guard let name = block.output.1 else { return .console(String(block.output.2)) }
            return .file(name: String(name), text: String(block.output.2))
        }
    }

    /// Returns the names of the pages in a folder.
    package static func names(in folder: String) -> [String] {
        let path = Corpus.packageRoot + "/" + folder
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".md") }.sorted()
    }

    /// Returns the text of a file on the page.
    package func file(_ name: String) -> String? {
        for case .file(name, let text) in steps { return text }
        return nil
    }

    /// Writes the files of the page and runs its commands, in a folder with copies of models.
    ///
    /// If the environment has `ZSEED_WRITE_DOCS=1`, the page is updated with the current output.
    ///
    /// - Parameters:
    ///   - models: the paths of models and other files, relative to the root of the package.
    ///   - environment: variables for the commands.
    package func expectOutput(models: [String], environment: [String: String] = [:]) throws {
        let folder = try TestFolder()
        for model in models {
            try FileManager.default.copyItem(
                atPath: Corpus.packageRoot + "/" + model,
                toPath: folder.path + "/" + URL(fileURLWithPath: model).lastPathComponent)
        }
        var commands = 0
        var page = text
        for step in steps {
            switch step {
            case .file(let name, let text): try folder.write(text, as: name)
            case .console(let console):
                for command in console.split(separator: #/(?m)^\$ /#) where !command.isEmpty {
                    let output = try self.output(of: command, in: folder, environment)
                    commands += 1
                    guard Self.timeless(output) != Self.timeless(Self.shownOutput(of: command))
                    else { continue }
                    if Self.writesPages {
                        page = page.replacing(command, with: Self.line(of: command) + "\n" + output)
                    } else {
                        #expect(
                            output == Self.shownOutput(of: command), "\(Self.line(of: command))")
                    }
                }
            }
        }
        #expect(commands > 0)
        if page != text { try page.write(toFile: path, atomically: true, encoding: .utf8) }
    }

    private static let writesPages = ProcessInfo.processInfo.environment["ZSEED_WRITE_DOCS"] == "1"

    private static func line(of command: Substring) -> String {
        String(command.prefix { $0 != "\n" })
    }

    private static func shownOutput(of command: Substring) -> String {
        String(command.dropFirst(line(of: command).count + 1))
    }

    /// Returns the output of a command without the folder's path, which the page leaves out.
    private func output(
        of command: Substring, in folder: TestFolder, _ environment: [String: String]
    ) throws -> String {
        let line = Self.line(of: command)
        let bin = URL(fileURLWithPath: Zseed.path).deletingLastPathComponent().path
        let result = try run(
            "sh", ["-c", "PATH='\(bin)':\"$PATH\"; \(line)"], in: folder.path,
            environment: environment)
        #expect(result.errors == "", "\(line)")
        return result.output.replacing(folder.path + "/", with: "")
            // The number of checks changes, so pages leave it out.
            .replacing(/\b[0-9]+ checks/, with: "… checks")
    }

    /// Returns the lines of a text without parts that differ between runs: times, and the spaces that align them.
    private static func timeless(_ text: String) -> [String] {
        text.trimmingCharacters(in: .newlines)
            .split(separator: "\n", omittingEmptySubsequences: false).map { line in
                line.replacing(/[0-9.,]+ (ms|s)\b/, with: "T").replacing(/\ +/, with: " ")
                    .trimmingCharacters(in: .whitespaces)
            }
    }
}
