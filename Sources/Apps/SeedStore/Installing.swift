import Foundation

/// The store that the app ships with. Nothing here belongs to the main actor, also where that is the module's default.
public nonisolated enum SeedStore {
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
    ///   - protection: the data protection class of the files; nil for the app's default. The system
    ///     gives files that SQLite makes later, such as `-wal`, the class of their folder.
    ///   - limit: how many seconds to wait for another process that installs or moves the store, such as
    ///     an extension. iOS ends an app that is suspended while it holds a lock in the folder of an App
    ///     Group: call this in a background task (`beginBackgroundTask`) or an expiring activity.
    /// - Throws: `CocoaError(.fileLocking)` where another process takes longer than that.
    @discardableResult
    public static func install(
        seed: Foundation.URL, version: Swift.String, at store: Foundation.URL,
        isBackedUp: Swift.Bool = true, protection: Foundation.FileProtectionType? = nil,
        waitingAtMost limit: Foundation.TimeInterval = 10
    ) throws -> Outcome {
        try locked(store, limit) {
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
            return isThere ? .replaced : .installed
        }
    }

    /// The same without blocking the caller, such as the main actor at launch.
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

    /// The seed of a bundle in one of the user's languages: `NAME-de.sqlite`, else `NAME.sqlite`.
    ///
    /// - Parameters:
    ///   - name: the name of the plan, without `.seed.yml`, of which the plugin writes `NAME.sqlite`.
    ///   - languages: the languages that the user prefers, the first one first; none for a seed that is
    ///     the same in all of them. A language may be given with its region: `de-AT` also takes `NAME-de`.
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

    /// The extension of seeds in a bundle, as zseed's plugins write them; with Core Data and SwiftData.
    public static let fileExtension = "sqlite"
}
