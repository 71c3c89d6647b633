import Inputs
import ObjectModel
import Yams

/// Substitutes the values of `${NAME}` in the texts of a plan.
///
/// A value becomes a part of the text around its name and is never read as YAML. It cannot become a list, a mapping
/// or null. `$${` is a literal `${`.
final class PlanVariables {
    private let values: [String: String]
    private let path: String
    private let issues: IssueCollector
    /// The names that occur in the plan.
    private(set) var used: Set<String> = []

    init(_ variables: [PlanOverrides.Pair], path: String, issues: IssueCollector) {
        values = Dictionary(
            variables.map { ($0.name, $0.text) }, uniquingKeysWith: { _, last in last })
        self.path = path
        self.issues = issues
    }

    // Private-use characters that replace the braces of `${NAME}`.
    private static let opening = "\u{E7A4}"
    private static let closing = "\u{E7A5}"

    /// Returns the text of a plan without a meaning of `${NAME}` for YAML, which its braces would have in
    /// `{ csv: items-${LANG}.csv }`. All locations stay the same.
    static func shielded(_ text: String) -> String {
        guard areNamed(in: text) else { return text }
        return text.replacing(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/) { match in
            "$" + opening + match.output.1 + closing
        }
    }

    /// Returns whether a text contains `${`. Few plans contain any `$`, and Foundation's search, which supports all
    /// of Unicode, takes longer than reading the plan.
    static func areNamed(in text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "$")) && text.contains("${")
    }

    /// Returns the text with its braces restored. Other private-use characters are kept.
    private static func unshielded(_ text: String) -> String {
        guard text.contains(opening) else { return text }
        return text.replacing(/\$\x{E7A4}([A-Za-z_][A-Za-z0-9_]*)\x{E7A5}/) { match in
            "${" + match.output.1 + "}"
        }
    }

    /// Returns the node with values in place of names, also in its keys.
    func substituted(_ node: Node) -> Node {
        switch node {
        case .scalar(let scalar):
            let text = Self.unshielded(scalar.string)
            // A scalar without variables keeps its tag, which a new text would not have.
            guard Self.areNamed(in: text) else { return node }
            return .scalar(
                substituted(text, in: scalar, at: MappingReader.location(of: node, path: path)))
        case .sequence(let sequence):
            return .sequence(
                Node.Sequence(
                    sequence.map(substituted), sequence.tag, sequence.style, sequence.mark))
        case .mapping(let mapping):
            return .mapping(
                Node.Mapping(
                    mapping.map { (substituted($0.key), substituted($0.value)) }, mapping.tag,
                    mapping.style, mapping.mark))
        case .alias: return node
        }
    }

    private func substituted(
        _ shown: String, in original: Node.Scalar, at location: SeedIssue.Location
    ) -> Node.Scalar {
        var scalar = Node.Scalar(
            text(shown, at: location), original.tag, original.style, original.mark)
        // A value may become a number, but not null.
        if MappingReader.scalar(scalar) == .null { scalar.style = .doubleQuoted }
        return scalar
    }

    private func text(_ text: String, at location: SeedIssue.Location) -> String {
        var result = ""
        var rest = Substring(text)
        while let start = rest.range(of: "${") {
            result += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            if result.hasSuffix("$") {
                result += "{"
                continue
            }
            guard let end = rest.firstIndex(of: "}"), Self.isName(rest[..<end]) else {
                issues.add(SeedIssue(.plan(.badVariable), at: location, value: "${" + rest))
                return text
            }
            let name = String(rest[..<end])
            rest = rest[rest.index(after: end)...]
            used.insert(name)
            if let value = values[name] {
                result += value
            } else {
                let nearest = NearestName.of(name, in: values.keys)
                issues.add(
                    SeedIssue(
                        .plan(.unknownName(name, kind: .variable, nearest: nearest)), at: location))
            }
        }
        return result + rest
    }

    /// Returns whether a text has letters, digits and underscores only, without a digit in front.
    static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || byte == 0x5F
        }
    }

    /// Reports values whose names the plan does not have. Most likely the names are misspelled.
    func reportUnused() {
        for name in values.keys.sorted() where !used.contains(name) {
            let nearest = NearestName.of(name, in: used)
            issues.add(
                SeedIssue(
                    .plan(.unknownName(name, kind: .variable, nearest: nearest)),
                    at: .init(path: "--set")))
        }
    }
}
