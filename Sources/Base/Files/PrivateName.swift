/// The names of the files and folders that a process writes before they are placed: `.NAME.zseed-PID`.
enum PrivateName {
    /// The suffixes that may follow the process's number: those of a store's external values, of the replaced file,
    /// and of SQLite's companion files.
    private static let suffixes = ["", "-external", "-old", "-wal", "-shm", "-journal"]

    /// Returns the private name for an output of this process.
    static func name(for output: String) -> String {
        let prefix = prefix(output)
        PrivatePath.note(prefix, for: output)
        return prefix + "\(System.processNumber)"
    }

    /// Removes the private files of an output that ended processes left, and nothing else.
    ///
    /// Processes are recognized by their numbers. A lock on a database would interfere with SQLite's own locks on
    /// some systems.
    ///
    /// - Parameter shown: the output's path, as the user wrote it.
    static func removeLeftovers(of output: String, in folder: String, shownAs shown: String) {
        let prefix = prefix(output)
        for file in (try? Folder.names(in: folder)) ?? [] where file.hasPrefix(prefix) {
            let rest = file.dropFirst(prefix.count)
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard let process = Int32(digits), process > 0,
                suffixes.contains(String(rest.dropFirst(digits.count))),
                process != System.processNumber, !System.isRunning(process)
            else { continue }
            CleanupWarning.emit(Folder.remove(FilePath(folder).appending(file).text), shown)
        }
    }

    /// Returns the prefix of an output's private names. A name near the length limit is replaced by its beginning
    /// and a hash.
    private static func prefix(_ output: String) -> String {
        guard output.utf8.count > 200 else { return ".\(output).zseed-" }
        var start = ""
        for character in output where start.utf8.count < 150 { start.append(character) }
        // A single character may have any number of bytes.
        if start.utf8.count > 180 { start = "" }
        return ".\(start)-\(String(FileNames.fingerprint(output), radix: 36)).zseed-"
    }
}
