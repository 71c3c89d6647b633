import CommandSupport
import Foundation
import TestSupport
import Testing

/// `make site`: docs/ as pages with navigation and search.
@Suite("The documentation's website")
struct SiteTests {
    private static let root = Corpus.packageRoot
    private static let hasRenderer = (try? run("python3", ["-m", "mkdocs", "--version"]).status) == 0

    @Test("Every page is in the navigation once")
    func navigation() throws {
        let plan = try String(contentsOfFile: Self.root + "/.github/site/mkdocs.yml", encoding: .utf8)
        let listed = plan.matches(of: /(?m): (\S+\.md)$/).map { String($0.output.1) }
        #expect(listed.count == Set(listed).count)
        // The folders whose pages are all included.
        #expect(plan.contains("@COOKBOOK@") && plan.contains("@SOURCES@"))
        let pages = try FileManager.default.subpathsOfDirectory(atPath: Self.root + "/docs")
            .filter { $0.hasSuffix(".md") }
        #expect(Set(listed).isSubset(of: pages))
        let included = ["cookbook/", "sources/"]
        for page in pages where !included.contains(where: page.hasPrefix) {
            #expect(listed.contains(page), "\(page)")
        }
    }

    @Test(
        "The site is rendered with valid links and current examples, and overwrites nothing else",
        .enabled(if: hasRenderer, "needs mkdocs"))
    func rendered() throws {
        let folder = try TestFolder()
        let script = Self.root + "/.github/site/build.py"
        let site = folder.path + "/site"
        try run("python3", [script, Zseed.path, site]).expectSuccess()
        let names = Set(try FileManager.default.subpathsOfDirectory(atPath: site))
        for name in [
            "index.html", "cookbook/spreadsheet/index.html", "sources/csv/index.html", "examples/demo.html",
            "examples/difference.html", "search/search_index.json", "cookbook/index.html",
            "reference/plan/index.html", "plan-reference/index.html",
        ] { #expect(names.contains(name), "\(name)") }
        let index = try String(contentsOfFile: site + "/index.html", encoding: .utf8)
        #expect(index.contains("href=\"examples/demo.html\""))
        // Links to files that are not in the site lead to the repository.
        #expect(index.contains("href=\"https://github.com/zseed/zseed/blob/main/ARCHITECTURE.md\""))
        #expect(!index.contains("src=\"http"))
        // The former address of a page leads to it, with the heading that the address names.
        let moved = try String(contentsOfFile: site + "/plan-reference/index.html", encoding: .utf8)
        #expect(moved.contains("location.replace(\"../reference/plan/\" + location.hash)"))
        #expect(moved.contains("url=../reference/plan/\""))
        // The site replaces itself, but never another folder.
        try run("python3", [script, Zseed.path, site]).expectSuccess()
        try folder.write("mine", as: "other/notes.txt")
        let refused = try run("python3", [script, Zseed.path, folder.path + "/other"])
        #expect(refused.status == 1)
        #expect(refused.errors.contains("/other: is there and no site of this documentation"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/other") == ["notes.txt"])
    }
}
