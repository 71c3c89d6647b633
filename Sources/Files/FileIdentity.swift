import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Tells whether two paths mean one file.
public enum FileIdentity {
    /// Whether both paths lead to the same file, by whatever links, spelling or case; where one
    /// leads to no file, whether they are the same path.
    public static func isSame(_ one: String, _ other: String) -> Bool {
        var first = stat()
        var second = stat()
        if stat(one, &first) == 0, stat(other, &second) == 0 {
            return first.st_dev == second.st_dev && first.st_ino == second.st_ino
        }
        return canonical(one) == canonical(other)
    }

    private static func canonical(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }
}
