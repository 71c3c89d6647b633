/// What stands for values of a row: equal values have equal fingerprints, and others have others, but for one chance in
/// about 2^128 for each two rows.
package struct RowFingerprint: Hashable, Sendable {
    package fileprivate(set) var one: UInt64
    package fileprivate(set) var other: UInt64

    /// Nothing, to add rows to.
    package static let zero = RowFingerprint(one: 0, other: 0)

    /// Adds another row: sums of the same rows are equal, in whatever order they come.
    package mutating func add(_ row: RowFingerprint) {
        one &+= row.one
        other &+= row.other
    }
}

/// Makes fingerprints of rows, keyed by chance for each run, or always alike where fingerprints are kept.
package struct RowFingerprinter: Sendable {
    private let one: ValueHash
    private let other: ValueHash

    /// - Parameter columns: the most values that a row has.
    package init(columns: Int) {
        var generator = SystemRandomNumberGenerator()
        self.init(columns: columns, using: &generator)
    }

    /// Makes fingerprints that are the same in each run: for what nobody has a reason to forge.
    ///
    /// - Parameter columns: the most values that a row has.
    package init(lasting columns: Int) {
        var generator = LastingKeys()
        self.init(columns: columns, using: &generator)
    }

    private init(columns: Int, using generator: inout some RandomNumberGenerator) {
        one = ValueHash(columns: columns, using: &generator)
        other = ValueHash(columns: columns, using: &generator)
    }

    /// The fingerprint of no values.
    package var start: RowFingerprint { RowFingerprint(one: one.null, other: other.null) }

    // MARK: Fingerprints that are kept

    /// The fingerprint of a row's number and of the values of fields.
    func lastingFingerprint(
        _ number: Int64, _ list: [Int], of fields: borrowing RecordFields, _ record: UnsafeRawBufferPointer
    ) -> RowFingerprint {
        finished(one.row(number, list, of: fields, record))
    }

    /// The same, of values that are added one by one: the first column is 0.
    func lastingFingerprint(
        _ number: Int64, _ add: (inout RowFingerprint) throws -> Void
    ) rethrows -> RowFingerprint {
        var fingerprint = RowFingerprint(one: one.start(number), other: 0)
        try add(&fingerprint)
        return finished(fingerprint.one)
    }

    private func finished(_ fingerprint: UInt64) -> RowFingerprint {
        RowFingerprint(one: fingerprint, other: other.integer(Int64(bitPattern: fingerprint)))
    }

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

/// Keys that are the same in each run (SplitMix64).
private struct LastingKeys: RandomNumberGenerator {
    private var state: UInt64 = 0x7A73_6565_6431

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
