/// Writes text to a file, completely or not at all, or into a stream.
package enum TextOutput {
    /// The time to wait for a reader of a named pipe, in tenths of a second.
    private static let patience = 50

    /// Writes a text to a new or existing file, or into a stream (`/dev/stdout`, a named pipe, a terminal), which
    /// is not replaced.
    ///
    /// - Parameters:
    ///   - makesFolders: whether missing parent folders are created.
    ///   - isOwn: whether zseed chose the path. A failure to flush the folder after the file was placed is then not
    ///     worth reporting.
    /// - Throws: ``OutputError``, ``FileError``.
    package static func write(
        _ text: String, to path: String, makesFolders: Bool = true, isOwn: Bool = false
    ) throws {
        try write([(text, path)], makesFolders: makesFolders, isOwn: isOwn)
    }

    /// Writes several texts. Those that go to files are all written, or none of them.
    ///
    /// - Parameters:
    ///   - makesFolders: whether missing parent folders are created.
    /// - Throws: ``OutputError``, ``FileError``.
    package static func write(
        _ texts: [(text: String, path: String)], makesFolders: Bool = true, isOwn: Bool = false
    ) throws {
        var outputs: [StagedOutput] = []
        for (text, path) in texts {
            if !makesFolders { try requireFolder(of: path) }
            if let output = try written(Array(text.utf8), to: path, isOwn: isOwn) {
                outputs.append(output)
            }
        }
        try StagedOutput.place(outputs)
    }

    private static func requireFolder(of path: String) throws {
        guard try FileStatus(path: path) == nil else { return }
        let folder = try FilePath(path).resolved.folder
        guard try FileStatus(path: folder.text)?.isFolder == true else {
            throw OutputError(.unusablePath("there is no folder \(folder.text)"), path: path)
        }
    }

    /// Checks whether a text can be written to a path, without writing anything.
    ///
    /// - Throws: ``OutputError``.
    package static func check(_ path: String) throws {
        if let standard = try FileStatus.standardStream(path), standard > 0 { return }
        guard try FileStatus(path: path)?.isStream != true else { return }
        try StagedOutput.check(.file, path: path)
    }

    /// Writes into a stream, or to a staged file that still has to be placed.
    private static func written(_ bytes: [UInt8], to path: String, isOwn: Bool) throws -> StagedOutput? {
        if let stream = try stream(at: path) {
            defer { if stream > 2 { close(stream) } }
            let failure = bytes.withUnsafeBytes { System.writeAll($0, to: stream) }
            guard failure == 0 else {
                throw FileError(path: path, action: .write, reason: System.words(failure))
            }
            return nil
        }
        let output = try StagedOutput(.file, path: path, isOwn: isOwn)
        let file = try FileWriter(into: output.temporaryPath, shownAs: path)
        try file.write(bytes)
        try file.finish()
        return output
    }

    /// Returns a descriptor of a stream, or nil if the path is a file or does not exist.
    private static func stream(at path: String) throws -> Int32? {
        guard !path.utf8.contains(0), !path.isEmpty else { return nil }
        if let standard = try FileStatus.standardStream(path) {
            guard standard > 0 else { throw OutputError(.notRegularFile, path: path) }
            return standard
        }
        guard let status = try FileStatus(path: path), status.isStream else { return nil }
        // Opening a named pipe without a reader would wait forever.
        for attempt in 0... {
            if let descriptor = System.openFile(path, O_WRONLY | O_NOCTTY | O_NONBLOCK) {
                return descriptor
            }
            guard errno == ENXIO, attempt < patience else { break }
            usleep(100_000)
        }
        let reason = errno == ENXIO ? "no program reads from the pipe" : System.words()
        throw FileError(path: path, action: .open, reason: reason)
    }
}
