/// What a pull request does to the versions of a model.
package struct GuardReport: Sendable {
    /// A version that stores of customers may have.
    package struct Version: Equatable, Sendable {
        /// Its name.
        package let name: String
        /// What becomes of its stores with the current version, as far as the models tell.
        package let verdict: MigrationReport.Verdict
        /// What differs in the current version, entity by entity.
        package let differences: [MigrationDifference]
        /// The way of its stores through the app's migration plan; nil without a plan, and where they open as they are.
        package let passage: StagedPassage?
    }

    /// What the working tree is compared with: the name of a branch, tag or commit.
    package let base: String
    /// The commit where the two parted.
    package let commit: String
    /// The current version of the working tree.
    package let current: String
    /// Whether the base has the model at all.
    package internal(set) var isNew: Bool
    /// The versions of the base, in their order.
    package internal(set) var versions: [Version] = []
    /// What there is to say.
    package internal(set) var issues: [GuardIssue] = []
}
