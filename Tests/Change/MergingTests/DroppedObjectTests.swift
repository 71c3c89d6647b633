import Merging
import Testing

@Suite("Objects that the new edition dropped")
struct DroppedObjectTests {
    struct Case: CustomTestStringConvertible {
        /// The kind of reference to the dropped object.
        let testDescription: String
        var base = "Item a; Item b"
        /// The steps of the editor.
        var new = "-a"
        /// The steps of the user.
        let user: String
        /// The marks of the objects in the merged store.
        let marks: String
        /// Destinations and members that the merged store must have.
        var links: [String: String] = [:]
        var reported: [String] = []
    }

    static let cases = [
        Case(testDescription: "nothing", user: "b.name = 'x'", marks: "b"),
        Case(
            testDescription: "what the new edition let go, too",
            base: "Item a; Item b; b.parent = a", new: "b.parent = nil; -a", user: "b.name = 'x'", marks: "b",
            links: ["b.parent": "nil"]),
        // To-one relationships.
        Case(
            testDescription: "a to-one relationship of the user's object",
            user: "Entry u; u.item = a", marks: "a b u", links: ["u.item": "a", "a.entries": "u"],
            reported: ["stillReferenced a"]),
        Case(
            testDescription: "a to-one relationship that the user changed",
            base: "Item a; Item b; Entry e; e.item = b", user: "e.item = a", marks: "a b e",
            links: ["e.item": "a"], reported: ["stillReferenced a"]),
        Case(
            testDescription: "a to-one relationship of the user's object to one of the same entity",
            user: "Item u; u.parent = a", marks: "a b u", links: ["u.parent": "a"],
            reported: ["stillReferenced a"]),
        Case(
            testDescription: "what is dropped, but stays itself",
            base: "Item a; Item b; Item c; b.parent = a; c.parent = b", new: "-c; -b; -a",
            user: "Item u; u.parent = c", marks: "a b c u",
            links: ["u.parent": "c", "c.parent": "b", "b.parent": "a"],
            reported: ["stillReferenced a", "stillReferenced b", "stillReferenced c"]),
        Case(
            testDescription: "what is dropped and goes, too",
            base: "Item a; Item b; b.parent = a", new: "-b; -a", user: "Item u", marks: "u"),
        // To-many relationships.
        Case(
            testDescription: "a many-to-many relationship of the user's object",
            user: "Folder u; u.pinned = b a", marks: "a b u", links: ["u.pinned": "b a", "a.pinnedIn": "u"],
            reported: ["changedByUser a pinnedIn"]),
        Case(
            testDescription: "a reflexive relationship of the user's object",
            user: "Item u; u.related = a", marks: "a b u", links: ["u.related": "a", "a.related": "u"],
            reported: ["changedByUser a related"]),
        Case(
            testDescription: "a reflexive relationship of the seed's object",
            user: "b.related = a", marks: "a b", links: ["b.related": "a"],
            reported: ["changedByUser a related"]),
        Case(
            testDescription: "a many-to-many relationship of the seed's object",
            base: "Item a; Item b; Tag t", new: "-t", user: "b.tags = t", marks: "a b t",
            links: ["b.tags": "t"], reported: ["changedByUser t items"]),
        Case(
            testDescription: "the members of what stays itself",
            base: "Folder f; Item a; Item b; Label l; f.pinned = a b; f.labels = l", new: "-f; -a; -b; -l",
            user: "f.title = 'x'", marks: "a b f l", links: ["f.pinned": "a b", "f.labels": "l"],
            reported: [
                "changedByUser f title", "stillReferenced a", "stillReferenced b", "stillReferenced l",
            ]),
        Case(
            testDescription: "nothing, but the user led it elsewhere", user: "a.parent = b", marks: "a b",
            links: ["a.parent": "b"], reported: ["changedByUser a parent"]),
        Case(
            testDescription: "nothing, but the user arranged its members",
            base: "Folder f; Item a; Item b; f.pinned = a b", new: "-f", user: "f.pinned = b a",
            marks: "a b f",
            links: ["f.pinned": "b a"], reported: ["changedByUser f pinned"]),
        Case(
            testDescription: "nothing, but the user took a member out",
            base: "Item b; Tag t; b.tags = t", new: "-t", user: "b.tags = nil", marks: "b t",
            links: ["b.tags": ""], reported: ["changedByUser t items"]),
        // Without an inverse.
        Case(
            testDescription: "a to-many relationship without an inverse of the user's object",
            base: "Label l", new: "-l", user: "Folder u; u.labels = l", marks: "l u",
            links: ["u.labels": "l"], reported: ["stillReferenced l"]),
        Case(
            testDescription: "a to-many relationship without an inverse of the seed's object",
            base: "Label l; Label m; Folder f; f.labels = m", new: "-l", user: "f.labels = l m",
            marks: "f l m", links: ["f.labels": "l m"], reported: ["stillReferenced l"]),
        Case(
            testDescription: "a to-many relationship without an inverse, by the user's hand another's",
            base: "Label l; Folder f; Folder g; f.labels = l", new: "-l; g.title = 'x'",
            user: "f.labels = nil; g.labels = l", marks: "f g l", links: ["f.labels": "", "g.labels": "l"],
            reported: ["stillReferenced l"]),
        Case(
            testDescription: "a to-many relationship without an inverse, as in the old edition",
            base: "Label l; Label m; Folder f; f.labels = l m", new: "-l", user: "f.title = 'x'",
            marks: "f m", links: ["f.labels": "m"]),
        Case(
            testDescription: "a to-many relationship without an inverse of what goes, too",
            base: "Label l; Folder f; f.labels = l", new: "-f; -l", user: "Item u", marks: "u"),
    ]

    @Test(
        "They are kept if a kept object refers to them, and removed otherwise", arguments: cases,
        MergeWorlds.Way.allCases)
    func stay(example: Case, way: MergeWorlds.Way) throws {
        let (world, reported) = try MergeWorlds().merged(
            base: example.base, new: example.new, user: example.user, by: way)
        #expect(world.objects.keys.sorted().joined(separator: " ") == example.marks)
        for (path, marks) in example.links { #expect(world.marks(path) == marks, "\(path)") }
        #expect(reported == example.reported)
    }

    @Test("An object that the user had added, too, is kept when a later edition drops it")
    func usersOwn() throws {
        typealias Objects = AnyModelMergeTests
        let worlds = try Objects.worlds(
            "<entity name=\"Month\">\(Objects.mark)<attribute name=\"code\" optional=\"YES\" attributeType=\"String\"/>"
                + "\(Objects.unique("mark"))</entity>")
        try worlds.make("base", from: "template") { try Objects.insert("Month", "Jan", in: $0) }
        try worlds.note("base")
        try worlds.make("new", from: "base") { try Objects.insert("Month", "Mar", code: "n", in: $0) }
        try worlds.note("new")
        try worlds.make("third", from: "new") { context in
            try context.delete(Objects.object("Mar", context))
            try Objects.insert("Month", "Apr", in: context)
        }
        try worlds.make("user", from: "base") { try Objects.insert("Month", "Mar", in: $0) }
        for way in ["direct", "file", "app"] {
            for merged in try worlds.merge() { #expect(merged.conflicts == []) }
            try worlds.make("second", from: way)
            for merged in try worlds.merge(base: "new", new: "third", user: "second") {
                #expect(merged.conflicts == ["addedByUser Month. user"], "\(way)")
                #expect(
                    merged.objects == ["Month code=n mark=Mar", "Month mark=Apr", "Month mark=Jan"], "\(way)")
            }
        }
        for merged in try worlds.merge(new: "third") {
            #expect(merged.conflicts == [])
            #expect(merged.objects == ["Month mark=Apr", "Month mark=Jan", "Month mark=Mar"])
        }
    }

    @Test("A deleted object is added again after an edition without it, and only then")
    func again() throws {
        typealias Objects = AnyModelMergeTests
        let worlds = try Objects.worlds(
            "<entity name=\"Month\">\(Objects.mark)\(Objects.unique("mark"))</entity>")
        try worlds.make("base", from: "template") { context in
            for mark in ["Jan", "Feb"] { try Objects.insert("Month", mark, in: context) }
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { try $0.delete(Objects.object("Feb", $0)) }
        try worlds.make("new", from: "base") { try $0.delete(Objects.object("Feb", $0)) }
        try worlds.note("new")
        try worlds.make("third", from: "new") { context in
            for mark in ["Feb", "Mar"] { try Objects.insert("Month", mark, in: context) }
        }
        for merged in try worlds.merge(new: "third") {
            #expect(merged.objects == ["Month mark=Jan", "Month mark=Mar"])
            #expect(merged.conflicts == [])
        }
        for way in ["direct", "file", "app"] {
            _ = try worlds.merge()
            try worlds.make("second", from: way)
            for merged in try worlds.merge(base: "new", new: "third", user: "second") {
                #expect(merged.objects == ["Month mark=Feb", "Month mark=Jan", "Month mark=Mar"], "\(way)")
                #expect(merged.conflicts == [], "\(way)")
            }
        }
    }

    @Test(
        "If both added an object, the user's value is kept without a conflict if the edition has none",
        arguments: MergeChoice.Preference.allCases)
    func completed(preference: MergeChoice.Preference) throws {
        typealias Objects = AnyModelMergeTests
        let worlds = try Objects.worlds(
            "<entity name=\"Month\">\(Objects.mark)<attribute name=\"code\" optional=\"YES\" attributeType=\"String\"/>"
                + "\(Objects.unique("mark"))</entity>")
        try worlds.make("base", from: "template")
        try worlds.note("base")
        try worlds.make("user", from: "base") { try Objects.insert("Month", "Mar", code: "u", in: $0) }
        try worlds.make("new", from: "base") { try Objects.insert("Month", "Mar", in: $0) }
        for merged in try worlds.merge(preferring: preference) {
            #expect(merged.objects == ["Month code=u mark=Mar"])
            #expect(merged.conflicts == [])
        }
    }

    @Test("A destination that the user deleted follows the new edition without a conflict")
    func emptied() throws {
        typealias Objects = AnyModelMergeTests
        let worlds = try Objects.worlds(
            """
            <entity name="Item">\(Objects.mark)<relationship name="links" optional="YES" toMany="YES"
                deletionRule="Nullify" destinationEntity="Link" inverseName="next" inverseEntity="Link"/>
            \(Objects.unique("mark"))</entity>
            <entity name="Link">\(Objects.mark)<relationship name="next" optional="YES" maxCount="1"
                deletionRule="Nullify" destinationEntity="Item" inverseName="links" inverseEntity="Item"/>
            \(Objects.unique("mark"))</entity>
            """)
        try worlds.make("base", from: "template") { context in
            for mark in ["x", "y"] { try Objects.insert("Item", mark, in: context) }
            try Objects.insert("Link", "a", ["next": "x"], in: context)
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { try $0.delete(Objects.object("x", $0)) }
        try worlds.make("new", from: "base") {
            try Objects.object("a", $0).setObject(Objects.object("y", $0), forKey: "next")
        }
        for merged in try worlds.merge() {
            #expect(merged.objects == ["Item mark=y links=a", "Link mark=a next=y"])
            #expect(merged.conflicts == [])
        }
    }
}
