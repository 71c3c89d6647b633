// The part of SwiftData's public interface that generated code uses, see CoreData.swift.
import CoreData
import Foundation

public protocol PersistentModel: AnyObject {}
public protocol SchemaMigrationPlan {}

public final class Schema: @unchecked Sendable {
    public init(_ types: [any PersistentModel.Type]) {}
}

public struct ModelConfiguration: Sendable {
    public struct CloudKitDatabase: Sendable {
        public static var automatic: CloudKitDatabase { CloudKitDatabase() }
        public static var none: CloudKitDatabase { CloudKitDatabase() }
    }
    public var url: URL { fatalError() }
    public var schema: Schema?
    public init(
        _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {}
}

public class ModelContainer: Equatable, @unchecked Sendable {
    public static func == (one: ModelContainer, other: ModelContainer) -> Bool { one === other }
    public convenience init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: [ModelConfiguration]
    ) throws { fatalError() }
    init() {}
}

extension NSManagedObjectModel {
    public class func makeManagedObjectModel(
        for types: [any PersistentModel.Type]
    ) -> NSManagedObjectModel? { fatalError() }
}
