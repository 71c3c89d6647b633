import ObjectLayer

extension IssueRenderer {
    /// Returns the message about a store that the object layer cannot open or use.
    package static func words(_ error: PersistentStoreError) -> String {
        switch error {
        case .modelRequired: "contains no model: add the app's model with --model"
        case .readOnly: "is opened read-only"
        case .notStored(let entity, let property): "cannot store \(entity).\(property)"
        case .badMetadata: "its metadata is not a property list"
        case .reservedMetadataKey(let key): "\(key) is reserved for the store"
        case .noPrimaryKeyRow(let entity): "Z_PRIMARYKEY has no row for \(entity)"
        case .notDerivable(let entity, let attribute):
            "has no triggers for the derived attribute \(entity).\(attribute)"
        case .primaryKeysExhausted(let entity): "\(entity) has no primary keys left"
        }
    }

    /// Returns the message about an operation that an object refuses.
    package static func words(_ error: ManagedObjectError) -> String {
        switch error {
        case .unknownEntity(let name): "there is no entity `\(name)`"
        case .abstractEntity(let name): "\(name) is abstract"
        case .unknownKey(let entity, let key): "\(entity) has no property `\(key)`"
        case .notStored(let entity, let key): "cannot store \(entity).\(key)"
        case .missingExternalData(let entity, let key, let file):
            "\(entity).\(key): the file \(file) beside the store is missing"
        case .missingValue(let entity, let key): "\(entity).\(key) has no value"
        case .unexpectedClass(let id, let expected): "\(id) is not an object of class \(expected)"
        case .unacceptableValue(let entity, let key): "\(entity).\(key): a value of another type"
        case .unacceptableDestination(let entity, let key, let destination):
            "\(entity).\(key) cannot refer to an object of \(destination)"
        case .derivedValue(let entity, let key): "\(entity).\(key) is computed, not set"
        case .notOrdered(let entity, let key): "\(entity).\(key) has no order"
        case .indexOutOfRange(let index, let count): "there is no object at index \(index) among \(count)"
        case .faultNotFulfilled(let id):
            "an object refers to \(id), which has no row: fix it with `zseed repair`"
        case .noContext(let id), .otherContext(let id): "\(id) belongs to another context"
        case .deleted(let id): "\(id) is deleted"
        case .otherStore(let id): "\(id) belongs to another store"
        }
    }
}
