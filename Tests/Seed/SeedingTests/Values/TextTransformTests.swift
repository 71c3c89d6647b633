import Files
import Foundation
@testable import Inputs
import Testing

@testable import Seeding

@Suite("Transforms of texts")
struct TextTransformTests {
    @Test(
        "Each transform",
        arguments: [
            ("trim: true", " \t a b\u{A0}\n", "a b"), ("trim: false", " a ", " a "),
            (
                "unescape: html", "Tom &amp; J&eacute;r&#244;me &lt;b&gt; &#x1F600;&#146;&apos;",
                "Tom & Jérôme <b> 😀’'"
            ),
            (
                "unescape: html", "AT&T; &unknown; &amp &#0; &#xD800; &",
                "AT&T; &unknown; &amp &#0; &#xD800; &"
            ),
            ("unescape: html", "&amp;lt;", "&lt;"), ("unescape: html", "&nbsp;", "\u{A0}"),
            ("unescape: html, case: upper", "&eacute;", "É"),
            ("case: upper", "Straße", "STRASSE"), ("case: lower", "ÄB İ", "äb i\u{307}"),
            ("case: capitalized", "o'neil mc-donald ÉTÉ 3rd ǆ", "O'neil Mc-Donald Été 3rd ǅ"),
            ("normalize: nfkc", "ﬁ①", "fi1"),
            ("null: [\"-\", N/A]", "-", nil), ("null: [\"-\", N/A]", "N/A", nil),
            ("null: \"-\"", "-", nil), ("null: [NULL, ~]", "NULL", nil),
            ("null: [\"-\"]", "--", "--"), ("null: [n/a]", "N/A", "N/A"),
            ("replace: { pattern: \"[^0-9]\", with: \"\" }", "+61 2-33", "61233"),
            (
                "replace: { pattern: \"(\\\\w+), (\\\\w+)\", with: \"$2 $1\" }", "Lee, Ann",
                "Ann Lee"
            ),
            (
                "replace: [{ pattern: a, with: b }, { pattern: b, with: c }]", "abc", "ccc"
            ),
            ("split: { separator: \", \", part: 1 }", "Lee, Ann", "Lee"),
            ("split: { separator: \", \", part: -1 }", "Lee, Ann", "Ann"),
            ("split: { separator: /, part: 2 }", "a//b", nil),
            ("lookup: { k: kilogram }", "k", "text(\"kilogram\")"),
            ("lookup: { k: kilogram }, unmatched: keep", "g", "g"),
            ("lookup: { k: kilogram }, unmatched: null", "g", nil),
        ] as [(String, String, String?)])
    func each(yaml: String, text: String, expected: String?) throws {
        let result = try ValueReading.transformed(text, by: yaml)
        #expect(result.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test("Composed and decomposed forms differ byte by byte")
    func normalization() throws {
        let nfd = try #require(try ValueReading.transformed("é", by: "normalize: nfd"))
        #expect(Array(nfd.unicodeScalars) == ["e", "\u{301}"])
        let nfc = try #require(try ValueReading.transformed("e\u{301}", by: "normalize: nfc"))
        #expect(Array(nfc.unicodeScalars) == ["é"])
        let nfkd = try #require(try ValueReading.transformed("ﬁé", by: "normalize: nfkd"))
        #expect(Array(nfkd.unicodeScalars) == ["f", "i", "e", "\u{301}"])
    }

    @Test(
        "Transforms run in a fixed order, whatever the plan's",
        arguments: [
            // null words see the text trimmed, but in its own case
            ("case: upper, trim: true, null: [n/a]", " n/a ", nil),
            ("case: upper, trim: true, null: [N/A]", " n/a ", "N/A"),
            // case before replacements
            ("replace: { pattern: A, with: x }, case: upper", "ab", "xB"),
            // replacements before split, split before lookup
            (
                "split: { separator: \"|\", part: 2 }, replace: { pattern: \";\", with: \"|\" }",
                "a;b", "b"
            ),
            (
                "lookup: { b: found }, split: { separator: \"|\", part: 2 }", "a|b",
                "text(\"found\")"
            ),
            ("trim: true", "   ", nil),
        ] as [(String, String, String?)])
    func order(yaml: String, text: String, expected: String?) throws {
        #expect(try ValueReading.transformed(text, by: yaml) == expected)
    }

    @Test(
        "Texts that a transform refuses",
        arguments: [
            (
                "lookup: { kilogram: kg }", "kilogramm",
                ConversionFailure(.value(.notInLookup(nearest: "kilogram")), value: "kilogramm")
            ),
            (
                "trim: true, lookup: { a: b }", " zzz ",
                ConversionFailure(.value(.notInLookup(nearest: nil)), value: "zzz")
            ),
            (
                "split: { separator: \",\", part: 3 }", "a,b",
                ConversionFailure(.value(.tooFewParts(",", found: 2)), value: "a,b")
            ),
            (
                "split: { separator: \",\", part: -3 }", "a,b",
                ConversionFailure(.value(.tooFewParts(",", found: 2)), value: "a,b")
            ),
            (
                "replace: { pattern: a, with: b }",
                String(repeating: "a", count: Limits.replacedText.most + 1),
                ConversionFailure(.value(.textTooLong(limit: Limits.replacedText.most)))
            ),
        ] as [(String, String, ConversionFailure)])
    func refused(yaml: String, text: String, failure: ConversionFailure) {
        #expect(throws: failure) { try ValueReading.transformed(text, by: yaml) }
    }

    @Test("An invalid regular expression is reported before any row is read")
    func badPattern() throws {
        let options = try ValueReading.options("replace: { pattern: \"(\", with: x }")
        #expect(throws: TextTransform.RegularExpressionError.self) {
            try TextTransform(options, lookup: nil)
        }
    }

    @Test(
        "Templates",
        arguments: [
            ("{a} {b}", "1 x"), ("{b}", "x"), ("<{a}{a}>", "<11>"), ("{{{a}}}", "{1}"),
            ("{c}{a}", "1"), ("{a}: {c}", "1: "), ("{c}", nil), ("x{c}y", nil),
            ("Größe {a}", "Größe 1"), ("{a?one}", "one"), ("{a?one}|{c?two}", "one|"), ("{c?two}", nil),
            ("{a??}", "?"),
        ] as [(String, String?)])
    func templates(text: String, expected: String?) throws {
        let record = Record()
        record.append(Int64(1))
        "x".withUTF8Bytes { record.append(text: $0) }
        record.appendNull()
        let parts = try #require(TextTemplate.parts(text))
        let template = try #require(TextTemplate(parts) { ["a", "b", "c"].firstIndex(of: $0) })
        #expect(try template.text(record) == expected)
    }

    @Test("Texts that are not templates", arguments: ["", "abc", "{a", "a}", "{}", "{a}}", "{{a}}"])
    func noTemplates(text: String) { #expect(TextTemplate.parts(text) == nil) }

    @Test("A template does not join blobs")
    func blobInTemplate() throws {
        let record = Record()
        [UInt8](arrayLiteral: 1, 2).withUnsafeBytes { record.append(blob: $0) }
        let parts = try #require(TextTemplate.parts("{a}"))
        let template = try #require(TextTemplate(parts) { _ in 0 })
        #expect(throws: ConversionFailure(.value(.wrongStorageClass("blob")))) {
            try template.text(record)
        }
    }
}
