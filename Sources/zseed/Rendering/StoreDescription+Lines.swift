extension StoreDescription {
    /// The description for people.
    var lines: [String] { headLines + entityLines + tableLines }

    private var headLines: [String] {
        let framework = frameworkVersion.map(String.init) ?? "unknown"
        let hidden = ["NSStoreModelVersionHashes"]
        let rest = metadata.filter { !hidden.contains($0.key) }.sorted { $0.key < $1.key }
        return [
            path, "UUID               \(uuid)", "framework version  \(framework)",
            "model              \(model)", "", "Metadata",
        ] + rest.map { "  \($0.key): \($0.value.line)" }
    }

    private var entityLines: [String] {
        entities.flatMap { entity -> [String] in
            let parent = entity.superentity.map { " : \($0)" } ?? ""
            let abstract = entity.isAbstract ? " (abstract)" : ""
            let highest = entity.highestPrimaryKey.map { ", Z_MAX \($0)" } ?? ""
            let head =
                "\(entity.name)\(parent)\(abstract)  — Z_ENT \(entity.number), \(entity.table), "
                + "\(entity.rows) row\(entity.rows == 1 ? "" : "s")\(highest)"
            return ["", head] + attributeLines(entity) + relationshipLines(entity)
        }
    }

    private func attributeLines(_ entity: Entity) -> [String] {
        let width = entity.attributes.map(\.name.count).max() ?? 0
        return entity.attributes.map { attribute in
            let name = attribute.name + String(repeating: " ", count: width - attribute.name.count)
            let optional = attribute.isOptional ? ", optional" : ""
            return "  \(name)  \(attribute.type)\(optional)  (\(attribute.column) \(attribute.sqlType))"
        }
    }

    private func relationshipLines(_ entity: Entity) -> [String] {
        entity.relationships.map { relationship in
            let kind = relationship.isToMany ? (relationship.isOrdered ? "⇉" : "⇶") : "→"
            let inverse = relationship.inverse.map { " (inverse \($0))" } ?? ""
            let optional = relationship.isOptional ? ", optional" : ""
            return "  \(relationship.name) \(kind) \(relationship.destination)\(inverse)\(optional)"
        }
    }

    private var tableLines: [String] {
        let own = Set(entities.map { $0.table.uppercased() })
        let others = tables.filter { !own.contains($0.name.uppercased()) }
        return ["", "Other tables"] + others.map { "  \($0.name)  \($0.rows) rows" }
    }
}
