import Inputs

/// A condition on the cells of a row, ready to be checked.
///
/// An empty cell has no value. It is equal to NULL and to the empty text, different from every other value, and
/// neither less nor greater than any.
struct RowCondition {
    /// A cell that does not have the type that the condition needs.
    struct Failure: Error {
        /// The cell's column; nil if the failure concerns no single column.
        let column: Int?
        let reason: SeedIssue.Reason
    }

    typealias Check = (Record) throws(Failure) -> Bool

    /// Returns whether the condition holds for a row.
    let holds: Check

    /// A text of the row, which is not copied, or one that the condition computed.
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

    /// Returns a value for each row; nil if the row has none.
    typealias Reader<Value> = (Record) throws(Failure) -> Value?
}
