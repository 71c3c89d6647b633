import CommandSupport
import Foundation
import TestSupport
import Testing

/// Whether git is installed.
private let hasGit: Bool = (try? run("git", ["--version"]).status) == 0

@Suite("zseed guard", .enabled(if: hasGit, "needs git"))
struct GuardTests {
    let folder: TestFolder

    static let v1 = """
        <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="total" optional="YES" attributeType="Decimal"/></entity>
        """
    static let v2 = """
        <entity name="Item"><attribute name="title" optional="YES" attributeType="String" elementID="name"/>
        <attribute name="total" optional="YES" attributeType="Decimal"/></entity>
        """

    /// Creates a repository with a model of one version on its main branch, and a branch that started there.
    init() throws {
        folder = try TestFolder()
        try write(version: "App", Self.v1)
        try write(current: "App")
        try git("init", "-q", "-b", "main")
        try commit("one")
        try git("checkout", "-q", "-b", "work")
    }

    func git(_ arguments: String...) throws {
        let result = try run("git", arguments, in: folder.path)
        try #require(result.status == 0, "\(result.errors)")
    }

    func commit(_ message: String) throws {
        try git("add", "-A")
        try git(
            "-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false",
            "commit", "-q", "-m", message)
    }

    func write(version: String, _ xml: String) throws {
        try folder.writeModel(xml, as: "models/App.xcdatamodeld/\(version).xcdatamodel")
    }

    func write(current: String) throws {
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
            <string>\(current).xcdatamodel</string></dict></plist>
            """, as: "models/App.xcdatamodeld/.xccurrentversion")
    }

    func guarded(_ arguments: String...) throws -> ProcessResult {
        try Zseed.run(["guard", "models/App.xcdatamodeld"] + arguments, in: folder.path)
    }

    let contents = "models/App.xcdatamodeld/App.xcdatamodel/contents"

    @Test("--markdown explains by version and entity the consequences for users' stores")
    func markdown() throws {
        func text() throws -> String {
            let result = try guarded("--markdown")
            return result.output.replacing(/\([0-9a-f]{7}\)/, with: "(COMMIT)") + "exit \(result.status)"
        }
        #expect(
            try text() == """
                ### models/App.xcdatamodeld: compared with main, no objections

                Compared with main (COMMIT); the current version is App.

                #### Stores of App: opens as it is
                exit 0
                """)
        try write(version: "App", Self.v1.replacing("Decimal", with: "Double"))
        try write(
            version: "App_2",
            Self.v2.replacing("Decimal", with: "String").replacing(
                "</entity>", with: "</entity><entity name=\"Shop\"/>"))
        try write(current: "App_2")
        #expect(
            try text() == """
                ### models/App.xcdatamodeld: compared with main, 2 errors

                Compared with main (COMMIT); the current version is App\\_2.

                - **error** App was published and must not be edited: Item.total: Decimal in the base, Double in the \
                working tree; add a version instead (\(contents):4)

                #### Stores of App: needs a mapping to App\\_2

                | entity | what changed | what it means for users' stores |
                |---|---|---|
                | Item | title: was name | they migrate by themselves |
                |  | total: Decimal → String needs a mapping | they do not open without a mapping |
                | Shop | is new | they migrate by themselves |
                exit 1
                """)
        #expect(try guarded("--markdown", "--json").status == 2)
    }

    @Test("An unchanged model has no objections, committed or not")
    func unchanged() throws {
        let result = try guarded()
        #expect(
            result.output == """
                App: opens as it is

                models/App.xcdatamodeld: compared with main, no objections

                """)
        #expect(result.status == 0 && result.errors == "")
    }

    @Test("Editing a published version is an error at its line")
    func edited() throws {
        try write(version: "App", Self.v1.replacing("Decimal", with: "Double"))
        for isCommitted in [false, true] {
            if isCommitted { try commit("edit") }
            let result = try guarded("--base", "main")
            #expect(result.status == 1)
            #expect(
                result.output.hasPrefix(
                    "\(contents):4: error: App was published and must not be edited: Item.total: "
                        + "Decimal in the base, Double in the working tree; add a version instead\n"),
                "\(result.output)")
        }
        let annotations = try guarded("--github")
        #expect(
            annotations.output.hasPrefix(
                "::error file=\(contents),line=4,title=zseed guard::App was published"),
            "\(annotations.output)")
    }

    @Test("A change that does not affect opening is a warning, and an error with --strict")
    func touched() throws {
        try write(
            version: "App",
            Self.v1.replacing("name=\"total\"", with: "name=\"total\" defaultValueString=\"3\""))
        let result = try guarded()
        #expect(result.status == 0)
        #expect(result.output.contains(":4: warning: App was published;"), "\(result.output)")
        #expect(try guarded("--strict").status == 1)
    }

    @Test("A new current version that stores can migrate to has no objections")
    func added() throws {
        try write(version: "App 2", Self.v2)
        try write(current: "App 2")
        let result = try guarded()
        #expect(
            result.output == """
                App: lightweight to App 2

                models/App.xcdatamodeld: compared with main, no objections

                """)
        #expect(result.status == 0)
    }

    @Test("A new version must be current and differ, and the current version must not go back")
    func currency() throws {
        try write(version: "App 2", Self.v2)
        let notCurrent = try guarded()
        #expect(notCurrent.status == 1)
        #expect(notCurrent.output.contains("error: App 2 is new, but App is the current version\n"))
        try write(version: "App 2", Self.v1)
        try write(current: "App 2")
        let same = try guarded()
        #expect(same.status == 0)
        #expect(same.output.contains("warning: App 2 is new, but has the version hashes of App\n"))
        try write(version: "App 2", Self.v2)
        try commit("two")
        try git("branch", "-f", "main")
        try write(current: "App")
        let back = try guarded()
        #expect(back.status == 1)
        #expect(back.output.contains("error: App is the current version, an older one than App 2\n"))
    }

    @Test("Data loss for stores of an old version is a warning, and a needed mapping an error")
    func migration() throws {
        try write(version: "App 2", Self.v2.replacing(" elementID=\"name\"", with: ""))
        try write(current: "App 2")
        let loses = try guarded()
        #expect(loses.status == 0)
        #expect(loses.output.contains("warning: stores of App: Item.name: is removed\n"), "\(loses.output)")
        #expect(loses.output.contains("\nApp: loses data to App 2\n"))
        try write(version: "App 2", Self.v2.replacing("Decimal", with: "String"))
        let needs = try guarded()
        #expect(needs.status == 1)
        #expect(
            needs.output.contains("error: stores of App: Item.total: Decimal → String needs a mapping\n"),
            "\(needs.output)")
    }

    @Test("Removing a version is an error")
    func removed() throws {
        try write(version: "App 2", Self.v2)
        try write(current: "App 2")
        try FileManager.default.removeItem(
            atPath: folder.path + "/models/App.xcdatamodeld/App.xcdatamodel")
        let result = try guarded()
        #expect(result.status == 1)
        #expect(result.output.contains("error: App is removed: its stores can no longer be migrated\n"))
    }

    @Test("A model that the base does not have is new, also in JSON")
    func new() throws {
        try folder.writeModel(Self.v1, as: "models/New.xcdatamodel")
        let result = try Zseed.run("guard", "models/New.xcdatamodel", "--json", in: folder.path)
        #expect(result.status == 0)
        let report = try #require(
            JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(report["isNew"] as? Bool == true)
        #expect(report["base"] as? String == "main")
    }

    static let schema = """
        import SwiftData

        enum SchemaV1: VersionedSchema {
            static var versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Trip.self] }
            @Model final class Trip { var name: String = ""; var days: Int = 1 }
        }

        """
    private static let secondSchema = """
        enum SchemaV2: VersionedSchema {
            static var versionIdentifier = Schema.Version(2, 0, 0)
            static var models: [any PersistentModel.Type] { [Trip.self] }
            @Model final class Trip { var name: String = ""; var note: String? }
        }

        """

    @Test("Versioned SwiftData schemas are versions that can be edited or added")
    func versionedSchemas() throws {
        func guarded() throws -> ProcessResult { try Zseed.run("guard", "Schemas.swift", in: folder.path) }
        try folder.write(Self.schema + "typealias Trip = SchemaV1.Trip\n", as: "Schemas.swift")
        try commit("schemas")
        try git("branch", "-f", "main")
        #expect(try guarded().output.hasPrefix("SchemaV1: opens as it is\n"))
        try folder.write(
            Self.schema.replacing("days: Int", with: "days: Double") + "typealias Trip = SchemaV1.Trip\n",
            as: "Schemas.swift")
        let edited = try guarded()
        #expect(edited.status == 1)
        #expect(
            edited.output.contains(": error: SchemaV1 was published and must not be edited: Trip.days: "),
            "\(edited.output)")
        try folder.write(
            Self.schema + Self.secondSchema + "typealias Trip = SchemaV2.Trip\n", as: "Schemas.swift")
        let added = try guarded()
        #expect(added.status == 0)
        #expect(
            added.output.contains("warning: stores of SchemaV1: Trip.days: is removed\n"), "\(added.output)")
        #expect(added.output.contains("\nSchemaV1: loses data to SchemaV2\n"), "\(added.output)")
        try folder.write(
            Self.schema + Self.secondSchema + "typealias Trip = SchemaV1.Trip\n", as: "Schemas.swift")
        let old = try guarded()
        #expect(old.status == 1, "\(old.output)")
    }

    @Test("Unversioned source may be edited, because SwiftData migrates by itself; losses are reported")
    func plainSource() throws {
        let source = """
            import SwiftData
            @Model final class Trip { var name: String = ""; var days: Int = 1; init() {} }
            """
        try folder.write(source, as: "Trip.swift")
        try commit("trip")
        try git("branch", "-f", "main")
        try folder.write(source.replacing(" var days: Int = 1;", with: ""), as: "Trip.swift")
        let result = try Zseed.run("guard", "Trip.swift", in: folder.path)
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("Trip.days: is removed\n"), "\(result.output)")
    }

    @Test("A missing git, repository or base is reported")
    func badInput() throws {
        let unknown = try guarded("--base", "nowhere")
        #expect(
            unknown.errors == "models/App.xcdatamodeld: error: git does not know the revision "
                + "'nowhere'\n")
        #expect(unknown.status == 2)
        #expect(try guarded("--base", "--output=x").status == 2)
        let missing = try Zseed.run(
            "guard", "models/App.xcdatamodeld", in: folder.path,
            environment: ["PATH": folder.path])
        #expect(
            missing.errors
                == "models/App.xcdatamodeld: error: git is not installed, but it is needed to read the "
                + "earlier model\n")
        #expect(missing.status == 3)
        let outside = try TestFolder()
        try outside.writeModel(Self.v1, as: "App.xcdatamodel")
        let none = try Zseed.run(
            "guard", "App.xcdatamodel", in: outside.path,
            environment: ["GIT_CEILING_DIRECTORIES": outside.path])
        #expect(none.status == 2)
        #expect(none.errors.hasPrefix("App.xcdatamodel: error: is not in a git repository"))
        #expect(try Zseed.run("guard", "none.xcdatamodeld", in: folder.path).status != 0)
    }
}
