import Foundation

/// Recognizes the paths of private files: `.NAME.zseed-PID` and its suffixed variants for the output `NAME`, and
/// those in temporary folders.
package enum PrivatePath {
    private static let lock = NSLock()
    /// The names of outputs that are too long for their private names, by their replacement.
    nonisolated(unsafe) private static var longNames: [String: String] = [:]

    /// The user's path by the path of its private file or temporary folder.
    nonisolated(unsafe) private static var folders: [String: String] = [:]

    /// Records the user's path for a private file or a temporary folder.
    static func note(folder: String, for subject: String) {
        lock.withLock { folders[folder] = subject }
    }

    /// Records the name of an output whose private names do not contain it.
    ///
    /// - Parameter prefix: the part of the private names before the process's number.
    static func note(_ prefix: String, for output: String) {
        let name = String(prefix.dropFirst(".".count).dropLast(".zseed-".count))
        guard name != output else { return }
        lock.withLock { longNames[name] = output }
    }

    /// The mark of this process in its private names.
    package static var mark: String { ".zseed-\(getpid())" }

    /// Returns whether a path belongs to a private file of this process, which no other process uses.
    package static func isPrivate(_ path: String) -> Bool {
        FilePath(path).name.contains(mark) || TemporaryFolder.holds(path)
    }

    /// Returns a text with private paths of this process replaced by the user's paths, because messages must name
    /// only files that the user knows.
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

    /// Returns whether a character ends a path in a text.
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
