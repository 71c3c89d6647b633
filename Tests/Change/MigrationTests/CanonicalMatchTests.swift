import Testing

@testable import Migration

@Suite("Names of two models that mean the same")
struct CanonicalMatchTests {
    /// Returns candidates from texts such as `name` or `name=identifier`.
    private static func candidates(_ text: String) -> [CanonicalMatch.Candidate] {
        text.split(separator: " ").map { word in
            let parts = word.split(separator: "=").map(String.init)
            return .init(name: parts[0], identifier: parts.count > 1 ? parts[1] : nil)
        }
    }

    @Test(
        "Each entity or property has its earlier name",
        arguments: [
            ("a b", "a b", "a←a b←b"),
            ("a", "b", ""),
            ("a", "b=a", "b←a"),
            // All versions have the same identifier, while the name changes.
            ("b=a", "c=a", "c←b"),
            // Each version has the name in the previous version.
            ("b=a", "c=b", "c←b"),
            ("b=a", "b=a", "b←b"),
            ("b=a", "a", "a←b"),
            ("a b", "a=b b=a", "a←b b←a"),
            // The old name is used for something new.
            ("a", "a b=a", "b←a"),
            ("a b=a", "a b=a", "a←a b←b"),
            // An old renaming that the source no longer has.
            ("a b", "a b=a", "a←a b←b"),
            ("a", "a=z", "a←a"),
        ])
    func match(source: String, destination: String, expected: String) {
        let match = CanonicalMatch(
            source: Self.candidates(source), destination: Self.candidates(destination))
        let found = match.sources.sorted { $0.key < $1.key }.map { "\($0.key)←\($0.value)" }
        #expect(found.joined(separator: " ") == expected)
    }
}
