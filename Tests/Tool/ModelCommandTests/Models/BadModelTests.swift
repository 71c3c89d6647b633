import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("Files that are not models")
struct BadModelTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try TestStore.create(at: folder.path + "/good.sqlite", model: Shop.model)
    }

    /// Expects that every command with a model reports the same about an invalid one, and writes nothing.
    private func expect(
        _ name: String, _ words: String, _ status: Int32, place: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try files(in: folder.path)
        let commands = [
            ["hash", name], ["inspect", name], ["inspect", "--json", name],
            ["inspect", "--diagram", "dot", name], ["create", name, "-o", "out.sqlite"],
            ["create", name, "-o", "out.sql"], ["compare", name, "good.sqlite"],
            ["compare", "good.sqlite", name], ["verify", "good.sqlite", "--model", name],
        ]
        for command in commands {
            let result = try TestSupport.run(Zseed.path, command, in: folder.path)
            #expect(
                result.errors == "\(name)\(place): error: \(words)\n", "\(command)",
                sourceLocation: sourceLocation)
            #expect(result.status == status, "\(command)", sourceLocation: sourceLocation)
            #expect(result.output == "", "\(command)", sourceLocation: sourceLocation)
        }
        #expect(try files(in: folder.path) == before, sourceLocation: sourceLocation)
    }

    @Test(
        "A missing file is reported",
        arguments: ["none.sqlite", "None.xcdatamodeld", "none.mom", "None.momd/"])
    func missing(name: String) throws { try expect(name, "no such file", 2) }

    @Test("Folders without a model are refused")
    func folders() throws {
        try folder.write("", as: "plain/readme.txt")
        try expect("plain", "is a folder, not a store", 2)
        for name in ["A.xcdatamodel", "A.xcdatamodeld", "A.momd"] {
            try folder.write("", as: name + "/readme.txt")
            try expect(
                name, "contains no model: the folder has neither a contents file nor versions", 1)
        }
    }

    @Test("Texts and other files are refused")
    func texts() throws {
        try folder.write("hello\n", as: "notes.txt")
        try expect("notes.txt", "is not an SQLite database", 1)
        try folder.write("", as: "empty.mom")
        try expect("empty.mom", "is empty: not a Core Data store", 1)
        try folder.write("<?xml version=\"1.0\"?><html></html>", as: "page.xml")
        try expect(
            "page.xml", "is not a readable model: its XML is <html>, not <model>", 1, place: ":1:22")
    }

    @Test("Damaged models are refused")
    func damaged() throws {
        try folder.write("<?xml version=\"1.0\"?>\n<model>\n<entity name=\"E", as: "cut.xml")
        try expect(
            "cut.xml", "is not a readable model: the XML is malformed: what begins here is never closed", 1,
            place: ":3:1")
        try folder.write(Data("bplist00".utf8) + Data(repeating: 9, count: 60), as: "cut.mom")
        try expect(
            "cut.mom", "is not a readable model: the binary property list has a damaged trailer", 1)
        try folder.writeModel("<entity name=\"E\" parentEntity=\"Gone\"/>", as: "P.xcdatamodel")
        try expectContents("P", "E: its parent entity Gone is not in the model")
        try folder.writeModel("<entity name=\"E\"/><entity name=\"E\"/>", as: "D.xcdatamodel")
        try expectContents("D", "two entities are named E")
    }

    /// Expects the same for an `.xcdatamodel` with invalid `contents`.
    private func expectContents(_ name: String, _ words: String) throws {
        let result = try Zseed.run("hash", "\(name).xcdatamodel", in: folder.path)
        #expect(result.errors.hasPrefix("\(name).xcdatamodel/contents"))
        #expect(result.errors.hasSuffix(": error: \(words)\n"), "\(result.errors)")
        #expect(result.status == 1)
    }

    @Test(
        "Every command that writes a model cache reports forms that no real cache shows",
        arguments: [
            ["create", "M.xcdatamodel", "-o", "out.sqlite"],
            ["create", "M.xcdatamodel", "-o", "out.sql"], ["build", "plan.yml"],
            ["build", "plan.yml", "--json"], ["plan", "M.xcdatamodel", "rows.csv"],
            ["export", "M.xcdatamodel", "-o", "exported"],
        ])
    func unknownArchivedForm(command: [String]) throws {
        try folder.writeModel(
            """
            <entity name="E"><attribute name="a" optional="YES" attributeType="Integer 16"/>
            <fetchIndex name="byA"><fetchIndexElement expression="TERNARY(a == 1, 1, 2)"
                expressionType="Integer 16" type="Binary" order="ascending"/></fetchIndex></entity>
            """, as: "M.xcdatamodel")
        try folder.write("a\n1\n", as: "rows.csv")
        try folder.write(
            """
            reference: M.xcdatamodel
            output: out.sqlite
            sources: { rows: { csv: rows.csv } }
            entities: { E: { from: rows, attributes: { a: a } } }
            """, as: "plan.yml")
        let before = try files(in: folder.path)
        let result = try TestSupport.run(Zseed.path, command, in: folder.path)
        #expect(
            result.errors
                == "M.xcdatamodel: error: E.byA: `TERNARY(a == 1, 1, 2)` has no known form in a "
                + "model cache: use a store of the app instead of its model\n")
        #expect(result.status == 1)
        #expect(
            result.output.contains("\"reason\" : \"unknownArchivedForm\"")
                == command.contains("--json"))
        #expect(try files(in: folder.path) == before)
    }

    @Test("XML that declares entities is refused before any is expanded")
    func hostileXML() throws {
        let bomb = """
            <?xml version="1.0"?>
            <!DOCTYPE model [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY file SYSTEM "file:///etc/hostname">]>
            <model><entity name="&b;&file;"/></model>
            """
        try folder.write(bomb, as: "bomb.xml")
        try expect(
            "bomb.xml", "is not a readable model: the XML declares entities of its own", 1,
            place: ":2:29")
    }

    // MARK: Versions

    private func writeVersions(current: String?) throws {
        try folder.writeModel(Shop.model, as: "App.xcdatamodeld/App.xcdatamodel")
        try folder.writeModel("<entity name=\"E\"/>", as: "App.xcdatamodeld/App 2.xcdatamodel")
        guard let current else { return }
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
            <string>\(current)</string></dict></plist>
            """, as: "App.xcdatamodeld/.xccurrentversion")
    }

    @Test("The current version is the default, and any other can be chosen")
    func versions() throws {
        try writeVersions(current: "App 2.xcdatamodel")
        func entities(_ version: String...) throws -> [String] {
            let options = version.flatMap { ["--model-version", $0] }
            return try TestSupport.run(
                Zseed.path, ["hash", "App.xcdatamodeld"] + options, in: folder.path
            ).lines.dropLast(2).map { String($0.split(separator: "\t")[0]) }
        }
        #expect(try entities() == ["E"])
        #expect(try entities("App 2") == ["E"])
        #expect(try entities("App") == ["Item", "Label", "Place", "Room", "Shelf", "Unit"])
        let inspected = try Zseed.run("inspect", "App.xcdatamodeld", in: folder.path)
        #expect(
            inspected.lines.contains(
                "  model       App.xcdatamodeld/App 2.xcdatamodel/contents (App 2)"))
    }

    @Test("An unknown version is a command-line error that lists the versions")
    func unknownVersion() throws {
        try writeVersions(current: "App.xcdatamodel")
        for command in [
            ["hash", "App.xcdatamodeld"], ["inspect", "App.xcdatamodeld"],
            ["create", "App.xcdatamodeld", "-o", "out.sqlite"],
            ["verify", "good.sqlite", "--model", "App.xcdatamodeld"],
        ] {
            let result = try TestSupport.run(
                Zseed.path, command + ["--model-version", "App 3"], in: folder.path)
            #expect(
                result.errors
                    == "App.xcdatamodeld: error: has no version 'App 3'; it has App, App 2\n")
            #expect(result.status == 2)
            #expect(result.output == "")
        }
    }

    @Test("Several versions without a current one are refused")
    func noCurrentVersion() throws {
        try writeVersions(current: nil)
        try expect(
            "App.xcdatamodeld", "does not name its current version; it has App, App 2", 1)
    }

    @Test("A missing current version is reported")
    func lostVersion() throws {
        try writeVersions(current: "App 9.xcdatamodel")
        let result = try Zseed.run("hash", "App.xcdatamodeld", in: folder.path)
        #expect(
            result.errors
                == "App.xcdatamodeld: error: its current version 'App 9' is missing; it has App, App 2\n")
        #expect(result.status == 1)
    }

    @Test("A single model has no version to choose")
    func single() throws {
        try folder.writeModel(Shop.model, as: "M.xcdatamodel")
        for name in ["M.xcdatamodel", "M.xcdatamodel/contents", "good.sqlite"] {
            let result = try Zseed.run("hash", name, "--model-version", "2", in: folder.path)
            #expect(
                result.errors
                    == "\(name): error: is a single model: there is no version to choose\n")
            #expect(result.status == 2)
        }
    }

    @Test("Options that exclude each other are refused")
    func options() throws {
        try folder.writeModel(Shop.model, as: "M.xcdatamodel")
        let cases: [([String], String)] = [
            (
                ["inspect", "--json", "--sql", "good.sqlite"],
                "--json, --sql and --diagram exclude each other"
            ),
            (
                ["inspect", "--sql", "--diagram", "dot", "good.sqlite"],
                "--json, --sql and --diagram exclude each other"
            ),
            (
                ["inspect", "--diagram", "svg", "good.sqlite"],
                """
                The value 'svg' is invalid for '--diagram <diagram>'. Please provide one of \
                'mermaid' and 'dot'.
                """
            ),
            (
                ["inspect", "M.xcdatamodel", "--model", "M.xcdatamodel"],
                "--model is for a store: M.xcdatamodel is a model itself"
            ),
            (
                ["verify", "good.sqlite", "--model-version", "2"],
                "--model-version needs --model"
            ),
            (
                ["query", "good.sqlite", "Item", "--schema", "V2", "--inverses", "declared"],
                "--schema and --inverses need --model"
            ),
            (["create", "M.xcdatamodel"], "Missing expected argument '--output <output>'"),
            (["compare", "good.sqlite"], "Missing expected argument '<right>'"),
            (["hash"], "Missing expected argument '<file>'"),
        ]
        for (arguments, words) in cases {
            let result = try TestSupport.run(Zseed.path, arguments, in: folder.path)
            #expect(result.errors.hasPrefix("Error: \(words)\n"), "\(arguments): \(result.errors)")
            #expect(result.status == 2)
            #expect(result.output == "")
        }
    }

    @Test("Outputs that cannot be written are reported")
    func outputs() throws {
        try folder.writeModel(Shop.model, as: "M.xcdatamodel")
        try folder.write("", as: "folder/file")
        let cases = [
            ("folder", "folder: error: is a folder"),
            ("folder/file/a.sqlite", "folder/file: error: is a file, not a folder"),
        ]
        for (output, words) in cases {
            let result = try Zseed.run("create", "M.xcdatamodel", "-o", output, in: folder.path)
            #expect(result.errors.hasPrefix(words), "\(result.errors)")
            #expect(result.status == 2)
        }
    }
}
