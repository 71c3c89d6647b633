import Foundation

/// The store that the app ships with. None of its methods is isolated to the main actor, even in modules where that is
/// the default.
public nonisolated enum SeedStore {
    /// The result of an installation.
    public enum Outcome: Swift.Equatable, Swift.Sendable {
        /// There was no store, so the seed was copied.
        case installed
        /// The store came from an older seed and was replaced by the new one.
        case replaced
        /// The store came from this seed already.
        case upToDate
        /// The store came from a newer seed and is unchanged. This happens if an older version of the app is installed
        /// again.
        case newer
        /// The store did not come from a seed and is unchanged.
        case kept
    }

    /// Copies the seed to the place where the app keeps its store, on the first launch and again for each new version.
    /// Call this method before the store is opened.
    ///
    /// A new version replaces the whole store, including everything that the user changed in it. The copy is made
    /// beside the old store, and replaces it when it is complete. If the app ends before that, the next call finishes
    /// the installation. The file `NAME.sqlite.seed-version` beside the store contains the version. The `-wal`,
    /// `-shm` and `-journal` files of the old store are removed, and the folder of large binary values is replaced by the
    /// seed's.
    ///
    /// - Parameters:
    ///   - seed: the seed in the app's bundle.
    ///   - version: the version of the seed, such as "3". Numbers in it are compared as numbers: "1.10" is newer than
    ///     "1.9".
    ///   - store: the URL where the app keeps its store.
    ///   - isBackedUp: whether the store is included in the user's backups.
    ///   - protection: the data protection class of the files; nil for the app's default. Files that SQLite creates
    ///     later, such as `-wal`, get the class of their folder from the system.
    ///   - limit: the number of seconds to wait for another process that installs or moves the store, such as an
    ///     extension. iOS ends an app that is suspended while it holds a lock in the folder of an App Group, so call
    ///     this method in a background task (`beginBackgroundTask`) or an expiring activity.
    /// - Throws: `CocoaError(.fileLocking)` if another process takes longer than the limit.
    @discardableResult
    public static func install(
        seed: Foundation.URL, version: Swift.String, at store: Foundation.URL,
        isBackedUp: Swift.Bool = true, protection: Foundation.FileProtectionType? = nil,
        waitingAtMost limit: Foundation.TimeInterval = 10
    ) throws -> Outcome {
        try locked(store, limit) {
            try finish(at: store)
            let former = contents(of: marker(of: store))
            let isPresent = exists(store)
            if isPresent {
                guard let former else { return .kept }
                // An empty version belongs to a copy that was interrupted.
                if !former.isEmpty {
                    switch version.compare(former, options: .numeric) {
                    case .orderedSame:
                        if !isBackedUp { try excludeFromBackup(store) }
                        try protect(store, protection)
                        return .upToDate
                    case .orderedAscending: return .newer
                    case .orderedDescending: break
                    }
                }
            }
            try stage(
                seed, at: store, version: version, isMove: false, isBackedUp: isBackedUp,
                protection: protection)
            try finish(at: store)
            return isPresent ? .replaced : .installed
        }
    }

    /// Copies the seed as the synchronous method does, without blocking the caller, such as the main actor at launch.
    @discardableResult
    public static func install(
        seed: Foundation.URL, version: Swift.String, at store: Foundation.URL,
        isBackedUp: Swift.Bool = true, protection: Foundation.FileProtectionType? = nil,
        waitingAtMost limit: Foundation.TimeInterval = 10
    ) async throws -> Outcome {
        try await _Concurrency.Task.detached {
            try install(
                seed: seed, version: version, at: store, isBackedUp: isBackedUp,
                protection: protection, waitingAtMost: limit)
        }.value
    }

    /// Returns the URL of a bundle's seed in one of the user's languages: `NAME-de.sqlite`, or else `NAME.sqlite`.
    ///
    /// - Parameters:
    ///   - name: the name of the plan, without `.seed.yml`. The plugin writes `NAME.sqlite` for it.
    ///   - languages: the languages that the user prefers, the most preferred first; empty for a seed that is the same
    ///     in all languages. A language may include its region: `de-AT` also matches `NAME-de`.
    public static func seed(
        named name: Swift.String, in bundle: Foundation.Bundle = .main,
        languages: [Swift.String] = Foundation.Locale.preferredLanguages
    ) throws -> Foundation.URL {
        var names: [Swift.String] = []
        for language in languages {
            var parts = language.split(separator: "-")
            while !parts.isEmpty {
                names.append(name + "-" + parts.joined(separator: "-"))
                parts.removeLast()
            }
        }
        for name in names + [name] {
            if let file = bundle.url(forResource: name, withExtension: fileExtension) { return file }
        }
        throw Foundation.CocoaError(.fileNoSuchFile)
    }

    /// The file extension of seeds in a bundle, for Core Data and SwiftData.
    public static let fileExtension = "sqlite"
}
