import SQLite
import TestSupport
import Testing

@testable import Drafting
@testable import Seeding

/// No draft alters, invents or drops a value of a random table without reporting it.
@Suite("Drafts of random tables")
struct DraftPropertyTests {
    private static let model = """
        Item name! note code rank amount:Integer_64 kind>Kind.items tags>>Tag.items
        Kind name! @name items>>Item.kind
        Tag name! @name items>>Item.tags
        """
    private static let texts = [
        "Ditto", "ditto", "Total", "NA", "n/a", "-", "unknown", "none", "Null", "Idem", "\"\"\"\"", "Page 1",
        "* star", "Sum", "3 rows", "apple", "Berg", "x", "Äpfel", "12 kg", "007", "1.50", "a b", "TBD", "?",
    ]
    private static let headers = ["name", "note", "code", "rank", "kind", "colour", "remark", "id", "title"]

    @Test("Each row becomes an object with its values, or a line reports it; ZSEED_ROUNDS for more")
    func values() throws {
        let seeds = 0..<60 * SeededGenerator.rounds()
        let built = try seeds.count { try isRight(seed: UInt64($0)) }
        // A refused file loses nothing but is no evidence.
        #expect(built * 2 > seeds.count, "\(built) of \(seeds.count) were built")
    }

    /// Drafts and builds a random table, and returns whether there is a store to compare with it.
    private func isRight(seed: UInt64) throws -> Bool {
        var chance = SeededGenerator(seed: seed)
        let columns =
            ["name"]
            + Self.headers.dropFirst().shuffled(using: &chance).prefix(Int.random(in: 1...5, using: &chance))
        let rows = (0..<Int.random(in: 2...9, using: &chance)).map { _ in
            columns.indices.map { index in
                index > 0 && Int.random(in: 0..<5, using: &chance) == 0
                    ? "" : Self.texts.randomElement(using: &chance) ?? "x"
            }
        }
        let csv = ([columns] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
        let sql = """
            SELECT i.ZNAME, i.ZNOTE, i.ZCODE, i.ZRANK, k.ZNAME FROM ZITEM i LEFT JOIN ZKIND k ON k.Z_PK = i.ZKIND
            ORDER BY i.Z_PK
            """
        let file = DraftedFile("\(seed)", Self.model, ["items.csv": csv], .rows(sql, []))
        let folder = try TestFolder()
        let result = try file.result(in: folder)
        guard let objects = result.rows else { return false }
        let cells = rows.map { row in row.map { $0 == "\"\"\"\"" ? "\"" : $0 } }
        #expect(
            objects.count == rows.count || result.said.contains("where:"),
            "\(seed): \(csv)\n\(result.said)\n\(objects)")
        for (place, object) in objects.enumerated() {
            let values = object.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            let own = objects.count == rows.count ? [cells[place]] : cells
            #expect(
                own.contains { row in values.allSatisfy { $0.isEmpty || row.contains($0) } },
                "\(seed): \(csv)\n\(result.said)\n\(object)")
        }
        guard objects.count == rows.count else { return true }
        // A column with the name of an attribute fills it with all its cells. The plan lists the words that
        // it leaves out.
        for (index, name) in ["name", "note", "code", "rank", "kind"].enumerated() {
            guard let column = columns.firstIndex(of: name) else { continue }
            for (place, object) in objects.enumerated() {
                let value = object.split(separator: "|", omittingEmptySubsequences: false)[index]
                let cell = cells[place][column]
                #expect(
                    value == cell || value.isEmpty && result.said.contains("\"\(cell)\"")
                        || result.said.contains("fillDown: [\(name)"),
                    "\(seed): \(name) of row \(place): '\(value)' for '\(cell)'\n\(csv)\n\(result.said)")
            }
        }
        return true
    }
}
