/// Checks whether a dump is complete.
///
/// Programs that begin a dump with a comment also end it with one, unless they write no comments at all. A
/// transaction that was begun must be committed.
struct DumpEnd {
    private static let comments: [(first: String, last: String)] = [
        ("mysql dump ", "Dump completed"), ("mariadb dump ", "Dump completed"),
        ("dump created by mysql pump utility", "Dump end time"),
        ("postgresql database dump", "PostgreSQL database dump complete"),
        ("postgresql database cluster dump", "PostgreSQL database cluster dump complete"),
    ]

    /// The comments that must still follow, in the order of the beginnings.
    private var expected: [String] = []
    /// A comment that was missing before the next dump in the same file.
    private var missed: String?
    /// Whether a transaction is open.
    var isInTransaction = false
    private var lastOffset = -1

    /// The missing last line or statement, or nil if the text is complete.
    var missing: String? {
        (missed ?? expected.last).map { "-- " + $0 } ?? (isInTransaction ? "COMMIT" : nil)
    }

    /// Records a comment, `-- …`. The same comment may be passed several times.
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
