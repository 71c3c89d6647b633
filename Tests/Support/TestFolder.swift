import Foundation

/// A new folder for one test, removed when the test releases it.
package final class TestFolder {
    package let path: String

    /// Creates a folder.
    ///
    /// - Parameter inMemory: whether the folder is in memory, if the system supports that. It is for tests that write
    ///   thousands of times.
    package init(inMemory: Bool = false) throws {
        let memory = "/dev/shm"
        let parent =
            inMemory && FileManager.default.isWritableFile(atPath: memory)
            ? memory : FileManager.default.temporaryDirectory.path
        path = parent + "/zseed-test-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // Some tests make folders read-only, and their contents could not be removed otherwise.
        if let files = FileManager.default.enumerator(atPath: path) {
            for case let file as String in files {
                var isFolder: ObjCBool = false
                let full = path + "/" + file
                if FileManager.default.fileExists(atPath: full, isDirectory: &isFolder),
                    isFolder.boolValue
                {
                    try? FileManager.default.setAttributes(
                        [.posixPermissions: 0o700], ofItemAtPath: full)
                }
            }
        }
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Creates a folder with the files of another one.
    package convenience init(_ files: [String: Data]) throws {
        try self.init()
        for (name, data) in files { try write(data, as: name) }
    }

    /// Returns the files of the folder and its subfolders, for copies that are made without the work of making the
    /// files.
    package func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for case let name as String in FileManager.default.enumerator(atPath: path) ?? .init() {
            var isFolder: ObjCBool = false
            let full = path + "/" + name
            guard FileManager.default.fileExists(atPath: full, isDirectory: &isFolder), !isFolder.boolValue
            else { continue }
            files[name] = try Data(contentsOf: URL(fileURLWithPath: full))
        }
        return files
    }

    /// Writes a file into the folder and returns its path.
    @discardableResult
    package func write(_ text: String, as name: String) throws -> String {
        try write(Data(text.utf8), as: name)
    }

    /// Writes a file into the folder and returns its path.
    @discardableResult
    package func write(_ data: Data, as name: String) throws -> String {
        let url = URL(fileURLWithPath: path + "/" + name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
        return url.path
    }
}
