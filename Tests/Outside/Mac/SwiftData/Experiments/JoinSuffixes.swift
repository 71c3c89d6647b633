// rule: docs/start/swiftdata.md#the-store
// question: The suffixes of the columns of join tables where several relationships of one name lead to one entity
// query: SELECT sql FROM sqlite_master WHERE name LIKE 'Z\_%CARDS' ESCAPE '\'
import Foundation
import SwiftData

enum JoinSuffixes: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Card.self] }

    static func fill(_ context: ModelContext) throws {
        context.insert(Card())
    }

    @Model final class Card {
        var authors: [Author] = []
        var volumes: [Volume] = []
        var days: [Day] = []
        var titles: [Title] = []
        var subjects: [Subject] = []
        var publishers: [Publisher] = []
        init() {}
    }
    @Model final class Author {
        @Relationship(inverse: \Card.authors) var cards: [Card] = []
        init() {}
    }
    @Model final class Volume {
        @Relationship(inverse: \Card.volumes) var cards: [Card] = []
        init() {}
    }
    @Model final class Day {
        @Relationship(inverse: \Card.days) var cards: [Card] = []
        init() {}
    }
    @Model final class Title {
        @Relationship(inverse: \Card.titles) var cards: [Card] = []
        init() {}
    }
    @Model final class Subject {
        @Relationship(inverse: \Card.subjects) var cards: [Card] = []
        init() {}
    }
    @Model final class Publisher {
        @Relationship(inverse: \Card.publishers) var cards: [Card] = []
        init() {}
    }
}
