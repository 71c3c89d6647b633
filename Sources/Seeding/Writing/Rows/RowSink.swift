import SQLite

/// Where the values of a new row go.
protocol RowSink {
    /// Whether the row is inserted later, by another thread.
    static var isQueued: Bool { get }

    /// Takes a value for a parameter of the row's statement.
    func bind(_ value: BoundValue, at parameter: Int) throws

    /// Takes an integer.
    func bind(_ integer: Int64, at parameter: Int) throws
}

extension RowSink {
    /// Takes an integer, or NULL.
    @inline(__always)
    func bind(_ integer: Int64?, at parameter: Int) throws {
        guard let integer else { return try bind(BoundValue.null, at: parameter) }
        try bind(integer, at: parameter)
    }
}

/// A row whose values an inserter asks for.
protocol RowValues {
    /// Gives all values of the row. No other row is begun meanwhile.
    func give(to sink: some RowSink) throws
}

/// The statement itself, which is run at once.
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

/// A batch of a ``RowQueue``.
struct BatchSink: RowSink {
    static let isQueued = true
    let batch: RowBatch

    @inline(__always)
    func bind(_ value: BoundValue, at parameter: Int) { value.append(to: batch, at: parameter) }

    @inline(__always)
    func bind(_ integer: Int64, at parameter: Int) { batch.append(integer, at: parameter) }
}
