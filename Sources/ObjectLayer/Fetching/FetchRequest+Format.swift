import ObjectModel

extension FetchRequest {
    /// Reads a request from one line of text: the name of an entity, then clauses, each of which
    /// may be left out.
    ///
    /// ```swift
    /// try FetchRequest(
    ///     format: "Item WHERE listed == YES AND unit.name == \"kg\" ORDER BY name LIMIT 10")
    /// try FetchRequest(
    ///     format: """
    ///         Item SELECT unit.name, count(*) AS items, average(price) \
    ///         GROUP BY unit.name HAVING items > 3 ORDER BY items DESC
    ///         """)
    /// ```
    ///
    /// In order: `SELECT [DISTINCT] expression [AS name], …`, `WHERE predicate`,
    /// `GROUP BY keyPath, …`, `HAVING predicate`, `ORDER BY keyPath [ASC|DESC], …`, `LIMIT number`,
    /// `OFFSET number`. Predicates and expressions are those of the format language; `count(*)`
    /// counts the objects of a group. A key path of `ORDER BY` may be followed by how texts are
    /// ordered: `[c]` without case, `[cd]` without case and accents, `[l]` and `[n]` as
    /// ``TextOrder/localized`` and ``TextOrder/localizedStandard``.
    ///
    /// - Throws: `PredicateFormatError` with the offset in the whole text. Whether the names are
    ///   there shows when the request is run.
    public init(format: String) throws(PredicateFormatError) {
        self = try RequestFormatParser(format).request()
    }
}
