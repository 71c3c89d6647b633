import Foundation
import ObjectModel
import SQLite
@testable import Inputs
import StoreFormat
import TestSupport
import Testing

@testable import Drafting
@testable import Seeding

/// A file as offices produce it, the model that it is for, and the required result of building its draft
/// unedited.
struct DraftedFile: CustomTestStringConvertible {
    enum Outcome {
        /// The rows that a query returns.
        case rows(String, [String])
        /// No store, because the build or the draft fails with a message.
        case refused
    }

    let testDescription: String
    /// The entities, one per line: `Item name! amount:Integer_64 place>Place.items tags>>Tag.photos`.
    let model: String
    /// The files by name, in the order in which the draft receives them.
    let files: [(name: String, bytes: [UInt8])]
    let outcome: Outcome
    /// The words that the draft or the message must contain.
    let told: [String]

    init(
        _ description: String, _ model: String, _ files: [(String, [UInt8])], _ outcome: Outcome,
        told: [String] = []
    ) {
        testDescription = description
        self.model = model
        self.files = files.map { (name: $0.0, bytes: $0.1) }
        self.outcome = outcome
        self.told = told
    }

    init(
        _ description: String, _ model: String, _ files: KeyValuePairs<String, String>, _ outcome: Outcome,
        told: [String] = []
    ) {
        self.init(description, model, files.map { ($0.key, Array($0.value.utf8)) }, outcome, told: told)
    }

    /// The result: the rows or the message, and all text of the draft and the build.
    struct Result {
        var rows: [String]?
        var said = ""
    }

    /// Drafts a plan and builds it unchanged.
    func result(in folder: TestFolder) throws -> Result {
        try folder.writeModel(ModelText.xml(model), as: "M.xcdatamodel")
        for file in files { try folder.write(Data(file.bytes), as: file.name) }
        var result = Result()
        do {
            let text = try PlanDrafter(
                ReferenceStore(path: folder.path + "/M.xcdatamodel"),
                sources: files.map { folder.path + "/" + $0.name }, planFolder: folder.path
            ).draft()
            result.said = text
            let plan = try PlanReader.read(path: folder.write(text, as: "plan.yml"))
            let finished = try SeedBuilder(plan: plan).build()
            result.said += finished.report.warnings.map { "\n\($0.reason)" }.joined()
            guard case .rows(let sql, _) = outcome else {
                result.rows = finished.report.isEmpty ? nil : ["built"]
                return result
            }
            result.rows = try Connection(path: finished.temporaryPath, mode: .readOnly).rows(sql) { row in
                row.columnNames.indices.map { row.text(at: $0) ?? "" }.joined(separator: "|")
            }
        } catch let failure as SeedFailure {
            result.said += failure.issues.map { "\n\($0.reason) \($0.value ?? "")" }.joined()
        } catch let issue as SeedIssue {
            result.said += "\n\(issue.reason)"
        }
        return result
    }
}
