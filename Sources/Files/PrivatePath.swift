#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The names of private files: `.NAME.zseed-PID`, and what follows, for the output `NAME`.
public enum PrivatePath {
    /// The mark of this process in the names of its private files.
    public static var mark: String { ".zseed-\(getpid())" }

    /// A text with the user's path wherever it names a private file of this process: what a user
    /// reads of is what the user has named.
    public static func shown(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "z")), text.contains(mark) else { return text }
        var result = ""
        var rest = Substring(text)
        while let range = rest.firstRange(of: mark) {
            let before = rest[..<range.lowerBound]
            let start = before.lastIndex(of: "/").map(before.index(after:)) ?? before.startIndex
            let name = before[start...]
            result += before[..<start]
            result += name.hasPrefix(".") ? name.dropFirst() : name
            rest = rest[range.upperBound...].drop { !" \"'`:)\n".contains($0) }
        }
        return result + rest
    }
}
