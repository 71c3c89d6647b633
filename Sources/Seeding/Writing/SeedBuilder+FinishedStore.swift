import ObjectModel
import Files
import SQLite
import StoreFormat

extension SeedBuilder {
    /// A finished store that waits to be put in place.
    package final class FinishedStore {
        /// What was done.
        package let report: SeedReport
        /// What a reference made from a model file lacks of it.
        package let schemaProblems: [SchemaProblem]
        /// How much of the model is known; nil where all of its version hashes are.
        package let judgement: ModelJudgement?
        /// What was chosen and what is not certain of a model in source code.
        package let sourceIssues: [ModelSourceIssue]
        /// What a model in source code says of values.
        package let sourceValues: SourceValues
        /// The statements that were prepared, where that was asked for.
        package let preparedStatements: [String]
        private let output: StagedOutput
        private let rejects: RejectFiles?
        private let external: ExternalFiles?

        /// Where the store is now.
        package var temporaryPath: String { output.temporaryPath }
        /// Where the store goes, as the plan or the command line names it.
        package let path: String
        /// What writes down what the store was built from.
        var record: RecordKeeper?
        /// What could not be done although the store is in place: to write down what it was built
        /// from, to remove files that only the store before it needed.
        package private(set) var lateIssues: [SeedIssue] = []
        /// The folder of a store that is only checked.
        private let scratch: TemporaryFolder?

        init(
            report: SeedReport, reference: ReferenceStore, preparedStatements: [String],
            output: StagedOutput, rejects: RejectFiles?,
            external: ExternalFiles?, scratch: TemporaryFolder?, path: String
        ) {
            self.report = report
            schemaProblems = reference.creationProblems
            judgement = reference.model.unsampledDerivations.isEmpty ? nil : ModelJudgement(reference)
            sourceIssues = reference.sourceIssues
            sourceValues = reference.sourceValues
            self.preparedStatements = preparedStatements
            self.output = output
            self.rejects = rejects
            self.external = external
            self.scratch = scratch
            self.path = path
        }

        /// The files with the rows that were left out, once the store comes into place.
        package var rejectPaths: [String] { rejects?.paths ?? [] }

        /// Begins to flush the store to the disk while it is checked; it must not change any more.
        ///
        /// - Throws: ``SeedIssue``.
        package func beginFlush() throws {
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
        /// - Parameters:
        ///   - isVerified: whether it was verified, for the record of what it was built from.
        ///   - keepsSame: whether an output with the same bytes is left as it is.
        /// - Returns: whether the output was left as it is.
        /// - Throws: ``SeedIssue``.
        @discardableResult
        package func place(
            isVerified: Bool = false, keepsSame: Bool = false, telling: (Bool) throws -> Void = { _ in }
        ) throws -> Bool {
            guard scratch == nil else {
                try telling(false)
                return false
            }
            let digest: String?
            let isSame: Bool
            do throws(FileError) {
                digest = record == nil ? nil : try FileDigest.text(ofFile: temporaryPath)
                let old = try InputFiles.lookingAtOutput { () throws(FileError) in
                    keepsSame && digest != nil ? try FileDigest.text(ofFile: output.path) : nil
                }
                isSame = keepsSame && digest != nil && digest == old
            } catch {
                throw SeedIssue(error)
            }
            defer {
                if let rejects, !rejects.output.isPlaced { rejects.undo() }
            }
            do {
                try rejects?.finish()
                external?.findOld()
                let outputs = [external?.output, rejects?.output, isSame ? nil : output]
                try StagedOutput.place(outputs.compactMap(\.self)) {
                    try telling(isSame)
                } last: {
                    try rejects?.removeOld()
                    if let issue = external?.removeOld() { lateIssues.append(issue) }
                }
            } catch let error as OutputError {
                throw SeedIssue(error)
            } catch let error as FileError {
                throw SeedIssue(error)
            }
            do {
                try record?.write(
                    store: digest, externalFiles: external?.allNames ?? [],
                    ofStore: output.path, isVerified: isVerified)
            } catch let issue as SeedIssue {
                lateIssues.append(issue)
            }
            return isSame
        }
    }
}
