/// Reads a model from a keyed archive: the content of a `.mom` file or of a store's model cache.
///
/// The archive repeats inherited properties in every subentity, as copies or proxies. Only the properties that the
/// superentity does not have become the entity's own.
struct ArchivedModelReader {
    let archive: KeyedArchive
    /// The properties already read, by index. Shared properties are read once.
    var properties: [Int: PropertyDescription] = [:]
    /// The warnings so far.
    var warnings: [ModelWarning] = []
    /// The limit of proxies of proxies, which guards against circles.
    static let proxyLimit = 8

    /// Reads a model.
    ///
    /// - Parameter bytes: the property list, binary or XML.
    /// - Throws: ``ModelError``.
    static func read(
        _ bytes: [UInt8]
    ) throws -> (model: ManagedObjectModel, warnings: [ModelWarning]) {
        try read(PropertyList(bytes: bytes))
    }

    /// Reads a model from an archive's property list.
    static func read(
        _ list: PropertyList
    ) throws -> (model: ManagedObjectModel, warnings: [ModelWarning]) {
        var reader = ArchivedModelReader(archive: try KeyedArchive(list))
        do {
            let model = try reader.model()
            try reader.archive.checkLimit()
            return (model, reader.warnings)
        } catch {
            // The limit may have hidden objects and thereby caused the other error.
            try reader.archive.checkLimit()
            throw error
        }
    }

    private mutating func model() throws -> ManagedObjectModel {
        guard let root = archive.object(archive.root), root.className == "NSManagedObjectModel"
        else { throw ModelError(.malformed("the archive holds no managed object model")) }
        let entities = try entities(of: root)
        return try ManagedObjectModel(
            entities: entities,
            versionIdentifiers: archive.strings(root["NSVersionIdentifiers"]),
            configurations: try configurations(of: root),
            fetchRequestTemplates: try fetchRequestTemplates(of: root))
    }

    /// One entity in the archive, with all its properties.
    private struct RawEntity {
        let object: KeyedArchive.Object
        let name: String
        let superentityName: String?
        let properties: [PropertyDescription]
    }

    private mutating func entities(
        of root: KeyedArchive.Object
    ) throws -> [EntityDescription] {
        var raw: [RawEntity] = []
        var indices: [String: Int] = [:]
        var total = 0
        for entry in archive.entries(root["NSEntities"]) {
            guard let object = archive.object(entry.value) else {
                throw archive.malformed(root, "has an entity that is none")
            }
            guard raw.count < Inheritance.entityLimit else {
                throw ModelError(.tooMany(what: "entities", limit: Inheritance.entityLimit))
            }
            let entity = try rawEntity(object)
            total += entity.properties.count
            guard total <= Inheritance.propertyLimit else {
                throw ModelError(.tooMany(what: "properties", limit: Inheritance.propertyLimit))
            }
            indices[entity.name] = raw.count
            raw.append(entity)
        }
        return try raw.map { entity in
            let parent = entity.superentityName.flatMap { indices[$0] }.map { raw[$0] }
            return try self.entity(entity, inheriting: parent?.properties ?? [])
        }
    }

    private mutating func rawEntity(_ object: KeyedArchive.Object) throws -> RawEntity {
        guard let name = archive.string("NSEntityName", of: object), !name.isEmpty else {
            throw archive.malformed(object, "has no name")
        }
        let parent = archive.object(object["NSSuperentity"])
        return RawEntity(
            object: object, name: name,
            superentityName: parent.flatMap { archive.string("NSEntityName", of: $0) },
            properties: try archive.entries(object["NSProperties"]).map {
                try property($0.value, of: name)
            })
    }

    private mutating func entity(
        _ raw: RawEntity, inheriting inherited: [PropertyDescription]
    ) throws -> EntityDescription {
        let known = Dictionary(keepingFirst: inherited.map { ($0.name, $0) })
        let own = raw.properties.filter { property in
            guard let parent = known[property.name] else { return true }
            return !parent.isSameInVersionHash(as: property)
        }
        let object = raw.object
        return EntityDescription(
            name: raw.name, isAbstract: archive.bool("NSIsAbstract", of: object),
            superentityName: raw.superentityName,
            managedObjectClassName: archive.string("NSClassNameForEntity", of: object),
            renamingIdentifier: archive.string("NSRenamingIdentifier", of: object),
            versionHashModifier: archive.string("NSVersionHashModifier", of: object),
            userInfo: try archive.userInfo(object["NSUserInfo"]),
            ownProperties: own,
            uniquenessConstraints: names(object["NSUniqueTuples"]),
            compoundIndexes: names(object["NSCompoundIndexes"]),
            fetchIndexes: try archive.elements(object["NSFetchIndexDescriptions"]).map {
                try fetchIndex($0, of: raw.name)
            },
            coreSpotlightDisplayNameExpression: try expression(
                object["NSCoreSpotlightDisplayNameExpression"], usedBy: raw.name))
    }

    /// Returns lists of property names. An element may be the property itself.
    private func names(_ value: PropertyList?) -> [[String]] {
        archive.elements(value).map { list in
            archive.elements(list).compactMap { element in
                archive.string(element)
                    ?? archive.object(element).flatMap { archive.string("NSPropertyName", of: $0) }
            }
        }
    }

    private func configurations(
        of root: KeyedArchive.Object
    ) throws -> [String: [String]] {
        var result: [String: [String]] = [:]
        for entry in archive.entries(root["NSConfigurations"]) {
            guard let name = archive.string(entry.key) else { continue }
            result[name] = archive.elements(entry.value).compactMap {
                archive.object($0).flatMap { archive.string("NSEntityName", of: $0) }
            }
        }
        return result
    }
}

extension ArchivedModelReader {
    /// Reads a predicate that Core Data only needs for saving or fetching. One that cannot be read is left out with a
    /// warning.
    mutating func optionalPredicate(_ value: PropertyList?, usedBy user: String) -> Predicate? {
        do {
            return try archive.predicate(value)
        } catch let error as ModelError {
            warnings.append(.predicateLeftOut(usedBy: user, problem: error.problem))
        } catch {
            warnings.append(
                .predicateLeftOut(usedBy: user, problem: .malformed("\(error)")))
        }
        return nil
    }

    /// Reads a predicate that affects the schema. One that cannot be read is an error.
    func predicate(_ value: PropertyList?, usedBy user: String) throws -> Predicate? {
        do {
            return try archive.predicate(value)
        } catch let error as ModelError {
            throw Self.naming(user, in: error)
        }
    }

    /// Reads an expression that affects the schema or the version hash.
    func expression(_ value: PropertyList?, usedBy user: String) throws -> Expression? {
        do {
            return try archive.expression(value)
        } catch let error as ModelError {
            throw Self.naming(user, in: error)
        }
    }

    private static func naming(_ user: String, in error: ModelError) -> ModelError {
        guard case .unknownValue(let value, let kind, _) = error.problem else { return error }
        return ModelError(.unknownValue(value, of: kind, usedBy: user))
    }
}
