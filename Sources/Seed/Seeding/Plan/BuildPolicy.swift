import Inputs

/// The treatment of the reference's contents and of invalid rows.
package struct BuildPolicy: Equatable, Sendable {
    /// The treatment of the objects in the reference.
    package enum Rows: String, Equatable, Sendable, CaseIterable {
        /// The new store contains none of them.
        case replace
        /// The new store keeps them, and new ones are added.
        case keep
    }

    /// The treatment of the persistent history (docs/internals/format.md#persistent-history).
    package enum History: String, Equatable, Sendable, CaseIterable {
        case clear, keep
    }

    /// The origin of the store's UUID.
    package enum Identity: String, Equatable, Sendable, CaseIterable {
        /// The reference's UUID.
        case keep
        /// A random UUID for each build.
        case new
        /// A UUID made from the finished content: equal content, equal UUID.
        case content
    }

    /// The place of large binary values whose attribute allows external storage (docs/internals/format.md#rows).
    package enum Storage: String, Equatable, Sendable, CaseIterable {
        /// In the database.
        case inline
        /// In files beside the store.
        case external
    }

    /// The effect of an invalid row on the build.
    package enum OnError: String, Equatable, Sendable, CaseIterable {
        /// Nothing is written.
        case stop
        /// The row goes to the reject file, and the other rows go into the store.
        case skip
    }

    /// The treatment of triggers of derived attributes whose text no store shows
    /// (docs/internals/format.md#triggers-and-r-trees).
    package enum DerivedTriggers: String, Equatable, Sendable, CaseIterable {
        /// A model that needs such triggers is refused. The reference must be a store that the app created.
        case require
        /// The store has no such triggers: its values are correct until the app changes something.
        case omit
    }

    /// The treatment of join tables whose names only a store shows (docs/internals/format.md#many-to-many).
    package enum JoinTables: String, Equatable, Sendable, CaseIterable {
        /// A model that needs such tables is refused. The reference must be a store that the app created.
        case require
        /// Such a table gets the likelier name.
        case guess
    }

    package var rows: Rows = .replace
    /// The treatment of unknown triggers.
    package var derivedTriggers: DerivedTriggers = .require
    /// The treatment of join tables with unknown names.
    package var joinTables: JoinTables = .require
    /// The value of `now()` in derivations, in seconds since 2001-01-01 00:00:00 UTC.
    package var now: Double?
    /// Nil to follow ``rows``: the history is kept with the rows, and cleared with them.
    package var history: History?
    package var uuid: Identity = .keep
    /// Whether a reference that CloudKit mirrors is accepted.
    package var allowsCloudKit = false
    package var storage: Storage = .inline
    package var onError: OnError = .stop
    /// The limit of invalid rows; nil for the command's own limit, or for no limit when skipping.
    package var maxErrors: Int?
    /// The folder for reject files, a resolved path; nil for one beside the output.
    package var rejects: Located<String>?

    /// Whether the persistent history is emptied.
    package var clearsHistory: Bool { (history ?? (rows == .keep ? .keep : .clear)) == .clear }
}
