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
        return entities + [SeedStoreCode(self).file()]
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
