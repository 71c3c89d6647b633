import ObjectLayer
import TestSupport
import Testing

/// Tests of new objects with an owner (delete rule *cascade*): they are not added without it.
@Suite("New objects and their owners")
struct OwnedObjectTests {
    private typealias Objects = AnyModelMergeTests

    /// Returns an entity with a unique `mark`, a unique `code`, and relationships.
    private static func entity(_ name: String, _ relationships: String) -> String {
        "<entity name=\"\(name)\">\(Objects.mark)<attribute name=\"code\" optional=\"YES\" attributeType=\"String\"/>"
            + "\(relationships)\(Objects.unique("code"))</entity>"
    }

    private static func relationship(
        _ name: String, _ destination: String, _ inverse: String? = nil, isToMany: Bool = false,
        rule: String = "Nullify"
    ) -> String {
        "<relationship name=\"\(name)\" optional=\"YES\" \(isToMany ? "toMany=\"YES\"" : "maxCount=\"1\"") "
            + "deletionRule=\"\(rule)\" destinationEntity=\"\(destination)\""
            + (inverse.map { " inverseName=\"\($0)\" inverseEntity=\"\(destination)\"" } ?? "") + "/>"
    }

    private static let tree = entity(
        "Folder",
        relationship("parent", "Folder", "kids")
            + relationship("kids", "Folder", "parent", isToMany: true, rule: "Cascade"))

    @Test(
        "A folder below an omitted one is added to its substitute, with all folders below it"
    )
    func tree() throws {
        let worlds = try Objects.worlds(Self.tree)
        try worlds.make("base", from: "template") { context in
            try Objects.insert("Folder", "root", code: "root", in: context)
            try Objects.insert("Folder", "a", ["parent": "root"], code: "a", in: context)
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { try Objects.object("a", $0).setValue("z", forKey: "code") }
        try worlds.make("new", from: "base") { context in
            try Objects.insert("Folder", "z", ["parent": "root"], code: "z", in: context)
            try Objects.insert("Folder", "k", ["parent": "z"], code: "k", in: context)
            try Objects.insert("Folder", "m", ["parent": "k"], code: "m", in: context)
        }
        let expected = [
            "Folder code=k mark=k kids=m parent=a", "Folder code=m mark=m parent=k",
            "Folder code=root mark=root kids=a", "Folder code=z mark=a kids=k parent=root",
        ]
        for merged in try worlds.merge() {
            #expect(merged == .init(objects: expected, conflicts: ["notUnique Folder. user"]))
        }
        // This move would make a circle: `a` is the substitute for `z`, and would be moved below it.
        try worlds.make("moved", from: "new") { context in
            try Objects.object("a", context).setObject(Objects.object("m", context), forKey: "parent")
        }
        for merged in try worlds.merge(new: "moved") {
            #expect(
                merged
                    == .init(
                        objects: expected,
                        conflicts: ["bothChanged Folder.parent user", "notUnique Folder. user"]))
        }
    }

    @Test("The next edition moves and drops objects that were added to a substitute")
    func nextTree() throws {
        let worlds = try Objects.worlds(Self.tree)
        try worlds.make("base", from: "template") { context in
            try Objects.insert("Folder", "a", code: "a", in: context)
            try Objects.insert("Folder", "b", code: "b", in: context)
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { try Objects.object("a", $0).setValue("z", forKey: "code") }
        try worlds.make("new", from: "base") { context in
            try Objects.insert("Folder", "z", code: "z", in: context)
            for mark in ["k", "l", "m"] {
                try Objects.insert("Folder", mark, ["parent": "z"], code: mark, in: context)
            }
        }
        try worlds.note("new")
        try worlds.make("third", from: "new") { context in
            try Objects.object("k", context).setObject(Objects.object("b", context), forKey: "parent")
            try context.delete(Objects.object("l", context))
        }
        for way in ["direct", "file", "app"] {
            _ = try worlds.merge()
            try worlds.make("step", from: way)
            for merged in try worlds.merge(base: "new", new: "third", user: "step") {
                #expect(merged.conflicts == [], "after \(way)")
                #expect(
                    merged.objects == [
                        "Folder code=b mark=b kids=k", "Folder code=k mark=k parent=b",
                        "Folder code=m mark=m parent=a", "Folder code=z mark=a kids=m",
                    ], "after \(way)")
            }
        }
    }

    @Test(
        "A card whose person is left out, or has another card, is left out and reported",
        arguments: [false, true])
    func oneToOne(hasCard: Bool) throws {
        let worlds = try Objects.worlds(
            Self.entity("Card", Self.relationship("owner", "Person", "card"))
                + Self.entity("Person", Self.relationship("card", "Card", "owner", rule: "Cascade")))
        try worlds.make("base", from: "template") { context in
            try Objects.insert("Person", "a", code: "a", in: context)
            if hasCard { try Objects.insert("Card", "c", ["owner": "a"], code: "c", in: context) }
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { try Objects.object("a", $0).setValue("z", forKey: "code") }
        try worlds.make("new", from: "base") { context in
            try Objects.insert("Person", "z", code: "z", in: context)
            try Objects.insert("Card", "k", ["owner": "z"], code: "k", in: context)
        }
        for merged in try worlds.merge() {
            #expect(merged.conflicts == ["needsMissing Card. user", "notUnique Person. user"])
            #expect(
                merged.objects
                    == (hasCard
                        ? ["Card code=c mark=c owner=a", "Person code=z mark=a card=c"]
                        : ["Person code=z mark=a"]))
        }
    }

    @Test(
        "A tag whose owner was deleted or left out is left out, unless another object owns it",
        arguments: [false, true], [false, true])
    func toMany(hasInverse: Bool, isDeleted: Bool) throws {
        let worlds = try Objects.worlds(
            Self.entity(
                "Post",
                Self.relationship("tags", "Tag", hasInverse ? "posts" : nil, isToMany: true, rule: "Cascade"))
                + Self.entity(
                    "Tag", hasInverse ? Self.relationship("posts", "Post", "tags", isToMany: true) : ""))
        try worlds.make("base", from: "template") { context in
            for mark in ["a", "b"] { try Objects.insert("Post", mark, code: mark, in: context) }
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { context in
            let post = try Objects.object("a", context)
            if isDeleted { try context.delete(post) } else { try post.setValue("z", forKey: "code") }
        }
        try worlds.make("new", from: "base") { context in
            for mark in ["j", "k", "l"] { try Objects.insert("Tag", mark, code: mark, in: context) }
            if !isDeleted { try Objects.insert("Post", "z", code: "z", in: context) }
            func give(_ post: String, _ tags: String...) throws {
                try Objects.object(post, context).setObjects(
                    tags.map { try Objects.object($0, context) }, forKey: "tags")
            }
            if hasInverse {
                try give(isDeleted ? "a" : "z", "k", "l")
                try give("b", "l")
            } else {
                try give(isDeleted ? "a" : "z", "k")
                try give("b", "l")
            }
        }
        // Objects without an owner in the edition need none.
        let tags: [String]
        let reported: [String]
        switch (hasInverse, isDeleted) {
        case (false, true):
            (reported, tags) = (
                ["deletedByUser Post. user", "needsDeleted Tag. user"],
                ["Post code=b mark=b tags=l", "Tag code=j mark=j", "Tag code=l mark=l"]
            )
        case (true, true):
            (reported, tags) = (
                ["deletedByUser Post. user", "needsDeleted Tag. user"],
                ["Post code=b mark=b tags=l", "Tag code=j mark=j", "Tag code=l mark=l posts=b"]
            )
        case (false, false):
            (reported, tags) = (
                ["needsMissing Tag. user", "notUnique Post. user"],
                ["Post code=b mark=b tags=l", "Post code=z mark=a", "Tag code=j mark=j", "Tag code=l mark=l"]
            )
        case (true, false):
            (reported, tags) = (
                ["notUnique Post. user"],
                [
                    "Post code=b mark=b tags=l", "Post code=z mark=a tags=k,l", "Tag code=j mark=j",
                    "Tag code=k mark=k posts=a", "Tag code=l mark=l posts=a,b",
                ]
            )
        }
        for merged in try worlds.merge() { #expect(merged == .init(objects: tags, conflicts: reported)) }
    }

    @Test(
        "Without the old edition, a new tag is added to its post, or left out with it",
        arguments: [false, true], [false, true])
    func withoutBase(hasInverse: Bool, updates: Bool) throws {
        let worlds = try Objects.worlds(
            Self.entity(
                "Post",
                Self.relationship("tags", "Tag", hasInverse ? "posts" : nil, isToMany: true, rule: "Cascade"))
                + "<entity name=\"Special\" parentEntity=\"Post\"/>"
                + Self.entity(
                    "Tag", hasInverse ? Self.relationship("posts", "Post", "tags", isToMany: true) : ""))
        try worlds.make("base", from: "template") { try Objects.insert("Post", "a", code: "a", in: $0) }
        try worlds.make("user", from: "base") { try Objects.insert("Special", "own", code: "z", in: $0) }
        try worlds.make("new", from: "base") { context in
            try Objects.insert("Post", "z", code: "z", in: context)
            for (post, tag) in [("a", "k"), ("z", "l")] {
                try Objects.insert("Tag", tag, code: tag, in: context)
                try Objects.object(post, context).setObjects([Objects.object(tag, context)], forKey: "tags")
            }
        }
        let report = try worlds.add(.init(updates: updates))
        #expect(
            ModelWorlds.lines(report)
                == (hasInverse
                    ? ["notUnique Post. user"] : ["notUnique Post. user", "needsMissing Tag. user"]))
        #expect(
            try worlds.objects("added")
                == (hasInverse
                    ? [
                        "Post code=a mark=a tags=k", "Special code=z mark=own tags=l",
                        "Tag code=k mark=k posts=a", "Tag code=l mark=l posts=own",
                    ] : ["Post code=a mark=a tags=k", "Special code=z mark=own", "Tag code=k mark=k"]))
        #expect(try worlds.problems("added") == [])
    }
}
