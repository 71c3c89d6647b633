/// The method of reading and holding rows of two stores during matching. It does not affect the results.
package struct MatchingMethod: Sendable {
    /// Whether rows are read from the pages of the files if possible.
    package var readsPages = true
    /// The limit of rows held at once. If there are more, tables are read several times.
    package var rowsAtOnce = 2_000_000

    /// Creates the default method.
    package init() {}
}
