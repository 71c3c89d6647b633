import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Exporting
@testable import Seeding

/// A real store that is exported for people and built again has the same rows: the values of every attribute, and the
/// same objects at the ends of every relationship.
@Suite("Rows after export and build", .enabled(if: Corpus.isPresent, Corpus.absence))
struct RowRoundTripTests {
    /// The primary keys after the build, by those before it, for each entity.
    private typealias Keys = [String: [Int64: Int64]]

    private static let swiftData = Corpus.entries.filter { $0.name.hasSuffix("-swiftdata") }

    @Test("They are the same in every store of a SwiftData app", arguments: swiftData)
    func rows(_ entry: Corpus.Entry) throws {
        let folder = try TestFolder()
        let reference = try ReferenceStore(path: entry.store, modelPath: nil)
        _ = try StoreExporter(reference).export(to: folder.path + "/files")
        let plan = try PlanReader.read(path: folder.path + "/files/seed.yml")
        let path = folder.path + "/again.sqlite"
        try SeedBuilder(plan: plan, output: path).build().place()
        let again = try Connection(path: path, mode: .readOnly)
        let layout = reference.layout
        var keys: Keys = [:]
        for entity in layout.entities {
            let sql =
                "SELECT Z_PK FROM \(entity.table.sqlIdentifier) "
                + "WHERE Z_ENT = \(entity.number) ORDER BY Z_PK"
            let before = try reference.connection.rows(sql) { $0.integer(at: 0) }
            let after = try again.rows(sql) { $0.integer(at: 0) }
            #expect(before.count == after.count, "\(entity.name)")
            for (old, new) in zip(before, after) { keys[entity.rootName, default: [:]][old] = new }
        }
        for entity in layout.entities where !entity.isAbstract {
            try compareValues(of: entity, reference.connection, again)
            try compareLinks(of: entity, keys, layout, reference.connection, again)
        }
        for join in layout.joinTables {
            try comparePairs(of: join, keys, layout, reference.connection, again)
        }
    }

    private func compareValues(
        of entity: EntityLayout, _ before: Connection, _ after: Connection
    ) throws {
        for attribute in entity.attributes where !attribute.attribute.isDerived {
            let sql =
                "SELECT \(attribute.column.sqlIdentifier) FROM "
                + "\(entity.table.sqlIdentifier) WHERE Z_ENT = \(entity.number) ORDER BY Z_PK"
            let values = try [before, after].map { try $0.rows(sql) { $0.value(at: 0) } }
            let places = zip(values[0], values[1]).enumerated().filter { $1.0 != $1.1 }
            #expect(
                places.isEmpty,
                "\(entity.name).\(attribute.path): \(places.count) differ: \(places.first?.element)")
        }
    }

    private func compareLinks(
        of entity: EntityLayout, _ keys: Keys, _ layout: StoreLayout, _ before: Connection,
        _ after: Connection
    ) throws {
        for toOne in entity.toOnes {
            let root = try #require(layout.entity(named: toOne.destinationName)).rootName
            let sql =
                "SELECT \(toOne.column.sqlIdentifier) FROM "
                + "\(entity.table.sqlIdentifier) WHERE Z_ENT = \(entity.number) ORDER BY Z_PK"
            func links(_ store: Connection) throws -> [Int64?] {
                try store.rows(sql) { $0.isNull(at: 0) ? nil : $0.integer(at: 0) }
            }
            // A link to a missing object is left out, and the export reports it.
            let old = try links(before).map { $0.flatMap { keys[root]?[$0] } }
            #expect(old == (try links(after)), "\(entity.name).\(toOne.relationship.name)")
        }
    }

    private func comparePairs(
        of join: JoinTableLayout, _ keys: Keys, _ layout: StoreLayout, _ before: Connection,
        _ after: Connection
    ) throws {
        let sides = [join.ownerSide, join.otherSide]
        let roots = try sides.map { try #require(layout.entity(named: $0.entityName)).rootName }
        let columns = sides.map(\.column.sqlIdentifier).joined(separator: ", ")
        func pairs(_ store: Connection) throws -> [[Int64]] {
            try store.rows("SELECT \(columns) FROM \(join.name.sqlIdentifier)") {
                [$0.integer(at: 0), $0.integer(at: 1)]
            }
        }
        let old = try pairs(before).map { pair in
            zip(pair, roots).compactMap { keys[$1]?[$0] }
        }
        #expect(Set(old) == Set(try pairs(after)), "\(join.name)")
    }
}
