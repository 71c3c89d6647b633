import CommandSupport
import Foundation
import SQLite
import StoreFormat
import TestSupport
import Testing

@Suite(
    "Real SwiftData stores, exported and rebuilt from Swift source alone",
    .enabled(if: FactsSource.isPresent, Corpus.absence))
struct SourceRoundTripTests {
    @Test("Schema and rows are equal, except for identifiers", arguments: FactsSource.all)
    func roundTrip(source: FactsSource) throws {
        let folder = try TestFolder()
        try source.write(to: folder)
        let original = try Corpus.entry(source.storeName).store
        let exported = try Zseed.run(
            "export", original, "--model", "App", "-o", "files", "-q", in: folder.path)
        #expect(exported.status == 0, "\(exported.errors)")
        // The plan names the store and the source. From here on, only the source is used.
        let plan = folder.path + "/files/seed.yml"
        let lines = try String(contentsOfFile: plan, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.contains("model: ../App"))
        let text = lines.filter { !$0.hasPrefix("model: ") }
            .map { $0.hasPrefix("reference: ") ? "reference: ../App" : String($0) }
            .joined(separator: "\n")
        try folder.write(text, as: "files/seed.yml")
        let built = try Zseed.run("build", "files/seed.yml", "-q", "-o", "out.store", in: folder.path)
        #expect(built.status == 0, "\(built.errors)")
        let verified = try Zseed.run("verify", "out.store", "--model", original, in: folder.path)
        #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
        #expect(verified.output.contains("out.store: will open"))
        // If several relationships with the same name have the same destination, the source does not determine the
        // order of their numbers (docs/internals/format.md#many-to-many). A warning reports this, and the store
        // resolves it.
        let order = "may number the columns of their join tables in another order"
        let created = try Zseed.run("create", "App", "-o", "created.store", in: folder.path)
        let beside = try Zseed.run(
            "create", "App", "--beside", original, "-o", "beside.store", in: folder.path)
        #expect(created.status == 0 && beside.status == 0, "\(created.errors)\(beside.errors)")
        #expect(created.errors.contains(order) == (source.name == "retroview-mystereoviews"))
        #expect(!beside.errors.contains(order), "\(beside.errors)")
        let checked = try Zseed.run("verify", original, "--model", "App", in: folder.path)
        #expect(checked.status == 0, "\(checked.output)\(checked.errors)")
        let one = try ReferenceStore(path: original)
        let other = try ReferenceStore(path: folder.path + "/out.store")
        #expect(
            (Self.schema(other) == Self.schema(one)) == (source.name != "retroview-mystereoviews"))
        let settled = try ReferenceStore(path: folder.path + "/beside.store")
        #expect(Self.schema(settled) == Self.schema(one))
        let rows = try Self.rows(of: other)
        for (subject, expected) in try Self.rows(of: one) {
            #expect(rows[subject] == expected, "\(subject)")
        }
    }

    /// Returns the statements of a store's tables and indexes.
    private static func schema(_ store: ReferenceStore) -> [String] {
        store.inspection.schemaObjects.map(\.sql).sorted()
    }

    /// Returns the rows of each table, with objects identified by their position in the order of primary keys.
    private static func rows(of store: ReferenceStore) throws -> [String: [String]] {
        var places: [String: [Int64: Int]] = [:]
        for entity in store.layout.entities {
            let keys = try store.connection.rows(
                "SELECT Z_PK FROM \(entity.table) WHERE Z_ENT = \(entity.number) ORDER BY Z_PK"
            ) { $0.integer(at: 0) }
            places[entity.name] = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        }
        func place(_ row: Statement, _ column: Int, _ entity: String) -> String {
            row.isNull(at: column) ? "-" : places[entity]?[row.integer(at: column)].map(String.init) ?? "?"
        }
        func value(_ row: Statement, _ column: Int) -> String {
            "\(row.storageClass(at: column)):\(row.value(at: column))"
        }
        var rows: [String: [String]] = [:]
        for entity in store.layout.entities {
            let columns = entity.attributes.map(\.column)
            let all = ["Z_PK"] + columns + entity.toOnes.map(\.column)
            rows[entity.name] = try store.connection.rows(
                "SELECT \(all.joined(separator: ", ")) FROM \(entity.table) "
                    + "WHERE Z_ENT = \(entity.number) ORDER BY Z_PK"
            ) { row in
                columns.indices.map { value(row, $0 + 1) }.joined(separator: "|") + "|"
                    + entity.toOnes.enumerated().map { index, toOne in
                        place(row, columns.count + 1 + index, toOne.destinationName)
                    }.joined(separator: "|")
            }
            for toMany in entity.toManys {
                let subject = "\(entity.name).\(toMany.relationship.name)"
                let query: String
                switch toMany.storage {
                case .inverseToOne: continue
                case .column(let table, let column): query = "SELECT \(column), Z_PK FROM \(table)"
                case .joinTable(let join, let own, let other, _):
                    query = "SELECT \(own), \(other) FROM \(join.name)"
                }
                rows[subject] = try store.connection.rows(query) { row in
                    place(row, 0, entity.name) + " " + place(row, 1, toMany.destinationName)
                }.sorted()
            }
        }
        return rows
    }
}
