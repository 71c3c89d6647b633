/// A fingerprint of the values of a row. Equal values have equal fingerprints. Different rows have different
/// fingerprints, except for a chance of about 1 in 2^128 per pair of rows.
package struct RowFingerprint: Hashable, Sendable {
    package fileprivate(set) var one: UInt64
    package fileprivate(set) var other: UInt64
}

/// Creates fingerprints of rows, with random keys in every run.
package struct RowFingerprinter: Sendable {
    private let one: ValueHash
    private let other: ValueHash

    /// - Parameter columns: the greatest number of values in a row.
    package init(columns: Int) {
        var generator = SystemRandomNumberGenerator()
        one = ValueHash(columns: columns, using: &generator)
        other = ValueHash(columns: columns, using: &generator)
    }

    /// The fingerprint of no values.
    package var start: RowFingerprint { RowFingerprint(one: one.null, other: other.null) }

    // MARK: Values

    /// Adds the value of a field.
    @inline(__always)
    func add(
        _ field: Int, of fields: borrowing RecordFields, _ record: UnsafeRawBufferPointer, column: Int,
        to fingerprint: inout RowFingerprint
    ) {
        fingerprint.one = one.adding(
            one.value(field, of: fields, record), column: column, to: fingerprint.one)
        fingerprint.other = other.adding(
            other.value(field, of: fields, record), column: column, to: fingerprint.other)
    }

    /// Adds NULL.
    package func addNull(column: Int, to fingerprint: inout RowFingerprint) {
        fingerprint.one = one.adding(one.null, column: column, to: fingerprint.one)
        fingerprint.other = other.adding(other.null, column: column, to: fingerprint.other)
    }

    /// Adds a number. 1 and 1.0 are equal.
    package func add(_ value: Int64, column: Int, to fingerprint: inout RowFingerprint) {
        fingerprint.one = one.adding(one.integer(value), column: column, to: fingerprint.one)
        fingerprint.other = other.adding(other.integer(value), column: column, to: fingerprint.other)
    }

    /// Adds a number. 1.0 and 1 are equal.
    package func add(_ value: Double, column: Int, to fingerprint: inout RowFingerprint) {
        fingerprint.one = one.adding(one.real(value), column: column, to: fingerprint.one)
        fingerprint.other = other.adding(other.real(value), column: column, to: fingerprint.other)
    }

    /// Adds a text in UTF-8.
    package func add(text: UnsafeRawBufferPointer, column: Int, to fingerprint: inout RowFingerprint) {
        fingerprint.one = one.adding(one.text(text), column: column, to: fingerprint.one)
        fingerprint.other = other.adding(other.text(text), column: column, to: fingerprint.other)
    }

    /// Adds bytes.
    package func add(blob: UnsafeRawBufferPointer, column: Int, to fingerprint: inout RowFingerprint) {
        fingerprint.one = one.adding(one.blob(blob), column: column, to: fingerprint.one)
        fingerprint.other = other.adding(other.blob(blob), column: column, to: fingerprint.other)
    }
}
