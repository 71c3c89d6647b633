extension Connection {
    /// Runs a query and gives each row to `body`; the statement holds the row only during the call.
    @usableFromInline
    package func forEachRow(
        _ sql: String, _ parameters: [Value] = [], _ body: (Statement) throws -> Void
    ) throws {
        let statement = try prepare(sql)
        for (offset, value) in parameters.enumerated() { try statement.bind(value, at: offset + 1) }
        while try statement.step() { try body(statement) }
    }

    /// All rows of a query, each made into a value by `transform`.
    @inlinable
    package func rows<Row>(
        _ sql: String, _ parameters: [Value] = [], _ transform: (Statement) throws -> Row
    ) throws -> [Row] {
        var result: [Row] = []
        try forEachRow(sql, parameters) { result.append(try transform($0)) }
        return result
    }

    /// The first row of a query made into a value, or nil where there is none.
    package func firstRow<Row>(
        _ sql: String, _ parameters: [Value] = [], _ transform: (Statement) throws -> Row
    ) throws -> Row? {
        let statement = try prepare(sql)
        for (offset, value) in parameters.enumerated() { try statement.bind(value, at: offset + 1) }
        return try statement.step() ? try transform(statement) : nil
    }

    /// The integer in the first column of the first row; nil where there is no row or it is NULL.
    package func integer(_ sql: String, _ parameters: [Value] = []) throws -> Int64? {
        try firstRow(sql, parameters) { $0.isNull(at: 0) ? nil : $0.integer(at: 0) } ?? nil
    }

    /// The text in the first column of the first row; nil where there is no row or it is NULL.
    package func text(_ sql: String, _ parameters: [Value] = []) throws -> String? {
        try firstRow(sql, parameters) { $0.text(at: 0) } ?? nil
    }
}
