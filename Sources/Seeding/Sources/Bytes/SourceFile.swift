import Foundation

/// Checks that hold for every file that is read.
enum SourceFile {
    /// Refuses a path where there is no file.
    ///
    /// - Throws: ``SeedIssue``.
    static func check(_ path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw SeedIssue(.fileNotFound, at: .init(path: path))
        }
        guard !isFolder.boolValue else { throw SeedIssue(.isFolder, at: .init(path: path)) }
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw SeedIssue(.fileSystem("permission denied"), at: .init(path: path))
        }
    }
}
