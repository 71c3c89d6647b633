import ObjectModel

/// A comparison of two models as lines: the verdict, its reasons, and all other differences.
struct ComparisonRenderer {
    let text: ModelDifferenceText

    /// Returns all lines.
    func lines(_ comparison: ModelComparison) -> [String] {
        let reasons = part("Because", comparison.reasons)
        let others = part(
            comparison.verdict.willOpen
                ? "Differences that do not prevent opening"
                : "Other differences, which do not prevent opening", comparison.others)
        return [text.describe(comparison.verdict)] + reasons + others
    }

    /// Returns the differences that determine whether a store opens, and the number of all others.
    func reasonLines(_ comparison: ModelComparison) -> [String] {
        guard !comparison.verdict.willOpen else { return [text.describe(comparison.verdict)] }
        let count = comparison.others.count
        let more =
            count == 0
            ? []
            : [
                "",
                "\(count) more difference\(count == 1 ? "" : "s") would not prevent opening: see `zseed "
                    + "compare`",
            ]
        return [text.describe(comparison.verdict)] + part("Because", comparison.reasons) + more
    }

    private func part(_ title: String, _ differences: [ModelDifference]) -> [String] {
        differences.isEmpty
            ? [] : ["", "\(title):"] + differences.map { "  \(text.describe($0))" }
    }
}
