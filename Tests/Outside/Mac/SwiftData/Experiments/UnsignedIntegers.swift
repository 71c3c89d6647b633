// rule: docs/start/swiftdata.md#names-and-types
// question: Unsigned integers
// query: SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid
// query: SELECT * FROM ZTHING
import Foundation
import SwiftData

enum UnsignedIntegers: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Thing.self] }

    static func fill(_ context: ModelContext) throws {
        context.insert(Thing())
    }

    @Model final class Thing {
        var small: UInt8 = 200
        var middle: UInt32 = 4_000_000_000
        var large: UInt64 = 18_000_000_000_000_000_000
        var plain: UInt = 7
        init() {}
    }
}
