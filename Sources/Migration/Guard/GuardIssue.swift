import ObjectModel

/// Something about the versions of a model that a pull request changes.
package struct GuardIssue: Equatable, Sendable {
    /// What is to be done about it.
    package enum Severity: String, Sendable {
        /// Stores of customers do not open, or not as they should.
        case error
        /// Somebody should look.
        case warning
    }

    /// What it is.
    package enum Kind: Equatable, Sendable {
        /// A version that the base has is another one now: its stores do not open with it any more.
        case edited(ModelDifference)
        /// The same where no single difference tells.
        case editedHashes
        /// A version that the base has has changed in what does not count for opening.
        case touched(ModelDifference)
        /// A version that the base has is gone: nothing can migrate its stores.
        case removed
        /// A new version is not the current one.
        case notCurrent(current: String)
        /// The current version is an older one than the base's.
        case wentBack(from: String)
        /// A new version with the same version hashes as another one.
        case sameAs(String)
        /// Stores of an old version need a mapping.
        case needsMapping(MigrationDifference)
        /// Stores of an old version lose something.
        case losesData(MigrationDifference)
        /// The app ends at launch with stores of an old version.
        case crash(StagedPassage)
        /// Something is wrong with the migration plan itself.
        case plan(LaunchIssue)
        /// A version cannot be read, so that nothing is known of its stores.
        case unreadable(ModelSourceFailure)
    }

    /// What it is.
    package let kind: Kind
    /// The version that it is about.
    package let version: String
    /// The file of that version, as it is in the working tree; nil where it has none.
    package let path: String?
    /// The line; nil where the file has no lines.
    package let line: Int?

    /// Whether it is one of the differences of a version, see ``GuardReport/Version/differences``.
    package var isAboutMigration: Bool {
        switch kind {
        case .needsMapping, .losesData: true
        case .edited, .editedHashes, .touched, .removed, .notCurrent, .wentBack, .sameAs, .crash, .plan,
            .unreadable:
            false
        }
    }

    /// What is to be done about it.
    package var severity: Severity {
        switch kind {
        case .edited, .editedHashes, .removed, .notCurrent, .wentBack, .needsMapping, .crash, .unreadable:
            .error
        case .touched, .sameAs, .losesData: .warning
        case .plan(let issue): issue.severity == .error ? .error : .warning
        }
    }
}
