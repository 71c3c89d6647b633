/// A report about a migration, whether completed or only checked.
package struct MigrationReport: Sendable {
    /// The overall result of a migration.
    package enum Verdict: String, Sendable, CaseIterable {
        /// An app with the model opens the store without a migration.
        case opensAsItIs
        /// A migration with an inferred mapping keeps all data.
        case lightweight
        /// A developer has to write a mapping.
        case needsMapping
        /// A migration with an inferred mapping loses data.
        case losesData
        /// The app crashes at launch, because of its migration plan.
        case crashesAtLaunch
    }

    /// One step of a migration.
    package struct Step: Sendable {
        /// The version after the step; nil for a single model.
        package let version: String?
        /// The differences, with the numbers of affected objects and values.
        package internal(set) var differences: [MigrationDifference]
    }

    /// Whether the store already has the model's version hashes.
    package let opens: Bool
    /// The path of the store through the app's migration plan; nil if the app has none, or opens the store without
    /// migration.
    package let passage: StagedPassage?
    /// The steps.
    package internal(set) var steps: [Step]
    /// The number of objects of each entity in the new store, in the order of the entities' numbers; empty if no store
    /// was written.
    package internal(set) var objects: [(entity: String, count: Int64)] = []

    /// Creates an empty report.
    package init(opens: Bool, passage: StagedPassage? = nil) {
        self.opens = opens
        self.passage = passage
        steps = []
    }

    /// All differences, in the order of the steps.
    package var differences: [MigrationDifference] { steps.flatMap(\.differences) }

    /// The overall result.
    package var verdict: Verdict {
        if passage?.crashes ?? false { return .crashesAtLaunch }
        return switch differences.map(\.consequence).max() ?? .inferred {
        case .refusal: .needsMapping
        case .loss: .losesData
        case .inferred: opens ? .opensAsItIs : .lightweight
        }
    }
}
