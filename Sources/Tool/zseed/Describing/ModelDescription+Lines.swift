import Messages
import StoreFormat

extension ModelDescription {
    /// The description as lines for people.
    var lines: [String] {
        headLines + metadataLines + overviewLines + entities.flatMap(lines) + configurationLines
            + templateLines + otherTableLines + peculiarityLines
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
        let objects = store == nil ? "" : ", \(Count.text(rows, "object"))"
        return lines + ["  holds       \(count)\(objects)"]
            + doubts.map { "  uncertain, \($0.line)" }
    }

    /// The app's own keys. Core Data's keys are shown elsewhere.
    private var metadataLines: [String] {
        let own = (store?.metadata ?? [:])
            .filter { StoreMetadata.isOfApp($0.key) }
        guard !own.isEmpty else { return [] }
        return ["  metadata"]
            + own.sorted { $0.key < $1.key }.map { "    \($0.key): \($0.value.line)" }
    }

    // MARK: Overview

    /// The maximum number of entities that fit on a screen together with their properties.
    private static let fewEntities = 10

    /// The tree of the entities, if there are too many to see it in the details.
    private var overviewLines: [String] {
        guard entities.count > Self.fewEntities else { return [] }
        var depths: [String: Int] = [:]
        let labels = entities.map { entity in
            let depth = entity.superentity.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
            depths[entity.name] = depth
            let indentation = String(repeating: "  ", count: depth + 1)
            return indentation + entity.name + (entity.isAbstract ? " (abstract)" : "")
        }
        let width = labels.map(\.count).max() ?? 0
        let lines = zip(labels, entities).map { label, entity in
            guard let rows = entity.rows, rows > 0 else { return label }
            return Self.padded(label, to: width) + "  \(Count.text(rows, "row"))"
        }
        return ["", "Entities"] + lines
    }

    // MARK: Entities

    private func lines(_ entity: Entity) -> [String] {
        let parent = entity.superentity.map { ": \($0)" } ?? ""
        let rows = entity.rows.map { ", \(Count.text($0, "row"))" } ?? ""
        let highest = entity.highestPrimaryKey.map { ", Z_MAX \($0)" } ?? ""
        let abstract = entity.isAbstract ? ", abstract" : ""
        let plain = [entity.name, "NSManagedObject", "." + entity.name]
        let className = entity.className.flatMap { plain.contains($0) ? nil : ", class \($0)" }
        let head =
            "\(entity.name)\(parent)  (\(entity.table), Z_ENT \(entity.number)"
            + "\(abstract)\(className ?? "")\(rows)\(highest))"
        let constraints = entity.uniquenessConstraints.map {
            "  unique: \($0.joined(separator: ", "))"
        }
        let indexes = Self.wrapped("  fetch indexes: ", entity.fetchIndexes)
        return ["", head] + propertyLines(entity) + constraints + indexes
    }

    private func propertyLines(_ entity: Entity) -> [String] {
        let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
        let width = names.map(\.count).max() ?? 0
        let attributes = entity.attributes.map { attribute in
            "  \(Self.padded(attribute.name, to: width))  "
                + ([attribute.type] + Self.optional(attribute.isOptional) + attribute.details)
                .joined(separator: ", ") + Self.column(attribute.column, of: attribute.name)
        }
        let relationships = entity.relationships.map { relationship in
            let inverse = relationship.inverse.map { "inverse \($0)" } ?? "no inverse"
            let kind = "\(relationship.kind) → \(relationship.destination)"
            let rule =
                relationship.deleteRule == "Nullify"
                ? [] : ["on delete: \(relationship.deleteRule)"]
            return "  \(Self.padded(relationship.name, to: width))  "
                + ([kind, inverse] + Self.optional(relationship.isOptional)
                + relationship.details + rule).joined(separator: ", ")
                + Self.column(relationship.column, of: relationship.name)
        }
        return attributes + relationships
    }

    private static func optional(_ isOptional: Bool) -> [String] {
        isOptional ? ["optional"] : []
    }

    /// Returns the column, unless it is simply `Z` and the name (docs/internals/format.md#columns).
    private static func column(_ column: String?, of property: String) -> String {
        guard let column, column != "Z" + property.uppercased() else { return "" }
        return "  [\(column)]"
    }

    // MARK: Configurations, templates and tables

    /// The configurations, except the one that every model has.
    private var configurationLines: [String] {
        let own = configurations.filter { $0.key != "PF_DEFAULT_CONFIGURATION_NAME" }
        guard !own.isEmpty else { return [] }
        return ["", "Configurations"]
            + own.sorted { $0.key < $1.key }.flatMap { Self.wrapped("  \($0.key): ", $0.value) }
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
            + others.map { table in
                let joins = table.relationships.joined(separator: " ↔ ")
                return "  \(table.name)" + (table.rows.map { ", \(Count.text($0, "row"))" } ?? "")
                    + (joins.isEmpty ? "" : ": \(joins)")
            }
    }

    private var peculiarityLines: [String] {
        guard let store, !store.peculiarities.isEmpty else { return [] }
        return ["", "Where the store differs from its model"]
            + store.peculiarities.map { "  \($0)" }
    }

    // MARK: Text

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Returns names after a title on as many lines as needed, aligned with the first name.
    private static func wrapped(_ title: String, _ names: [String]) -> [String] {
        guard let first = names.first else { return [] }
        let indentation = String(repeating: " ", count: title.count)
        var lines = [title + first]
        for name in names.dropFirst() {
            let last = lines[lines.count - 1]
            if last.count + name.count + 2 > 100 {
                lines[lines.count - 1] = last + ","
                lines.append(indentation + name)
            } else {
                lines[lines.count - 1] = "\(last), \(name)"
            }
        }
        return lines
    }
}
