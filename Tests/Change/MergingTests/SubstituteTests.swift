import ObjectLayer
import TestSupport
import Testing

/// Tests of links in an edition to an object that is not in the store, while another object has its unique values.
@Suite("Substitutes for left-out objects")
struct SubstituteTests {
    private typealias Objects = AnyModelMergeTests

    /// Categories in a tree, each with its own cover; recipes that may have a category, must have a course, and are in
    /// lists.
    private static let recipes = """
        <entity name="Category">\(Objects.mark)<attribute name="code" optional="YES" attributeType="String"/>
        <relationship name="parent" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Category"
            inverseName="children" inverseEntity="Category"/>
        <relationship name="children" optional="YES" toMany="YES" deletionRule="Nullify"
            destinationEntity="Category" inverseName="parent" inverseEntity="Category"/>
        <relationship name="cover" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Cover"
            inverseName="category" inverseEntity="Cover"/>
        <relationship name="recipes" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Recipe"
            inverseName="category" inverseEntity="Recipe"/>
        <relationship name="required" optional="YES" toMany="YES" deletionRule="Nullify"
            destinationEntity="Recipe" inverseName="course" inverseEntity="Recipe"/>
        <relationship name="tagged" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Recipe"
            inverseName="tags" inverseEntity="Recipe"/>\(Objects.unique("code"))</entity>
        <entity name="Cover">\(Objects.mark)<relationship name="category" optional="YES" maxCount="1"
            deletionRule="Nullify" destinationEntity="Category" inverseName="cover" inverseEntity="Category"/>
            \(Objects.unique("mark"))</entity>
        <entity name="Recipe">\(Objects.mark)
        <relationship name="category" optional="YES" maxCount="1" deletionRule="Nullify"
            destinationEntity="Category" inverseName="recipes" inverseEntity="Category"/>
        <relationship name="course" maxCount="1" deletionRule="Nullify" destinationEntity="Category"
            inverseName="required" inverseEntity="Category"/>
        <relationship name="tags" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify"
            destinationEntity="Category" inverseName="tagged" inverseEntity="Category"/>
            \(Objects.unique("mark"))</entity>
        """

    /// Returns stores with the first edition: a category with a recipe.
    private func worlds() throws -> ModelWorlds {
        let worlds = try Objects.worlds(Self.recipes)
        try worlds.make("base", from: "template") { context in
            try Objects.insert("Category", "t", code: "a", in: context)
            try Objects.insert("Recipe", "r", ["course": "t"], in: context)
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { try Objects.object("t", $0).setValue("x", forKey: "code") }
        return worlds
    }

    @Test("Required and optional destinations, members and list positions refer to the substitute once")
    func links() throws {
        let worlds = try worlds()
        try worlds.make("new", from: "base") { context in
            try Objects.insert("Category", "n", code: "x", in: context)
            try Objects.insert("Recipe", "s", ["course": "n", "category": "n"], in: context)
            let categories = try ["t", "n"].map { try Objects.object($0, context) }
            for recipe in ["r", "s"] {
                try Objects.object(recipe, context).setObjects(categories, forKey: "tags")
            }
            try Objects.object("r", context).setObject(categories[1], forKey: "category")
        }
        for merged in try worlds.merge() {
            #expect(merged.conflicts == ["notUnique Category. user"])
            #expect(
                merged.objects == [
                    "Category code=x mark=t recipes=r,s required=r,s tagged=r,s",
                    "Recipe mark=r category=t course=t tags=t", "Recipe mark=s category=t course=t tags=t",
                ])
        }
    }

    @Test("An object with its own owner is no substitute, no tree becomes a cycle, and both are reported")
    func unshared() throws {
        let worlds = try worlds()
        try worlds.make("new", from: "base") { context in
            try Objects.insert("Category", "n", code: "x", in: context)
            try Objects.insert("Category", "m", ["parent": "n"], code: "m", in: context)
            try Objects.insert("Cover", "c", ["category": "n"], in: context)
            try Objects.object("t", context).setObject(Objects.object("m", context), forKey: "parent")
        }
        for merged in try worlds.merge() {
            #expect(
                merged.conflicts == [
                    "bothChanged Category.parent user", "destinationDeleted Cover.category user",
                    "notUnique Category. user",
                ])
            #expect(
                merged.objects == [
                    "Category code=m mark=m parent=t", "Category code=x mark=t children=m required=r",
                    "Cover mark=c", "Recipe mark=r course=t",
                ])
        }
    }

    @Test("Merging all editions in order equals merging the last, even if owners are removed")
    func chain() throws {
        let worlds = try worlds()
        try worlds.make("new", from: "base") { context in
            try Objects.insert("Category", "n", code: "x", in: context)
            for mark in ["s", "u", "v"] {
                try Objects.insert("Recipe", mark, ["course": "n", "category": "n"], in: context)
            }
        }
        try worlds.note("new")
        try worlds.make("third", from: "new") { context in
            try Objects.insert("Recipe", "w", ["course": "n", "category": "n"], in: context)
            try Objects.insert("Category", "o", code: "o", in: context)
            try Objects.object("u", context).setObject(Objects.object("o", context), forKey: "category")
            try Objects.object("s", context).setObject(nil, forKey: "category")
            try context.delete(Objects.object("v", context))
        }
        let expected = [
            "Category code=o mark=o recipes=u", "Category code=x mark=t recipes=w required=r,s,u,w",
            "Recipe mark=r course=t", "Recipe mark=s course=t", "Recipe mark=u category=o course=t",
            "Recipe mark=w category=t course=t",
        ]
        for merged in try worlds.merge(new: "third") { #expect(merged.objects == expected) }
        for way in ["direct", "file", "app"] {
            _ = try worlds.merge()
            try worlds.make("step", from: way)
            for merged in try worlds.merge(base: "new", new: "third", user: "step") {
                #expect(merged == .init(objects: expected, conflicts: []), "after \(way)")
            }
        }
    }

    /// Albums with ordered songs; songs have an ordered list of albums, too.
    private static let albums = """
        <entity name="Album">\(Objects.mark)<attribute name="code" optional="YES" attributeType="String"/>
        <relationship name="songs" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify"
            destinationEntity="Song" inverseName="album" inverseEntity="Song"/>
        <relationship name="hits" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify"
            destinationEntity="Song" inverseName="charts" inverseEntity="Song"/>\(Objects.unique("code"))</entity>
        <entity name="Song">\(Objects.mark)<relationship name="album" optional="YES" maxCount="1"
            deletionRule="Nullify" destinationEntity="Album" inverseName="songs" inverseEntity="Album"/>
        <relationship name="charts" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify"
            destinationEntity="Album" inverseName="hits" inverseEntity="Album"/>\(Objects.unique("mark"))</entity>
        """

    @Test(
        "Substitutes have the positions of omitted objects, and leave lists when those do"
    )
    func lists() throws {
        let worlds = try Objects.worlds(Self.albums)
        func fill(_ album: String, _ list: String, _ songs: [String], _ context: ManagedObjectContext) throws
        {
            try Objects.object(album, context).setObjects(
                songs.map { try Objects.object($0, context) }, forKey: list)
        }
        try worlds.make("base", from: "template") { context in
            try Objects.insert("Album", "t", code: "a", in: context)
            for mark in ["a", "b", "c", "d"] { try Objects.insert("Song", mark, in: context) }
            try fill("t", "songs", ["a"], context)
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { try Objects.object("t", $0).setValue("x", forKey: "code") }
        try worlds.make("new", from: "base") { context in
            try Objects.insert("Album", "n", code: "x", in: context)
            try fill("n", "songs", ["d", "b", "c"], context)
            try fill("n", "hits", ["c", "a", "b"], context)
        }
        try worlds.note("new")
        let songs = ["Song mark=a album=t charts=t", "Song mark=b album=t charts=t"]
        for merged in try worlds.merge() {
            #expect(merged.conflicts == ["notUnique Album. user"])
            #expect(
                merged.objects == ["Album code=x mark=t hits=c,a,b songs=d,b,c,a"] + songs
                    + ["Song mark=c album=t charts=t", "Song mark=d album=t"])
        }
        try worlds.make("third", from: "new") { context in
            try fill("n", "songs", ["b", "c", "d"], context)
            try fill("n", "hits", ["b", "a"], context)
        }
        for way in ["direct", "file", "app"] {
            _ = try worlds.merge()
            try worlds.make("step", from: way)
            for merged in try worlds.merge(base: "new", new: "third", user: "step") {
                #expect(
                    merged.objects == ["Album code=x mark=t hits=b,a songs=b,c,a,d"] + songs
                        + ["Song mark=c album=t", "Song mark=d album=t"], "after \(way)")
            }
        }
    }

    /// Recipes with tags, both unordered. With two constraints, one tag may be the substitute for two.
    private static let tags = """
        <entity name="Tag">\(Objects.mark)<attribute name="code" optional="YES" attributeType="String"/>
        <attribute name="slug" optional="YES" attributeType="String"/>
        <relationship name="tagged" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Recipe"
            inverseName="tags" inverseEntity="Recipe"/><uniquenessConstraints><uniquenessConstraint><constraint
            value="code"/></uniquenessConstraint><uniquenessConstraint><constraint value="slug"/>
            </uniquenessConstraint></uniquenessConstraints></entity>
        <entity name="Recipe">\(Objects.mark)<attribute name="note" optional="YES" attributeType="String"/>
        <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag"
            inverseName="tagged" inverseEntity="Tag"/>\(Objects.unique("mark"))</entity>
        """

    private static func tag(_ recipe: String, _ tags: String..., in context: ManagedObjectContext) throws {
        try Objects.object(recipe, context).setObjects(
            tags.map { try Objects.object($0, context) }, forKey: "tags")
    }

    @Test(
        "A substitute leaves an unordered list with its object, unless it is a member itself",
        arguments: [false, true], ["Recipe", "Wine"])
    func members(isOwn: Bool, owner: String) throws {
        // Wines are sorted after tags. A list is compared from the side whose name is sorted first.
        let worlds = try Objects.worlds(Self.tags.replacing("\"Recipe\"", with: "\"\(owner)\""))
        try worlds.make("base", from: "template") { context in
            for mark in ["t", "k"] { try Objects.insert("Tag", mark, code: mark, in: context) }
            for mark in ["r", "a"] { try Objects.insert(owner, mark, in: context) }
            try Self.tag("r", "k", in: context)
        }
        try worlds.note("base")
        // A tag of the edition with the value, or one of the user's own with the primary key of another new one.
        try worlds.make("user", from: "base") { context in
            if isOwn {
                try Objects.insert("Tag", "o", code: "x", in: context)
            } else {
                try Objects.object("t", context).setValue("x", forKey: "code")
            }
        }
        try worlds.make("new", from: "base") { context in
            try Objects.insert("Tag", "m", code: "m", in: context)
            try context.save()
            try Objects.insert("Tag", "n", code: "x", in: context)
            for mark in ["d", "e", "f", "g"] { try Objects.insert(owner, mark, in: context) }
            try Self.tag("r", "k", "n", in: context)
            try Self.tag("a", "m", "n", in: context)
            for mark in ["d", "e", "f"] { try Self.tag(mark, "n", in: context) }
            try Self.tag("g", "t", "n", in: context)
        }
        try worlds.note("new")
        try worlds.make("third", from: "new") { context in
            try Self.tag("r", "k", in: context)
            try Self.tag("a", "m", in: context)
            try context.delete(Objects.object("d", context))
            try Self.tag("e", "t", in: context)
            try Self.tag("g", "t", in: context)
        }
        let holder = isOwn ? "o" : "t"
        let tags =
            isOwn
            ? ["Tag code=t mark=t tagged=e,g", "Tag code=x mark=o tagged=f"]
            : ["Tag code=x mark=t tagged=e,f,g"]
        for way in ["direct", "file", "app"] {
            let first = try worlds.merge()[0]
            #expect(first.objects.contains("\(owner) mark=r tags=k,\(holder)"), "\(first)")
            try worlds.make("step", from: way)
            for merged in try worlds.merge(base: "new", new: "third", user: "step") {
                #expect(
                    merged.objects
                        == ([
                            "\(owner) mark=a tags=m", "\(owner) mark=e tags=t",
                            "\(owner) mark=f tags=\(holder)",
                            "\(owner) mark=g tags=t", "\(owner) mark=r tags=k", "Tag code=k mark=k tagged=r",
                            "Tag code=m mark=m tagged=a",
                        ] + tags).sorted(), "after \(way)")
                #expect(
                    merged.conflicts == (isOwn || owner == "Recipe" ? [] : ["deletedByUser Tag. user"]),
                    "after \(way)")
            }
        }
    }

    @Test(
        "An object that the user deleted and the edition adds to a list is reported once",
        arguments: ["tags", "tagged", ""], ["Recipe", "Wine"])
    func missing(ordered: String, owner: String) throws {
        let worlds = try Objects.worlds(
            Self.tags.replacing("\"Recipe\"", with: "\"\(owner)\"").replacing(
                "name=\"\(ordered)\"", with: "name=\"\(ordered)\" ordered=\"YES\""))
        try worlds.make("base", from: "template") { context in
            try Objects.insert("Tag", "t", code: "t", in: context)
            try Objects.insert(owner, "r", in: context)
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { try $0.delete(Objects.object("t", $0)) }
        try worlds.make("new", from: "base") { context in
            try Objects.insert(owner, "n", in: context)
            for mark in ["r", "n"] { try Self.tag(mark, "t", in: context) }
        }
        let byOwner = ordered == "tags" || ordered.isEmpty && owner == "Recipe"
        for merged in try worlds.merge() {
            #expect(merged.objects == ["\(owner) mark=n", "\(owner) mark=r"])
            #expect(
                merged.conflicts
                    == (byOwner
                        ? Array(repeating: "destinationDeleted \(owner).tags user", count: 2)
                        : ["deletedByUser Tag. user"]))
        }
    }

    @Test(
        "A dropped but kept object is the substitute for its replacement",
        arguments: ["", "tags"])
    func replaced(ordered: String) throws {
        let worlds = try Objects.worlds(
            Self.tags.replacing("name=\"\(ordered)\"", with: "name=\"\(ordered)\" ordered=\"YES\""))
        try worlds.make("base", from: "template") { context in
            try Objects.insert("Tag", "t", code: "a", in: context)
            try Objects.insert("Recipe", "r", in: context)
            try Self.tag("r", "t", in: context)
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { try Objects.object("t", $0).setValue("x", forKey: "code") }
        try worlds.make("new", from: "base") { context in
            try context.delete(Objects.object("t", context))
            try Objects.insert("Tag", "n", code: "x", in: context)
            try Self.tag("r", "n", in: context)
        }
        for merged in try worlds.merge() {
            #expect(merged.objects == ["Recipe mark=r tags=t", "Tag code=x mark=t tagged=r"])
        }
    }

    @Test("An object that the user took from a list returns to it as a substitute", arguments: [false, true])
    func comesBack(isOrdered: Bool) throws {
        let worlds = try Objects.worlds(
            isOrdered
                ? Self.tags.replacing("name=\"tags\"", with: "name=\"tags\" ordered=\"YES\"") : Self.tags)
        try worlds.make("base", from: "template") { context in
            try Objects.insert("Tag", "t", code: "a", in: context)
            try Objects.insert("Recipe", "r", in: context)
            try Self.tag("r", "t", in: context)
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { context in
            try Objects.object("t", context).setValue("x", forKey: "code")
            try Self.tag("r", in: context)
        }
        try worlds.make("new", from: "base") { context in
            try Objects.insert("Tag", "n", code: "x", in: context)
            try Self.tag("r", "t", "n", in: context)
        }
        for merged in try worlds.merge() {
            #expect(merged.objects == ["Recipe mark=r tags=t", "Tag code=x mark=t tagged=r"])
        }
    }

    @Test(
        "An object that leaves an ordered list stays in it as the substitute for a new one",
        arguments: ["tags", "tagged"])
    func changing(ordered: String) throws {
        let worlds = try Objects.worlds(
            Self.tags.replacing("name=\"\(ordered)\"", with: "name=\"\(ordered)\" ordered=\"YES\""))
        try worlds.make("base", from: "template") { context in
            for mark in ["t", "k"] { try Objects.insert("Tag", mark, code: mark, in: context) }
            try Objects.insert("Recipe", "r", in: context)
            try Self.tag("r", "t", "k", in: context)
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { try Objects.object("t", $0).setValue("x", forKey: "code") }
        try worlds.make("new", from: "base") { context in
            try Objects.insert("Tag", "n", code: "x", in: context)
            try Self.tag("r", "n", "k", in: context)
        }
        for merged in try worlds.merge() {
            #expect(
                merged.objects == [
                    "Recipe mark=r tags=\(ordered == "tags" ? "t,k" : "k,t")", "Tag code=k mark=k tagged=r",
                    "Tag code=x mark=t tagged=r",
                ])
        }
    }

    @Test(
        "The substitute of a revived object follows its lists",
        arguments: [false, true], [("Recipe", true), ("Recipe", false), ("Wine", false)])
    func preferred(isRenamed: Bool, list: (owner: String, isOrdered: Bool)) throws {
        let owner = list.owner
        let tags = Self.tags.replacing("\"Recipe\"", with: "\"\(owner)\"")
        let worlds = try Objects.worlds(
            list.isOrdered ? tags.replacing("name=\"tagged\"", with: "name=\"tagged\" ordered=\"YES\"") : tags
        )
        try worlds.make("base", from: "template") { context in
            try Objects.insert("Tag", "t", code: "a", in: context)
            for mark in ["r", "s"] { try Objects.insert(owner, mark, in: context) }
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { try Objects.object("t", $0).setValue("x", forKey: "slug") }
        try worlds.make("new", from: "base") { context in
            try Objects.insert("Tag", "n", code: "n", in: context)
            try Objects.object("n", context).setValue("x", forKey: "slug")
            for mark in ["r", "s"] { try Self.tag(mark, "n", in: context) }
        }
        try worlds.note("new")
        #expect(try worlds.merge()[0].objects.contains("Tag code=a mark=t slug=x tagged=r,s"))
        try worlds.make("third", from: "new") { context in
            let n = try Objects.object("n", context)
            try n.setValue(isRenamed ? "y" : "x", forKey: "slug")
            if isRenamed { try Self.tag("s", in: context) }
            try n.setValue("N", forKey: "mark")
        }
        // The user removes it from one of its lists.
        try worlds.make("step", from: "direct") { try Self.tag("r", in: $0) }
        let merged = try worlds.merge(base: "new", new: "third", user: "step", preferring: .seed)
        #expect(
            merged[0].objects
                == (isRenamed
                ? [
                    "\(owner) mark=r tags=N", "\(owner) mark=s", "Tag code=a mark=t slug=x",
                    "Tag code=n mark=N slug=y tagged=r",
                ] : ["\(owner) mark=r", "\(owner) mark=s tags=t", "Tag code=a mark=t slug=x tagged=s"])
                .sorted())
    }

    /// Returns stores with a user's tag that has the code of one of the edition's tags. Recipe `r` has the edition's
    /// tag before another one.
    private func listWorlds(ordered: String) throws -> ModelWorlds {
        let worlds = try Objects.worlds(
            Self.tags.replacing("name=\"\(ordered)\"", with: "name=\"\(ordered)\" ordered=\"YES\""))
        try worlds.make("base", from: "template") { context in
            for mark in ["t", "k"] {
                try Objects.insert("Tag", mark, code: mark, in: context)
                try Objects.object(mark, context).setValue(mark, forKey: "slug")
            }
            try Objects.insert("Recipe", "r", in: context)
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { try Objects.object("t", $0).setValue("x", forKey: "code") }
        try worlds.make("new", from: "base") { context in
            try Objects.insert("Tag", "n", code: "x", in: context)
            try Objects.object("n", context).setValue("n", forKey: "slug")
            try Self.tag("r", "n", "k", in: context)
        }
        try worlds.note("new")
        #expect(try worlds.merge()[0].objects.contains("Tag code=x mark=t slug=t tagged=r"))
        try worlds.make("step", from: "direct")
        return worlds
    }

    @Test(
        "The substitute of an object that stays in a list stays, too, whatever the order and values")
    func reordered() throws {
        let worlds = try listWorlds(ordered: "tags")
        try worlds.make("third", from: "new") { context in
            try Objects.object("n", context).setValue("z", forKey: "code")
            try Self.tag("r", "k", "n", in: context)
        }
        for merged in try worlds.merge(base: "new", new: "third", user: "step") {
            #expect(
                merged.objects == [
                    "Recipe mark=r tags=k,t", "Tag code=k mark=k slug=k tagged=r",
                    "Tag code=x mark=t slug=t tagged=r",
                ])
        }
    }

    @Test(
        "A substitute leaves with its object, even if it gives up the value in the same merge",
        arguments: ["", "tags", "tagged"], [false, true])
    func givenUp(ordered: String, isDropped: Bool) throws {
        let worlds = try listWorlds(ordered: ordered)
        try worlds.make("third", from: "new") { context in
            if isDropped {
                try context.delete(Objects.object("n", context))
            } else {
                try Objects.object("n", context).setValue("n", forKey: "code")
                try Self.tag("r", "k", in: context)
            }
            try Objects.object("t", context).setValue("w", forKey: "code")
        }
        for merged in try worlds.merge(base: "new", new: "third", user: "step", preferring: .seed) {
            #expect(merged.conflicts.contains("bothChanged Tag.code seed"))
            #expect(
                merged.objects.filter { !$0.hasPrefix("Tag code=n") } == [
                    "Recipe mark=r tags=k", "Tag code=k mark=k slug=k tagged=r", "Tag code=w mark=t slug=t",
                ])
        }
    }

    @Test(
        "A substitute for two objects leaves with the second, and a kept dropped recipe has neither")
    func twice() throws {
        let worlds = try Objects.worlds(Self.tags)
        try worlds.make("base", from: "template") { context in
            try Objects.insert("Tag", "t", code: "a", in: context)
            for mark in ["r", "s", "d"] { try Objects.insert("Recipe", mark, in: context) }
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { context in
            let t = try Objects.object("t", context)
            for (name, value) in [("code", "x"), ("slug", "y")] { try t.setValue(value, forKey: name) }
        }
        try worlds.make("new", from: "base") { context in
            try Objects.insert("Tag", "n", code: "x", in: context)
            try Objects.insert("Tag", "m", in: context)
            try Objects.object("m", context).setValue("y", forKey: "slug")
            for mark in ["r", "s", "d"] { try Self.tag(mark, "n", "m", in: context) }
        }
        try worlds.note("new")
        try worlds.make("third", from: "new") { context in
            try Self.tag("r", "m", in: context)
            try Self.tag("s", in: context)
            try context.delete(Objects.object("d", context))
        }
        for way in ["direct", "file", "app"] {
            _ = try worlds.merge()
            try worlds.make("step", from: way) {
                try Objects.object("d", $0).setValue("mine", forKey: "note")
            }
            for merged in try worlds.merge(base: "new", new: "third", user: "step") {
                #expect(
                    merged.objects == [
                        "Recipe mark=d note=mine", "Recipe mark=r tags=t", "Recipe mark=s",
                        "Tag code=x mark=t slug=y tagged=r",
                    ], "after \(way)")
            }
        }
    }

    @Test("Owners follow the edition if the original object is removed or gets other values")
    func leavers() throws {
        let worlds = try worlds()
        try worlds.make("new", from: "base") { context in
            try Objects.insert("Category", "n", code: "x", in: context)
            for mark in ["s", "u"] {
                try Objects.insert("Recipe", mark, ["course": "n", "category": "n"], in: context)
            }
        }
        try worlds.note("new")
        for isDropped in [false, true] {
            try worlds.make("third", from: "new") { context in
                let (s, n) = (try Objects.object("s", context), try Objects.object("n", context))
                try s.setObject(Objects.object("t", context), forKey: "course")
                try s.setObject(nil, forKey: "category")
                try context.delete(Objects.object("u", context))
                if isDropped { try context.delete(n) } else { try n.setValue("z", forKey: "code") }
            }
            let other = isDropped ? [] : ["Category code=z mark=n"]
            for way in ["direct", "file", "app"] {
                _ = try worlds.merge()
                try worlds.make("step", from: way)
                for merged in try worlds.merge(base: "new", new: "third", user: "step") {
                    #expect(merged.conflicts == [], "after \(way)")
                    #expect(
                        merged.objects == ["Category code=x mark=t required=r,s"] + other
                            + ["Recipe mark=r course=t", "Recipe mark=s course=t"], "after \(way)")
                }
            }
        }
    }

    @Test("An object whose values the edition changes or removes is not a substitute")
    func passing() throws {
        let worlds = try Objects.worlds(
            Self.recipes.replacing(
                "inverseName=\"tags\" inverseEntity=\"Recipe\"/>" + Objects.unique("code"),
                with: "inverseName=\"tags\" inverseEntity=\"Recipe\"/><uniquenessConstraints>"
                    + "<uniquenessConstraint><constraint value=\"mark\"/></uniquenessConstraint>"
                    + "<uniquenessConstraint><constraint value=\"code\"/></uniquenessConstraint>"
                    + "</uniquenessConstraints>"))
        try worlds.make("base", from: "template") { context in
            try Objects.insert("Category", "gone", code: "g", in: context)
            try Objects.insert("Category", "t", code: "a", in: context)
            try Objects.insert("Category", "d", code: "b", in: context)
            try Objects.insert("Recipe", "r", ["course": "t"], in: context)
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { try $0.delete(Objects.object("gone", $0)) }
        for (code, holder) in [("a", "t"), ("b", "d")] {
            try worlds.make("new", from: "base") { context in
                if holder == "t" {
                    try Objects.object("t", context).setValue("c", forKey: "code")
                } else {
                    try context.delete(Objects.object("d", context))
                }
                try context.save()
                try Objects.object("gone", context).setValue(code, forKey: "code")
                try Objects.insert("Recipe", "s", ["course": "gone"], in: context)
            }
            for merged in try worlds.merge() {
                #expect(merged.conflicts == ["deletedByUser Category. user", "needsDeleted Recipe. user"])
            }
        }
    }
}
