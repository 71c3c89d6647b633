import Files
import StoreFormat

extension SeedBuilder {
    /// Why the store is to be built: empty where the output is what a build from these inputs gave,
    /// as a record beside it tells. What is told are contents, not times.
    ///
    /// - Parameter isVerified: whether an output that was never verified will not do.
    /// - Throws: `FileError` where it cannot be told.
    package func needs(isVerified: Bool = true) throws -> [BuildNeed] {
        let output = try FilePath(outputPath.value).resolved.text
        guard try FileStatus(path: output) != nil else { return [.noOutput] }
        let path = BuildRecord.path(ofStore: output)
        let record: BuildRecord
        switch try BuildRecord.present(at: path) {
        case .none: return [.noRecord(path: try shownRecordPath)]
        case .foreign: return [.foreignRecord(path: try shownRecordPath)]
        case .record(let present): record = present
        }
        guard record.program == options.program else { return [.otherProgram(record.program)] }
        let inputs = try inputs()
        if let unrepeatable = inputs.unrepeatable { return [.unrepeatableInput(path: unrepeatable)] }
        let folder = BuildInputs.folder(of: plan)
        var needs = record.needs(for: inputs, folder: folder, planPath: plan.path)
        needs += try record.needs(inFolder: folder)
        if isVerified, !record.isVerified { needs.append(.unverified) }
        let hasLog = try ["-wal", "-journal"].contains { try FileStatus.size(of: output + $0) > 0 }
        let digest = try InputFiles.lookingAtOutput { try FileDigest.text(ofFile: output) }
        if hasLog || digest != record.store {
            needs.append(.changedOutput)
        }
        let values = ExternalValues.folder(ofStore: output)
        for (name, digest) in record.externalFiles.sorted(by: { $0.key < $1.key }) {
            let file = values + "/" + name
            guard try InputFiles.lookingAtOutput({ try FileDigest.text(ofFile: file) }) != digest else {
                continue
            }
            needs.append(.changedExternalFile(path: file))
            break
        }
        return needs
    }

    /// The record as messages name it: beside the output as it was given.
    private var shownRecordPath: String {
        get throws {
            let isLink = try System.linkTarget(outputPath.value) != nil
            return BuildRecord.path(
                ofStore: isLink ? try FilePath(outputPath.value).resolved.text : outputPath.value)
        }
    }

    /// What notes the inputs of this build; nil where nobody asks for a record and none is there.
    ///
    /// - Throws: `FileError`.
    func recordKeeper() throws -> RecordKeeper? {
        guard !options.isDryRun else { return nil }
        let path = BuildRecord.path(ofStore: try FilePath(outputPath.value).resolved.text)
        let isWanted = try options.recordsInputs || FileStatus(path: path) != nil
        guard isWanted else { return nil }
        // Only a record of ours is kept up to date unasked.
        if !options.recordsInputs, try BuildRecord.present(at: path) == .foreign { return nil }
        return RecordKeeper(
            path: path, shownPath: try shownRecordPath, program: options.program, inputs: try inputs(),
            folder: BuildInputs.folder(of: plan))
    }
}
