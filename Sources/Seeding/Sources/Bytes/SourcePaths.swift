import Files
import Foundation

/// The files that the paths of a source mean.
enum SourcePaths {
    /// The files, patterns replaced by what they match, in binary order of the paths.
    ///
    /// A path with `*`, `?` or `[` is a pattern unless a file of just this name exists.
    ///
    /// - Throws: ``SeedIssue`` where a pattern matches nothing or a file is meant twice.
    static func expanded(_ paths: [String]) throws -> [String] {
        var result: [String] = []
        for path in paths {
            let files = isPattern(path) ? matches(of: path) : [path]
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
    static func isPattern(_ path: String) -> Bool {
        path.contains { "*?[".contains($0) } && FileStatus(path: path) == nil
    }

    private static func matches(of pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        // Sorted here: glob's own order depends on the locale.
        guard glob(pattern, GLOB_NOSORT, nil, &found) == 0, let paths = found.gl_pathv else {
            return []
        }
        let files = (0..<Int(found.gl_pathc)).compactMap { index in
            paths[index].map { String(cString: $0) }
        }
        return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
