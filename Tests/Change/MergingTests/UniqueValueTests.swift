import Comparing
import Merging
import ObjectLayer
import TestSupport
import Testing

@Suite("Unique values of merged objects")
struct UniqueValueTests {
    private typealias Objects = AnyModelMergeTests

    /// Merges tags with the given names by mark, and returns their names in the result.
    private func names(
        _ base: [String: String], _ new: [String: String], _ user: [String: String]
    ) throws -> (names: [String: String], report: MergeReport) {
        let worlds = try MergeWorlds()
        try worlds.copy("template.sqlite", as: "base.sqlite")
        func give(_ names: [String: String], to store: String) throws {
            for isFinal in [false, true] {
                try worlds.edit(store) { context in
                    let tags = try context.fetch(FetchRequest(entityName: "Tag"))
                    for (mark, name) in names.sorted(by: { $0.key < $1.key }) {
                        let known = try tags.first { try $0.value(forKey: "mark", as: String.self) == mark }
                        let tag = try known ?? context.insertNewObject(forEntityName: "Tag")
                        try tag.setValue(mark, forKey: "mark")
                        // Names may be exchanged.
                        try tag.setValue(isFinal ? name : mark + name, forKey: "name")
                    }
                }
            }
        }
        try give(base, to: "base.sqlite")
        for (store, names) in [("new.sqlite", new), ("user.sqlite", user)] {
            try worlds.copy("base.sqlite", as: store)
            try give(names, to: store)
        }
        let report = try worlds.merge(MergeChoice(comparison: ComparisonChoice(keys: ["Tag": ["mark"]])))
        let merged = try worlds.world("merged.sqlite")
        return (
            merged.objects.compactMapValues { object in
                guard case .string(let name)? = object.values["name"] else { return nil }
                return name
            }, report
        )
    }

    private static let base = ["1": "a", "2": "b", "3": "c"]

    @Test("Values are swapped, rotated and passed on")
    func moves() throws {
        for new in [
            ["1": "b", "2": "a"], ["1": "b", "2": "c", "3": "a"], ["1": "x", "2": "a", "3": "b"],
            ["3": "x", "2": "c", "1": "b"],
        ] {
            let (names, report) = try names(Self.base, new, [:])
            #expect(names == Self.base.merging(new) { $1 }, "\(new)")
            #expect(report.conflicts == [], "\(new)")
        }
    }

    @Test("Values are kept if another user's object has them, with all that depend on them")
    func taken() throws {
        let (names, report) = try names(
            Self.base, ["1": "b", "2": "a", "3": "d"], ["4": "d"])
        #expect(names == ["1": "b", "2": "a", "3": "c", "4": "d"])
        #expect(report.conflicts.map(\.kind) == [.notUnique])
        let chain = try self.names(Self.base, ["1": "b", "2": "c", "3": "d"], ["4": "d"])
        #expect(chain.names == ["1": "a", "2": "b", "3": "c", "4": "d"])
        #expect(chain.report.conflicts.map(\.kind) == [.notUnique, .notUnique, .notUnique])
    }

    @Test("A new object gets the value that a changed one vacates because the new edition is preferred")
    func givenWay() throws {
        let worlds = try Objects.worlds(
            "<entity name=\"Item\">\(Objects.mark)<attribute name=\"code\" optional=\"YES\" "
                + "attributeType=\"String\"/>\(Objects.unique("code"))</entity>")
        try worlds.make("base", from: "template") { try Objects.insert("Item", "c", code: "z", in: $0) }
        try worlds.note("base")
        try worlds.make("user", from: "base") { try Objects.object("c", $0).setValue("w", forKey: "code") }
        try worlds.make("new", from: "base") { context in
            try Objects.object("c", context).setValue("y", forKey: "code")
            try context.save()
            try Objects.insert("Item", "b", code: "w", in: context)
        }
        let key = ComparisonChoice(keys: ["Item": ["mark"]])
        for merged in try worlds.merge(key, preferring: .seed).prefix(2) {
            #expect(merged.objects == ["Item code=w mark=b", "Item code=y mark=c"])
            #expect(merged.conflicts == ["bothChanged Item.code seed"])
        }
        for merged in try worlds.merge(key) {
            #expect(merged.objects == ["Item code=w mark=c"])
            #expect(merged.conflicts == ["bothChanged Item.code user", "notUnique Item. user"])
        }
    }
}
