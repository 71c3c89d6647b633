/// The names of files and folders that a process writes before they come into place:
/// `.NAME.zseed-PID`.
enum PrivateName {
    /// What may follow the process's number: the external values of a store, the file that is
    /// replaced, and what SQLite makes.
    private static let suffixes = ["", "-external", "-old", "-wal", "-shm", "-journal"]

    /// The private name for an output in this process.
    static func name(for output: String) -> String {
        let prefix = prefix(output)
        PrivatePath.note(prefix, for: output)
        return prefix + "\(System.processNumber)"
    }

    /// Removes what processes that no longer run left behind of an output, and nothing else. By their numbers:
    /// a lock on a database would be in the way of SQLite's own on some systems.
    ///
    /// - Parameter shown: the output as the user named it.
    static func removeLeftovers(of output: String, in folder: String, shownAs shown: String) {
        let prefix = prefix(output)
        for file in (try? Folder.names(in: folder)) ?? [] where file.hasPrefix(prefix) {
            let rest = file.dropFirst(prefix.count)
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard let process = Int32(digits), process > 0,
                suffixes.contains(String(rest.dropFirst(digits.count))),
                process != System.processNumber, !System.isRunning(process)
            else { continue }
            FileRemark.tell(Folder.remove(FilePath(folder).appending(file).text), shown)
        }
    }

    /// A name that is as long as a name can be has its beginning and a mark instead.
    private static func prefix(_ output: String) -> String {
        guard output.utf8.count > 200 else { return ".\(output).zseed-" }
        var start = ""
        for character in output where start.utf8.count < 150 { start.append(character) }
        // A character may be as long as it likes.
        if start.utf8.count > 180 { start = "" }
        return ".\(start)-\(String(FileNames.fingerprint(output), radix: 36)).zseed-"
    }
}
