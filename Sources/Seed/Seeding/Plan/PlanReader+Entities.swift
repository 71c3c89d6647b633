import Inputs
import ObjectModel
import Yams

extension PlanReader {
    /// Reads the loads of one entity: one mapping, or a list of them for several sources.
    func loads(_ name: Located<String>, _ node: Node) -> [LoadPlan] {
        if let sequence = node.sequence { return sequence.compactMap { load(name, $0) } }
        return load(name, node).map { [$0] } ?? []
    }

    private func load(_ name: Located<String>, _ node: Node) -> LoadPlan? {
        let reader = mapping(node, as: .load)
        let source = reader.requiredText("from")
        let primaryKey = reader.text("primaryKey")
        let key = reader.text("key")
        let attributes = reader.mapping("attributes", expecting: "attributes by name")
        let relationships = reader.mapping("relationships", expecting: "relationships by name")
        let unique = reader.texts("unique")
        let conflict = reader.choice("conflict", as: ConflictPolicy.self)
        let ignoring = folding(reader)
        let discriminator = discriminator(reader)
        reader.finish()
        guard let source else { return nil }
        return LoadPlan(
            entity: name, source: source, primaryKey: primaryKey, key: key,
            attributes: attributes.map { $0.entries.compactMap(attribute) } ?? [],
            relationships: relationships.map { $0.entries.compactMap(relationship) } ?? [],
            unique: unique, conflict: conflict ?? .error, ignoring: ignoring,
            discriminator: discriminator)
    }

    /// Reads `name: column`, or a mapping with the options of a value.
    private func attribute(_ name: Located<String>, _ node: Node) -> AttributePlan? {
        value(node).map { AttributePlan(name: name, value: $0) }
    }

    /// Reads a column, or a mapping with the options of a value.
    private func value(_ node: Node) -> ValuePlan? {
        if let scalar = node.scalar {
            return ValuePlan(column: Located(scalar.string, at: location(of: node)))
        }
        let reader = mapping(node, as: .value)
        let value = value(reader)
        reader.finish()
        return value
    }

    /// Reads the values of several attributes that name an object; nil if the key is missing.
    private func values(_ reader: MappingReader) -> [ValuePlan]? {
        guard let node = reader.node("columns") else { return nil }
        let nodes = node.sequence.map(Array.init) ?? [node]
        let values = nodes.compactMap { value($0) }
        return values.count == nodes.count && !values.isEmpty ? values : nil
    }

    /// Reads `name: column`, or a mapping with `find:` or `keyOf:`.
    private func relationship(_ name: Located<String>, _ node: Node) -> RelationshipPlan? {
        if let scalar = node.scalar {
            let column = Located(scalar.string, at: location(of: node))
            return RelationshipPlan(
                name: name, target: .attributes(entity: nil, names: []),
                value: ValuePlan(column: column), missing: .create, creation: [])
        }
        return relationship(name, node, standard: .create)
    }

    /// Reads a mapping that names objects, with `find:` or `keyOf:`, and their columns.
    ///
    /// - Parameter standard: the policy for missing objects if the plan sets none for `find:`.
    func relationship(
        _ name: Located<String>, _ node: Node, standard: RelationshipPlan.MissingPolicy
    ) -> RelationshipPlan? {
        let reader = mapping(node, as: .relationship)
        let find = reader.texts("find")
        let keyOf = reader.text("keyOf")
        let inverse = reader.text("inverse")
        let missing = missingPolicy(reader, standard: keyOf == nil ? standard : .error)
        let creation = reader.mapping("set", expecting: "attributes of a created object")
        var columns = values(reader)
        if columns == nil, reader.node("columns") != nil {
            reader.finish()
            return nil
        }
        let ignoring = folding(reader)
        let separator = reader.text("separator")
        let order = reader.text("order")
        let cycles = reader.choice("cycles", as: RelationshipPlan.CyclePolicy.self)
        if columns != nil {
            if reader.has("null") {
                let words = reader.words("null")
                columns = columns?.map { value in
                    var value = value
                    if value.options.nullWords == nil { value.options.nullWords = words }
                    return value
                }
            }
            // Otherwise the values of several columns are used unchanged.
            let own = ["column", "value", "default"]
            let others = PlanSection.value.names.filter { !(own + ["separator", "null"]).contains($0) }
            refuse(own + others, besides: "columns", in: reader)
        }
        let value =
            columns.flatMap(\.first) ?? value(reader)
        reader.finish()
        guard let value, let missing else { return nil }
        if keyOf != nil {
            refuse(["find", "set", "columns", "ignoring"], besides: "keyOf", in: reader)
            if missing == .create {
                report(SeedIssue(.plan(.conflictingKeys("missing: create", "keyOf")), at: reader.location))
            }
        }
        let count = columns?.count ?? 1
        if keyOf == nil, let find, find.count != count {
            report(
                SeedIssue(
                    .plan(.wrongKind(expected: "as many `columns:` as attributes in `find:`")),
                    at: reader.keyLocation("find")))
            return nil
        }
        return RelationshipPlan(
            name: name, target: keyOf.map { .key(entity: $0) } ?? target(find ?? []),
            value: value, missing: missing,
            creation: creation.map { $0.entries.compactMap(attribute) } ?? [], inverse: inverse,
            furtherValues: Array(columns?.dropFirst() ?? []), ignoring: ignoring,
            separator: separator, order: order, cycles: cycles ?? .warn)
    }

    /// Reads `Unit.name`, or only `name` if the model knows the destination. The first of several names may name the
    /// entity for all.
    private func target(_ find: [Located<String>]) -> RelationshipPlan.Target {
        guard let first = find.first, let point = first.value.firstIndex(of: ".") else {
            return .attributes(entity: nil, names: find)
        }
        let entity = String(first.value[..<point])
        // Composite attributes have dotted names, and one entity may be named for all attributes.
        let names = find.map { name in
            name.value.hasPrefix(entity + ".")
                ? Located(String(name.value.dropFirst(entity.count + 1)), at: name.location) : name
        }
        return .attributes(entity: Located(entity, at: first.location), names: names)
    }

    private func missingPolicy(
        _ reader: MappingReader, standard: RelationshipPlan.MissingPolicy
    ) -> RelationshipPlan.MissingPolicy? {
        // `missing: null` has YAML's null, which is the policy of that name.
        guard let scalar = reader.scalar("missing") else { return standard }
        let word: String
        switch scalar.value {
        case .null: return .null
        case .text(let text): word = text
        default: word = "\(scalar.value)"
        }
        if let policy = RelationshipPlan.MissingPolicy(rawValue: word) { return policy }
        let names = RelationshipPlan.MissingPolicy.allCases.map(\.rawValue)
        report(SeedIssue(unknown: Located(word, at: scalar.location), of: "missing", among: names))
        return nil
    }
}
