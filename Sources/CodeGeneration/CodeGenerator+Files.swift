import ObjectModel

extension CodeGenerator {
    /// The files: those of the entities in the order of their numbers, then `SeedStore.swift`.
    package func files() -> [GeneratedFile] {
        // An entity with the class of its superentity is in that one's file.
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

    /// `SeedStore.swift` alone, for an app that has its classes.
    package func seedStore() -> GeneratedFile { SeedStoreCode(self).file() }

    /// A test for the app's own suite, `StoreVersionTests.swift`.
    package func pinned(_ pins: VersionPins) -> GeneratedFile {
        VersionPinsCode(generator: self, pins: pins).file()
    }

    /// The classes for SwiftData in one file that is an app's own from then on, as its developers would write it.
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

    /// What the code does not say as the model does.
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
