import Files
import Foundation
import Inputs

/// A value of a table as a cell that keeps all of it: its storage class, every bit, and the difference between NULL
/// and an empty text.
///
/// - An empty cell is NULL.
/// - In a column with text affinity a plain cell is a text. In any other column it is an integer if it has digits
///   only, and otherwise a real (`5.0`, `-0.0`, `1e-07`, `inf`).
/// - Every other value begins with a marker, see ``Marker``. A text gets `text:` if it is empty, could be read as
///   something else, or is in a column of numbers. `blob:` precedes bytes in base64.
package enum ExactCell {
    /// A prefix of a value.
    package enum Marker: String, CaseIterable {
        /// The text that follows.
        case text = "text:"
        /// A text in base64: one with NUL characters, or with bytes that are not UTF-8.
        case encodedText = "text-base64:"
        /// A text in a file of its own.
        case textFile = "text-file:"
        /// Bytes in base64.
        case blob = "blob:"
        /// Bytes in a file of their own.
        case blobFile = "blob-file:"
        /// An integer in a column with text affinity.
        case integer = "integer:"
        /// A real in a column with text affinity.
        case real = "real:"

        /// Returns the marker that some bytes begin with.
        package static func of(_ bytes: UnsafeRawBufferPointer) -> Marker? {
            guard let first = bytes.first, firstBytes.contains(first) else { return nil }
            return allCases.first { bytes.starts(with: $0.rawValue.utf8) }
        }

        private static let firstBytes = Set(allCases.compactMap(\.rawValue.utf8.first))
    }

    // MARK: Writing

    /// Returns an integer as a cell.
    package static func text(_ value: Int64, in affinity: ColumnAffinity) -> String {
        affinity == .text ? Marker.integer.rawValue + String(value) : String(value)
    }

    /// Returns a real as a cell: the shortest decimal that reads back as the very same bits.
    package static func text(_ value: Double, in affinity: ColumnAffinity) -> String {
        affinity == .text ? Marker.real.rawValue + "\(value)" : "\(value)"
    }

    /// Returns bytes as a cell.
    package static func text(blob bytes: UnsafeRawBufferPointer) -> String {
        Marker.blob.rawValue + Data(bytes).base64EncodedString()
    }

    /// Returns the marker that a text needs; nil if it needs none.
    package static func marker(ofText bytes: UnsafeRawBufferPointer, in affinity: ColumnAffinity) -> Marker? {
        if bytes.contains(0) || UTF8Validation.firstInvalidOffset(in: bytes) != nil {
            return .encodedText
        }
        return affinity == .text && !bytes.isEmpty && Marker.of(bytes) == nil ? nil : .text
    }

    // MARK: Reading

    /// Returns the number in a plain cell; nil for other texts.
    static func number(_ bytes: UnsafeRawBufferPointer) -> ExactValue? {
        // `5.0` is a real, though its fraction is zero.
        guard bytes.contains(where: { $0 == 0x2E || $0 == 0x65 || $0 == 0x45 || $0 == 0x66 }) else {
            return integer(bytes).map { .integer($0) }
        }
        return real(bytes).map { .real($0) }
    }

    /// Returns the integer of a text; nil if it has none, or one that needs more than 64 bits.
    package static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        guard case .value(let integer) = NumberParser.integer(bytes), !bytes.contains(0x2E) else {
            return nil
        }
        return integer
    }

    /// Returns the real of a text; nil if it has none. Infinity is a value that SQLite keeps.
    package static func real(_ bytes: UnsafeRawBufferPointer) -> Double? {
        if bytes.elementsEqual("inf".utf8) { return .infinity }
        if bytes.elementsEqual("-inf".utf8) { return -.infinity }
        return NumberParser.double(bytes).flatMap {
            $0.isFinite && !NumberParser.isLost($0, of: bytes) ? $0 : nil
        }
    }
}
