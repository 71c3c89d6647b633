import CommandSupport
import Foundation
import TestSupport
import Testing

/// Enumerations and arrays of SwiftData models, starting with a build. `MergingTests` tests the generated code with
/// them.
@Suite("New editions of SwiftData models")
struct SwiftDataMergeTests {
    private static let source = """
        enum Level: String, Codable { case low, high, top }
        enum Kind: Codable { case city, hike, swim }
        @Model final class Trip {
            @Attribute(.unique) var mark: String
            var level: Level?
            var rank: Level
            var kind: Kind
            @Relationship(deleteRule: .cascade, inverse: \\Note.trip) var notes: [Note] = []
        }
        @Model final class Note {
            var text: String
            var trip: Trip?
        }
        """

    private static func trips(_ trips: String, notes: String = "", as name: String, in stores: EditionStores)
        throws
    {
        try stores.build(
            name, ["Trip": "mark,level,rank,kind\n" + trips, "Note": "text,trip\n" + notes],
            loads: [
                "Note":
                    "attributes: { text: text }\n    relationships: { trip: { find: Trip.mark, column: trip, missing: error } }"
            ])
    }

    @Test("Enumerations are merged, the user's case replaces others, and empty arrays cause no warning")
    func enumerations() throws {
        let stores = try EditionStores(swift: Self.source)
        try Self.trips("a,low,low,city\nc,low,low,city\n", notes: "n,c\n", as: "A", in: stores)
        try Self.trips("a,high,top,hike\nb,top,low,swim\nc,low,low,city\n", as: "B", in: stores)
        let again = try stores.run("build", "B.yml", "-o", "again.sqlite")
        #expect(again.errors.contains("warning") == false, "\(again.errors)")
        try stores.copy(
            "A", as: "U", "UPDATE ZTRIP SET ZCITY = NULL, ZSWIM = 'swim', ZRANK = 'high' WHERE ZMARK = 'a'")
        try stores.changes("A", "B")
        for way in [["--from", "B.sqlite", "--base", "A.sqlite"], ["--changes", "A-B.json"]] {
            let result = try Zseed.run(["merge", "U.sqlite", "-o", "M.sqlite"] + way, in: stores.path)
            #expect(result.status == 0, "\(result.errors)")
            #expect(
                result.output.split(separator: "\n").dropLast() == [
                    "conflict  Trip \"a\": kind: the user has swim, the new edition hike; the user's value is kept",
                    "conflict  Trip \"a\": rank: the user has high, the new edition top; the user's value is kept",
                ])
            #expect(
                try stores.rows("SELECT ZMARK, ZLEVEL, ZRANK, ZCITY, ZHIKE, ZSWIM FROM ZTRIP ORDER BY 1") == [
                    "a,high,high,nil,nil,swim", "b,top,low,nil,nil,swim", "c,low,low,city,nil,nil",
                ])
            #expect(try stores.rows("SELECT count(*) FROM ZNOTE") == ["0"])
            let verified = try stores.run("verify", "M.sqlite", "--strict")
            #expect(verified.status == 0, "\(verified.errors)")
        }
    }
}
