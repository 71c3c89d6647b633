import ObjectModel

/// A comparison of two models as lines: the verdict, its reasons, and what differs besides.
struct ComparisonRenderer {
    let text: ModelDifferenceText

    /// Everything there is to say.
    func lines(_ comparison: ModelComparison) -> [String] {
        let reasons = part("Because", comparison.reasons)
        let others = part(
            comparison.verdict.willOpen
                ? "What differs does not matter for opening"
                : "What differs besides does not matter for opening", comparison.others)
        return [text.describe(comparison.verdict)] + reasons + others
    }

    /// What decides whether a store opens; the rest only as a number.
    func reasonLines(_ comparison: ModelComparison) -> [String] {
        guard !comparison.verdict.willOpen else { return [text.describe(comparison.verdict)] }
        let count = comparison.others.count
        let more =
            count == 0
            ? []
            : [
                "",
                "\(count) more difference\(count == 1 ? "" : "s") would not matter: "
                    + "see `zseed compare`",
            ]
        return [text.describe(comparison.verdict)] + part("Because", comparison.reasons) + more
    }

    private func part(_ title: String, _ differences: [ModelDifference]) -> [String] {
        differences.isEmpty
            ? [] : ["", "\(title):"] + differences.map { "  \(text.describe($0))" }
    }
}
