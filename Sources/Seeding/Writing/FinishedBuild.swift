import Files
import ObjectModel
import Sources
import StoreFormat
import StoreMaking

/// A built store that waits to be put in place.
package final class FinishedBuild {
    /// What was done.
    package let report: SeedReport
    /// What a reference made from a model file lacks of it.
    package let schemaProblems: [SchemaProblem]
    /// How much of the model is known; nil where all of its version hashes are.
    package let judgement: ModelJudgement?
    /// What is to be said of the model.
    package let modelIssues: [ModelSourceIssue]
    /// What a model in source code says of values.
    package let sourceValues: SourceValues
    /// The statements that were prepared, where that was asked for.
    package let preparedStatements: [String]
    /// Where the store goes, as the plan or the command line names it.
    package let path: String
    /// What could not be done although the store is in place: to write down what it was built from.
    package private(set) var lateIssue: SeedIssue?
    /// What writes down what the store was built from.
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

    /// Where the store is now.
    package var temporaryPath: String { store.temporaryPath }

    /// The files with the rows that were left out, once the store comes into place.
    package var rejectPaths: [String] { rejects?.paths ?? [] }

    /// Begins to flush the store to the disk while it is checked; it must not change any more.
    ///
    /// - Throws: ``SeedIssue``.
    package func beginFlush() throws {
        do {
            try store.beginFlush()
        } catch let error as FileError {
            throw SeedIssue(error)
        }
    }

    /// Puts the store in place, whole or not at all, with the rows that it lacks; one that is only checked
    /// never is.
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
        guard !store.isTrial else {
            try telling(false)
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
                try telling(isSame)
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
