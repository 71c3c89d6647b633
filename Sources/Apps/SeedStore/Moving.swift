import Foundation

nonisolated extension SeedStore {
    /// The result of a move.
    public enum Move: Swift.Equatable, Swift.Sendable {
        /// The store is at its new place, and all files at the old place are removed.
        case moved
        /// There was no store to move.
        case nothing
        /// A store exists at the new place already. The old store is unchanged.
        case kept
    }

    /// Moves a store with all its files, for example to the folder of an App Group. Call this method at each launch
    /// before ``install(seed:version:at:isBackedUp:protection:waitingAtMost:)``, and before either store is opened.
    ///
    /// The old store is kept until the new one is complete. If the app ends before that, the next call finishes the
    /// move.
    ///
    /// - Parameters:
    ///   - old: the URL where older versions of the app keep the store.
    ///   - store: the new URL of the store.
    ///   - limit: the number of seconds to wait for another process (see
    ///     ``install(seed:version:at:isBackedUp:protection:waitingAtMost:)``).
    @discardableResult
    public static func move(
        from old: Foundation.URL, to store: Foundation.URL,
        waitingAtMost limit: Foundation.TimeInterval = 10
    ) throws -> Move {
        try locked(store, limit) {
            let isBegun = transfer(at: staging(of: store))?.isMove ?? false
            try finish(at: store)
            guard exists(old) else {
                if isBegun { try remove(staging(of: store)) }
                return isBegun ? .moved : .nothing
            }
            if !isBegun {
                guard !exists(store) else { return .kept }
                let version = contents(of: marker(of: old))
                try stage(
                    old, at: store, version: version, isMove: true, isBackedUp: true, protection: nil)
                try finish(at: store)
            }
            // The store's file and the staging folder are removed last: as long as the file exists, so does the record
            // of the move.
            for suffix in companions { try remove(sibling(of: old, suffix)) }
            try remove(support(of: old))
            try remove(marker(of: old))
            try remove(old)
            try remove(staging(of: store))
            return .moved
        }
    }

    /// Moves a store as the synchronous method does, without blocking the caller.
    @discardableResult
    public static func move(
        from old: Foundation.URL, to store: Foundation.URL,
        waitingAtMost limit: Foundation.TimeInterval = 10
    ) async throws -> Move {
        try await _Concurrency.Task.detached { try move(from: old, to: store, waitingAtMost: limit) }.value
    }
}
