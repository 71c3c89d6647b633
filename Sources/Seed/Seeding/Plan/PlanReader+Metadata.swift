import Files
import Foundation
import Inputs
import ObjectModel
import Yams

extension PlanReader {
    /// The limit of nested lists and mappings in metadata.
    private static let deepest = Limits.metadataLevels.most

    /// Reads a value of the store's metadata: a text, number or truth value, a list or mapping, bytes (`!!binary` and
    /// Base64) or a date (`!!timestamp 2024-05-01T00:00:00Z`).
    func metadataValue(_ node: Node, depth: Int = 0) -> PropertyList? {
        guard depth < Self.deepest else {
            report(
                SeedIssue(
                    .document(.tooDeep(limit: Self.deepest)), at: location(of: node), fault: .plan))
            return nil
        }
        if let scalar = node.scalar, let value = scalarValue(scalar, node) { return value }
        if let sequence = node.sequence {
            let values = sequence.compactMap { metadataValue($0, depth: depth + 1) }
            return values.count == sequence.count ? .array(values) : nil
        }
        if let mapping = node.mapping {
            var entries: [String: PropertyList] = [:]
            for (key, value) in mapping {
                guard let key = key.scalar?.string,
                    let value = metadataValue(value, depth: depth + 1)
                else { return nil }
                entries[key] = value
            }
            return .dictionary(entries)
        }
        report(
            SeedIssue(
                .plan(.wrongKind(expected: "a text, number or truth value")), at: location(of: node)))
        return nil
    }

    private func scalarValue(_ scalar: Node.Scalar, _ node: Node) -> PropertyList? {
        switch scalar.tag.description {
        case Tag.Name.timestamp.rawValue where scalar.style == .plain || scalar.style == .any:
            // Only a date with a zone is accepted, although YAML has other forms.
            if let time = date(scalar.string) { return .date(time) }
        case Tag.Name.binary.rawValue:
            return Data(base64Encoded: scalar.string).map { .data([UInt8]($0)) }
        default: break
        }
        switch MappingReader.scalar(scalar) {
        case .null: return nil
        case .boolean(let flag): return .bool(flag)
        case .integer(let number): return .integer(number)
        case .real(let number): return .real(number)
        case .text(let text): return .string(text)
        }
    }

    /// Returns the seconds since 2001 of an ISO 8601 date with a zone.
    func date(_ text: String) -> Double? {
        text.withUTF8Bytes { bytes in
            guard let converter = try? DateConverter(format: .iso8601, zone: nil) else { return nil }
            return try? converter.referenceSeconds(.text(bytes)).get()
        }
    }
}

extension PlanReader {
    /// Reads the value of `now()` in derivations, as seconds since 2001.
    func now(_ reader: MappingReader) -> Double? {
        guard let text = reader.text("now") else { return nil }
        if let time = date(text.value) { return time }
        reader.issues.add(
            SeedIssue(
                .plan(.wrongKind(expected: "a date with its zone, such as 2024-05-01T00:00:00Z")),
                at: text.location))
        return nil
    }
}
