import Foundation
import TestSupport
import Testing

/// What can be known here of the program that `make coredata` runs on a Mac.
@Suite(
    "The program for the day of a Mac",
    .enabled(if: (try? run("swiftc", ["--version"]).status) == 0, "needs swiftc"))
struct CoreDataDayTests {
    private static let folder = Corpus.packageRoot + "/Tests/CoreData"

    private static func sources(in name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder + "/Sources/" + name).sorted()
            .map { folder + "/Sources/" + name + "/" + $0 }
    }

    #if !canImport(CoreData)
        @Test("Its Swift is right, by stubs of Core Data")
        func typechecks() throws {
            let scratch = try TestFolder()
            func compile(_ arguments: [String]) throws {
                let result = try run("swiftc", arguments, in: scratch.path)
                // Foundation calls expressions deprecated here, where it has none.
                #expect(result.status == 0, "\(result.errors)")
            }
            try compile(
                [
                    "-parse-as-library", "-emit-module", "-module-name", "CoreData", "-o",
                    "CoreData.swiftmodule",
                ]
                    + [Self.folder + "/Stubs/CoreData.swift"])
            try compile(
                ["-swift-version", "6", "-emit-module", "-module-name", "StoreDump"]
                    + ["-o", "StoreDump.swiftmodule"] + Self.sources(in: "StoreDump"))
            try compile(
                ["-swift-version", "6", "-typecheck", "-I", scratch.path]
                    + Self.sources(in: "coredata-day"))
        }
    #endif

    @Test("Each experiment names a rule that is there")
    func rules() throws {
        let text = try String(
            contentsOfFile: Self.folder + "/Sources/coredata-day/Experiments.swift", encoding: .utf8)
        let rules = text.matches(of: /rule: "(docs\/[^"#]+)#([^"]+)"/)
        #expect(rules.count >= 7)
        #expect(text.matches(of: /rule:/).count == rules.count)
        for rule in rules {
            let page = try String(
                contentsOfFile: Corpus.packageRoot + "/" + rule.output.1, encoding: .utf8)
            let anchors = page.matches(of: /(?m)^#+ (.*)$/).map {
                $0.output.1.lowercased().replacing(/[^\w\s-]/, with: "").replacing(" ", with: "-")
            }
            #expect(anchors.contains(String(rule.output.2)), "\(rule.output.0)")
        }
    }

    @Test(
        "The stores that it asks about are made, each with the model that opens it",
        .enabled(if: DocumentedPage.hasShell, "needs the sqlite3 shell"))
    func stores() throws {
        let folder = try TestFolder()
        let result = try run(
            "python3", [Self.folder + "/stores.py", Zseed.path, folder.path + "/stores"], in: folder.path)
        result.expectSuccess()
        let pairs = result.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        for name in ["demo.sqlite", "new-version/Recipes-migrated.sqlite", "photos/Recipes.sqlite"] {
            #expect(pairs.contains { $0.count == 2 && $0[0].hasSuffix("/stores/" + name) }, "\(name)")
        }
        for pair in pairs {
            let verified = try Zseed.run("verify", pair[0], "--model", pair[1], in: folder.path)
            #expect(verified.status == 0, "\(pair)")
        }
    }
}
