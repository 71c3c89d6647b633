import Files
import Inputs
import ObjectModel
import StoreFormat
import StoreMaking

/// A finished store that is not in place yet.
package final class FinishedBuild {
    /// The report of the build.
    package let report: SeedReport
    /// The parts of the schema that a reference made from a model file lacks.
    package let schemaProblems: [SchemaProblem]
    /// The quality of the model; nil if all of its version hashes are known.
    package let judgement: ModelJudgement?
    /// The issues of the model's source code.
    package let modelIssues: [ModelSourceIssue]
    /// The facts about values in a model's source code.
    package let sourceValues: SourceValues
    /// The prepared statements, if the options request them.
    package let preparedStatements: [String]
    /// The path of the store, as in the plan or on the command line.
    package let path: String
    /// The issue if the store is in place but its record could not be written.
    package private(set) var lateIssue: SeedIssue?
    /// Writes the record of the store's inputs.
    var record: RecordKeeper?
    private let store: FinishedStore
    private let rejects: RejectFiles?

    init(
        _ store: FinishedStore, report: SeedReport, reference: ReferenceStore, preparedStatements: [String],
        rejects: RejectFiles? = nil, path: String
    ) {
        self.store = store
        self.report = report
        schemaProblems = reference.schemaProblems
        judgement = reference.model.unsampledDerivations.isEmpty ? nil : ModelJudgement(reference)
        modelIssues = reference.modelIssues
        sourceValues = reference.sourceValues
        self.preparedStatements = preparedStatements
        self.rejects = rejects
        self.path = path
    }

    /// The path of the store before it is moved into place.
    package var temporaryPath: String { store.temporaryPath }

    /// The files with the rows that were left out, set when the store is moved into place.
    package var rejectPaths: [String] { rejects?.paths ?? [] }

    /// Starts flushing the store to the disk while it is verified. The store must not change any more.
    ///
    /// - Throws: ``SeedIssue``.
    package func beginFlush() throws {
        do {
            try store.beginFlush()
        } catch let error as FileError {
            throw SeedIssue(error)
        }
    }

    /// Moves the store into place, whole or not at all, with its reject files. The store of a trial build is never
    /// moved.
    ///
    /// - Parameters:
    ///   - isVerified: whether the store was verified, for its record.
    ///   - keepsSame: whether an output with the same bytes is left unchanged.
    /// - Returns: whether the output was left unchanged.
    /// - Throws: ``SeedIssue``.
    @discardableResult
    package func place(
        isVerified: Bool = false, keepsSame: Bool = false, reporting: (Bool) throws -> Void = { _ in }
    ) throws -> Bool {
        guard !store.isTrial else {
            try reporting(false)
            return false
        }
        let digest: String?
        let isSame: Bool
        do throws(FileError) {
            digest = record == nil ? nil : try FileDigest.text(ofFile: temporaryPath)
            let old = try InputFiles.lookingAtOutput { () throws(FileError) in
                keepsSame && digest != nil ? try FileDigest.text(ofFile: store.path) : nil
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
            try store.place(with: [rejects?.output].compactMap(\.self), keepingSame: isSame) {
                try reporting(isSame)
            } last: {
                try rejects?.removeOld()
            }
        } catch let error as OutputError {
            throw SeedIssue(error)
        } catch let error as FileError {
            throw SeedIssue(error)
        }
        do {
            try record?.write(
                store: digest, externalFiles: store.externalNames, ofStore: store.path, isVerified: isVerified
            )
        } catch let issue as SeedIssue {
            lateIssue = issue
        }
        return isSame
    }
}
