import Foundation
import ObjectModel
import TestSupport
import Testing

@testable import CodeGeneration

/// Tests of the embedded files of `SeedStore` and `MergeRules`, which codegen writes for apps without dependencies.
@Suite("The code of the package SeedStore")
struct EmbeddedSeedStoreTests {
    private static let sources = Corpus.packageRoot + "/Sources/"
    private static let embedded = sources + "Apps/CodeGeneration/SeedStore/EmbeddedSeedStore.swift"
    /// The folders of the rooms below `Sources`.
    private static let storeys = ["SeedStore": "Apps/", "MergeRules": "Base/"]

    /// Returns the path of a file whose name begins with its room.
    private static func path(_ name: String) throws -> String {
        try sources + #require(storeys[String(name.prefix { $0 != "/" })]) + name
    }

    /// Returns the names of a room's files, beginning with the room. Files that only re-export other modules are left
    /// out.
    private static func files(of room: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path(room)).filter {
            $0.hasSuffix(".swift") && $0 != "Exports.swift"
        }.sortedInBinaryOrder().map { room + "/" + $0 }
    }

    @Test("The embedded code equals the package's: ZSEED_WRITE_DOCS=1 swift test --filter EmbeddedSeedStore")
    func upToDate() throws {
        let files = try ["SeedStore", "MergeRules"].flatMap(Self.files).map { name in
            (name: name, text: try String(contentsOfFile: Self.path(name), encoding: .utf8))
        }
        guard ProcessInfo.processInfo.environment["ZSEED_WRITE_DOCS"] == nil else {
            let lines = files.map {
                "        (\"\($0.name)\", ##\"\($0.text.replacing("\n", with: "\\##n"))\"##),\n"
            }
            let text = """
                // swift-format-ignore-file

                /// Written by `make reference`: the files of the packages `SeedStore` and `MergeRules`, a line for each.
                enum EmbeddedSeedStore {
                    static let files: [(name: String, text: String)] = [
                \(lines.joined())    ]
                }

                """
            return try Data(text.utf8).write(to: URL(fileURLWithPath: Self.embedded))
        }
        #expect(EmbeddedSeedStore.files.map(\.name) == files.map(\.name))
        for (embedded, file) in zip(EmbeddedSeedStore.files, files) {
            #expect(embedded.text == file.text, "make reference: \(file.name)")
        }
    }

    // MARK: On Apple's platforms

    /// Compiles stubs of Core Data's and SwiftData's public interface and the given modules, and type-checks an app's
    /// files against them.
    private func check(_ modules: [(name: String, files: [String])], _ app: [String], in folder: TestFolder)
        throws
    {
        let stubs = Corpus.packageRoot + "/Tests/Outside/Stubs/"
        let frameworks = ["ObjectiveC", "CoreData", "SwiftData"].map { ($0, [stubs + $0 + ".swift"]) }
        for (name, files) in frameworks + modules.map({ ($0.name, $0.files) }) {
            let built = try run(
                "swiftc",
                [
                    "-emit-module", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-I",
                    ".",
                    "-module-name", name, "-o", name + ".swiftmodule",
                ] + files, in: folder.path)
            #expect(built.status == 0, "\(name): \(built.errors)")
        }
        // New Xcode projects use the main actor by default.
        let checked = try run(
            "swiftc",
            [
                "-typecheck", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors",
                "-default-isolation", "MainActor", "-I", ".", "-module-name", "App",
            ] + app, in: folder.path)
        #expect(checked.status == 0, "\(checked.errors)")
    }

    /// The classes of the model, with the conformance that the macro `@Model` gives them.
    private static let classes = [
        "Item", "Location", "LocationAtHome", "LocationAtShop", "Purchase", "Receipt", "Unit",
    ].map { "class \($0): nonisolated PersistentModel {}\n" }.joined()

    /// Writes the generated file for the demo's model and code of an app that uses it. Returns the names of the files.
    private func app(
        _ flavor: CodeGenerator.Flavor, importsPackage: Bool, in folder: TestFolder
    ) throws -> [String] {
        let model = try ModelFile.read(path: Corpus.packageRoot + "/data/GroceryDude.xcdatamodeld").model
        let file = try CodeGenerator(
            model: model, name: "GroceryDude", flavor: flavor, importsSeedStore: importsPackage
        ).seedStore()
        let imports = importsPackage ? "import SeedStore\n" : ""
        let use =
            switch flavor {
            case .swiftData:
                "import SwiftData\n" + Self.classes + """
                    @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
                    nonisolated func launch(
                        _ configuration: ModelConfiguration, _ changes: [URL], _ plan: (any SchemaMigrationPlan.Type)?
                    ) throws -> ModelContainer {
                        try SeedStore.install(
                            seed: SeedStore.seed(named: "Seed"), version: "1", at: configuration.url)
                        let conflicts = try SeedStore.merge(changes: changes, intoStoreAt: configuration.url)
                        for conflict in conflicts where conflict.kind == .bothChanged { print(conflict.entity) }
                        return try SeedStore.container(
                            seed: "Seed", version: "1", configuration: configuration, migrationPlan: plan)
                    }

                    """
            default:
                """
                import CoreData
                nonisolated func launch(_ changes: [URL]) throws -> NSPersistentContainer {
                    let container = try SeedStore.container(seed: "Seed", version: "1", appGroup: "group.app")
                    let context = container.viewContext
                    for line in try context.performAndWait({ try update(context, with: changes) }) { print(line) }
                    return container
                }

                """
            }
        let name = "App-\(flavor)-\(importsPackage)"
        try folder.write(file.text, as: name + "/SeedStore.swift")
        try folder.write(imports + "import Foundation\n" + use, as: name + "/App.swift")
        let files = [name + "/SeedStore.swift", name + "/App.swift"]
        guard flavor == .coreData else { return files }
        // The app that DependencyTests runs with the object layer.
        let launch = try String(
            contentsOfFile: Corpus.packageRoot + "/Tests/Outside/SampleApp/Launch.swift", encoding: .utf8)
        try folder.write(
            importsPackage ? launch : launch.replacing("import SeedStore\n", with: ""),
            as: name + "/Launch.swift")
        return files + [name + "/Launch.swift"]
    }

    @Test(
        "The code compiles with stubs of Core Data and SwiftData, as a package and as files",
        arguments: [CodeGenerator.Flavor.coreData, .swiftData])
    func typechecks(flavor: CodeGenerator.Flavor) throws {
        let alone = try TestFolder()
        try check([], app(flavor, importsPackage: false, in: alone), in: alone)
        let package = try TestFolder()
        let modules = try [
            ("MergeRules", Self.files(of: "MergeRules")),
            ("SeedStore", Self.files(of: "SeedStore") + ["SeedStore/Exports.swift"]),
        ]
        .map { (name: $0, files: try $1.map(Self.path)) }
        try check(modules, app(flavor, importsPackage: true, in: package), in: package)
    }
}
