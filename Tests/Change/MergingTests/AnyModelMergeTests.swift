import Comparing
import Foundation
import MergeRules
import Merging
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

/// Tests that the generated code merges like `zseed merge`. They use any model, because the code is independent of the
/// model.
@Suite("The generated code of a merge with any model")
struct AnyModelMergeTests {
    static func worlds(_ xml: String) throws -> ModelWorlds {
        let folder = try TestFolder()
        let path = try folder.writeModel(xml)
        return try withExtendedLifetime(folder) { try ModelWorlds(ModelFile.read(path: path).model) }
    }

    static func object(_ mark: String, _ context: ManagedObjectContext) throws -> ManagedObject {
        for entity in context.persistentStoreCoordinator.managedObjectModel.entities {
            for object in try context.fetch(FetchRequest(entityName: entity.name))
            where try object.value(forKey: "mark", as: String.self) == mark { return object }
        }
        throw ManagedObjectError.unknownEntity(mark)
    }

    static func insert(
        _ entity: String, _ mark: String, _ links: [String: String] = [:], code: String? = nil,
        in context: ManagedObjectContext
    ) throws {
        let object = try context.insertNewObject(forEntityName: entity)
        try object.setValue(mark, forKey: "mark")
        if let code { try object.setValue(code, forKey: "code") }
        for (name, target) in links { try object.setObject(Self.object(target, context), forKey: name) }
    }

    static let mark = "<attribute name=\"mark\" attributeType=\"String\"/>"
    static func unique(_ name: String) -> String {
        "<uniquenessConstraints><uniquenessConstraint><constraint value=\"\(name)\"/></uniquenessConstraint>"
            + "</uniquenessConstraints>"
    }

    @Test(
        "An app that applies all its files at each launch does not loop if an edition reverts another")
    func launches() throws {
        let worlds = try Self.worlds(
            "<entity name=\"Card\">\(Self.mark)<attribute name=\"code\" optional=\"YES\" attributeType=\"String\"/>"
                + "\(Self.unique("mark"))</entity>")
        try worlds.make("1", from: "template") { try Self.insert("Card", "c", code: "one", in: $0) }
        try worlds.note("1")
        for (name, code) in [("2", "two"), ("3", "three"), ("4", "two")] {
            try worlds.make(name, from: "1") { try Self.object("c", $0).setValue(code, forKey: "code") }
            try worlds.note(name)
        }
        let files = ["1-2", "2-3", "3-4"]
        for file in files {
            let ends = file.split(separator: "-").map(String.init)
            try worlds.writeChanges(ends[0], ends[1], as: file)
        }
        let last = try EditionIdentity(of: OpenedStore(path: worlds.path + "/2.sqlite")).text
        for start in ["1", "2", "3", "4"] {
            try worlds.make("app", from: start) { try Self.insert("Card", "own", in: $0) }
            var transactions: Int64?
            for _ in 0..<3 {
                #expect(try worlds.launch("app", with: files) == last, "from \(start)")
                #expect(
                    try worlds.objects("app") == ["Card code=two mark=c", "Card mark=own"], "from \(start)")
                let connection = try Connection(path: worlds.path + "/app.sqlite", mode: .readOnly)
                let now = try connection.integer("SELECT count(*) FROM ATRANSACTION")
                #expect(transactions == nil || transactions == now, "from \(start)")
                transactions = now
            }
        }
        #expect(throws: SeedMerge.MergeError.otherEdition) {
            try worlds.launch("1", with: ["1-2", "3-4"])
        }
        try worlds.writeChanges("2", "3", as: "2-3")
        #expect(throws: SeedMerge.MergeError.otherEdition) { try worlds.launch("1", with: ["2-3"]) }
    }

    @Test("An app distinguishes editions with the same rows by their metadata")
    func metadataAlone() throws {
        let worlds = try Self.worlds("<entity name=\"Card\">\(Self.mark)\(Self.unique("mark"))</entity>")
        for (number, marks) in [["a"], ["a"], ["a", "b"], ["a"]].enumerated() {
            try worlds.make("\(number + 1)", from: "template") { context in
                for mark in marks { try Self.insert("Card", mark, in: context) }
            }
            try worlds.note("\(number + 1)", metadata: ["edition": .integer(Int64(number + 1))])
        }
        for number in 1...3 {
            try worlds.writeChanges("\(number)", "\(number + 1)", as: "\(number)-\(number + 1)")
        }
        let all = ["1-2", "2-3", "3-4"]
        for (start, count) in [("1", 1), ("1", 2), ("2", 2), ("1", 3), ("2", 3), ("4", 3), ("2", 1)] {
            try worlds.make("app", from: start)
            for _ in 0..<2 {
                _ = try worlds.launch("app", with: Array(all.prefix(count)))
                let path = worlds.path + "/app.sqlite"
                let edition = start == "4" ? 4 : count + 1
                #expect(
                    try PersistentStoreCoordinator(path: path).metadata()["edition"]
                        == .integer(Int64(edition)), "from \(start) by \(count)")
                #expect(
                    try worlds.objects("app")
                        == (edition == 3 ? ["Card mark=a", "Card mark=b"] : ["Card mark=a"]))
            }
        }
    }

    private static let cards = """
        <entity name="Card">\(mark)<attribute name="note" optional="YES" attributeType="String"/>
        <relationship name="owner" maxCount="1" deletionRule="Nullify" destinationEntity="Person"
            inverseName="card" inverseEntity="Person"/>\(unique("mark"))</entity>
        <entity name="Person">\(mark)<relationship name="card" optional="YES" maxCount="1" deletionRule="Nullify"
            destinationEntity="Card" inverseName="owner" inverseEntity="Card"/>\(unique("mark"))</entity>
        """

    @Test(
        "Objects that the user and the edition move into each other stay a tree; a cycle of the edition is kept"
    )
    func circles() throws {
        let worlds = try Self.worlds(
            """
            <entity name="Folder">\(Self.mark)<relationship name="parent" optional="YES" maxCount="1"
                deletionRule="Nullify" destinationEntity="Folder" inverseName="children" inverseEntity="Folder"/>
            <relationship name="children" optional="YES" toMany="YES" deletionRule="Nullify"
                destinationEntity="Folder" inverseName="parent" inverseEntity="Folder"/>
            <relationship name="next" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder"
                inverseName="former" inverseEntity="Folder"/>
            <relationship name="former" optional="YES" toMany="YES" deletionRule="Nullify"
                destinationEntity="Folder" inverseName="next" inverseEntity="Folder"/>\(Self.unique("mark"))</entity>
            """)
        func move(
            _ mark: String, _ name: String = "parent", to other: String, _ context: ManagedObjectContext
        )
            throws
        {
            try Self.object(mark, context).setObject(Self.object(other, context), forKey: name)
        }
        try worlds.make("base", from: "template") { context in
            for mark in ["a", "b", "c", "d", "e"] { try Self.insert("Folder", mark, in: context) }
            try move("c", to: "b", context)
            try move("d", "next", to: "e", context)
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { context in
            try move("a", to: "c", context)
            try move("a", "next", to: "d", context)
        }
        try worlds.make("new", from: "base") { context in
            try Self.insert("Folder", "n", ["parent": "a"], in: context)
            try move("b", to: "n", context)
            try move("d", to: "a", context)
            try move("e", "next", to: "d", context)
        }
        for merged in try worlds.merge() {
            #expect(merged.conflicts == ["bothChanged Folder.parent user"])
            #expect(
                merged.objects == [
                    "Folder mark=a children=d,n next=d parent=c", "Folder mark=b children=c",
                    "Folder mark=c children=a parent=b", "Folder mark=d former=a,e next=e parent=a",
                    "Folder mark=e former=d next=d", "Folder mark=n parent=a",
                ])
        }
    }

    @Test("A kept card keeps its required owner, and the new card of that owner is left out")
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
        "A deleted card whose required owner has another card is not revived, nor is the badge that needs it",
        arguments: MergeChoice.Preference.allCases)
    func requiredPartnerOfRevival(preference: MergeChoice.Preference) throws {
        let worlds = try Self.worlds(
            Self.cards.replacing(
                "<relationship name=\"card\" optional=\"YES\"", with: "<relationship name=\"card\"")
                + "<entity name=\"Badge\">\(Self.mark)<relationship name=\"card\" maxCount=\"1\" "
                + "deletionRule=\"Nullify\" destinationEntity=\"Card\"/>\(Self.unique("mark"))</entity>")
        try worlds.make("base", from: "template") { context in
            try Self.insert("Person", "Ann", in: context)
            try Self.insert("Card", "one", ["owner": "Ann"], in: context)
        }
        try worlds.note("base")
        try worlds.make("new", from: "base") { try Self.insert("Badge", "b", ["card": "one"], in: $0) }
        try worlds.make("user", from: "base") { context in
            try context.delete(Self.object("one", context))
            try Self.insert("Card", "own", ["owner": "Ann"], in: context)
        }
        for merged in try worlds.merge(preferring: preference) {
            #expect(merged.conflicts == ["needsDeleted Badge. user"])
            #expect(merged.objects == ["Card mark=own owner=Ann", "Person mark=Ann card=own"])
        }
    }

    @Test(
        "A partner that the user removed is not restored, by a new card or an existing one",
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

    static let things = """
        <entity name="Thing">\(mark)<attribute name="code" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item"
            inverseName="thing" inverseEntity="Item"/>\(unique("code"))</entity>
        <entity name="Sub" parentEntity="Thing"/>
        <entity name="Item">\(mark)<relationship name="thing" maxCount="1" deletionRule="Nullify"
            destinationEntity="Thing" inverseName="items" inverseEntity="Thing"/>\(unique("mark"))</entity>
        """

    @Test("An object that needs an omitted one refers to the object with its unique value")
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
            #expect(merged.conflicts == ["notUnique Sub. user"])
            #expect(
                merged.objects == [
                    "Item mark=i thing=t", "Item mark=j thing=mine", "Thing code=a mark=t items=i",
                    "Thing code=x mark=mine items=j",
                ])
        }
    }

    @Test("Objects of different entities are not the same because of a unique value")
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
        "An old object is never treated as new, whatever unique value the user gave it",
        arguments: [false, true])
    func takenByUser(isChanged: Bool) throws {
        let worlds = try Self.worlds(Self.things)
        try worlds.make("base", from: "template") { try Self.insert("Thing", "t", code: "a", in: $0) }
        try worlds.note("base")
        try worlds.make("new", from: "base") { context in
            try Self.insert("Thing", "n", code: "x", in: context)
            try Self.insert("Item", "i", ["thing": "n"], in: context)
            if isChanged { try Self.object("t", context).setValue("changed", forKey: "mark") }
        }
        try worlds.make("user", from: "base") { try Self.object("t", $0).setValue("x", forKey: "code") }
        for merged in try worlds.merge() {
            let mark = isChanged ? "changed" : "t"
            #expect(merged.conflicts == ["notUnique Thing. user"])
            #expect(merged.objects == ["Item mark=i thing=\(mark)", "Thing code=x mark=\(mark) items=i"])
        }
        // An object that the user created again still matches, though.
        try worlds.make("user", from: "base") { context in
            try context.delete(Self.object("t", context))
            try context.save()
            try Self.insert("Thing", "mine", code: "a", in: context)
            try Self.insert("Thing", "own", code: "x", in: context)
        }
        for merged in try worlds.merge() {
            #expect(
                merged.conflicts
                    == ["bothAdded Thing.mark user"] + (isChanged ? ["bothChanged Thing.mark user"] : []))
            #expect(
                merged.objects == [
                    "Item mark=i thing=own", "Thing code=a mark=mine", "Thing code=x mark=own items=i",
                ])
        }
    }

    private static let shelves = """
        <entity name="Detail">\(mark)<attribute name="code" optional="YES" attributeType="String"/>
        <relationship name="entry" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Entry"
            inverseName="details" inverseEntity="Entry"/></entity>
        <entity name="Entry">\(mark)<attribute name="code" optional="YES" attributeType="String"/>
        <relationship name="details" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Detail"
            inverseName="entry" inverseEntity="Detail"/>
        <relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder"
            inverseName="entries" inverseEntity="Folder"/></entity>
        <entity name="Folder">\(mark)<relationship name="entries" optional="YES" toMany="YES" deletionRule="Nullify"
            destinationEntity="Entry" inverseName="folder" inverseEntity="Folder"/>\(unique("mark"))</entity>
        """

    @Test(
        "A key with a to-one relationship in a file matches objects that both sides added",
        arguments: [false, true])
    func keyWithRelationship(isNoted: Bool) throws {
        let worlds = try Self.worlds(Self.shelves)
        func add(_ folders: [String], code: String, to context: ManagedObjectContext) throws {
            for folder in folders {
                let entry = try context.insertNewObject(forEntityName: "Entry")
                try entry.setValue("e", forKey: "mark")
                try entry.setValue(code, forKey: "code")
                try entry.setObject(Self.object(folder, context), forKey: "folder")
                let detail = try context.insertNewObject(forEntityName: "Detail")
                try detail.setValue("d", forKey: "mark")
                try detail.setValue(code, forKey: "code")
                try detail.setObject(entry, forKey: "entry")
            }
        }
        try worlds.make("base", from: "template") { context in
            for name in ["f", "g"] { try Self.insert("Folder", name, in: context) }
            try add(["f"], code: "base", to: context)
        }
        if isNoted { try worlds.note("base") }
        try worlds.make("new", from: "base") { context in
            try Self.insert("Folder", "h", in: context)
            try add(["g", "h"], code: "seed", to: context)
        }
        try worlds.make("user", from: "base") { context in
            try Self.insert("Folder", "own", in: context)
            try Self.insert("Folder", "h", in: context)
            try add(["own", "h"], code: "user", to: context)
        }
        let keys = ["Entry": ["folder", "mark"], "Detail": ["entry", "mark"]]
        for merged in try worlds.merge(.init(keys: keys)) {
            #expect(merged.conflicts == ["bothAdded Detail.code user", "bothAdded Entry.code user"])
            #expect(
                merged.objects == [
                    "Detail code=base mark=d entry=e", "Detail code=seed mark=d entry=e",
                    "Detail code=user mark=d entry=e", "Detail code=user mark=d entry=e",
                    "Entry code=base mark=e details=d folder=f", "Entry code=seed mark=e details=d folder=g",
                    "Entry code=user mark=e details=d folder=h",
                    "Entry code=user mark=e details=d folder=own",
                    "Folder mark=f entries=e", "Folder mark=g entries=e", "Folder mark=h entries=e",
                    "Folder mark=own entries=e",
                ])
        }
    }

    @Test(
        "An object that changes its entity is replaced by zseed merge; an app reports and keeps it"
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

    @Test(
        "A store without a record is searched by unique values, not by the user's primary keys"
    )
    func nothingNoted() throws {
        let worlds = try Self.worlds(
            "<entity name=\"Item\">\(Self.mark)<attribute name=\"text\" optional=\"YES\" attributeType=\"String\"/>"
                + "\(Self.unique("mark"))</entity>")
        func insert(_ marks: String..., into context: ManagedObjectContext) throws {
            for mark in marks {
                try Self.insert("Item", mark, in: context)
                try context.save()
            }
        }
        try worlds.make("base", from: "template") { try insert("a", "b", "c", into: $0) }
        // The item of an earlier edition was added after the user's own.
        try worlds.make("user", from: "template") { try insert("a", "b", "mine", "c", into: $0) }
        try worlds.make("new", from: "base") { try Self.object("a", $0).setValue("x", forKey: "text") }
        try worlds.make("third", from: "new") { try Self.object("c", $0).setValue("x", forKey: "text") }
        for way in ["direct", "file", "app"] {
            for merged in try worlds.merge() {
                #expect(
                    merged.objects == ["Item mark=a text=x", "Item mark=b", "Item mark=c", "Item mark=mine"])
            }
            try worlds.make("step", from: way)
            for merged in try worlds.merge(base: "new", new: "third", user: "step") {
                let objects = ["Item mark=a text=x", "Item mark=b", "Item mark=c text=x", "Item mark=mine"]
                #expect(merged == .init(objects: objects, conflicts: []), "after \(way)")
            }
        }
    }

    @Test(
        "After a migration changed primary keys, neither zseed nor an app relies on the recorded ones",
        arguments: [false, true])
    func renumbered(onDevice: Bool) throws {
        let worlds = try Self.worlds(
            "<entity name=\"Item\">\(Self.mark)<attribute name=\"text\" optional=\"YES\" attributeType=\"String\"/>"
                + "</entity><entity name=\"Box\"/>")
        try worlds.make("base", from: "template") { try Self.insert("Item", "a", in: $0) }
        try worlds.make("user", from: "template") { try Self.insert("Item", "mine", in: $0) }
        var keys = EditionKeys()
        keys.isRenumbered = true
        // The record of a model version in which boxes and items shared a table.
        let note = EditionNote(
            identity: try #require(EditionIdentity(String(repeating: "0", count: 32))), model: "former",
            keys: [:], roots: ["Box": "Item", "Item": "Item"])
        try StoreMetadata.set(
            onDevice
                ? [EditionNote.metadataKey: WrittenPropertyList(note.propertyList)]
                : [EditionKeys.metadataKey: WrittenPropertyList(keys.propertyList)],
            in: Connection(path: worlds.path + "/user.sqlite", mode: .readWrite))
        try worlds.make("new", from: "base") { try Self.object("a", $0).setValue("x", forKey: "text") }
        try worlds.writeChanges("base", "new")
        let file = worlds.path + "/changes.json"
        #expect(throws: SeedMerge.MergeError.otherBase) {
            try worlds.launch("user", with: ["changes"])
        }
        #expect(throws: MergeError(.otherBase, path: file)) {
            try StoreMerge(
                store: ComparedStore(path: worlds.path + "/user.sqlite", model: nil), changes: [file]
            ).merge(to: worlds.path + "/merged.sqlite")
        }
    }

    @Test(
        "A file of changes with impossible values is rejected, also by the app, with the property's name",
        arguments: [
            ("{\"integer\": \"2\"}", "\"two\"", "Item.count", "a value of Item.count is no Integer 16"),
            (
                "{\"integer\": \"2\"}", "{\"integer\": \"40000\"}", "Item.count",
                "a value of Item.count is no Integer 16"
            ),
            ("\"name\": \"count\"", "\"name\": \"number\"", "Item.number", "Item has no property number"),
            ("\"entity\": \"Box\"", "\"entity\": \"Bag\"", "Bag", "there is no entity Bag"),
            ("\"entity\": \"Box\"", "\"entity\": \"Item\"", "Item.box", "Item.box leads to Item"),
            ("{\"mark\": \"b\"}", "{\"mark\": true}", "Box.mark", "a value of Box.mark is no String"),
        ])
    func badChanges(text: String, other: String, name: String, words: String) throws {
        let worlds = try Self.worlds(
            """
            <entity name="Box">\(Self.mark)\(Self.unique("mark"))</entity>
            <entity name="Item">\(Self.mark)<attribute name="count" attributeType="Integer 16"/>
            <relationship name="box" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Box"/>
            \(Self.unique("mark"))</entity>
            """)
        try worlds.make("base", from: "template") { context in
            try Self.insert("Box", "b", in: context)
            try Self.insert("Item", "i", in: context)
            try Self.object("i", context).setValue(Int64(1), forKey: "count")
        }
        try worlds.make("new", from: "base") { context in
            try Self.object("i", context).setValue(Int64(2), forKey: "count")
            try Self.object("i", context).setObject(Self.object("b", context), forKey: "box")
        }
        try worlds.writeChanges("base", "new")
        let file = URL(fileURLWithPath: worlds.path + "/changes.json")
        let changes = try String(contentsOf: file, encoding: .utf8)
        #expect(changes.contains(text), "\(changes)")
        try changes.withoutSum.replacing(text, with: other)
            .write(to: file, atomically: true, encoding: .utf8)
        let refused = try #require(throws: SeedMerge.MergeError.self) {
            try worlds.launch("base", with: ["changes"])
        }
        guard case .badChanges(let change) = refused else {
            Issue.record("\(refused)")
            return
        }
        #expect(name.split(separator: ".").allSatisfy { "\(change)".contains("\"\($0)\"") }, "\(change)")
        #expect(throws: MergeError(.badChanges(words), path: file.path)) {
            try StoreMerge(
                store: ComparedStore(path: worlds.path + "/base.sqlite", model: nil), changes: [file.path]
            ).merge(to: worlds.path + "/merged.sqlite")
        }
    }

    @Test("A structure keeps its other parts if both sides removed one")
    func structureTakenApart() throws {
        let elements = ["a", "b"].map {
            AttributeDescription(PropertyTraits(name: $0, isOptional: true), type: .string)
        }
        let size = AttributeDescription(
            PropertyTraits(name: "size", isOptional: false), type: .composite, elements: elements)
        let mark = AttributeDescription(PropertyTraits(name: "mark"), type: .string)
        let worlds = try ModelWorlds(
            ManagedObjectModel(
                entities: [
                    EntityDescription(
                        name: "Card", ownProperties: [.attribute(mark), .attribute(size)],
                        uniquenessConstraints: [["mark"]])
                ]))
        try worlds.make("base", from: "template") { context in
            try Self.insert("Card", "c", in: context)
            for path in ["size.a", "size.b"] {
                try Self.object("c", context).setAttributeValue(.string("1"), forKey: path)
            }
        }
        try worlds.note("base")
        for (store, path) in [("user", "size.a"), ("new", "size.b")] {
            try worlds.make(store, from: "base") {
                try Self.object("c", $0).setAttributeValue(nil, forKey: path)
            }
        }
        for merged in try worlds.merge() {
            #expect(merged.conflicts == ["bothChanged Card.size user"])
            #expect(merged.objects == ["Card mark=c size.b=1"])
        }
        for merged in try worlds.merge(preferring: .seed) {
            #expect(merged.conflicts == ["bothChanged Card.size seed"])
            #expect(merged.objects == ["Card mark=c size.a=1"])
        }
    }

    @Test("Random models: all ways of merging agree, and the invariants hold", arguments: 0..<2)
    func random(part: Int) throws {
        for number in stride(from: part, to: SeededGenerator.rounds(6), by: 2) {
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
                // Without edits by the user, the result is the new edition. Without changes by the edition, it is the
                // user's store.
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
