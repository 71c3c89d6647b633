import Files
import StoreFormat

extension SeedBuilder {
    /// Returns the reasons to build the store. There are none if the output is the result of a build from the current
    /// inputs, according to the record beside it. Contents are compared, not times.
    ///
    /// - Parameter isVerified: whether the output must have been verified.
    /// - Throws: `FileError` if a file cannot be examined.
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

    /// The path of the record for messages: beside the output as given.
    private var shownRecordPath: String {
        get throws {
            let isLink = try System.linkTarget(outputPath.value) != nil
            return BuildRecord.path(
                ofStore: isLink ? try FilePath(outputPath.value).resolved.text : outputPath.value)
        }
    }

    /// Returns a keeper for the record of this build's inputs; nil if the options do not request a record and none
    /// exists.
    ///
    /// - Throws: `FileError`.
    func recordKeeper() throws -> RecordKeeper? {
        guard !options.isDryRun else { return nil }
        let path = BuildRecord.path(ofStore: try FilePath(outputPath.value).resolved.text)
        let isWanted = try options.recordsInputs || FileStatus(path: path) != nil
        guard isWanted else { return nil }
        // If the options do not request a record, only an existing record of zseed is updated.
        if !options.recordsInputs, try BuildRecord.present(at: path) == .foreign { return nil }
        return RecordKeeper(
            path: path, shownPath: try shownRecordPath, program: options.program, inputs: try inputs(),
            folder: BuildInputs.folder(of: plan))
    }
}
