import SQLite

extension Value {
    /// The value as SQL text, truncated: `'2024-03-09'`, `X'00FF'`, `NULL`.
    var shortText: String {
        let longest = 60
        switch self {
        case .null: return "NULL"
        case .integer(let integer): return "\(integer)"
        case .real(let real): return "\(real)"
        case .text(let text):
            return text.count > longest
                ? "\(text.prefix(longest))…".sqlLiteral : text.sqlLiteral
        case .blob(let bytes):
            let literal = bytes.prefix(longest / 2).sqlBlobLiteral
            return bytes.count > longest / 2 ? literal.dropLast() + "…'" : literal
        }
    }
}
