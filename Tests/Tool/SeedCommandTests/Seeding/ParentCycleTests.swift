import CommandSupport
import TestSupport
import Testing

/// Objects that are their own ancestors: a warning of a build, or an error if the plan requests it.
@Suite("Cycles among parents")
struct ParentCycleTests {
    private static func build(_ rows: String, _ options: String = "") throws -> ProcessResult {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Folder"><attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="parent" optional="YES" maxCount="1" destinationEntity="Folder"
                inverseName="children" inverseEntity="Folder"/>
            <relationship name="children" optional="YES" toMany="YES" destinationEntity="Folder"
                inverseName="parent" inverseEntity="Folder"/></entity>
            """, as: "App.xcdatamodel")
        try folder.write("name,parent\n" + rows, as: "rows.csv")
        try folder.write(
            """
            reference: App.xcdatamodel
            output: out.sqlite
            sources: { rows: { csv: rows.csv } }
            entities:
              Folder:
                from: rows
                attributes: { name: name }
                relationships:
                  parent: { find: Folder.name, column: parent\(options) }
            """, as: "plan.yml")
        return try Zseed.run("build", "plan.yml", "-q", in: folder.path)
    }

    private static let words =
        "an app that follows the parents never reaches a root (`cycles: error` rejects them)\n"

    @Test("Cycles of two objects, and an object that is its own parent, are warnings")
    func warning() throws {
        let result = try Self.build("A,B\nB,A\nC,C\nD,A\nE,\n")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.errors
                == "plan.yml:9:7: warning: Folder.parent: 3 objects are their own ancestors: p1 → p2 → p1; "
                + Self.words)
    }

    @Test("With `cycles: error`, nothing is built")
    func error() throws {
        let result = try Self.build("C,C\n", ", cycles: error")
        #expect(result.status == 1)
        #expect(
            result.errors
                == "plan.yml:9:7: error: Folder.parent: 1 object is its own ancestor: p1 → p1; " + Self.words)
    }

    @Test("A tree of any depth has no warning")
    func tree() throws {
        let rows = (1...300).map { "f\($0),\($0 > 1 ? "f\($0 - 1)" : "")\n" }.joined()
        let result = try Self.build(rows, ", cycles: error")
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    }
}
