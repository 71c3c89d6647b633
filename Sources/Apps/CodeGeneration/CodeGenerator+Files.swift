import ObjectModel

extension CodeGenerator {
    /// Returns the files: those of the entities in the order of their numbers, then `SeedStore.swift`.
    package func files() -> [GeneratedFile] {
        // An entity that shares the class of its superentity is in the same file.
        let owners = model.entities.filter { !classes.entities(ofClassOf: $0).isEmpty }
        let entities = owners.flatMap { entity in
            switch flavor {
            case .objectLayer: [ObjectLayerCode(self, entity).file()]
            case .coreData: CoreDataCode(self, entity).files()
            case .swiftData: [SwiftDataCode(self, entity).file()]
            }
        }
        return entities + [seedStore()]
    }

    /// Returns only `SeedStore.swift`, for an app that has its own classes.
    package func seedStore() -> GeneratedFile { SeedStoreCode(generator: self).file() }

    /// Returns a test for the app's own suite, `StoreVersionTests.swift`.
    package func pinned(_ pins: VersionPins) -> GeneratedFile {
        VersionPinsCode(generator: self, pins: pins).file()
    }

    /// Returns the SwiftData classes in one file, for an app that maintains them from then on.
    package func ownModels() -> String {
        var lines = ["import Foundation", "import SwiftData"]
        for entity in model.entities { lines += [""] + SwiftDataCode(self, entity).declaration() }
        return lines.map { line in
            let indentation = line.prefix { $0 == " " }
            let words = line.dropFirst(indentation.count)
            let own = words.hasPrefix("public ") ? words.dropFirst("public ".count) : words
            return String(indentation) + own.replacing(": Int64", with: ": Int")
        }.joined(separator: "\n") + "\n"
    }

    /// Returns the parts of the model that the code does not express.
    package func notes() -> [CodeGenerationNote] {
        switch flavor {
        case .objectLayer: return []
        case .swiftData: return model.entities.flatMap { SwiftDataCode(self, $0).notes() }
        case .coreData:
            let twice = model.entities.map(\.name).filter { traits.kinds[$0] != nil }
            return (twice.isEmpty ? [] : [.generatedByXcode(entities: twice)])
                + model.entities.flatMap { CoreDataCode(self, $0).notes() }
        }
    }
}
