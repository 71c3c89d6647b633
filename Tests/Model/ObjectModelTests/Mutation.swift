import TestSupport

@testable import ObjectModel

/// Damages input as determined by a seed.
struct Mutation {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func below(_ limit: Int) -> Int {
        Int.random(in: 0..<max(1, limit), using: &generator)
    }

    /// Returns bytes of which some are changed, removed or doubled, or the end is cut off.
    mutating func damage(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...below(4) where !bytes.isEmpty {
            let place = below(bytes.count)
            switch below(6) {
            case 0: bytes[place] = UInt8(below(256))
            case 1: bytes[place] ^= 1 << UInt8(below(8))
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(8)))
            case 3:
                let end = min(bytes.count, place + 1 + below(40))
                bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count))
            case 4: bytes.removeLast(below(min(bytes.count, 64)))
            default:
                for offset in place..<min(bytes.count, place + 8) {
                    bytes[offset] = [0, 0x7F, 0x80, 0xFF][below(4)]
                }
            }
        }
        return bytes
    }

    /// Returns a text with words exchanged, or replaced by troublesome ones.
    mutating func damage(_ text: String) -> String {
        var parts = text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
        for _ in 0...below(4) {
            let place = below(parts.count)
            switch below(3) {
            case 0: parts[place] = Self.troubles[below(Self.troubles.count)]
            case 1: parts[place] = parts[below(parts.count)]
            default: parts.swapAt(place, below(parts.count))
            }
        }
        return parts.joined(separator: "\"")
    }

    private static let troubles = [
        "", "YES", "-1", "99999999999999999999", "-9223372036854775808", "1e400", "nan", "0x7f",
        "Composite", "Integer 16", "a.@count", "((((((((((((((((", "SELF == $X", "a IN {1, {2",
        "&#0;",
        "&#x1F600;", "<a>", "]]>", String(repeating: "(", count: 5000),
        String(repeating: "NOT ", count: 5000), String(repeating: "a.", count: 5000),
    ]

    /// Returns an archive with references, numbers, texts and keys changed.
    mutating func damage(_ archive: PropertyList) -> PropertyList {
        guard case .dictionary(var top) = archive, case .array(var objects)? = top["$objects"],
            !objects.isEmpty
        else { return archive }
        for _ in 0...below(6) {
            let place = below(objects.count)
            objects[place] = damagePart(objects[place], objects: objects, depth: 0)
        }
        top["$objects"] = .array(objects)
        return .dictionary(top)
    }

    private mutating func damagePart(
        _ part: PropertyList, objects: [PropertyList], depth: Int
    ) -> PropertyList {
        switch part {
        case .dictionary(var entries):
            let keys = entries.keys.sorted()
            guard let key = keys.isEmpty ? nil : keys[below(keys.count)], let value = entries[key]
            else { return .null }
            switch below(8) {
            case 0: entries[key] = nil
            case 1: entries[key] = entries[keys[below(keys.count)]]
            default: entries[key] = damagePart(value, objects: objects, depth: depth + 1)
            }
            return .dictionary(entries)
        case .array(var elements):
            guard !elements.isEmpty else { return .array([.uid(below(objects.count))]) }
            let place = below(elements.count)
            if below(4) == 0 {
                elements.append(elements[place])
            } else {
                elements[place] = damagePart(elements[place], objects: objects, depth: depth + 1)
            }
            return .array(elements)
        case .integer: return .integer([0, -1, .max, .min, 1, 100, 2100][below(7)])
        case .uid: return .uid([0, .max, below(objects.count), below(objects.count)][below(4)])
        case .data(let bytes): return .data(damage(bytes))
        case .string where below(2) == 0:
            // A text from another place: another class, entity or key.
            let texts = objects.compactMap(\.string)
            return .string(texts.isEmpty ? "" : texts[below(texts.count)])
        default:
            return [
                .null, .bool(true), .real(.nan), .string(""), .uid(below(objects.count)),
                .array([]), .dictionary([:]),
            ][below(7)]
        }
    }
}
