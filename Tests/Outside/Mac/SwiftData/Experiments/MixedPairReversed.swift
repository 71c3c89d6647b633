// rule: docs/start/swiftdata.md#relationships
// question: The same pairs, where the to-one side is listed first
// query: SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%' ORDER BY rowid
import Foundation
import SwiftData

enum MixedPairReversed: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] {
        [Note.self, Folder.self, Book.self, Shelf.self, Player.self, Team.self]
    }

    static func fill(_ context: ModelContext) throws {
        context.insert(Folder())
        context.insert(Note())
        context.insert(Shelf())
        context.insert(Book())
        context.insert(Team())
        context.insert(Player())
    }

    // The to-many side cascades, and the other is plain.
    @Model final class Folder {
        @Relationship(deleteRule: .cascade) var notes: [Note] = []
        init() {}
    }
    @Model final class Note {
        var folder: Folder?
        init() {}
    }
    // The same delete rule at both ends.
    @Model final class Shelf {
        @Relationship(deleteRule: .nullify) var books: [Book] = []
        init() {}
    }
    @Model final class Book {
        var shelf: Shelf?
        init() {}
    }
    // Only the to-one side has a macro.
    @Model final class Team {
        var players: [Player] = []
        init() {}
    }
    @Model final class Player {
        @Relationship var team: Team?
        init() {}
    }
}
