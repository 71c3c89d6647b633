import Foundation
import TestSupport
import Testing

/// The package of ``DependencyTests``, whose object layer is already built, with a plan in its target. The plugin uses
/// a bundle of the program under test to build the store.
struct SeededPackage {
    let folder: TestFolder
    private var reader: String { folder.path + "/reader" }

    private static let plan = """
        reference: ../../Data/Shop.xcdatamodel
        sources:
          items: { csv: ../../Data/items.csv }
        entities:
          Item:
            from: items
            attributes: { name: name }

        """

    private func write(_ text: String, as name: String) throws {
        try folder.write(text, as: "reader/" + name)
    }

    private func prepare() throws {
        // The checkout that the page describes, with the bundle in it.
        let plugins = folder.path + "/zseed/Plugins"
        try? FileManager.default.removeItem(atPath: plugins + "/zseed.artifactbundle")
        let bundle = try run(
            "make",
            [
                "-s", "artifactbundle", "PROGRAM=\(Built.zseed)",
                "BUNDLE=\(plugins)/zseed.artifactbundle",
            ], in: Corpus.packageRoot)
        #expect(bundle.status == 0, "\(bundle.errors)")
        // The lines of the page, with the object layer added.
        let page = try String(contentsOfFile: Corpus.packageRoot + "/docs/guides/plugins.md", encoding: .utf8)
        let block = try #require(
            page.components(separatedBy: "```swift\n").compactMap { $0.components(separatedBy: "```").first }
                .first { $0.contains(".package(path: ") })
        let own = "dependencies: [.package(url: \"file://\(folder.path)/zseed\", from: \"1.2.0\"), "
        let target =
            "name: \"reader\", dependencies: [.product(name: \"ObjectLayer\", package: \"zseed\")], "
            + "swiftSettings: [.swiftLanguageMode(.v6)],"
        let lines = block.replacing("dependencies: [", with: own, maxReplacements: 1)
            .replacing("name: \"App\",", with: target)
        try write(
            """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "reader",
                platforms: [.macOS(.v15)],
            \(lines))
            """, as: "Package.swift")
        try write(
            """
            import Foundation
            import ObjectLayer

            guard let store = Bundle.module.path(forResource: "Shop", ofType: "sqlite") else {
                fatalError("the bundle has no store")
            }
            let context = try ManagedObjectContext(PersistentStoreCoordinator(path: store))
            var request = FetchRequest(entityName: "Item")
            request.sortDescriptors = [SortDescriptor(key: "name")]
            print(try context.fetch(request).map { try $0.value(forKey: "name", as: String.self) ?? "" })
            """, as: "Sources/reader/main.swift")
        try write(
            """
            <?xml version="1.0"?><model type="com.apple.IDECoreDataModeler.DataModel" \
            documentVersion="1.0"><entity name="Item"><attribute name="name" attributeType="String"/>\
            </entity></model>
            """, as: "Data/Shop.xcdatamodel/contents")
        try write("name\nBread\n", as: "Data/items.csv")
        try write(Self.plan, as: "Sources/reader/Shop.seed.yml")
    }

    private func build() throws -> ProcessResult {
        try run("swift", ["build"] + Built.packageFlags, in: reader)
    }

    /// Builds and runs the package, which prints the names in its store.
    private func expectNames(_ names: [String]) throws {
        let built = try build()
        #expect(built.status == 0, "\(built.output)\(built.errors)")
        #expect(!(built.output + built.errors).contains("unhandled"))
        let printed = try run(reader + "/.build/release/reader", [], in: folder.path)
        #expect(printed.output == "\(names)\n", "\(printed.errors)")
    }

    /// Tests the documented behaviour of the plugins (docs/guides/plugins.md) in one package, because the first build
    /// takes longest.
    func expectSeeding() throws {
        try prepare()
        try expectNames(["Bread"])

        // An input outside of the target changes.
        try write("name\nBread\nRice\n", as: "Data/items.csv")
        try expectNames(["Bread", "Rice"])

        // The plan names another input, which changes later. The build system does not have it in its list.
        try write(
            Self.plan.replacing("../../Data/items.csv", with: "[../../Data/items.csv, ../../Data/more.csv]"),
            as: "Sources/reader/Shop.seed.yml")
        try write("name\nTea\n", as: "Data/more.csv")
        try expectNames(["Bread", "Rice", "Tea"])
        try write("name\nSalt\n", as: "Data/more.csv")
        try expectNames(["Bread", "Rice", "Salt"])

        // The model changes.
        let model = try String(contentsOfFile: reader + "/Data/Shop.xcdatamodel/contents", encoding: .utf8)
        try write(
            model.replacing("</entity>", with: "</entity><entity name=\"Unit\"/>"),
            as: "Data/Shop.xcdatamodel/contents")
        let remade = try build()
        #expect(remade.output.contains("Copying Shop.sqlite"))

        // A mistake is reported at its line, in Xcode's format.
        try write(
            Self.plan.replacing("name: name", with: "nmae: name"), as: "Sources/reader/Shop.seed.yml")
        let failed = try build()
        #expect(failed.status != 0)
        let place = "/reader/Sources/reader/Shop.seed.yml:7:19: error: Item: unknown attribute `nmae`"
        #expect((failed.output + failed.errors).contains(place), "\(failed.output)\(failed.errors)")
        try write(Self.plan, as: "Sources/reader/Shop.seed.yml")
        try expectNames(["Bread", "Rice"])

        let command = try run(
            "swift",
            [
                "package", "--allow-writing-to-package-directory", "seed", "build",
                "Sources/reader/Shop.seed.yml", "-o", "Shop.sqlite", "-q",
            ], in: reader)
        #expect(command.status == 0, "\(command.errors)")
        #expect(FileManager.default.fileExists(atPath: reader + "/Shop.sqlite"))
        let refused = try run(
            "swift",
            ["package", "--allow-writing-to-package-directory", "seed", "verify", "none.sqlite"],
            in: reader)
        #expect(refused.status != 0)
        #expect((refused.output + refused.errors).contains("none.sqlite: error: "), "\(refused.errors)")
    }
}
