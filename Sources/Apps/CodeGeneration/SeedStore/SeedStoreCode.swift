/// `SeedStore.swift`: code for the app's model, followed by the unchanged files of the package `SeedStore`, unless the
/// app depends on that package.
struct SeedStoreCode {
    let generator: CodeGenerator

    func file() -> GeneratedFile {
        let (imports, own) =
            switch generator.flavor {
            case .objectLayer: (["Foundation", "ObjectLayer"], objectLayer)
            case .coreData: (["CoreData", "Foundation"], coreData)
            case .swiftData: (["CoreData", "Foundation", "SwiftData"], swiftData)
            }
        if generator.importsSeedStore {
            return generator.file(
                "SeedStore.swift",
                generator.header((imports + ["SeedStore"]).sorted(), options: " --package") + own.lines)
        }
        // The object layer already exports the merge rules.
        let files = EmbeddedSeedStore.files.filter { file in
            switch generator.flavor {
            case .objectLayer: !file.name.hasPrefix("MergeRules/") && !file.name.contains("Data")
            case .coreData: !file.name.contains("SwiftData")
            case .swiftData: true
            }
        }
        let package = files.map { "// MARK: - \($0.name)\n\n\($0.text)" }
        return generator.file(
            "SeedStore.swift", generator.header(imports) + ([own] + package).flatMap { $0.lines + [""] })
    }
}

extension String {
    fileprivate var lines: [String] {
        split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
