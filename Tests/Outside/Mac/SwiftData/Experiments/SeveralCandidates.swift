// rule: docs/start/swiftdata.md#relationships
// question: Which is the inverse of a relationship with several candidates, and none has `inverse:`
// query: SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%' ORDER BY rowid
import Foundation
import SwiftData

enum SeveralCandidates: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Club.self, Member.self, City.self, Flight.self] }

    static func fill(_ context: ModelContext) throws {
        context.insert(Club())
        context.insert(Member())
        context.insert(City())
        context.insert(Flight())
    }

    // Two relationships to the other class, one back.
    @Model final class Club {
        var members: [Member] = []
        var guests: [Member] = []
        init() {}
    }
    @Model final class Member {
        var club: Club?
        init() {}
    }
    // One relationship to the other class, two back.
    @Model final class City {
        var flights: [Flight] = []
        init() {}
    }
    @Model final class Flight {
        var origin: City?
        var destination: City?
        init() {}
    }
}
