import Comparing

/// Prints differences as they are found, because there may be millions.
protocol DiffRenderer {
    func begin()
    func show(_ difference: StoreDifference)
    func end(_ counts: [DifferenceCount], _ summary: DiffSummary)
}

extension DiffRenderer {
    func begin() {}
}
