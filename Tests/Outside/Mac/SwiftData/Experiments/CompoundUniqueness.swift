// rule: docs/start/swiftdata.md#the-store
// question: #Unique of several properties beside .unique, #Index of several
// query: SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid
import Foundation
import SwiftData

enum CompoundUniqueness: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Place.self] }

    static func fill(_ context: ModelContext) throws {
        context.insert(Place())
    }

    @Model final class Place {
        #Unique<Place>([\.zip, \.street], [\.name])
        #Index<Place>([\.zip, \.street], [\.name])
        @Attribute(.unique) var code = "c"
        var name = "n"
        var zip = "z"
        var street = "s"
        init() {}
    }
}
