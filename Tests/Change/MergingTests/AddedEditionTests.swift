import Merging
import ObjectLayer
import ObjectModel
import TestSupport
import Testing

/// Merges of random stores without the old edition: the result is sound, and the report lists everything that was left
/// out.
@Suite("Merges without the old edition")
struct AddedEditionTests {
    private typealias Objects = AnyModelMergeTests

    @Test("A new object gets a unique value that another one vacates, if that follows the edition")
    func givenUp() throws {
        let worlds = try Objects.worlds(
            "<entity name=\"Card\">\(Objects.mark)<attribute name=\"code\" optional=\"YES\" attributeType=\"String\"/>"
                + "<uniquenessConstraints><uniquenessConstraint><constraint value=\"mark\"/></uniquenessConstraint>"
                + "<uniquenessConstraint><constraint value=\"code\"/></uniquenessConstraint></uniquenessConstraints>"
                + "</entity>")
        try worlds.make("user", from: "template") { try Objects.insert("Card", "t", code: "x", in: $0) }
        try worlds.make("new", from: "template") { context in
            try Objects.insert("Card", "n", code: "x", in: context)
            try Objects.insert("Card", "t", code: "y", in: context)
        }
        #expect(try ModelWorlds.lines(worlds.add(.init(updates: true))) == [])
        #expect(try worlds.objects("added") == ["Card code=x mark=n", "Card code=y mark=t"])
        #expect(try ModelWorlds.lines(worlds.add()) == ["notUnique Card. user"])
        #expect(try worlds.objects("added") == ["Card code=x mark=t"])
    }

    @Test(
        "Random models: every result is valid, and reports missing parts of the edition", arguments: 0..<2)
    func random(part: Int) throws {
        for number in stride(from: part, to: SeededGenerator.rounds(4), by: 2) {
            let seed = UInt64(number) &* 1_019 &+ 3
            var model = try RandomModel(seed: seed, hasUniqueLinks: number % 3 == 0, isNarrow: true)
            let worlds = try ModelWorlds(model.model)
            try worlds.make("base", from: "template") { try model.edit($0, "b", count: 40) }
            for round in 0..<3 {
                try worlds.make("new", from: "base") { try model.edit($0, "n", count: 16) }
                try worlds.make("user", from: "base") { try model.edit($0, "u", count: 16) }
                // Saving does not check the number of members of an object that loses one to a list without an inverse.
                guard try worlds.problems("new") + worlds.problems("user") == [] else { continue }
                for way in 0..<4 {
                    let choice = MergeChoice(preference: way < 2 ? .user : .seed, updates: way % 2 == 1)
                    let report = try worlds.add(choice)
                    let (problems, untold) = (try worlds.problems("added"), try untold(report, worlds))
                    #expect(problems + untold == [], "seed \(seed), round \(round), \(choice)")
                }
            }
        }
    }

    /// Returns the objects that are missing in the result without a report, and those that were added without the owner
    /// which they have in the edition.
    private func untold(_ report: MergeReport, _ worlds: ModelWorlds) throws -> [String] {
        let reported = Set(report.conflicts.compactMap { $0.name.map { "mark=\($0)" } })
        /// Returns the parts of a line that identify its object.
        func keys(_ line: String) -> [String] {
            line.split(separator: " ").filter { $0.hasPrefix("mark=") || $0.hasPrefix("code=") }
                .map { "\(line.prefix(1)) \($0)" }
        }
        func isReported(_ line: String) -> Bool {
            line.split(separator: " ").contains { reported.contains("\($0)") }
        }
        let there = Set(try worlds.objects("added").flatMap(keys))
        let lost = try (worlds.objects("new") + worlds.objects("user")).filter { line in
            !isReported(line) && there.isDisjoint(with: keys(line))
        }
        let (now, former) = (try owners("added", worlds), try owners("user", worlds))
        let orphans = try owners("new", worlds).filter { object, owners in
            !owners.isEmpty && former[object] == nil && now[object] == [] && !isReported(object)
        }
        return lost + orphans.keys.sorted()
    }

    /// Returns the owners of each object of a store.
    private func owners(_ name: String, _ worlds: ModelWorlds) throws -> [String: Set<String>] {
        let context = try ManagedObjectContext(
            PersistentStoreCoordinator(path: "\(worlds.path)/\(name).sqlite"))
        var owners: [String: Set<String>] = [:]
        func words(_ object: ManagedObject) throws -> String {
            try "\(object.objectID.entityName) mark=\(object.value(forKey: "mark", as: String.self) ?? "")"
        }
        for entity in worlds.model.entities where entity.superentityName == nil {
            for object in try context.fetch(FetchRequest(entityName: entity.name)) {
                owners[try words(object), default: []].formUnion([])
                for link in object.entity.relationships where link.deleteRule == .cascade {
                    let members =
                        try link.isToMany
                        ? object.objects(forKey: link.name)
                        : object.object(forKey: link.name).map { [$0] } ?? []
                    for member in members { owners[try words(member), default: []].insert(try words(object)) }
                }
            }
        }
        return owners
    }
}
