/// Finds out whether a dump is whole: programs that begin it with a comment end it with one, unless they write no
/// comments at all, and a transaction that was begun is committed.
struct DumpEnd {
    private static let comments: [(first: String, last: String)] = [
        ("mysql dump ", "Dump completed"), ("mariadb dump ", "Dump completed"),
        ("dump created by mysql pump utility", "Dump end time"),
        ("postgresql database dump", "PostgreSQL database dump complete"),
        ("postgresql database cluster dump", "PostgreSQL database cluster dump complete"),
    ]

    /// The comments that are still to come, in the order in which they are expected.
    private var expected: [String] = []
    /// A comment that did not come before the next dump of the same file.
    private var missed: String?
    /// Whether a transaction was begun.
    var isInTransaction = false
    private var lastOffset = -1

    /// The last line or statement that is not there; nil for a whole text.
    var missing: String? {
        (missed ?? expected.last).map { "-- " + $0 } ?? (isInTransaction ? "COMMIT" : nil)
    }

    /// Takes note of a comment, `-- …`, each time that it is read.
    mutating func note(comment: ArraySlice<UInt8>, at offset: Int) {
        guard offset > lastOffset else { return }
        lastOffset = offset
        let text = String(decoding: comment.prefix(100), as: UTF8.self).dropFirst(2).drop { $0 == " " }
            .lowercased()
        if let place = expected.lastIndex(where: { text.hasPrefix($0.lowercased()) }) {
            expected.remove(at: place)
        } else if let pair = Self.comments.first(where: { text.hasPrefix($0.first) }),
            !text.hasPrefix(pair.last.lowercased())
        {
            if expected.contains(pair.last) { missed = missed ?? pair.last }
            expected.append(pair.last)
        }
    }
}
