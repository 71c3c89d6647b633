import Comparing
import MergeRules

/// The options of a merge.
package struct MergeChoice: Sendable {
    /// The side whose value is kept if both changed it.
    package typealias Preference = SeedMerge.Side

    /// The properties that identify objects.
    package var comparison: ComparisonChoice
    /// The side whose value is kept if both changed it.
    package var preference: Preference
    /// Whether existing objects take over the new edition's values if there is no old edition.
    package var updates: Bool

    /// Creates options.
    package init(
        comparison: ComparisonChoice = .init(), preference: Preference = .user, updates: Bool = false
    ) {
        self.comparison = comparison
        self.preference = preference
        self.updates = updates
    }
}
