import Foundation

/// Paths as they are written into a plan: relative to its folder.
enum RelativePath {
    /// The way from a folder to a file, both with symbolic links followed.
    static func from(folder: String, to file: String) -> String {
        let start = components(folder)
        let end = components(file)
        let common = zip(start, end).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: start.count - common)
        return (up + end[common...]).joined(separator: "/")
    }

    private static func components(_ path: String) -> [String] {
        URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
            .split(separator: "/").map(String.init)
    }
}
