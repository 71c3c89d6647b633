import Comparing

extension MatchingMethod {
    /// All ways: from pages, from statements, and with a few rows at once.
    static var all: [MatchingMethod] {
        var (statements, few) = (MatchingMethod(), MatchingMethod())
        statements.readsPages = false
        few.rowsAtOnce = 40
        return [MatchingMethod(), statements, few]
    }
}
