import Foundation
import SQLite

/// The stores of `Tests/Oracles/Stores`, created from their SQL text once for each test process.
enum HandMadeStores {
    /// The folder of the stores while the process runs.
    private static let folder = URL(fileURLWithPath: NSTemporaryDirectory())
        .appendingPathComponent("zseed-stores-\(getpid())").path

    /// Every store, by name.
    static let entries: [Corpus.Entry] = {
        let sources = Corpus.packageRoot + "/Tests/Oracles/Stores"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []
        // The stores are not needed after the process ends.
        atexit { try? FileManager.default.removeItem(atPath: HandMadeStores.folder) }
        return names.sorted().filter { !$0.contains(".") }.map { name in
            do {
                return try make(name, from: sources + "/" + name)
            } catch {
                fatalError("Tests/Oracles/Stores/\(name): \(error)")
            }
        }
    }()

    private static func make(_ name: String, from source: String) throws -> Corpus.Entry {
        let entry = Corpus.Entry(name: name, folder: folder + "/" + name)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: source, toPath: entry.folder)
        let store = try Connection(path: entry.store, mode: .create)
        try store.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = 2")
        try store.execute(String(contentsOfFile: source + "/store.sql", encoding: .utf8))
        return entry
    }
}
