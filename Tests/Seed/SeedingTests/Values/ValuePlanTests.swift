import Inputs
import Testing

@testable import Seeding

@Suite("The value keys of a plan")
struct ValuePlanTests {
    @Test("All keys are read")
    func keys() throws {
        let options = try ValueReading.options(
            """
            null: [NULL, "-"], trim: true, case: lower, normalize: nfc,
            replace: [{ pattern: a, with: b }, { pattern: c, with: }], split: { separator: ",", part: -1 },
            lookup: { x: 1.50, y: null, z: text }, unmatched: keep, decimalComma: true,
            booleans: { true: [ja, J], false: nein }, allowNonFinite: true, binary: jsonList,
            folder: files, archive: array, elements: date, separator: "|", locale: de_DE
            """)
        #expect(options.nullWords == ["NULL", "-"])
        #expect(options.trims == true)
        #expect(options.letterCase == .lower)
        #expect(options.normalization == .nfc)
        #expect(options.replacements.map(\.pattern.value) == ["a", "c"])
        #expect(options.replacements.map(\.text) == ["b", ""])
        #expect(options.split == TextSplit(separator: ",", part: -1))
        let lookup = try #require(options.lookup)
        #expect(lookup.entries.map(\.text) == ["x", "y", "z"])
        #expect(lookup.entries.map(\.value.value) == [.real(1.5), .null, .text("text")])
        #expect(lookup.entries.map(\.writtenText) == ["1.50", nil, nil])
        #expect(lookup.unmatched == .keep)
        #expect(options.usesDecimalComma?.value == true)
        #expect(
            options.booleans?.value
                == BooleanWords(trueWords: ["ja", "J"], falseWords: ["nein"]))
        #expect(options.allowsNonFinite?.value == true)
        #expect(options.binary?.value == .jsonList)
        #expect(options.folder?.value == "files")
        #expect(options.archive?.value == .array)
        #expect(options.elements?.value == .date)
        #expect(options.separator?.value == "|")
        #expect(options.locale?.value == "de_DE")
    }

    @Test("Without keys there are no options")
    func none() throws {
        #expect(try ValueReading.options("") == ValueOptions())
        #expect(ValueOptions().hasTransform == false)
    }

    @Test(
        "Invalid values of keys are refused",
        arguments: [
            ("trim: perhaps", .plan(.wrongKind(expected: "true or false"))),
            ("case: uper", .plan(.unknownChoice("uper", kind: "case", nearest: "upper"))),
            ("normalize: nfe", .plan(.unknownChoice("nfe", kind: "normalize", nearest: "nfc"))),
            ("binary: base65", .plan(.unknownChoice("base65", kind: "binary", nearest: "base64"))),
            ("archive: list", .plan(.unknownChoice("list", kind: "archive", nearest: nil))),
            ("null: { a: b }", .plan(.wrongKind(expected: "a word or a list of words"))),
            ("replace: { pattern: a }", .plan(.missingKey("with"))),
            ("replace: { with: a }", .plan(.missingKey("pattern"))),
            ("split: { separator: x }", .plan(.missingKey("part"))),
            (
                "split: { separator: x, part: 0 }",
                .plan(.wrongKind(expected: "a separator, and a part such as 1 (first) or -1 (last)"))
            ),
            ("lookup: { a: [b] }", .plan(.wrongKind(expected: "a single value"))),
            ("unmatched: keep", .plan(.missingKey("lookup"))),
            (
                "lookup: { a: b }, unmatched: kep",
                .plan(.unknownChoice("kep", kind: "unmatched", nearest: "keep"))
            ),
            ("booleans: { true: [a] }", .plan(.missingKey("false"))),
            (
                "booleans: { true: [a], false: [A] }",
                .plan(.wrongKind(expected: "different words, none of them empty"))
            ),
            ("separator: \"\"", .plan(.wrongKind(expected: "a text such as `|`"))),
            ("locale: xx_YY", .plan(.unknownName("xx_YY", kind: .locale, nearest: nil))),
            ("template: \"{a}\"", .plan(.conflictingKeys("column", "template"))),
            ("value: 1", .plan(.conflictingKeys("column", "value"))),
            ("trimm: true", .plan(.unknownKey("trimm", nearest: "trim"))),
        ] as [(String, SeedIssue.Reason)])
    func wrong(yaml: String, reason: SeedIssue.Reason) {
        let issues = ValueReading.issues(yaml)
        if case .plan(.unknownName(let name, .locale, _))? = issues.first?.reason {
            #expect(reason == .plan(.unknownName(name, kind: .locale, nearest: nil)))
            return
        }
        #expect(issues.map(\.reason) == [reason])
        #expect(issues.first?.location.line == 3)
    }
}
