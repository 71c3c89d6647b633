import Yams

extension PlanReader {
    /// The loads of one entity: one mapping, or a list of them for several sources.
    func loads(_ name: Located<String>, _ node: Node) -> [LoadPlan] {
        if let sequence = node.sequence { return sequence.compactMap { load(name, $0) } }
        return load(name, node).map { [$0] } ?? []
    }

    private func load(_ name: Located<String>, _ node: Node) -> LoadPlan? {
        var reader = mapping(node, expecting: "what to load: `from:`, `attributes:` …")
        let source = reader.requiredText("from")
        let primaryKey = reader.text("primaryKey")
        let key = reader.text("key")
        let attributes = reader.mapping("attributes", expecting: "attributes by name")
        let relationships = reader.mapping("relationships", expecting: "relationships by name")
        reader.finish()
        guard let source else { return nil }
        return LoadPlan(
            entity: name, source: source, primaryKey: primaryKey, key: key,
            attributes: attributes.map { $0.entries.compactMap(attribute) } ?? [],
            relationships: relationships.map { $0.entries.compactMap(relationship) } ?? [])
    }

    /// `name: column`, or a mapping with the options of a value.
    private func attribute(_ name: Located<String>, _ node: Node) -> AttributePlan? {
        if let scalar = node.scalar {
            let column = Located(scalar.string, at: location(of: node))
            return AttributePlan(name: name, value: ValuePlan(column: column))
        }
        var reader = mapping(node, expecting: "a column, or options such as `{ column: … }`")
        let value = value(&reader)
        reader.finish()
        return value.map { AttributePlan(name: name, value: $0) }
    }

    /// `name: column`, or a mapping with `find:` or `keyOf:`.
    private func relationship(_ name: Located<String>, _ node: Node) -> RelationshipPlan? {
        if let scalar = node.scalar {
            let column = Located(scalar.string, at: location(of: node))
            return RelationshipPlan(
                name: name, target: .attribute(entity: nil, name: nil),
                value: ValuePlan(column: column), missing: .create, creation: [])
        }
        var reader = mapping(node, expecting: "a column, or `{ find: …, column: … }`")
        let find = reader.text("find")
        let keyOf = reader.text("keyOf")
        let inverse = reader.text("inverse")
        let missing = missingPolicy(&reader, standard: keyOf == nil ? .create : .error)
        let creation = reader.mapping("set", expecting: "attributes of a created object")
        let value = value(&reader)
        reader.finish()
        guard let value, let missing else { return nil }
        if keyOf != nil {
            refuse(["find", "set"], besides: "keyOf", in: reader)
            if missing == .create {
                report(SeedIssue(.conflictingKeys("missing: create", "keyOf"), at: reader.location))
            }
        }
        return RelationshipPlan(
            name: name, target: keyOf.map { .key(entity: $0) } ?? target(find), value: value,
            missing: missing,
            creation: creation.map { $0.entries.compactMap(attribute) } ?? [], inverse: inverse)
    }

    /// `Unit.name`, or only `name` where the model knows the destination.
    private func target(_ find: Located<String>?) -> RelationshipPlan.Target {
        guard let find else { return .attribute(entity: nil, name: nil) }
        guard let point = find.value.firstIndex(of: ".") else {
            return .attribute(entity: nil, name: find)
        }
        let attribute = find.value[find.value.index(after: point)...]
        return .attribute(
            entity: Located(String(find.value[..<point]), at: find.location),
            name: Located(String(attribute), at: find.location))
    }

    private func missingPolicy(
        _ reader: inout MappingReader, standard: RelationshipPlan.MissingPolicy
    ) -> RelationshipPlan.MissingPolicy? {
        // `missing: null` is YAML's null, which is just what it means here.
        guard let scalar = reader.scalar("missing") else { return standard }
        let word: String
        switch scalar.value {
        case .null: return .null
        case .text(let text): word = text
        default: word = "\(scalar.value)"
        }
        if let policy = RelationshipPlan.MissingPolicy(rawValue: word) { return policy }
        let names = RelationshipPlan.MissingPolicy.allCases.map(\.rawValue)
        report(
            SeedIssue(
                .unknownChoice(
                    word, kind: "missing", nearest: NearestName.of(word, in: names)),
                at: scalar.location))
        return nil
    }
}
