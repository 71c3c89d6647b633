import Files
import Inputs
import SQLite

/// Common mistakes with the files of a source.
extension SourceDefinition {
    /// Refuses a file that no reader supports, and reports its kind.
    ///
    /// - Throws: ``SeedIssue``.
    func checkIsNotForeign() throws {
        guard !type(of: kind).opensOnlyItsOwnFormat else { return }
        // The reader of SQL text recognizes the dialects of other systems itself.
        if kind is SQLiteKind, Connection.isScript(kind.path) { return }
        for path in kind.inputPaths where try FileStatus(path: path)?.isRegularFile == true {
            try ForeignFormat.refuse(path)
        }
    }
}
