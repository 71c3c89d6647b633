// What an app does at launch. Built with the object layer where there is no Core Data, and type-checked against stubs of
// Core Data as an iOS app: the same source.
import Foundation
import SeedStore

#if canImport(CoreData)
    import CoreData
    typealias AppContext = NSManagedObjectContext
#else
    import ObjectLayer
    typealias AppContext = ManagedObjectContext
#endif

/// Copies the seed on the first launch.
nonisolated func install(_ seed: URL, at store: URL) throws -> String {
    "\(try SeedStore.install(seed: seed, version: "1", at: store))"
}

/// Merges the editions that the store lacks, and returns the conflicts for a log.
nonisolated func update(_ context: AppContext, with changes: [URL]) throws -> [String] {
    try SeedStore.merge(changes: changes, into: context).map { conflict in
        "\(conflict.kind.rawValue) \(conflict.entity) \(conflict.name ?? "?"): \(conflict.property ?? "?") "
            + "\(conflict.user ?? "?") of the user, \(conflict.seed ?? "?") new, kept: \(conflict.kept)"
    }
}
