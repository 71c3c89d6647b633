import Foundation

nonisolated extension SeedStore {
    /// A copy of a store for one preview, one test or one screenshot. Its folder is removed with the object.
    public final class TemporaryCopy: Swift.Sendable {
        /// The URL of the copy.
        public let store: Foundation.URL
        private let folder: Foundation.URL

        /// Copies a store with all its files.
        public init(of seed: Foundation.URL) throws {
            let files = Foundation.FileManager.default
            let all = files.temporaryDirectory.appendingPathComponent("SeedStore-copies")
            SeedStore.removeLeftovers(in: all)
            folder = all.appendingPathComponent(Foundation.UUID().uuidString)
            store = folder.appendingPathComponent(seed.lastPathComponent)
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            do {
                try SeedStore.copy(seed, to: store)
            } catch {
                try? files.removeItem(at: folder)
                throw error
            }
        }

        deinit { try? Foundation.FileManager.default.removeItem(at: folder) }
    }

    static func copy(_ seed: Foundation.URL, to store: Foundation.URL) throws {
        let files = Foundation.FileManager.default
        try files.copyItem(at: seed, to: store)
        try allowWriting(store)
        for (file, copy) in [
            (sibling(of: seed, "-wal"), sibling(of: store, "-wal")),
            (sibling(of: seed, "-journal"), sibling(of: store, "-journal")),
            (support(of: seed), support(of: store)),
        ] where exists(file) { try files.copyItem(at: file, to: copy) }
    }

    /// Removes copies that interrupted processes left behind: those older than a day.
    static func removeLeftovers(in folder: Foundation.URL) {
        let files = Foundation.FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: folder.path)) ?? [] {
            let copy = folder.appendingPathComponent(name)
            let attributes = try? files.attributesOfItem(atPath: copy.path)
            guard let date = attributes?[.modificationDate] as? Foundation.Date,
                date.timeIntervalSinceNow < -86_400
            else { continue }
            try? files.removeItem(at: copy)
        }
    }
}
