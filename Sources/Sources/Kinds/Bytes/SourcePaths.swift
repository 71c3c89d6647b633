import Files
import Foundation

/// The files that the paths of a source mean.
package enum SourcePaths {
    /// Returns the path of an existing file, whose name may be written in composed or decomposed characters, `Müller.csv`.
    ///
    /// - Returns: the path itself if a file has it, if no file or several files have it in other characters, or if a
    ///   folder cannot be read: opening the file then reports why.
    package static func existing(_ path: String) -> String {
        guard !path.utf8.allSatisfy({ $0 < 0x80 }) else { return path }
        do throws(FileError) {
            if try FileStatus(path: path, followsLinks: false) != nil { return path }
            var found = [FilePath(path.hasPrefix("/") ? "/" : "")]
            for part in path.split(separator: "/").map(String.init) {
                var next: [FilePath] = []
                for folder in found {
                    let exact = folder.appending(part)
                    guard try FileStatus(path: exact.text, followsLinks: false) == nil else {
                        next.append(exact)
                        continue
                    }
                    let path = folder.text.isEmpty ? "." : folder.text
                    guard try FileStatus(path: path)?.isFolder == true else { continue }
                    // Swift compares characters, however they are composed.
                    next += try Folder.names(in: path).filter { $0 == part }.map { folder.appending($0) }
                }
                found = next
            }
            return found.count == 1 ? found[0].text : path
        } catch {
            return path
        }
    }

    /// The files, patterns replaced by what they match, in binary order of the paths.
    ///
    /// A path with `*`, `?` or `[` is a pattern unless a file of just this name exists.
    ///
    /// - Throws: ``SeedIssue`` where a pattern matches nothing or a file is meant twice.
    static func expanded(_ paths: [String]) throws -> [String] {
        var result: [String] = []
        for path in paths {
            let files = try isPattern(path) ? matches(of: path) : [path]
            guard !files.isEmpty else { throw SeedIssue(.file(.noMatchingFile), at: .init(path: path)) }
            for file in files {
                guard !result.contains(file) else {
                    throw SeedIssue(.file(.repeatedFile), at: .init(path: file))
                }
                result.append(file)
            }
        }
        return result
    }

    /// Whether a path stands for the files that match it.
    ///
    /// - Throws: `FileError` where that cannot be told.
    static func isPattern(_ path: String) throws -> Bool {
        try isPatternText(path) && FileStatus(path: path) == nil
    }

    private static func isPatternText(_ text: String) -> Bool { text.contains { "*?[".contains($0) } }

    /// The files that match, part by part: the system's `glob` leaves out what it cannot read.
    private static func matches(of pattern: String) throws(FileError) -> [String] {
        var found = [FilePath(pattern.hasPrefix("/") ? "/" : "")]
        for part in pattern.split(separator: "/").map(String.init) {
            var next: [FilePath] = []
            for folder in found {
                guard isPatternText(part) || part.contains("\\") else {
                    let path = folder.appending(part)
                    if try FileStatus(path: path.text) != nil { next.append(path) }
                    continue
                }
                let path = folder.text.isEmpty ? "." : folder.text
                guard try FileStatus(path: path)?.isFolder == true else { continue }
                next += try Folder.names(in: path).filter { fnmatch(part, $0, FNM_PERIOD) == 0 }
                    .map { folder.appending($0) }
            }
            found = next
        }
        return found.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
