/// Lists, creates and removes folders.
package enum Folder {
    /// Returns the names in a folder, including hidden ones, in no particular order.
    ///
    /// - Throws: ``FileError``, also for an error during listing, which Foundation treats as the end.
    package static func names(in path: String) throws(FileError) -> [String] {
        func failure(_ action: FileError.Action) -> FileError {
            FileError(path: path, action: action, reason: System.words())
        }
        var opened = opendir(path)
        while opened == nil, errno == EINTR { opened = opendir(path) }
        guard let stream = opened else { throw failure(.open) }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno == EINTR { continue }
                guard errno == 0 else { throw failure(.read) }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    /// Returns the nearest existing folder above a path, or a file that is in its place.
    ///
    /// - Throws: ``FileError`` if a path cannot be examined.
    static func nearest(to path: FilePath) throws(FileError) -> FilePath {
        var folder = path.folder
        while try FileStatus(path: folder.text) == nil, folder.folder != folder { folder = folder.folder }
        return folder
    }

    /// Creates a folder and its missing parents.
    ///
    /// - Returns: the created folders, outermost first.
    /// - Throws: ``FileError``.
    @discardableResult
    package static func make(_ path: String) throws(FileError) -> [String] {
        var missing: [String] = []
        var current = FilePath(path)
        while try FileStatus(path: current.text)?.isFolder != true {
            guard try FileStatus(path: current.text) == nil else {
                throw FileError(path: current.text, action: .create, reason: System.words(ENOTDIR))
            }
            missing.append(current.text)
            let parent = current.folder
            if parent == current || parent.text == "." { break }
            current = parent
        }
        var made: [String] = []
        for folder in missing.reversed() {
            let failure = System.makeFolder(folder)
            if failure == 0 {
                made.append(folder)
            } else if (try? FileStatus(path: folder))?.isFolder != true {
                for folder in made.reversed() { System.removeFolder(folder) }
                throw FileError(path: folder, action: .create, reason: System.words(failure))
            }
        }
        return made
    }

    /// Removes a file, or a folder with all its content. Links are removed, not followed.
    ///
    /// - Returns: 0, or the error number for the first item that could not be removed.
    @discardableResult
    package static func remove(_ path: String) -> Int32 {
        do {
            // A read-only file system refuses to remove even a file that does not exist.
            guard let status = try FileStatus(path: path, followsLinks: false) else { return ENOENT }
            guard status.isFolder else { return System.removeFile(path) }
        } catch {
            // A file whose status is unreadable usually cannot be removed either. Removing it gives the reason.
            return System.removeFile(path)
        }
        var failure: Int32 = 0
        for name in (try? names(in: path)) ?? [] {
            let code = remove(FilePath(path).appending(name).text)
            if failure == 0, !System.isMissing(code) { failure = code }
        }
        let code = System.removeFolder(path)
        return failure == 0 ? code : failure
    }

    /// Removes a folder if it is empty.
    package static func removeIfEmpty(_ path: String) { System.removeFolder(path) }

    /// Flushes a folder, so that renames in it survive a power failure.
    ///
    /// - Throws: ``FileError``.
    package static func flush(_ path: String) throws(FileError) {
        if let failure = FileFlush.flush(path, O_RDONLY) {
            throw FileError(path: path, action: .sync, reason: System.words(failure))
        }
    }
}
