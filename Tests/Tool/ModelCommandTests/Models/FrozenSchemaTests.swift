import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("zseed codegen of a frozen schema")
struct FrozenSchemaTests {
    @Test(
        "A frozen schema has the version hashes of every real SwiftData store",
        .enabled(if: FactsSource.isPresent, Corpus.absence), arguments: FactsSource.all)
    func readsBack(source: FactsSource) throws {
        let store = try Corpus.entry(source.storeName).store
        let folder = try TestFolder()
        let code = try Zseed.run(
            "codegen", store, "--for", "swiftdata", "--schema", "SchemaV3=3.1.4", "-o", "Code", "-q",
            in: folder.path)
        #expect(code.status == 0, "\(code.errors)")
        #expect(try files(in: folder.path + "/Code") == ["SchemaV3.swift"])
        let found = try Zseed.run("identify", store, "--among", "Code", in: folder.path)
        #expect(found.status == 0, "\(found.output)")
        #expect(found.output.hasPrefix("\(store): created with Code (SchemaV3)\n"), "\(found.output)")
        let made = try Zseed.run(
            "create", "Code", "--schema", "SchemaV3", "-o", "fixture.store", in: folder.path)
        #expect(made.status == 0, "\(made.errors)")
        let inspected = try Zseed.run("inspect", "fixture.store", in: folder.path)
        #expect(inspected.output.contains("3.1.4"), "\(inspected.output)")
        let verified = try Zseed.run("verify", "fixture.store", "--model", store, in: folder.path)
        #expect(verified.status == 0, "\(verified.output)")
    }

    @Test("Inheritance, defaults and all relationships are frozen, from source and from a store")
    func inheritance() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            import Foundation
            import SwiftData
            enum Kind: String, Codable { case land = "L", sea }
            enum Step: Codable { case open, done }
            @Model class Place {
              #Unique<Place>([\\.name, \\.town])
              var name: String
              var town: String = ""
              var kind: Kind = Kind.sea
              var step: Step? = Step.done
              @Relationship(deleteRule: .cascade, inverse: \\Visit.place) var visits: [Visit] = []
              init(name: String) { self.name = name }
            }
            @available(iOS 26, *) @Model final class Beach: Place {
              var length: Double = 1.5
              var sand: String
              @Relationship(inverse: \\Visit.beaches) var guests: [Visit]? = []
              init(sand: String) { self.sand = sand; super.init(name: "") }
            }
            @Model class Hill: Place { var height: Int? }
            @Model final class Peak: Hill { @Attribute(.unique) var number: Int = 0 }
            @Model final class Visit { var place: Place?; var beaches: [Beach]? = [] }
            let container = try ModelContainer(for: Beach.self, Peak.self)
            """, as: "App/Models.swift")
        try #require(Zseed.run("create", "App", "-o", "made.store", in: folder.path).status == 0)
        for (source, code) in [("App", "FromSource"), ("made.store", "FromStore")] {
            let frozen = try Zseed.run(
                "codegen", source, "--for", "swiftdata", "--schema", "SchemaV1=1.0.0", "-o", code, "-q",
                in: folder.path)
            #expect(frozen.status == 0, "\(frozen.errors)")
            let text = try String(contentsOfFile: folder.path + "/\(code)/SchemaV1.swift", encoding: .utf8)
            #expect(text.contains("public final class Beach: Place {"), "\(text)")
            #expect(text.contains("public class Hill: Place {"))
            #expect(text.contains("public final class Peak: Hill {"))
            if source == "App" {
                #expect(
                    text.contains("public var kind: KindValue = KindValue.sea") || text.contains("Kind.sea"))
                #expect(text.contains(".done"))
                #expect(text.contains("case land = \"L\""))
            }
            let found = try Zseed.run("identify", "made.store", "--among", code, in: folder.path)
            #expect(found.output == "made.store: created with \(code) (SchemaV1)\n", "\(found.errors)\(text)")
            let fixture = try Zseed.run(
                "create", code, "--schema", "SchemaV1", "-o", code + ".store", in: folder.path)
            #expect(fixture.status == 0, "\(fixture.errors)")
            let verified = try Zseed.run("verify", code + ".store", "--model", "App", in: folder.path)
            #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
        }
    }

    @Test("Lists and structures within structures are frozen with their version hashes")
    func structures() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            import Foundation
            import SwiftData
            enum Unit: String, Codable { case gram = "g", litre }
            struct Step: Codable { var text: String }
            struct Place: Codable { var x: Double; var city: String? }
            struct Recipe: Codable {
              var tags: [String]
              var marks: [String]?
              var steps: [Step]
              var units: [Unit]?
              var place: Place
            }
            @Model final class Dish {
              var recipe: Recipe
              var other: Recipe?
              var byName: [String: Place] = [:]
              init(recipe: Recipe) { self.recipe = recipe }
            }
            """, as: "App/Models.swift")
        try #require(Zseed.run("create", "App", "-o", "made.store", in: folder.path).status == 0)
        try expectSameHashes("App", "FromSource", in: folder)
        try expectSameHashes("made.store", "FromStore", in: folder)
        let text = try String(contentsOfFile: folder.path + "/FromSource/SchemaV1.swift", encoding: .utf8)
        let recipe = """
                    public struct Recipe: Codable {
                        public var tags: [String]
                        public var marks: [String]?
                        public var steps: Data
                        public var units: [Units]?
                        public var place: Place

                        public enum Units: String, Codable {
                            case gram = "g"
                            case litre = "litre"
                        }

                        public struct Place: Codable {
                            public var x: Double
                            public var city: String?
                        }
                    }
            """
        #expect(text.contains(recipe), "\(text)")
    }

    @Test(
        "A frozen schema has the hashes that Apple's frameworks printed for each source",
        .enabled(if: !FactsSource.pinned.isEmpty, Corpus.absence), arguments: FactsSource.pinned)
    func pinned(source: FactsSource) throws {
        let folder = try TestFolder()
        try source.write(to: folder)
        try expectSameHashes("App", "Code", in: folder)
    }

    private func expectSameHashes(_ source: String, _ code: String, in folder: TestFolder) throws {
        let frozen = try Zseed.run(
            "codegen", source, "--for", "swiftdata", "--schema", "SchemaV1=1.0.0", "-o", code, "-q",
            in: folder.path)
        #expect(frozen.status == 0, "\(frozen.errors)")
        let before = try Zseed.run("hash", source, in: folder.path)
        let after = try Zseed.run("hash", code, "--schema", "SchemaV1", in: folder.path)
        #expect(after.status == 0, "\(after.errors)")
        #expect(after.output == before.output)
    }

    @Test(
        "--schema needs a name, three numbers and SwiftData",
        arguments: ["V1=1.0", "V1=", "=1.0.0", "a b=1.0.0", "V1=1.0.x", "V1=1.-1.0"])
    func mistakes(schema: String) throws {
        let folder = try TestFolder()
        let model = Corpus.packageRoot + "/data/GroceryDude.xcdatamodeld"
        let wrong = try Zseed.run(
            "codegen", model, "--for", "swiftdata", "--schema", schema, "-o", "Code", in: folder.path)
        #expect(wrong.status == 2, "\(wrong.errors)")
        let other = try Zseed.run(
            "codegen", model, "--schema", "V1=1.0.0", "-o", "Code", in: folder.path)
        #expect(other.status == 2, "\(other.errors)")
        #expect(try files(in: folder.path) == [])
    }
}
