import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Variables and overrides on the command line")
struct PlanOverrideTests {
    private static func project(_ plan: String) throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write(plan.replacing("REFERENCE", with: SourceProject.reference), as: "plan.yml")
        try folder.write("name,qty\nTea,1\n", as: "items-en.csv")
        try folder.write("name,qty\nTee,1\n", as: "items-de.csv")
        return folder
    }

    private static let plan = """
        # ${UNKNOWN} in a comment is none.
        reference: REFERENCE
        output: out-${LANG}.sqlite
        metadata: { language: "${LANG}", "in ${LANG}": "$${LANG}", version: 3 }
        sources:
          items: { csv: items-${LANG}.csv }
        entities:
          Item: { from: items, attributes: { name: name, quantity: qty } }

        """

    private static func names(_ path: String) throws -> [String?] {
        try Connection.reading(path: path).rows("SELECT ZNAME FROM ZITEM") { $0.text(at: 0) }
    }

    private static func metadata(_ path: String, in folder: TestFolder) throws -> String {
        try Zseed.run("inspect", path, "--json", in: folder.path).output
    }

    @Test("One plan makes a store per language", arguments: [("en", "Tea"), ("de", "Tee")])
    func languages(language: String, name: String) throws {
        let folder = try Self.project(Self.plan)
        let result = try Zseed.run("build", "plan.yml", "--set", "LANG=\(language)", in: folder.path)
        #expect(result.errors == "")
        #expect(try Self.names(folder.path + "/out-\(language).sqlite") == [name])
        let text = try Self.metadata("out-\(language).sqlite", in: folder)
        #expect(text.contains("\"language\""))
        #expect(text.contains("in \(language)"))
        #expect(text.contains("${LANG}"))
    }

    @Test(
        "Unknown variables and sources are errors at their place, with a remedy",
        arguments: [
            ([], "plan.yml:3:9: error: `${LANG}` has no value: add --set LANG=VALUE"),
            (["--set", "LNAG=de"], "`${LANG}` has no value: add --set LANG=VALUE; did you mean `LNAG`?"),
            (["--set", "LANG=de", "--set", "OTHER=x"], "--set: error: the plan has no `${OTHER}`"),
            (["--set", "LANG"], "--set needs NAME=VALUE, not 'LANG'"),
            (["--set", "LANG=de", "--set", "LANG=en"], "--set names 'LANG' twice"),
            (["--metadata", "=1"], "--metadata needs KEY=VALUE, not '=1'"),
            (
                ["--set", "LANG=de", "--source", "itms=x.csv"],
                "--source: error: unknown source `itms`; did you mean `items`?"
            ),
            (["--set", "LANG=fr"], "items-fr.csv: error: no such file"),
        ] as [([String], String)])
    func mistakes(arguments: [String], message: String) throws {
        let folder = try Self.project(Self.plan)
        let result = try TestSupport.run(
            Zseed.path, ["build", "plan.yml"] + arguments, in: folder.path)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.status == 2)
    }

    @Test("A value is never read as YAML")
    func values() throws {
        let folder = try Self.project(
            """
            reference: REFERENCE
            output: out.sqlite
            sources: { items: { csv: items-en.csv } }
            entities:
              Item:
                from: items
                attributes:
                  name: { value: ${NAME} }
                  quantity: { value: ${QTY} }
            """)
        for name in ["{ a: 1 }", "[x, y]", "a: b # c", "&x *y", "null", "~", "", "'", "${NAME}", "true"] {
            let result = try Zseed.run(
                "build", "plan.yml", "--set", "NAME=\(name)", "--set", "QTY=2.5", "-q", in: folder.path)
            #expect(result.errors == "", "\(name)")
            #expect(try Self.names(folder.path + "/out.sqlite") == [name])
        }
    }

    @Test("`${` without a variable is an error that shows how to write the text")
    func badNames() throws {
        let folder = try Self.project(
            Self.plan.replacing("\"$${LANG}\"", with: "\"${my name}\""))
        let result = try Zseed.run("build", "plan.yml", "--set", "LANG=de", in: folder.path)
        #expect(result.status == 2)
        #expect(result.errors.contains("'${my name}' is not a variable"))
        #expect(result.errors.contains("`$${` for the text `${`"))
    }

    @Test("Metadata on the command line overrides the plan's, with its type")
    func metadata() throws {
        let folder = try Self.project(Self.plan)
        let result = try Zseed.run(
            "build", "plan.yml", "--set", "LANG=de", "--metadata", "version=4", "--metadata",
            "channel=beta=2", "--metadata", "number=\"7\"", "--metadata", "on=true", in: folder.path)
        #expect(result.errors == "")
        let text = try Self.metadata("out-de.sqlite", in: folder)
        for entry in ["\"version\" : 4", "\"channel\" : \"beta=2\"", "\"number\" : \"7\"", "\"on\" : true"] {
            #expect(text.contains(entry), "\(entry) in \(text)")
        }
    }

    @Test("A source is read from another file, relative to the current folder")
    func sources() throws {
        let folder = try Self.project(Self.plan)
        try folder.write("name,qty\nRum,1\n", as: "elsewhere/more.csv")
        try folder.write(Self.plan.replacing("REFERENCE", with: SourceProject.reference), as: "p/plan.yml")
        let result = try Zseed.run(
            "build", "p/plan.yml", "--set", "LANG=de", "--source", "items=elsewhere/*.csv", in: folder.path)
        #expect(result.errors == "")
        #expect(try Self.names(folder.path + "/p/out-de.sqlite") == ["Rum"])
        // The output must not replace an input that is given on the command line.
        let clash = try Zseed.run(
            "build", "p/plan.yml", "--set", "LANG=de", "--source", "items=elsewhere/more.csv", "-o",
            "elsewhere/more.csv", in: folder.path)
        #expect(clash.status == 2)
        #expect(clash.errors.contains("the output would overwrite an input"))
    }
}
