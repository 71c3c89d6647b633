import Files
import Sources

/// What people get wrong about the files of a source.
extension SourceDefinition {
    /// Refuses a file that no reader reads, and says what it is.
    ///
    /// - Throws: ``SeedIssue``.
    func checkIsNotForeign() throws {
        guard !type(of: kind).tellsWhatFilesAre else { return }
        for path in kind.inputPaths where try FileStatus(path: path)?.isRegularFile == true {
            try ForeignFormat.refuse(path)
        }
    }
}
