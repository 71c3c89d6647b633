/// The code of `SeedStore.swift`, which installs the bundled store and opens it.
struct SeedStoreCode {
    let generator: CodeGenerator

    init(_ generator: CodeGenerator) { self.generator = generator }

    func file() -> GeneratedFile {
        let imports =
            switch generator.flavor {
            case .objectLayer: ["Foundation", "ObjectLayer", "ObjectModel"]
            case .coreData: ["CoreData", "Foundation"]
            case .swiftData: ["CoreData", "Foundation", "ObjectiveC", "SwiftData"]
            }
        // These parts import no framework but Foundation, so that tests can run them unchanged.
        let parts =
            [Self.installing, Self.moving, Self.staging, Self.copies, opening]
            + SeedChangesCode(generator).parts
        return generator.file(
            "SeedStore.swift",
            generator.header(imports) + parts.flatMap { $0.components() + [""] })
    }

    private var opening: String {
        switch generator.flavor {
        case .objectLayer: objectLayer
        case .coreData: coreData
        case .swiftData: swiftData
        }
    }
}

extension String {
    fileprivate func components() -> [String] {
        split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
