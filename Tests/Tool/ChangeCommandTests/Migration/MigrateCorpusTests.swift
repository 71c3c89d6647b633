import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed migrate, with real stores and later versions of their models")
struct MigrateCorpusTests {
    /// An older store and a later model.
    struct Pair: CustomTestStringConvertible, Sendable {
        let store: String
        /// The path of the model in the corpus.
        let model: String
        /// Whether the store contains no model.
        var needsModel = false
        var testDescription: String { "\(store) → \(model)" }
    }

    static let pairs = [
        Pair(store: "bookmarks-1", model: "bookmarks-5/Model.xcdatamodel"),
        Pair(store: "bookmarks-1", model: "bookmarks-5/store.sqlite"),
        Pair(store: "apptentive-1", model: "apptentive-5/Model.xcdatamodel", needsModel: true),
        Pair(store: "moody-2", model: "moody-5/store.sqlite"),
        Pair(store: "cartkit", model: "cartkit/CartStorage.xcdatamodel"),
        Pair(store: "cartkit", model: "cartkit/CartStorage.momd"),
        Pair(store: "wire-1-24", model: "wire-2-42/store.sqlite"),
        Pair(store: "wire-1-24", model: "wire-2-101/store.sqlite"),
        Pair(store: "wire-2-42", model: "wire-2-101/store.sqlite"),
    ]

    /// Copies a store with its `-wal`, and returns its name.
    private static func copy(_ entry: Corpus.Entry, to folder: TestFolder) throws {
        for suffix in ["", "-wal"]
        where FileManager.default.fileExists(atPath: entry.store + suffix) {
            try FileManager.default.copyItem(
                atPath: entry.store + suffix, toPath: folder.path + "/old.sqlite" + suffix)
        }
    }

    private static func migrate(_ pair: Pair, in folder: TestFolder) throws -> ProcessResult {
        let entry = try Corpus.entry(pair.store)
        try copy(entry, to: folder)
        return try Zseed.run(
            ["migrate", "old.sqlite", "--to", Corpus.folder + "/" + pair.model, "-o", "new.sqlite"]
                + (pair.needsModel ? ["--model", entry.modelXML ?? ""] : []), in: folder.path)
    }

    @Test(
        "Every object, and every value whose column keeps its name, is migrated",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: pairs)
    func values(pair: Pair) throws {
        let folder = try TestFolder()
        let result = try Self.migrate(pair, in: folder)
        try #require(result.status == 0, "\(result.errors)")
        let verified = try Zseed.run(
            "verify", "--strict", "new.sqlite", "--model", Corpus.folder + "/" + pair.model,
            in: folder.path)
        #expect(verified.status == 0, "\(verified.output)")
        let old = try Connection(path: folder.path + "/old.sqlite", mode: .readWrite)
        let new = try Connection(path: folder.path + "/new.sqlite", mode: .readOnly)
        let tables = try new.lines(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z[A-Y]*'")
        var compared = 0
        for table in tables {
            let columns = try Set(old.lines("SELECT name FROM pragma_table_info('\(table)')"))
            let common = try new.lines("SELECT name FROM pragma_table_info('\(table)')")
                .filter { columns.contains($0) && $0 != "Z_ENT" && !$0.contains("_FOK_") }
                .filter { $0.wholeMatch(of: /Z\d+_.*/) == nil }
            guard !columns.isEmpty else { continue }
            let entities = try Set(
                new.lines(
                    "SELECT DISTINCT Z_NAME FROM \(table) JOIN Z_PRIMARYKEY USING (Z_ENT)"))
            let names = entities.map { "'\($0)'" }.joined(separator: ", ")
            for column in common {
                let values =
                    "SELECT t.Z_PK, typeof(\(column)), hex(\(column)) FROM \(table) AS t "
                    + "JOIN Z_PRIMARYKEY AS p ON p.Z_ENT = t.Z_ENT WHERE p.Z_NAME IN (\(names)) "
                    + "AND \(column) IS NOT NULL ORDER BY 1"
                let before = try old.lines(values)
                let after = try Set(new.lines(values))
                #expect(before.filter { !after.contains($0) } == [], "\(table).\(column)")
                compared += before.count
            }
        }
        #expect(compared > 0 || pair.store.hasPrefix("wire"))
    }

    @Test(
        "Favorite bookmarks become an ordered many-to-many relationship",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func bookmarks() throws {
        let folder = try TestFolder()
        let result = try Self.migrate(Self.pairs[0], in: folder)
        try #require(result.status == 0, "\(result.errors)")
        let old = try Connection(path: folder.path + "/old.sqlite", mode: .readWrite)
        let new = try Connection(path: folder.path + "/new.sqlite", mode: .readOnly)
        let before = try old.lines(
            "SELECT ZFAVORITEFOLDER, Z_PK, Z_FOK_FAVORITEFOLDER FROM ZBOOKMARKENTITY "
                + "WHERE ZFAVORITEFOLDER NOT NULL ORDER BY 1, 3")
        let table = try #require(
            try new.text("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z_1*'"))
        let columns = try new.lines("SELECT name FROM pragma_table_info('\(table)')")
        let order = try #require(columns.first { $0.hasPrefix("Z_FOK") })
        let member = String(order.dropFirst("Z_FOK_".count))
        let members = try #require(columns.first { $0 == "Z_" + member })
        let folders = try #require(columns.first { $0 != order && $0 != members })
        #expect(
            try new.lines("SELECT \(folders), \(members), \(order) FROM \(table) ORDER BY 1, 3") == before)
    }
}
