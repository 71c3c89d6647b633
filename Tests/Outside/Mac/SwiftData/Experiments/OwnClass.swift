// rule: docs/start/swiftdata.md#relationships
// question: Relationships to the own class without `inverse:`: one of each kind, one to-one alone, one to-many alone
// query: SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%' ORDER BY rowid
// query: SELECT * FROM ZPERSON
import Foundation
import SwiftData

enum OwnClass: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Folder.self, Person.self, Word.self] }

    static func fill(_ context: ModelContext) throws {
        context.insert(Folder())
        context.insert(Word())
        let one = Person()
        context.insert(one)
        one.partner = Person()
    }

    @Model final class Folder {
        var parent: Folder?
        var children: [Folder] = []
        init() {}
    }
    @Model final class Person {
        var partner: Person?
        init() {}
    }
    @Model final class Word {
        var synonyms: [Word] = []
        init() {}
    }
}
