import CommandSupport
import Foundation
import SQLite
import TestSupport

/// A folder with one plan that loads rows into the demo's items, with a name and a quantity.
struct SourceProject {
    let folder: TestFolder
    /// The model of the demo.
    static let reference = Corpus.packageRoot + "/data/GroceryDude.xcdatamodeld"

    /// Writes the plan and its files.
    ///
    /// - Parameters:
    ///   - head: additional lines at the top of the plan.
    ///   - attributes: the attributes in the plan; by default `name` and `qty`.
    init(
        _ source: String, _ files: [String: String], head: String = "",
        attributes: String = "name: name, quantity: qty"
    ) throws {
        folder = try TestFolder()
        for (name, text) in files { try folder.write(text, as: name) }
        try folder.write(
            """
            reference: \(Self.reference)
            output: out.sqlite
            timeZone: UTC
            \(head)
            sources:
              s: \(source)
            entities:
              Item: { from: s, attributes: { \(attributes) } }
            """, as: "plan.yml")
    }

    /// Builds the plan.
    func build(_ arguments: String...) throws -> ProcessResult {
        try TestSupport.run(
            Zseed.path, ["build", "plan.yml"] + arguments, in: folder.path)
    }

    /// Returns the items of the store as texts such as `Tea 1.0`.
    func items() throws -> [String] {
        try Connection.reading(path: folder.path + "/out.sqlite")
            .rows("SELECT ZNAME, ZQUANTITY FROM ZITEM ORDER BY Z_PK") { row in
                (row.text(at: 0) ?? "-") + " " + (row.isNull(at: 1) ? "-" : "\(row.real(at: 1))")
            }
    }

    /// Returns counts from the JSON report of the first load.
    func counts(_ keys: String...) throws -> [Int?] {
        let result = try TestSupport.run(
            Zseed.path, ["build", "plan.yml", "--json", "--dry-run"], in: folder.path)
        let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        let rows = (report as? [String: Any])?["rows"] as? [[String: Any]]
        return keys.map { rows?.first?[$0] as? Int }
    }
}
