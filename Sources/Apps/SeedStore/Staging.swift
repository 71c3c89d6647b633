import Foundation

// A copy is made in the folder `NAME.seed-new` beside the store. When it is complete, `ready` is written into that
// folder, and the parts are moved to their places. Each step can be repeated after an interruption.
nonisolated extension SeedStore {
    /// The contents of the file `ready`.
    struct Transfer {
        var hasVersion = false
        var isMove = false
        var parts: [Swift.String] = []
    }

    /// The suffixes of the files that SQLite keeps beside a store.
    static let companions = ["-wal", "-shm", "-journal"]

    /// Copies a store into the staging folder beside its final place.
    static func stage(
        _ source: Foundation.URL, at store: Foundation.URL, version: Swift.String?,
        isMove: Swift.Bool, isBackedUp: Swift.Bool, protection: Foundation.FileProtectionType?
    ) throws {
        let folder = staging(of: store)
        try remove(folder)
        try Foundation.FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true)
        var parts: [Swift.String] = []
        for (part, file) in [
            ("", source), ("-wal", sibling(of: source, "-wal")),
            ("-journal", sibling(of: source, "-journal")), ("support", support(of: source)),
        ] where part.isEmpty || exists(file) {
            let copy = staged(part, in: folder)
            try Foundation.FileManager.default.copyItem(at: file, to: copy)
            if part.isEmpty { try allowWriting(copy) }
            if !isBackedUp { try excludeFromBackup(copy) }
            try protect(copy, protection)
            try flush(copy)
            parts.append(part)
        }
        if let version {
            let file = folder.appendingPathComponent("version")
            try Foundation.Data(version.utf8).write(to: file)
        }
        // The first line is not used: it was the version, which may have a line break.
        let lines = ["", version == nil ? "" : "version", isMove ? "move" : ""] + parts
        let ready = folder.appendingPathComponent("ready")
        try Foundation.Data(lines.joined(separator: "\n").utf8).write(to: ready, options: .atomic)
        try flush(folder)
    }

    /// Reads the file `ready` in a folder, or returns nil if the copy in the folder is incomplete.
    static func transfer(at folder: Foundation.URL) -> Transfer? {
        guard let text = contents(of: folder.appendingPathComponent("ready")) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map(Swift.String.init)
        guard lines.count > 3 else { return nil }
        return Transfer(
            hasVersion: !lines[1].isEmpty, isMove: lines[2] == "move",
            parts: Swift.Array(lines[3...]))
    }

    /// Moves a complete copy to its place, and removes an incomplete one.
    static func finish(at store: Foundation.URL) throws {
        let folder = staging(of: store)
        guard exists(folder) else { return }
        guard let transfer = transfer(at: folder) else { return try remove(folder) }
        let isOld = exists(store)
        if exists(staged("", in: folder)) {
            // No file of the old store may become a part of the new one.
            for suffix in companions where isOld || !transfer.parts.contains(suffix) {
                try remove(sibling(of: store, suffix))
            }
            if !transfer.parts.contains("support") { try remove(support(of: store)) }
        }
        // If there is no store yet, its file is moved last, so that the store appears as a whole.
        let order = ["", "-wal", "-journal", "support"]
        for part in isOld ? order : order.reversed() where transfer.parts.contains(part) {
            let copy = staged(part, in: folder)
            guard exists(copy) else { continue }
            if part == "support" { try remove(support(of: store)) }
            try rename(copy, to: part == "support" ? support(of: store) : sibling(of: store, part))
        }
        let version = folder.appendingPathComponent("version")
        if !transfer.hasVersion {
            try remove(marker(of: store))
        } else if exists(version) {
            try rename(version, to: marker(of: store))
        }
        try flushOne(store.deletingLastPathComponent())
        // After a move, the folder is still needed: the old store must be removed as well.
        if !transfer.isMove { try remove(folder) }
    }

    // MARK: Names

    static func sibling(
        of file: Foundation.URL, _ suffix: Swift.String
    ) -> Foundation.URL {
        file.deletingLastPathComponent()
            .appendingPathComponent(file.lastPathComponent + suffix)
    }

    static func marker(of store: Foundation.URL) -> Foundation.URL {
        sibling(of: store, ".seed-version")
    }

    static func staging(of store: Foundation.URL) -> Foundation.URL {
        sibling(of: store, ".seed-new")
    }

    static func staged(_ part: Swift.String, in folder: Foundation.URL) -> Foundation.URL {
        folder.appendingPathComponent(part == "support" ? part : "store" + part)
    }

    /// The hidden folder with the store's large binary values.
    static func support(of store: Foundation.URL) -> Foundation.URL {
        let name = store.deletingPathExtension().lastPathComponent
        return store.deletingLastPathComponent().appendingPathComponent(".\(name)_SUPPORT")
    }

    // MARK: Files

    /// Runs a closure while holding a lock against other processes, such as an extension that shares the App Group's
    /// folder.
    static func locked<Result>(
        _ store: Foundation.URL, _ limit: Foundation.TimeInterval, _ body: () throws -> Result
    ) throws -> Result {
        let folder = store.deletingLastPathComponent()
        try Foundation.FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true)
        let file = Foundation.open(folder.path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure() }
        // The lock is released with the file, however the process ends.
        defer { _ = Foundation.close(file) }
        let end = Foundation.ProcessInfo.processInfo.systemUptime + limit
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR || errno == EWOULDBLOCK else { throw failure() }
            guard Foundation.ProcessInfo.processInfo.systemUptime < end else {
                throw Foundation.CocoaError(.fileLocking)
            }
            usleep(20_000)
        }
        return try body()
    }

    /// Renames a file, replacing an existing one.
    static func rename(_ file: Foundation.URL, to other: Foundation.URL) throws {
        guard Foundation.rename(file.path, other.path) == 0 else { throw failure() }
    }

    static func failure() -> any Swift.Error {
        Foundation.NSError(domain: Foundation.NSPOSIXErrorDomain, code: Swift.Int(errno))
    }

    /// Waits until a file, or a folder with all its contents, is on the disk.
    static func flush(_ file: Foundation.URL) throws {
        let inside = try? Foundation.FileManager.default.contentsOfDirectory(atPath: file.path)
        for name in inside ?? [] { try flush(file.appendingPathComponent(name)) }
        try flushOne(file)
    }

    static func flushOne(_ file: Foundation.URL) throws {
        let descriptor = Foundation.open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { _ = Foundation.close(descriptor) }
        #if canImport(Darwin)
            // On Apple's platforms, `fsync` does not wait until the drive has written the data.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure() }
    }

    static func exists(_ file: Foundation.URL) -> Swift.Bool {
        Foundation.FileManager.default.fileExists(atPath: file.path)
    }

    static func contents(of file: Foundation.URL) -> Swift.String? {
        Foundation.FileManager.default.contents(atPath: file.path)
            .map { Swift.String(decoding: $0, as: Swift.UTF8.self) }
    }

    static func remove(_ file: Foundation.URL) throws {
        guard exists(file) else { return }
        try Foundation.FileManager.default.removeItem(at: file)
    }

    /// Makes a copy writable, because files of the bundle are read-only.
    static func allowWriting(_ file: Foundation.URL) throws {
        try Foundation.FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: file.path)
    }

    /// Gives a data protection class to a file, or to a folder with all its contents.
    static func protect(
        _ file: Foundation.URL, _ protection: Foundation.FileProtectionType?
    ) throws {
        #if canImport(Darwin)
            guard let protection, exists(file) else { return }
            let files = Foundation.FileManager.default
            try files.setAttributes([.protectionKey: protection], ofItemAtPath: file.path)
            for name in (try? files.subpathsOfDirectory(atPath: file.path)) ?? [] {
                try files.setAttributes(
                    [.protectionKey: protection], ofItemAtPath: file.path + "/" + name)
            }
        #endif
    }

    static func excludeFromBackup(_ file: Foundation.URL) throws {
        #if canImport(Darwin)
            var file = file
            var values = Foundation.URLResourceValues()
            values.isExcludedFromBackup = true
            try file.setResourceValues(values)
        #endif
    }
}
