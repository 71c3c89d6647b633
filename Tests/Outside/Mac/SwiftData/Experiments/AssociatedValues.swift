// rule: docs/start/swiftdata.md#names-and-types
// question: An enumeration with associated values: elements, columns and rows
// query: SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid
// query: SELECT * FROM ZTASK
import Foundation
import SwiftData

enum AssociatedValues: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Task.self] }

    static func fill(_ context: ModelContext) throws {
        context.insert(Task(state: .open))
        context.insert(Task(state: .done(on: Date(timeIntervalSinceReferenceDate: 1))))
        context.insert(Task(state: .late(2, "x")))
    }

    enum State: Codable {
        case open
        case done(on: Date)
        case late(Int, String)
    }
    @Model final class Task {
        var state: State
        init(state: State) { self.state = state }
    }
}
