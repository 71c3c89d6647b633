// rule: docs/start/swiftdata.md#the-store
// question: .unique of an enumeration, #Index of an enumeration, with .binary, and as R-tree
// query: SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid
import Foundation
import SwiftData

enum Uniqueness: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Place.self] }

    static func fill(_ context: ModelContext) throws {
        context.insert(Place())
    }

    enum Kind: String, Codable { case home, work }
    @Model final class Place {
        #Index<Place>(.binary([\.zip, \.street]), .binary([\.kind]), .rtree([\.latitude, \.longitude]))
        @Attribute(.unique) var kind = Kind.home
        var zip = "z"
        var street = "s"
        var latitude = 1.5
        var longitude = 2.5
        init() {}
    }
}
