import Files
import SQLite

/// A store that is ready to be placed. It can be verified first.
package final class FinishedStore {
    private let staged: StagedStore
    /// The store to be replaced. While it is open, writers are locked out if a reader can do that.
    private let replaced: Connection?

    init(_ staged: StagedStore, replacing replaced: Connection?) {
        self.staged = staged
        self.replaced = replaced
    }

    /// The current path of the store.
    package var temporaryPath: String { staged.temporaryPath }

    /// Whether the build is only a trial, whose store is never placed.
    package var isTrial: Bool { staged.scratch != nil }

    /// The final path of the store. For a trial, the current path.
    package var path: String { staged.output.path }

    /// The names of the external files that are placed with the store.
    package var externalNames: [String] { staged.external.allNames }

    /// Begins to flush the store to disk while it is verified. The store must not change after that.
    ///
    /// - Throws: `FileError`.
    package func beginFlush() throws {
        guard !isTrial else { return }
        try staged.output.beginLastFlush()
    }

    /// Places the store, completely or not at all. A trial is never placed.
    ///
    /// The external files are placed first, then `others`, then the store. Files that only the replaced store
    /// needed are removed last.
    ///
    /// - Parameters:
    ///   - others: the outputs to place with the store.
    ///   - keepsSame: whether the existing store is identical and is kept.
    ///   - reporting: reports the result before any output is placed.
    ///   - last: runs after all outputs are placed.
    /// - Throws: `OutputError`, `FileError`, or the error that `reporting` throws.
    package func place(
        with others: [StagedOutput] = [], keepingSame keepsSame: Bool = false,
        reporting: () throws -> Void = {}, last: () throws -> Void = {}
    ) throws {
        guard !isTrial else { return try reporting() }
        staged.external.findOld()
        let outputs = [staged.external.output] + others + (keepsSame ? [] : [staged.output])
        try StagedOutput.place(outputs) {
            try reporting()
            // The replaced store may have changed during verification.
            try InputFiles.lookingAtOutput { try replaced?.checkUnchanged() }
        } last: {
            try last()
            staged.external.removeOld()
        }
    }
}
