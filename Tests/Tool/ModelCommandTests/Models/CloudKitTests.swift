import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed verify --cloudkit")
struct CloudKitTests {
    private static let sound = """
        <entity name="Note"><attribute name="text" optional="YES" attributeType="String"/></entity>
        <configuration name="Cloud"><memberEntity name="Note"/></configuration>
        """

    @Test("A store's model is checked with the store, each finding has a code, and the exit code is 1")
    func store() throws {
        let shop = try Shop()
        try shop.build().expectSuccess()
        let result = try Zseed.run("verify", "out.sqlite", "--cloudkit", "--json", in: shop.path)
        #expect(result.status == 1)
        struct Report: Decodable {
            struct Check: Decodable {
                struct Finding: Decodable {
                    let severity: String
                    let code: String?
                    let entity: String?
                    let property: String?
                }
                let identifier: String
                let status: String
                let documentation: String
                let findings: [Finding]
            }
            let checks: [Check]
        }
        let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
        #expect(report.checks.count == Zseed.checkCount + 1)
        let check = try #require(report.checks.last)
        #expect(check.identifier == "cloudkit")
        #expect(check.documentation == "docs/reference/checks.md#cloudkit")
        #expect(
            check.findings.map { "\($0.code ?? "-") \($0.entity ?? "").\($0.property ?? "")" } == [
                "requiredAttribute Item.name", "requiredAttribute Unit.name",
                "uniquenessConstraint Unit.name",
            ])
        #expect(report.checks.dropLast().allSatisfy { $0.status == "passed" })
        // The check can be chosen alone, like any other check.
        let alone = try Zseed.run("verify", "out.sqlite", "--check", "cloudkit", in: shop.path)
        #expect(alone.status == 1)
        #expect(alone.output.contains("out.sqlite: 1 of 1 check failed"))
        // The check does not run unless it is requested.
        #expect(try Zseed.run("verify", "out.sqlite", in: shop.path).status == 0)
    }

    @Test("A Core Data or SwiftData model alone is checked, but not with checks of stores")
    func model() throws {
        let folder = try TestFolder()
        let model = try folder.writeModel(Self.sound)
        let passed = try Zseed.run("verify", model, "--cloudkit", in: folder.path)
        #expect(passed.status == 0)
        #expect(passed.output.contains("ok    CloudKit"))
        try folder.write(
            """
            import SwiftData
            @Model final class Note { @Attribute(.unique) var text: String
                init(text: String) { self.text = text } }
            """, as: "Note.swift")
        let failed = try Zseed.run("verify", "Note.swift", "--cloudkit", in: folder.path)
        #expect(failed.status == 1)
        #expect(failed.output.contains("        Note .text: is not optional and has no default"))
        #expect(failed.output.contains("        Note .text: is a uniqueness constraint"))
        for options in [["--check", "schema"], ["--skip", "schema"], ["--model", model], ["--sql"]] {
            let refused = try Zseed.run(["verify", model, "--cloudkit"] + options, in: folder.path)
            #expect(refused.status == 2, "\(options)")
        }
        #expect(try Zseed.run("verify", model, in: folder.path).status != 0)
    }

    @Test("--model and --configuration choose what is checked")
    func configuration() throws {
        let folder = try TestFolder()
        let model = try folder.writeModel(Self.sound)
        try Zseed.run("create", model, "-o", "s.sqlite", in: folder.path).expectSuccess()
        let options = ["verify", "s.sqlite", "--cloudkit", "--model", model, "--configuration"]
        #expect(try Zseed.run(options + ["Cloud"], in: folder.path).status == 0)
        let unknown = try Zseed.run(options + ["Cluod"], in: folder.path)
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("the model has no configuration 'Cluod'; it has Cloud"))
        let alone = try Zseed.run("verify", "s.sqlite", "--configuration", "Cloud", in: folder.path)
        #expect(alone.status == 2)
        #expect(alone.errors.contains("--configuration needs --cloudkit"))
    }

    @Test("CloudKit's records in a seed are a warning")
    func mirrored() throws {
        let folder = try TestFolder()
        let model = try folder.writeModel(Self.sound)
        try Zseed.run("create", model, "-o", "s.sqlite", in: folder.path).expectSuccess()
        try Connection(path: folder.path + "/s.sqlite", mode: .readWrite).execute(
            "CREATE TABLE ANSCKRECORDMETADATA (Z_PK INTEGER PRIMARY KEY); "
                + "INSERT INTO ANSCKRECORDMETADATA VALUES (1)")
        let arguments = ["verify", "s.sqlite", "--cloudkit", "--skip", "schema"]
        let warned = try Zseed.run(arguments, in: folder.path)
        #expect(warned.output.contains("warning: ANSCKRECORDMETADATA has rows"))
        #expect(warned.status == 0)
        #expect(try Zseed.run(arguments + ["--strict"], in: folder.path).status == 1)
    }

    @Test("Entities of a mirrored store that the app's model lacks are a warning")
    func removedEntities() throws {
        let folder = try TestFolder()
        func entity(_ name: String, _ more: String = "") -> String {
            "<entity name=\"\(name)\" \(more)><attribute name=\"x\" optional=\"YES\" attributeType=\"String\"/></entity>"
        }
        let old = try folder.writeModel(
            entity("Gone") + entity("Item") + entity("Tag"), as: "Old.xcdatamodel")
        let new = try folder.writeModel(
            entity("Item") + entity("Label", "elementID=\"Tag\""), as: "New.xcdatamodel")
        try Zseed.run("create", old, "-o", "s.sqlite", in: folder.path).expectSuccess()
        func verify(_ model: String) throws -> String {
            try Zseed.run(
                "verify", "s.sqlite", "--cloudkit", "--check", "cloudkit", "--model", model, in: folder.path
            ).output
        }
        #expect(try !verify(new).contains("is no entity"))
        try Connection(path: folder.path + "/s.sqlite", mode: .readWrite).execute(
            "CREATE TABLE ANSCKRECORDMETADATA (Z_PK INTEGER PRIMARY KEY); "
                + "INSERT INTO ANSCKRECORDMETADATA VALUES (1)")
        let warning =
            "warning: Gone: is not an entity of the app's model: if CloudKit has mirrored its objects, the "
            + "migration fails on devices (ANSCKRECORDMETADATA); keep the entity\n"
        #expect(try verify(new).contains(warning))
        #expect(try !verify(new).contains("Tag: is no entity"))
        #expect(try !verify(old).contains("is no entity"))
    }
}
