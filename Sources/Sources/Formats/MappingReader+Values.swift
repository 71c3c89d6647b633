import ObjectModel
import Yams

/// The kinds of values that only value mappings have.
extension MappingReader {
    /// The words of a key, one or a list of them, as they are written: a plain `NULL` is a word.
    package func words(_ key: String) -> [String] {
        guard let node = rawNode(key) else { return [] }
        return (node.sequence.map(Array.init) ?? [node]).compactMap { node in
            if let scalar = node.scalar { return scalar.string }
            let expected = "a word or a list of words"
            issues.add(SeedIssue(.plan(.wrongKind(expected: expected)), at: location(of: node)))
            return nil
        }
    }

    /// The truth value of a key with its location; nil where the key is missing.
    package func locatedFlag(_ key: String) -> Located<Bool>? {
        guard let scalar = scalar(key) else { return nil }
        if case .boolean(let flag) = scalar.value { return Located(flag, at: scalar.location) }
        issues.add(SeedIssue(.plan(.wrongKind(expected: "true or false")), at: scalar.location))
        return nil
    }

    /// One of a few words with its location; nil where the key is missing.
    package func locatedChoice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String
    ) -> Located<Choice>? where Choice: Equatable & Sendable {
        guard let text = text(key) else { return nil }
        if let choice = Choice(rawValue: text.value) { return Located(choice, at: text.location) }
        report(text, of: key, among: Choice.allCases.map(\.rawValue))
        return nil
    }
}
