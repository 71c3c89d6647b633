import Sources

/// A condition on the cells of a row, ready to be checked.
///
/// An empty cell is no value: it is equal to NULL and to the empty text, different from everything
/// else, and neither less nor greater than anything.
struct RowCondition {
    /// A cell that cannot be what the condition takes it for.
    struct Failure: Error {
        /// Nil where it is about no single one.
        let column: Int?
        let reason: SeedIssue.Reason
    }

    typealias Check = (Record) throws(Failure) -> Bool

    /// Whether it holds for a row.
    let holds: Check

    /// A text of a row, which stays where it is, or of the condition.
    enum Text {
        case cell(UnsafeRawBufferPointer)
        case made(String)

        var string: String {
            switch self {
            case .cell(let bytes): String(decoding: bytes, as: UTF8.self)
            case .made(let text): text
            }
        }

        func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
            switch self {
            case .cell(let bytes): body(bytes)
            case .made(let text): text.withUTF8Bytes(body)
            }
        }
    }

    /// What gives a value for each row; nil where the row has none.
    typealias Reader<Value> = (Record) throws(Failure) -> Value?
}
