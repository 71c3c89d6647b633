import Foundation
import Seeding
import TestSupport
import Testing

@Suite("The documentation")
struct PlanReferenceTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: Corpus.packageRoot + "/" + path, encoding: .utf8)
    }

    private static func sources(in folder: String) throws -> [String] {
        let root = Corpus.packageRoot + "/" + folder
        let files = try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
        return try files.filter { $0.hasSuffix(".swift") }.map { try text(folder + "/" + $0) }
    }

    /// Returns the keys that the plan's reader uses, from the calls in its source.
    private static func readKeys() throws -> Set<String> {
        let call =
            /\.(?:join|text|texts|requiredText|scalar|mapping|node|flag|list|count|choice|words|locatedFlag|locatedChoice)\(\s*"(\w+)"/
        let kind = /static let key = "(\w+)"/
        let folders = ["Sources/Seed/Seeding/Plan", "Sources/Seed/Inputs/Kinds"]
        return Set(
            try folders.flatMap(sources).flatMap { source in
                source.matches(of: call).map { String($0.output.1) }
                    + source.matches(of: kind).map { String($0.output.1) }
            })
    }

    /// Returns the keys in the first column of the page's tables.
    private static func documentedKeys() throws -> Set<String> {
        let row = /(?m)^\| `(\w+)` \|/
        return Set(try text("docs/reference/plan.md").matches(of: row).map { String($0.output.1) })
    }

    @Test("The plan reference has exactly the keys of a plan")
    func planKeys() throws {
        let read = try Self.readKeys()
        let documented = try Self.documentedKeys()
        #expect(!read.isEmpty)
        #expect(read.subtracting(documented).sorted() == [], "read, but not documented")
        #expect(documented.subtracting(read).sorted() == [], "documented, but not read")
    }

    @Test("The table of keys has exactly the keys that are read")
    func keyTable() throws {
        let table = Set(PlanSection.allCases.flatMap(\.names))
        #expect(try Self.readKeys().symmetricDifference(table).sorted() == [])
        for section in PlanSection.allCases {
            #expect(Set(section.names).count == section.keys.count, "\(section) has a key twice")
        }
        for kind in PlanSection.sourceKinds {
            let options = PlanSection.source.options(ofSourceKind: kind)
            #expect(!options.contains(kind) && options.contains("where"))
        }
    }

    @Test("The page is generated from the table of keys")
    func planReference() throws {
        let page = try PlanKeyTable.page(from: Self.text("docs/reference/plan.md"))
        if ProcessInfo.processInfo.environment["ZSEED_WRITE_DOCS"] != nil {
            try Data(page.utf8).write(
                to: URL(fileURLWithPath: Corpus.packageRoot + "/docs/reference/plan.md"))
        }
        #expect(
            try Self.text("docs/reference/plan.md") == page,
            "docs/reference/plan.md is not what the keys are: `make reference` writes it")
    }

    @Test("Every command is on the first page of the documentation")
    func commands() throws {
        let help = try Self.text("Sources/Tool/zseed/Commands/HelpText.swift")
        let page = try Self.text("docs/README.md")
        let types = help.matches(of: /(\w+)\.self/).map { String($0.output.1) }
        #expect(types.count >= 6)
        for type in types {
            let name = try Self.commandName(of: type)
            #expect(page.contains("`zseed \(name) "), "zseed \(name) is not in docs/README.md")
        }
    }

    /// Returns the declared name of a command, or otherwise its type's name in lower case.
    private static func commandName(of type: String) throws -> String {
        let all = try sources(in: "Sources/Tool/zseed/Commands")
        let source = try #require(all.first { $0.contains("struct \(type): ") })
        let given = source.firstMatch(of: /commandName: "(\w+)"/)
        return given.map { String($0.output.1) } ?? type.lowercased()
    }

    @Test("Every check is on the page of checks")
    func checks() throws {
        let page = try Self.text("docs/reference/checks.md")
        let names = try Self.sources(in: "Sources/Show/Verification/Checks").compactMap {
            $0.firstMatch(of: /let name = "([^"]+)"/).map { String($0.output.1) }
        }
        #expect(names.count >= 26)
        for name in names { #expect(page.contains("\n### \(name)\n"), "\(name) is not documented") }
    }

    @Test("Every page can be reached from the first one, and the first from the README")
    func pages() throws {
        let first = try Self.text("docs/README.md")
        #expect(try Self.text("README.md").contains("(docs/README.md)"))
        let pages = try FileManager.default
            .subpathsOfDirectory(atPath: Corpus.packageRoot + "/docs")
            .filter { $0.hasSuffix(".md") && !$0.hasPrefix("sources/") }
            .filter { !$0.hasPrefix("cookbook/") || $0.hasSuffix("/README.md") }
        #expect(!pages.isEmpty)
        for page in pages.sorted() where page != "README.md" {
            #expect(first.contains("](\(page))"), "docs/\(page) is not linked")
        }
    }
}
