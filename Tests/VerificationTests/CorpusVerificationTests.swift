import TestSupport
import Testing

@testable import Verification

@Suite("Real stores under verification", .enabled(if: Corpus.isPresent, Corpus.absence))
struct CorpusVerificationTests {
    /// What is known to be wrong with real stores.
    private static let peculiarities = [
        // Photos bypasses validation (SPEC 8).
        "photos-13": ["required properties"]
    ]

    @Test("Every store passes every check, but for what is known", arguments: Corpus.entries)
    func passes(entry: Corpus.Entry) throws {
        let failed = try StoreVerifier().verify(path: entry.store).filter { !$0.isPassed }
        let found = failed.flatMap(\.outcome.examples).map(\.line)
        #expect(failed.map(\.name) == Self.peculiarities[entry.name] ?? [], "\(found)")
    }

    @Test(
        "With the model from its source instead of the cache too",
        arguments: Corpus.entries.filter { $0.modelXML != nil })
    func passesWithModel(entry: Corpus.Entry) throws {
        let results = try StoreVerifier().verify(path: entry.store, modelPath: entry.modelXML)
        for result in results where !result.isPassed {
            Issue.record("\(result.name): \(result.outcome.wrong) \(result.outcome.examples.map(\.line))")
        }
        #expect(results.allSatisfy { $0.outcome.skipped == nil })
    }
}
