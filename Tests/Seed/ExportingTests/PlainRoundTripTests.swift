import Comparing
import Drafting
import Foundation
import ObjectModel
import SQLite
import Seeding
import StoreFormat
import TestSupport
import Testing

@testable import Exporting

@Suite("Every store as a plain database")
struct PlainRoundTripTests {
    /// Returns the path of an old store's own model, if the corpus has it.
    private static func model(of entry: Corpus.Entry) throws -> String? {
        try entry.facts().model_cache ? nil : entry.modelXML
    }

    @Test(
        "Every object is in its table, by primary key, and every foreign key is valid",
        arguments: Corpus.ends)
    func rows(_ entry: Corpus.Entry) throws {
        let folder = try TestFolder()
        let reference = try ReferenceStore(path: entry.store, modelPath: Self.model(of: entry))
        let report = try PlainExporter(reference).export(to: folder.path + "/plain.sqlite")
        let plain = try Connection(path: folder.path + "/plain.sqlite", mode: .readOnly)
        #expect(try plain.text("PRAGMA integrity_check") == "ok")
        #expect(try plain.rows("PRAGMA foreign_key_check") { _ in 1 }.isEmpty)
        let schema = PlainSchema(reference)
        for table in schema.tables {
            let name = table.name.sqlIdentifier
            let key = table.primaryKey.sqlIdentifier
            for entity in table.entities {
                let own =
                    table.entityColumn.map { " WHERE \($0.sqlIdentifier) = \(entity.name.sqlLiteral)" } ?? ""
                let keys = try plain.rows("SELECT \(key) FROM \(name)\(own) ORDER BY 1") { $0.integer(at: 0) }
                let stored = try reference.connection.rows(
                    "SELECT Z_PK FROM \(entity.table.sqlIdentifier) WHERE Z_ENT = \(entity.number) ORDER BY 1"
                ) { $0.integer(at: 0) }
                #expect(keys == stored, "\(entity.name)")
            }
            for view in table.views {
                let rows = try plain.integer("SELECT count(*) FROM \(view.name.sqlIdentifier)")
                let numbers = view.entity.familyNumbers.map(String.init).joined(separator: ", ")
                let stored = try reference.connection.integer(
                    "SELECT count(*) FROM \(view.entity.table.sqlIdentifier) WHERE Z_ENT IN (\(numbers))")
                #expect(rows == stored, "\(view.name)")
            }
        }
        #expect(report.files.map(\.name) == schema.tables.map(\.name) + schema.junctions.map(\.name))
        // A second export gives the same bytes.
        _ = try PlainExporter(reference).export(to: folder.path + "/again.sqlite")
        let files = ["plain", "again"].map {
            FileManager.default.contents(atPath: folder.path + "/\($0).sqlite")
        }
        #expect(files[0] == files[1])
    }

    @Test("A drafted plan builds an equal store", arguments: Corpus.ends)
    func roundTrip(_ entry: Corpus.Entry) throws {
        let folder = try TestFolder()
        let model = try Self.model(of: entry)
        let reference = try ReferenceStore(path: entry.store, modelPath: model)
        let path = folder.path + "/plain.sqlite"
        let report = try PlainExporter(reference).export(to: path)
        let text = try PlanDrafter(
            reference, modelPath: model, sources: [path], planFolder: folder.path
        ).draft()
        try folder.write(text, as: "seed.yml")
        let plan = try PlanReader.read(path: folder.path + "/seed.yml")
        let again = folder.path + "/again.sqlite"
        try SeedBuilder(plan: plan, output: again).build().place()
        let file = try model.map { try ModelFile.read(path: $0).model }
        let diff = StoreDiff(
            old: ComparedStore(path: entry.store, model: file), new: ComparedStore(path: again, model: file))
        let dangling = report.omissions.compactMap { omission -> String? in
            if case .danglingLinks(let relationship, _) = omission { relationship } else { nil }
        }
        _ = try diff.run { difference in
            guard case .changed(let object) = difference else {
                Issue.record("\(difference)")
                return
            }
            for property in object.properties {
                // A build does not keep these values: a missing value of an attribute with a default, and links to
                // missing objects.
                let attribute = reference.layout.entity(named: object.entity)?.attribute(property.name)
                let isFilled =
                    attribute.map { !$0.attribute.isOptional && $0.attribute.defaultValue != nil } ?? false
                let isDangling = dangling.contains { $0.hasSuffix("." + property.name) }
                #expect(isFilled || isDangling, "\(object.entity).\(property.name): \(property.content)")
            }
        }
    }

    @Test("Views show the content of a plain database", arguments: Corpus.ends)
    func views(_ entry: Corpus.Entry) throws {
        let folder = try TestFolder()
        let reference = try ReferenceStore(path: entry.store, modelPath: Self.model(of: entry))
        let copy = folder.path + "/store.sqlite"
        let store = try Connection(path: copy, mode: .create)
        try reference.connection.backup(to: store)
        try store.execute(StoreViews(reference, isTemporary: false).text())
        let report = try PlainExporter(reference).export(to: folder.path + "/plain.sqlite")
        let plain = try Connection(path: folder.path + "/plain.sqlite", mode: .readOnly)
        // Links to missing objects are in the store, but not in the database.
        let isWhole = !report.omissions.contains { if case .danglingLinks = $0 { true } else { false } }
        let schema = PlainSchema(reference)
        for table in schema.tables {
            let name = table.name.sqlIdentifier
            for database in [store, plain] {
                #expect(
                    try database.integer("SELECT count(*) FROM \(name)")
                        == plain.integer("SELECT count(*) FROM \(name)"))
            }
            for property in try table.properties(in: reference.connection) {
                guard case .attribute(let attribute) = property.content,
                    [.string, .integer64, .boolean, .uuid, .uri].contains(attribute.attribute.type)
                else { continue }
                let sql =
                    "SELECT \(property.name.sqlIdentifier) FROM \(name) ORDER BY \(table.primaryKey.sqlIdentifier)"
                let values = try plain.rows(sql) { $0.value(at: 0) }
                #expect(try store.rows(sql) { $0.value(at: 0) } == values, "\(table.name).\(property.name)")
            }
        }
        guard isWhole else { return }
        for junction in schema.junctions {
            let sql = "SELECT count(*) FROM \(junction.name.sqlIdentifier)"
            #expect(try store.integer(sql) == plain.integer(sql))
        }
    }
}
