import Files
import Inputs
import StoreFormat

/// Records the inputs of a store, and writes the record when the store is in place.
///
/// The digests are computed before the inputs are read. If an input changes meanwhile, the next build notices it.
final class RecordKeeper {
    /// The files that rows name.
    let readFiles = ReadFiles()
    private let path: String
    private let shownPath: String
    private let program: String
    private let inputs: BuildInputs
    private let folder: String

    init(
        path: String, shownPath: String, program: String, inputs: BuildInputs, folder: String
    ) {
        self.path = path
        self.shownPath = shownPath
        self.program = program
        self.inputs = inputs
        self.folder = folder
    }

    /// Writes the record of a store that is in place.
    ///
    /// The record is written after the store. If the process ends in between, the old record does not match the new
    /// store, and the store is built again.
    ///
    /// - Parameter store: the digest of the store.
    /// - Throws: ``SeedIssue`` if another file is in the record's place, or for an I/O error.
    func write(
        store: String?, externalFiles: [String], ofStore output: String, isVerified: Bool
    ) throws {
        guard let store, inputs.unrepeatable == nil else { return }
        guard try BuildRecord.present(at: path) != .foreign else {
            throw SeedIssue(.output(.fileExists), at: .init(path: shownPath))
        }
        let values = ExternalValues.folder(ofStore: output)
        let record = BuildRecord(
            program: program, isVerified: isVerified, plan: inputs.plan, inputs: inputs.files,
            filesOfRows: Dictionary(
                readFiles.digests.map {
                    (BuildInputs.name(of: $0.key, in: folder), $0.value ?? BuildInputs.absent)
                }, uniquingKeysWith: { first, _ in first }),
            store: store,
            externalFiles: Dictionary(
                try InputFiles.lookingAtOutput {
                    try externalFiles.compactMap { name in
                        try FileDigest.text(ofFile: values + "/" + name).map { (name, $0) }
                    }
                }, uniquingKeysWith: { first, _ in first }))
        do {
            try TextOutput.write(try record.text(), to: path, isOwn: true)
        } catch let error as FileError {
            throw SeedIssue(.file(.fileSystem(error.reason)), at: .init(path: shownPath))
        } catch let error as OutputError {
            throw SeedIssue(error, at: .init(path: shownPath))
        }
    }
}
