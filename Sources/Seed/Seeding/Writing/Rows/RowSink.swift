import SQLite

/// Receives the values of a new row.
protocol RowSink {
    /// Whether the row is inserted later, by another thread.
    static var isQueued: Bool { get }

    /// Binds a value to a parameter of the row's statement.
    func bind(_ value: BoundValue, at parameter: Int) throws

    /// Binds an integer.
    func bind(_ integer: Int64, at parameter: Int) throws
}

extension RowSink {
    /// Binds an integer or NULL.
    @inline(__always)
    func bind(_ integer: Int64?, at parameter: Int) throws {
        guard let integer else { return try bind(BoundValue.null, at: parameter) }
        try bind(integer, at: parameter)
    }
}

/// A row that passes its values to an inserter.
protocol RowValues {
    /// Passes all values of the row to a sink. No other row may be started meanwhile.
    func give(to sink: some RowSink) throws
}

/// A sink that binds to the statement itself, which is run at once.
struct StatementSink: RowSink {
    static let isQueued = false
    let statement: Statement

    @inline(__always)
    func bind(_ value: BoundValue, at parameter: Int) throws {
        try value.bind(to: statement, at: parameter)
    }

    @inline(__always)
    func bind(_ integer: Int64, at parameter: Int) throws {
        try statement.bind(integer, at: parameter)
    }
}

/// A sink that appends to a batch of a ``RowQueue``.
struct BatchSink: RowSink {
    static let isQueued = true
    let batch: RowBatch

    @inline(__always)
    func bind(_ value: BoundValue, at parameter: Int) { value.append(to: batch, at: parameter) }

    @inline(__always)
    func bind(_ integer: Int64, at parameter: Int) { batch.append(integer, at: parameter) }
}
