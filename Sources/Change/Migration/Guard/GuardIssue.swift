import ObjectModel

/// A problem with the changes that a pull request makes to the versions of a model.
package struct GuardIssue: Equatable, Sendable {
    /// The severity of an issue.
    package enum Severity: String, Sendable {
        /// Stores of users do not open, or not correctly.
        case error
        /// A developer should review the change.
        case warning
    }

    /// The kind of an issue.
    package enum Kind: Equatable, Sendable {
        /// A version of the base was changed. Stores of that version no longer open with it.
        case edited(ModelDifference)
        /// A version of the base was changed, but no single difference explains the changed hashes.
        case editedHashes
        /// A version of the base was changed in ways that do not affect the opening of stores.
        case touched(ModelDifference)
        /// A version of the base was removed, so its stores cannot be migrated.
        case removed
        /// A new version is not the current one.
        case notCurrent(current: String)
        /// The current version is older than the base's current version.
        case wentBack(from: String)
        /// A new version has the same version hashes as another one.
        case sameAs(String)
        /// Stores of an old version need a mapping.
        case needsMapping(MigrationDifference)
        /// Stores of an old version lose data.
        case losesData(MigrationDifference)
        /// The app crashes at launch with stores of an old version.
        case crash(StagedPassage)
        /// The migration plan has a problem.
        case plan(LaunchIssue)
        /// A version cannot be read, so the result for its stores is unknown.
        case unreadable(ModelSourceFailure)
    }

    /// The kind of the issue.
    package let kind: Kind
    /// The version with the issue.
    package let version: String
    /// The file of that version in the working tree; nil if it has none.
    package let path: String?
    /// The line in the file; nil if the file has no lines.
    package let line: Int?

    /// Whether the issue is one of the differences of a version, see ``GuardReport/Version/differences``.
    package var isAboutMigration: Bool {
        switch kind {
        case .needsMapping, .losesData: true
        case .edited, .editedHashes, .touched, .removed, .notCurrent, .wentBack, .sameAs, .crash, .plan,
            .unreadable:
            false
        }
    }

    /// The severity of the issue.
    package var severity: Severity {
        switch kind {
        case .edited, .editedHashes, .removed, .notCurrent, .wentBack, .needsMapping, .crash, .unreadable:
            .error
        case .touched, .sameAs, .losesData: .warning
        case .plan(let issue): issue.severity == .error ? .error : .warning
        }
    }
}
