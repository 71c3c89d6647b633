// The part of SwiftData's interface that generated code and Tests/Outside/Mac use, see CoreData.swift. Macros cannot be
// stubs, so swiftdata.py replaces each one by a call of the functions below.
import Foundation

#if canImport(CoreData)
    import CoreData

    extension NSManagedObjectModel {
        public class func makeManagedObjectModel(
            for types: [any PersistentModel.Type]
        ) -> NSManagedObjectModel? { nil }
    }
#endif

public struct PersistentIdentifier: Hashable, Codable, Sendable {
    public var entityName: String { "" }
}

public protocol PersistentModel: AnyObject, Hashable, Identifiable {}

extension PersistentModel {
    public var persistentModelID: PersistentIdentifier { fatalError("a stub") }
    public static func == (one: Self, other: Self) -> Bool { one === other }
    public func hash(into hasher: inout Hasher) {}
}

public protocol VersionedSchema {
    static var models: [any PersistentModel.Type] { get }
    static var versionIdentifier: Schema.Version { get }
}

public protocol SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { get }
    static var stages: [MigrationStage] { get }
}

public enum MigrationStage {
    case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
}

public final class Schema {
    public struct Version: Sendable {
        public init(_ major: Int, _ minor: Int, _ patch: Int) {}
    }

    public enum Attribute {
        public struct Option: Sendable {
            public static let unique = Option()
            public static let externalStorage = Option()
            public static let ephemeral = Option()
            public static let preserveValueOnDeletion = Option()
            public static let spotlight = Option()
            public static let allowsCloudEncryption = Option()
        }
    }

    public enum Relationship {
        public struct Option: Sendable {
            public static let unique = Option()
        }
        public enum DeleteRule: Sendable { case noAction, nullify, cascade, deny }
    }

    public enum Index<Model: PersistentModel> {
        public enum Types<Owner: PersistentModel> {
            case binary([PartialKeyPath<Owner>])
            case rtree([PartialKeyPath<Owner>])
        }
    }

    public init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {}
    public init(versionedSchema: any VersionedSchema.Type) {}
}

public struct ModelConfiguration {
    public struct CloudKitDatabase: Sendable {
        public static let automatic = CloudKitDatabase()
        public static let none = CloudKitDatabase()
    }
    public var url: URL { URL(fileURLWithPath: "/") }
    public var schema: Schema?
    public init(
        _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {}
}

public final class ModelContainer {
    public init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: [ModelConfiguration]
    ) throws {}
    public convenience init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws { try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations) }
}

public struct FetchDescriptor<Model: PersistentModel> {
    public init() {}
}

public final class ModelContext {
    public init(_ container: ModelContainer) {}
    public var autosaveEnabled: Bool {
        get { false }
        set {}
    }
    public func insert<Model: PersistentModel>(_ model: Model) {}
    public func delete<Model: PersistentModel>(_ model: Model) {}
    public func fetch<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] { [] }
    public func save() throws {}
}

// MARK: Arguments of the macros

public struct CheckedMacro {
    public static func attribute(
        _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
    ) -> CheckedMacro { CheckedMacro() }

    public static func relationship(
        _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
        minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
        inverse: AnyKeyPath? = nil, hashModifier: String? = nil
    ) -> CheckedMacro { CheckedMacro() }

    public static func index<Model>(
        _ type: Model.Type, _ keys: [PartialKeyPath<Model>]...
    ) -> CheckedMacro { CheckedMacro() }

    public static func index<Model>(
        _ type: Model.Type, _ keys: Schema.Index<Model>.Types<Model>...
    ) -> CheckedMacro { CheckedMacro() }

    public static func unique<Model>(
        _ type: Model.Type, _ keys: [PartialKeyPath<Model>]...
    ) -> CheckedMacro { CheckedMacro() }
}
