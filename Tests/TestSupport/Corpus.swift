import Files
import Foundation
import SQLite
import Testing

/// The real stores that tests read: `../shared/corpus` beside the project, or `$ZSEED_CORPUS`.
///
/// The corpus is not part of the project; a test that needs it is declared
/// `@Test(.enabled(if: Corpus.isPresent, Corpus.absence))` and skipped where it is absent. One that
/// holds of every store takes ``all``.
package enum Corpus {
    /// The root of the package.
    package static let packageRoot: String = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The folder with the format notes and the oracles, `../shared/format`.
    package static var formatFolder: String { sharedFolder + "/format" }

    private static var sharedFolder: String {
        URL(fileURLWithPath: packageRoot).deletingLastPathComponent().path + "/shared"
    }

    /// The folder that holds one folder per store.
    package static let folder: String =
        ProcessInfo.processInfo.environment["ZSEED_CORPUS"] ?? sharedFolder + "/corpus"

    /// Whether the corpus is there.
    package static let isPresent = FileManager.default.fileExists(atPath: folder)

    /// Why a test was skipped.
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
        /// The model source of exactly this store, where there is one.
        package var modelXML: String? {
            let path = folder + "/Model.xcdatamodel"
            return FileManager.default.fileExists(atPath: path) ? path : nil
        }
        /// What was noted of the store: hashes, rows, features.
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

    /// Every store, by name; empty where the corpus is absent.
    package static let entries: [Entry] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().map { Entry(name: $0, folder: folder + "/" + $0) }
            .filter { FileManager.default.fileExists(atPath: $0.store) }
    }()

    /// Every store that is there: the real ones, and those of `Tests/Stores`, which are made by hand and
    /// always there.
    package static let all: [Entry] = entries + HandMadeStores.entries

    /// The store of a name.
    package static func entry(_ name: String) throws -> Entry {
        guard let entry = entries.first(where: { $0.name == name }) else {
            throw FileError(path: folder + "/" + name, action: .open, reason: "not in the corpus")
        }
        return entry
    }
}
