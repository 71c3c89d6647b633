import Files
import SQLite
import StoreFormat

extension SeedBuilder {
    /// A finished store that waits to be put in place.
    public final class FinishedStore {
        /// What was done.
        public let report: SeedReport
        /// What a reference made from a model file lacks of it.
        public let schemaProblems: [SchemaProblem]
        /// The statements that were prepared, where that was asked for.
        public let preparedStatements: [String]
        private let output: StagedOutput
        private let rejects: RejectFiles?
        private let external: ExternalFiles?
        private let values: ExternalValues

        /// Where the store is now.
        public var temporaryPath: String { output.temporaryPath }
        /// Where the store goes.
        public let path: String
        /// The folder of a store that is only checked.
        private let scratch: TemporaryFolder?

        init(
            report: SeedReport, schemaProblems: [SchemaProblem], preparedStatements: [String],
            output: StagedOutput, rejects: RejectFiles?,
            external: ExternalFiles?, values: ExternalValues, scratch: TemporaryFolder?, path: String
        ) {
            self.report = report
            self.schemaProblems = schemaProblems
            self.preparedStatements = preparedStatements
            self.output = output
            self.rejects = rejects
            self.external = external
            self.values = values
            self.scratch = scratch
            self.path = path
        }

        /// The files with the rows that were left out, once the store is in place.
        public var rejectPaths: [String] { rejects?.paths ?? [] }

        /// Begins to flush the store to the disk while it is checked; it must not change any more.
        ///
        /// - Throws: ``SeedIssue``.
        public func beginFlush() throws {
            guard scratch == nil else { return }
            do {
                try output.beginFlush()
            } catch let error as FileError {
                throw SeedIssue(error)
            }
        }

        /// Puts the store in place, whole or not at all; one that is only checked never is.
        ///
        /// What belongs to the store comes first: the files of its values, then the rows that it
        /// lacks. What only the store before it needed goes last.
        ///
        /// - Throws: ``SeedIssue``.
        public func place() throws {
            guard scratch == nil else { return }
            do {
                try rejects?.finish()
                external?.findOld(values)
                let outputs = [external?.output, rejects?.output, output].compactMap(\.self)
                try StagedOutput.place(outputs) {
                    try rejects?.removeOld()
                    external?.removeOld()
                }
            } catch let error as OutputError {
                throw SeedIssue(error)
            } catch let error as FileError {
                throw SeedIssue(error)
            }
        }
    }
}
