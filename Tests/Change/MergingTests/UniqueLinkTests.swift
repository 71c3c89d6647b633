import Comparing
import Merging
import ObjectLayer
import TestSupport
import Testing

/// Tests of uniqueness constraints that include a to-one relationship.
@Suite("Unique values with a destination")
struct UniqueLinkTests {
    private typealias Objects = AnyModelMergeTests

    /// Months, and days whose code is unique in their month; notes that require a day; folders whose code is unique in
    /// their parent.
    private static let months = """
        <entity name="Month">\(Objects.mark)<attribute name="code" optional="YES" attributeType="String"/>
        <relationship name="days" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Day"
            inverseName="month" inverseEntity="Day"/>\(Objects.unique("code"))</entity>
        <entity name="Day">\(Objects.mark)<attribute name="code" optional="YES" attributeType="String"/>
        <relationship name="month" optional="YES" maxCount="1" deletionRule="Nullify"
            destinationEntity="Month" inverseName="days" inverseEntity="Month"/>
        <relationship name="notes" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Note"
            inverseName="day" inverseEntity="Note"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="mark"/></uniquenessConstraint>
        <uniquenessConstraint><constraint value="code"/><constraint value="month"/></uniquenessConstraint>
        </uniquenessConstraints></entity>
        <entity name="Note">\(Objects.mark)<relationship name="day" maxCount="1" deletionRule="Nullify"
            destinationEntity="Day" inverseName="notes" inverseEntity="Day"/>\(Objects.unique("mark"))</entity>
        """

    /// Returns stores with two months, each with a day of the same code.
    private func worlds() throws -> ModelWorlds {
        let worlds = try Objects.worlds(Self.months)
        try Self.make("base", in: worlds)
        try worlds.note("base")
        try worlds.make("user", from: "base")
        return worlds
    }

    private static func make(
        _ name: String, in worlds: ModelWorlds, janA: String? = "jan", febA: String? = "feb",
        _ more: (ManagedObjectContext) throws -> Void = { _ in }
    ) throws {
        try worlds.make(name, from: "template") { context in
            for (month, code) in [("jan", "1"), ("feb", "2")] {
                try Objects.insert("Month", month, code: code, in: context)
            }
            for (day, month) in [("jan a", janA), ("feb a", febA)] {
                try Objects.insert("Day", day, month.map { ["month": $0] } ?? [:], code: "a", in: context)
            }
            try more(context)
        }
    }

    /// Merges with options that ``ModelWorlds/merge(base:new:user:_:)`` does not have.
    private func merged(
        _ worlds: ModelWorlds, base: String? = nil, _ choice: MergeChoice
    ) throws -> (objects: [String], report: MergeReport) {
        func opened(_ name: String) -> ComparedStore {
            ComparedStore(path: "\(worlds.path)/\(name).sqlite", model: nil)
        }
        let finished = try StoreMerge(
            store: opened("user"), new: opened("new"), base: base.map(opened), choice: choice
        ).merge(to: worlds.path + "/other.sqlite")
        try finished.store.place()
        return (try worlds.objects("other"), finished.report)
    }

    @Test("Unique destinations change owners as values do")
    func swapped() throws {
        let worlds = try worlds()
        try Self.make("new", in: worlds, janA: "feb", febA: "jan")
        let expected = [
            "Day code=a mark=feb a month=jan", "Day code=a mark=jan a month=feb",
            "Month code=1 mark=jan days=feb a", "Month code=2 mark=feb days=jan a",
        ]
        let merged = try worlds.merge()
        for merged in merged.prefix(2) {
            #expect(merged.conflicts == [])
            #expect(merged.objects == expected)
        }
        #expect(try self.merged(worlds, .init(updates: true)).objects == expected)
        // Unique values cannot pass between objects within the app's single save.
        #expect(merged[2].conflicts == ["notUnique Day.month user", "notUnique Day.month user"])
        #expect(try merged[2].objects == worlds.objects("user"))
    }

    @Test(
        "If the new edition is preferred, a destination that the user changed moves with the others, reported once"
    )
    func preferred() throws {
        let worlds = try worlds()
        try Self.make("base", in: worlds) { try Objects.insert("Month", "mar", code: "3", in: $0) }
        try worlds.note("base")
        try worlds.make("user", from: "base") {
            try Objects.object("jan a", $0).setObject(Objects.object("mar", $0), forKey: "month")
        }
        try Self.make("new", in: worlds, janA: "feb", febA: nil) { context in
            try Objects.insert("Month", "mar", code: "3", in: context)
            try Objects.object("feb a", context).setObject(Objects.object("mar", context), forKey: "month")
        }
        let merged = try merged(worlds, base: "base", .init(preference: .seed))
        #expect(
            merged.report.conflicts.map {
                "\($0.kind) \($0.property ?? "") \($0.user ?? "") \($0.seed ?? "")"
            }
                == ["bothChanged month 3 2"])
        #expect(try merged.objects == worlds.objects("new"))
    }

    @Test("A new object gets the value that a changed object vacates")
    func givenUp() throws {
        let worlds = try worlds()
        try Self.make("new", in: worlds, janA: nil) {
            try Objects.insert("Day", "other", ["month": "jan"], code: "a", in: $0)
        }
        let merged = try worlds.merge()
        for merged in merged.prefix(2) {
            #expect(merged.conflicts == [])
            #expect(
                merged.objects == [
                    "Day code=a mark=feb a month=feb", "Day code=a mark=jan a",
                    "Day code=a mark=other month=jan",
                    "Month code=1 mark=jan days=other", "Month code=2 mark=feb days=feb a",
                ])
        }
        #expect(merged[2].conflicts == ["notUnique Day. user"])
    }

    @Test("A value that the user's own object has with the same destination is not taken over")
    func usersOwn() throws {
        let worlds = try worlds()
        try worlds.make("user", from: "base") {
            try Objects.insert("Day", "own", ["month": "jan"], code: "b", in: $0)
        }
        try worlds.make("new", from: "base") { context in
            try Objects.object("jan a", context).setValue("b", forKey: "code")
            try Objects.object("feb a", context).setValue("b", forKey: "code")
        }
        for merged in try worlds.merge() {
            #expect(merged.conflicts == ["notUnique Day.code user"])
            #expect(
                merged.objects == [
                    "Day code=a mark=jan a month=jan", "Day code=b mark=feb a month=feb",
                    "Day code=b mark=own month=jan", "Month code=1 mark=jan days=jan a,own",
                    "Month code=2 mark=feb days=feb a",
                ])
        }
    }

    @Test("Days of an omitted month are added to its substitute, except for those that it has")
    func substitute() throws {
        let worlds = try worlds()
        try worlds.make("user", from: "base") { try Objects.object("feb", $0).setValue("3", forKey: "code") }
        try worlds.make("new", from: "base") { context in
            try Objects.insert("Month", "mar", code: "3", in: context)
            try Objects.insert("Day", "mar a", ["month": "mar"], code: "a", in: context)
            try Objects.insert("Day", "mar b", ["month": "mar"], code: "b", in: context)
            try Objects.insert("Note", "of a", ["day": "mar a"], in: context)
            try Objects.insert("Note", "of b", ["day": "mar b"], in: context)
        }
        for merged in try worlds.merge() {
            #expect(merged.conflicts == ["notUnique Day. user", "notUnique Month. user"])
            #expect(
                merged.objects == [
                    "Day code=a mark=feb a month=feb notes=of a", "Day code=a mark=jan a month=jan",
                    "Day code=b mark=mar b month=feb notes=of b", "Month code=1 mark=jan days=jan a",
                    "Month code=3 mark=feb days=feb a,mar b", "Note mark=of a day=feb a",
                    "Note mark=of b day=mar b",
                ])
        }
    }

    @Test("Objects that both added below the same folder are one object, even without a parent folder")
    func bothAdded() throws {
        let worlds = try Objects.worlds(
            """
            <entity name="Folder"><attribute name="mark" optional="YES" attributeType="String"/>
            <attribute name="code" optional="YES" attributeType="String"/>
            <relationship name="parent" optional="YES" maxCount="1" deletionRule="Nullify"
                destinationEntity="Folder" inverseName="children" inverseEntity="Folder"/>
            <relationship name="children" optional="YES" toMany="YES" deletionRule="Cascade"
                destinationEntity="Folder" inverseName="parent" inverseEntity="Folder"/>
            <uniquenessConstraints><uniquenessConstraint><constraint value="code"/><constraint value="parent"/>
            </uniquenessConstraint></uniquenessConstraints></entity>
            """)
        try worlds.make("base", from: "template") {
            try Objects.insert("Folder", "root", code: "root", in: $0)
        }
        try worlds.note("base")
        for name in ["user", "new"] {
            try worlds.make(name, from: "base") { context in
                try Objects.insert("Folder", "z", ["parent": "root"], code: "z", in: context)
                try Objects.insert("Folder", "k", ["parent": "z"], code: "k", in: context)
                try Objects.object("k", context).setValue("\(name)'s", forKey: "mark")
            }
        }
        for merged in try worlds.merge() {
            #expect(merged.conflicts == ["bothAdded Folder.mark user"])
            #expect(
                merged.objects == [
                    "Folder code=k mark=user's parent=z", "Folder code=root mark=root children=z",
                    "Folder code=z mark=z children=user's parent=root",
                ])
        }
    }

    @Test(
        "Random models: all ways agree, the invariants hold, and an app's result is valid",
        arguments: 0..<2)
    func random(part: Int) throws {
        for number in stride(from: part, to: SeededGenerator.rounds(6), by: 2) {
            let seed = UInt64(number) &* 1_013 &+ 7
            var model = try RandomModel(seed: seed, hasUniqueLinks: true)
            let worlds = try ModelWorlds(model.model)
            try worlds.make("base", from: "template") { try model.edit($0, "b", count: 30) }
            try worlds.note("base")
            for round in 0..<3 {
                try worlds.make("new", from: "base") { try model.edit($0, "n", count: 10) }
                try worlds.make("user", from: "base") { try model.edit($0, "u", count: 8) }
                let merged = try worlds.merge()
                #expect(merged[1] == merged[0], "the file, seed \(seed), round \(round)")
                // No edit of the user's gives the edition, no change of the edition the user's store.
                let followed = try worlds.merge(user: "base")
                let (new, user) = (try worlds.objects("new"), try worlds.objects("user"))
                for merged in followed.prefix(2) {
                    #expect(merged == .init(objects: new, conflicts: []), "seed \(seed), round \(round)")
                }
                try worlds.make("same", from: "base")
                for merged in try worlds.merge(new: "same") {
                    #expect(merged == .init(objects: user, conflicts: []), "seed \(seed), round \(round)")
                }
            }
        }
    }
}
