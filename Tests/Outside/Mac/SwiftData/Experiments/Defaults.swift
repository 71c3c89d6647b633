// rule: docs/start/swiftdata.md#the-store
// question: The form of a default that is a case or a structure in the model cache, and of each other type
// query: SELECT hex(Z_CONTENT) FROM Z_MODELCACHE
// query: SELECT * FROM ZTHING
import Foundation
import SwiftData

enum Defaults: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Thing.self] }

    static func fill(_ context: ModelContext) throws {
        context.insert(Thing())
    }

    enum Kind: String, Codable { case home, work }
    enum Mood: Codable { case good, bad }
    struct Point: Codable {
        var x = 1.5
        var y = 2.5
    }
    @Model final class Thing {
        var kind = Kind.work
        var mood = Mood.bad
        var point = Point(x: 3, y: 4)
        var names = ["a", "b"]
        var price: Decimal = 1.5
        init() {}
    }
}
