import ObjectModel

extension ModelStructure {
    /// Returns the model that a developer would draw in Xcode for these tables.
    ///
    /// - Throws: `ModelError`.
    func model() throws -> ManagedObjectModel {
        try ManagedObjectModel(
            entities: entities.map { entity($0) })
    }

    /// Returns the entities and properties of new tables and columns. Objects of earlier versions have no values for
    /// new properties of their entities, so these are optional.
    var additions: ModelSourceAdditions {
        var additions = ModelSourceAdditions()
        for table in entities {
            if table.earlier == nil {
                additions.entities.append(entity(table, isUpdate: true))
            } else if let entity = table.earlier?.entity {
                let attributes = table.attributes.filter { isNew($0.key, of: table) }.map { index, name in
                    attribute(name, of: table.columns[index], isRequired: false)
                }
                let properties = attributes + relationships(of: table, isUpdate: true)
                additions.properties[entity] = properties.sorted { $0.traits.name < $1.traits.name }
                additions.constraints[entity] = newConstraints(of: table)
            }
        }
        return additions
    }

    private func entity(_ table: ModelTable, isUpdate: Bool = false) -> EntityDescription {
        let attributes = table.attributes.map { index, name in
            attribute(name, of: table.columns[index], isRequired: table.columns[index].isRequired)
        }
        return EntityDescription(
            name: table.entity, managedObjectClassName: table.entity,
            ownProperties: attributes + relationships(of: table, isUpdate: isUpdate),
            uniquenessConstraints: constraints(of: table), fetchIndexes: fetchIndexes(of: table))
    }

    private func attribute(_ name: String, of column: ColumnDraft, isRequired: Bool) -> PropertyDescription {
        .attribute(
            AttributeDescription(
                PropertyTraits(name: name, isOptional: !isRequired), type: column.type,
                allowsExternalBinaryDataStorage: column.isLarge))
    }

    /// - Parameter isUpdate: whether only relationships of new tables and columns are returned.
    private func relationships(of table: ModelTable, isUpdate: Bool) -> [PropertyDescription] {
        let toOnes = table.links.filter { !isUpdate || isNew($0, of: table) }.map { link in
            PropertyDescription.relationship(
                RelationshipDescription(
                    PropertyTraits(name: link.name, isOptional: !link.isRequired),
                    destinationEntityName: link.target.entity, inverseRelationshipName: link.inverseName))
        }
        let inverses = entities.flatMap { other in
            other.links.filter { $0.target === table && (!isUpdate || isNew($0, of: other)) }.map { link in
                PropertyDescription.relationship(
                    RelationshipDescription(
                        PropertyTraits(name: link.inverseName, isOptional: true),
                        destinationEntityName: other.entity,
                        inverseRelationshipName: link.name, maxCount: link.isOneToOne ? 1 : 0,
                        deleteRule: Self.deleteRule(link)))
            }
        }
        let manys = pairs.filter { !isUpdate || $0.table.earlier == nil }.flatMap { pair in
            var sides: [PropertyDescription] = []
            if pair.source.target === table {
                sides.append(
                    many(
                        pair.name, to: pair.target.target, inverse: pair.inverseName,
                        isOrdered: pair.order != nil))
            }
            if pair.target.target === table {
                sides.append(
                    many(
                        pair.inverseName, to: pair.source.target, inverse: pair.name, isOrdered: false,
                        maxCount: pair.isToOne ? 1 : 0))
            }
            return sides
        }
        return toOnes + inverses + manys
    }

    private func many(
        _ name: String, to target: ModelTable, inverse: String, isOrdered: Bool, maxCount: Int = 0
    ) -> PropertyDescription {
        .relationship(
            RelationshipDescription(
                PropertyTraits(name: name, isOptional: true), destinationEntityName: target.entity,
                inverseRelationshipName: inverse, maxCount: maxCount, isOrdered: isOrdered))
    }

    /// Returns the delete rule for the action of SQL on rows that refer to a deleted row.
    private static func deleteRule(_ link: ModelLink) -> RelationshipDescription.DeleteRule {
        if link.deletion.uppercased() == "CASCADE" { return .cascade }
        return link.isRequired ? .deny : .nullify
    }

    /// Returns the constraints that contain attributes of new columns.
    func newConstraints(of table: ModelTable) -> [[String]] {
        let new = table.attributes.filter { isNew($0.key, of: table) }.values
        return constraints(of: table).filter { $0.contains(where: new.contains) }
    }

    /// Returns the primary key and unique indexes of a table that consist of attributes.
    private func constraints(of table: ModelTable) -> [[String]] {
        var found: [[String]] = []
        var seen: Set<[String]> = []
        let declared = table.declaration?.uniqueKeys ?? []
        let own = table.key.map { [[table.survey.columns[$0]]] } ?? []
        for columns in declared + own {
            let names = columns.compactMap { table.index(of: $0).flatMap { table.attributes[$0] } }
            guard !names.isEmpty, names.count == columns.count, seen.insert(names.sorted()).inserted else {
                continue
            }
            found.append(names)
        }
        return found
    }

    private func fetchIndexes(of table: ModelTable) -> [FetchIndexDescription] {
        var names = ModelNames()
        return (table.declaration?.indexes ?? []).compactMap { columns in
            let keys = columns.compactMap { table.index(of: $0).flatMap { table.attributes[$0] } }
            guard keys.count == columns.count else { return nil }
            let name = names.property(
                named: "by" + keys.map(ModelNames.capitalized).joined(), of: table.entity)
            return FetchIndexDescription(name: name, elements: keys.map { .init(.property($0)) })
        }
    }
}
