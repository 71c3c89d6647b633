import Foundation
import ObjectModel
import SQLite
@testable import Inputs
import StoreFormat
import TestSupport
import Testing

@Suite("Another Core Data store", .enabled(if: Corpus.isPresent, Corpus.absence))
struct StoreSourceTests {
    private static func source(
        _ name: String, _ entity: String, columns: [String]? = nil
    ) throws -> StoreSource {
        try StoreSource(
            path: try Corpus.entry(name).store, entity: entity, columns: columns)
    }

    @Test("Attributes, to-one relationships and the attributes of destinations")
    func columns() throws {
        let source = try Self.source("grocery-dude", "Item")
        #expect(source.columns.starts(with: ["@pk", "@entity"]))
        for name in ["name", "quantity", "unit", "unit.name", "locationAtHome.storedin"] {
            #expect(source.columns.contains(name))
        }
        let rows = try allRows(
            of: try Self.source(
                "grocery-dude", "Item", columns: ["@pk", "@entity", "name", "unit", "unit.name"]))
        let store = try Connection.reading(path: Corpus.entry("grocery-dude").store)
        let expected = try store.rows(
            """
            SELECT i.Z_PK, 'Item', i.ZNAME, i.ZUNIT, u.ZNAME FROM ZITEM i
            LEFT JOIN ZUNIT u ON u.Z_PK = i.ZUNIT ORDER BY i.Z_PK
            """
        ) { row in ReadRow.cells((0..<5).map { row.value(at: $0) }) }
        #expect(rows.count == 55)
        #expect(rows == expected)
    }

    @Test("Objects of subentities are included, each with its own entity")
    func subentities() throws {
        let rows = try allRows(
            of: try Self.source("grocery-dude", "Location", columns: ["@entity"]))
        let names = rows.map { row -> String in
            guard case .cells(let cells) = row, case .text(let name) = cells[0] else { return "" }
            return name
        }
        #expect(names.filter { $0 == "LocationAtHome" }.count == 13)
        #expect(names.filter { $0 == "LocationAtShop" }.count == 11)
        #expect(names.count == 24)
    }

    @Test(
        "Every entity of every store can be read, as many rows as it has", arguments: Corpus.realEnds
    )
    func everyEntity(entry: Corpus.Entry) throws {
        let reference = try ReferenceStore(path: entry.store)
        for entity in reference.layout.entities {
            let source = try StoreSource(path: entry.store, entity: entity.name)
            var count = 0
            while try source.next() {
                count += 1
                #expect(source.record.count == source.columns.count)
            }
            let family = entity.familyNumbers.map(String.init).joined(separator: ",")
            let expected = try reference.connection.integer(
                "SELECT count(*) FROM \(entity.table.sqlIdentifier) WHERE Z_ENT IN (\(family))")
            #expect(Int64(count) == expected, "\(entity.name)")
        }
    }

    @Test("Dates have the type date")
    func dates() throws {
        let entry = try Corpus.entry("failed-banks")
        let source = try StoreSource(path: entry.store, entity: "FailedBankDetails")
        #expect(!source.referenceDates.isEmpty)
    }

    @Test("Unknown names are refused")
    func names() throws {
        let path = try Corpus.entry("grocery-dude").store
        #expect(
            throws: SeedIssue(
                .plan(.unknownName("Itm", kind: .entity, nearest: "Item")), at: .init(path: path))
        ) { try StoreSource(path: path, entity: "Itm") }
        #expect(
            throws: SeedIssue(
                .plan(.unknownName("unit.nam", kind: .column, nearest: "unit.name")),
                at: .init(path: path), entity: "Item")
        ) { try StoreSource(path: path, entity: "Item", columns: ["unit.nam"]) }
        let folder = try TestFolder()
        let text = try folder.write("no store at all, but long enough", as: "a.sqlite")
        #expect(throws: SeedIssue(.database(.sourceStore(.notSQLite)), at: .init(path: text))) {
            try StoreSource(path: text, entity: "Item")
        }
        let missing = folder.path + "/none.sqlite"
        #expect(throws: SeedIssue(.file(.fileNotFound), at: .init(path: missing))) {
            try StoreSource(path: missing, entity: "Item")
        }
    }
}
