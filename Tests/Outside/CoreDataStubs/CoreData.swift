// The part of Core Data's public interface that generated code uses, by Apple's documentation: its names and signatures,
// so that this code is type-checked where there is no Core Data. Nothing here does anything.
@_exported import Foundation

public let NSSQLiteStoreType = "SQLite"
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"

open class NSManagedObjectID: NSObject, @unchecked Sendable {
    public var isTemporaryID: Bool { fatalError() }
    public func uriRepresentation() -> URL { fatalError() }
}

open class NSPropertyDescription: NSObject {
    public var name: String { fatalError() }
}

public enum NSAttributeType: UInt, Sendable {
    case undefinedAttributeType = 0
    case transformableAttributeType = 1800
}

open class NSAttributeDescription: NSPropertyDescription {
    public var attributeType: NSAttributeType { fatalError() }
    public var valueTransformerName: String? { fatalError() }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
open class NSCompositeAttributeDescription: NSAttributeDescription {
    public var elements: [NSAttributeDescription] { fatalError() }
}

open class NSEntityDescription: NSObject {
    public var name: String? { fatalError() }
    public var attributesByName: [String: NSAttributeDescription] { fatalError() }
    public class func insertNewObject(
        forEntityName entityName: String, into context: NSManagedObjectContext
    ) -> NSManagedObject { fatalError() }
}

open class NSManagedObjectModel: NSObject {
    public var entitiesByName: [String: NSEntityDescription] { fatalError() }
    public var entityVersionHashesByName: [String: Data] { fatalError() }
}

open class NSManagedObject: NSObject {
    public var entity: NSEntityDescription { fatalError() }
    public var objectID: NSManagedObjectID { fatalError() }
    public var isDeleted: Bool { fatalError() }
    public var isUpdated: Bool { fatalError() }
    open func value(forKey key: String) -> Any? { fatalError() }
    open func setValue(_ value: Any?, forKey key: String) { fatalError() }
    open func mutableSetValue(forKey key: String) -> NSMutableSet { fatalError() }
    open func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet { fatalError() }
}

public protocol NSFetchRequestResult: NSObjectProtocol {}
extension NSManagedObject: NSFetchRequestResult {}

open class NSFetchRequest<ResultType: NSFetchRequestResult>: NSObject {
    public convenience init(entityName: String) { fatalError() }
    public var predicate: NSPredicate?
    public var includesPendingChanges: Bool = true
    public var includesSubentities: Bool = true
    public var fetchLimit: Int = 0
}

extension NSPredicate {
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) { fatalError() }
}

open class NSPersistentStore: NSObject {
    public var identifier: String! { fatalError() }
    public var url: URL? { fatalError() }
    public var type: String { fatalError() }
}

open class NSPersistentStoreCoordinator: NSObject {
    public init(managedObjectModel model: NSManagedObjectModel) {}
    public var managedObjectModel: NSManagedObjectModel { fatalError() }
    public var persistentStores: [NSPersistentStore] { fatalError() }
    public func metadata(for store: NSPersistentStore) -> [String: Any] { fatalError() }
    public func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) { fatalError() }
    public class func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws { fatalError() }
    public func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? { fatalError() }
    public func addPersistentStore(
        ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore { fatalError() }
    public func remove(_ store: NSPersistentStore) throws { fatalError() }
}

open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
        case privateQueueConcurrencyType = 1
        case mainQueueConcurrencyType = 2
    }
    public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {}
    public var persistentStoreCoordinator: NSPersistentStoreCoordinator?
    public var hasChanges: Bool { fatalError() }
    public var insertedObjects: Set<NSManagedObject> { fatalError() }
    public func object(with objectID: NSManagedObjectID) -> NSManagedObject { fatalError() }
    public func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject { fatalError() }
    public func fetch<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>) throws -> [T] { fatalError() }
    public func delete(_ object: NSManagedObject) { fatalError() }
    public func obtainPermanentIDs(for objects: [NSManagedObject]) throws { fatalError() }
    public func save() throws { fatalError() }
    public func rollback() { fatalError() }
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T { try block() }
}

open class NSPersistentStoreDescription: NSObject {
    public init(url: URL) {}
    public var url: URL?
    public var configuration: String?
    public var isReadOnly: Bool = false
    public var shouldMigrateStoreAutomatically: Bool = true
    public var options: [String: NSObject] { fatalError() }
    public func setOption(_ option: NSObject?, forKey key: String) { fatalError() }
}

open class NSPersistentContainer: NSObject {
    public init(name: String, managedObjectModel model: NSManagedObjectModel) {}
    public convenience init(name: String) { fatalError() }
    public var managedObjectModel: NSManagedObjectModel { fatalError() }
    public var viewContext: NSManagedObjectContext { fatalError() }
    public var persistentStoreDescriptions: [NSPersistentStoreDescription] = []
    public func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) { fatalError() }
}

public struct NSValueTransformerName: RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

open class ValueTransformer: NSObject {
    public convenience init?(forName name: NSValueTransformerName) { fatalError() }
    open func reverseTransformedValue(_ value: Any?) -> Any? { fatalError() }
}

extension FileManager {
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        fatalError()
    }
}
