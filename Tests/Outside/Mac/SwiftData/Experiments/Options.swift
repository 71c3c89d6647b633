// rule: docs/start/swiftdata.md#names-and-types
// question: originalName:, hashModifier:, .preserveValueOnDeletion, .spotlight, .allowsCloudEncryption, counts of relationships, delete rules and .unique of relationships
// query: SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid
// query: SELECT * FROM ACHANGE
import Foundation
import SwiftData

enum Options: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Owner.self, Part.self] }

    static func fill(_ context: ModelContext) throws {
        let owner = Owner()
        context.insert(owner)
        try context.save()
        context.delete(owner)
    }

    @Model final class Owner {
        @Attribute(originalName: "before") var renamed = "a"
        @Attribute(hashModifier: "2") var modified = "b"
        @Attribute(.preserveValueOnDeletion) var kept = "c"
        @Attribute(.spotlight) var found = "d"
        @Attribute(.allowsCloudEncryption) var secret = "e"
        @Relationship(
            deleteRule: .deny, minimumModelCount: 0, maximumModelCount: 3, originalName: "pieces",
            inverse: \Part.owner, hashModifier: "3")
        var parts: [Part] = []
        init() {}
    }
    @Model final class Part {
        @Relationship(.unique, deleteRule: .noAction) var owner: Owner?
        init() {}
    }
}
