import ObjectModel
import Yams

/// Reads a mapping in a plan key by key, and reports the unknown keys at the end.
///
/// It does not throw. Each error goes to the collector with its location, and reading continues.
package struct MappingReader {
    package let location: SeedIssue.Location
    /// Whether the node is a mapping. If not, that was reported, and missing keys are not.
    package let isMapping: Bool
    let path: String
    package let issues: IssueCollector
    private var pairs: [(key: String, keyNode: Node, value: Node)]
    /// The allowed keys. Empty if the keys are names chosen by the user.
    private var keys: [String]
    /// A key whose mapping is read together with this one, and the keys of that mapping.
    private var joined: (key: String, keys: [String])?

    /// Reads a node that must be a mapping.
    ///
    /// - Parameter keys: the allowed keys. Empty if the keys are names chosen by the user.
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

    /// Returns the value of a key, or nil if it is missing or null.
    package func node(_ key: String) -> Node? {
        assert(keys.contains(key), "the key `\(key)` is missing in the table of keys")
        guard let pair = pairs.first(where: { $0.key == key }) else { return nil }
        if let scalar = pair.value.scalar, scalar.style == .plain, Self.isNull(scalar.string) {
            return nil
        }
        return pair.value
    }

    /// Returns the value of a key, which may be null.
    package func rawNode(_ key: String) -> Node? { pairs.first { $0.key == key }?.value }

    /// Returns the location of a key, or of the mapping if the key is missing.
    package func keyLocation(_ key: String) -> SeedIssue.Location {
        pairs.first { $0.key == key }.map { location(of: $0.keyNode) } ?? location
    }

    /// Returns whether the key exists with a null value.
    package func isNull(_ key: String) -> Bool {
        guard let scalar = pairs.first(where: { $0.key == key })?.value.scalar else { return false }
        return scalar.style == .plain && Self.isNull(scalar.string)
    }

    /// Returns whether the key has a single value, not a list.
    package func isSingle(_ key: String) -> Bool { rawNode(key)?.scalar != nil }

    /// Returns whether the key exists, even with a null value.
    package func has(_ key: String) -> Bool { pairs.contains { $0.key == key } }

    /// Returns the text of a key.
    package func text(_ key: String) -> Located<String>? {
        guard let node = node(key) else { return nil }
        guard let scalar = node.scalar else {
            issues.add(SeedIssue(.plan(.wrongKind(expected: "a text")), at: location(of: node)))
            return nil
        }
        return Located(scalar.string, at: location(of: node))
    }

    /// Returns the text of a required key.
    package func requiredText(_ key: String) -> Located<String>? {
        if let text = text(key) { return text }
        if isMapping, node(key) == nil { issues.add(SeedIssue(.plan(.missingKey(key)), at: location)) }
        return nil
    }

    /// Returns the texts of a key, which is a list or a single text. Returns nil if the key is missing.
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

    /// Returns the Boolean value of a key, or nil if the key is missing.
    package func flag(_ key: String) -> Bool? {
        guard let scalar = scalar(key) else { return nil }
        if case .boolean(let flag) = scalar.value { return flag }
        issues.add(SeedIssue(.plan(.wrongKind(expected: "true or false")), at: scalar.location))
        return nil
    }

    /// Returns the positive integer of a key, or nil if the key is missing.
    package func count(_ key: String) -> Int? {
        guard let scalar = scalar(key) else { return nil }
        if case .integer(let number) = scalar.value, number > 0, let count = Int(exactly: number) {
            return count
        }
        issues.add(SeedIssue(.plan(.wrongKind(expected: "a positive integer")), at: scalar.location))
        return nil
    }

    /// Returns the choice for the word of a key, or nil if the key is missing or the word is unknown.
    package func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, as type: Choice.Type
    ) -> Choice? where Choice.RawValue == String {
        guard let text = text(key) else { return nil }
        if let choice = Choice(rawValue: text.value) { return choice }
        report(text, of: key, among: Choice.allCases.map(\.rawValue))
        return nil
    }

    /// Reports an unknown word of a key.
    func report(_ text: Located<String>, of key: String, among words: [String]) {
        issues.add(SeedIssue(unknown: text, of: key, among: words))
    }

    /// Returns the scalar of a key, including null, or nil if the key is missing.
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

    /// Returns a reader of the mapping at a key, or nil if the key is missing.
    package func mapping(
        _ key: String, expecting expectation: String, keys: [String] = []
    ) -> MappingReader? {
        guard let node = node(key) else { return nil }
        return MappingReader(
            node, expecting: expectation, keys: keys, path: path, issues: issues)
    }

    /// Reads the keys of the mapping at a key as keys of this mapping. A key that is in both is an error.
    ///
    /// - Returns: the keys of that mapping that are in this one instead.
    package mutating func join(
        _ key: String, expecting expectation: String, keys others: [String]
    ) -> [Located<String>] {
        let outside = pairs.filter { others.contains($0.key) }
        if let reader = mapping(key, expecting: expectation, keys: others) {
            reader.finish()
            let known = reader.pairs.filter { others.contains($0.key) }
            for pair in known where has(pair.key) {
                issues.add(
                    SeedIssue(.plan(.conflictingKeys(key, pair.key)), at: keyLocation(pair.key)))
            }
            pairs += known
        }
        keys += others
        joined = (key, others)
        return outside.map { Located($0.key, at: location(of: $0.keyNode)) }
    }

    /// Reports every unknown key.
    package func finish() {
        for pair in pairs where !keys.contains(pair.key) {
            // Finding the nearest known key takes longer than reading one.
            guard issues.hasRoom else { return }
            // For example `skip` for `skipLines`.
            let longer =
                pair.key.count < 3 ? nil : keys.filter { $0.hasPrefix(pair.key) }.min { $0.count < $1.count }
            let nearest = (NearestName.of(pair.key, in: keys) ?? longer).map { name in
                joined.map { $0.keys.contains(name) ? "\($0.key): { \(name): … }" : name } ?? name
            }
            issues.add(
                SeedIssue(.plan(.unknownKey(pair.key, nearest: nearest)), at: location(of: pair.keyNode)))
        }
    }

    // MARK: Scalars

    /// Returns a plain scalar with its type in YAML 1.2's core schema. Quoted scalars are texts.
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

/// The kinds of values that occur only in value mappings.
extension MappingReader {
    /// Returns the words of a key, one or a list, as written. A plain `NULL` is a word.
    package func words(_ key: String) -> [String] {
        guard let node = rawNode(key) else { return [] }
        return (node.sequence.map(Array.init) ?? [node]).compactMap { node in
            if let scalar = node.scalar { return scalar.string }
            let expected = "a word or a list of words"
            issues.add(SeedIssue(.plan(.wrongKind(expected: expected)), at: location(of: node)))
            return nil
        }
    }

    /// Returns the Boolean value of a key with its location, or nil if the key is missing.
    package func locatedFlag(_ key: String) -> Located<Bool>? {
        guard let scalar = scalar(key) else { return nil }
        if case .boolean(let flag) = scalar.value { return Located(flag, at: scalar.location) }
        issues.add(SeedIssue(.plan(.wrongKind(expected: "true or false")), at: scalar.location))
        return nil
    }

    /// Returns the choice for the word of a key with its location, or nil if the key is missing.
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
    /// Creates an issue about an unknown word of a key, with the nearest known word or some of the known ones.
    package init(unknown text: Located<String>, of key: String, among words: [String]) {
        let nearest = NearestName.of(text.value, in: words)
        self.init(
            .plan(.unknownChoice(text.value, kind: key, nearest: nearest)), at: text.location,
            hint: nearest == nil ? .known(words) : nil)
    }
}
