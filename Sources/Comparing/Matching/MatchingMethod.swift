/// How rows of two stores are read and held while it is found out which are the same; what is found is always equal.
package struct MatchingMethod: Sendable {
    /// Whether rows are read from the pages of the files, where that can be done.
    package var readsPages = true
    /// How many rows are held at once while equal ones are looked for: with more, tables are read several times.
    package var rowsAtOnce = 2_000_000

    /// The usual one.
    package init() {}
}
