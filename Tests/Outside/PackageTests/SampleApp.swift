import Foundation
import TestSupport
import Testing

/// The package of ``DependencyTests`` with an app that gets `SeedStore` and `ObjectLayer` by version: it installs a seed, a
/// user changes it, and the next launch merges a new edition.
struct SampleApp {
    let folder: TestFolder
    private var reader: String { folder.path + "/reader" }

    private func zseed(_ arguments: String..., status: Int32 = 0) throws {
        let result = try run(Built.zseed, arguments, in: reader)
        #expect(result.status == status, "\(arguments): \(result.errors)")
    }

    /// Builds an edition from rows of text.
    private func build(_ name: String, _ rows: String) throws {
        try folder.write("name,servings\n" + rows, as: "reader/Editions/recipes.csv")
        try zseed("build", "Editions/plan.yml", "-o", "Editions/\(name).sqlite", "-q")
    }

    private func prepare() throws {
        try folder.write(
            """
            <?xml version="1.0"?><model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="Recipe"><attribute name="name" attributeType="String"/>
            <attribute name="servings" optional="YES" attributeType="Integer 16"/>
            <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
            </uniquenessConstraints></entity></model>
            """, as: "reader/Editions/Cook.xcdatamodel/contents")
        try folder.write(
            """
            reference: Cook.xcdatamodel
            sources: { recipes: { csv: recipes.csv } }
            entities: { Recipe: { from: recipes, attributes: { name: name, servings: servings } } }
            """, as: "reader/Editions/plan.yml")
        try build("1", "Soup,2\nPie,8\nDumplings,4\n")
        try build("2", "Soup,3\nPie,10\nWaffles,6\n")
        // The editions differ.
        try zseed(
            "diff", "Editions/1.sqlite", "Editions/2.sqlite", "--changes", "Editions/1-2.json", status: 1)
        try zseed("codegen", "Editions/Cook.xcdatamodel", "--package", "-o", "Sources/app", "-q")
        let launch = try String(
            contentsOfFile: Corpus.packageRoot + "/Tests/Outside/SampleApp/Launch.swift", encoding: .utf8)
        try folder.write(launch, as: "reader/Sources/app/Launch.swift")
        try folder.write(
            """
            import Foundation
            import ObjectLayer
            import SeedStore

            let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
            let (seed, store, changes) = (files[0], files[1], [files[2]])
            print(try install(seed, at: store))
            let context = try ManagedObjectContext(SeedStore.open(path: store.path, access: .readWrite))
            func recipes(_ context: ManagedObjectContext) throws -> [Recipe] {
                try context.fetch(Recipe.self, sortedBy: [SortDescriptor(key: "name")])
            }
            for recipe in try recipes(context) where try recipe.name == "Soup" { try recipe.setServings(6) }
            try context.save()
            for launch in 1...2 { print(launch, try update(context, with: changes)) }
            print(try recipes(context).map { try "\\($0.name) \\($0.servings)" })
            """, as: "reader/Sources/app/main.swift")
    }

    func expectMerge() throws {
        try prepare()
        let manifest = try String(contentsOfFile: reader + "/Package.swift", encoding: .utf8)
        let target = "targets: ["
        try #require(manifest.contains(target))
        let app = """
            targets: [
                    .executableTarget(
                        name: "app",
                        dependencies: [
                            .product(name: "SeedStore", package: "zseed"),
                            .product(name: "ObjectLayer", package: "zseed"),
                        ],
                        swiftSettings: [.swiftLanguageMode(.v6)]),
            """
        try folder.write(
            manifest.replacing(target, with: app, maxReplacements: 1), as: "reader/Package.swift")
        let built = try run("swift", ["build", "--product", "app"] + Built.packageFlags, in: reader)
        #expect(built.status == 0, "\(built.output)\(built.errors)")
        let ran = try run(
            reader + "/.build/release/app", ["Editions/1.sqlite", "App/Store.sqlite", "Editions/1-2.json"],
            in: reader)
        #expect(ran.errors == "")
        #expect(
            ran.output == """
                installed
                1 ["bothChanged Recipe Soup: servings 6 of the user, 3 new, kept: user"]
                2 []
                ["Pie 10", "Soup 6", "Waffles 6"]

                """)
    }
}
