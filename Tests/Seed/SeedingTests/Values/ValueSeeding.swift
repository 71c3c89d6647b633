import Foundation
import SQLite
@testable import Inputs
import TestSupport

@testable import Seeding

/// Builds stores from one table and one entity, `Thing`, whose attributes a test chooses.
struct ValueSeeding {
    let folder: TestFolder

    /// More options of the source, such as `, locale: de_DE`.
    var sourceOptions = ""

    /// Writes a model whose entity has attributes in the form of a model's XML, and a table of rows.
    init(attributes: String, rows: String) throws {
        folder = try TestFolder()
        try folder.writeModel(
            "<entity name=\"Thing\" representedClassName=\"Thing\">\n\(attributes)\n</entity>")
        try folder.write(rows, as: "rows.csv")
    }

    /// Builds a store, and returns its report and the rows of the columns, in the order of `Z_PK`.
    func build(
        _ values: String, top: String = "timeZone: UTC", columns: [String]
    ) throws -> (rows: [[Value]], warnings: [SeedIssue]) {
        let finished = try SeedBuilder(plan: plan(values, top: top)).build()
        let connection = try Connection.reading(path: finished.temporaryPath)
        let list = columns.map(\.sqlIdentifier).joined(separator: ", ")
        let rows = try connection.rows("SELECT \(list) FROM ZTHING ORDER BY Z_PK") { row in
            columns.indices.map { row.value(at: $0) }
        }
        return (rows, finished.report.warnings)
    }

    /// Returns the issues of a build that fails.
    func issues(_ values: String, top: String = "timeZone: UTC") -> [SeedIssue] {
        do {
            _ = try SeedBuilder(plan: plan(values, top: top)).build()
            return []
        } catch let failure as SeedFailure {
            return failure.issues
        } catch {
            return [SeedIssue(.file(.fileSystem("\(error)")), at: .init(path: ""))]
        }
    }

    private func plan(_ values: String, top: String) throws -> SeedPlan {
        let path = try folder.write(
            """
            reference: Model.xcdatamodel
            output: out.sqlite
            \(top)
            sources: { rows: { csv: rows.csv, shape: { blankRows: keep }\(sourceOptions) } }
            entities:
              Thing:
                from: rows
                attributes:
            \(values.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n"))
            """, as: "seed.yml")
        return try PlanReader.read(path: path)
    }
}
