import Inputs
import ObjectModel
import Yams

extension PlanReader {
    /// Reads the column that determines a row's entity: `discriminator: { column: kind, entities: { home: … } }`.
    func discriminator(_ reader: MappingReader) -> DiscriminatorPlan? {
        guard let mapping = reader.mapping("discriminator", as: .discriminator) else { return nil }
        let column = mapping.requiredText("column")
        let entities = mapping.mapping("entities", expecting: "entities by value")
        if entities == nil, !mapping.has("entities") {
            report(SeedIssue(.plan(.missingKey("entities")), at: mapping.location))
        }
        mapping.finish()
        guard let column, let entities else { return nil }
        let choices = entities.entries.compactMap { value, node -> DiscriminatorPlan.Choice? in
            guard let scalar = node.scalar else {
                report(SeedIssue(.plan(.wrongKind(expected: "an entity's name")), at: location(of: node)))
                return nil
            }
            return DiscriminatorPlan.Choice(
                value: value, entity: Located(scalar.string, at: location(of: node)))
        }
        return DiscriminatorPlan(column: column, choices: choices)
    }

    /// Reads the differences that the comparison of keys ignores: `ignoring: [case, diacritics]`.
    func folding(_ reader: MappingReader) -> KeyFolding {
        var folding: KeyFolding = []
        for word in reader.texts("ignoring") ?? [] {
            if let option = KeyFolding.named[word.value] {
                folding.formUnion(option)
            } else {
                report(SeedIssue(unknown: word, of: "ignoring", among: KeyFolding.named.keys.sorted()))
            }
        }
        return folding
    }

    /// Reads the relationships that junction sources fill, a list of such mappings:
    /// `{ from: source, relationship: Recipe.tags, source: …, target: … }`.
    func links(_ reader: MappingReader) -> [LinkPlan] {
        guard let node = reader.node("links") else { return [] }
        guard let sequence = node.sequence else {
            report(SeedIssue(.plan(.wrongKind(expected: "a list of links")), at: location(of: node)))
            return []
        }
        return sequence.compactMap(link)
    }

    private func link(_ node: Node) -> LinkPlan? {
        let reader = mapping(node, as: .link)
        let from = reader.requiredText("from")
        let path = reader.requiredText("relationship")
        let order = reader.text("order")
        let source = end("source", reader.node("source"), in: reader)
        let target = end("target", reader.node("target"), in: reader)
        reader.finish()
        guard let from, let path, let source, let target else { return nil }
        guard let point = path.value.firstIndex(of: ".") else {
            report(
                SeedIssue(
                    .plan(.wrongKind(expected: "an entity and its relationship, as in `Recipe.tags`")),
                    at: path.location))
            return nil
        }
        let name = String(path.value[path.value.index(after: point)...])
        return LinkPlan(
            from: from, entity: Located(String(path.value[..<point]), at: path.location),
            relationship: Located(name, at: path.location), source: source, target: target,
            order: order)
    }

    private func end(
        _ key: String, _ node: Node?, in reader: MappingReader
    ) -> RelationshipPlan? {
        guard let node else {
            report(SeedIssue(.plan(.missingKey(key)), at: reader.location))
            return nil
        }
        let name = Located(key, at: location(of: node))
        if let scalar = node.scalar {
            return RelationshipPlan(
                name: name, target: .attributes(entity: nil, names: []),
                value: ValuePlan(column: Located(scalar.string, at: location(of: node))),
                missing: .error, creation: [])
        }
        return relationship(name, node, standard: .error)
    }

    /// Reads the top-level keys on rows, history, identity and errors.
    func policy(_ reader: MappingReader) -> BuildPolicy {
        var policy = BuildPolicy()
        policy.rows = reader.choice("rows", as: BuildPolicy.Rows.self) ?? policy.rows
        policy.derivedTriggers =
            reader.choice("derivedTriggers", as: BuildPolicy.DerivedTriggers.self)
            ?? policy.derivedTriggers
        policy.joinTables =
            reader.choice("joinTables", as: BuildPolicy.JoinTables.self) ?? policy.joinTables
        policy.now = now(reader)
        policy.history = reader.choice("history", as: BuildPolicy.History.self)
        policy.uuid = reader.choice("uuid", as: BuildPolicy.Identity.self) ?? policy.uuid
        policy.allowsCloudKit = reader.flag("allowCloudKit") ?? policy.allowsCloudKit
        policy.storage = reader.choice("storage", as: BuildPolicy.Storage.self) ?? policy.storage
        policy.onError = reader.choice("onError", as: BuildPolicy.OnError.self) ?? policy.onError
        policy.maxErrors = reader.count("maxErrors")
        policy.rejects = reader.text("rejects").map(resolved)
        return policy
    }
}
