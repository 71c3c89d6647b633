import Comparing
import MergeRules

/// How an edition is merged.
package struct MergeChoice: Sendable {
    /// Whose value stays where both changed it.
    package typealias Preference = SeedMerge.Side

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
