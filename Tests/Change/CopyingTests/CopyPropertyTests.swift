import Comparing
import Copying
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing
import Verification

@Suite("Random graphs, copied")
struct CopyPropertyTests {
    static let seeds = 0..<24

    @Test("With all connected objects, the copy in an empty store equals the original", arguments: seeds)
    func allOfThem(seed: Int) throws {
        let stores = try Stores(seed: seed)
        var choice = CopyChoice()
        choice.entities = ["Album", "Photo", "Place", "Tag"]
        choice.follow = .all
        try stores.copy(choice, to: .into(stores.path("B.sqlite")))
        #expect(try stores.differences("A.sqlite", "B.sqlite").isEmpty)
        #expect(try stores.failures("B.sqlite") == [])
        try stores.copy(choice, to: .new(stores.path("C.sqlite")))
        #expect(try stores.differences("A.sqlite", "C.sqlite").isEmpty)
        #expect(try stores.failures("C.sqlite") == [])
    }

    @Test(
        "Every way of following gives a valid store", arguments: CopyChoice.Follow.allCases, seeds.prefix(8))
    func parts(follow: CopyChoice.Follow, seed: Int) throws {
        let stores = try Stores(seed: seed)
        var choice = CopyChoice()
        choice.conditions = [
            .init(entity: "Album", predicate: try Predicate(format: "title ENDSWITH '1'")),
            .init(entity: "Tag", predicate: try Predicate(format: "photos.@count > 0")),
        ]
        choice.follow = follow
        try stores.copy(choice, to: .new(stores.path("C.sqlite")))
        #expect(try stores.failures("C.sqlite") == [])
        // Primary keys are kept, and so are the values of objects.
        let parts = try Connection(path: stores.path("C.sqlite"), mode: .immutable)
        try parts.attachImmutable(stores.path("A.sqlite"), as: "whole")
        for (table, column) in [("ZALBUM", "ZTITLE"), ("ZPHOTO", "ZTITLE"), ("ZTAG", "ZNAME")] {
            let others = try parts.integer(
                "SELECT count(*) FROM main.\(table) AS c LEFT JOIN whole.\(table) AS a ON a.Z_PK = c.Z_PK "
                    + "WHERE a.Z_PK IS NULL OR a.\(column) IS NOT c.\(column)")
            #expect(others == 0, "\(table)")
        }
        if follow == .all {
            // Connected objects are copied with all their links.
            let lost = try parts.integer(
                "SELECT count(*) FROM main.ZPHOTO AS c JOIN whole.ZPHOTO AS a ON a.Z_PK = c.Z_PK "
                    + "WHERE a.ZPLACE IS NOT c.ZPLACE")
            #expect(lost == 0)
        }
    }

    @Test(
        "In a store with other objects, none is lost, and unique objects exist once",
        arguments: CopyChoice.Conflicts.allCases.filter { $0 != .error }, seeds)
    func intoOthers(conflicts: CopyChoice.Conflicts, seed: Int) throws {
        let stores = try Stores(seed: seed, other: true)
        var choice = CopyChoice()
        choice.entities = ["Album", "Photo", "Place", "Tag"]
        choice.conflicts = conflicts
        try stores.copyFile("B.sqlite", "Before.sqlite")
        let report = try stores.copy(choice, to: .into(stores.path("B.sqlite")))
        #expect(try stores.failures("B.sqlite") == [])
        let after = try Connection(path: stores.path("B.sqlite"), mode: .immutable)
        try after.attachImmutable(stores.path("Before.sqlite"), as: "before")
        for table in ["ZALBUM", "ZPHOTO", "ZPLACE", "ZTAG"] {
            let gone = try after.integer(
                "SELECT count(*) FROM before.\(table) WHERE Z_PK NOT IN (SELECT Z_PK FROM main.\(table))")
            #expect(gone == 0, "\(table)")
        }
        if conflicts == .keep {
            for (table, columns) in [
                ("ZALBUM", ["ZTITLE", "ZCOVER"]), ("ZPHOTO", ["ZTITLE", "ZALBUM", "Z_FOK_ALBUM", "ZPLACE"]),
                ("ZTAG", ["ZNAME", "ZPARENT", "Z_OPT"]),
            ] {
                for column in columns {
                    let changed = try after.integer(
                        "SELECT count(*) FROM before.\(table) AS b JOIN main.\(table) AS m ON m.Z_PK = b.Z_PK "
                            + "WHERE b.\(column) IS NOT NULL AND b.\(column) IS NOT m.\(column)")
                    #expect(changed == 0, "\(table).\(column)")
                }
            }
        }
        let tags = try after.rows("SELECT ZNAME, count(*) FROM ZTAG WHERE ZNAME NOT NULL GROUP BY 1") {
            $0.integer(at: 1)
        }
        #expect(tags.allSatisfy { $0 == 1 })
        let members = try after.integer(
            "SELECT count(*) FROM before.\(stores.joinTable) AS b WHERE NOT EXISTS "
                + "(SELECT 1 FROM main.\(stores.joinTable) AS m WHERE "
                + stores.joinColumns.map { "m.\($0) = b.\($0)" }.joined(separator: " AND ") + ")")
        #expect(members == 0)
        #expect(report.rows.reduce(0) { $0 + $1.found } > 0)
    }
}

/// Two stores of one model.
struct Stores {
    let folder: TestFolder

    /// - Parameter other: whether the second store also has objects.
    init(seed: Int, other: Bool = false) throws {
        folder = try TestFolder()
        var graph = RandomGraph(seed: seed)
        for name in ["A.sqlite", "B.sqlite"] { try RandomGraph.create(at: path(name), in: folder) }
        try graph.fill(path("A.sqlite"), count: 8, mark: "A")
        if other { try graph.fill(path("B.sqlite"), count: 8, mark: "B") }
    }

    func path(_ name: String) -> String { folder.path + "/" + name }

    func copyFile(_ name: String, _ other: String) throws {
        let old = try Connection.reading(path: path(name))
        try old.backup(to: Connection(path: path(other), mode: .create))
    }

    /// The join table of photos and tags, and its key columns.
    var joinTable: String { "Z_2TAGS" }
    var joinColumns: [String] { ["Z_2PHOTOS", "Z_6TAGS"] }

    @discardableResult
    func copy(_ choice: CopyChoice, to destination: StoreCopier.Destination) throws -> CopyReport {
        let finished = try StoreCopier(from: path("A.sqlite"), to: destination, choice: choice).copy()
        try finished.store.place()
        return finished.report
    }

    func differences(_ old: String, _ new: String) throws -> [String] {
        var found: [String] = []
        _ = try StoreDiff(old: .init(path: path(old)), new: .init(path: path(new))).run {
            found.append("\($0)")
        }
        return found
    }

    func failures(_ name: String) throws -> [String] {
        try StoreVerifier().verify(path: path(name)).filter { !$0.isPassed }.map {
            "\($0.name): \($0.outcome.examples.map(\.line))"
        }
    }
}
