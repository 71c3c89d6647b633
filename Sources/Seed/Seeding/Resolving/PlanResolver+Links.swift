import Inputs
import ObjectModel
import StoreFormat

extension PlanResolver {
    /// Resolves the names of a to-one relationship of a plan.
    func link(_ plan: RelationshipPlan, in scope: LoadScope) -> ResolvedLink? {
        guard let (columns, destination) = columns(of: plan, in: scope) else { return nil }
        if let separator = plan.separator {
            issues.add(
                SeedIssue(
                    .model(.relationshipKind("a to-one relationship has no `separator`")),
                    at: separator.location, entity: scope.entity.name))
        }
        let order = plan.order.flatMap { cell($0, in: scope) }
        if let order = plan.order, columns.orderColumn == nil {
            issues.add(
                SeedIssue(
                    .model(.relationshipKind("`\(plan.name.value)` has no ordered inverse")),
                    at: order.location, entity: scope.entity.name))
        }
        guard let target = target(plan, destination: destination, in: scope) else { return nil }
        return ResolvedLink(name: plan.name.value, columns: columns, target: target, order: order)
    }

    /// Returns the entity named in `find:` or `keyOf:`.
    func givenDestination(of plan: RelationshipPlan) -> Located<String>? {
        switch plan.target {
        case .attributes(let entity, _): entity
        case .key(let entity): entity
        }
    }

    /// Resolves the way in which a plan names objects of an entity.
    func target(
        _ plan: RelationshipPlan, destination: EntityLayout, in scope: LoadScope
    ) -> ResolvedTarget? {
        if let uuid = plan.value.options.uuid?.names.first {
            report("`uuid` is for attributes and cannot identify an object", at: uuid.location, scope)
            return nil
        }
        let key: ResolvedTarget.Key
        let values: [ResolvedValue.Origin?]
        switch plan.target {
        case .key:
            key = .load
            values = [keyOrigin(plan, destination: destination, in: scope)]
        case .attributes(_, let names):
            let named = Array(zip(names.map(Optional.some), [plan.value] + plan.furtherValues))
            return target(
                named.isEmpty ? [(nil, plan.value)] : named, plan, destination: destination, in: scope)
        }
        guard !values.contains(where: { $0 == nil }) else { return nil }
        return ResolvedTarget(
            destination: destination, key: key, folding: plan.ignoring,
            values: values.compactMap(\.self), missing: plan.missing, creation: [])
    }

    /// Resolves the attributes and to-one relationships that name objects of an entity.
    ///
    /// - Parameter named: the names with their values. A missing name means the only unique attribute. `lang.code` is
    ///   the attribute by which the destination of the to-one relationship `lang` is found; `lang` alone means its
    ///   only unique attribute.
    private func target(
        _ named: [(name: Located<String>?, value: ValuePlan)], _ plan: RelationshipPlan,
        destination: EntityLayout, in scope: LoadScope
    ) -> ResolvedTarget? {
        var (parts, values, mayBeNull, links) = ([KeyPart](), [ResolvedValue.Origin](), [Bool](), [KeyLink]())
        var seen: Set<String> = []
        for (name, value) in named {
            guard let name, let toOne = toOneOfKey(name.value, of: destination) else {
                guard let attribute = attributeOfKey(name, of: destination, for: plan),
                    let origin = origin(value, of: attribute, entity: destination, in: scope, isKey: true)
                else { return nil }
                parts.append(.attribute(attribute))
                values.append(origin)
                mayBeNull.append(named.count > 1 && !isRequired(attribute))
                continue
            }
            // Several attributes may name the destination together.
            guard seen.insert(toOne.relationship.name).inserted else { continue }
            let own = named.compactMap { other -> (name: Located<String>?, value: ValuePlan)? in
                guard let full = other.name,
                    toOneOfKey(full.value, of: destination)?.column == toOne.column
                else { return nil }
                let rest = full.value.split(separator: ".", maxSplits: 1).dropFirst().first
                return (rest.map { Located(String($0), at: full.location) }, other.value)
            }
            var inner = plan
            (inner.missing, inner.creation) = (.error, [])
            guard let entity = entity(Located(toOne.destinationName, at: name.location)),
                let target = target(own, inner, destination: entity, in: scope)
            else { return nil }
            let range = values.count..<(values.count + target.values.count)
            links.append(
                KeyLink(part: parts.count, values: range, columns: columns(of: toOne), target: target))
            parts.append(.toOne(toOne))
            values += target.values
            let isOptional = named.count > own.count && toOne.relationship.isOptional
            mayBeNull += target.values.indices.map { index in
                isOptional || target.mayBeNull.indices.contains(index) && target.mayBeNull[index]
            }
        }
        let creation = creation(plan, keys: parts, destination: destination, in: scope)
        return ResolvedTarget(
            destination: destination, key: .properties(parts), folding: plan.ignoring, values: values,
            links: links, missing: plan.missing, creation: creation,
            mayBeNull: mayBeNull, composites: composites(of: destination, values: creation),
            uniques: plan.missing == .create ? modelUniques(of: destination) : [])
    }

    /// Returns the to-one relationship that a name in `find:` begins with.
    private func toOneOfKey(_ name: String, of entity: EntityLayout) -> ToOneColumn? {
        guard entity.attribute(name) == nil else { return nil }
        return name.split(separator: ".").first.flatMap { toOne(String($0), of: entity) }
    }

    // MARK: Columns

    private func columns(
        of plan: RelationshipPlan, in scope: LoadScope
    ) -> (LinkColumns, destination: EntityLayout)? {
        let given = givenDestination(of: plan)
        if let toOne = toOne(plan.name.value, of: scope.entity) {
            reportUnknownInverse(plan, of: toOne)
            guard
                let destination = destination(
                    toOne.destinationName, given: given, plan: plan)
            else { return nil }
            return (columns(of: toOne), destination)
        }
        if reference.model.isInferred {
            reportUndeclared(plan, given: given, in: scope)
            return nil
        }
        reportUnknownRelationship(plan.name, of: scope.entity)
        return nil
    }

    func reportUnknownRelationship(_ name: Located<String>, of entity: EntityLayout) {
        if entity.attribute(name.value) != nil || entity.composite(name.value) != nil {
            issues.add(
                SeedIssue(
                    .model(
                        .relationshipKind(
                            "`\(name.value)` is an attribute, not a relationship: move it to `attributes:`"
                        )),
                    at: name.location, entity: entity.name))
            return
        }
        if let words = unstored(name.value, of: entity) {
            issues.add(
                SeedIssue(
                    .model(.unsupported(words)), at: name.location, entity: entity.name,
                    property: name.value))
            return
        }
        let names =
            entity.toOnes.map(\.relationship.name) + entity.toManys.map(\.relationship.name)
        let nearest = NearestName.of(name.value, in: names)
        issues.add(
            SeedIssue(
                .plan(.unknownName(name.value, kind: .relationship, nearest: nearest)), at: name.location,
                entity: entity.name, hint: nearest == nil ? .known(names) : nil))
    }

    /// Returns the to-one relationship with a name. Names of an inferred model come from tables and are known in
    /// lower case only.
    func toOne(_ name: String, of entity: EntityLayout) -> ToOneColumn? {
        if let toOne = entity.toOne(name) { return toOne }
        return reference.model.isInferred ? entity.toOne(name.lowercased()) : nil
    }

    /// Reports an inverse that contradicts the model. A plan may repeat the model's inverse.
    private func reportUnknownInverse(_ plan: RelationshipPlan, of toOne: ToOneColumn) {
        guard let given = plan.inverse, toOne.inverse?.name != given.value else { return }
        let destination = reference.layout.entity(named: toOne.destinationName)
        let names = destination.map { $0.toOnes.map(\.relationship.name) } ?? []
        issues.add(
            SeedIssue(
                .plan(
                    .unknownName(
                        given.value, kind: .relationship,
                        nearest: NearestName.of(given.value, in: names))),
                at: given.location, entity: toOne.destinationName))
    }

    private func columns(of toOne: ToOneColumn) -> LinkColumns {
        LinkColumns(
            column: toOne.column, entityColumn: toOne.entityColumn,
            orderColumn: toOne.orderColumn, isOptional: toOne.relationship.isOptional,
            inverse: inverse(of: toOne))
    }

    /// Returns the inverse of a one-to-one relationship, which the store also contains
    /// (docs/internals/format.md#relationships).
    private func inverse(of toOne: ToOneColumn) -> LinkColumns.Inverse? {
        guard let inverse = toOne.inverse, !inverse.isToMany,
            let back = reference.layout.entity(named: toOne.destinationName)?.toOne(inverse.name)
        else { return nil }
        return LinkColumns.Inverse(
            name: inverse.name, column: back.column, entityColumn: back.entityColumn)
    }

    /// Returns the entity that the plan names, if it is the model's own or one of its subentities.
    func destination(
        _ name: String, given: Located<String>?, plan: RelationshipPlan
    ) -> EntityLayout? {
        guard let given else { return entity(Located(name, at: plan.name.location)) }
        guard let found = entity(given) else { return nil }
        let family = reference.layout.entity(named: name)?.familyNumbers ?? []
        guard family.contains(found.number) else {
            issues.add(
                SeedIssue(
                    .model(
                        .relationshipKind(
                            "`\(plan.name.value)` leads to \(name), not to \(given.value)")),
                    at: given.location))
            return nil
        }
        return found
    }

    /// Reports a relationship whose destination neither the plan nor a model names. Without a model, the plan must
    /// name it.
    private func reportUndeclared(
        _ plan: RelationshipPlan, given: Located<String>?, in scope: LoadScope
    ) {
        guard let column = attribute(plan.name, of: scope.entity) else { return }
        guard column.sqlType == "INTEGER" else {
            return report(
                "`\(plan.name.value)` is not a relationship: its column is \(column.sqlType)", plan,
                scope)
        }
        if let given { return reportWrongDestination(plan, given: given) }
        report(
            "the reference contains no model: name the destination, as in `find: Entity.attribute`",
            plan, scope)
    }

    private func reportWrongDestination(_ plan: RelationshipPlan, given: Located<String>) {
        guard let destination = entity(given) else { return }
        issues.add(
            SeedIssue(
                .model(
                    .relationshipKind(
                        "`\(plan.name.value)` cannot lead to \(destination.name) here")),
                at: given.location))
    }

    // MARK: Keys

    /// Returns an attribute that identifies objects: the named one, or the destination's only unique one.
    private func attributeOfKey(
        _ name: Located<String>?, of destination: EntityLayout, for plan: RelationshipPlan
    ) -> AttributeColumn? {
        if let name { return attribute(name, of: destination) }
        let unique = uniqueAttributes(of: destination)
        if let only = unique.first, unique.count == 1, let attribute = destination.attribute(only) {
            return attribute
        }
        issues.add(
            SeedIssue(
                .model(
                    .relationshipKind(
                        "\(destination.name) has no single unique attribute: "
                            + "say `{ find: \(destination.name).attribute, column: … }`")),
                at: plan.name.location))
        return nil
    }

    /// Returns the attributes with a uniqueness constraint of their own, including inherited ones.
    private func uniqueAttributes(of layout: EntityLayout) -> [String] {
        reference.model.uniqueAttributes(ofEntity: layout.name).filter { layout.attribute($0) != nil }
    }

    private func keyOrigin(
        _ plan: RelationshipPlan, destination: EntityLayout, in scope: LoadScope
    ) -> ResolvedValue.Origin? {
        let family = Set(destination.familyNumbers)
        let hasKey = self.plan.loads.contains { load in
            guard load.key != nil else { return false }
            // A misspelled entity is reported at the place of its name.
            guard let entity = reference.layout.entity(named: load.entity.value) else {
                return true
            }
            return !family.isDisjoint(with: entity.familyNumbers)
        }
        guard hasKey else {
            report("no load of \(destination.name) has a `key:`", plan, scope)
            return nil
        }
        guard plan.value.constant == nil else {
            report("`keyOf` needs a `column`", plan, scope)
            return nil
        }
        return loadKeyOrigin(plan.value, entity: destination, in: scope)
    }

    /// Returns the values of a created object besides its key.
    private func creation(
        _ plan: RelationshipPlan, keys parts: [KeyPart], destination: EntityLayout,
        in scope: LoadScope
    ) -> [ResolvedValue] {
        guard plan.missing == .create else { return [] }
        if destination.isAbstract {
            issues.add(
                SeedIssue(.model(.abstractEntity), at: plan.name.location, entity: destination.name))
            return []
        }
        reportUnknownDerivations(of: destination, at: plan.name.location)
        let keys = parts.compactMap(\.attribute)
        // Objects that only a relationship identifies have no name of their own.
        let isNamed = keys.count == parts.count
        let identity = ObjectKeys(
            attributes: isNamed ? [keys] : [], mayLackParts: true, hasLoadKey: false, hasPosition: !isNamed)
        for case .toOne(let toOne) in parts where inverse(of: toOne) != nil {
            report(
                "no object is created by its one-to-one relationship `\(toOne.relationship.name)`: "
                    + "add `missing: error`", plan, scope)
        }
        let given = derivingUUIDs(
            attributes(plan.creation, of: destination, in: scope, keys: keys), of: destination,
            plans: plan.creation, keys: identity)
        let keyValues = keys.map { key in
            ResolvedValue(
                path: key.path, column: key.column, isRequired: true, origin: .constant(.null))
        }
        let all =
            given
            + defaults(
                of: destination, besides: given + keyValues, keys: identity, at: plan.name.location)
        unmappedRequired(
            destination, named: plan.creation.map(\.name.value) + parts.map(\.path),
            at: plan.name.location, createdBy: "\(scope.entity.name).\(plan.name.value)"
        ).forEach(issues.add)
        return all
    }

    func report(_ words: String, _ plan: RelationshipPlan, _ scope: LoadScope) {
        report(words, at: plan.name.location, scope)
    }

    private func report(_ words: String, at location: SeedIssue.Location, _ scope: LoadScope) {
        issues.add(SeedIssue(.model(.relationshipKind(words)), at: location, entity: scope.entity.name))
    }
}
