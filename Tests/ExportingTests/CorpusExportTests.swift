import Foundation
import SQLite
@testable import Sources
import StoreFormat
import TestSupport
import Testing

@testable import Exporting
@testable import Seeding

@Suite("Export of every store for people")
struct CorpusExportTests {
    @Test("Every object is in a file", arguments: Corpus.all)
    func rows(_ entry: Corpus.Entry) throws {
        let folder = try TestFolder()
        let reference = try ReferenceStore(path: entry.store, modelPath: Self.model(of: entry))
        let report = try StoreExporter(reference).export(to: folder.path + "/out")
        for entity in reference.layout.entities where !entity.isAbstract {
            let count = try reference.connection.integer(
                "SELECT count(*) FROM \(entity.table.sqlIdentifier) WHERE Z_ENT = \(entity.number)")
            let file = try #require(report.files.first { $0.subject == entity.name })
            #expect(Int64(file.rows) == count)
            // The reader of sources finds as many.
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
            // What leads to an object that is gone is left out, and told (docs/peculiarities.md).
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

    /// A condition that the objects at both ends of a join row exist.
    private static func existence(_ join: JoinTableLayout, _ reference: ReferenceStore) -> String {
        [join.ownerSide, join.otherSide].compactMap { side in
            reference.layout.entity(named: side.entityName).map { entity in
                "\(side.column.sqlIdentifier) IN "
                    + "(SELECT Z_PK FROM \(entity.table.sqlIdentifier))"
            }
        }.joined(separator: " AND ")
    }

    /// An old store's own model, where the corpus has it.
    private static func model(of entry: Corpus.Entry) throws -> String? {
        try entry.facts().model_cache ? nil : entry.modelXML
    }

    /// Whether something of the model is left out; what no model explains may be.
    private static func isLoss(_ omission: ExportReport.Omission) -> Bool {
        switch omission {
        case .unexplainedTable, .externalValues, .danglingLinks: false
        default: true
        }
    }

    @Test(
        "Built and exported again, a store has the same files",
        arguments: Corpus.all)
    func roundTrip(_ entry: Corpus.Entry) throws {
        let folder = try TestFolder()
        let model = try Self.model(of: entry)
        let reference = try ReferenceStore(path: entry.store, modelPath: model)
        var report = try StoreExporter(reference, modelPath: model).export(to: folder.path + "/0")
        // Primary keys are handed out anew by the first build, and by the second the same.
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
