// rule: docs/start/swiftdata.md#names-and-types
// question: Structures in structures, and enumerations, URLs, decimals and dates in structures: elements, columns and whether they are optional
// query: SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid
// query: SELECT * FROM ZPLACE
import Foundation
import SwiftData

enum Structures: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Place.self] }

    static func fill(_ context: ModelContext) throws {
        context.insert(Place())
    }

    enum Kind: String, Codable { case home, work }
    enum Mood: Codable { case good, bad }
    struct Point: Codable {
        var x = 1.5
        var y = 2.5
    }
    struct Address: Codable {
        enum CodingKeys: String, CodingKey { case street = "s", point, kind, mood, link, fee, since }
        var street = "a"
        var point = Point()
        var kind = Kind.work
        var mood = Mood.bad
        var link: URL?
        var fee: Decimal?
        var since: Date?
    }
    @Model final class Place {
        var address = Address()
        var second: Address?
        init() {}
    }
}
