import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// Every command about a store or a model reports the parts that no file has shown, and still works.
@Suite("Unverified parts of a model")
struct JudgementTests {
    private static let hash =
        "Item.search: the version hash of such a derived attribute is unverified; compare it with the app's"
    private static let triggers =
        "Item.search: the store has no triggers for this derived attribute; its value is correct now, but "
        + "does not change when the app changes the values it is derived from"

    /// Creates a folder with a model with a derived attribute of a kind that no file shows.
    private static func folder() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Item"><attribute name="title" optional="YES" attributeType="String"/>
            <attribute name="search" optional="YES" attributeType="String" derived="YES"
            derivationExpression="canonical:(title)"/></entity>
            """, as: "App.xcdatamodel")
        return folder
    }

    private static func made() throws -> TestFolder {
        let folder = try folder()
        let made = try Zseed.run("create", "App.xcdatamodel", "-o", "made.sqlite", in: folder.path)
        #expect(made.status == 0, "\(made.errors)")
        #expect(
            made.errors == "App.xcdatamodel: warning: \(hash)\nApp.xcdatamodel: warning: \(triggers)\n")
        return folder
    }

    @Test("A store with an unsupported derived attribute is created without triggers, with warnings")
    func create() throws {
        let folder = try Self.made()
        let verified = try Zseed.run(
            "verify", "made.sqlite", "--model", "App.xcdatamodel", in: folder.path)
        #expect(verified.status == 0, "\(verified.output)")
        #expect(
            verified.output.hasPrefix(
                """
                should open: the version hash of the only entity is equal
                  by analogy: \(Self.hash)
                  unknown: \(Self.triggers)

                ok
                """), "\(verified.output)")
        #expect(
            verified.output.hasSuffix(
                "\nmade.sqlite: should open: 2 things no file has shown, \(Zseed.checkCount) checks passed\n")
        )
        let json = try Zseed.run(
            "verify", "made.sqlite", "--model", "App.xcdatamodel", "--json", in: folder.path)
        #expect(json.output.contains("\"certainty\" : \"analogy\""), "\(json.output)")
        #expect(json.output.contains("\"certainty\" : \"unknown\""))
        #expect(json.output.contains("\"willOpen\" : true"))
    }

    @Test(
        "Every command reports them",
        arguments: [
            ["hash", "made.sqlite"], ["report", "App.xcdatamodel", "-o", "page.html"],
            ["report", "made.sqlite", "-o", "page.html"],
            ["migrate", "made.sqlite", "--to", "App.xcdatamodel", "-o", "new.sqlite"],
            ["migrate", "made.sqlite", "--to", "App.xcdatamodel", "--check"],
            ["build", "plan.yml"],
        ])
    func everyCommand(arguments: [String]) throws {
        let folder = try Self.made()
        try folder.write("title\nSoup\n", as: "rows.csv")
        try folder.write(
            """
            reference: made.sqlite
            output: out.sqlite
            sources: { rows: { csv: rows.csv } }
            entities: { Item: { from: rows, attributes: { title: title } } }
            """, as: "plan.yml")
        let result = try Zseed.run(arguments, in: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("warning: \(Self.hash)\n"), "\(result.errors)")
    }

    @Test("inspect reports them as text and as JSON")
    func data() throws {
        let folder = try Self.made()
        for file in ["made.sqlite", "App.xcdatamodel"] {
            let json = try Zseed.run("inspect", file, "--json", in: folder.path)
            #expect(json.output.contains("\"text\" : \"\(Self.hash)\""), "\(json.output)")
            let text = try Zseed.run("inspect", file, in: folder.path)
            #expect(text.output.contains("\n  uncertain, by analogy: \(Self.hash)\n"), "\(text.output)")
        }
    }

    @Test("Repair and migration continue without such triggers and report it")
    func goOn() throws {
        let folder = try Self.made()
        try Connection(path: folder.path + "/made.sqlite", mode: .readWrite).execute(
            """
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (1, 1, 0, 'Soup');
            UPDATE Z_PRIMARYKEY SET Z_MAX = 1
            """)
        let repaired = try Zseed.run("repair", "made.sqlite", "-o", "repaired.sqlite", in: folder.path)
        #expect(repaired.status == 0, "\(repaired.errors)")
        #expect(repaired.errors.contains("made.sqlite: warning: \(Self.triggers)\n"), "\(repaired.errors)")
        let drafted = try Zseed.run("plan", "App.xcdatamodel", "-o", "seed.yml", in: folder.path)
        #expect(
            !drafted.errors.contains("triggers of such a derived attribute are unknown"), "\(drafted.errors)")
    }

    @Test(
        "A store that Core Data created opens, whatever its model has",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func real() throws {
        let entry = try Corpus.entry("photos-13")
        let result = try Zseed.run("verify", entry.store, "--model", entry.store, in: Corpus.packageRoot)
        #expect(result.output.contains("\(entry.store): will open, "), "\(result.output.suffix(200))")
    }
}
