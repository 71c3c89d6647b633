import Foundation
import TestSupport
import Testing

@Suite("The pages of sources")
struct SourcePagesTests {
    private static let folder = Corpus.packageRoot + "/docs/sources"

    static let pages: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".md") }.sorted()
    }()

    private static let hasShell: Bool = (try? run("sqlite3", ["-version"]).status) == 0

    @Test("There is a page for every kind of source")
    func everyKind() {
        #expect(
            Self.pages == [
                "csv.md", "json.md", "ndjson.md", "plist.md", "sqlite.md", "store.md", "xml.md",
            ])
    }

    @Test(
        "The example of a page gives the output that the page shows",
        .enabled(if: hasShell, "needs the sqlite3 shell"), arguments: pages)
    func examples(page: String) throws {
        let text = try String(contentsOfFile: Self.folder + "/" + page, encoding: .utf8)
        let folder = try TestFolder()
        try FileManager.default.copyItem(
            atPath: Corpus.packageRoot + "/data/GroceryDude.xcdatamodeld",
            toPath: folder.path + "/GroceryDude.xcdatamodeld")
        for file in text.matches(of: /(?m)^`([\w.]+)`:\n\n```\w+\n((?:.*\n)*?)```$/) {
            try folder.write(String(file.output.2), as: String(file.output.1))
        }
        let console = try #require(text.firstMatch(of: /(?m)^```console\n((?:.*\n)*?)```$/)).output.1
        let commands = console.split(separator: "$ ").filter { !$0.isEmpty }
        #expect(commands.count >= 2)
        let bin = URL(fileURLWithPath: Zseed.path).deletingLastPathComponent().path
        for command in commands {
            let lines = command.split(separator: "\n", omittingEmptySubsequences: false)
            let line = try #require(lines.first)
            let result = try run(
                "sh", ["-c", "PATH='\(bin)':\"$PATH\"; \(line)"], in: folder.path)
            #expect(result.errors == "")
            let expected = lines.dropFirst().joined(separator: "\n")
            // The page leaves out the folder.
            let output = result.output.replacing(folder.path + "/", with: "")
            #expect(Self.timeless(output) == Self.timeless(expected), "\(line)")
        }
    }

    /// The text without what differs from run to run: times, and the spaces that line them up.
    private static func timeless(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.replacing(/[0-9.,]+ (ms|s)\b/, with: "T").replacing(/\ +/, with: " ")
                .trimmingCharacters(in: .whitespaces)
        }
    }
}
