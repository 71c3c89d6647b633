import Comparing

/// How an edition is merged.
package struct MergeChoice: Sendable {
    /// Whose value stays where both changed it.
    package enum Preference: String, Sendable, CaseIterable {
        /// The user's.
        case user
        /// The new edition's.
        case seed
    }

    /// What tells objects apart.
    package var comparison: ComparisonChoice
    /// Whose value stays where both changed it.
    package var preference: Preference
    /// Whether, without an old edition, objects that are there already take over the new edition's values.
    package var updates: Bool

    /// Chooses what is not chosen otherwise.
    package init(
        comparison: ComparisonChoice = .init(), preference: Preference = .user, updates: Bool = false
    ) {
        self.comparison = comparison
        self.preference = preference
        self.updates = updates
    }
}
