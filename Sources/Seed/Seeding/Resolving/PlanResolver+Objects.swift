import Inputs
import ObjectModel
import StoreFormat

extension PlanResolver {
    /// Resolves the rows of a load, once for each entity that they may belong to.
    func variants(of load: LoadPlan, in scope: LoadScope) -> [ResolvedRows] {
        guard let discriminator = load.discriminator else {
            return [rows(load, value: nil, in: scope, sharing: [])]
        }
        var seen: Set<String> = []
        let choices = discriminator.choices.compactMap { choice -> (String, EntityLayout)? in
            if !seen.insert(choice.value.value).inserted {
                issues.add(
                    SeedIssue(
                        .plan(.conflictingKeys(choice.value.value, choice.value.value)),
                        at: choice.value.location))
            }
            guard let entity = entity(choice.entity) else { return nil }
            guard scope.entity.familyNumbers.contains(entity.number) else {
                issues.add(
                    SeedIssue(
                        .model(
                            .relationshipKind(
                                "\(entity.name) is not a subentity of "
                                    + "\(scope.entity.name)")),
                        at: choice.entity.location))
                return nil
            }
            if entity.isAbstract {
                issues.add(
                    SeedIssue(.model(.abstractEntity), at: choice.entity.location, entity: entity.name))
                return nil
            }
            return (choice.value.value, entity)
        }
        return choices.map { value, entity in
            rows(
                load, value: value,
                in: LoadScope(entity: entity, source: scope.source, columns: scope.columns),
                sharing: choices.map(\.1))
        }
    }

    /// Returns the properties of a load's plan that an entity has, and the columns of the properties that only other
    /// entities have. The latter must be empty in its rows.
    func own(
        _ load: LoadPlan, of entity: EntityLayout, besides others: [EntityLayout]
    ) -> (
        attributes: [AttributePlan], relationships: [RelationshipPlan],
        excluded: [(property: String, columns: [Located<String>])]
    ) {
        func isForeign(_ has: (EntityLayout) -> Bool) -> Bool {
            !has(entity) && others.contains(where: has)
        }
        let foreignAttributes = load.attributes.filter { plan in
            isForeign {
                $0.attribute(plan.name.value) != nil || $0.composite(plan.name.value) != nil
            }
        }
        let foreignRelationships = load.relationships.filter { plan in
            isForeign {
                $0.toOne(plan.name.value) != nil || $0.toMany(plan.name.value) != nil
            }
        }
        let excluded =
            foreignAttributes.map { ($0.name.value, [$0.value.column].compactMap(\.self)) }
            + foreignRelationships.map {
                ($0.name.value, [$0.value.column].compactMap(\.self) + $0.furtherValues.compactMap(\.column))
            }
        return (
            load.attributes.filter { plan in
                !foreignAttributes.contains { $0.name == plan.name }
            },
            load.relationships.filter { plan in
                !foreignRelationships.contains { $0.name == plan.name }
            },
            excluded.map { (property: $0.0, columns: $0.1) }
        )
    }

    /// Reports the derived attributes whose values only Core Data can compute.
    func reportUnknownDerivations(of entity: EntityLayout, at location: SeedIssue.Location) {
        let problems = DerivedAttributeValues(layout: reference.layout, now: plan.policy.now).problems
        guard !problems.isEmpty else { return }
        for attribute in entity.attributes where attribute.attribute.isDerived {
            let isUnknown = problems.contains { problem in
                problem.attributeName == attribute.path
                    && reference.layout.entity(named: problem.entityName)?.familyNumbers
                        .contains(entity.number) ?? false
            }
            guard isUnknown else { continue }
            issues.add(
                SeedIssue(
                    .model(
                        .unsupported(
                            "is derived in a way that only Core Data can compute; zseed can compute key "
                                + "paths, canonical:, uppercase:, lowercase:, @count, @sum, @min, @max and "
                                + "@avg, and now() if the plan has now:")),
                    at: location, entity: entity.name, property: attribute.path))
        }
    }

    // MARK: Uniqueness

    /// Returns the keys that identify the objects of a load: those of the plan, and the model's constraints.
    func uniques(_ load: LoadPlan, of entity: EntityLayout) -> [ResolvedUnique] {
        let constraints = constraints(of: entity)
        var uniques: [ResolvedUnique] = []
        if let names = load.unique {
            let parts = names.compactMap { keyPart($0, of: entity) }
            guard parts.count == names.count else { return [] }
            // A constraint of the model applies to all entities that inherit it.
            let paths = Set(parts.map(\.path))
            let declaring = constraints.first { Set($0.parts.map(\.path)) == paths }?.entity
            let family =
                load.discriminator == nil
                ? nil
                : reference.layout
                    .entity(named: load.entity.value)
            uniques.append(
                ResolvedUnique(
                    entity: declaring ?? family ?? entity, parts: parts,
                    folding: load.ignoring, resolvesConflicts: true))
        } else if !load.ignoring.isEmpty, constraints.isEmpty {
            reportWithoutUnique("ignoring", load, entity)
        }
        if load.conflict != .error, load.unique == nil, constraints.isEmpty {
            reportWithoutUnique("conflict", load, entity)
        }
        for constraint in constraints {
            let folding = load.unique == nil ? load.ignoring : []
            let unique = ResolvedUnique(
                entity: constraint.entity, parts: constraint.parts, folding: folding,
                resolvesConflicts: load.unique == nil)
            if !uniques.contains(where: { $0.indexName == unique.indexName }) {
                uniques.append(unique)
            }
        }
        return uniques
    }

    /// Returns the attribute or to-one relationship of a name in `unique:`.
    private func keyPart(_ name: Located<String>, of entity: EntityLayout) -> KeyPart? {
        if let toOne = toOne(name.value, of: entity) { return .toOne(toOne) }
        guard entity.toMany(name.value) != nil else {
            return attribute(name, of: entity).map(KeyPart.attribute)
        }
        let words = "`\(name.value)` is a to-many relationship, which cannot identify objects"
        issues.add(SeedIssue(.model(.relationshipKind(words)), at: name.location, entity: entity.name))
        return nil
    }

    /// Reports the parts of `unique:` that have no value. If rows may change existing objects, these may already have
    /// a value, so that other parts of the key are enough.
    func reportValuelessUniques(
        _ load: LoadPlan, values: [ResolvedValue], links: [ResolvedLink], of entity: EntityLayout
    ) {
        let given = Set(values.map(\.column) + links.map(\.columns.column))
        let missing = (load.unique ?? []).filter { name in
            guard let part = entity.keyPart(name.value) else { return false }
            return !given.contains(part.column)
                // An invalid relationship is reported already.
                && !(part.attribute == nil && load.relationships.contains { $0.name == name })
        }
        guard !load.conflict.changesObject || missing.count == load.unique?.count else { return }
        let mapped = load.attributes.map(\.name.value) + load.relationships.map(\.name.value)
        for name in missing {
            issues.add(
                SeedIssue(
                    .plan(.valuelessUnique(mapped: mapped)), at: name.location,
                    entity: entity.name, property: name.value))
        }
    }

    /// Returns the model's uniqueness constraints for all objects of an entity.
    func modelUniques(of entity: EntityLayout) -> [ResolvedUnique] {
        constraints(of: entity).map { constraint in
            ResolvedUnique(
                entity: constraint.entity, parts: constraint.parts, folding: [],
                resolvesConflicts: false)
        }
    }

    private func reportWithoutUnique(_ key: String, _ load: LoadPlan, _ entity: EntityLayout) {
        issues.add(
            SeedIssue(
                .model(
                    .relationshipKind(
                        "`\(key)` needs `unique:`, because the model has no uniqueness constraint")),
                at: load.entity.location, entity: entity.name))
    }

    /// Returns the uniqueness constraints, including inherited ones, each with the entity that declares it.
    private func constraints(of layout: EntityLayout) -> [(entity: EntityLayout, parts: [KeyPart])] {
        var found: [(entity: EntityLayout, parts: [KeyPart])] = []
        var names: Set<[String]> = []
        for current in reference.model.lineage(of: layout.name).reversed() {
            guard let declaring = reference.layout.entity(named: current.name) else { continue }
            for constraint in current.uniquenessConstraints {
                let parts = constraint.compactMap(layout.keyPart)
                guard parts.count == constraint.count, !parts.isEmpty, names.insert(constraint).inserted
                else { continue }
                found.append((declaring, parts))
            }
        }
        return found
    }
}
