import Files
import SQLite
import Sources

/// What people get wrong about the files of a source.
extension SourceDefinition {
    /// Refuses a file that no reader reads, and says what it is.
    ///
    /// - Throws: ``SeedIssue``.
    func checkIsNotForeign() throws {
        guard !type(of: kind).tellsWhatFilesAre else { return }
        // What SQL text is, of other systems too, its reader tells.
        if kind is SQLiteKind, Connection.isScript(kind.path) { return }
        for path in kind.inputPaths where try FileStatus(path: path)?.isRegularFile == true {
            try ForeignFormat.refuse(path)
        }
    }
}
