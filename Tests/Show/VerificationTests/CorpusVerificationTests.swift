import TestSupport
import Testing

@testable import Verification

@Suite("Stores under verification")
struct CorpusVerificationTests {
    /// The checks that real stores are known to fail.
    private static let peculiarities = [
        // Photos bypasses validation (docs/internals/format.md#rows), and leaves join rows of deleted objects
        // (docs/internals/format.md#many-to-many).
        "photos-13": ["required properties"],
        "photos-ventura": ["required properties", "many-to-many rows"],
        "photos-sequoia": ["required properties", "many-to-many rows"],
        "photos-tahoe": ["required properties", "many-to-many rows"],
    ]

    /// Stores with rows in a `-wal`, which a seed must not have. This is a warning.
    private static let logged = [
        "bookmarks-1", "bookmarks-5", "photos-13", "photos-catalina", "photos-sequoia",
        "photos-tahoe",
    ]

    @Test("Every store passes every check, apart from known failures", arguments: Corpus.all)
    func passes(entry: Corpus.Entry) throws {
        let results = try StoreVerifier().verify(path: entry.store)
        let failed = results.filter { !$0.isPassed }
        let found = failed.flatMap(\.outcome.examples).map(\.line)
        #expect(failed.map(\.name) == Self.peculiarities[entry.name] ?? [], "\(found)")
        let warned = results.filter { $0.outcome.warned > 0 }.map(\.name)
        #expect(warned == (Self.logged.contains(entry.name) ? ["leftover files"] : []))
    }

    @Test(
        "The same holds with the model's source instead of the cache",
        arguments: Corpus.all.filter { $0.modelXML != nil })
    func passesWithModel(entry: Corpus.Entry) throws {
        let results = try StoreVerifier().verify(path: entry.store, modelPath: entry.modelXML)
        let known = Self.peculiarities[entry.name] ?? []
        for result in results where !result.isPassed && !known.contains(result.name) {
            Issue.record(
                "\(result.name): \(result.outcome.wrong) \(result.outcome.examples.map(\.line))")
        }
        #expect(results.allSatisfy { $0.outcome.skipped == nil })
    }
}
