import Sources

/// What becomes of what the reference holds, and of rows at fault.
package struct BuildPolicy: Equatable, Sendable {
    /// What becomes of the objects in the reference.
    package enum Rows: String, Equatable, Sendable, CaseIterable {
        /// The store begins empty.
        case replace
        /// The store keeps them; new ones are added.
        case keep
    }

    /// What becomes of the persistent history (docs/format.md#persistent-history).
    package enum History: String, Equatable, Sendable, CaseIterable {
        case clear, keep
    }

    /// Where the store's UUID comes from.
    package enum Identity: String, Equatable, Sendable, CaseIterable {
        /// The reference.
        case keep
        /// Chance: every build gives another one.
        case new
        /// The finished content: equal content, equal UUID.
        case content
    }

    /// Where large binary values go whose attribute allows external storage (docs/format.md#rows).
    package enum Storage: String, Equatable, Sendable, CaseIterable {
        /// Into the database.
        case inline
        /// Into files beside the store.
        case external
    }

    /// What a row at fault does to the build.
    package enum OnError: String, Equatable, Sendable, CaseIterable {
        /// Nothing is written.
        case stop
        /// The row goes to the reject file, the others into the store.
        case skip
    }

    /// What becomes of the triggers of derived attributes whose text no store shows
    /// (docs/format.md#triggers-and-r-trees).
    package enum DerivedTriggers: String, Equatable, Sendable, CaseIterable {
        /// A model that needs them is refused: a store of the app has to be the reference.
        case require
        /// The store does without them: its values are right until the app changes something.
        case omit
    }

    /// What becomes of join tables whose names only a store shows (docs/format.md#many-to-many).
    package enum JoinTables: String, Equatable, Sendable, CaseIterable {
        /// A model that needs them is refused: a store of the app has to be the reference.
        case require
        /// They get the likelier name.
        case guess
    }

    package var rows: Rows = .replace
    /// What becomes of triggers that are unknown.
    package var derivedTriggers: DerivedTriggers = .require
    /// What becomes of join tables whose names are unknown.
    package var joinTables: JoinTables = .require
    /// The moment that `now()` stands for in derivations, in seconds since 2001-01-01 00:00:00 UTC.
    package var now: Double?
    /// Nil for what goes with ``rows``: kept with them, cleared with them.
    package var history: History?
    package var uuid: Identity = .keep
    /// Whether a reference that CloudKit mirrors may be used all the same.
    package var allowsCloudKit = false
    package var storage: Storage = .inline
    package var onError: OnError = .stop
    /// The most rows at fault; nil for the command's own limit, or for no limit when skipping.
    package var maxErrors: Int?
    /// The folder for reject files, a resolved path; nil for one beside the output.
    package var rejects: Located<String>?

    /// Whether the history is emptied.
    package var clearsHistory: Bool { (history ?? (rows == .keep ? .keep : .clear)) == .clear }
}
