import ObjectModel
import TestSupport
import Testing

@testable import ObjectLayer

/// Comparisons of bytes by the SQL functions, checked against comparisons of strings.
@Suite("Texts compared as bytes")
struct TextMatcherTests {
    private static let pieces: [[UInt8]] =
        RandomLibrary.texts.map { Array($0.utf8) } + [
            Array("–".utf8), Array("ſ".utf8), Array("K".utf8), Array("İı".utf8), Array("ΑΣς".utf8),
            Array("Ёлка".utf8), Array("\\*?".utf8), Array("\u{301}".utf8), [0], [0xC3], [0x80, 0x41],
            [0xFF], Array("😀".utf8), Array("aab".utf8), Array("ab".utf8), [0x7F], Array("*".utf8),
        ]

    private static func text(_ random: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: 0...3, using: &random)).flatMap { _ in
            pieces.randomElement(using: &random) ?? []
        }
    }

    @Test("Every operator gives the same answer as for strings", arguments: 1...4)
    func operators(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let matcher = TextMatcher()
        var holding = 0
        for _ in 0..<1_000 {
            // As in a fetch, one side stays the same for several comparisons.
            let part = Self.text(&random)
            let options = Predicate.Options(rawValue: Int.random(in: 0...3, using: &random))
            for _ in 0..<4 {
                let text = Self.text(&random)
                for operation in TextMatching.Operation.allCases {
                    let found = text.withUnsafeBytes { text in
                        part.withUnsafeBytes { matcher.holds(operation, text, $0, options) }
                    }
                    let expected = TextMatching.holds(
                        operation, String(decoding: text, as: UTF8.self),
                        String(decoding: part, as: UTF8.self), options)
                    if found != expected { Issue.record("\(operation) \(options) \(text) \(part)") }
                    if expected { holding += 1 }
                }
            }
        }
        #expect(holding > 2_000)
    }

    @Test("Every order of texts is the same as for strings", arguments: TextOrder.allCases)
    func orders(_ order: TextOrder) {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<3_000 {
            let (one, other) = (Self.text(&random), Self.text(&random))
            let found = one.withUnsafeBytes { one in
                other.withUnsafeBytes { order.compare(one, $0) }
            }
            let expected = order.compare(
                String(decoding: one, as: UTF8.self), String(decoding: other, as: UTF8.self))
            if found.signum() != expected.signum() { Issue.record("\(one) \(other)") }
        }
    }
}
