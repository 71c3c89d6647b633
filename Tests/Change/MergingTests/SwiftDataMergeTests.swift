import Merging
import ObjectLayer
import ObjectModel
import SwiftDataSource
import TestSupport
import Testing

/// Tests of values that only SwiftData models have: enumerations, structures and non-optional arrays. All ways of
/// merging treat them alike.
@Suite("Editions of SwiftData models, merged in all ways")
struct SwiftDataMergeTests {
    private static let source = """
        import Foundation
        import SwiftData

        enum Level: String, Codable { case low, high, top }
        enum Rank: Int, Codable { case first = 1, second = 2, third = 3 }
        enum Kind: Codable { case city, hike, swim }
        struct Place: Codable { var latitude: Double; var code: Int; var note: String? }

        @Model final class Trip {
            @Attribute(.unique) var mark: String
            var level: Level?
            var rank: Rank
            var kind: Kind
            var choice: Kind?
            var place: Place?
            @Relationship(deleteRule: .cascade, inverse: \\Note.trip) var notes: [Note] = []
        }

        @Model final class Note {
            @Attribute(.unique) var mark: String
            var trip: Trip?
        }
        """

    private func worlds() throws -> ModelWorlds {
        let folder = try TestFolder()
        let path = try folder.write(Self.source, as: "Models.swift")
        return try withExtendedLifetime(folder) {
            try ModelWorlds(SwiftModelReader.read(path: path, choice: .current).model)
        }
    }

    private static func set(
        _ values: [String: PropertyValue?], of mark: String, in context: ManagedObjectContext
    ) throws {
        var request = FetchRequest(entityName: "Trip")
        request.predicate = try Predicate(format: "mark == %@", arguments: [.value(.string(mark))])
        let trip = try context.fetch(request).first ?? context.insertNewObject(forEntityName: "Trip")
        try trip.setValue(mark, forKey: "mark")
        for (path, value) in values { try trip.setAttributeValue(value, forKey: path) }
    }

    /// Merges in all ways, checks that the results are the same, and returns it.
    private func merge(
        base: [String: PropertyValue?] = [:], new: [String: PropertyValue?] = [:],
        user: [String: PropertyValue?] = [:], added: [String: PropertyValue?]? = nil
    ) throws -> ModelWorlds.Merged {
        let worlds = try worlds()
        let usual: [String: PropertyValue?] = ["rank": .integer(1), "kind": .string("city")]
        try worlds.make("base", from: "template") {
            try Self.set(usual.merging(base) { $1 }, of: "a", in: $0)
        }
        try worlds.note("base")
        try worlds.make("new", from: "base") { context in
            try Self.set(new, of: "a", in: context)
            if let added { try Self.set(usual.merging(added) { $1 }, of: "b", in: context) }
        }
        try worlds.make("user", from: "base") { try Self.set(user, of: "a", in: $0) }
        let merged = try worlds.merge()
        #expect(merged[1] == merged[0], "the file of the changes")
        #expect(merged[2] == merged[0], "the generated code")
        return merged[0]
    }

    @Test("A new value of an enumeration with raw values is merged without a conflict")
    func rawValues() throws {
        let merged = try merge(
            base: ["level": .string("low")], new: ["level": .string("high"), "rank": .integer(2)],
            added: ["level": .string("top"), "rank": .integer(3)])
        #expect(merged.conflicts == [])
        #expect(
            merged.objects == [
                "Trip kind=city level=high mark=a rank=2", "Trip kind=city level=top mark=b rank=3",
            ])
    }

    @Test("A conflict about an enumeration is reported once, and the user's case is kept")
    func bothChanged() throws {
        let merged = try merge(
            new: ["kind": .string("hike"), "rank": .integer(2)],
            user: ["kind": .string("swim"), "rank": .integer(3)])
        #expect(merged.conflicts == ["bothChanged Trip.kind user", "bothChanged Trip.rank user"])
        #expect(merged.objects == ["Trip kind=swim mark=a rank=3"])
    }

    @Test("A case follows the new edition, and so does a missing one")
    func cases() throws {
        let merged = try merge(
            base: ["choice": .string("city")], new: ["choice": nil, "kind": .string("swim")],
            added: ["choice": .string("hike")])
        #expect(merged.conflicts == [])
        #expect(
            merged.objects
                == ["Trip kind=swim mark=a rank=1", "Trip choice=hike kind=city mark=b rank=1"].sorted())
    }

    @Test("A structure that one side lacks is added, removed or kept as a whole")
    func wholeStructures() throws {
        let place: [String: PropertyValue?] = [
            "place.latitude": .double(1), "place.code": .integer(1), "place.note": .string("n"),
        ]
        let none: [String: PropertyValue?] = ["place.latitude": nil, "place.code": nil, "place.note": nil]
        let other: [String: PropertyValue?] = ["place.latitude": .double(2), "place.code": .integer(2)]
        let cases:
            [(
                base: [String: PropertyValue?], new: [String: PropertyValue?], user: [String: PropertyValue?],
                place: String, reported: [String]
            )] = [
                // The user removed the structure, the edition changed an element.
                (place, ["place.code": .integer(2)], none, "", ["bothChanged Trip.place user"]),
                // The edition removed the structure, the user changed an element.
                (
                    place, none, ["place.code": .integer(7)], "place.code=7 place.latitude=1.0 place.note=n ",
                    ["bothChanged Trip.place user"]
                ),
                (place, none, [:], "", []),
                (place, none, none, "", []),
                // Both added a structure.
                (
                    [:], place, other, "place.code=2 place.latitude=2.0 ",
                    ["bothChanged Trip.place user"]
                ),
                ([:], place, place, "place.code=1 place.latitude=1.0 place.note=n ", []),
                ([:], place, [:], "place.code=1 place.latitude=1.0 place.note=n ", []),
            ]
        for example in cases {
            let merged = try merge(base: example.base, new: example.new, user: example.user)
            #expect(merged.conflicts == example.reported)
            #expect(merged.objects == ["Trip kind=city mark=a \(example.place)rank=1"])
        }
    }

    @Test("Elements of a structure follow the new edition one by one")
    func structures() throws {
        let merged = try merge(
            base: ["place.latitude": .double(1), "place.code": .integer(1)],
            new: ["place.code": .integer(2)], user: ["place.latitude": .double(3)],
            added: ["place.latitude": .double(5), "place.code": .integer(3), "place.note": .string("n")])
        #expect(merged.conflicts == [])
        #expect(
            merged.objects == [
                "Trip kind=city mark=a place.code=2 place.latitude=3.0 rank=1",
                "Trip kind=city mark=b place.code=3 place.latitude=5.0 place.note=n rank=1",
            ])
    }

    @Test("An object without notes is added, and the last note of another is removed")
    func emptyArrays() throws {
        let worlds = try worlds()
        let usual: [String: PropertyValue?] = ["rank": .integer(1), "kind": .string("city")]
        try worlds.make("base", from: "template") { context in
            try Self.set(usual, of: "a", in: context)
            let note = try context.insertNewObject(forEntityName: "Note")
            try note.setValue("n", forKey: "mark")
            try note.setObject(context.fetch(FetchRequest(entityName: "Trip")).first, forKey: "trip")
        }
        try worlds.note("base")
        try worlds.make("new", from: "base") { context in
            try Self.set(usual, of: "b", in: context)
            for note in try context.fetch(FetchRequest(entityName: "Note")) { try context.delete(note) }
        }
        try worlds.make("user", from: "base")
        for merged in try worlds.merge() {
            #expect(merged.conflicts == [])
            #expect(merged.objects == ["Trip kind=city mark=a rank=1", "Trip kind=city mark=b rank=1"])
        }
    }
}
