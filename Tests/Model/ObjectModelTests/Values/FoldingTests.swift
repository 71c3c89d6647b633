import Files
import TestSupport
import Testing

@testable import ObjectModel

@Suite("Texts without case and diacritics")
struct FoldingTests {
    /// Returns the folded bytes of a text; nil if it needs a `String`.
    private static func folded(_ bytes: [UInt8], ignoresCase: Bool, ignoresAccents: Bool) -> [UInt8]? {
        var text = TextBytes()
        let isFolded = bytes.withUnsafeBytes {
            TextFolding.append(
                folded: $0, ignoresCase: ignoresCase, ignoresAccents: ignoresAccents, to: &text)
        }
        return isFolded ? Array(text.bytes) : nil
    }

    @Test("Bytes are folded like strings, character by character and side by side", arguments: 1...3)
    func bytes(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let scalars = (0..<FoldingTable.scalars.upperBound).compactMap(Unicode.Scalar.init)
        var texts = seed == 1 ? scalars.map { [$0] } : []
        for _ in 0..<3_000 {
            texts.append(
                (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                    scalars.randomElement(using: &random)
                })
        }
        for scalars in texts {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            let text = String(view)
            for ignoresCase in [true, false] {
                let expected = TextFolding.folded(text, ignoresCase: ignoresCase, ignoresAccents: true)
                let found = Self.folded(
                    Array(text.utf8), ignoresCase: ignoresCase, ignoresAccents: true)
                if found != Array(expected.utf8) { Issue.record("\(scalars.map(\.value))") }
            }
            guard text.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
            #expect(
                Self.folded(Array(text.utf8), ignoresCase: true, ignoresAccents: false)
                    == Array(text.lowercased().utf8))
        }
    }

    @Test("Folded characters of the table have no marks that Unicode reorders")
    func canary() {
        for scalar in FoldingTable.scalars.compactMap(Unicode.Scalar.init) {
            let parts = TextFolding.folded(
                String(Character(scalar)), ignoresCase: true, ignoresAccents: true)
            for part in parts.unicodeScalars {
                #expect(part.properties.canonicalCombiningClass == .notReordered, "\(scalar.value)")
            }
        }
    }

    @Test(
        "Other characters and invalid UTF-8 use the slow path",
        arguments: [
            [0xE2, 0x80, 0x93], [0x61, 0xC3], [0xC3, 0x41], [0x80], [0xC0, 0x80], [0xD4, 0xB0],
            [0xF0, 0x9F, 0x98, 0x80], [0xFF],
        ] as [[UInt8]])
    func others(_ bytes: [UInt8]) {
        #expect(Self.folded(bytes, ignoresCase: true, ignoresAccents: true) == nil)
        #expect(Self.folded(bytes, ignoresCase: true, ignoresAccents: false) == nil)
    }
}
