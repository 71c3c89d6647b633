import Comparing
import Files
import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

/// Compares rows read from pages with rows from a statement, in stores written by Core Data.
@Suite("Stores compared by pages and by statements")
struct PagesAndStatementsTests {
    /// The maximum size in bytes of a store that is changed at random. `make soak` includes larger ones.
    private static let mostBytes = SeededGenerator.rounds() > 1 ? 1_000_000 : 400_000

    @Test("Both ways find the same changes", arguments: Corpus.all)
    func same(entry: Corpus.Entry) throws {
        let size = try FileManager.default.attributesOfItem(atPath: entry.store)[.size] as? Int ?? 0
        guard size < Self.mostBytes else { return }
        let folder = try TestFolder()
        let paths = ["A.sqlite", "B.sqlite"].map { folder.path + "/" + $0 }
        let source = try OpenedStore(path: entry.store)
        try source.connection.backup(to: Connection(path: paths[0], mode: .create))
        for seed in 0..<SeededGenerator.rounds() {
            var random = SeededGenerator(seed: entry.name.utf8.reduce(UInt64(seed)) { $0 + UInt64($1) })
            try? FileManager.default.removeItem(atPath: paths[1])
            try FileManager.default.copyItem(atPath: paths[0], toPath: paths[1])
            let changes = try Self.change(paths[1], using: &random)
            let stores = try paths.map { (path: $0, store: try OpenedStore(path: $0)) }
            func find(_ purpose: ObjectMatching.Purpose?, _ method: MatchingMethod) throws -> [String] {
                guard let purpose else {
                    let found = try ObjectChanges(
                        old: stores[0], new: stores[1], choice: ComparisonChoice(), method: method)
                    return found.entities.map { "\($0.name) \($0.removed) \($0.added) \($0.changed)" }
                }
                let pairs = try ObjectChanges.pairs(
                    old: stores[0], new: stores[1], choice: ComparisonChoice(), for: purpose,
                    method: method)
                return pairs.pairs.map { "\($0.key) \($0.value.sorted { $0.key < $1.key })" }.sorted()
            }
            for purpose in [nil, .descent, .additions, .update] as [ObjectMatching.Purpose?] {
                let found = try MatchingMethod.all.map { try find(purpose, $0) }
                #expect(found.allSatisfy { $0 == found[0] }, "\(entry.name), \(changes)")
            }
            func counts(_ reportsObjects: Bool) throws -> (counts: [String], told: Int) {
                var told = 0
                let stores = paths.map { ComparedStore(path: $0) }
                let counts = try StoreDiff(old: stores[0], new: stores[1]).run(reportsObjects: reportsObjects)
                {
                    if case .metadata = $0 { return }
                    told += 1
                }
                return (counts.map { "\($0)" }, told)
            }
            let (all, numbers) = (try counts(true), try counts(false))
            #expect(all.counts == numbers.counts && numbers.told == 0, "\(entry.name), \(changes)")
        }
    }

    /// Changes a store, either as apps do or as damage does.
    private static func change(_ path: String, using random: inout SeededGenerator) throws -> [String] {
        let connection = try Connection(path: path, mode: .readWrite)
        let tables = try connection.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'Z*' "
                + "AND name NOT IN ('Z_METADATA', 'Z_MODELCACHE', 'Z_PRIMARYKEY') ORDER BY name"
        ) { $0.text(at: 0) ?? "" }
        var changes: [String] = []
        if Int.random(in: 0..<3, using: &random) == 0 {
            changes.append("UPDATE Z_METADATA SET Z_UUID = '5EED0000-0000-4000-8000-0000000000FF'")
        }
        for _ in 0..<Int.random(in: 0..<6, using: &random) {
            guard let table = tables.randomElement(using: &random) else { break }
            let columns = try connection.rows("SELECT name FROM pragma_table_info(?1)", [.text(table)]) {
                $0.text(at: 0) ?? ""
            }
            let name = table.sqlIdentifier
            guard let column = columns.randomElement(using: &random)?.sqlIdentifier else { continue }
            let part = "rowid % \(Int.random(in: 1..<5, using: &random)) = 0"
            changes.append(
                [
                    "DELETE FROM \(name) WHERE \(part)",
                    "UPDATE OR IGNORE \(name) SET \(column) = NULL WHERE \(part)",
                    "UPDATE OR IGNORE \(name) SET \(column) = \(column) + 1 WHERE \(part)",
                    "UPDATE OR IGNORE \(name) SET \(column) = 'x' || rowid WHERE \(part)",
                    "UPDATE OR IGNORE \(name) SET \(column) = CAST(\(column) AS BLOB) WHERE \(part)",
                    "UPDATE OR IGNORE \(name) SET \(column) = zeroblob(9000) WHERE \(part)",
                    "UPDATE OR IGNORE \(name) SET rowid = rowid + 100000 WHERE \(part)",
                    "UPDATE OR IGNORE \(name) SET rowid = 1000000 - rowid",
                ].randomElement(using: &random) ?? "")
        }
        for change in changes { try? connection.execute(change) }
        return changes
    }
}
