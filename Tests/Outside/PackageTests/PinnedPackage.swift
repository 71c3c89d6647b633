import Foundation
import TestSupport
import Testing

/// The package of ``DependencyTests``, with the test that `zseed codegen --pin` writes for the versions of a model.
struct PinnedPackage {
    let folder: TestFolder
    private var reader: String { folder.path + "/reader" }

    private func version(_ attributes: String...) -> String {
        """
        <?xml version="1.0"?><model type="com.apple.IDECoreDataModeler.DataModel" \
        documentVersion="1.0"><entity name="Item">
        \(attributes.map { "<attribute name=\"\($0)\" attributeType=\"String\"/>" }.joined(separator: "\n"))
        </entity></model>
        """
    }

    private func write(_ text: String, as name: String) throws {
        try folder.write(text, as: "reader/" + name)
    }

    private func zseed(_ arguments: String...) throws -> ProcessResult {
        try run(Built.zseed, arguments, in: reader)
    }

    /// Runs the tests of the package, and returns their output.
    private func test() throws -> (text: String, status: Int32) {
        let result = try run(
            "swift", ["test", "--disable-xctest", "--enable-swift-testing"] + Built.packageFlags, in: reader)
        return (result.output + result.errors, result.status)
    }

    /// Expects the findings of the test: none, a store of another version, an edited version, and no store.
    func expectPins() throws {
        let package = try String(contentsOfFile: reader + "/Package.swift", encoding: .utf8)
        let target = ".executableTarget("
        try #require(package.contains(target))
        try write(
            package.replacing(
                target,
                with: """
                    .testTarget(
                        name: "PinTests", dependencies: [.product(name: "ObjectLayer", package: "zseed")],
                        exclude: ["OldStores"]),
                    \(target)
                    """, maxReplacements: 1), as: "Package.swift")
        try write(
            String(contentsOfFile: Corpus.packageRoot + "/Tests/XCTMain.swift", encoding: .utf8),
            as: "Tests/XCTMain.swift")
        try write(version("name"), as: "App.xcdatamodeld/App.xcdatamodel/contents")
        try write(version("name", "note"), as: "App.xcdatamodeld/App 2.xcdatamodel/contents")
        try write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>App 2.xcdatamodel</string>
            </dict></plist>
            """, as: "App.xcdatamodeld/.xccurrentversion")
        let pin = ["codegen", "App.xcdatamodeld", "--pin", "-o", "Tests/PinTests"]
        let written = try run(Built.zseed, pin, in: reader)
        #expect(
            written.output == "Tests/PinTests/StoreVersionTests.swift\n1 file written, 0 unchanged\n",
            "\(written.errors)")
        try FileManager.default.createDirectory(
            atPath: reader + "/Tests/PinTests/OldStores", withIntermediateDirectories: true)

        let empty = try test()
        #expect(empty.text.contains("OldStores has no store: put one of each published version there"))
        #expect(empty.status != 0)

        let second = try zseed("create", "App.xcdatamodeld", "-o", "Tests/PinTests/OldStores/2.sqlite")
        #expect(second.status == 0)
        let sound = try test()
        #expect(sound.text.contains("Test run with 2 tests in 1 suite passed"), "\(sound.text)")
        #expect(sound.status == 0)

        // A published version that was edited, and a store that the object layer cannot open.
        let created = try zseed(
            "create", "App.xcdatamodeld", "--model-version", "App", "-o", "Tests/PinTests/OldStores/1.sqlite")
        #expect(created.status == 0)
        try write(version("title"), as: "App.xcdatamodeld/App.xcdatamodel/contents")
        let edited = try test()
        let words = "stores of App do not open any more: [\"Item\"] changed; add a version instead"
        #expect(edited.text.contains(words), "\(edited.text)")
        #expect(edited.text.contains("1.sqlite does not open: "), "\(edited.text)")
        #expect(!edited.text.contains("2.sqlite does not open: "), "\(edited.text)")
        #expect(edited.status != 0)
    }
}
