import Testing

@testable import Seeding

@Suite("Elements of list cells")
struct ListElementTests {
    private static func elements(_ text: String, _ separator: String) throws -> [String] {
        try text.withUTF8Bytes { bytes in
            var found: [String] = []
            try ListElements(field: .text(bytes), separator: Array(separator.utf8)).forEach {
                found.append($0.display)
            }
            return found
        }
    }

    @Test(
        "Elements are trimmed, and empty ones are ignored",
        arguments: [
            ("a|b", "|", ["a", "b"]), ("a", "|", ["a"]), ("|", "|", []), ("||", "|", []),
            ("a|", "|", ["a"]), ("|a", "|", ["a"]), ("a||b", "|", ["a", "b"]),
            (" a |\tb\t", "|", ["a", "b"]), ("a\r\n|\u{B}b\u{C}|c\r", "|", ["a", "b", "c"]),
            ("\u{8}a\u{E}", "|", ["\u{8}a\u{E}"]), ("a b | c d", "|", ["a b", "c d"]),
            ("a::b", "::", ["a", "b"]), ("a::", "::", ["a"]), ("a:", "::", ["a:"]),
            ("::", "::", []), (":", "::", [":"]), ("a:::b", "::", ["a", ":b"]),
            ("a,b", "|", ["a,b"]), ("é|ü", "|", ["é", "ü"]),
        ])
    func elements(text: String, separator: String, expected: [String]) throws {
        #expect(try Self.elements(text, separator) == expected)
    }
}
