import Foundation
import SQLite
import TestSupport
import Testing

@Suite("What zseed build says of wrong values")
struct ValueErrorTests {
    /// A project of one entity, with an attribute `a` of a type and one row.
    private static func project(
        _ attribute: String, _ value: String, _ cell: String
    ) throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                <entity name="Thing"><attribute name="a" optional="YES" \(attribute)/></entity>
            </model>
            """, as: "Model.xcdatamodel/contents")
        try folder.write("c,d\n\"\(cell)\",x\n", as: "rows.csv")
        try folder.write("s", as: "secret")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/files/sub", withIntermediateDirectories: true)
        try folder.write(
            """
            reference: Model.xcdatamodel
            output: out.sqlite
            timeZone: UTC
            sources: { rows: { csv: rows.csv } }
            entities: { Thing: { from: rows, attributes: { a: \(value) } } }
            """, as: "plan.yml")
        return folder
    }

    private static let integer = "attributeType=\"Integer 16\" minValueString=\"1\" maxValueString=\"5\""
    private static let text = "attributeType=\"String\" minValueString=\"2\" maxValueString=\"4\""
    private static let plain = "attributeType=\"String\""
    private static let bytes = "attributeType=\"Binary\""
    private static let cell = "rows.csv:2:1: error: Thing.a: "

    @Test(
        "Values of rows: exit code 1, and where they are",
        arguments: [
            (integer, "c", "0", "'0' (column `c`) is less than the model's minimum 1"),
            (integer, "c", "6", "'6' (column `c`) is more than the model's maximum 5"),
            (text, "c", "x", "'x' (column `c`) is shorter than the model's minimum length 2"),
            (text, "c", "xxxxx", "'xxxxx' (column `c`) is longer than the model's maximum length 4"),
            (
                plain + " regularExpressionString=\"[a-z]+\"", "c", "A",
                "'A' (column `c`) does not match the model's regular expression `[a-z]+`"
            ),
            (
                "attributeType=\"Decimal\"", "c", "0.12345678901234567891",
                "'0.12345678901234567891' (column `c`) has more digits than a store keeps: "
                    + "it would hold 0.12345678901234568"
            ),
            (bytes, "c", "x", "a text (column `c`) for bytes: set `binary:` to base64, hex, file or text"),
            (bytes, "{ column: c, binary: hex }", "x", "'x' (column `c`) is not a hexadecimal"),
            (
                plain, "{ column: c, lookup: { kilogram: kg } }", "kilogramm",
                "'kilogramm' (column `c`) is not in the lookup table; did you mean `kilogram`?"
            ),
            (
                plain, "{ column: c, split: { separator: \",\", part: 2 } }", "x",
                "'x' (column `c`) has 1 part between ',', fewer than the plan asks for"
            ),
            (
                bytes, "{ column: c, binary: file, folder: files }", "../secret",
                "'../secret' (column `c`) leads out of the declared folder"
            ),
            (
                bytes, "{ column: c, binary: file, folder: files }", "none",
                "'none' (column `c`) is no file in the declared folder"
            ),
            (
                bytes, "{ column: c, binary: file, folder: files }", "sub",
                "'sub' (column `c`) is no plain file"
            ),
            (
                "attributeType=\"Integer 16\"", "{ template: \"{c}{d}\" }", "1",
                "'1x' (column `{c}{d}`) is not an integer"
            ),
            (
                "attributeType=\"Transformable\"", "{ column: c, archive: array }", "x",
                "'x' (column `c`) is not a JSON array"
            ),
            (
                "attributeType=\"Date\"", "{ column: c, date: unix }", "1710003930000",
                "'1710003930000' (column `c`) is no date of the calendar"
            ),
        ] as [(String, String, String, String)])
    func rows(attribute: String, value: String, cell: String, message: String) throws {
        let folder = try Self.project(attribute, value, cell)
        let result = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(result.errors == Self.cell + message + "\n")
        #expect(result.status == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/out.sqlite"))
    }

    @Test(
        "Values of the plan: exit code 2, or 3 where a folder is missing, and where they are",
        arguments: [
            (
                plain, "{ column: c, replace: { pattern: \"(\", with: x } }",
                "plan.yml:5:84: error: `(` is no regular expression"
            ),
            (
                plain, "{ template: \"{c\" }",
                "plan.yml:5:63: error: `{c` is no template: columns stand in braces, "
                    + "as in `{first} {last}`"
            ),
            (
                plain, "{ column: c, decimalComma: true }",
                "plan.yml:5:78: error: `decimalComma` has no meaning for a String attribute here"
            ),
            (
                bytes, "{ column: c, binary: file, folder: none }",
                "none: error: no such file"
            ),
            (
                plain, "{ column: c, locale: de_DEE }",
                "plan.yml:5:72: error: unknown locale `de_DEE`; did you mean `de_DE`?"
            ),
            (
                integer, "{ value: 9 }",
                "plan.yml:5:60: error: Thing.a: '9' is more than the model's maximum 5"
            ),
        ] as [(String, String, String)])
    func plans(attribute: String, value: String, message: String) throws {
        let folder = try Self.project(attribute, value, "x")
        let result = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(result.errors == message + "\n")
        #expect(result.status == (message.hasPrefix("plan.yml") ? 2 : 3))
    }

    @Test("A warning does not stop a build")
    func warning() throws {
        let folder = try Self.project(
            "attributeType=\"Transformable\" valueTransformerName=\"Colors\"",
            "{ column: c, archive: string }", "x")
        let result = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(
            result.errors
                == "plan.yml:5:73: warning: the app's own transformer Colors must be able to read "
                + "the archive\n")
        #expect(result.status == 0)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/out.sqlite"))
    }
}
