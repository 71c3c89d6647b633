import Merging
import Testing

@Suite("Merged relationships")
struct LinkMergeTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var base = "Item a; Item b; Label l; Tag t; Tag v"
        let new: String
        let user: String
        /// Destinations and members that the merged store must have. `preferringSeed` replaces them if the seed is
        /// preferred.
        let links: [String: String]
        var preferringSeed: [String: String]?
        var reported: [String] = []
        var reportedPreferringSeed: [String]?
    }

    static let cases = [
        Case(
            testDescription: "A destination follows the new edition", new: "a.parent = b",
            user: "a.name = 'x'", links: ["a.parent": "b"]),
        Case(
            testDescription: "A destination that the user chose stays", new: "a.name = 'x'",
            user: "a.parent = b", links: ["a.parent": "b"]),
        Case(
            testDescription: "A destination that both changed is chosen", base: "Item a; Item b; Item c",
            new: "a.parent = b", user: "a.parent = c", links: ["a.parent": "c", "b.children": ""],
            preferringSeed: ["a.parent": "b", "c.children": ""], reported: ["bothChanged a parent"]),
        Case(
            testDescription: "A destination that the user deleted is told", new: "a.parent = b", user: "-b",
            links: ["a.parent": "nil"], reported: ["destinationDeleted a parent"]),
        Case(
            testDescription: "A partner follows the new edition", base: "Item a; Item b; Label l; l.item = a",
            new: "l.item = b", user: "a.name = 'x'",
            links: ["l.item": "b", "b.label": "l", "a.label": "nil"]),
        Case(
            testDescription: "A partner is not taken from the one that the user gave it", new: "l.item = a",
            user: "Label u; u.item = a", links: ["l.item": "nil", "u.item": "a", "a.label": "u"],
            preferringSeed: ["l.item": "a", "u.item": "nil", "a.label": "l"],
            reported: ["bothChanged a label", "destinationTaken l item"],
            reportedPreferringSeed: ["bothChanged a label"]),
        Case(
            testDescription:
                "A partner of what is new is not taken from the one that the user gave it: its owner has it",
            base: "Item a", new: "Label l; l.item = a", user: "Label u; u.item = a",
            links: ["u.item": "a", "a.label": "u"],
            preferringSeed: ["l.item": "a", "u.item": "nil", "a.label": "l"],
            // An object that is not in the store yet is reported with its key in the edition. In the store, that is the
            // key of `u`.
            reported: ["destinationDeleted a label", "needsMissing u item"],
            reportedPreferringSeed: ["destinationTaken u item"]),
        Case(
            testDescription: "Members that one side added come, and those that one took out go",
            base: "Item a; Tag t; Tag v; Tag w; Tag x; a.tags = t v",
            new: "a.tags = t w", user: "a.tags = v x", links: ["a.tags": "w x"]),
        Case(
            testDescription: "Members that both added or both took out are no conflict",
            base: "Item a; Item b; Tag t; Tag v; a.tags = t; a.related = b",
            new: "a.tags = v; a.related = nil", user: "a.tags = v; a.related = nil",
            links: ["a.tags": "v", "v.items": "a", "a.related": ""]),
        Case(
            testDescription: "A member that the user deleted is told",
            new: "a.tags = t v; Item c; c.tags = v",
            user: "-v", links: ["a.tags": "t", "c.tags": ""],
            reported: ["destinationDeleted a tags", "destinationDeleted c tags"]),
        Case(
            testDescription: "An object of the same entity is related both ways",
            new: "Item c; c.related = a b", user: "b.name = 'x'",
            links: ["c.related": "a b", "a.related": "c", "b.related": "c"]),
        Case(
            testDescription: "A member that the user gave another owner stays there",
            base: "Label l; Folder f; Folder g", new: "f.labels = l", user: "g.labels = l",
            links: ["f.labels": "", "g.labels": "l"], preferringSeed: ["f.labels": "l", "g.labels": ""],
            reported: ["destinationTaken f labels"]),
        Case(
            testDescription: "A destination that the seed took away and the user changed stays",
            base: "Item a; Item b; Item c; a.parent = b", new: "a.parent = nil", user: "a.parent = c",
            links: ["a.parent": "c"], preferringSeed: ["a.parent": "nil"], reported: ["bothChanged a parent"]),
        Case(
            testDescription: "A destination of what is new that the user deleted is told",
            new: "Item c; c.parent = b",
            user: "-b", links: ["c.parent": "nil"], preferringSeed: ["c.parent": "b"],
            reported: ["needsDeleted Item 3 parent"], reportedPreferringSeed: ["needsDeleted c parent"]),
        Case(
            testDescription: "An order that both changed is chosen",
            base: "Folder f; Item a; Item b; Item c; f.items = a b c", new: "f.items = c a b",
            user: "f.items = b a c",
            links: ["f.items": "b a c"], preferringSeed: ["f.items": "c a b"],
            reported: ["bothReordered f items"]
        ),
        Case(
            testDescription: "What comes back stands in its list where the new edition has it",
            base: "Folder f; Item a; Item b; Item c; f.items = a b c", new: "b.name = 'x'", user: "-b",
            links: ["f.items": "a c"], preferringSeed: ["f.items": "a b c"],
            reported: ["deletedByUser Item 2"]),
        Case(
            testDescription: "What comes back stands in a list that the user arranged behind what it follows",
            base: "Folder f; Item a; Item b; Item c; f.items = a b c", new: "b.name = 'x'",
            user: "-b; f.items = c a", links: ["f.items": "c a"], preferringSeed: ["f.items": "c a b"],
            reported: ["deletedByUser Item 2"]),
        Case(
            testDescription: "A dropped member that the user changed stays, and is a member no more",
            base: "Folder f; Item a; Item b; Tag t; f.pinned = a b; b.tags = t", new: "-a; -t",
            user: "a.name = 'x'; t.color = 'red'", links: ["f.pinned": "b", "b.tags": ""],
            reported: [
                "changedByUser a name", "changedByUser t color", "membershipsDropped a pinnedIn",
                "membershipsDropped t items",
            ]),
        Case(
            testDescription: "A member that the new edition gives another owner goes there",
            base: "Label l; Folder f; Folder g; f.labels = l", new: "f.labels = nil; g.labels = l",
            user: "f.title = 'x'", links: ["f.labels": "", "g.labels": "l"]),
        Case(
            testDescription: "What needs an object that the user deleted is left out, or brings it back",
            new: "Entry e; e.item = b", user: "-b", links: ["a.entries": ""],
            preferringSeed: ["e.item": "b", "b.entries": "e"], reported: ["needsDeleted Entry 1 item"],
            reportedPreferringSeed: ["needsDeleted e item"]),
    ]

    @Test("Each link is merged separately", arguments: cases, MergeChoice.Preference.allCases)
    func links(example: Case, preference: MergeChoice.Preference) throws {
        let (world, reported) = try MergeWorlds().merged(
            base: example.base, new: example.new, user: example.user, MergeChoice(preference: preference))
        let isSeeds = preference == .seed
        for (path, marks) in isSeeds ? example.preferringSeed ?? example.links : example.links {
            #expect(world.marks(path) == marks, "\(path)")
        }
        #expect(reported == (isSeeds ? example.reportedPreferringSeed ?? example.reported : example.reported))
    }
}
