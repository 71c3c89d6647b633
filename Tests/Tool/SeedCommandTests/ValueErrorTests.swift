import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Invalid values in zseed build")
struct ValueErrorTests {
    /// Creates a project of one entity, with an attribute `a` of a type, and one row.
    private static func project(
        _ attribute: String, _ value: String, _ cell: String
    ) throws -> TestFolder {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Thing"><attribute name="a" optional="YES" \(attribute)/></entity>
            """)
        try folder.write("c,d\n\"\(cell)\",x\n", as: "rows.csv")
        try folder.write("s", as: "secret")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/files/sub", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/files/link", withDestinationPath: "../secret")
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

    private static let cell = "rows.csv:2:1: error: Thing.a: "

    @Test(
        "Invalid values in rows have their place and exit code 1",
        arguments: rowMistakes)
    func rows(attribute: String, value: String, cell: String, message: String) throws {
        let folder = try Self.project(attribute, value, cell)
        let result = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(result.errors == Self.cell + message + "\n")
        #expect(result.status == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/out.sqlite"))
    }

    @Test(
        "Invalid values in the plan have their place and exit code 2",
        arguments: planMistakes)
    func plans(attribute: String, value: String, message: String) throws {
        let folder = try Self.project(attribute, value, "x")
        let result = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(result.errors == message + "\n")
        #expect(result.status == 2)
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
