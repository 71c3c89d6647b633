extension ModelArchiveWriter {
    /// Bits of `NSFetchRequestFlags`, with the meanings that the reader uses.
    private enum Flag {
        static let returnsDistinctResults: Int64 = 1
        static let includesSubentities: Int64 = 2
        static let includesPropertyValues: Int64 = 4
        static let returnsObjectsAsFaults: Int64 = 8
        /// Set in every real archive.
        static let isAlwaysSet: Int64 = 16
    }

    mutating func fetchRequest(
        _ request: FetchRequestTemplate, usedBy user: String
    ) throws(ModelArchiveError) -> PropertyList {
        var flags = Flag.isAlwaysSet
        if request.returnsDistinctResults { flags |= Flag.returnsDistinctResults }
        if request.includesSubentities { flags |= Flag.includesSubentities }
        if request.includesPropertyValues { flags |= Flag.includesPropertyValues }
        if request.returnsObjectsAsFaults { flags |= Flag.returnsObjectsAsFaults }
        var sorting: [PropertyList] = []
        for descriptor in request.sortDescriptors {
            let key = builder.string(descriptor.key)
            let selector = builder.string(descriptor.selector)
            sorting.append(
                builder.add(
                    className: "NSSortDescriptor",
                    [
                        "NSKey": key, "NSSelector": selector,
                        "NSAscending": .bool(descriptor.isAscending),
                        "NSReverseNullOrder": .bool(false),
                    ]))
        }
        let fields: [String: PropertyList] = [
            "NSEntity": reference(toEntity: request.entityName),
            "NSPredicate": try builder.predicate(request.predicate, usedBy: user),
            "NSSortDescriptors": sorting.isEmpty
                ? KeyedArchiveBuilder.null : builder.array(sorting, className: "NSArray"),
            "NSFetchLimit": .integer(Int64(request.fetchLimit)),
            "NSFetchOffset": .integer(Int64(request.fetchOffset)),
            "NSBatchSize": .integer(Int64(request.fetchBatchSize)),
            "NSResultType": .integer(Int64(request.resultType.rawValue)),
            "NSFetchRequestFlags": .integer(flags), "NSHasFetchRequestFlags": .bool(true),
            "NSValuesToFetch": names(request.propertiesToFetch),
            "NSRelationshipKeyPathsForPrefetching": names(
                request.relationshipKeyPathsForPrefetching),
            "NSValuesToGroupBy": KeyedArchiveBuilder.null,
            "NSHavingPredicate": KeyedArchiveBuilder.null,
        ]
        return builder.add(className: "NSFetchRequest", fields)
    }

    private mutating func names(_ names: [String]) -> PropertyList {
        guard !names.isEmpty else { return KeyedArchiveBuilder.null }
        var references: [PropertyList] = []
        for name in names { references.append(builder.string(name)) }
        return builder.array(references, className: "NSArray")
    }

    mutating func fetchIndexes(
        of entity: EntityDescription
    ) throws(ModelArchiveError) -> PropertyList {
        var references: [PropertyList] = []
        for index in entity.fetchIndexes {
            let uid = builder.reserve()
            var elements: [PropertyList] = []
            for element in index.elements {
                elements.append(
                    try self.element(element, of: uid, usedBy: "\(entity.name).\(index.name)"))
            }
            let fields: [String: PropertyList] = [
                "NSIndexName": builder.string(index.name),
                "NSEntity": reference(toEntity: entity.name),
                "NSIndexElements": builder.array(elements),
                "NSPartialIndexPredicate": try builder.predicate(
                    index.partialIndexPredicate, usedBy: "\(entity.name).\(index.name)"),
            ]
            builder.fill(uid, className: "NSFetchIndexDescription", fields)
            references.append(uid)
        }
        return builder.array(references)
    }

    private mutating func element(
        _ element: FetchIndexDescription.Element, of index: PropertyList, usedBy user: String
    ) throws(ModelArchiveError) -> PropertyList {
        var fields: [String: PropertyList] = [
            "NSFetchIndexDescription": index, "NSAscending": .bool(element.isAscending),
            "NSFetchIndexElementType": .integer(Int64(element.collationType.rawValue)),
        ]
        switch element.target {
        case .property(let name): fields["NSPropertyName"] = builder.string(name)
        case .expression(let expression, let type):
            // Core Data wraps the expression in a property, with a name numbered through the whole model.
            expressionCount += 1
            let name = builder.string("expression\(expressionCount)")
            let value = try builder.expression(expression, usedBy: user)
            fields["NSPropertyName"] = name
            fields["NSIndexedProperty"] = builder.add(
                className: "NSExpressionDescription",
                [
                    "NSPropertyName": name, "NSRenamingIdentifier": name,
                    "NSEntity": KeyedArchiveBuilder.null, "NSExpression": value,
                    "NSExpressionType": .integer(Int64(type.rawValue)),
                    "NSIsOptional": .bool(true), "NSIsReadOnly": .bool(true), "_P": .integer(247),
                ])
        }
        return builder.add(className: "NSFetchIndexElementDescription", fields)
    }
}
