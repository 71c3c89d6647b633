/// The path of a file or folder, processed as text without asking the system.
///
/// Foundation's path functions trap for an empty text, drop parts that they consider superfluous, and follow links
/// without being asked.
package struct FilePath: Hashable, Sendable, CustomStringConvertible {
    /// The path as it was passed or composed.
    package let text: String

    /// Creates a path from text, unchanged.
    package init(_ text: String) { self.text = text }

    package var description: String { text }

    /// Whether the path begins at the root.
    package var isAbsolute: Bool { text.utf8.first == UInt8(ascii: "/") }

    /// Whether the path ends with a slash, so that it can only mean a folder.
    package var hasFinalSlash: Bool { text.utf8.last == UInt8(ascii: "/") }

    /// The parts between slashes, without `.` but with `..`.
    package var parts: [String] {
        text.split(separator: "/").map(String.init).filter { $0 != "." }
    }

    /// The last part, or an empty text if that is not a name, as in `""`, `/`, `.` and `..`.
    package var name: String {
        let trimmed = withoutFinalSlashes
        let name = trimmed[
            (trimmed.lastIndex(of: "/").map(trimmed.index(after:))
                ?? trimmed.startIndex)...]
        return name == "." || name == ".." ? "" : String(name)
    }

    /// The parent folder: `.` for a bare name, `/` for an item in the root.
    package var folder: FilePath {
        let trimmed = withoutFinalSlashes
        guard let slash = trimmed.lastIndex(of: "/") else {
            return FilePath(isAbsolute ? "/" : ".")
        }
        let folder = FilePath(String(trimmed[..<slash])).withoutFinalSlashes
        return FilePath(folder.isEmpty ? "/" : String(folder))
    }

    /// The name without its extension. A name whose only dot is its first character has no extension.
    package var stem: String {
        let name = name
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return name }
        return String(name[..<point])
    }

    /// The part of the name after the last dot, or an empty text if there is none.
    package var fileExtension: String {
        let name = name
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return "" }
        return String(name[name.index(after: point)...])
    }

    /// Returns the path of an item in this folder.
    package func appending(_ name: String) -> FilePath {
        text.isEmpty ? FilePath(name) : FilePath(hasFinalSlash ? text + name : "\(text)/\(name)")
    }

    /// The absolute path. The path is unchanged if the path of the working folder is not valid text.
    ///
    /// - Throws: ``FileError`` if the working folder cannot be read.
    package var absolute: FilePath {
        get throws(FileError) {
            guard !isAbsolute, let folder = try System.workingFolder(for: text) else { return self }
            return FilePath(folder).appending(text)
        }
    }

    /// The absolute path without links, `.` and `..`.
    ///
    /// Parts that do not exist yet are appended unchanged. A dangling link resolves to the path of its missing
    /// file. A circle of links is not followed.
    ///
    /// - Throws: ``FileError`` if the path cannot be examined.
    package var resolved: FilePath { get throws(FileError) { try followed() } }

    private func followed() throws(FileError) -> FilePath {
        var current = try absolute
        guard current.isAbsolute else { return self }
        // No system follows more than 40 links in a row.
        for _ in 0..<40 {
            if let whole = try System.realPath(current.text) { return FilePath(whole) }
            guard let target = try System.linkTarget(current.text) else { break }
            current =
                target.hasPrefix("/") ? FilePath(target) : current.folder.appending(target)
        }
        // The existing part, then the rest, which is usually only the last part.
        let parts = current.parts
        var count = parts.count
        var done = FilePath("/")
        while count > 0 {
            count -= 1
            let start = "/" + Array(parts[..<count]).joined(separator: "/")
            guard let found = try System.realPath(start) else { continue }
            done = FilePath(found)
            break
        }
        for part in parts[count...] { done = part == ".." ? done.folder : done.appending(part) }
        return done
    }

    /// Returns the path without `.` and without `folder/..`, if that folder is not a link. This is the path that a
    /// user would write.
    ///
    /// - Throws: ``FileError`` if the working folder cannot be read.
    package func withoutDetours() throws(FileError) -> FilePath {
        var done: [String] = []
        for part in parts {
            let way = FilePath((isAbsolute ? "/" : "") + done.joined(separator: "/"))
            if part == "..", let last = done.last, last != "..",
                try FileStatus(path: way.text, followsLinks: false)?.isFolder == true
            {
                done.removeLast()
            } else {
                done.append(part)
            }
        }
        guard !done.isEmpty else { return self }
        let end = hasFinalSlash ? "/" : ""
        return FilePath((isAbsolute ? "/" : "") + done.joined(separator: "/") + end)
    }

    /// Returns the relative path from a folder to this file, with links followed in both. `.` is the folder itself.
    ///
    /// - Throws: ``FileError`` if a path cannot be examined.
    package func relative(toFolder folder: FilePath) throws(FileError) -> String {
        let start = try folder.resolved.parts
        let end = try resolved.parts
        let common = zip(start, end).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: start.count - common)
        let way = up + end[common...]
        return way.isEmpty ? "." : way.joined(separator: "/")
    }

    /// Returns whether the path is, or lies in, another absolute path. Case is ignored, as on many file systems.
    package func leads(through other: FilePath) -> Bool {
        let own = parts.map { $0.lowercased() }
        return own.starts(with: other.parts.map { $0.lowercased() })
    }

    /// The reason that the path itself is invalid for an output, or nil if it is valid.
    package var problem: String? {
        if text.isEmpty { return "the path is empty" }
        if text.utf8.contains(0) { return "the path has a NUL character" }
        if parts.contains(where: { $0.utf8.count > Self.longestName }) {
            return "a name in the path is longer than \(Self.longestName) bytes"
        }
        return nil
    }

    /// The longest file name on common file systems, in bytes.
    package static let longestName = 255

    private var withoutFinalSlashes: Substring {
        var trimmed = text[...]
        while trimmed.utf8.last == UInt8(ascii: "/") { trimmed.removeLast() }
        return trimmed
    }
}
