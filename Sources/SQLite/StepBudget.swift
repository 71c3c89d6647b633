/// What is left of the steps that a statement may run from one row to the next.
final class StepBudget {
    private let rounds: Int
    private var left: Int

    /// - Parameter rounds: how often SQLite may ask.
    init(rounds: Int) {
        self.rounds = rounds
        left = rounds
    }

    func renew() { left = rounds }

    /// Takes one round away; whether there was none left.
    func isSpent() -> Bool {
        left -= 1
        return left < 0
    }
}

/// What ends statements while it holds.
final class InterruptCondition: Sendable {
    let isOver: @Sendable () -> Bool

    init(_ isOver: @escaping @Sendable () -> Bool) { self.isOver = isOver }
}
