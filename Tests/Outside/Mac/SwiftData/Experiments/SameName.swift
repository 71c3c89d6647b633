// rule: docs/start/swiftdata.md#which-models
// question: Two classes of one name, of different types around them, in one store
// query: SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid
// query: SELECT * FROM Z_PRIMARYKEY
import Foundation
import SwiftData

enum SameName: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Home.Item.self, Work.Item.self] }

    static func fill(_ context: ModelContext) throws {
        context.insert(Home.Item())
        context.insert(Work.Item())
    }

    enum Home {
        @Model final class Item {
            var name = ""
            init() {}
        }
    }
    enum Work {
        @Model final class Item {
            var title = ""
            init() {}
        }
    }
}
