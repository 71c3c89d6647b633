/// What folders hold; making and removing them.
package enum Folder {
    /// The names in a folder, hidden ones included, in no order.
    ///
    /// - Throws: ``FileError``, for an error on the way too, which Foundation takes for the end.
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

    /// The folder nearest to a path that is there, or the file in the place of one.
    ///
    /// - Throws: ``FileError`` where that cannot be told.
    static func nearest(to path: FilePath) throws(FileError) -> FilePath {
        var folder = path.folder
        while try FileStatus(path: folder.text) == nil, folder.folder != folder { folder = folder.folder }
        return folder
    }

    /// Makes a folder and those on the way to it.
    ///
    /// - Returns: the folders that were made, the outermost first.
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

    /// Removes a file, or a folder with all that is in it; links are removed and not followed.
    ///
    /// - Returns: 0, or the error number of the first thing in it that stays.
    @discardableResult
    package static func remove(_ path: String) -> Int32 {
        do {
            // A read-only file system refuses to remove a file that does not exist, too.
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

    /// Removes an empty folder; one with content stays.
    package static func removeIfEmpty(_ path: String) { System.removeFolder(path) }

    /// Makes the names in a folder last: what was renamed is so after a power cut too.
    ///
    /// - Throws: ``FileError``.
    package static func flush(_ path: String) throws(FileError) {
        if let failure = FileFlush.flush(path, O_RDONLY) {
            throw FileError(path: path, action: .sync, reason: System.words(failure))
        }
    }
}
