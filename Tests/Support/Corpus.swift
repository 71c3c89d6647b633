import Files
import Foundation
import SQLite
import Testing

/// The real stores that tests read: `../shared/corpus` beside the project, or `$ZSEED_CORPUS`.
///
/// The corpus is not part of the project. A test that needs it is declared as
/// `@Test(.enabled(if: Corpus.isPresent, Corpus.absence))`, and skipped if it is absent. A test that applies to every
/// store uses ``all``.
package enum Corpus {
    /// The root of the package.
    package static let packageRoot: String = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The folder with the format notes and the oracles, `../shared/format`.
    package static var formatFolder: String { sharedFolder + "/format" }

    private static var sharedFolder: String {
        URL(fileURLWithPath: packageRoot).deletingLastPathComponent().path + "/shared"
    }

    /// The folder that contains one folder for each store.
    package static let folder: String =
        ProcessInfo.processInfo.environment["ZSEED_CORPUS"] ?? sharedFolder + "/corpus"

    /// Whether the corpus exists.
    package static let isPresent = FileManager.default.fileExists(atPath: folder)

    /// The reason why a test was skipped.
    package static let absence: Comment =
        "needs the corpus of real stores in ../shared/corpus or $ZSEED_CORPUS"

    /// One real store.
    package struct Entry: Sendable, CustomStringConvertible {
        /// The name of its folder.
        package let name: String
        /// The folder's path.
        package let folder: String
        /// The store's path.
        package var store: String { folder + "/store.sqlite" }
        /// The model source of exactly this store, if it exists.
        package var modelXML: String? {
            let path = folder + "/Model.xcdatamodel"
            return FileManager.default.fileExists(atPath: path) ? path : nil
        }
        /// Returns the recorded facts about the store: hashes, rows, features.
        package func facts() throws -> Facts {
            let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/facts.json"))
            return try JSONDecoder().decode(Facts.self, from: data)
        }
        package var description: String { name }
    }

    /// The content of a `facts.json`.
    package struct Facts: Decodable, Sendable {
        package let entity_hashes: [String: String]
        package let features: [String]
        package let framework_version: Int
        package let model_cache: Bool
        package let rows: [String: Int]
        package let wal: Bool
    }

    /// Every store, by name; empty if the corpus is absent.
    package static let entries: [Entry] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().map { Entry(name: $0, folder: folder + "/" + $0) }
            .filter { FileManager.default.fileExists(atPath: $0.store) }
    }()

    /// Every available store: the real ones, and the hand-made ones in `Tests/Oracles/Stores`, which always exist.
    package static let all: [Entry] = entries + HandMadeStores.entries

    /// The oldest and the newest store of each family, such as `photos-…`, by the version of the framework, and all of
    /// them in `make soak`.
    ///
    /// For tests that process whole stores, many times or in a process. The hand-made stores are included.
    package static let ends = ends(of: all)

    /// The real stores of ``ends``.
    package static let realEnds = ends(of: entries)

    private static func ends(of entries: [Entry]) -> [Entry] {
        guard ProcessInfo.processInfo.environment["ZSEED_ROUNDS"] == nil else { return entries }
        let families = Dictionary(grouping: entries) { $0.name.prefix { $0 != "-" } }
        let chosen = families.values.flatMap { family in
            let byVersion = family.map { (entry: $0, version: (try? $0.facts().framework_version) ?? 0) }
                .sorted { ($0.version, $0.entry.name) < ($1.version, $1.entry.name) }
            return Set([byVersion.first?.entry.name, byVersion.last?.entry.name])
        }
        return entries.filter { chosen.contains($0.name) }
    }

    /// Returns the store with a name.
    package static func entry(_ name: String) throws -> Entry {
        guard let entry = entries.first(where: { $0.name == name }) else {
            throw FileError(path: folder + "/" + name, action: .open, reason: "not in the corpus")
        }
        return entry
    }
}
