// rule: docs/start/swiftdata.md#names-and-types
// question: Int32, Int64 and URL
// query: SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid
// query: SELECT * FROM ZTHING
import Foundation
import SwiftData

enum SignedIntegers: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Thing.self] }

    static func fill(_ context: ModelContext) throws {
        let thing = Thing()
        thing.link = URL(string: "https://example.org/a")
        context.insert(thing)
    }

    @Model final class Thing {
        var middle: Int32 = -2
        var large: Int64 = -3
        var link: URL?
        init() {}
    }
}
