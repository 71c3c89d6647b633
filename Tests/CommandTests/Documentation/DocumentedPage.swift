import Foundation
import TestSupport
import Testing

/// A page of the documentation whose examples are run as they stand there.
///
/// A file is its name in a line of its own and a fenced block behind it; a `console` block has
/// commands behind `$ `, each with its output. Both take effect in the order of the page.
struct DocumentedPage {
    private enum Step {
        case file(name: String, text: String)
        case console(String)
    }

    /// Whether the commands that pages use besides ours are there.
    static let hasShell: Bool = (try? run("sqlite3", ["-version"]).status) == 0

    private let steps: [Step]
    /// The page's text.
    let text: String

    /// Reads a page.
    ///
    /// - Parameter path: from the root of the package.
    init(_ path: String) throws {
        text = try String(contentsOfFile: Corpus.packageRoot + "/" + path, encoding: .utf8)
        let blocks = text.matches(
            of: /(?m)(?:^`([\w.\/-]+)`:\n\n```\w+|^```console)\n((?:.*\n)*?)```$/)
        steps = blocks.map { block in
            guard let name = block.output.1 else { return .console(String(block.output.2)) }
            return .file(name: String(name), text: String(block.output.2))
        }
    }

    /// The names of the pages in a folder.
    static func names(in folder: String) -> [String] {
        let path = Corpus.packageRoot + "/" + folder
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".md") }.sorted()
    }

    /// The text of a file of the page.
    func file(_ name: String) -> String? {
        for case .file(name, let text) in steps { return text }
        return nil
    }

    /// Writes the files of the page and runs its commands, in a folder with a copy of models.
    ///
    /// - Parameter models: paths of models from the root of the package.
    func expectOutput(models: [String]) throws {
        let folder = try TestFolder()
        for model in models {
            try FileManager.default.copyItem(
                atPath: Corpus.packageRoot + "/" + model,
                toPath: folder.path + "/" + URL(fileURLWithPath: model).lastPathComponent)
        }
        var commands = 0
        for step in steps {
            switch step {
            case .file(let name, let text): try folder.write(text, as: name)
            case .console(let console):
                for command in console.split(separator: #/(?m)^\$ /#) where !command.isEmpty {
                    try expect(command, in: folder)
                    commands += 1
                }
            }
        }
        #expect(commands > 0)
    }

    private func expect(_ command: Substring, in folder: TestFolder) throws {
        let lines = command.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.first)
        let bin = URL(fileURLWithPath: Zseed.path).deletingLastPathComponent().path
        let result = try run("sh", ["-c", "PATH='\(bin)':\"$PATH\"; \(line)"], in: folder.path)
        #expect(result.errors == "", "\(line)")
        let expected = lines.dropFirst().joined(separator: "\n")
        // The page leaves out the folder.
        let output = result.output.replacing(folder.path + "/", with: "")
        #expect(Self.timeless(output) == Self.timeless(expected), "\(line)")
    }

    /// The text without what differs from run to run: times, and the spaces that line them up.
    private static func timeless(_ text: String) -> [String] {
        text.trimmingCharacters(in: .newlines)
            .split(separator: "\n", omittingEmptySubsequences: false).map { line in
                line.replacing(/[0-9.,]+ (ms|s)\b/, with: "T").replacing(/\ +/, with: " ")
                    .trimmingCharacters(in: .whitespaces)
            }
    }
}
