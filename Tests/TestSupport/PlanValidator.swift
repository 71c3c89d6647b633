import Foundation
import Testing

/// A real validator of JSON Schemas: `jsonschema`, from PyPI.
package enum PlanValidator {
    /// Whether it is there.
    package static let isPresent =
        (try? run("python3", ["-c", "import jsonschema, yaml"]).status) == 0

    /// Why a test was skipped.
    package static let absence: Comment =
        "needs python3 with jsonschema and PyYAML, which `make test-dependencies` installs"

    /// What is wrong with plans.
    ///
    /// - Parameter plans: the path of a schema and the text of a plan, for each.
    /// - Returns: nil for each plan that is valid.
    package static func problems(of plans: [(schema: String, text: String)]) throws -> [String?] {
        let input = try JSONEncoder().encode(plans.map { [$0.schema, $0.text] })
        let script = Corpus.packageRoot + "/Tests/Editors/validate.py"
        let result = try run("python3", [script], input: input)
        guard result.status == 0 else { throw Failure(words: result.errors) }
        return try JSONDecoder().decode([String?].self, from: Data(result.output.utf8))
    }

    /// The validator itself failed: most likely the schema is none.
    private struct Failure: Error {
        let words: String
    }
}
