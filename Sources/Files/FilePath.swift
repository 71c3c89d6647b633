import Foundation

/// The path of a file or folder, taken apart and put together without asking the system.
///
/// Foundation's path functions trap for an empty text, drop what they take for superfluous, and
/// follow links where nobody asked them to. This type only looks at slashes.
package struct FilePath: Hashable, Sendable, CustomStringConvertible {
    /// The path as it was given, or put together.
    package let text: String

    /// Takes a path as it is.
    package init(_ text: String) { self.text = text }

    package var description: String { text }

    /// Whether it begins at the root.
    package var isAbsolute: Bool { text.utf8.first == UInt8(ascii: "/") }

    /// Whether it ends with a slash, and so can only mean a folder.
    package var hasFinalSlash: Bool { text.utf8.last == UInt8(ascii: "/") }

    /// The parts between slashes; `.` is left out, `..` stays.
    package var parts: [String] {
        text.split(separator: "/").map(String.init).filter { $0 != "." }
    }

    /// The last part; empty where that is no name: `""`, `/`, `.`, `..`.
    package var name: String {
        let trimmed = withoutFinalSlashes
        let name = trimmed[
            (trimmed.lastIndex(of: "/").map(trimmed.index(after:))
                ?? trimmed.startIndex)...]
        return name == "." || name == ".." ? "" : String(name)
    }

    /// The folder that the last part lies in: `.` for a name alone, `/` for what lies in the root.
    package var folder: FilePath {
        let trimmed = withoutFinalSlashes
        guard let slash = trimmed.lastIndex(of: "/") else {
            return FilePath(isAbsolute ? "/" : ".")
        }
        let folder = FilePath(String(trimmed[..<slash])).withoutFinalSlashes
        return FilePath(folder.isEmpty ? "/" : String(folder))
    }

    /// The name without its extension; a name that begins with its only point has none.
    package var stem: String {
        let name = name
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return name }
        return String(name[..<point])
    }

    /// What follows the name's last point; empty where there is none.
    package var fileExtension: String {
        let name = name
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return "" }
        return String(name[name.index(after: point)...])
    }

    /// A file or folder within.
    package func appending(_ name: String) -> FilePath {
        text.isEmpty ? FilePath(name) : FilePath(hasFinalSlash ? text + name : "\(text)/\(name)")
    }

    /// The path from the root on; as it is where the working folder has no path that is a text.
    ///
    /// - Throws: ``FileError`` if the working folder cannot be read.
    package var absolute: FilePath {
        get throws(FileError) {
            guard !isAbsolute, let folder = try System.workingFolder(for: text) else { return self }
            return FilePath(folder).appending(text)
        }
    }

    /// The path from the root on without links, `.` and `..`, as far as it leads to something;
    /// what is not there yet follows as it was given.
    ///
    /// A link to a file that is not there stands for that file. Where links form a circle, nothing
    /// is followed.
    ///
    /// - Throws: ``FileError`` where the way cannot be told.
    package var resolved: FilePath { get throws(FileError) { try followed() } }

    private func followed() throws(FileError) -> FilePath {
        var current = try absolute
        guard current.isAbsolute else { return self }
        // No system follows more links than 40 in a row.
        for _ in 0..<40 {
            if let whole = try System.realPath(current.text) { return FilePath(whole) }
            guard let target = try System.linkTarget(current.text) else { break }
            current =
                target.hasPrefix("/") ? FilePath(target) : current.folder.appending(target)
        }
        // As much as is there, then the rest, which is most often the last part alone.
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

    /// The same path without `.` and without `folder/..`, where that folder is one and no link: the
    /// path that people would write.
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

    /// The way from a folder to this file, both with links followed; `.` to the folder itself.
    ///
    /// - Throws: ``FileError`` where the way cannot be told.
    package func relative(toFolder folder: FilePath) throws(FileError) -> String {
        let start = try folder.resolved.parts
        let end = try resolved.parts
        let common = zip(start, end).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: start.count - common)
        let way = up + end[common...]
        return way.isEmpty ? "." : way.joined(separator: "/")
    }

    /// Whether it is, or lies in, what another path from the root on leads to, in any case: many
    /// file systems take that for the same.
    package func leads(through other: FilePath) -> Bool {
        let own = parts.map { $0.lowercased() }
        return own.starts(with: other.parts.map { $0.lowercased() })
    }

    /// Why nothing can be written at such a path, in words; nil where something can, as far as the
    /// path itself tells.
    package var problem: String? {
        if text.isEmpty { return "the path is empty" }
        if text.utf8.contains(0) { return "the path has a NUL character" }
        if parts.contains(where: { $0.utf8.count > Self.longestName }) {
            return "a name in the path is longer than \(Self.longestName) bytes"
        }
        return nil
    }

    /// The longest name that common file systems take, in bytes.
    package static let longestName = 255

    private var withoutFinalSlashes: Substring {
        var trimmed = text[...]
        while trimmed.utf8.last == UInt8(ascii: "/") { trimmed.removeLast() }
        return trimmed
    }
}
