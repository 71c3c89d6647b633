/// What stands for values of a row: equal values have equal fingerprints, and others have others, but for one chance in
/// about 2^128 for each two rows.
package struct RowFingerprint: Hashable, Sendable {
    package fileprivate(set) var one: UInt64
    package fileprivate(set) var other: UInt64
}

/// Makes fingerprints of rows, keyed by chance for each run.
package struct RowFingerprinter: Sendable {
    private let one: ValueHash
    private let other: ValueHash

    /// - Parameter columns: the most values that a row has.
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

    /// Adds a number; 1 and 1.0 are equal.
    package func add(_ value: Int64, column: Int, to fingerprint: inout RowFingerprint) {
        fingerprint.one = one.adding(one.integer(value), column: column, to: fingerprint.one)
        fingerprint.other = other.adding(other.integer(value), column: column, to: fingerprint.other)
    }

    /// Adds a number; 1.0 and 1 are equal.
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
