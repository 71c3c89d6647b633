// rule: docs/start/swiftdata.md#names-and-types
// question: Arrays of numbers, dates, structures, enumerations and optionals, dictionaries and sets: type, column and bytes
// query: SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid
// query: SELECT 'numbers', hex(ZNUMBERS) FROM ZBAG
// query: SELECT 'dates', hex(ZDATES) FROM ZBAG
// query: SELECT 'links', hex(ZLINKS) FROM ZBAG
// query: SELECT 'points', hex(ZPOINTS) FROM ZBAG
// query: SELECT 'kinds', hex(ZKINDS) FROM ZBAG
// query: SELECT 'maybe', hex(ZMAYBE) FROM ZBAG
// query: SELECT 'counts', hex(ZCOUNTS) FROM ZBAG
// query: SELECT 'names', hex(ZNAMES) FROM ZBAG
import Foundation
import SwiftData

enum Collections: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Bag.self] }

    static func fill(_ context: ModelContext) throws {
        let bag = Bag()
        bag.numbers = [1, 2]
        bag.dates = [Date(timeIntervalSinceReferenceDate: 0.5)]
        bag.links = [URL(string: "https://example.org/a")!]
        bag.points = [Point()]
        bag.kinds = [.large]
        bag.maybe = ["a", nil]
        bag.counts = ["a": 1]
        bag.names = ["x"]
        context.insert(bag)
    }

    struct Point: Codable, Hashable {
        var x = 1.5
        var y = 2
    }
    enum Kind: String, Codable { case small, large }
    @Model final class Bag {
        var numbers: [Int] = []
        var dates: [Date] = []
        var links: [URL] = []
        var points: [Point] = []
        var kinds: [Kind] = []
        var maybe: [String?] = []
        var counts: [String: Int] = [:]
        var names: Set<String> = []
        init() {}
    }
}
