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
        private let output: OutputFile
        private let rejects: RejectFiles?
        private let external: ExternalFiles?

        /// Where the store is now.
        public var temporaryPath: String { output.temporaryPath }
        /// Where the store goes.
        public let path: String
        /// The folder of a store that is only checked.
        private let scratch: TemporaryFolder?

        init(
            report: SeedReport, schemaProblems: [SchemaProblem], preparedStatements: [String],
            output: OutputFile, rejects: RejectFiles?,
            external: ExternalFiles?, scratch: TemporaryFolder?, path: String
        ) {
            self.report = report
            self.schemaProblems = schemaProblems
            self.preparedStatements = preparedStatements
            self.output = output
            self.rejects = rejects
            self.external = external
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
            try output.beginFlush()
        }

        /// Puts the store in place, whole or not at all; one that is only checked never is.
        ///
        /// - Throws: ``SeedIssue``.
        public func place() throws {
            guard scratch == nil else { return }
            try external?.place()
            try output.place()
            try rejects?.place()
        }
    }
}
