import ObjectModel
import Yams

/// Reads one mapping of a plan key by key, and afterwards reports the keys that it cannot have.
///
/// Nothing is thrown: whatever is wrong goes to the collector with its location, and reading goes on.
package struct MappingReader {
    package let location: SeedIssue.Location
    /// Whether the node is a mapping at all; where not, that was reported and no key is missed.
    package let isMapping: Bool
    let path: String
    package let issues: IssueCollector
    private let pairs: [(key: String, keyNode: Node, value: Node)]
    /// The keys that it may have; none where they are names of its own.
    private let keys: [String]

    /// Reads a node that must be a mapping.
    ///
    /// - Parameter keys: the keys that it may have; none where they are names of its own.
    package init(
        _ node: Node, expecting expectation: String, keys: [String] = [], path: String,
        issues: IssueCollector
    ) {
        self.keys = keys
        location = Self.location(of: node, path: path)
        self.path = path
        self.issues = issues
        isMapping = node.mapping != nil
        guard let mapping = node.mapping else {
            pairs = []
            issues.add(SeedIssue(.plan(.wrongKind(expected: expectation)), at: location))
            return
        }
        pairs = mapping.map { pair in
            (key: pair.key.scalar?.string ?? "", keyNode: pair.key, value: pair.value)
        }
    }

    package static func location(of node: Node, path: String) -> SeedIssue.Location {
        .init(path: path, line: node.mark?.line, column: node.mark?.column)
    }

    package func location(of node: Node) -> SeedIssue.Location { Self.location(of: node, path: path) }

    /// All keys with their values, for mappings whose keys are names.
    package var entries: [(name: Located<String>, value: Node)] {
        pairs.map { (Located($0.key, at: location(of: $0.keyNode)), $0.value) }
    }

    /// The value of a key; nil where it is missing or null.
    package func node(_ key: String) -> Node? {
        assert(keys.contains(key), "the key `\(key)` is missing in the table of keys")
        guard let pair = pairs.first(where: { $0.key == key }) else { return nil }
        if let scalar = pair.value.scalar, scalar.style == .plain, Self.isNull(scalar.string) {
            return nil
        }
        return pair.value
    }

    /// The value of a key as it stands there, even a null.
    package func rawNode(_ key: String) -> Node? { pairs.first { $0.key == key }?.value }

    /// The location of a key, or of the mapping where the key is missing.
    package func keyLocation(_ key: String) -> SeedIssue.Location {
        pairs.first { $0.key == key }.map { location(of: $0.keyNode) } ?? location
    }

    /// Whether the key is there with a null.
    package func isNull(_ key: String) -> Bool {
        guard let scalar = pairs.first(where: { $0.key == key })?.value.scalar else { return false }
        return scalar.style == .plain && Self.isNull(scalar.string)
    }

    /// Whether the key has a single value, and no list.
    package func isSingle(_ key: String) -> Bool { rawNode(key)?.scalar != nil }

    /// Whether the key is there, even with a null.
    package func has(_ key: String) -> Bool { pairs.contains { $0.key == key } }

    /// The text of a key.
    package func text(_ key: String) -> Located<String>? {
        guard let node = node(key) else { return nil }
        guard let scalar = node.scalar else {
            issues.add(SeedIssue(.plan(.wrongKind(expected: "a text")), at: location(of: node)))
            return nil
        }
        return Located(scalar.string, at: location(of: node))
    }

    /// The text of a key that must be there.
    package func requiredText(_ key: String) -> Located<String>? {
        if let text = text(key) { return text }
        if isMapping, node(key) == nil { issues.add(SeedIssue(.plan(.missingKey(key)), at: location)) }
        return nil
    }

    /// The texts of a key: a list, or a single one; nil where the key is missing.
    package func texts(_ key: String) -> [Located<String>]? {
        guard let node = node(key) else { return nil }
        let elements = node.sequence.map { Array($0) } ?? [node]
        let texts = elements.compactMap { element -> Located<String>? in
            element.scalar.map { Located($0.string, at: location(of: element)) }
        }
        guard texts.count == elements.count, !texts.isEmpty else {
            issues.add(
                SeedIssue(.plan(.wrongKind(expected: "a text or a list of texts")), at: location(of: node)))
            return nil
        }
        return texts
    }

    /// The truth value of a key; nil where the key is missing.
    package func flag(_ key: String) -> Bool? {
        guard let scalar = scalar(key) else { return nil }
        if case .boolean(let flag) = scalar.value { return flag }
        issues.add(SeedIssue(.plan(.wrongKind(expected: "true or false")), at: scalar.location))
        return nil
    }

    /// The positive integer of a key; nil where the key is missing.
    package func count(_ key: String) -> Int? {
        guard let scalar = scalar(key) else { return nil }
        if case .integer(let number) = scalar.value, number > 0, let count = Int(exactly: number) {
            return count
        }
        issues.add(SeedIssue(.plan(.wrongKind(expected: "a positive integer")), at: scalar.location))
        return nil
    }

    /// One of the known words of a key; nil where the key is missing or has another one.
    package func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, as type: Choice.Type
    ) -> Choice? where Choice.RawValue == String {
        guard let text = text(key) else { return nil }
        if let choice = Choice(rawValue: text.value) { return choice }
        report(text, of: key, among: Choice.allCases.map(\.rawValue))
        return nil
    }

    /// Reports a word that is none of those that a key takes.
    func report(_ text: Located<String>, of key: String, among words: [String]) {
        issues.add(SeedIssue(unknown: text, of: key, among: words))
    }

    /// The scalar of a key, null included; nil where the key is missing.
    package func scalar(_ key: String) -> Located<Scalar>? {
        assert(keys.contains(key), "the key `\(key)` is missing in the table of keys")
        guard let pair = pairs.first(where: { $0.key == key }) else { return nil }
        guard let scalar = pair.value.scalar else {
            issues.add(
                SeedIssue(.plan(.wrongKind(expected: "a single value")), at: location(of: pair.value)))
            return nil
        }
        return Located(Self.scalar(scalar), at: location(of: pair.value))
    }

    /// A reader of the mapping at a key; nil where the key is missing.
    package func mapping(
        _ key: String, expecting expectation: String, keys: [String] = []
    ) -> MappingReader? {
        guard let node = node(key) else { return nil }
        return MappingReader(
            node, expecting: expectation, keys: keys, path: path, issues: issues)
    }

    /// Reports every key that it cannot have.
    package func finish() {
        for pair in pairs where !keys.contains(pair.key) {
            // To look for what was meant takes longer than to read the key.
            guard issues.hasRoom else { return }
            // `skip` is `skipLines`.
            let longer =
                pair.key.count < 3 ? nil : keys.filter { $0.hasPrefix(pair.key) }.min { $0.count < $1.count }
            issues.add(
                SeedIssue(
                    .plan(.unknownKey(pair.key, nearest: NearestName.of(pair.key, in: keys) ?? longer)),
                    at: location(of: pair.keyNode)))
        }
    }

    // MARK: Scalars

    /// The type that YAML 1.2's core schema gives a plain scalar; quoted ones are texts.
    package static func scalar(_ scalar: Node.Scalar) -> Scalar {
        let text = scalar.string
        guard scalar.style == .plain || scalar.style == .any else { return .text(text) }
        if isNull(text) { return .null }
        if ["true", "True", "TRUE"].contains(text) { return .boolean(true) }
        if ["false", "False", "FALSE"].contains(text) { return .boolean(false) }
        return text.withUTF8Bytes { bytes in
            let hasPoint = bytes.contains { [0x2E, 0x45, 0x65].contains($0) }
            if !hasPoint, case .value(let value) = NumberParser.integer(bytes) {
                return .integer(value)
            }
            if let value = NumberParser.double(bytes), value.isFinite { return .real(value) }
            return .text(text)
        }
    }

    private static func isNull(_ text: String) -> Bool {
        ["", "~", "null", "Null", "NULL"].contains(text)
    }
}

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

extension SeedIssue {
    /// A word that is none of those that a key takes, with the nearest of them, or with some.
    package init(unknown text: Located<String>, of key: String, among words: [String]) {
        let nearest = NearestName.of(text.value, in: words)
        self.init(
            .plan(.unknownChoice(text.value, kind: key, nearest: nearest)), at: text.location,
            hint: nearest == nil ? .known(words) : nil)
    }
}
