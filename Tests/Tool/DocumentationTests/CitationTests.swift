import Foundation
import TestSupport
import Testing

/// Code, tests and pages cite the rules of the format by sections of docs/format.md.
@Suite("Citations of the format")
struct CitationTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: Corpus.packageRoot + "/" + path, encoding: .utf8)
    }

    private static func files(in folder: String, _ suffix: String) throws -> [String] {
        let root = Corpus.packageRoot + "/" + folder
        return try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
            .filter { $0.hasSuffix(suffix) }.map { folder + "/" + $0 }
    }

    /// Returns the anchors that Markdown renderers generate for headings.
    private static func anchors(of page: String) throws -> Set<String> {
        let lines = try text(page).split(separator: "\n").filter { $0.hasPrefix("#") }
        return Set(
            lines.map { line in
                let title = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
                let kept = title.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
                return kept.replacing(" ", with: "-")
            })
    }

    @Test("Each cited section of docs/format.md is there")
    func sections() throws {
        let anchors = try Self.anchors(of: "docs/format.md")
        #expect(anchors.contains("version-hashes"))
        let cited =
            try Self.files(in: "Sources", ".swift") + Self.files(in: "Tests", ".swift")
            + Self.files(in: "docs", ".md")
        var count = 0
        for file in cited {
            for match in try Self.text(file).matches(of: /format\.md#([\w-]+)((?:, #[\w-]+| to #[\w-]+)*)/) {
                let names =
                    [String(match.output.1)]
                    + match.output.2.matches(of: /#([\w-]+)/).map { String($0.output.1) }
                count += names.count
                let lost = names.filter { !anchors.contains($0) }
                #expect(lost.isEmpty, "\(file) cites \(lost)")
            }
        }
        #expect(count > 0)
    }

    @Test("Each rule of docs/merging.md names a test that holds it")
    func rules() throws {
        let rows = try Self.text("docs/merging.md").split(separator: "\n").drop { $0 != "| | rule | test |" }
            .dropFirst(2).prefix { $0.hasPrefix("|") }
        #expect(rows.count > 20)
        let tests = try Self.files(in: "Tests", "Tests.swift")
        for row in rows {
            let name = try #require(row.firstMatch(of: /`(\w+)\.(\w+)` \|$/), "\(row)")
            let files = tests.filter { $0.hasSuffix("/\(name.output.1).swift") }
            #expect(try files.contains { try Self.text($0).contains("func \(name.output.2)(") }, "\(row)")
        }
    }

    @Test("Nothing cites notes that are not in the repository")
    func notes() throws {
        for file in try Self.files(in: "Sources", ".swift") {
            let citations = try Self.text(file).matches(of: /\b(?:SPEC|SWIFTDATA)\.md|\bSPEC \d/)
            #expect(citations.isEmpty, "\(file) cites \(citations.map { String($0.output) })")
        }
    }
}
