import Files
import Seeding

/// A merged store that waits to be put in place.
package final class FinishedMerge {
    /// What was done.
    package let report: MergeReport
    /// What told the objects of an entity apart: `uniqueness`, `key`, `primaryKey`, `likeness` or `value`.
    package let rules: [String: String]
    /// How many files of large values the user's store lacked already.
    package let missingFiles: Int
    private let output: StagedOutput
    private let external: ExternalFiles

    init(
        report: MergeReport, rules: [String: String], missingFiles: Int, output: StagedOutput,
        external: ExternalFiles
    ) {
        self.report = report
        self.rules = rules
        self.missingFiles = missingFiles
        self.output = output
        self.external = external
    }

    /// Where the store is now.
    package var temporaryPath: String { output.temporaryPath }

    /// Puts the store in place with the files of its values, whole or not at all.
    ///
    /// - Parameter telling: tells what was done, before the store is in place.
    /// - Returns: what could not be done although the store is in place.
    /// - Throws: `OutputError`, `FileError`, or what `telling` throws.
    package func place(telling: () throws -> Void = {}) throws -> SeedIssue? {
        var late: SeedIssue?
        external.findOld()
        try StagedOutput.place([external.output, output], telling: telling) { late = external.removeOld() }
        return late
    }
}
