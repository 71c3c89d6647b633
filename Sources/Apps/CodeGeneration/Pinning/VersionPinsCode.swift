import ObjectModel

/// `StoreVersionTests.swift`: a test for an app's own suite. It pins the version hashes of each version of the model,
/// and opens stores of old versions with the current version.
struct VersionPinsCode {
    let generator: CodeGenerator
    let pins: VersionPins

    func file() -> GeneratedFile {
        let imports =
            switch generator.flavor {
            case .objectLayer: ["Foundation", "ObjectLayer", "ObjectModel", "Testing"]
            case .coreData: ["CoreData", "Foundation", "Testing"]
            case .swiftData: ["CoreData", "Foundation", "SwiftData", "Testing"]
            }
        var lines = generator.header(imports, options: " --pin")
        if let module = pins.module { lines.insert("@testable import \(module)", at: lines.count - 1) }
        lines += [
            "/// That stores of every version of the model that was published go on to open. The folder",
            "/// `OldStores` beside this file has stores of these versions.",
            "@Suite(\(SwiftName.literal("Stores of \(generator.name)")))",
            "struct StoreVersionTests {",
        ]
        let own =
            switch generator.flavor {
            case .objectLayer: objectLayer
            case .coreData: coreData
            case .swiftData: swiftData
            }
        lines += [table, versionTest, Self.storeTest, own, Self.shared].filter { !$0.isEmpty }
            .map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
            .joined(separator: [""]).map(CodeGenerator.indented)
        return generator.file("StoreVersionTests.swift", lines + ["}"])
    }

    /// Whether the code can load the models of the versions, and compare their version hashes.
    private var hasVersionTest: Bool { generator.flavor != .objectLayer || pins.modelPath != nil }

    private var table: String {
        """
        /// The version hashes that each version had when this file was written. A line of a version that was
        /// published is never edited: its stores have these hashes.
        static let pins: [(version: Swift.String, entity: Swift.String, hash: Swift.String)] = [
        \(pins.lines.map { "    " + $0 }.joined(separator: "\n"))
        ]
        static let versions: [Swift.String] = [
        \(pins.versions.map { "    \(SwiftName.literal($0.name))," }.joined(separator: "\n"))
        ]

        static func pinned(_ version: Swift.String) -> [Swift.String: Swift.String] {
            Swift.Dictionary(
                pins.filter { $0.version == version }.map { ($0.entity, $0.hash) },
                uniquingKeysWith: { first, _ in first })
        }
        """
    }

    private var versionTest: String {
        guard hasVersionTest else { return "" }
        return """
            @Test("Each version of the model has the version hashes that are pinned", arguments: versions)
            func versionIsPinned(_ version: Swift.String) throws {
                let pinned = Self.pinned(version)
                let found = try Self.hashes(of: version)
                let changed = Swift.Set(pinned.keys).union(found.keys).filter { pinned[$0] != found[$0] }
                #expect(
                    changed.isEmpty,
                    "stores of \\(version) do not open any more: \\(changed.sorted()) changed; add a version instead")
            }
            """
    }

    private static let storeTest = """
        @Test("Old stores open with the present model")
        func oldStoresOpen() throws {
            try Self.withOldStores { store in try Self.open(store) }
        }
        """

    private static let shared = """
        /// Does something with each old store. It gets a copy, since opening may migrate a store.
        private static func withOldStores(_ body: (Foundation.URL) throws -> Swift.Void) throws {
            let files = Foundation.FileManager.default
            let folder = Foundation.URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("OldStores")
            let copies = files.temporaryDirectory.appendingPathComponent(Foundation.UUID().uuidString)
            defer { try? files.removeItem(at: copies) }
            var count = 0
            if files.fileExists(atPath: folder.path) {
                try files.copyItem(at: folder, to: copies)
                for name in try files.subpathsOfDirectory(atPath: copies.path).sorted()
                where !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
                    let store = copies.appendingPathComponent(name)
                    guard isStore(store) else { continue }
                    count += 1
                    do {
                        try body(store)
                    } catch {
                        Testing.Issue.record("\\(name) does not open: \\(error)")
                    }
                }
            }
            if count == 0 {
                Testing.Issue.record("\\(folder.path) has no store: put one of each published version there")
            }
        }

        private static func isStore(_ file: Foundation.URL) -> Swift.Bool {
            guard let handle = try? Foundation.FileHandle(forReadingFrom: file) else { return false }
            defer { try? handle.close() }
            return (try? handle.read(upToCount: 16)) == Foundation.Data("SQLite format 3\\0".utf8)
        }
        """
}
