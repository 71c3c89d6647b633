import ObjectModel

/// The indexes that the model declares for one entity: compound indexes of old models, fetch
/// indexes, uniqueness constraints (docs/internals/format.md#indexes).
struct ModelIndexSQL {
    let schema: StoreSchema
    let entity: EntityDescription
    let table: String
    private(set) var problems: [SchemaProblem] = []

    /// Returns the compound indexes of models without fetch indexes: `ZITEM_ZNAME_ZKIND`.
    mutating func compoundIndexes() -> [SchemaObject] {
        entity.compoundIndexes.compactMap { properties in
            guard let columns = columns(of: properties, index: properties.joined(separator: "_"))
            else { return nil }
            let name = ([table] + columns).joined(separator: "_")
            let list = columns.map(\.schemaName).joined(separator: ", ")
            return index(name, on: list)
        }
    }

    /// Returns the fetch indexes, `Z_Item_byName`. One over a single to-one is left out, because the relationship has
    /// an index of its own.
    mutating func fetchIndexes() -> [SchemaObject] {
        entity.fetchIndexes.compactMap { fetchIndex in
            let elements = fetchIndex.elements
            if elements.count == 1, let name = elements[0].propertyName,
                entity.relationship(named: name) != nil
            {
                return nil
            }
            guard let list = elementList(of: fetchIndex) else { return nil }
            var predicate = ""
            if let partial = fetchIndex.partialIndexPredicate {
                let text = PartialIndexPredicate(schema: schema, entity: entity).sql(partial)
                guard let text else {
                    problems.append(.unknownIndex(entity: entity.name, index: fetchIndex.name))
                    return nil
                }
                predicate = schema.era.partialIndexKeyword + text
            }
            return index("Z_\(entity.name)_\(fetchIndex.name)", on: list, predicate: predicate)
        }
    }

    /// Returns the unique indexes, `Z_Item_UNIQUE_name`.
    mutating func uniqueIndexes() -> [SchemaObject] {
        schema.addedConstraints(of: entity).compactMap { properties in
            let name = "Z_\(entity.name)_UNIQUE_" + properties.joined(separator: "_")
            guard let columns = columns(of: properties, index: name) else { return nil }
            let list = columns.map { "\($0.schemaName) COLLATE BINARY ASC" }
            return index(name, on: list.joined(separator: ", "), isUnique: true)
        }
    }

    private mutating func elementList(of fetchIndex: FetchIndexDescription) -> String? {
        var parts: [String] = []
        for element in fetchIndex.elements {
            guard element.collationType == .binary, let path = path(of: element) else {
                problems.append(.unknownIndex(entity: entity.name, index: fetchIndex.name))
                return nil
            }
            guard let column = schema.indexedColumn(path, of: entity) else {
                problems.append(
                    .noColumn(entity: entity.name, index: fetchIndex.name, property: path))
                return nil
            }
            let order = element.isAscending ? "ASC" : "DESC"
            parts.append("\(column.schemaName) COLLATE BINARY \(order)")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private func path(of element: FetchIndexDescription.Element) -> String? {
        switch element.target {
        case .property(let name): name
        case .expression(.evaluatedObject, _): "SELF"
        case .expression(.keyPath(let path), _): path
        case .expression: nil
        }
    }

    private mutating func columns(of properties: [String], index: String) -> [String]? {
        var columns: [String] = []
        for property in properties {
            guard let column = schema.indexedColumn(property, of: entity) else {
                problems.append(
                    .noColumn(entity: entity.name, index: index, property: property))
                return nil
            }
            columns.append(column)
        }
        return columns
    }

    private func index(
        _ name: String, on list: String, predicate: String = "", isUnique: Bool = false
    ) -> SchemaObject {
        SchemaObject(
            .index, name,
            "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name.schemaName) "
                + "ON \(table.schemaName) (\(list))\(predicate)")
    }
}
