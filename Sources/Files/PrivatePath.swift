import Foundation

/// The names of private files: `.NAME.zseed-PID`, and what follows, for the output `NAME`; and those in
/// folders for temporary files.
package enum PrivatePath {
    private static let lock = NSLock()
    /// Outputs whose names are too long to be part of the private name, by what is in their place.
    nonisolated(unsafe) private static var longNames: [String: String] = [:]

    /// The user's file as it was named, by the path of the private file that takes its place, or of the
    /// temporary folder for work on it.
    nonisolated(unsafe) private static var folders: [String: String] = [:]

    /// Keeps what a private file, or the work in a temporary folder, is about.
    static func note(folder: String, for subject: String) {
        lock.withLock { folders[folder] = subject }
    }

    /// Keeps the name of an output whose private files are called otherwise.
    ///
    /// - Parameter prefix: what goes before the number of the process in their names.
    static func note(_ prefix: String, for output: String) {
        let name = String(prefix.dropFirst(".".count).dropLast(".zseed-".count))
        guard name != output else { return }
        lock.withLock { longNames[name] = output }
    }

    /// The mark of this process in the names of its private files.
    package static var mark: String { ".zseed-\(getpid())" }

    /// Whether a path is that of a private file of this process, which no other process uses.
    package static func isPrivate(_ path: String) -> Bool {
        FilePath(path).name.contains(mark) || TemporaryFolder.holds(path)
    }

    /// A text with the user's path wherever it names a private file of this process: what a user
    /// reads of is what the user has named.
    package static func shown(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "z")) else { return text }
        let text = withoutFolders(text)
        guard text.contains(mark) else { return text }
        var result = ""
        var rest = Substring(text)
        while let range = rest.firstRange(of: mark) {
            let before = rest[..<range.lowerBound]
            let start = before.lastIndex(of: "/").map(before.index(after:)) ?? before.startIndex
            let name = before[start...]
            result += before[..<start]
            let shown = String(name.hasPrefix(".") ? name.dropFirst() : name)
            result += lock.withLock { longNames[shown] } ?? shown
            rest = rest[range.upperBound...].drop { !isEnd($0) }
        }
        return result + rest
    }

    /// Whether a character ends a path in a text.
    private static func isEnd(_ character: Character) -> Bool { " \"'`:)\n".contains(character) }

    private static func withoutFolders(_ text: String) -> String {
        var text = text
        for (folder, subject) in lock.withLock({ folders }) {
            while let range = text.firstRange(of: folder) {
                let end = text[range.upperBound...].firstIndex(where: isEnd) ?? text.endIndex
                text.replaceSubrange(range.lowerBound..<end, with: subject)
            }
        }
        return text
    }
}
