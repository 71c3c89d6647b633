/// What a migration does or would do.
package struct MigrationReport: Sendable {
    /// What it comes to.
    package enum Verdict: String, Sendable, CaseIterable {
        /// An app with the model opens the store as it is.
        case opensAsItIs
        /// An inferred mapping brings everything along.
        case lightweight
        /// Somebody has to write a mapping.
        case needsMapping
        /// An inferred mapping leaves values behind.
        case losesData
        /// The app's migration plan does not know the store, and the app ends at launch.
        case crashesAtLaunch
    }

    /// One step on the way.
    package struct Step: Sendable {
        /// The version that it leads to; nil for a single model.
        package let version: String?
        /// What differs, and how much of the store it concerns.
        package internal(set) var differences: [MigrationDifference]
    }

    /// Whether the store has the model's version hashes already.
    package let opens: Bool
    /// The store's way through the app's migration plan; nil where the app has none or opens the store as it is.
    package let passage: StagedPassage?
    /// The steps.
    package internal(set) var steps: [Step]
    /// How many objects each entity has in the new store, in the order of the entities' numbers;
    /// empty where none was written.
    package internal(set) var objects: [(entity: String, count: Int64)] = []

    /// A report with nothing in it yet.
    package init(opens: Bool, passage: StagedPassage? = nil) {
        self.opens = opens
        self.passage = passage
        steps = []
    }

    /// All differences, in the order of the steps.
    package var differences: [MigrationDifference] { steps.flatMap(\.differences) }

    /// What it comes to.
    package var verdict: Verdict {
        if passage?.crashes ?? false { return .crashesAtLaunch }
        return switch differences.map(\.consequence).max() ?? .inferred {
        case .refusal: .needsMapping
        case .loss: .losesData
        case .inferred: opens ? .opensAsItIs : .lightweight
        }
    }
}
