extension ArchivedModelReader {
    /// Bits of `NSFetchRequestFlags`. Every real archive has 30, which means all defaults. It is certain that four of
    /// the five bits are the options that are on by default. Their order is that of the properties in
    /// `NSFetchRequest.h`.
    private enum Flag {
        static let returnsDistinctResults = 1
        static let includesSubentities = 2
        static let includesPropertyValues = 4
        static let returnsObjectsAsFaults = 8
        static let defaults = 30
    }

    /// Reads the fetch request templates of a model.
    mutating func fetchRequestTemplates(
        of root: KeyedArchive.Object
    ) throws -> [FetchRequestTemplate] {
        try archive.entries(root["NSFetchRequestTemplates"]).map { entry in
            guard let name = archive.string(entry.key), let request = archive.object(entry.value)
            else { throw archive.malformed(root, "has a fetch request template that is none") }
            return try fetchRequest(request, name: name, entityName: nil)
        }
    }

    /// Reads a fetch request. `entityName` is set if the container knows the entity better.
    mutating func fetchRequest(
        _ object: KeyedArchive.Object, name: String, entityName: String?
    ) throws -> FetchRequestTemplate {
        let entity =
            entityName
            ?? archive.object(object["NSEntity"])
            .flatMap { archive.string("NSEntityName", of: $0) }
            ?? archive.string("NSEntityName", of: object)
        guard let entity else { throw ModelError(.missing("entity", usedBy: name)) }
        let kind = archive.integer("NSResultType", of: object) ?? 0
        guard let resultType = FetchRequestTemplate.ResultType(rawValue: kind) else {
            throw ModelError(.unknownValue(String(kind), of: "result type", usedBy: name))
        }
        let hasFlags = archive.bool("NSHasFetchRequestFlags", of: object)
        let flags =
            hasFlags
            ? archive.integer("NSFetchRequestFlags", of: object) ?? Flag.defaults
            : Flag.defaults
        return FetchRequestTemplate(
            name: name, entityName: entity,
            predicate: optionalPredicate(object["NSPredicate"], usedBy: name),
            sortDescriptors: archive.elements(object["NSSortDescriptors"])
                .compactMap(sortDescriptor),
            fetchLimit: archive.integer("NSFetchLimit", of: object) ?? 0,
            fetchOffset: archive.integer("NSFetchOffset", of: object) ?? 0,
            fetchBatchSize: archive.integer("NSBatchSize", of: object) ?? 0,
            resultType: resultType,
            includesSubentities: flags & Flag.includesSubentities != 0,
            includesPropertyValues: flags & Flag.includesPropertyValues != 0,
            returnsObjectsAsFaults: flags & Flag.returnsObjectsAsFaults != 0,
            returnsDistinctResults: flags & Flag.returnsDistinctResults != 0,
            propertiesToFetch: names(object["NSValuesToFetch"]),
            relationshipKeyPathsForPrefetching: archive.strings(
                object["NSRelationshipKeyPathsForPrefetching"]))
    }

    private func sortDescriptor(
        _ value: PropertyList
    ) -> FetchRequestTemplate.SortDescriptor? {
        guard let object = archive.object(value), let key = archive.string("NSKey", of: object)
        else { return nil }
        return FetchRequestTemplate.SortDescriptor(
            key: key, isAscending: archive.bool("NSAscending", of: object),
            selector: archive.string("NSSelector", of: object) ?? "compare:")
    }

    /// Returns names of properties, which are given as text or as the property itself.
    private func names(_ value: PropertyList?) -> [String] {
        archive.elements(value).compactMap { element in
            archive.string(element)
                ?? archive.object(element).flatMap { archive.string("NSPropertyName", of: $0) }
        }
    }

    /// Reads a fetch index of an entity.
    func fetchIndex(_ value: PropertyList, of entity: String) throws -> FetchIndexDescription {
        guard let object = archive.object(value),
            let name = archive.string("NSIndexName", of: object)
        else { throw ModelError(.missing("name of a fetch index", usedBy: entity)) }
        return FetchIndexDescription(
            name: name,
            elements: try archive.elements(object["NSIndexElements"]).map {
                try fetchIndexElement($0, of: "\(entity).\(name)")
            },
            partialIndexPredicate: try predicate(
                object["NSPartialIndexPredicate"], usedBy: "\(entity).\(name)"))
    }

    private func fetchIndexElement(
        _ value: PropertyList, of index: String
    ) throws -> FetchIndexDescription.Element {
        guard let object = archive.object(value) else {
            throw ModelError(.missing("element", usedBy: index))
        }
        let kind = archive.integer("NSFetchIndexElementType", of: object) ?? 0
        guard let collation = FetchIndexDescription.CollationType(rawValue: kind) else {
            throw ModelError(.unknownValue(String(kind), of: "kind of index", usedBy: index))
        }
        return FetchIndexDescription.Element(
            try target(object, of: index), collationType: collation,
            isAscending: archive.bool("NSAscending", of: object))
    }

    private func target(
        _ object: KeyedArchive.Object, of index: String
    ) throws -> FetchIndexDescription.Target {
        // An element for an expression contains a property made for it, with a generated name.
        if let indexed = archive.object(object["NSIndexedProperty"]),
            let expression = try expression(indexed["NSExpression"], usedBy: index)
        {
            let number = archive.integer("NSExpressionType", of: indexed) ?? 0
            let type = Int32(exactly: number).flatMap { AttributeType(rawValue: $0) }
            return .expression(expression, type: type ?? .undefined)
        }
        guard let name = archive.string("NSPropertyName", of: object) else {
            throw ModelError(.missing("property", usedBy: index))
        }
        return .property(name)
    }
}
