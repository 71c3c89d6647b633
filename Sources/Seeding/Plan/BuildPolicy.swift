/// What becomes of what the reference holds, and of rows at fault.
public struct BuildPolicy: Equatable, Sendable {
    /// What becomes of the objects in the reference.
    public enum Rows: String, Equatable, Sendable, CaseIterable {
        /// The store begins empty.
        case replace
        /// The store keeps them; new ones are added.
        case keep
    }

    /// What becomes of the persistent history (docs/format.md#persistent-history).
    public enum History: String, Equatable, Sendable, CaseIterable {
        case clear, keep
    }

    /// Where the store's UUID comes from.
    public enum Identity: String, Equatable, Sendable, CaseIterable {
        /// The reference.
        case keep
        /// Chance: every build gives another one.
        case new
        /// The finished content: equal content, equal UUID.
        case content
    }

    /// Where large binary values go whose attribute allows external storage (docs/format.md#rows).
    public enum Storage: String, Equatable, Sendable, CaseIterable {
        /// Into the database.
        case inline
        /// Into files beside the store.
        case external
    }

    /// What a row at fault does to the build.
    public enum OnError: String, Equatable, Sendable, CaseIterable {
        /// Nothing is written.
        case stop
        /// The row goes to the reject file, the others into the store.
        case skip
    }

    public var rows: Rows = .replace
    /// Nil for what goes with ``rows``: kept with them, cleared with them.
    public var history: History?
    public var uuid: Identity = .keep
    /// Whether a reference that CloudKit mirrors may be used all the same.
    public var allowsCloudKit = false
    public var storage: Storage = .inline
    public var onError: OnError = .stop
    /// The most rows at fault; nil for the command's own limit, or for no limit when skipping.
    public var maximumErrors: Int?
    /// The folder for reject files, a resolved path; nil for one beside the output.
    public var rejects: Located<String>?

    /// Whether the history is emptied.
    public var clearsHistory: Bool { (history ?? (rows == .keep ? .keep : .clear)) == .clear }
}
