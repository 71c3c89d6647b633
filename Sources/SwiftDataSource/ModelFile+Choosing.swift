import Files
import ObjectModel

extension ModelFile {
    /// Reads a model from whatever holds one, Swift source included.
    ///
    /// - Throws: `ModelError`, `ModelSourceFailure`, or `DatabaseError` for a damaged store; also where
    ///   the choice asks for what only source code has.
    package static func read(path: String, choice: ModelChoice) throws -> ModelFile {
        if try isSource(path) { return try SwiftModelReader.read(path: path, choice: choice) }
        if choice.isOfSource { throw ModelError(.noVersions, path: path) }
        return try read(path: path, version: choice.version)
    }

    /// Whether a path names Swift source. A folder that holds a model in another form is none.
    ///
    /// - Throws: `FileError` where it cannot be looked at.
    package static func isSource(_ path: String) throws(FileError) -> Bool {
        for ending in [".xcdatamodel", ".xcdatamodeld", ".momd", ".xcdatamodel/", ".xcdatamodeld/", ".momd/"]
        where path.hasSuffix(ending) {
            return false
        }
        return try SwiftModelReader.isSource(path)
    }
}
