import CodeGeneration
import Foundation
import ObjectModel
import TestSupport
import Testing

@Suite("zseed codegen --pin, as text")
struct VersionPinsTests {
    private static let hash = [UInt8](repeating: 0, count: 32)
    private static let other = [UInt8](repeating: 1, count: 32)

    private func pins(_ versions: (String, [String: [UInt8]])...) -> VersionPins {
        VersionPins(
            versions: versions.map { .init(name: $0.0, hashes: VersionHashes(entities: $0.1)) },
            current: versions.last?.0 ?? "", areSeveral: true, modelPath: "App.xcdatamodeld", module: "App",
            migrationPlan: "App.Plan")
    }

    private func file(
        _ flavor: CodeGenerator.Flavor, _ pins: VersionPins, names: [String] = ["Item"]
    ) throws -> GeneratedFile {
        let entities = names.map {
            EntityDescription(name: $0, managedObjectClassName: "", ownProperties: [])
        }
        return try CodeGenerator(
            model: ManagedObjectModel(entities: entities), name: names[0], flavor: flavor
        ).pinned(pins)
    }

    @Test("A version with other hashes was edited, a missing one removed, and a renamed one neither")
    func changes() throws {
        let item = ["Item": Self.hash]
        let before = pins(("App", item), ("App 2", ["Item": Self.other, "A\", \"B": Self.hash]))
        func changes(_ now: VersionPins) throws -> [VersionPins.Change] {
            try CodeGenerator.Flavor.allCases.map { now.changes(since: try file($0, before).text) }
                .reduce(nil) { $0 == nil || $0 == $1 ? $1 : [] } ?? []
        }
        #expect(try changes(before) == [])
        let same = ("App 2", ["Item": Self.other, "A\", \"B": Self.hash])
        #expect(try changes(pins(("App", item), same, ("App 3", [:]))) == [])
        #expect(try changes(pins(("Renamed", item), same)) == [])
        #expect(try changes(pins(same)) == [.removed(version: "App")])
        #expect(
            try changes(pins(("App", ["Item": Self.other]), same))
                == [.edited(version: "App", entities: ["Item"])])
        let both = pins(("App", ["Item": Self.hash, "New": Self.hash]), ("App 2", ["Item": Self.other]))
        #expect(
            try changes(both)
                == [
                    .edited(version: "App", entities: ["New"]),
                    .edited(version: "App 2", entities: ["A\\\", \\\"B"]),
                ])
    }

    @Test("The test compiles for the object layer, and parses for the others, whatever the names")
    func compiles() throws {
        let names = ["Issue", "String", "Data", "Bundle", "A {}\nimport Evil //", "x\"; evil(); \\(y)"]
        let hashes = Dictionary(uniqueKeysWithValues: names.map { ($0, Self.hash) })
        for flavor in CodeGenerator.Flavor.allCases {
            for isVersioned in [true, false] {
                let pins = VersionPins(
                    versions: names.map { .init(name: $0, hashes: VersionHashes(entities: hashes)) },
                    current: names[0], areSeveral: isVersioned,
                    modelPath: isVersioned ? "A\"/\n\\(evil()).xcdatamodeld" : nil)
                let file = try file(flavor, pins, names: names.reversed())
                #expect(!file.text.contains("\nimport Evil"), "\(file.text)")
                let folder = try TestFolder()
                try folder.write(file.text, as: file.name)
                let arguments = flavor == .objectLayer ? CodeGeneratorTests.typecheck : ["-parse"]
                let result = try run(
                    "swiftc", arguments + ["-swift-version", "6", "-warnings-as-errors", file.name],
                    in: folder.path)
                #expect(result.status == 0, "\(flavor): \(result.output)\(result.errors)")
            }
        }
    }

    @Test("SwiftData's test names the schemas, the plan and the module")
    func swiftData() throws {
        let text = try file(.swiftData, pins(("V.One", ["Item": Self.hash]), ("V.Two", [:]))).text
        for line in [
            "@testable import App\n", "case \"V.One\": V.One.models\n",
            "let schema = SwiftData.Schema(versionedSchema: V.Two.self)\n",
            "for: schema, migrationPlan: App.Plan.self,\n",
            "(\"V.One\", \"Item\", \"\(Data(Self.hash).base64EncodedString())\"),\n",
        ] { #expect(text.contains(line), "\(text)") }
    }
}
