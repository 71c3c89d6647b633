/// What stands for values of a row: equal values have equal prints, and others have others, but for one chance in
/// about 2^128 for each two rows.
package struct RowPrint: Hashable, Sendable {
    package fileprivate(set) var one: UInt64
    package fileprivate(set) var other: UInt64
}

/// Makes prints of rows, keyed by chance for each run.
package struct RowPrinter: Sendable {
    private let one: ValueHash
    private let other: ValueHash

    /// - Parameter columns: the most values that a row has.
    package init(columns: Int) {
        var generator = SystemRandomNumberGenerator()
        one = ValueHash(columns: columns, using: &generator)
        other = ValueHash(columns: columns, using: &generator)
    }

    /// The print of no values.
    package var start: RowPrint { RowPrint(one: one.null, other: other.null) }

    /// Adds the value of a field.
    @inline(__always)
    func add(
        _ field: Int, of fields: borrowing RecordFields, _ record: UnsafeRawBufferPointer, column: Int,
        to print: inout RowPrint
    ) {
        print.one = one.adding(one.value(field, of: fields, record), column: column, to: print.one)
        print.other = other.adding(other.value(field, of: fields, record), column: column, to: print.other)
    }

    /// Adds NULL.
    package func addNull(column: Int, to print: inout RowPrint) {
        print.one = one.adding(one.null, column: column, to: print.one)
        print.other = other.adding(other.null, column: column, to: print.other)
    }

    /// Adds a number; 1 and 1.0 are equal.
    package func add(_ value: Int64, column: Int, to print: inout RowPrint) {
        print.one = one.adding(one.integer(value), column: column, to: print.one)
        print.other = other.adding(other.integer(value), column: column, to: print.other)
    }

    /// Adds a number; 1.0 and 1 are equal.
    package func add(_ value: Double, column: Int, to print: inout RowPrint) {
        print.one = one.adding(one.real(value), column: column, to: print.one)
        print.other = other.adding(other.real(value), column: column, to: print.other)
    }

    /// Adds a text in UTF-8.
    package func add(text: UnsafeRawBufferPointer, column: Int, to print: inout RowPrint) {
        print.one = one.adding(one.text(text), column: column, to: print.one)
        print.other = other.adding(other.text(text), column: column, to: print.other)
    }

    /// Adds bytes.
    package func add(blob: UnsafeRawBufferPointer, column: Int, to print: inout RowPrint) {
        print.one = one.adding(one.blob(blob), column: column, to: print.one)
        print.other = other.adding(other.blob(blob), column: column, to: print.other)
    }
}
