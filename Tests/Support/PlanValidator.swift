import Foundation
import Testing

/// A real validator of JSON Schemas: `jsonschema`, from PyPI.
package enum PlanValidator {
    /// Whether the validator is installed.
    package static let isPresent =
        (try? run("python3", ["-c", "import jsonschema, yaml"]).status) == 0

    /// The reason why a test was skipped.
    package static let absence: Comment =
        "needs python3 with jsonschema and PyYAML, which `make test-dependencies` installs"

    /// Returns the problems with plans.
    ///
    /// - Parameter plans: for each plan, the path of a schema and the text of the plan.
    /// - Returns: nil for each valid plan.
    package static func problems(of plans: [(schema: String, text: String)]) throws -> [String?] {
        let input = try JSONEncoder().encode(plans.map { [$0.schema, $0.text] })
        let script = Corpus.packageRoot + "/Tests/Outside/Editors/validate.py"
        let result = try run("python3", [script], input: input)
        guard result.status == 0 else { throw Failure(words: result.errors) }
        return try JSONDecoder().decode([String?].self, from: Data(result.output.utf8))
    }

    /// The validator itself failed, most likely because the schema is invalid.
    private struct Failure: Error {
        let words: String
    }
}
