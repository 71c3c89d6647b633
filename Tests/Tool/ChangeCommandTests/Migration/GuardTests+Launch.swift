import CommandSupport
import Foundation
import TestSupport
import Testing

// The effect of migration plans in SwiftData apps at launch. The rules themselves are tested in LaunchTests.
extension GuardTests {
    private static func schema(_ number: Int, _ properties: String) -> String {
        """
        enum SchemaV\(number): VersionedSchema {
            static var versionIdentifier: Schema.Version { Schema.Version(\(number), 0, 0) }
            static var models: [any PersistentModel.Type] { [Trip.self] }
            @Model final class Trip { \(properties) }
        }

        """
    }

    private static func app(_ versions: [String], stages: [String]? = nil) -> String {
        let numbers = versions.indices.map { $0 + 1 }
        let own = zip(numbers, numbers.dropFirst()).map {
            ".lightweight(fromVersion: SchemaV\($0).self, toVersion: SchemaV\($1).self)"
        }
        return "import Foundation\nimport SwiftData\n" + zip(numbers, versions).map(schema).joined() + """
            enum Plan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [\(numbers.map { "SchemaV\($0).self" }.joined(separator: ", "))] }
                static var stages: [MigrationStage] { [\((stages ?? own).joined(separator: ", "))] }
            }
            let container = try! ModelContainer(for: Schema(versionedSchema: SchemaV\(versions.count).self), migrationPlan: Plan.self)

            """
    }

    private static let first = "@Attribute(.unique) var id: UUID; var start: Date = Date.distantPast"
    private static let second = first + "; var note: String?"
    private static let edited = "var id: UUID; var start: Date = Date.distantPast"

    @Test(
        "A store that no schema of the plan created is reported by guard, migrate and verify"
    )
    func unknownVersion() throws {
        try folder.write(Self.app([Self.first]), as: "App.swift")
        try commit("one")
        try git("branch", "-f", "main")
        try #require(Zseed.run("create", "App.swift", "-o", "old.store", in: folder.path).status == 0)
        try folder.write(Self.app([Self.edited, Self.second]), as: "App.swift")
        let crash =
            "created with a model that is not in the plan: the app ends at launch with 134504 \"Cannot "
            + "use staged migration with "
            + "an unknown model version.\"; the nearest schema is SchemaV2"
        let guarded = try Zseed.run("guard", "App.swift", in: folder.path)
        #expect(guarded.status == 1)
        #expect(
            guarded.output == """
                App.swift: error: SchemaV1 was published and must not be edited: entity Trip: uniqueness constraints id only in the base; \
                add a version instead
                App.swift: error: stores of SchemaV1: \(crash)

                SchemaV1: crashes at launch

                App.swift: compared with main, 2 errors

                """)
        let migrated = try Zseed.run("migrate", "old.store", "--to", "App.swift", "--check", in: folder.path)
        #expect(migrated.status == 1)
        #expect(
            migrated.output == """
                Migration plan Plan:
                  \(crash)
                    attribute Trip.note is missing from the store

                Is inferred:
                  Trip.note: is new

                old.store: crashes at launch

                """)
        let json = try Zseed.run(
            "migrate", "old.store", "--to", "App.swift", "--check", "--json", in: folder.path)
        #expect(
            json.output.contains("\"code\" : 134504")
                && json.output.contains("\"verdict\" : \"crashesAtLaunch\""))
        let verified = try Zseed.run("verify", "old.store", "--model", "App.swift", in: folder.path)
        #expect(verified.status == 1 && verified.output.contains("\nMigration plan Plan:\n  \(crash)\n"))
        // The store itself can still be migrated. The command prints the same warning.
        let written = try Zseed.run(
            "migrate", "old.store", "--to", "App.swift", "-o", "new.store", in: folder.path)
        #expect(
            written.status == 0 && written.errors.contains("old.store: warning: \(crash)\n"),
            "\(written.errors)")
    }

    @Test("A store of the plan passes its stages")
    func stages() throws {
        try folder.write(Self.app([Self.first, Self.second]), as: "App.swift")
        try #require(
            Zseed.run("create", "App.swift", "--schema", "SchemaV1", "-o", "old.store", in: folder.path)
                .status == 0)
        let result = try Zseed.run("migrate", "old.store", "--to", "App.swift", "--check", in: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output == """
                Migration plan Plan:
                  created with SchemaV1, passes SchemaV1 → SchemaV2 (lightweight)

                Is inferred:
                  Trip.note: is new

                old.store: lightweight

                """)
        let verified = try Zseed.run("verify", "old.store", "--model", "App.swift", in: folder.path)
        #expect(
            verified.output.contains("  created with SchemaV1, passes SchemaV1 → SchemaV2 (lightweight)\n"))
    }

    @Test("Two schemas with one model are an error of hash, guard and --pin, and are pinned once")
    func duplicates() throws {
        try folder.write(Self.app([Self.first, Self.first]), as: "App.swift")
        let words =
            "App.swift:13:6: error: SchemaV1 and SchemaV2 of Plan are the same model: the app ends at launch with "
            + "\"Duplicate version checksums detected.\"; declare the classes of each version inside its schema, "
            + "and remove a schema that changes nothing\n"
        let hash = try Zseed.run("hash", "App.swift", in: folder.path)
        #expect(
            hash.status == 1 && hash.errors.contains(words) && hash.output.contains("Trip\t"),
            "\(hash.errors)")
        #expect(try Zseed.run("hash", "App.swift", "--schema", "SchemaV2", in: folder.path).status == 1)
        let guarded = try Zseed.run("guard", "App.swift", in: folder.path)
        #expect(
            guarded.status == 1 && guarded.output.contains("SchemaV1 and SchemaV2 of Plan are the same model")
        )
        let pin = try Zseed.run(
            "codegen", "App.swift", "--pin", "--for", "swiftdata", "--module", "App", "-o", "Tests",
            in: folder.path)
        #expect(pin.status == 1 && pin.errors.contains(words))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/Tests/StoreVersionTests.swift"))
    }

    @Test("--history reports which releases cannot open the stores of which others")
    func history() throws {
        try folder.write(Self.app([Self.first]), as: "App.swift")
        try commit("one")
        try git("tag", "v1.0")
        try folder.write(Self.app([Self.first, Self.second]), as: "App.swift")
        try commit("two")
        try git("-c", "user.name=t", "-c", "user.email=t@example.com", "tag", "-a", "-m", "two", "v1.1")
        try folder.write(Self.app([Self.edited, Self.second]), as: "App.swift")
        try commit("three")
        try git("tag", "v2.0")
        try folder.write("let broken = 1\n", as: "App.swift")
        try commit("four")
        try git("tag", "v2.1")
        try folder.write(Self.app([Self.first, Self.second]), as: "App.swift")
        let result = try Zseed.run("guard", "App.swift", "--history", in: folder.path)
        #expect(
            result.output == """
                v1.0: opens SchemaV1
                v1.1: opens SchemaV2
                  stores of v1.0: lightweight
                v2.0: opens SchemaV2
                  error: stores of v1.0: created with a model that is not in the plan: the app ends at launch with 134504 "Cannot use \
                staged migration with an unknown model version."; the nearest schema is SchemaV2
                  stores of v1.1: opens as it is
                v2.1: not judged: contains no @Model class
                the working tree: opens SchemaV2
                  stores of v1.0: lightweight
                  stores of v1.1, v2.0: opens as it is

                App.swift: 4 releases, old stores do not open in v2.0

                """)
        #expect(result.status == 1)
        let json = try Zseed.run("guard", "App.swift", "--history", "--json", in: folder.path)
        #expect(json.status == 1 && json.output.contains("\"launchError\" : 134504"))
        #expect(try Zseed.run("guard", "App.swift", "--history", "--strict", in: folder.path).status == 2)
    }

    @Test("A default date is written as a date")
    func dates() throws {
        try folder.write(
            "import Foundation\nimport SwiftData\n@Model final class Trip { var end: Date = Date(timeIntervalSince1970: 0); var x: Int }\n",
            as: "App.swift")
        try commit("one")
        try git("branch", "-f", "main")
        try folder.write(
            "import Foundation\nimport SwiftData\n@Model final class Trip { var end: Date = Date.distantPast; var x: Int; var y: Date = Date(timeIntervalSince1970: 0) }\n",
            as: "App.swift")
        let compared = try Zseed.run("guard", "App.swift", "--markdown", in: folder.path)
        #expect(
            compared.output.contains("y: is new, 1970-01-01T00:00:00Z for all objects"), "\(compared.output)")
    }

    @Test("Each schema is read with its own model although schemas share a class")
    func sharedClass() throws {
        func item(_ number: Int, _ more: String) -> String {
            """
            enum SchemaV\(number): VersionedSchema {
                static var versionIdentifier: Schema.Version { Schema.Version(\(number), 0, 0) }
                static var models: [any PersistentModel.Type] { [Item.self, Tag.self] }
                @Model final class Item { var name: String; \(more)@Relationship(inverse: \\Tag.items) var tags: [Tag] }
            }

            """
        }
        try folder.write(
            """
            import SwiftData
            typealias Item = SchemaV2.Item
            @Model final class Tag { var name: String; var items: [Item] }
            \(item(1, "") + item(2, "var note: String?; "))
            enum Plan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
                static var stages: [MigrationStage] { [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)] }
            }
            let container = try! ModelContainer(for: Schema(versionedSchema: SchemaV2.self), migrationPlan: Plan.self)

            """, as: "App.swift")
        try commit("one")
        try git("branch", "-f", "main")
        let guarded = try Zseed.run("guard", "App.swift", in: folder.path)
        #expect(guarded.status == 0, "\(guarded.output)\(guarded.errors)")
        let old = try Zseed.run("hash", "App.swift", "--schema", "SchemaV1", in: folder.path)
        #expect(old.status == 0)
        #expect(
            old.errors.contains(
                "App.swift:3:48: warning: Tag.items: its class is in several schemas, and the declared destination is "
                    + "SchemaV2.Item: zseed uses SchemaV1.Item of this schema, because relationships refer to entities by "
                    + "name; it is not known whether SwiftData does, too"), "\(old.errors)")
        let new = try Zseed.run("hash", "App.swift", "--schema", "SchemaV2", in: folder.path)
        #expect(new.errors.contains("warning") == false)
        func tag(_ text: String) -> Substring? { text.split(separator: "\n").first { $0.hasPrefix("Tag\t") } }
        #expect(tag(old.output) == tag(new.output) && old.output != new.output)
        let pin = try Zseed.run(
            "codegen", "App.swift", "--pin", "--for", "swiftdata", "--module", "App", "-o", "Tests",
            in: folder.path)
        #expect(pin.status == 0, "\(pin.errors)")
    }

    @Test("An unreadable schema is reported, and the others are checked and pinned")
    func unreadableSchema() throws {
        let source = Self.app([Self.first, Self.second, Self.second + "; var tint: Color?"])
            .replacing("SchemaV3.self), migrationPlan", with: "SchemaV2.self), migrationPlan")
        try folder.write(source, as: "App.swift")
        let pin = try Zseed.run(
            "codegen", "App.swift", "--pin", "--for", "swiftdata", "--module", "App", "-o", "Tests",
            in: folder.path)
        #expect(pin.status == 0 && pin.errors.contains("SchemaV3 of Plan cannot be read"), "\(pin.errors)")
        let test = try String(contentsOfFile: folder.path + "/Tests/StoreVersionTests.swift", encoding: .utf8)
        #expect(test.contains("(\"SchemaV1\", \"Trip\"") && test.contains("(\"SchemaV2\", \"Trip\""))
        let guarded = try Zseed.run("guard", "App.swift", in: folder.path)
        #expect(guarded.status == 1 && guarded.output.contains("SchemaV3 of Plan cannot be read"))
    }
}
