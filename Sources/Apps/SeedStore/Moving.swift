import Foundation

nonisolated extension SeedStore {
    /// What became of a store that was to be moved.
    public enum Move: Swift.Equatable, Swift.Sendable {
        /// It is where it belongs, and nothing is left where it was.
        case moved
        /// There was none to be moved.
        case nothing
        /// There is one already where it belongs; the other stays where it is.
        case kept
    }

    /// Moves a store with everything that belongs to it, such as to the folder of an App Group.
    /// Call it at each launch before ``install(seed:version:at:isBackedUp:protection:waitingAtMost:)``, and before either
    /// store is opened.
    ///
    /// The old store stays until the new one is whole; where the app ends in between, the next
    /// call finishes the move.
    ///
    /// - Parameters:
    ///   - old: where older versions of the app keep the store.
    ///   - store: where it belongs.
    ///   - limit: how many seconds to wait for another process, see ``install(seed:version:at:isBackedUp:protection:waitingAtMost:)``.
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
            // The file itself last: where it is there, so is what says that it was moved.
            for suffix in companions { try remove(sibling(of: old, suffix)) }
            try remove(support(of: old))
            try remove(marker(of: old))
            try remove(old)
            try remove(staging(of: store))
            return .moved
        }
    }

    /// The same without blocking the caller.
    @discardableResult
    public static func move(
        from old: Foundation.URL, to store: Foundation.URL,
        waitingAtMost limit: Foundation.TimeInterval = 10
    ) async throws -> Move {
        try await _Concurrency.Task.detached { try move(from: old, to: store, waitingAtMost: limit) }.value
    }
}
