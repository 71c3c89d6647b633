import Inputs
import ObjectModel
import StoreFormat

/// UUID attributes. Their default in a model is the value of one launch of the app.
extension PlanResolver {
    /// Returns whether objects get a UUID of their own if the plan leaves the attribute out, as a new object of the
    /// app would. An element of a composite never gets one.
    func derivesUUID(_ attribute: AttributeColumn) -> Bool {
        attribute.attribute.type == .uuid && !attribute.isElement
            && (isRequired(attribute) || attribute.attribute.defaultValue != nil)
    }

    /// Returns the derivation of UUIDs for an attribute that the plan leaves out.
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

    /// Returns the derivation of UUIDs that the plan's `uuid:` describes.
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

    /// Returns the keys that identify the rows of a load.
    func objectKeys(
        _ load: LoadPlan, uniques: [ResolvedUnique], values: [ResolvedValue]
    ) -> ObjectKeys {
        let given = Set(values.filter { $0.derivation == nil }.map(\.column))
        return ObjectKeys(
            // The primary key of a destination may change between builds.
            attributes: uniques.compactMap { unique in
                let key = unique.parts.compactMap(\.attribute)
                return key.count == unique.parts.count && key.allSatisfy { given.contains($0.column) }
                    ? key : nil
            },
            hasLoadKey: load.key != nil)
    }

    /// Warns that an attribute gets UUIDs although neither the plan nor the model mentions any.
    func warnOfDerivedUUID(
        _ attribute: AttributeColumn, of entity: EntityLayout, at location: SeedIssue.Location
    ) {
        guard attribute.attribute.defaultValue == nil else { return }
        warn(
            SeedIssue(.model(.derivedUUID), at: location, entity: entity.name, property: attribute.path))
    }

    // MARK: Dates

    /// Returns the text of a date default that is the moment of one launch: `Date()` in the source code of a
    /// SwiftData model, evaluated when the model was created. A default that is not a whole minute is taken for such
    /// a moment.
    func launchDate(_ attribute: AttributeColumn) -> String? {
        guard case .date(let seconds)? = attribute.attribute.defaultValue,
            seconds.truncatingRemainder(dividingBy: 60) != 0
        else { return nil }
        return ISO8601Text.text(referenceSeconds: seconds) ?? "\(seconds)"
    }
}
