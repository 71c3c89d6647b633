import StoreFormat

extension ModelDescription {
    /// The description for people.
    var lines: [String] {
        headLines + metadataLines + entities.flatMap(lines) + templateLines + otherTableLines
            + peculiarityLines
    }

    private var headLines: [String] {
        var lines = [path, "  model       \(model)"]
        if !versionIdentifiers.isEmpty {
            lines.append("  version     \(versionIdentifiers.joined(separator: ", "))")
        }
        if let checksum { lines.append("  checksum    \(checksum)") }
        if let store {
            lines.append("  UUID        \(store.uuid)")
            lines.append("  framework   \(store.frameworkVersion.map(String.init) ?? "unknown")")
        }
        let rows = entities.compactMap(\.rows).reduce(0, +)
        let count = "\(entities.count) \(entities.count == 1 ? "entity" : "entities")"
        lines.append("  holds       \(count)" + (store == nil ? "" : ", \(rows) objects"))
        return lines
    }

    /// The app's own keys; Core Data's are told elsewhere.
    private var metadataLines: [String] {
        let own = (store?.metadata ?? [:])
            .filter { !$0.key.hasPrefix("NS") && !$0.key.hasPrefix("_NS") }
        guard !own.isEmpty else { return [] }
        return ["  metadata"] + own.sorted { $0.key < $1.key }.map { "    \($0.key): \($0.value.line)" }
    }

    private func lines(_ entity: Entity) -> [String] {
        let parent = entity.superentity.map { ": \($0)" } ?? ""
        let rows = entity.rows.map { ", \($0) row\($0 == 1 ? "" : "s")" } ?? ""
        let highest = entity.highestPrimaryKey.map { ", Z_MAX \($0)" } ?? ""
        let abstract = entity.isAbstract ? ", abstract" : ""
        let head =
            "\(entity.name)\(parent)  (\(entity.table), Z_ENT \(entity.number)"
            + "\(abstract)\(rows)\(highest))"
        let constraints = entity.uniquenessConstraints.map {
            "  unique: \($0.joined(separator: ", "))"
        }
        let indexes =
            entity.fetchIndexes.isEmpty
            ? [] : ["  fetch indexes: \(entity.fetchIndexes.joined(separator: ", "))"]
        return ["", head] + propertyLines(entity) + constraints + indexes
    }

    private func propertyLines(_ entity: Entity) -> [String] {
        let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
        let width = names.map(\.count).max() ?? 0
        func padded(_ name: String) -> String {
            name + String(repeating: " ", count: width - name.count)
        }
        let attributes = entity.attributes.map { attribute in
            let column = attribute.column.map { "  [\($0)]" } ?? ""
            let optional = attribute.isOptional ? ["optional"] : []
            return "  \(padded(attribute.name))  "
                + ([attribute.type] + optional + attribute.details).joined(separator: ", ") + column
        }
        let relationships = entity.relationships.map { relationship in
            let inverse = relationship.inverse.map { "inverse \($0)" } ?? "no inverse"
            let optional = relationship.isOptional ? ["optional"] : []
            let kind = "\(relationship.kind) → \(relationship.destination)"
            let rule = relationship.deleteRule == "Nullify" ? [] : ["on delete: \(relationship.deleteRule)"]
            return "  \(padded(relationship.name))  "
                + ([kind, inverse] + optional + relationship.details + rule).joined(separator: ", ")
        }
        return attributes + relationships
    }

    private var templateLines: [String] {
        guard !fetchRequestTemplates.isEmpty else { return [] }
        return ["", "Fetch request templates"]
            + fetchRequestTemplates.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
    }

    private var otherTableLines: [String] {
        let own = Set(entities.map { $0.table.uppercased() })
        let others = (store?.tables ?? []).filter { !own.contains($0.name.uppercased()) }
        guard !others.isEmpty else { return [] }
        return ["", "Other tables"]
            + others.map { "  \($0.name)" + ($0.rows.map { ", \($0) row\($0 == 1 ? "" : "s")" } ?? "") }
    }

    private var peculiarityLines: [String] {
        guard let store, !store.peculiarities.isEmpty else { return [] }
        return ["", "Where the store differs from its model"] + store.peculiarities.map { "  \($0)" }
    }
}
