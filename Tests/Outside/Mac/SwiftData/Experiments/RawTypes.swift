// rule: docs/start/swiftdata.md#names-and-types
// question: Enumerations of other raw types, and types that are RawRepresentable by themselves
// query: SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid
// query: SELECT * FROM ZTHING
import Foundation
import SwiftData

enum RawTypes: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Thing.self] }

    static func fill(_ context: ModelContext) throws {
        context.insert(Thing())
    }

    enum Small: Int16, Codable { case one = 1 }
    enum Share: Double, Codable { case half = 0.5 }
    enum Wide: Int64, Codable { case big = 5_000_000_000 }
    struct Code: RawRepresentable, Codable {
        var rawValue: String
    }
    struct Flags: OptionSet, Codable {
        let rawValue: Int
    }
    @Model final class Thing {
        var small = Small.one
        var share = Share.half
        var wide = Wide.big
        var code = Code(rawValue: "c")
        var flags = Flags(rawValue: 3)
        init() {}
    }
}
