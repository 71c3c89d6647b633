import ObjectModel
import Sources
import StoreFormat

/// UUID attributes, whose default in a model is the value of one launch of the app.
extension PlanResolver {
    /// Whether objects get a UUID of their own where the plan leaves the attribute out: a new
    /// object of the app would have one. An element of a composite never has.
    func derivesUUID(_ attribute: AttributeColumn) -> Bool {
        attribute.attribute.type == .uuid && !attribute.isElement
            && (isRequired(attribute) || attribute.attribute.defaultValue != nil)
    }

    /// How an attribute that the plan leaves out gets its UUIDs.
    func derivedUUID(
        _ attribute: AttributeColumn, of entity: EntityLayout, keys: ObjectKeys,
        isFallback: Bool = false
    ) -> DerivedUUID {
        func namespace(_ parts: [String]) -> NameBasedUUID {
            NameBasedUUID(entity: entity.name, attribute: attribute.path, parts: parts)
        }
        var names = keys.attributes.filter { !$0.contains(attribute) }.map { key in
            DerivedUUID.Name(
                namespace: namespace(key.map(\.path)),
                parts: key.map { .column($0.column, isUUID: $0.attribute.type == .uuid) },
                mayLackParts: keys.mayLackParts)
        }
        if keys.hasLoadKey {
            names.append(.init(namespace: namespace(["key:"]), parts: [.loadKey]))
        }
        if keys.hasPosition { names.append(.init(namespace: namespace([]), parts: [])) }
        return DerivedUUID(names: names, isFallback: isFallback, isExplicit: false)
    }

    /// How an attribute gets the UUIDs that the plan's `uuid:` describes.
    ///
    /// - Parameter mapped: the attributes that the plan gives values otherwise.
    func derivedUUID(
        _ plan: UUIDPlan, of attribute: AttributeColumn, entity: EntityLayout,
        mapped: [AttributeColumn], isFallback: Bool, in scope: LoadScope
    ) -> DerivedUUID? {
        var parts: [DerivedUUID.Part] = []
        for name in plan.names {
            let own = entity.attribute(name.value)
            if let own, own != attribute, mapped.contains(own) {
                parts.append(.column(own.column, isUUID: own.attribute.type == .uuid))
            } else if let cell = cell(name, in: scope) {
                parts.append(.cell(cell))
            }
        }
        guard parts.count == plan.names.count else { return nil }
        var namespace: NameBasedUUID? = NameBasedUUID(
            entity: entity.name, attribute: attribute.path, parts: plan.names.map(\.value))
        if let given = plan.namespace {
            namespace = NameBasedUUID(given.value)
            if namespace == nil {
                let known = NameBasedUUID.known.keys.sorted()
                issues.add(SeedIssue(unknown: given, of: "namespace", among: known))
            }
        }
        return namespace.map { namespace in
            DerivedUUID(
                names: [.init(namespace: namespace, parts: parts, mayLackParts: true)],
                isFallback: isFallback, isExplicit: true, isText: attribute.attribute.type == .string)
        }
    }

    /// What tells the rows of a load apart.
    func objectKeys(
        _ load: LoadPlan, uniques: [ResolvedUnique], values: [ResolvedValue]
    ) -> ObjectKeys {
        let given = Set(values.filter { $0.derivation == nil }.map(\.column))
        return ObjectKeys(
            // The primary key of a destination is no lasting name.
            attributes: uniques.compactMap { unique in
                let key = unique.parts.compactMap(\.attribute)
                return key.count == unique.parts.count && key.allSatisfy { given.contains($0.column) }
                    ? key : nil
            },
            hasLoadKey: load.key != nil)
    }

    /// Tells that an attribute gets UUIDs that neither the plan nor the model speaks of.
    func warnOfDerivedUUID(
        _ attribute: AttributeColumn, of entity: EntityLayout, at location: SeedIssue.Location
    ) {
        guard attribute.attribute.defaultValue == nil else { return }
        warn(
            SeedIssue(.model(.derivedUUID), at: location, entity: entity.name, property: attribute.path))
    }

    // MARK: Dates

    /// The text of a date default that is the moment of one launch: `Date()` in the source of a
    /// SwiftData model, which was evaluated when the model was made. Nobody chooses a moment that
    /// is no whole minute.
    func launchDate(_ attribute: AttributeColumn) -> String? {
        guard case .date(let seconds)? = attribute.attribute.defaultValue,
            seconds.truncatingRemainder(dividingBy: 60) != 0
        else { return nil }
        return ISO8601Text.text(referenceSeconds: seconds) ?? "\(seconds)"
    }
}
