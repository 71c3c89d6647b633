import Foundation
import ObjectLayer
import ObjectModel
import TestSupport
import Testing

/// What `zseed merge` settles, the generated code does, too: with any model, since it is compiled once for all.
@Suite("The generated code of a merge, with any model")
struct AnyModelMergeTests {
    private static func worlds(_ xml: String) throws -> ModelWorlds {
        let folder = try TestFolder()
        let path = try folder.writeModel(xml)
        return try withExtendedLifetime(folder) { try ModelWorlds(ModelFile.read(path: path).model) }
    }

    private static func object(_ mark: String, _ context: ManagedObjectContext) throws -> ManagedObject {
        for entity in context.persistentStoreCoordinator.managedObjectModel.entities {
            for object in try context.fetch(FetchRequest(entityName: entity.name))
            where try object.value(forKey: "mark", as: String.self) == mark { return object }
        }
        throw ManagedObjectError.unknownEntity(mark)
    }

    private static func insert(
        _ entity: String, _ mark: String, _ links: [String: String] = [:], code: String? = nil,
        in context: ManagedObjectContext
    ) throws {
        let object = try context.insertNewObject(forEntityName: entity)
        try object.setValue(mark, forKey: "mark")
        if let code { try object.setValue(code, forKey: "code") }
        for (name, target) in links { try object.setObject(Self.object(target, context), forKey: name) }
    }

    private static let mark = "<attribute name=\"mark\" attributeType=\"String\"/>"
    private static func unique(_ name: String) -> String {
        "<uniquenessConstraints><uniquenessConstraint><constraint value=\"\(name)\"/></uniquenessConstraint>"
            + "</uniquenessConstraints>"
    }

    private static let cards = """
        <entity name="Card">\(mark)<attribute name="note" optional="YES" attributeType="String"/>
        <relationship name="owner" maxCount="1" deletionRule="Nullify" destinationEntity="Person"
            inverseName="card" inverseEntity="Person"/>\(unique("mark"))</entity>
        <entity name="Person">\(mark)<relationship name="card" optional="YES" maxCount="1" deletionRule="Nullify"
            destinationEntity="Card" inverseName="owner" inverseEntity="Card"/>\(unique("mark"))</entity>
        """

    @Test("A card that stays keeps its required owner, and the new card of that owner is left out")
    func requiredPartner() throws {
        let worlds = try Self.worlds(Self.cards)
        try worlds.make("base", from: "template") { context in
            try Self.insert("Person", "Ann", in: context)
            try Self.insert("Card", "one", ["owner": "Ann"], in: context)
        }
        try worlds.note("base")
        try worlds.make("new", from: "base") { context in
            try context.delete(Self.object("one", context))
            try Self.insert("Card", "two", ["owner": "Ann"], in: context)
        }
        try worlds.make("user", from: "base") { try Self.object("one", $0).setValue("mine", forKey: "note") }
        for merged in try worlds.merge() {
            #expect(
                merged.conflicts == [
                    "bothChanged Person.card user", "changedByUser Card. user", "needsMissing Card. user",
                ])
            #expect(merged.objects == ["Card mark=one note=mine owner=Ann", "Person mark=Ann card=one"])
        }
        try worlds.make("user", from: "base")
        for merged in try worlds.merge() {
            #expect(merged.conflicts == [])
            #expect(merged.objects == ["Card mark=two owner=Ann", "Person mark=Ann card=two"])
        }
    }

    @Test(
        "The partner that the user took away does not come again, from a new card or from one that there is",
        arguments: ["two", "three"])
    func partnerTakenAway(card: String) throws {
        let worlds = try Self.worlds(
            Self.cards.replacing(
                "<relationship name=\"owner\"", with: "<relationship name=\"owner\" optional=\"YES\""))
        try worlds.make("base", from: "template") { context in
            try Self.insert("Person", "Ann", in: context)
            try Self.insert("Card", "one", ["owner": "Ann"], in: context)
            try Self.insert("Card", "two", in: context)
        }
        try worlds.note("base")
        try worlds.make("new", from: "base") { context in
            try Self.object("one", context).setObject(nil, forKey: "owner")
            if card == "three" { try Self.insert("Card", card, in: context) }
            try Self.object(card, context).setObject(Self.object("Ann", context), forKey: "owner")
        }
        try worlds.make("user", from: "base") { try Self.object("one", $0).setObject(nil, forKey: "owner") }
        for merged in try worlds.merge() {
            #expect(merged.conflicts == ["bothChanged Person.card user"])
            let cards = ["one", "two"] + (card == "three" ? [card] : [])
            #expect(merged.objects == (cards.map { "Card mark=\($0)" } + ["Person mark=Ann"]).sorted())
        }
    }

    private static let things = """
        <entity name="Thing">\(mark)<attribute name="code" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item"
            inverseName="thing" inverseEntity="Item"/>\(unique("code"))</entity>
        <entity name="Sub" parentEntity="Thing"/>
        <entity name="Item">\(mark)<relationship name="thing" maxCount="1" deletionRule="Nullify"
            destinationEntity="Thing" inverseName="items" inverseEntity="Thing"/>\(unique("mark"))</entity>
        """

    @Test("What needs a new object that cannot come is left out with it")
    func requiredObjectLeftOut() throws {
        let worlds = try Self.worlds(Self.things)
        try worlds.make("base", from: "template") { context in
            try Self.insert("Thing", "t", code: "a", in: context)
            try Self.insert("Item", "i", ["thing": "t"], in: context)
        }
        try worlds.note("base")
        try worlds.make("new", from: "base") { context in
            try Self.insert("Sub", "s", code: "x", in: context)
            try Self.insert("Item", "j", ["thing": "s"], in: context)
        }
        try worlds.make("user", from: "base") { try Self.insert("Thing", "mine", code: "x", in: $0) }
        for merged in try worlds.merge() {
            #expect(merged.conflicts.contains("notUnique Sub. user"), "\(merged.conflicts)")
            #expect(merged.conflicts.contains("needsMissing Item. user"), "\(merged.conflicts)")
            #expect(
                merged.objects == [
                    "Item mark=i thing=t", "Thing code=a mark=t items=i", "Thing code=x mark=mine",
                ])
        }
    }

    @Test("A unique value makes no objects the same that are of other entities")
    func uniqueAcrossEntities() throws {
        let worlds = try Self.worlds(Self.things)
        try worlds.make("base", from: "template") { try Self.insert("Thing", "t", code: "a", in: $0) }
        try worlds.note("base")
        try worlds.make("new", from: "base") { try Self.insert("Thing", "n", code: "x", in: $0) }
        try worlds.make("user", from: "base") { try Self.insert("Sub", "mine", code: "x", in: $0) }
        for merged in try worlds.merge() {
            #expect(merged.conflicts == ["notUnique Thing. user"])
            #expect(merged.objects == ["Sub code=x mark=mine", "Thing code=a mark=t"])
        }
    }

    @Test(
        "An object that becomes one of another entity is exchanged by zseed merge; an app is told, and keeps it"
    )
    func otherEntity() throws {
        let worlds = try Self.worlds(Self.things)
        try worlds.make("base", from: "template") { context in
            try Self.insert("Thing", "t", code: "x", in: context)
            try Self.insert("Item", "i", ["thing": "t"], in: context)
        }
        try worlds.note("base")
        try worlds.make("new", from: "base") { context in
            let old = try Self.object("t", context)
            try old.setValue(nil, forKey: "code")
            try context.save()
            try Self.insert("Sub", "s", code: "x", in: context)
            try Self.object("i", context).setObject(Self.object("s", context), forKey: "thing")
            try context.delete(old)
        }
        try worlds.make("user", from: "base")
        let merged = try worlds.merge()
        #expect(merged[0].objects == ["Item mark=i thing=s", "Sub code=x mark=s items=i"])
        #expect(merged[1] == merged[0])
        #expect(
            merged[2].conflicts == [
                "destinationDeleted Item.thing user", "notUnique Sub. user", "stillReferenced Thing. user",
            ])
        #expect(merged[2].objects == ["Item mark=i thing=t", "Thing code=x mark=t items=i"])
    }

    @Test("Random models: all ways of merging agree, and the laws hold", arguments: 0..<2)
    func random(part: Int) throws {
        for number in stride(from: part, to: SeededGenerator.rounds(24), by: 2) {
            let seed = UInt64(number) &* 1_009 &+ 5
            var model = try RandomModel(seed: seed)
            let worlds = try ModelWorlds(model.model)
            try worlds.make("base", from: "template") { try model.edit($0, "b", count: 24) }
            try worlds.note("base")
            for round in 0..<3 {
                try worlds.make("new", from: "base") { try model.edit($0, "n", count: 6) }
                try worlds.make("user", from: "base") { try model.edit($0, "u", count: 5) }
                let merged = try worlds.merge()
                #expect(merged[1] == merged[0], "the file, seed \(seed), round \(round)")
                #expect(merged[2] == merged[0], "the app, seed \(seed), round \(round)")
                // No edit of the user's gives the edition, no change of the edition the user's store.
                let followed = try worlds.merge(user: "base")
                let (new, user) = (try worlds.objects("new"), try worlds.objects("user"))
                for merged in followed {
                    #expect(merged == .init(objects: new, conflicts: []), "seed \(seed)")
                }
                try worlds.make("same", from: "base")
                for merged in try worlds.merge(new: "same") {
                    #expect(merged == .init(objects: user, conflicts: []), "seed \(seed)")
                }
            }
        }
    }
}
