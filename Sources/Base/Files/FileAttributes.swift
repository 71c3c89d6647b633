import CSpawn

/// The attributes that a file passes on to its replacement: permissions, owner, group, and extended attributes
/// including access control lists.
enum FileAttributes {
    /// Copies the attributes of an old file to a new one. Without an old file, the new file gets default
    /// permissions.
    ///
    /// - Parameter shown: the old file's path, as the user wrote it.
    /// - Returns: the attributes that could not be copied.
    /// - Throws: ``FileError``.
    static func take(of old: String, to new: String, shownAs shown: String) throws(FileError)
        -> [CleanupWarning]
    {
        guard let status = try System.status(old), let own = try System.status(new) else {
            try check(System.setPermissions(try System.permissions(old), of: new), shown)
            return []
        }
        var remarks: [CleanupWarning] = []
        let isAnother = status.st_uid != own.st_uid || status.st_gid != own.st_gid
        if isAnother, chown(new, status.st_uid, status.st_gid) != 0 {
            let reason = System.words()
            if status.st_uid != own.st_uid { remarks.append(.notKept(.owner, path: shown, reason: reason)) }
            if status.st_gid != own.st_gid, chown(new, uid_t.max, status.st_gid) != 0 {
                remarks.append(.notKept(.group, path: shown, reason: System.words()))
            }
        }
        try check(System.setPermissions(status.st_mode & 0o777, of: new), shown)
        remarks += extended(of: old, to: new, shown)
        if status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1 {
            remarks.append(.otherNames(path: shown, count: Int(status.st_nlink) - 1))
        }
        return remarks
    }

    private static func check(_ failure: Int32, _ shown: String) throws(FileError) {
        guard failure == 0 else {
            throw FileError(path: shown, action: .write, reason: System.words(failure))
        }
    }

    // MARK: Extended attributes

    private static func extended(of old: String, to new: String, _ shown: String) -> [CleanupWarning] {
        var remarks: [CleanupWarning] = []
        for name in names(of: old) {
            guard let value = value(name, of: old), value != self.value(name, of: new) else { continue }
            let failure = value.withUnsafeBytes { bytes in
                #if canImport(Darwin)
                    setxattr(new, name, bytes.baseAddress, bytes.count, 0, 0)
                #else
                    setxattr(new, name, bytes.baseAddress, bytes.count, 0)
                #endif
            }
            if failure != 0 { remarks.append(.notKept(.extended(name), path: shown, reason: System.words())) }
        }
        return remarks
    }

    /// Returns the names of a file's extended attributes. A file system without them gives none.
    private static func names(of path: String) -> [String] {
        let list = filled { buffer, size in
            #if canImport(Darwin)
                listxattr(path, buffer?.assumingMemoryBound(to: CChar.self), size, 0)
            #else
                listxattr(path, buffer?.assumingMemoryBound(to: CChar.self), size)
            #endif
        }
        return (list ?? []).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func value(_ name: String, of path: String) -> [UInt8]? {
        filled { buffer, size in
            #if canImport(Darwin)
                getxattr(path, name, buffer, size, 0, 0)
            #else
                getxattr(path, name, buffer, size)
            #endif
        }
    }

    /// Returns the bytes from a system call that reports their count when it is given an empty buffer.
    private static func filled(_ call: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8]? {
        let size = call(nil, 0)
        guard size > 0 else { return size == 0 ? [] : nil }
        var bytes = [UInt8](repeating: 0, count: size)
        let count = bytes.withUnsafeMutableBytes { call($0.baseAddress, $0.count) }
        return count >= 0 ? Array(bytes.prefix(count)) : nil
    }
}
