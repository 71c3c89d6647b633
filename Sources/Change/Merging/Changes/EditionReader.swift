import Comparing
import ObjectLayer
import ObjectModel
import StoreFormat

/// An edition of a seed that is open for reading.
final class EditionReader {
    let path: String
    let store: OpenedStore
    let coordinator: PersistentStoreCoordinator
    let context: ManagedObjectContext

    init(path: String, store: OpenedStore) throws {
        self.path = path
        self.store = store
        coordinator = PersistentStoreCoordinator(store, path: path, access: .readOnly)
        context = try ManagedObjectContext(coordinator)
    }

    /// Opens an edition, which must have the model of another store.
    ///
    /// - Throws: ``MergeError``, `StoreError`, `DatabaseError`.
    static func open(_ edition: ComparedStore, like other: OpenedStore) throws -> OpenedStore {
        let opened = try edition.open()
        guard opened.modelOrigin != .inferred else { throw StoreError(.noModel, path: edition.path) }
        try other.checkModel(of: opened.versionHashes, path: edition.path)
        return opened
    }

    /// Returns the object with a primary key.
    func object(_ entity: String, _ key: Int64) throws -> ManagedObject {
        guard let id = coordinator.managedObjectID(entityName: entity, primaryKey: key) else {
            throw ManagedObjectError.unknownEntity(entity)
        }
        return try context.object(with: id)
    }

    /// Checks that a property can have the edition's value.
    ///
    /// - Throws: ``MergeError``.
    func check(_ value: ChangedValue, _ path: String, _ entity: EntityLayout) throws {
        guard case .value(let value) = value, !entity.accepts(value, for: path) else { return }
        throw MergeError(.unacceptableValue(entity: entity.name, key: path), path: self.path)
    }
}

extension OpenedStore {
    /// The version hashes in the metadata, or those of the model if there are none.
    var versionHashes: VersionHashes {
        get throws { try ModelFile.declaredHashes(of: connection)?.hashes ?? model.versionHashes }
    }

    /// Checks that an edition has the model of this store.
    ///
    /// - Throws: ``MergeError``.
    func checkModel(of edition: VersionHashes, path: String) throws {
        let verdict = VersionVerdict(edition, try versionHashes)
        guard verdict.willOpen else {
            throw MergeError(.otherModel(entities: verdict.unequal), path: path)
        }
    }
}

extension EntityLayout {
    /// Returns whether a property can have a value.
    func accepts(_ value: PropertyValue, for name: String) -> Bool {
        if let type = attribute(name)?.attribute.type { return value.isOne(of: type) }
        return composite(name)?.plainCases?.contains { value == .string($0) } == true
    }

    /// The to-many relationships whose members are recorded: all except unordered inverses of to-one relationships,
    /// whose members follow from the other side.
    var recordedToManys: [ToManyStorage] {
        toManys.filter { toMany in
            if case .inverseToOne = toMany.storage { toMany.relationship.isOrdered } else { true }
        }
    }
}

extension PropertyValue {
    /// Returns whether an attribute of a type can have this value. Booleans are not numbers.
    func isOne(of type: AttributeType) -> Bool {
        switch (type, self) {
        case (.integer16, .integer(let number)): Int16(exactly: number) != nil
        case (.integer32, .integer(let number)): Int32(exactly: number) != nil
        case (.double, .double(let number)), (.float, .double(let number)): !number.isNaN
        case (.decimal, .decimal(let text)): Double(text) != nil
        case (.integer64, .integer), (.boolean, .bool), (.string, .string), (.date, .date),
            (.binaryData, .data), (.transformable, .data), (.uuid, .uuid), (.uri, .uri), (.objectID, .uri),
            (.undefined, _):
            true
        default: false
        }
    }
}
