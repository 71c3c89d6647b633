import Inputs
import ObjectModel
import SQLite
import StoreFormat

extension PlanResolver {
    /// Resolves the values of attributes that a plan names.
    ///
    /// - Parameter keys: the attributes by which created objects are found.
    func attributes(
        _ plans: [AttributePlan], of entity: EntityLayout, in scope: LoadScope,
        keys: [AttributeColumn] = []
    ) -> [ResolvedValue] {
        let mapped =
            keys
            + plans.filter { $0.value.options.uuid == nil }.compactMap {
                entity.attribute($0.name.value)
            }
        return plans.flatMap { plan -> [ResolvedValue] in
            if let composite = entity.composite(plan.name.value),
                entity.attribute(composite.path) == nil
            {
                return self.composite(composite, plan, of: entity, in: scope)
            }
            return attributeValue(plan, of: entity, in: scope, mapped: mapped).map { [$0] } ?? []
        }
    }

    /// Resolves the value of one attribute that a plan names.
    ///
    /// - Parameter mapped: the attributes that the plan gives values otherwise.
    private func attributeValue(
        _ plan: AttributePlan, of entity: EntityLayout, in scope: LoadScope,
        mapped: [AttributeColumn]
    ) -> ResolvedValue? {
        guard let attribute = attribute(plan.name, of: entity) else { return nil }
        if attribute.attribute.isDerived {
            issues.add(
                SeedIssue(
                    .model(.unsupported("is derived: Core Data computes it from other values")),
                    at: plan.name.location, entity: entity.name, property: plan.name.value))
            return nil
        }
        var derivation: DerivedUUID?
        if let uuid = plan.value.options.uuid {
            derivation = derivedUUID(
                uuid, of: attribute, entity: entity, mapped: mapped,
                isFallback: plan.value.hasCell, in: scope)
            guard derivation != nil else { return nil }
        }
        guard let origin = origin(plan.value, of: attribute, entity: entity, in: scope) else {
            return nil
        }
        var value = ResolvedValue(
            path: plan.name.value, column: attribute.column,
            isRequired: isRequired(attribute), origin: origin, derivation: derivation)
        if plan.value.hasCell, plan.value.fallback == nil, isRequired(attribute) {
            value.launchDate = launchDate(attribute)
        }
        return value
    }

    /// Returns the values with UUIDs for empty cells, if the model has a default for the attribute: that default is
    /// the same for all objects.
    func derivingUUIDs(
        _ values: [ResolvedValue], of entity: EntityLayout, plans: [AttributePlan],
        keys: ObjectKeys
    ) -> [ResolvedValue] {
        values.map { value in
            guard value.derivation == nil, !value.isConstant,
                let attribute = entity.attribute(value.path), derivesUUID(attribute),
                attribute.attribute.defaultValue != nil, isRequired(attribute),
                plans.first(where: { $0.name.value == value.path })?.value.fallback == nil
            else { return value }
            var value = value
            value.derivation = derivedUUID(attribute, of: entity, keys: keys, isFallback: true)
            return value
        }
    }

    /// Resolves the origin of an attribute's value.
    ///
    /// - Parameter isKey: whether the value names another object. An empty cell then names none, and the model's
    ///   default is not used, because it is for new objects.
    func origin(
        _ plan: ValuePlan, of attribute: AttributeColumn, entity: EntityLayout,
        in scope: LoadScope, isKey: Bool = false
    ) -> ResolvedValue.Origin? {
        guard let source = converter(plan, of: attribute, entity: entity, in: scope, isKey: isKey) else {
            return nil
        }
        let converter = source.converter
        // The `key:` of a load has no column.
        if isKey, attribute.column.isEmpty { converter.takesBlobs = true }
        if plan.options.uuid != nil, !plan.hasCell { return .constant(.null) }
        if let constant = plan.constant {
            let written = plan.options.constantText
            return value(constant, written, converter, attribute, entity).map { .constant($0) }
        }
        guard let cell = source.cell else { return nil }
        guard let fallback = plan.fallback else {
            let takesDefault =
                (isRequired(attribute) || isRawValue(attribute, of: entity)) && !isKey
                && !derivesUUID(attribute)
            var standard = takesDefault ? modelDefault(of: attribute, entity) : nil
            if takesDefault, standard == nil {
                // The default of a list is the list without elements.
                standard = codableList(plan, of: attribute, entity: entity)?.emptyList
            }
            return .cell(cell, converter, fallback: standard)
        }
        let written = plan.options.fallbackText
        guard let value = value(fallback, written, converter, attribute, entity) else {
            return nil
        }
        return .cell(cell, converter, fallback: value)
    }

    /// Returns the attribute's type: the model's, or for an inferred model the one in the plan.
    func type(
        _ name: Located<String>?, of attribute: AttributeColumn
    ) -> AttributeType? {
        guard let name else { return attribute.attribute.type }
        guard let type = AttributeType(nameInPlans: name.value) else {
            issues.add(SeedIssue(unknown: name, of: "type", among: AttributeType.namesInPlans.map(\.name)))
            return nil
        }
        guard reference.model.isInferred || type == attribute.attribute.type else {
            issues.add(
                SeedIssue(
                    .plan(
                        .wrongKind(
                            expected: "the type in the model: "
                                + attribute.attribute.type.xcodeName)), at: name.location))
            return nil
        }
        return type
    }

    // MARK: Constants

    /// Converts a scalar of the plan to a value of an attribute.
    ///
    /// - Parameter written: a number as it was written.
    func value(
        _ scalar: Located<Scalar>, _ written: String?, _ converter: AttributeConverter,
        _ attribute: AttributeColumn, _ entity: EntityLayout
    ) -> Value? {
        let text: String
        switch scalar.value {
        case .null: return .null
        case .boolean(let boolean): text = String(boolean)
        case .integer(let integer): text = written ?? String(integer)
        case .real(let real): text = written ?? "\(real)"
        case .text(let string): text = string
        }
        do {
            // YAML's own truth values are independent of the words that a plan declares for cells.
            if case .boolean(let flag) = scalar.value, attribute.attribute.type == .boolean {
                return .integer(flag ? 1 : 0)
            }
            return try text.withUTF8Bytes { Value(try converter.constant(.text($0))) }
        } catch {
            let reason = (error as? ConversionFailure)?.reason ?? .file(.fileSystem("\(error)"))
            issues.add(
                SeedIssue(
                    reason, at: scalar.location, entity: entity.name, property: attribute.path,
                    value: text, fault: .plan))
            return nil
        }
    }

    /// Returns the defaults of the attributes that the plan leaves out, as an app's new object has them.
    ///
    /// - Parameters:
    ///   - keys: the keys that identify the objects.
    ///   - location: the place in the plan.
    func defaults(
        of entity: EntityLayout, besides values: [ResolvedValue], keys: ObjectKeys,
        at location: SeedIssue.Location
    ) -> [ResolvedValue] {
        let columns = Set(values.map(\.column))
        // An enumeration without raw values has one chosen case, which is the plan's.
        let chosen = Set(
            entity.composites.filter { composite in
                composite.plainCases != nil
                    && composite.columns.contains { columns.contains($0.column) }
            }.flatMap { $0.columns.map(\.column) })
        let named = Set(values.map { Self.property(of: $0.path) })
        return entity.attributes.compactMap { attribute in
            guard !columns.contains(attribute.column), !chosen.contains(attribute.column),
                !attribute.attribute.isDerived
            else { return nil }
            if derivesUUID(attribute) {
                warnOfDerivedUUID(attribute, of: entity, at: location)
                return ResolvedValue(
                    path: attribute.path, column: attribute.column,
                    isRequired: isRequired(attribute), origin: .constant(.null),
                    derivation: derivedUUID(attribute, of: entity, keys: keys))
            }
            if let date = launchDate(attribute) {
                warn(
                    SeedIssue(
                        .model(.launchDate), at: location, entity: entity.name, property: attribute.path,
                        value: date))
            }
            guard let value = modelDefault(of: attribute, entity) else {
                warnOfUnstoredDefault(attribute, of: entity)
                let property = Self.property(of: attribute.path)
                if !isRequired(attribute), !named.contains(property),
                    reference.sourceValues.isMadeAtLaunch(property, entity: entity.name)
                {
                    warn(
                        SeedIssue(
                            .model(.launchValue), at: location, entity: entity.name, property: property))
                }
                return nil
            }
            return ResolvedValue(
                path: attribute.path, column: attribute.column,
                isRequired: isRequired(attribute), origin: .constant(value))
        }
    }

    /// Returns the issues about required properties without a value.
    ///
    /// - Parameter named: the properties that the plan names, also with mistakes.
    func unmappedRequired(
        _ entity: EntityLayout, named: [String], at location: SeedIssue.Location,
        createdBy relationship: String? = nil
    ) -> [SeedIssue] {
        let hint = relationship.map { SeedIssue.Hint.createdBy(relationship: $0) }
        let named = Set(named.map { entity.attribute($0)?.path ?? $0 })
        let attributes = entity.attributes.filter { attribute in
            isRequired(attribute) && !named.contains(attribute.path) && !attribute.attribute.isDerived
                && !derivesUUID(attribute) && modelDefault(of: attribute, entity) == nil
        }
        let links = entity.toOnes.filter { link in
            !link.relationship.isOptional && !named.contains(link.relationship.name)
                && !isWrittenByInverse(link)
        }
        func issue(_ property: String, _ hint: SeedIssue.Hint?) -> SeedIssue {
            SeedIssue(
                .model(.missingRequiredProperty), at: location, entity: entity.name, property: property,
                hint: hint)
        }
        return attributes.map { issue($0.path, hint) }
            + unmappedComposites(entity, named: named).map { issue($0, nil) }
            + links.map { issue($0.relationship.name, hint) }
    }

    /// Returns whether another load sets the relationship through its one-to-one inverse.
    private func isWrittenByInverse(_ link: ToOneColumn) -> Bool {
        guard let inverse = link.inverse, !inverse.isToMany else { return false }
        return plan.loads.contains { load in
            load.relationships.contains { $0.name.value == inverse.name }
        }
    }

    func isRequired(_ attribute: AttributeColumn) -> Bool {
        !reference.model.isInferred && !attribute.attribute.isOptional
    }

    /// Returns the value of a new object: the model's default, or that in the source code for elements of
    /// enumerations and structures.
    func modelDefault(of attribute: AttributeColumn, _ entity: EntityLayout) -> Value? {
        let value =
            attribute.attribute.defaultValue
            ?? reference.sourceValues.defaultValue(of: attribute.path, entity: entity.name)
        return value.flatMap { Value($0, of: attribute.attribute) }
    }

    /// Returns whether an attribute is the raw value of an enumeration that is not optional.
    private func isRawValue(_ attribute: AttributeColumn, of entity: EntityLayout) -> Bool {
        entity.composites.contains { composite in
            guard case .raw? = composite.enumeration else { return false }
            return !composite.attribute.isOptional && composite.columns.contains(attribute)
        }
    }

    /// Returns the attribute that a path begins with.
    private static func property(of path: String) -> String {
        path.split(separator: ".").first.map(String.init) ?? path
    }

    /// Warns that a default is left out. It is an object of one of the app's classes, which only the app can create.
    private func warnOfUnstoredDefault(_ attribute: AttributeColumn, of entity: EntityLayout) {
        guard let value = attribute.attribute.defaultValue, value != .null,
            !isRequired(attribute)
        else { return }
        warn(
            SeedIssue(
                .model(.unstoredDefault), at: .init(path: plan.reference.value), entity: entity.name,
                property: attribute.path))
    }

    /// Adds a warning once.
    func warn(_ issue: SeedIssue) {
        if !warnings.issues.contains(issue) { warnings.add(issue) }
    }
}

extension Value {
    /// Creates a value that is independent of the source of a converted one.
    init(_ bound: BoundValue) {
        switch bound {
        case .null: self = .null
        case .integer(let value): self = .integer(value)
        case .real(let value): self = .real(value)
        case .text(let bytes): self = .text(String(decoding: bytes, as: UTF8.self))
        case .blob(let bytes): self = .blob(Array(bytes))
        case .ownedText(let text): self = .text(text)
        case .ownedBlob(let bytes): self = .blob(bytes)
        }
    }
}
