import Foundation
import SQLite
@testable import Inputs
import StoreFormat
import TestSupport
import Testing

@testable import Exporting
@testable import Seeding

@Suite("Readable export of every store")
struct CorpusExportTests {
    @Test("Every object is in a file", arguments: Corpus.ends)
    func rows(_ entry: Corpus.Entry) throws {
        let folder = try TestFolder()
        let reference = try ReferenceStore(path: entry.store, modelPath: Self.model(of: entry))
        let report = try StoreExporter(reference).export(to: folder.path + "/out")
        for entity in reference.layout.entities where !entity.isAbstract {
            let count = try reference.connection.integer(
                "SELECT count(*) FROM \(entity.table.sqlIdentifier) WHERE Z_ENT = \(entity.number)")
            let file = try #require(report.files.first { $0.subject == entity.name })
            #expect(Int64(file.rows) == count)
            // The reader of sources finds the same number of rows.
            let source = try CSVSource(path: folder.path + "/out/" + file.name)
            var read: Int64 = 0
            while try source.next() { read += 1 }
            #expect(read == count)
        }
        for join in reference.layout.joinTables {
            let file = report.files.first {
                $0.subject == "\(join.ownerSide.entityName).\(join.ownerSide.relationshipName)"
                    || $0.subject
                        == "\(join.otherSide.entityName).\(join.otherSide.relationshipName)"
            }
            let from = "FROM \(join.name.sqlIdentifier)"
            let rows = try reference.connection.integer("SELECT count(*) \(from)") ?? 0
            // Links to deleted objects are left out and reported (docs/internals/peculiarities.md).
            let dangling =
                try reference.connection.integer(
                    "SELECT count(*) \(from) WHERE NOT (" + Self.existence(join, reference) + ")") ?? 0
            #expect(file.map { Int64($0.rows) } == rows - dangling)
            let told = report.omissions.compactMap { omission -> Int? in
                guard case .danglingLinks(file?.subject, let count) = omission else { return nil }
                return count
            }
            #expect(told == (dangling > 0 ? [Int(dangling)] : []))
        }
        #expect(report.omissions.filter { Self.isLoss($0) } == [])
    }

    /// Returns a condition that is true if the objects at both ends of a join row exist.
    private static func existence(_ join: JoinTableLayout, _ reference: ReferenceStore) -> String {
        [join.ownerSide, join.otherSide].compactMap { side in
            reference.layout.entity(named: side.entityName).map { entity in
                "\(side.column.sqlIdentifier) IN "
                    + "(SELECT Z_PK FROM \(entity.table.sqlIdentifier))"
            }
        }.joined(separator: " AND ")
    }

    /// Returns the path of an old store's own model, if the corpus has it.
    private static func model(of entry: Corpus.Entry) throws -> String? {
        try entry.facts().model_cache ? nil : entry.modelXML
    }

    /// Returns whether the omission is a part of the model. Omissions outside of the model are allowed.
    private static func isLoss(_ omission: ExportReport.Omission) -> Bool {
        switch omission {
        case .unexplainedTable, .externalValues, .danglingLinks: false
        default: true
        }
    }

    @Test(
        "After a build, a second export has the same files",
        arguments: Corpus.ends)
    func roundTrip(_ entry: Corpus.Entry) throws {
        let folder = try TestFolder()
        let model = try Self.model(of: entry)
        let reference = try ReferenceStore(path: entry.store, modelPath: model)
        var report = try StoreExporter(reference, modelPath: model).export(to: folder.path + "/0")
        // The first build assigns new primary keys. The second assigns the same ones.
        for number in 1...2 {
            let plan = try PlanReader.read(path: folder.path + "/\(number - 1)/seed.yml")
            let path = folder.path + "/\(number).sqlite"
            try SeedBuilder(plan: plan, output: path).build().place()
            let rebuilt = try ReferenceStore(path: path, modelPath: model)
            let next = try StoreExporter(rebuilt, modelPath: model).export(
                to: folder.path + "/\(number)")
            #expect(next.files == report.files)
            report = next
        }
        for file in report.files {
            let contents = (1...2).map {
                FileManager.default.contents(atPath: folder.path + "/\($0)/" + file.name)
            }
            #expect(contents[0] == contents[1], "\(file.name)")
        }
    }
}
