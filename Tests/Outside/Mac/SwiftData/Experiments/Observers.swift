// rule: docs/start/swiftdata.md#names-and-types
// question: Properties with didSet, and implicitly unwrapped ones
// query: SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid
// query: SELECT * FROM ZTHING
import Foundation
import SwiftData

enum Observers: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Thing.self] }

    static func fill(_ context: ModelContext) throws {
        context.insert(Thing())
    }

    @Model final class Thing {
        var watched = "a" {
            didSet { other = watched }
        }
        var other = "b"
        var forced: String! = "c"
        init() {}
    }
}
