import Inputs
import ObjectModel
import Seeding

/// The last draft of a model, as the developer has changed it since: entities and properties may be renamed or
/// removed.
package struct EarlierDraft {
    /// An input of the last draft.
    struct Table {
        /// The entity that its rows are now, or nil if the developer removed it, or if its rows are pairs.
        let entity: String?
        /// The relationship of its pairs, or nil if its rows are objects.
        let relationship: String?
        /// The attribute of each column in lower case. The name is nil if the developer removed the attribute.
        var attributes: [String: String?] = [:]
        /// The relationship of each column in lower case, as above.
        var links: [String: String?] = [:]
        /// The drafted type of each column in lower case, unless the record has none.
        var types: [String: AttributeType] = [:]

        /// Returns whether the last draft used a column.
        func knows(_ column: String) -> Bool {
            let column = column.lowercased()
            return attributes[column] != nil || links[column] != nil
        }
    }

    /// The model as it is now.
    let model: ManagedObjectModel
    /// The plan of the last draft as it is now, or nil if no plan is kept up to date.
    let plan: SeedPlan?
    /// The inputs of the last draft, by name.
    let tables: [String: Table]

    /// - Parameters:
    ///   - record: the plan of the last draft, unchanged.
    ///   - recordText: the text of that plan, whose comments are the types of attributes.
    ///   - model: the model as the developer has changed it.
    ///   - plan: the plan as the developer has changed it.
    package init(record: SeedPlan, recordText: String, model: ManagedObjectModel, plan: SeedPlan?) {
        let lines = recordText.split(omittingEmptySubsequences: false) { $0.isNewline }
        self.model = model
        self.plan = plan
        var tables: [String: Table] = [:]
        let drafted = Set(record.loads.map(\.entity.value))
        let inputs = Self.inputs(of: record)
        let ownInputs = plan.map(Self.inputs) ?? [:]
        let added = model.entities.filter { !drafted.contains($0.name) }
        for load in record.loads {
            let input = inputs[load.source.value] ?? load.source.value
            let own = plan?.loads.filter { ownInputs[$0.source.value] == input } ?? []
            let entity =
                own.compactMap { model.entity(named: $0.entity.value) }.first
                ?? model.entity(named: load.entity.value)
                ?? added.first { $0.renamingIdentifier == load.entity.value }
                ?? added.first { Self.resembles($0, load) }
            var table = Table(entity: entity?.name, relationship: nil)
            let mapped = own.first { $0.entity.value == entity?.name }
            for attribute in load.attributes {
                guard let column = attribute.value.column?.value else { continue }
                let renamed = mapped?.attributes.first { $0.value.column?.value == column }?.name.value
                table.attributes[column.lowercased()] = .some(
                    Self.property(attribute.name.value, renamed, of: entity))
                table.types[column.lowercased()] = attribute.name.location.line.flatMap { number in
                    Self.type(inCommentOf: number <= lines.count ? lines[number - 1] : "")
                }
            }
            for relationship in load.relationships {
                let columns = Self.columns(of: relationship)
                let renamed = mapped?.relationships.first { Self.columns(of: $0) == columns }?.name.value
                for column in columns {
                    table.links[column.lowercased()] = .some(
                        Self.property(relationship.name.value, renamed, of: entity))
                }
            }
            tables[input] = table
        }
        for link in record.links {
            var table = Table(
                entity: nil, relationship: "\(link.entity.value).\(link.relationship.value)")
            for column in Self.columns(of: link.source) + Self.columns(of: link.target) {
                table.links[column.lowercased()] = .some(nil)
            }
            if let order = link.order?.value { table.attributes[order.lowercased()] = .some(nil) }
            tables[inputs[link.from.value] ?? link.from.value] = table
        }
        self.tables = tables
    }

    /// Returns the names that a draft gives the inputs of a plan: those of tables, unless two inputs have the same.
    /// The developer may have chosen other ones.
    private static func inputs(of plan: SeedPlan) -> [String: String] {
        let tables = plan.sources.map { source -> String in
            guard let kind = source.kind as? SQLiteKind, case .table(let table) = kind.selection else {
                return source.name.value
            }
            return table
        }
        let names = plan.sources.map(\.name.value)
        let counts = Dictionary(grouping: tables, by: \.self).mapValues(\.count)
        let pairs = zip(names, tables).map { name, table in (name, counts[table] == 1 ? table : name) }
        return Dictionary(pairs, uniquingKeysWith: { one, _ in one })
    }

    private static func type(inCommentOf line: Substring) -> AttributeType? {
        guard let sign = line.lastIndex(of: "#") else { return nil }
        return AttributeType(xcodeName: String(line[sign...].dropFirst()).trimmed)
    }

    private static func columns(of relationship: RelationshipPlan) -> [String] {
        ([relationship.value] + relationship.furtherValues).compactMap { $0.column?.value }
    }

    /// Returns whether an entity has half of a load's properties, so that it is probably the renamed one.
    private static func resembles(_ entity: EntityDescription, _ load: LoadPlan) -> Bool {
        let names = load.attributes.map(\.name.value) + load.relationships.map(\.name.value)
        let known = Set(entity.properties.map(\.traits.name))
        return names.count > 1 && names.count(where: known.contains) * 2 >= names.count
    }

    /// Returns the present name of a property: that in the plan, its own, or one that names it as its predecessor.
    private static func property(
        _ name: String, _ renamed: String?, of entity: EntityDescription?
    ) -> String? {
        guard let entity else { return nil }
        let known = Set(entity.properties.map(\.traits.name))
        if let renamed, known.contains(renamed) { return renamed }
        if known.contains(name) { return name }
        return entity.properties.first { $0.traits.renamingIdentifier == name }?.traits.name
    }

    /// Returns the names of all properties of an entity.
    func propertyNames(of entity: String) -> [String] {
        model.entity(named: entity)?.properties.map(\.traits.name) ?? []
    }

    /// Returns the relationship that a table of pairs became, if the developer kept it.
    func relationship(ofPairs table: ModelTable, in entity: String) -> RelationshipDescription? {
        guard let path = table.earlier?.relationship, let name = path.split(separator: ".").last else {
            return nil
        }
        return relationship(named: String(name), of: entity)
    }

    private func relationship(named name: String, of entity: String) -> RelationshipDescription? {
        for case .relationship(let relationship) in model.entity(named: entity)?.properties ?? []
        where relationship.name == name { return relationship }
        return nil
    }

    /// Returns the relationship that a column became, if the developer kept it.
    func relationship(of table: ModelTable, column: String) -> RelationshipDescription? {
        guard let earlier = table.earlier, let entity = earlier.entity,
            let name = earlier.links[column.lowercased()].flatMap(\.self)
        else { return nil }
        return relationship(named: name, of: entity)
    }
}

/// The result of drafting again from a database that has changed.
package struct ModelUpdate {
    /// The XML of the model's new version, or nil if the model needs none.
    package let model: String?
    /// The text of the plan with the new lines, or nil if the plan needs none.
    package let plan: String?
    /// The changes of the database and their consequences.
    package let changes: [String]
    /// Lines that the plan needs but whose place in it is not clear, each with the place.
    package let openLines: [String]
    /// The lines at which a build of the plan stops.
    package let stops: [DraftSummary.Stop]
    /// The text of the record with which the next update compares.
    package let record: String
}
