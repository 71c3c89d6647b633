import ObjectModel
import StoreFormat

extension PlanResolver {
    /// A to-one relationship of a plan with what its names mean.
    func link(_ plan: RelationshipPlan, in scope: LoadScope) -> ResolvedLink? {
        let given: Located<String>? =
            switch plan.target {
            case .attribute(let entity, _): entity
            case .key(let entity): entity
            }
        guard let (columns, destinationName) = columns(of: plan, given: given, in: scope),
            let destination = entity(destinationName)
        else { return nil }
        let target: ResolvedLink.Target
        let value: ResolvedValue.Origin?
        switch plan.target {
        case .key:
            target = .key
            value = keyOrigin(plan, destination: destination, in: scope)
        case .attribute(_, let name):
            guard let attribute = key(name, of: destination, for: plan) else { return nil }
            target = .attribute(attribute)
            value = origin(plan.value, of: attribute, entity: destination, in: scope)
        }
        guard let value else { return nil }
        return ResolvedLink(
            name: plan.name.value, columns: columns, destination: destination, target: target,
            value: value, missing: plan.missing,
            creation: creation(plan, target: target, destination: destination, in: scope))
    }

    // MARK: Columns

    private func columns(
        of plan: RelationshipPlan, given: Located<String>?, in scope: LoadScope
    ) -> (LinkColumns, destination: Located<String>)? {
        if let toOne = toOne(plan.name.value, of: scope.entity) {
            reportUnknownInverse(plan, of: toOne)
            guard let destination = destination(of: toOne, given: given, plan: plan) else {
                return nil
            }
            return (columns(of: toOne, plan: plan), destination)
        }
        if let toMany = scope.entity.toMany(plan.name.value) {
            let inverse = toMany.inverse.map { ": set `\(toMany.destinationName).\($0.name)` instead" }
            report(
                "`\(plan.name.value)` is a to-many relationship\(inverse ?? "")", plan, scope)
            return nil
        }
        if reference.model.isInferred {
            reportUndeclared(plan, given: given, in: scope)
            return nil
        }
        let names = scope.entity.toOnes.map(\.relationship.name)
        issues.add(
            SeedIssue(
                .unknownName(
                    plan.name.value, kind: .relationship,
                    nearest: NearestName.of(plan.name.value, in: names)),
                at: plan.name.location, entity: scope.entity.name))
        return nil
    }

    /// The to-one of a name; what tables show of an inferred model is known in lower case only.
    private func toOne(_ name: String, of entity: EntityLayout) -> ToOneColumn? {
        if let toOne = entity.toOne(name) { return toOne }
        return reference.model.isInferred ? entity.toOne(name.lowercased()) : nil
    }

    /// A plan may repeat the inverse, but not contradict the model.
    private func reportUnknownInverse(_ plan: RelationshipPlan, of toOne: ToOneColumn) {
        guard let given = plan.inverse, toOne.inverse?.name != given.value else { return }
        let destination = reference.layout.entity(named: toOne.destinationName)
        let names = destination.map { $0.toOnes.map(\.relationship.name) } ?? []
        issues.add(
            SeedIssue(
                .unknownName(
                    given.value, kind: .relationship,
                    nearest: NearestName.of(given.value, in: names)),
                at: given.location, entity: toOne.destinationName))
    }

    private func columns(of toOne: ToOneColumn, plan: RelationshipPlan) -> LinkColumns {
        LinkColumns(
            column: toOne.column, entityColumn: toOne.entityColumn,
            orderColumn: toOne.orderColumn, isOptional: toOne.relationship.isOptional,
            inverse: inverse(of: toOne))
    }

    /// The other side of a one-to-one relationship, which a store holds as well (SPEC 3).
    private func inverse(of toOne: ToOneColumn) -> LinkColumns.Inverse? {
        guard let inverse = toOne.inverse, !inverse.isToMany,
            let back = reference.layout.entity(named: toOne.destinationName)?.toOne(inverse.name)
        else { return nil }
        return LinkColumns.Inverse(
            name: inverse.name, column: back.column, entityColumn: back.entityColumn)
    }

    /// The entity that the plan names, where it is the model's own or one of its subentities.
    private func destination(
        of toOne: ToOneColumn, given: Located<String>?, plan: RelationshipPlan
    ) -> Located<String>? {
        let destination = Located(toOne.destinationName, at: plan.name.location)
        guard let given else { return destination }
        guard let found = entity(given) else { return nil }
        let family = reference.layout.entity(named: toOne.destinationName)?.familyNumbers ?? []
        guard family.contains(found.number) else {
            issues.add(
                SeedIssue(
                    .relationshipKind(
                        "`\(plan.name.value)` leads to \(toOne.destinationName), "
                            + "not to \(given.value)"), at: given.location))
            return nil
        }
        return given
    }

    /// Without a model a plan names the destinations itself; what it lacks here.
    private func reportUndeclared(
        _ plan: RelationshipPlan, given: Located<String>?, in scope: LoadScope
    ) {
        guard let column = attribute(plan.name, of: scope.entity) else { return }
        guard column.sqlType == "INTEGER" else {
            return report(
                "`\(plan.name.value)` is no relationship: its column is \(column.sqlType)", plan,
                scope)
        }
        if let given { return reportWrongDestination(plan, given: given) }
        report(
            "the reference carries no model: name the destination, as in `find: Entity.attribute`",
            plan, scope)
    }

    private func reportWrongDestination(_ plan: RelationshipPlan, given: Located<String>) {
        guard let destination = entity(given) else { return }
        issues.add(
            SeedIssue(
                .relationshipKind(
                    "`\(plan.name.value)` cannot lead to \(destination.name) here"),
                at: given.location))
    }

    // MARK: Keys

    /// The attribute that objects are found by: the one named, or the destination's only unique one.
    private func key(
        _ name: Located<String>?, of destination: EntityLayout, for plan: RelationshipPlan
    ) -> AttributeColumn? {
        if let name { return attribute(name, of: destination) }
        let unique = uniqueAttributes(of: destination)
        if let only = unique.first, unique.count == 1 { return destination.attribute(only) }
        issues.add(
            SeedIssue(
                .relationshipKind(
                    "\(destination.name) has no single unique attribute: "
                        + "say `{ find: \(destination.name).attribute, column: … }`"),
                at: plan.name.location))
        return nil
    }

    /// The attributes that alone are a uniqueness constraint, inherited ones included.
    private func uniqueAttributes(of layout: EntityLayout) -> [String] {
        var names: [String] = []
        var entity = reference.model.entity(named: layout.name)
        while let current = entity {
            names += current.uniquenessConstraints.filter { $0.count == 1 }.flatMap(\.self)
            entity = reference.model.superentity(of: current)
        }
        return Set(names).sorted()
    }

    private func keyOrigin(
        _ plan: RelationshipPlan, destination: EntityLayout, in scope: LoadScope
    ) -> ResolvedValue.Origin? {
        let family = Set(destination.familyNumbers)
        let hasKey = self.plan.loads.contains { load in
            guard load.key != nil else { return false }
            // A misspelt entity is told where it stands.
            guard let entity = reference.layout.entity(named: load.entity.value) else {
                return true
            }
            return family.contains(entity.number)
        }
        guard hasKey else {
            report("no load of \(destination.name) has a `key:`", plan, scope)
            return nil
        }
        guard let converter = try? AttributeConverter(type: .string, zone: nil) else { return nil }
        guard let column = plan.value.column else {
            report("`keyOf` needs a `column`", plan, scope)
            return nil
        }
        guard let cell = cell(column, in: scope) else { return nil }
        return .cell(cell, converter, fallback: nil)
    }

    /// What a created object gets besides its key.
    private func creation(
        _ plan: RelationshipPlan, target: ResolvedLink.Target, destination: EntityLayout,
        in scope: LoadScope
    ) -> [ResolvedValue] {
        guard case .attribute(let key) = target, plan.missing == .create else { return [] }
        if destination.isAbstract {
            issues.add(
                SeedIssue(.abstractEntity, at: plan.name.location, entity: destination.name))
            return []
        }
        let given = attributes(plan.creation, of: destination, in: scope)
        let keyValue = ResolvedValue(
            path: key.path, column: key.column, isRequired: true, origin: .constant(.null))
        let all = given + defaults(of: destination, besides: given + [keyValue])
        reportUnmappedRequired(
            destination, named: plan.creation.map(\.name.value) + [key.path],
            at: plan.name.location)
        return all
    }

    private func report(_ words: String, _ plan: RelationshipPlan, _ scope: LoadScope) {
        issues.add(
            SeedIssue(
                .relationshipKind(words), at: plan.name.location, entity: scope.entity.name))
    }
}
