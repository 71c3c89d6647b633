import Inputs
import ObjectModel
import StoreFormat

extension PlanResolver {
    /// Resolves a to-many relationship whose objects a cell of the row lists.
    func toMany(
        _ plan: RelationshipPlan, _ storage: ToManyStorage, in scope: LoadScope
    ) -> ResolvedToMany? {
        if let order = plan.order {
            issues.add(
                SeedIssue(
                    .model(
                        .relationshipKind(
                            "a list has its own order: `order:` belongs to a junction source")),
                    at: order.location, entity: scope.entity.name))
        }
        guard plan.furtherValues.isEmpty else {
            report("a list cell can identify objects only by one attribute", plan, scope)
            return nil
        }
        if let inverse = plan.inverse, storage.inverse?.name != inverse.value {
            issues.add(
                SeedIssue(
                    .plan(
                        .unknownName(
                            inverse.value, kind: .relationship, nearest: storage.inverse?.name)),
                    at: inverse.location, entity: storage.destinationName))
        }
        let separator = plan.separator?.value ?? "|"
        guard !separator.isEmpty else {
            report("the `separator` is empty", plan, scope)
            return nil
        }
        guard
            let destination = destination(
                storage.destinationName, given: givenDestination(of: plan), plan: plan),
            let target = target(listed(plan, in: scope), destination: destination, in: scope)
        else { return nil }
        return ResolvedToMany(
            membership: membership(storage), target: target, separator: Array(separator.utf8))
    }

    /// Applies the source's null words to the elements of a list, too.
    private func listed(_ plan: RelationshipPlan, in scope: LoadScope) -> RelationshipPlan {
        var plan = plan
        let words = scope.source.cleaning.nullWords
        if plan.value.options.nullWords == nil, !words.isEmpty {
            plan.value.options.nullWords = words
        }
        return plan
    }

    /// Returns the place where the objects of a to-many relationship are stored.
    func membership(_ storage: ToManyStorage) -> ResolvedMembership {
        let rows: ResolvedMembership.Rows
        switch storage.storage {
        case .joinTable(let join, let own, let other, let order):
            let back = join.side(ofColumn: other)
            rows = .join(
                table: join.name, own: own, other: other, ownOrder: order,
                otherOrder: join.isReflexive ? nil : back?.orderColumn,
                isReflexive: join.isReflexive)
        case .column(let table, let column):
            rows = .foreignKey(
                table: table, column: column, entityColumn: nil, orderColumn: nil)
        case .inverseToOne(let table, let column, let order):
            let inverse = storage.inverse.flatMap { inverse in
                reference.layout.entity(named: storage.destinationName)?.toOne(inverse.name)
            }
            rows = .foreignKey(
                table: table, column: column, entityColumn: inverse?.entityColumn,
                orderColumn: order)
        }
        return ResolvedMembership(
            name: storage.relationship.name, rows: rows,
            maximumCount: storage.relationship.maxCount)
    }

    // MARK: Junction sources

    /// Resolves the junction sources of the plan, in its order.
    ///
    /// - Throws: ``SeedFailure`` with all mistakes.
    func junctions() throws -> [ResolvedJunction] {
        let junctions = plan.links.compactMap(junction)
        try issues.throwIfAny()
        return junctions
    }

    private func junction(_ link: LinkPlan) -> ResolvedJunction? {
        let entity = entity(link.entity)
        let definition = source(link.from)
        guard let entity, let found = definition.flatMap(opened) else { return nil }
        let file = found.definition.cleaning(for: [link.source.value, link.target.value])
        let scope = LoadScope(entity: entity, source: file, columns: found.columns)
        guard let storage = entity.toMany(link.relationship.value) else {
            if entity.toOne(link.relationship.value) != nil {
                issues.add(
                    SeedIssue(
                        .model(
                            .relationshipKind(
                                "`\(link.relationship.value)` is a to-one relationship: map it "
                                    + "in the load of \(entity.name)")),
                        at: link.relationship.location, entity: entity.name))
            } else {
                reportUnknownRelationship(link.relationship, of: entity)
            }
            return nil
        }
        let membership = membership(storage)
        usedColumns = []
        let order = link.order.flatMap { cell($0, in: scope) }
        if let order = link.order, !membership.isOrdered {
            issues.add(
                SeedIssue(
                    .model(.relationshipKind("`\(storage.relationship.name)` is not ordered")),
                    at: order.location, entity: entity.name))
        }
        let ends = [(link.source, entity.name), (link.target, storage.destinationName)].map {
            plan, name -> ResolvedTarget? in
            let misplaced = [
                ("separator", plan.separator), ("order", plan.order), ("inverse", plan.inverse),
            ]
            for (key, text) in misplaced {
                guard let text else { continue }
                issues.add(
                    SeedIssue(
                        .model(
                            .relationshipKind(
                                "`\(key)` belongs to the relationship, not to one end of a link")),
                        at: text.location))
            }
            return destination(name, given: givenDestination(of: plan), plan: plan).flatMap {
                target(plan, destination: $0, in: scope)
            }
        }
        guard let source = ends[0], let target = ends[1] else { return nil }
        return ResolvedJunction(
            plan: link, entity: entity,
            file: opened(file)?.definition.cleaning(for: [link.source.value, link.target.value])
                ?? file,
            membership: membership, source: source, target: target, order: order, usedColumns: usedColumns)
    }
}

extension ResolvedMembership {
    /// Whether the objects have an order.
    var isOrdered: Bool {
        switch rows {
        case .join(_, _, _, let order, _, _): order != nil
        case .foreignKey(_, _, _, let order): order != nil
        }
    }
}
