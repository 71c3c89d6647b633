// The part of Core Data's interface that generated code and Tests/Outside/Mac use, as Apple documents it. With it, that
// code can be compiled on systems without Core Data. The stubs do nothing, and are never linked.
@_exported import Foundation

public let NSSQLiteStoreType = "SQLite"
public let NSMigratePersistentStoresAutomaticallyOption = ""
public let NSInferMappingModelAutomaticallyOption = ""
public let NSPersistentHistoryTrackingKey = ""
public let NSSQLitePragmasOption = ""

public enum NSAttributeType: Sendable {
    case integer16AttributeType, integer32AttributeType, integer64AttributeType, decimalAttributeType
    case doubleAttributeType, floatAttributeType, stringAttributeType, booleanAttributeType
    case dateAttributeType, binaryDataAttributeType, UUIDAttributeType, URIAttributeType
    case transformableAttributeType, objectIDAttributeType, compositeAttributeType, undefinedAttributeType
}

public enum NSDeleteRule: Sendable {
    case noActionDeleteRule, nullifyDeleteRule, cascadeDeleteRule, denyDeleteRule
}

open class NSPropertyDescription: NSObject {
    open var name = ""
    open var isOptional = true
    open var isTransient: Bool {
        get { false }
        set {}
    }
    open var preservesValueInHistoryOnDeletion: Bool {
        get { false }
        set {}
    }
    open var versionHashModifier: String?
    open var isIndexedBySpotlight = false
}

open class NSAttributeDescription: NSPropertyDescription {
    open var attributeType = NSAttributeType.stringAttributeType
    open var allowsExternalBinaryDataStorage = false
    open var allowsCloudEncryption = false
    open var valueTransformerName: String?
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
open class NSCompositeAttributeDescription: NSAttributeDescription {
    open var elements: [NSAttributeDescription] = []
}

public enum NSFetchIndexElementType: Sendable { case binary, rTree }

open class NSFetchIndexElementDescription: NSObject {
    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {}
}

open class NSFetchIndexDescription: NSObject {
    public init(name: String, elements: [NSFetchIndexElementDescription]?) {}
    open var partialIndexPredicate: NSPredicate?
}

open class NSDerivedAttributeDescription: NSAttributeDescription {
    // Foundation on Linux deprecates expressions.
    @available(*, deprecated)
    open var derivationExpression: NSExpression?
}

open class NSRelationshipDescription: NSPropertyDescription {
    open var destinationEntity: NSEntityDescription?
    open var inverseRelationship: NSRelationshipDescription?
    open var minCount = 0
    open var maxCount = 0
    open var isOrdered = false
    open var deleteRule = NSDeleteRule.nullifyDeleteRule
    open var isToMany: Bool { maxCount != 1 }
}

open class NSEntityDescription: NSObject {
    open var name: String?
    open var managedObjectClassName: String? = ""
    open var properties: [NSPropertyDescription] = []
    open var subentities: [NSEntityDescription] = []
    open var isAbstract = false
    open var indexes: [NSFetchIndexDescription] = []
    open var attributesByName: [String: NSAttributeDescription] { [:] }
    open var relationshipsByName: [String: NSRelationshipDescription] { [:] }
    open class func insertNewObject(
        forEntityName name: String, into context: NSManagedObjectContext
    ) -> NSManagedObject { NSManagedObject() }
}

open class NSManagedObjectModel: NSObject {
    open var entities: [NSEntityDescription] = []
    open var entitiesByName: [String: NSEntityDescription] { [:] }
    open var entityVersionHashesByName: [String: Data] { [:] }
    override public init() {}
    public init?(contentsOf url: URL) {}
}

open class NSManagedObjectID: NSObject, @unchecked Sendable {
    open var isTemporaryID: Bool { false }
    open func uriRepresentation() -> URL { URL(fileURLWithPath: "/") }
}

open class NSManagedObject: NSObject {
    open var objectID: NSManagedObjectID { NSManagedObjectID() }
    open var entity: NSEntityDescription { NSEntityDescription() }
    open func value(forKey key: String) -> Any? { nil }
    open func setValue(_ value: Any?, forKey key: String) {}
    open var isDeleted: Bool { false }
    open var isUpdated: Bool { false }
    open func mutableSetValue(forKey key: String) -> NSMutableSet { NSMutableSet() }
    open func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet { NSMutableOrderedSet() }
}

open class NSPersistentStore: NSObject {
    open var identifier: String!
    open var type: String { "SQLite" }
    open var url: URL?
}

open class NSPersistentStoreCoordinator: NSObject {
    open class func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {}
    public init(managedObjectModel model: NSManagedObjectModel) {}
    open var managedObjectModel: NSManagedObjectModel { NSManagedObjectModel() }
    open var persistentStores: [NSPersistentStore] { [] }
    open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? { nil }
    open func addPersistentStore(
        ofType type: String, configurationName: String?, at url: URL?, options: [AnyHashable: Any]?
    ) throws -> NSPersistentStore { NSPersistentStore() }
    open func remove(_ store: NSPersistentStore) throws {}
    open func metadata(for store: NSPersistentStore) -> [String: Any] { [:] }
    open func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {}
}

public protocol NSFetchRequestResult: NSObjectProtocol {}
extension NSManagedObject: NSFetchRequestResult {}

open class NSFetchRequest<Result: NSFetchRequestResult>: NSObject {
    public init(entityName: String) {}
    open var includesSubentities = true
    open var fetchLimit = 0
    open var predicate: NSPredicate?
    open var includesPendingChanges = true
}

open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    open func rollback() {}
    public enum ConcurrencyType: Sendable { case privateQueueConcurrencyType }
    public init(concurrencyType type: ConcurrencyType) {}
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator?
    open var hasChanges: Bool { false }
    open var insertedObjects: Set<NSManagedObject> { [] }
    open func object(with id: NSManagedObjectID) -> NSManagedObject { NSManagedObject() }
    open func fetch<Result: NSFetchRequestResult>(_ request: NSFetchRequest<Result>) throws -> [Result] { [] }
    open func save() throws {}
    open func delete(_ object: NSManagedObject) {}
    open func obtainPermanentIDs(for objects: [NSManagedObject]) throws {}
    open func existingObject(with id: NSManagedObjectID) throws -> NSManagedObject { NSManagedObject() }
    open func reset() {}
    public func performAndWait<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

open class NSPersistentStoreDescription: NSObject {
    public init(url: URL) {}
    open var url: URL?
    open var configuration: String?
    open var isReadOnly = false
    open var shouldMigrateStoreAutomatically = true
    open var options: [String: NSObject] { [:] }
    open var cloudKitContainerOptions: NSPersistentCloudKitContainerOptions?
    open func setOption(_ option: NSObject?, forKey key: String) {}
}

open class NSPersistentContainer: NSObject {
    public init(name: String, managedObjectModel model: NSManagedObjectModel) {}
    public convenience init(name: String) {
        self.init(name: name, managedObjectModel: NSManagedObjectModel())
    }
    open var managedObjectModel: NSManagedObjectModel { NSManagedObjectModel() }
    open var viewContext: NSManagedObjectContext { newBackgroundContext() }
    open var persistentStoreDescriptions: [NSPersistentStoreDescription] = []
    open func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {}
    open func newBackgroundContext() -> NSManagedObjectContext {
        NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    }
}

extension FileManager {
    public func containerURL(forSecurityApplicationGroupIdentifier identifier: String) -> URL? { nil }
}

// MARK: CloudKit

open class NSPersistentCloudKitContainerOptions: NSObject {
    public init(containerIdentifier: String) {}
}

public struct NSPersistentCloudKitContainerSchemaInitializationOptions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let dryRun = Self(rawValue: 2)
    public static let printSchema = Self(rawValue: 4)
}

open class NSPersistentCloudKitContainer: NSPersistentContainer {
    open func initializeCloudKitSchema(
        options: NSPersistentCloudKitContainerSchemaInitializationOptions = []
    ) throws {}
}

#if os(Linux)
    // Foundation on Linux has no format for expressions.
    @available(*, deprecated)
    extension NSExpression {
        public convenience init(format: String) { fatalError("a stub") }
    }

    extension NSPredicate {
        public convenience init(format: String, argumentArray: [Any]?) { fatalError("a stub") }
    }

    // It also has no transformers.
    public struct NSValueTransformerName: Sendable {
        public init(_ name: String) {}
    }

    open class ValueTransformer: NSObject {
        public init?(forName name: NSValueTransformerName) {}
        open func reverseTransformedValue(_ value: Any?) -> Any? { nil }
    }
#endif
