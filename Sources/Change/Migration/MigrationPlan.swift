import Files
import ObjectModel
import StoreFormat

/// A seed plan that builds the new store from the old one, if the mapping cannot be inferred. It contains everything
/// that can be inferred, and comments on everything else, which the developer has to complete.
package struct MigrationPlan {
    private let migrator: Migrator
    private let mapping: InferredMapping
    private let folder: FilePath
    private let modelPath: String?
    /// Returns a description of a difference that cannot be inferred.
    private let words: (MigrationDifference) -> String

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - path: the path of the plan. Paths in the plan are relative to its folder.
    ///   - modelPath: the model of the store, if the store does not contain one.
    ///   - words: returns a description of a difference that cannot be inferred.
    package init(
        _ migrator: Migrator, path: String, modelPath: String?,
        words: @escaping (MigrationDifference) -> String
    ) {
        self.migrator = migrator
        mapping = InferredMapping(from: migrator.source.model, to: migrator.target.model)
        folder = FilePath(path).folder
        self.modelPath = modelPath
        self.words = words
    }

    /// Returns the text of the plan.
    ///
    /// - Throws: `FileError`.
    package func text() throws -> String {
        var lines = [
            "# Creates a store of the new model from \(FilePath(migrator.path).name).",
            "# Lines with a comment could not be inferred: complete them, and build with",
            "# `zseed build`. Objects get new primary keys.", "",
            "reference: \(try relative(migrator.target.path))",
            "output: \(YAMLText.scalar(FilePath(migrator.path).stem + "-migrated.sqlite"))",
            "sources:",
        ]
        let loads = mapping.entities.compactMap { Load($0, mapping) }
        for load in loads { lines.append("  \(load.key): \(try source(load))") }
        let joins = try joins(loads)
        for (number, join) in joins.enumerated() {
            lines.append("  links\(number + 1): \(join.source)")
        }
        lines.append("entities:")
        for load in loads { lines += entity(load, loads) }
        guard !joins.isEmpty else { return lines.joined(separator: "\n") + "\n" }
        lines.append("links:")
        for (number, join) in joins.enumerated() {
            lines += ["  - from: links\(number + 1)"] + join.lines.map { "    \($0)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func relative(_ path: String) throws -> String {
        YAMLText.scalar(try FilePath(path).relative(toFolder: folder))
    }

    // MARK: Objects

    /// The input for the objects of one entity.
    private struct Load {
        let mapping: EntityMapping
        let entity: EntityDescription
        let old: EntityDescription
        /// The key of its source in the plan.
        var key: String { YAMLText.scalar(old.name) }

        init?(_ mapping: EntityMapping, _ models: InferredMapping) {
            guard let source = mapping.source, let old = models.source.entity(named: source),
                let entity = models.destination.entity(named: mapping.destination),
                !entity.isAbstract, !old.isAbstract
            else { return nil }
            self.mapping = mapping
            self.entity = entity
            self.old = old
        }
    }

    private func source(_ load: Load) throws -> String {
        var parts = [
            "store: \(try relative(migrator.path))", "entity: \(YAMLText.scalar(load.old.name))",
        ]
        if let modelPath { parts.append("model: \(try relative(modelPath))") }
        if !load.old.subentityNames.isEmpty {
            parts.append("where: \(YAMLText.quoted("`@entity` == '\(load.old.name)'"))")
        }
        return "{ \(parts.joined(separator: ", ")) }"
    }

    private func entity(_ load: Load, _ loads: [Load]) -> [String] {
        var lines = [
            "  \(YAMLText.scalar(load.entity.name)):", "    from: \(load.key)", "    key: \"@pk\"",
        ]
        let attributes = attributes(load)
        if attributes.contains(where: { !$0.hasPrefix("#") }) { lines.append("    attributes:") }
        lines += attributes.map { "      \($0)" }
        let relationships = relationships(load)
        if relationships.contains(where: { !$0.hasPrefix("#") }) { lines.append("    relationships:") }
        return lines + relationships.map { "      \($0)" }
    }

    private func attributes(_ load: Load) -> [String] {
        var lines: [String] = []
        for attribute in load.mapping.attributes where !attribute.attribute.isDerived {
            let name = YAMLText.scalar(attribute.destination)
            guard let source = attribute.source else { continue }
            let standard =
                attribute.standard == nil
                ? YAMLText.scalar(source)
                : "{ column: \(YAMLText.scalar(source)), default: \(self.standard(attribute)) }"
            lines.append("\(name): \(standard)")
        }
        let known = Set(load.mapping.attributes.map { String($0.destination.prefix { $0 != "." }) })
        for difference in refusals(load) {
            guard let property = difference.property,
                let attribute = load.entity.attribute(named: property),
                !known.contains(property) || attribute.isOptional == false
            else { continue }
            let name = YAMLText.scalar(property)
            lines.removeAll { $0.hasPrefix("\(name): ") }
            lines.append(YAMLText.comment(words(difference)))
            if case .typeChanged = difference.kind, let source = difference.sourceProperty,
                Self.isConvertible(from: load.old.attribute(named: source)?.type, to: attribute.type)
            {
                lines.append("\(name): \(YAMLText.scalar(source))")
            } else if let source = difference.sourceProperty {
                lines.append("# \(name): { column: \(YAMLText.scalar(source)), default: … }")
            } else {
                lines.append("# \(name): { value: … }")
            }
        }
        return lines
    }

    /// Returns a default value as written in a plan.
    private func standard(_ attribute: AttributeMapping) -> String {
        switch attribute.standard {
        case .bool(let flag): flag ? "1" : "0"
        case .integer(let number): String(number)
        case .double(let number), .date(let number): String(number)
        case .decimal(let text): text
        case .string(let text), .uri(let text): YAMLText.quoted(text)
        default: YAMLText.quoted("")
        }
    }

    /// Returns whether stored values of one type can be read as another: numbers as texts, whole numbers as other
    /// numbers.
    private static func isConvertible(from: AttributeType?, to: AttributeType) -> Bool {
        let numbers: [AttributeType] = [
            .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean,
        ]
        guard let from else { return false }
        return numbers.contains(from) && (numbers.contains(to) || to == .string)
            || from == .string && (numbers.contains(to) || to == .uri)
            || from == .uri && to == .string
    }

    private func refusals(_ load: Load) -> [MigrationDifference] {
        mapping.differences.filter { difference in
            difference.consequence == .refusal
                && (difference.entity == load.entity.name
                    || mapping.destination.entity(named: difference.entity).map {
                        mapping.destination.isKind(load.entity, of: $0)
                    } ?? false)
        }
    }

    // MARK: Relationships

    private func relationships(_ load: Load) -> [String] {
        var lines: [String] = []
        for relationship in load.entity.relationships {
            guard let source = load.mapping.relationships[relationship.name],
                let former = load.old.relationship(named: source), !former.isToMany,
                let inverse = Optional(mapping.destination.inverse(of: relationship, in: load.entity)),
                // Only one side of a one-to-one relationship is written.
                inverse.map({ $0.isToMany || relationship.name <= $0.name }) ?? true,
                !isLinked(by: inverse, of: relationship)
            else { continue }
            lines.append(
                "\(YAMLText.scalar(relationship.name)): { keyOf: "
                    + "\(YAMLText.scalar(destination(of: former, for: relationship))), "
                    + "column: \(YAMLText.scalar(source)) }")
        }
        for difference in refusals(load) {
            guard let property = difference.property,
                load.entity.relationship(named: property) != nil
            else { continue }
            lines.append(YAMLText.comment(words(difference)))
        }
        return lines
    }

    /// Returns the new entity of the former destination of a relationship, because its objects have the keys of their
    /// own table.
    private func destination(
        of former: RelationshipDescription, for relationship: RelationshipDescription
    ) -> String {
        former.destinationEntityName.flatMap { mapping.destination(of: $0) }
            ?? relationship.destinationEntityName ?? ""
    }

    /// Returns whether the plan writes the links for the to-many inverse, because only that has their order.
    private func isLinked(by inverse: RelationshipDescription?, of relationship: RelationshipDescription)
        -> Bool
    {
        guard let inverse, inverse.isOrdered,
            let owner = relationship.destinationEntityName.flatMap(mapping.destination.entity(named:))
        else { return false }
        return mapping.destination.descendants(of: owner).contains { entity in
            guard let source = mapping.entity(to: entity.name)?.source,
                let name = mapping.entity(to: entity.name)?.relationships[inverse.name],
                case .inverseToOne(_, _, let order)? =
                    migrator.source.layout.entity(named: source)?.toMany(name)?.storage
            else { return false }
            return order != nil
        }
    }

    private struct Join: Equatable {
        let source: String
        let lines: [String]
    }

    /// Returns the to-many relationships that are sources of links in the plan: those with a join table, without an
    /// inverse, or with an order.
    private func joins(_ loads: [Load]) throws -> [Join] {
        var joins: [Join] = []
        var done: Set<String> = []
        for load in loads {
            for relationship in load.entity.relationships where relationship.isToMany {
                guard let join = try join(of: relationship, load, &done), !joins.contains(join) else {
                    continue
                }
                joins.append(join)
            }
        }
        return joins
    }

    private func join(
        of relationship: RelationshipDescription, _ load: Load, _ done: inout Set<String>
    ) throws -> Join? {
        guard let name = load.mapping.relationships[relationship.name],
            let former = load.old.relationship(named: name),
            let storage = migrator.source.layout.entity(named: load.old.name)?.toMany(name)?.storage
        else { return nil }
        let source: String
        let columns: (own: String, other: String, order: String?)
        switch storage {
        case .joinTable(let join, let own, let other, let order):
            guard done.insert(join.name).inserted else { return nil }
            source = "table: \(YAMLText.scalar(join.name))"
            columns = (own, other, order)
        case .column(let table, let column):
            source = query(table, column, order: nil)
            columns = (column, "Z_PK", nil)
        case .inverseToOne(let table, let column, let order?) where relationship.isOrdered:
            source = query(table, column, order: order)
            columns = (column, "Z_PK", order)
        case .inverseToOne: return nil
        }
        let declaring = mapping.source.declaringEntity(of: name, in: load.old).name
        let owner = mapping.destination(of: declaring) ?? load.entity.name
        var lines = [
            "relationship: \(YAMLText.scalar("\(owner).\(relationship.name)"))",
            "source: { keyOf: \(YAMLText.scalar(owner)), column: \(YAMLText.scalar(columns.own)) }",
            "target: { keyOf: \(YAMLText.scalar(destination(of: former, for: relationship))), "
                + "column: \(YAMLText.scalar(columns.other)) }",
        ]
        if relationship.isOrdered, let order = columns.order {
            lines.append("order: \(YAMLText.scalar(order))")
        }
        return Join(source: "{ sqlite: \(try relative(migrator.path)), \(source) }", lines: lines)
    }

    /// Returns a query for the rows of a table that are linked to others by a column.
    private func query(_ table: String, _ column: String, order: String?) -> String {
        let columns = ([column, "Z_PK"] + [order].compactMap(\.self)).map(\.sqlIdentifier)
        let text =
            "SELECT \(columns.joined(separator: ", ")) FROM \(table.sqlIdentifier) "
            + "WHERE \(column.sqlIdentifier) IS NOT NULL ORDER BY Z_PK"
        return "query: \(YAMLText.quoted(text))"
    }
}
