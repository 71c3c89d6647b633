import Files
import ObjectModel
import Seeding
import StoreFormat

/// A copied store that waits to be put in place.
package final class FinishedCopy {
    /// What was done.
    package let report: CopyReport
    /// What a store that was made of a model lacks of it or has by a guess.
    package let schemaProblems: [SchemaProblem]
    /// What its model cache leaves out.
    package let modelCacheOmissions: [ModelArchiveError]
    private let output: StagedOutput
    private let external: ExternalFiles
    /// The folder of a store that is only tried.
    private let scratch: TemporaryFolder?
    /// The store that is replaced: as long as it is open, writers are kept out of it where a reader can.
    private let replaced: ReferenceStore?

    init(
        _ report: CopyReport, output: StagedOutput, external: ExternalFiles, scratch: TemporaryFolder?,
        creator: StoreCreator? = nil, replaced: ReferenceStore? = nil
    ) {
        self.report = report
        self.output = output
        self.external = external
        self.scratch = scratch
        self.replaced = replaced
        schemaProblems = creator?.problems ?? []
        modelCacheOmissions = creator?.modelCacheOmissions ?? []
    }

    /// Where the store is now.
    package var temporaryPath: String { output.temporaryPath }

    /// Begins to flush the store to the disk while it is checked; it must not change any more.
    ///
    /// - Throws: `FileError`.
    package func beginFlush() throws {
        guard scratch == nil else { return }
        try output.beginFlush()
    }

    /// Puts the store in place with the files of its values, whole or not at all; one that was only tried
    /// never is.
    ///
    /// - Parameter telling: tells what was done, before the store is in place.
    /// - Returns: what could not be done although the store is in place.
    /// - Throws: `OutputError`, `FileError`, or what `telling` throws.
    package func place(telling: () throws -> Void = {}) throws -> SeedIssue? {
        guard scratch == nil else {
            try telling()
            return nil
        }
        var late: SeedIssue?
        external.findOld()
        try StagedOutput.place([external.output, output]) {
            try telling()
            // The check of the result took its time.
            guard let replaced else { return }
            try InputFiles.lookingAtOutput {
                try SourceFile.checkUnchanged(replaced.connection, path: replaced.path)
            }
        } last: {
            late = external.removeOld()
        }
        return late
    }
}
