import Files
import SQLite

/// A store that waits to be put in place; it can be verified before.
package final class FinishedStore {
    private let staged: StagedStore
    /// The store that is replaced: as long as it is open, writers are kept out of it where a reader can.
    private let replaced: Connection?

    init(_ staged: StagedStore, replacing replaced: Connection?) {
        self.staged = staged
        self.replaced = replaced
    }

    /// Where the store is now.
    package var temporaryPath: String { staged.temporaryPath }

    /// Whether the store is only tried, and never comes into its place.
    package var isTrial: Bool { staged.scratch != nil }

    /// Where the store goes; of one that is only tried, where it is.
    package var path: String { staged.output.path }

    /// The names of the files of values that come into place with it.
    package var externalNames: [String] { staged.external.allNames }

    /// Begins to flush the store to the disk while it is checked; it must not change any more.
    ///
    /// - Throws: `FileError`.
    package func beginFlush() throws {
        guard !isTrial else { return }
        try staged.output.beginLastFlush()
    }

    /// Puts the store in place, whole or not at all; one that was only tried never is.
    ///
    /// What belongs to the store comes first: the files of its values, then `others`. What only the store before
    /// it needed goes last.
    ///
    /// - Parameters:
    ///   - others: what comes into place with it.
    ///   - keepsSame: whether the store that is there is the same, and stays.
    ///   - telling: tells what was done, before anything is in place.
    ///   - last: runs when all is in place.
    /// - Throws: `OutputError`, `FileError`, or what `telling` throws.
    package func place(
        with others: [StagedOutput] = [], keepingSame keepsSame: Bool = false,
        telling: () throws -> Void = {}, last: () throws -> Void = {}
    ) throws {
        guard !isTrial else { return try telling() }
        staged.external.findOld()
        let outputs = [staged.external.output] + others + (keepsSame ? [] : [staged.output])
        try StagedOutput.place(outputs) {
            try telling()
            // The check of the result took its time.
            try InputFiles.lookingAtOutput { try replaced?.checkUnchanged() }
        } last: {
            try last()
            staged.external.removeOld()
        }
    }
}
