import Files
import Inputs
import SQLite

extension ValueForm.Kind {
    /// Writes the value of a column as the next field if that needs no `String`. This applies to all numbers, and to
    /// texts that ``ValueForm/text(_:at:)`` returns unchanged.
    ///
    /// - Returns: false, with nothing written, for other values.
    func writes(_ row: Statement, at index: Int, to writer: CSVWriter) throws -> Bool {
        switch row.storageClass(at: index) {
        case .null: writer.emptyField()
        case .integer: write(row.integer(at: index), to: writer)
        case .real: write(row.real(at: index), to: writer)
        case .text:
            let bytes = row.bytes(at: index)
            // An empty text may need a word, and texts with NUL characters are counted.
            guard !bytes.isEmpty else { return false }
            if !ASCIIBytes.isPlain(bytes, without: 0, 0, 0, 0) {
                guard !bytes.contains(0), UTF8Validation.firstInvalidOffset(in: bytes) == nil else {
                    return false
                }
            }
            try writer.field(bytes)
        case .blob: return false
        }
        return true
    }

    private func write(_ integer: Int64, to writer: CSVWriter) {
        switch (self, integer) {
        case (.boolean, 0): writer.field(word: "false")
        case (.boolean, 1): writer.field(word: "true")
        case (.date, _) where writer.field(referenceSeconds: Double(integer)): break
        default: writer.field(integer)
        }
    }

    private func write(_ real: Double, to writer: CSVWriter) {
        switch self {
        case .date where writer.field(referenceSeconds: real): break
        case .float where Double(Float(real)) == real: writer.field(Float(real))
        default: writer.field(real, showsFraction: false)
        }
    }
}
