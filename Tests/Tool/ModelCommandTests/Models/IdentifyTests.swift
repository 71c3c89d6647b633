import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("zseed identify")
struct IdentifyTests {
    private static let source = """
        import SwiftData

        enum SchemaV1: VersionedSchema {
            static var versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Trip.self] }
            @Model final class Trip { var title: String = "" }
        }
        enum SchemaV2: VersionedSchema {
            static var versionIdentifier = Schema.Version(2, 0, 0)
            static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }
            @Model final class Trip {
                var title: String = ""
                @Relationship(inverse: \\Stop.trip) var stops: [Stop] = []
            }
            @Model final class Stop { var name: String = ""; var trip: Trip? }
        }
        typealias Trip = SchemaV2.Trip
        """

    private func folder() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write(Self.source, as: "App/Sources/Schemas.swift")
        return folder
    }

    @Test("The versioned schema that created each fixture store is named", arguments: ["V1", "V2"])
    func versions(version: String) throws {
        let folder = try folder()
        let create = try Zseed.run(
            "create", "App", "--schema", "Schema\(version)", "-o", "\(version).store", in: folder.path)
        #expect(create.status == 0, "\(create.errors)")
        let found = try Zseed.run("identify", "\(version).store", "--among", "App", in: folder.path)
        #expect(found.status == 0, "\(found.output)\(found.errors)")
        let lines = found.output.split(separator: "\n")
        #expect(lines.first == "\(version).store: created with App (Schema\(version))")
        #expect(!found.output.contains(version == "V1" ? "SchemaV2" : "SchemaV1"))
    }

    @Test("A model that is both a version and the app's model is named once")
    func once() throws {
        let folder = try folder()
        let create = try Zseed.run("create", "App", "-o", "now.store", in: folder.path)
        #expect(create.status == 0, "\(create.errors)")
        let found = try Zseed.run("identify", "now.store", "--among", "App", in: folder.path)
        #expect(found.output == "now.store: created with App (SchemaV2)\n")
        // Without versions, the app itself is named.
        try folder.write(
            "import SwiftData\n@Model class Trip { var title: String = \"\" }", as: "Plain/Trip.swift")
        try #require(Zseed.run("create", "Plain", "-o", "plain.store", in: folder.path).status == 0)
        let plain = try Zseed.run("identify", "plain.store", "--among", "Plain", in: folder.path)
        #expect(plain.output == "plain.store: created with Plain\n")
    }

    @Test("All models in folders are tried, those of stores, too, but not the store's own")
    func manyKinds() throws {
        let folder = try folder()
        for version in ["V1", "V2"] {
            #expect(
                try Zseed.run(
                    "create", "App", "--schema", "Schema\(version)", "-o", "App/Fixtures/\(version).store",
                    in: folder.path
                ).status == 0)
        }
        let model = Corpus.packageRoot + "/data/GroceryDude.xcdatamodeld"
        let found = try Zseed.run(
            "identify", "App/Fixtures/V1.store", "--among", "App", model, "--json", in: folder.path)
        #expect(found.status == 0, "\(found.errors)")
        struct Result: Decodable {
            struct Candidate: Decodable {
                let path: String
                let schema: String?
                let kind: String
            }
            let isFound: Bool
            let matches: [Candidate]
            let candidates: [Candidate]
        }
        let result = try JSONDecoder().decode(Result.self, from: Data(found.output.utf8))
        #expect(result.isFound)
        #expect(result.matches.map(\.schema) == ["SchemaV1"])
        #expect(result.candidates.contains { $0.path.hasSuffix("V2.store") && $0.kind == "store" })
        #expect(!result.candidates.contains { $0.path.hasSuffix("V1.store") })
        #expect(result.candidates.contains { $0.path.hasPrefix(model) && $0.kind == "source" })
        let stores = try Zseed.run(
            "identify", "App/Fixtures/V2.store", "--among", "App/Fixtures", in: folder.path)
        #expect(stores.status == 1)
        #expect(stores.output.contains("nearest is App/Fixtures/V1.store"), "\(stores.output)")
    }

    @Test("Without a match, the differences from the nearest model are printed, with exit code 1")
    func nearest() throws {
        let folder = try folder()
        #expect(
            try Zseed.run("create", "App", "--schema", "SchemaV2", "-o", "s.store", in: folder.path)
                .status == 0)
        let other = Self.source.replacingOccurrences(of: "var name: String", with: "var label: String")
        try folder.write(other, as: "App/Sources/Schemas.swift")
        let found = try Zseed.run("identify", "s.store", "--among", "App", in: folder.path)
        #expect(found.status == 1)
        #expect(
            found.output.contains("nearest is App (SchemaV2), with 1 of 2 entities equal"),
            "\(found.output)")
        #expect(found.output.contains("Stop"))
        let missing = try Zseed.run("identify", "s.store", "--among", "Nothing", in: folder.path)
        #expect(missing.status != 0 && missing.errors.contains("Nothing: "))
        let model = try Zseed.run("identify", "App", "--among", "App", in: folder.path)
        #expect(model.status != 0)
    }
}
