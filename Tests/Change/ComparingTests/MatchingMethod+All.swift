import Comparing

extension MatchingMethod {
    /// All methods: from pages, from statements, and with few rows at once.
    static var all: [MatchingMethod] {
        var (statements, few) = (MatchingMethod(), MatchingMethod())
        statements.readsPages = false
        few.rowsAtOnce = 40
        return [MatchingMethod(), statements, few]
    }
}
