/// A report about the changes that a pull request makes to the versions of a model.
package struct GuardReport: Sendable {
    /// A version that stores of users may have.
    package struct Version: Equatable, Sendable {
        /// The name of the version.
        package let name: String
        /// The result of migrating its stores to the current version, based on the models alone.
        package let verdict: MigrationReport.Verdict
        /// The differences from the current version, entity by entity.
        package let differences: [MigrationDifference]
        /// The path of its stores through the app's migration plan; nil if there is no plan, or if the stores open
        /// without migration.
        package let passage: StagedPassage?
    }

    /// The name of the branch, tag or commit that the working tree is compared with.
    package let base: String
    /// The commit where the working tree's branch left the base.
    package let commit: String
    /// The current version of the working tree.
    package let current: String
    /// Whether the base has the model at all.
    package internal(set) var isNew: Bool
    /// The versions of the base, in their order.
    package internal(set) var versions: [Version] = []
    /// The issues that were found.
    package internal(set) var issues: [GuardIssue] = []
}
