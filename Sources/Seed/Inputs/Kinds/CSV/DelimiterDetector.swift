/// Determines the delimiter of a CSV file.
///
/// The candidates are `,` `;` tab and `|`. The delimiter is the one that occurs equally often in each of the first
/// rows, not counting quoted fields. If several do, there is no answer: `1,5;2,5` may be two numbers or three. If
/// none does, because rows are ragged, it is the most frequent candidate in the first row, unless there is a tie. A
/// first row without a candidate has a single column.
struct DelimiterDetector {
    /// The possible delimiters.
    static let candidates = Array(",;\t|".utf8)
    /// The number of rows that are examined.
    static let rowLimit = 20
    /// The number of bytes that are examined.
    static let byteLimit = 64 * 1024

    /// The number of occurrences of each candidate in every complete row.
    private var rows: [[Int]] = []

    /// Examines rows.
    ///
    /// - Parameters:
    ///   - isWhole: whether the bytes are the whole file, so that the last row is complete.
    ///   - comment: the text that begins a comment line.
    init(_ bytes: UnsafeRawBufferPointer, isWhole: Bool, lineEnd: UInt8, comment: [UInt8]) {
        var counts = [Int](repeating: 0, count: Self.candidates.count)
        var isQuoted = false
        var rowStart = 0
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == lineEnd, !isQuoted || Self.begins(bytes, rowStart, comment) {
                add(counts, of: bytes[rowStart..<index], comment)
                if rows.count == Self.rowLimit { return }
                counts = counts.map { _ in 0 }
                isQuoted = false
                rowStart = index + 1
            } else if !isQuoted, let candidate = Self.candidates.firstIndex(of: byte) {
                counts[candidate] += 1
            }
        }
        if isWhole || rows.isEmpty { add(counts, of: bytes[rowStart...], comment) }
    }

    private static func begins(
        _ bytes: UnsafeRawBufferPointer, _ start: Int, _ comment: [UInt8]
    ) -> Bool {
        !comment.isEmpty && bytes[start...].starts(with: comment)
    }

    private mutating func add(
        _ counts: [Int], of row: Slice<UnsafeRawBufferPointer>, _ comment: [UInt8]
    ) {
        guard row.contains(where: { $0 != 0x0A && $0 != 0x0D }) else { return }
        guard comment.isEmpty || !row.starts(with: comment) else { return }
        rows.append(counts)
    }

    /// The delimiter, or nil if it is ambiguous.
    var delimiter: UInt8? {
        guard let first = rows.first else { return UInt8(ascii: ",") }
        let present = first.indices.filter { first[$0] > 0 }
        guard !present.isEmpty else { return UInt8(ascii: ",") }
        let even = present.filter { index in rows.allSatisfy { $0[index] == first[index] } }
        if let only = even.first { return even.count == 1 ? Self.candidates[only] : nil }
        let most = present.map { first[$0] }.max()
        let best = present.filter { first[$0] == most }
        return best.count == 1 ? best.first.map { Self.candidates[$0] } : nil
    }
}
