extension StagedOutput {
    /// Places the finished output.
    ///
    /// - Parameter reporting: reports the result before the output is placed, see ``place(_:reporting:last:)``.
    /// - Throws: ``OutputError`` if the path has become unusable meanwhile, ``FileError``, or the error that
    ///   `reporting` throws. The old file is then unchanged.
    package func place(reporting: () throws -> Void = {}) throws {
        try Self.place([self], reporting: reporting)
    }

    /// Places several outputs one after the other, or none of them. Files that another output refers to come first.
    ///
    /// All outputs are flushed before the first one moves. An interrupt waits until the last one is placed.
    ///
    /// - Parameters:
    ///   - reporting: reports the result after everything is flushed and before anything moves. If it throws, nothing
    ///     is placed. It can also check the inputs again.
    ///   - last: runs after all outputs are placed and would survive a power failure.
    /// - Throws: ``OutputError``, ``FileError``, the error that `reporting` throws, or the error that `last` throws,
    ///   which does not undo anything.
    package static func place(
        _ outputs: [StagedOutput], reporting: () throws -> Void = {}, last: () throws -> Void = {}
    ) throws {
        for output in outputs { try output.prepare() }
        // Some inputs were opened after the outputs were checked.
        for output in outputs { try output.checkInputs() }
        try reporting()
        try InterruptCleanup.holding {
            do {
                for output in outputs {
                    // The check may be outdated, because flushing other outputs can take long.
                    try check(output.form, FilePath(output.path), given: output.givenPath)
                    try output.move(isLast: output === outputs.last)
                }
            } catch {
                for output in outputs.reversed() { output.moveBack() }
                throw error
            }
            for output in outputs {
                output.isPlaced = true
                output.forgetAsInput()
                TemporaryFolder.noteFiles(output.placedFiles)
                output.remarks.forEach { $0.emit() }
            }
            for output in outputs { output.removeBackups() }
            for output in outputs where output.form == .database { output.removeCompanions() }
            for output in outputs { try output.flushFolder() }
            try last()
        }
    }

    // MARK: Inputs

    /// Throws an error if an output would replace a file that was read meanwhile.
    private func checkInputs() throws {
        guard form == .members else {
            return try InputFiles.check(
                output: givenPath, isDatabase: form == .database, isOwn: isOwn)
        }
        // The names of external files are not chosen by the user.
        for name in members {
            try InputFiles.check(
                output: FilePath(givenPath).appending(name).text, isOwn: isOwn)
        }
    }

    /// Removes the placed files from the inputs. They were read while they were private.
    private func forgetAsInput() {
        let folder = FilePath(path)
        for file in form == .members ? members.map({ folder.appending($0).text }) : [path] {
            InputFiles.forget(file)
        }
    }

    /// All placed files, outer folders first.
    private var placedFiles: [String] {
        let whole = FilePath(path)
        switch form {
        case .file: return [path]
        // SQLite may create these files while it reads.
        case .database: return [path] + InputFiles.companions.map { path + $0 }
        case .folder: return [path] + members.map { whole.appending($0).text }
        case .members: return [whole.folder.text, path] + members.map { whole.appending($0).text }
        }
    }

    // MARK: Moving

    /// - Parameter isLast: whether no later output can fail.
    private func move(isLast: Bool) throws {
        switch form {
        case .file, .database:
            let old = temporaryPath + "-old"
            let isKept = try !isLast && (link(path, as: old) || setAside(path, as: old))
            try moved(System.move(temporaryPath, to: path))
            if !isKept, !isLast { moves.append(.new(path)) }
        case .folder:
            try moved(System.move(temporaryPath, to: path))
            moves.append(.whole)
        case .members: try moveMembers()
        }
    }

    private func moveMembers() throws {
        guard !members.isEmpty else { return }
        let folder = FilePath(path)
        do {
            for made in try Folder.make(folder.folder.text) {
                moves.append(.madeFolder(made))
            }
        } catch {
            throw FileError(path: givenPath, action: .create, reason: error.reason)
        }
        guard try FileStatus(path: path) != nil else {
            // The folder and its files appear together, so that nothing can come between.
            try moved(System.move(temporaryPath, to: path))
            moves.append(.whole)
            try Folder.flush(folder.folder.text)
            return
        }
        if try exchange() { return }
        // All slow steps come first. A kill between two renames leaves a mixture of old and new files.
        var places: [(file: String, target: String, isNew: Bool)] = []
        for name in members {
            let file = FilePath(temporaryPath).appending(name).text
            let target = try self.target(of: name)
            let isNew = try !link(target, as: file + ".old")
            places.append((file, target, isNew))
        }
        for (file, target, isNew) in places {
            let isSetAside = try isNew && setAside(target, as: file + ".old")
            try moved(System.move(file, to: target))
            if isNew, !isSetAside { moves.append(.new(target)) }
        }
        // Before placing the file that refers to these.
        try Folder.flush(path)
    }

    /// Replaces the whole folder at once if all its files are known. A kill then leaves either the old files or the
    /// new ones.
    ///
    /// - Returns: false if the folder has other files or the file system cannot exchange folders. Nothing has
    ///   changed then.
    private func exchange() throws -> Bool {
        let (folder, new) = (FilePath(path), FilePath(temporaryPath))
        guard let others, try new.folder.resolved == folder.folder.resolved else { return false }
        let present = try Folder.names(in: path)
        for name in present {
            let file = try FileStatus(path: folder.appending(name).text, followsLinks: false)
            guard file?.isRegularFile == true, others.contains(name) || members.contains(name) else {
                return false
            }
        }
        var linked: [String] = []
        func isDone() throws -> Bool {
            for name in present where !members.contains(name) {
                let link = new.appending(name).text
                addCleanup(link)
                guard System.linkFile(folder.appending(name).text, to: link) == 0 else { return false }
                linked.append(link)
            }
            for remark in try FileAttributes.take(of: path, to: temporaryPath, shownAs: givenPath) {
                add(remark)
            }
            try Folder.flush(temporaryPath)
            return System.exchange(temporaryPath, path) == 0
        }
        guard try isDone() else {
            for link in linked { System.removeFile(link) }
            return false
        }
        moves.append(.exchanged)
        try Folder.flush(folder.folder.text)
        return true
    }

    /// Returns the path that a member replaces. If the member is a link to a file, the link is kept and that file
    /// is replaced.
    private func target(of name: String) throws -> String {
        let path = FilePath(path).appending(name)
        let target = try path.resolved.text
        if let status = try FileStatus(path: target), !status.isRegularFile {
            throw OutputError(
                status.isFolder ? .isFolder : .notRegularFile,
                path: FilePath(givenPath).appending(name).text)
        }
        return target
    }

    /// Gives the replaced file a second name for restoring it.
    ///
    /// - Returns: whether the file exists and has the second name.
    private func link(_ target: String, as backup: String) throws -> Bool {
        addCleanup(backup)
        guard try FileStatus(path: target) != nil, System.linkFile(target, to: backup) == 0 else {
            return false
        }
        moves.append(.replaced(target, backup: backup))
        return true
    }

    /// Renames the replaced file, if the file system has no hard links. The path is missing for a moment.
    private func setAside(_ target: String, as backup: String) throws -> Bool {
        guard try FileStatus(path: target) != nil else { return false }
        try moved(System.move(target, to: backup))
        moves.append(.replaced(target, backup: backup))
        return true
    }

    private func moved(_ failure: Int32) throws {
        guard failure == 0 else {
            throw FileError(path: givenPath, action: .rename, reason: System.words(failure))
        }
    }

    // MARK: Undoing

    private func moveBack() {
        for move in moves.reversed() {
            switch move {
            case .whole: _ = System.move(path, to: temporaryPath)
            case .exchanged: _ = System.exchange(path, temporaryPath)
            case .madeFolder(let folder): Folder.removeIfEmpty(folder)
            case .new(let file): System.removeFile(file)
            case .replaced(let file, let backup):
                _ = System.move(backup, to: file)
                // Renaming does nothing if both names still lead to the same file.
                System.removeFile(backup)
            }
        }
        moves = []
    }

    // MARK: Afterwards

    private func removeBackups() {
        var code: Int32 = 0
        for case .replaced(_, let backup) in moves { code = max(code, System.removeFile(backup)) }
        if form == .members, !members.isEmpty {
            let isExchanged = moves.contains { if case .exchanged = $0 { true } else { false } }
            code = max(code, isExchanged ? Folder.remove(temporaryPath) : System.removeFolder(temporaryPath))
        }
        CleanupWarning.emit(code, givenPath)
    }

    /// Removes empty companion files of the old store, which SQLite creates again when needed. Files with content
    /// are kept.
    private func removeCompanions() {
        for suffix in ["-wal", "-journal"] {
            let file = try? FileStatus(path: path + suffix, followsLinks: false)
            if let file, file.isRegularFile, file.size == 0 {
                CleanupWarning.emit(System.removeFile(path + suffix), givenPath)
            }
        }
        if (try? FileStatus(path: path + "-shm", followsLinks: false))?.isRegularFile == true {
            CleanupWarning.emit(System.removeFile(path + "-shm"), givenPath)
        }
    }

    private func flushFolder() throws {
        // The folder of members was flushed before the file that refers to them was placed.
        guard form != .members else { return }
        do {
            try Folder.flush(FilePath(path).folder.text)
        } catch {
            throw FileError(
                path: givenPath, action: .sync,
                reason: (isOwn ? "" : "is in place, but its folder could not be flushed: ")
                    + error.reason)
        }
    }
}
