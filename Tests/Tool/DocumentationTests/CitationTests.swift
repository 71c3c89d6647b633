import Foundation
import TestSupport
import Testing

/// Code, tests and pages cite the rules of the format by sections of docs/internals/format.md; pages link to pages.
@Suite("Citations and links")
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
        let prose = try text(page).replacing(/(?m)^( *)```(?:.*\n)*?\1```$/, with: "")
        let lines = prose.split(separator: "\n").filter { $0.hasPrefix("#") }
        return Set(
            lines.map { line in
                let title = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
                let kept = title.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
                return kept.replacing(" ", with: "-")
            })
    }

    @Test("Each cited section of docs/internals/format.md exists")
    func sections() throws {
        let anchors = try Self.anchors(of: "docs/internals/format.md")
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

    @Test("Links between pages lead to existing files and headings")
    func links() throws {
        let outer = try FileManager.default.contentsOfDirectory(atPath: Corpus.packageRoot)
            .filter { $0.hasSuffix(".md") }
        let pages =
            try outer + Self.files(in: "docs", ".md") + Self.files(in: "Benchmarks", ".md")
            + Self.files(in: "Tests", ".md")
        var headings: [String: Set<String>] = [:]
        for page in pages {
            for link in try Self.text(page).matches(of: /\]\(([^)#\s]*)(?:#([^)\s]+))?\)/)
            where !link.output.1.contains(":") {
                let folder = (page as NSString).deletingLastPathComponent
                let target =
                    link.output.1.isEmpty
                    ? page : ("/\(folder)/\(link.output.1)" as NSString).standardizingPath
                let path = Corpus.packageRoot + "/" + target
                #expect(FileManager.default.fileExists(atPath: path), "\(page): \(target)")
                guard let heading = link.output.2, target.hasSuffix(".md") else { continue }
                let there = try headings[target] ?? Self.anchors(of: target)
                headings[target] = there
                #expect(there.contains(String(heading)), "\(page): \(target)#\(heading)")
            }
        }
    }

    @Test("Each former address of a page leads to an existing page")
    func moved() throws {
        let lines = try Self.text(".github/site/moved.txt").split(separator: "\n")
        let pages = Set(try Self.files(in: "docs", ".md"))
        #expect(lines.count >= 31)
        for line in lines {
            let names = line.split(separator: " ").map { "docs/\($0)" }
            try #require(names.count == 2, "\(line)")
            #expect(!pages.contains(names[0]) && pages.contains(names[1]), "\(line)")
        }
    }

    @Test("Each rule of docs/guides/merging.md names an existing test")
    func rules() throws {
        let rows = try Self.text("docs/guides/merging.md").split(separator: "\n")
            .drop { $0 != "| | rule | test |" }.dropFirst(2).prefix { $0.hasPrefix("|") }
        #expect(rows.count > 20)
        let tests = try Self.files(in: "Tests", "Tests.swift")
        for row in rows {
            let name = try #require(row.firstMatch(of: /`(\w+)\.(\w+)` \|$/), "\(row)")
            let files = tests.filter { $0.hasSuffix("/\(name.output.1).swift") }
            #expect(try files.contains { try Self.text($0).contains("func \(name.output.2)(") }, "\(row)")
        }
    }

    @Test("No source file cites notes that are outside the repository")
    func notes() throws {
        for file in try Self.files(in: "Sources", ".swift") {
            let citations = try Self.text(file).matches(of: /\b(?:SPEC|SWIFTDATA)\.md|\bSPEC \d/)
            #expect(citations.isEmpty, "\(file) cites \(citations.map { String($0.output) })")
        }
    }
}
