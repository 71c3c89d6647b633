import Files

/// Finds the files for the paths of an input.
package enum SourcePaths {
    /// Returns the path of an existing file. The name may be written in composed or decomposed characters, as in
    /// `Müller.csv`.
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

    /// Returns the files for some paths, with patterns expanded in binary order.
    ///
    /// A path with `*`, `?` or `[` is a pattern, unless a file with this exact name exists.
    ///
    /// - Throws: ``SeedIssue`` if a pattern matches nothing or a file occurs twice.
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

    /// Returns a pattern with one `*` that matches exactly some files in one folder, in their order, or nil if
    /// there is none.
    package static func pattern(for paths: [String]) -> String? {
        let names = paths.map { FilePath($0).name }
        guard let first = names.first, Set(paths.map { FilePath($0).folder.text }).count == 1 else {
            return nil
        }
        let start = names.dropFirst().reduce(first) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
        let rests = names.map { String($0.dropFirst(start.count).reversed()) }
        let end = rests.dropFirst().reduce(rests[0]) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
        let pattern = String(paths[0].dropLast(first.count)) + start + "*" + String(end.reversed())
        guard !isPatternText(start + end), (try? expanded([pattern])) == paths else { return nil }
        return pattern
    }

    /// Returns whether a path is a pattern for files.
    ///
    /// - Throws: `FileError` if the path cannot be examined.
    static func isPattern(_ path: String) throws -> Bool {
        try isPatternText(path) && FileStatus(path: path) == nil
    }

    private static func isPatternText(_ text: String) -> Bool { text.contains { "*?[".contains($0) } }

    /// Returns the matching files, found part by part. The system's `glob` silently omits unreadable folders.
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
