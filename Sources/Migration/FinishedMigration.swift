import Files
import ObjectModel
import Seeding
import StoreFormat

/// A migrated store that waits to be put in place.
package final class FinishedMigration {
    private let output: StagedOutput
    private let external: ExternalFiles
    /// What the new model asks for and the store lacks or has by a guess.
    package let schemaProblems: [SchemaProblem]
    /// What its model cache leaves out.
    package let modelCacheOmissions: [ModelArchiveError]

    init(
        output: StagedOutput, external: ExternalFiles, schemaProblems: [SchemaProblem],
        modelCacheOmissions: [ModelArchiveError]
    ) {
        self.output = output
        self.external = external
        self.schemaProblems = schemaProblems
        self.modelCacheOmissions = modelCacheOmissions
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
