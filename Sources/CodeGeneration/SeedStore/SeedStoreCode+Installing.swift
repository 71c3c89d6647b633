/// Copying a seed to where the app keeps its store, and moving a store there.
///
/// The types by which the model's own classes could hide others are spelled out.
extension SeedStoreCode {
    static let installing = """
        /// The store that the app ships with.
        public enum SeedStore {
            /// What became of the app's store.
            public enum Outcome: Swift.Equatable, Swift.Sendable {
                /// There was none: the seed was copied.
                case installed
                /// It came from an older seed: the new one took its place.
                case replaced
                /// It came from this seed.
                case upToDate
                /// It came from a newer seed, as when an older app is installed again: it stays.
                case newer
                /// It came from no seed: it stays as it is.
                case kept
            }

            /// Copies the seed to where the app keeps its store: on the first launch, and again when the
            /// version has risen. Call it before the store is opened.
            ///
            /// A new version takes the place of the whole store, with everything that the user changed
            /// in it. The copy is made beside the old store, and takes its place when it is whole; where
            /// the app ends in between, the next call finishes that. `NAME.sqlite.seed-version` beside
            /// the store tells the version; `-wal` and `-shm` of the old store go with it, and the folder
            /// with its large binary values is that of the seed.
            ///
            /// - Parameters:
            ///   - seed: the seed in the app's bundle.
            ///   - version: the version of the seed, such as "3"; "1.10" comes after "1.9".
            ///   - store: where the app keeps its store.
            ///   - isBackedUp: whether the store goes into the user's backups.
            @discardableResult
            public static func install(
                seed: Foundation.URL, version: Swift.String, at store: Foundation.URL,
                isBackedUp: Swift.Bool = true
            ) throws -> Outcome {
                try locked(store) {
                    try finish(at: store)
                    let former = contents(of: marker(of: store))
                    let isThere = exists(store)
                    if isThere {
                        guard let former else { return .kept }
                        // An empty one is that of a copy that was interrupted.
                        if !former.isEmpty {
                            switch version.compare(former, options: .numeric) {
                            case .orderedSame:
                                if !isBackedUp { try excludeFromBackup(store) }
                                return .upToDate
                            case .orderedAscending: return .newer
                            case .orderedDescending: break
                            }
                        }
                    }
                    try stage(seed, at: store, version: version, isMove: false, isBackedUp: isBackedUp)
                    try finish(at: store)
                    return isThere ? .replaced : .installed
                }
            }
        }
        """

    static let moving = """
        extension SeedStore {
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
            /// Call it at each launch before ``install(seed:version:at:isBackedUp:)``, and before either
            /// store is opened.
            ///
            /// The old store stays until the new one is whole; where the app ends in between, the next
            /// call finishes the move.
            ///
            /// - Parameters:
            ///   - old: where older versions of the app keep the store.
            ///   - store: where it belongs.
            @discardableResult
            public static func move(from old: Foundation.URL, to store: Foundation.URL) throws -> Move {
                try locked(store) {
                    let isBegun = transfer(at: staging(of: store))?.isMove ?? false
                    try finish(at: store)
                    guard exists(old) else {
                        if isBegun { try remove(staging(of: store)) }
                        return isBegun ? .moved : .nothing
                    }
                    if !isBegun {
                        guard !exists(store) else { return .kept }
                        let version = contents(of: marker(of: old))
                        try stage(old, at: store, version: version, isMove: true, isBackedUp: true)
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
        }
        """
}
