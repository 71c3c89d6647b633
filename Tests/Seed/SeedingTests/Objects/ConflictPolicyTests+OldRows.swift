import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Seeding

/// The changes of rows from before the build, other than their links.
extension ConflictPolicyTests {
    /// Runs builds after one another with `conflict: replace`. Each keeps the rows from before.
    private static func replacing(_ kind: Kind, _ builds: [Rows]) throws -> SeededStore {
        let folder = try TestFolder()
        var path = folder.path + "/empty.sqlite"
        try StoreCreator(model: model(), guessesJoinTables: true).create(at: path)
        var stores: [SeededStore] = []
        for rows in builds {
            let store = try SeededStore(
                plan(kind, "replace", rows: "keep"), reference: path,
                files: ["rows.csv": csv(rows)], isLinted: false)
            path = store.path
            stores.append(store)
        }
        try SeededStore.lint(path)
        // The folders of the other stores may be removed only now.
        return try #require(stores.last)
    }

    @Test(
        "A build raises the versions of changed old rows only",
        arguments: ConflictPolicyTests.kinds.filter { !$0.isOwn })
    func versions(_ kind: ConflictModel.Kind) throws {
        let store = try Self.replacing(
            kind,
            [
                [("a", ["tx"]), ("c", ["ty"])],
                // This frees the object for the next row.
                [("c", [])],
                [("a", ["ty"])],
            ])
        let found =
            try store.rows("SELECT ZNAME, Z_OPT FROM ZPERSON ORDER BY ZNAME")
            + store.rows("SELECT ZNAME, Z_OPT FROM ZTAG ORDER BY ZNAME")
        let expected =
            switch kind.name {
            // Columns of both.
            case "tagOneToOne": ["a|2", "c|2", "tx|2", "ty|3"]
            // A column of the person.
            case "tagOne", "tagOneInOrder", "tagOneAlone": ["a|2", "c|2", "tx|1", "ty|1"]
            // A column of the tag.
            case "tagParts", "tagStages", "tagNotes": ["a|1", "c|1", "tx|2", "ty|3"]
            // A table of its own.
            default: ["a|1", "c|1", "tx|1", "ty|1"]
            }
        #expect(found == expected)
    }

    @Test("A replaced list starts at the first position")
    func replacedList() throws {
        for name in ["tagStages", "tagRanks"] {
            let kind = try #require(Self.kinds.first { $0.name == name })
            let store = try Self.replacing(
                kind, [[("a", ["tx", "ty", "tz"])], [("a", ["tz", "tx"])]])
            let layout = StoreLayout(model: try Self.model())
            let toMany = try #require(layout.entity(named: "Person")?.toMany(name))
            let rows: [String]
            switch toMany.storage {
            case .inverseToOne(let table, let column, let order):
                rows = try store.rows(
                    """
                    SELECT ZNAME, \(try #require(order)) FROM \(table)
                    WHERE \(column) NOT NULL ORDER BY 2
                    """)
            case .joinTable(let join, _, let target, let order):
                rows = try store.rows(
                    """
                    SELECT t.ZNAME, j.\(try #require(order)) FROM \(join.name) AS j
                    JOIN ZTAG AS t ON t.Z_PK = j.\(target) ORDER BY 2
                    """)
            case .column: rows = []
            }
            #expect(rows == ["tz|2048", "tx|3072"], "\(name)")
        }
    }

    @Test(
        "A position is not an order key: an old row keeps its key, or moves to the end",
        arguments: ["ownOneInOrder", "tagOneInOrder"])
    func oldPlaces(relationship: String) throws {
        func plan(_ rows: String) -> String {
            """
            rows: \(rows)
            sources: { rows: { csv: rows.csv } }
            entities:
              Person:
                from: rows
                conflict: replace
                attributes: { name: name }
                relationships:
                  \(relationship): { find: name, column: value, order: place }
            """
        }
        let base = try SeededStore(
            plan("replace"), model: Self.model(),
            files: ["rows.csv": "name,value,place\na,x,1\nb,x,2\nc,y,1\n"])
        let store = try SeededStore(
            plan("keep"), reference: base.path,
            files: ["rows.csv": "name,value,place\na,x,9\nb,y,7\nd,x,1\n"])
        let layout = StoreLayout(model: try Self.model())
        let column = try #require(layout.entity(named: "Person")?.toOne(relationship))
        let rows = try store.rows(
            """
            SELECT ZNAME, \(try #require(column.orderColumn)) FROM ZPERSON
            WHERE \(column.column) NOT NULL ORDER BY 1
            """)
        #expect(rows == ["a|2048", "b|3072", "c|2048", "d|3072"])
    }
}
