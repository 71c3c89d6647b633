import ObjectModel

extension ManagedObject {
    /// Returns the reasons why the object cannot be inserted.
    public func failuresForInsert() throws -> [ValidationFailure] { try failuresForSave() }

    /// Returns the reasons why the object's changes cannot be saved.
    public func failuresForUpdate() throws -> [ValidationFailure] { try failuresForSave() }

    /// Returns the reasons why the object cannot be deleted: relationships with the rule `deny` that have destinations.
    public func failuresForDelete() throws -> [ValidationFailure] {
        guard let context = managedObjectContext else {
            throw ManagedObjectError.noContext(objectID)
        }
        var failures: [ValidationFailure] = []
        for (slot, property) in mapped.slots.enumerated()
        where property.relationship?.deleteRule == .deny && property.column != nil {
            guard let target = try destination(at: slot), !target.isDeleted else { continue }
            failures.append(failure(property.name, .deletionDenied))
        }
        for (index, toMany) in mapped.toManys.enumerated()
        where toMany.relationship.deleteRule == .deny && toMany.storage != nil {
            let members = try memberIDs(at: index).map { context.register($0) }
            guard members.contains(where: { !$0.isDeleted }) else { continue }
            failures.append(failure(toMany.name, .deletionDenied))
        }
        return failures
    }

    private func failuresForSave() throws -> [ValidationFailure] {
        var failures: [ValidationFailure] = []
        let evaluator = PredicateEvaluator(.compared)
        for (slot, property) in mapped.slots.enumerated() {
            let value = try storedValue(at: slot)
            if !property.isTransient, let reason = try reasonAgainst(value, forKey: property.name) {
                failures.append(failure(property.name, .custom(reason)))
            }
            if let attribute = property.attribute {
                guard !attribute.isDerived else {
                    failures += missing(attribute, value, at: slot)
                    continue
                }
                failures += try Self.reasons(attribute, value, evaluator)
                    // The composite determines whether one of its elements may be missing.
                    .filter { $0 != .missingValue || !property.isElement }
                    .map { failure(property.name, $0) }
            } else if let relationship = property.relationship {
                failures += missing(relationship, value.objectID)
            }
        }
        for (path, cases) in mapped.choices.sorted(by: { $0.key < $1.key }) {
            let chosen = try cases.filter { try storedValue(at: $0) != .null }
            if chosen.count > 1 { failures.append(failure(path, .custom("has several cases"))) }
        }
        for composite in mapped.composites {
            failures += try missing(composite, path: composite.name)
        }
        for (index, toMany) in mapped.toManys.enumerated() {
            failures += try countFailures(of: toMany.relationship, at: index)
        }
        return failures
    }

    // MARK: Attributes

    private static func reasons(
        _ attribute: AttributeDescription, _ stored: StoredValue, _ evaluator: PredicateEvaluator
    ) throws -> [ValidationFailure.Reason] {
        let value: PropertyValue
        switch stored {
        case .attribute(let found): value = found
        case .externalData: return []
        case .null, .object, .objects: return attribute.isOptional ? [] : [.missingValue]
        }
        return try AttributeValidator(attribute, evaluator).reasons(against: value)
    }

    /// The store computes a derived value when the row is written, which is after validation. As in Core Data, a new
    /// object therefore fails validation if the value is required.
    private func missing(
        _ derived: AttributeDescription, _ value: StoredValue, at slot: Int
    ) -> [ValidationFailure] {
        guard isInserted, value == .null, derived.failsInsertion else { return [] }
        return [failure(mapped.slots[slot].name, .missingValue)]
    }

    /// A required composite has a value if one of its elements has one. Its required elements count only if it has a
    /// value.
    private func missing(
        _ attribute: AttributeDescription, path: String
    ) throws -> [ValidationFailure] {
        let hasValue = try mapped.slots.indices.contains { slot in
            let name = mapped.slots[slot].name
            guard name == path || name.hasPrefix(path + ".") else { return false }
            if case .null = try storedValue(at: slot) { return false }
            return true
        }
        guard hasValue else { return attribute.isOptional ? [] : [failure(path, .missingValue)] }
        return try attribute.elements.flatMap {
            try missing($0, path: path + "." + $0.name)
        }
    }

    // MARK: Relationships

    private func missing(
        _ relationship: RelationshipDescription, _ target: ManagedObjectID?
    ) -> [ValidationFailure] {
        guard !relationship.isOptional, !relationship.isTransient else { return [] }
        let found = target.flatMap { managedObjectContext?.registeredObject(for: $0) }
        // An object that is not registered has not been deleted in this context.
        guard target == nil || found?.isDeleted ?? false else { return [] }
        return [failure(relationship.name, .missingValue)]
    }

    /// Checks the minimum and maximum count only. A relationship that is not optional must have a member only if its
    /// minimum count is greater than 0 (docs/internals/format.md#to-many-relationships).
    private func countFailures(
        of relationship: RelationshipDescription, at index: Int
    ) throws -> [ValidationFailure] {
        guard relationship.minCount > 0 || relationship.maxCount > 0, !relationship.isTransient,
            mapped.toManys[index].storage != nil,
            isInserted || toManys[index].isChanged
        else { return [] }
        let count = try memberIDs(at: index).count
        if count == 0, relationship.isOptional { return [] }
        if count < relationship.minCount { return [failure(relationship.name, .tooFew)] }
        if relationship.maxCount > 0, count > relationship.maxCount {
            return [failure(relationship.name, .tooMany)]
        }
        return []
    }

    private func failure(_ key: String, _ reason: ValidationFailure.Reason) -> ValidationFailure {
        ValidationFailure(objectID: objectID, key: key, reason: reason)
    }
}

extension ManagedObjectContext {
    /// Validates all unsaved changes.
    ///
    /// - Throws: ``ValidationError`` with all failures, and the errors of loading faults.
    public func validate() throws {
        var failures: [ValidationFailure] = []
        for object in insertedObjects { failures += try object.failuresForInsert() }
        for object in updatedObjects { failures += try object.failuresForUpdate() }
        for object in deletedObjects { failures += try object.failuresForDelete() }
        guard failures.isEmpty else { throw ValidationError(failures: failures) }
    }
}
