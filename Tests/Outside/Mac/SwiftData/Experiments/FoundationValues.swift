// rule: docs/start/swiftdata.md#names-and-types
// question: CGFloat, Locale, time zones, ranges and measurements
// query: SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid
// query: SELECT * FROM ZTHING
import Foundation
import SwiftData

enum FoundationValues: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Thing.self] }

    static func fill(_ context: ModelContext) throws {
        let thing = Thing()
        thing.locale = Locale(identifier: "de_DE")
        thing.zone = TimeZone(identifier: "Australia/Sydney")
        thing.range = 1..<5
        thing.length = Measurement(value: 2, unit: .meters)
        context.insert(thing)
    }

    @Model final class Thing {
        var width: CGFloat = 1.5
        var locale: Locale?
        var zone: TimeZone?
        var range: Range<Int>?
        var length: Measurement<UnitLength>?
        init() {}
    }
}
