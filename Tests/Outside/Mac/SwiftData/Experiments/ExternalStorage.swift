// rule: docs/start/swiftdata.md#names-and-types
// question: .externalStorage of texts, arrays and structures
// query: SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid
// query: SELECT ZTEXT, hex(ZLIST), hex(ZBYTES) FROM ZTHING
import Foundation
import SwiftData

enum ExternalStorage: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Thing.self] }

    static func fill(_ context: ModelContext) throws {
        context.insert(Thing())
    }

    struct Point: Codable {
        var x = 1.5
        var y = 2.5
    }
    @Model final class Thing {
        @Attribute(.externalStorage) var bytes = Data([1, 2])
        @Attribute(.externalStorage) var text = "a"
        @Attribute(.externalStorage) var list = ["a"]
        @Attribute(.externalStorage) var point = Point()
        init() {}
    }
}
