import Foundation
import TestSupport
import Testing

/// The features of this package that another package can use.
@Suite("A package that depends on zseed")
struct DependencyTests {
    @Test(
        "A package with zseed by version uses ObjectLayer, SeedStore, the build plugin and pins",
        .enabled(if: Repository.isPresent, "needs git and the files that it tracks"))
    func dependsByVersion() throws {
        let folder = try TestFolder()
        try Repository.publish(as: "1.2.3", in: folder.path + "/zseed")
        try folder.write(
            """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "reader",
                platforms: [.macOS(.v15)],
                dependencies: [.package(url: "file://\(folder.path)/zseed", from: "1.2.0")],
                targets: [
                    .executableTarget(
                        name: "reader",
                        dependencies: [.product(name: "ObjectLayer", package: "zseed")],
                        swiftSettings: [.swiftLanguageMode(.v6)])
                ])
            """, as: "reader/Package.swift")
        try folder.write(
            """
            import ObjectLayer

            let coordinator = try PersistentStoreCoordinator(path: CommandLine.arguments[1])
            // The model comes with the same import.
            let model: ManagedObjectModel = coordinator.managedObjectModel
            let context = try ManagedObjectContext(coordinator)
            var request = FetchRequest(entityName: "Item")
            request.predicate = try Predicate(format: "unit.name == %@", arguments: ["kg"])
            request.sortDescriptors = [SortDescriptor(key: "name")]
            request.fetchLimit = 1
            for item in try context.fetch(request) {
                print(item.entity.name, try item.value(forKey: "name", as: String.self) ?? "")
            }
            print(model.entity(named: "Item")?.name ?? "no Item")

            // So do the names of what is thrown, and of what is told of stores and statements.
            do {
                _ = try PersistentStoreCoordinator(path: "none.sqlite")
            } catch let error as StoreError where error.problem == .missing {
                print(error.path)
            } catch let error as DatabaseError {
                print(error.message)
            } catch let error as FileError {
                print(error.reason)
            }
            let problems: [LayoutProblem] = coordinator.problems
            let hook: SQLTrace.Hook = { trace in
                let binds: [Value] = trace.binds
                print(trace.sql, binds)
            }
            let other = try PersistentStoreCoordinator(
                path: CommandLine.arguments[1], managedObjectModel: model, sqlDebug: hook)
            print(problems.count, other.modelOrigin == .given)
            """, as: "reader/Sources/reader/main.swift")

        let demo = try run(
            Built.zseed, ["build", Corpus.packageRoot + "/data/seed.yml", "-o", "Demo.sqlite"],
            in: folder.path)
        #expect(demo.status == 0, "\(demo.errors)")
        let built = try run(
            "swift", ["build"] + Built.packageFlags, in: folder.path + "/reader")
        #expect(built.status == 0, "\(built.output)\(built.errors)")
        let read = try run(
            folder.path + "/reader/.build/release/reader", ["Demo.sqlite"], in: folder.path)
        #expect(read.errors == "")
        #expect(read.output == "Item Apples, Granny Smith\nItem\nnone.sqlite\n0 true\n")
        try SampleApp(folder: folder).expectMerge()
        try SeededPackage(folder: folder).expectSeeding()
        try PinnedPackage(folder: folder).expectPins()
    }
}
