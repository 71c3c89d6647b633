import ObjectModel
import TestSupport
import Testing

private typealias Predicate = ObjectModel.Predicate
private typealias Reason = PredicateFormatError.Reason

@Suite("Errors of the predicate format language")
struct PredicateFormatErrorTests {
    @Test(
        "An error describes the problem and its place",
        arguments: [
            ("", Reason.expectedExpression(found: ""), 0),
            ("name", .expectedPredicate(found: "name"), 0),
            ("name name", .unexpectedText("name"), 5),
            ("name == ", .expectedExpression(found: ""), 8),
            ("name == == 1", .expectedExpression(found: "=="), 8),
            ("a == 1 AND b", .expectedPredicate(found: "b"), 11),
            ("a == 1 AND b c", .expectedOperator(found: "c"), 13),
            ("(a == 1", .expected(")", found: ""), 7),
            ("(a == 1) > 2", .expectedExpression(found: "("), 0),
            ("a == 'x", .unterminatedString, 5),
            ("a == 'x\\q'", .invalidEscape("\\q"), 7),
            ("a == '\\uD800'", .invalidEscape("\\uD800"), 6),
            ("a == 12ab", .invalidNumber("12ab"), 5),
            ("a == 0xFFFFFFFFFFFFFFFFF", .invalidNumber("0xFFFFFFFFFFFFFFFFF"), 5),
            ("a == 1e999", .invalidNumber("1e999"), 5),
            ("ä == 'ö' ? 1", .unexpectedCharacter("?"), 11),
            ("a ==[x] 1", .unknownOptions("x"), 5),
            ("a BETWEEN {1}", .wrongBounds(count: 1), 10),
            ("a. == 1", .expectedName(found: "=="), 3),
            ("ANY a", .expectedOperator(found: ""), 5),
            ("a == %@", .missingArgument(number: 1), 5),
            ("a == %%", .unknownPlaceholder("%%"), 5),
            ("a == $", .unexpectedCharacter("$"), 5),
            ("SUBQUERY(a, b, c == 1) == 1", .expected("$", found: "b"), 12),
            ("FETCH(a, b, NO) == 1", .unsupported("FETCH"), 0),
            ("LIKE == 1", .expectedExpression(found: "LIKE"), 0),
            ("CAST(a) == 1", .expected(",", found: "=="), 8),
        ])
    func place(format: String, reason: PredicateFormatError.Reason, offset: Int) {
        #expect(throws: PredicateFormatError(reason, format: format, utf8Offset: offset)) {
            try Predicate(format: format)
        }
    }

    @Test("The place is given in bytes and in characters")
    func offsets() {
        let error = #expect(throws: PredicateFormatError.self) {
            try Predicate(format: "größe 👨‍👩‍👧 == ?")
        }
        #expect(error?.characterOffset == 11)
        #expect(error?.utf8Offset == 30)
        let flag = PredicateFormatError(.unterminatedString, format: "a 👨‍👩‍👧 b", utf8Offset: 21)
        #expect(flag.characterOffset == 4)
    }

    @Test("Arguments must fit, and all must be used")
    func arguments() {
        #expect(
            throws: PredicateFormatError(
                .unsuitableArgument(number: 2, placeholder: "%K"), format: "a == %@ AND %K == 1",
                utf8Offset: 12)
        ) { try Predicate(format: "a == %@ AND %K == 1", arguments: [1, 2]) }
        #expect(
            throws: PredicateFormatError(
                .unusedArguments(given: 2, used: 1), format: "a == %@", utf8Offset: 7)
        ) { try Predicate(format: "a == %@", arguments: [1, 2]) }
        #expect(throws: PredicateFormatError.self) {
            try Predicate(format: "a == %d", arguments: ["x"])
        }
    }

    @Test(
        "Nesting has a limit, in brackets and in chains",
        arguments: [
            String(repeating: "(", count: 20_000),
            String(repeating: "NOT ", count: 20_000) + "a == 1",
            "a" + String(repeating: " + a", count: 20_000) + " == 1",
            "a" + String(repeating: "[0]", count: 20_000) + " == 1",
            String(repeating: "{", count: 20_000),
            String(repeating: "-", count: 20_000) + "1 == 1",
            String(repeating: "f:(", count: 20_000),
            "$a" + String(repeating: " := $a", count: 20_000),
        ])
    func nesting(format: String) async {
        let reason = await onThread(stackSize: PredicateStackTests.stackSize) {
            do throws(PredicateFormatError) {
                _ = try Predicate(format: format)
                return Reason?.none
            } catch {
                return error.reason
            }
        }
        #expect(reason == .tooDeep(limit: 100))
    }

    @Test("A long list of conditions is not nesting")
    func longList() throws {
        let format = Array(repeating: "a == 1", count: 20_000).joined(separator: " OR ")
        guard case .or(let members) = try Predicate(format: format) else {
            Issue.record("not a list")
            return
        }
        #expect(members.count == 20_000)
    }

    @Test("Random text never traps")
    func randomText() {
        var random = SeededGenerator(seed: 7)
        let pieces = [
            "a", "==", "(", ")", "'", "\"", "\\", "{", "}", "[", "]", "c", "AND", "OR", "NOT",
            "ANY",
            "$x", "%@", "%K", "%", "1", "0x", "1.5", ".", ",", ":", "@count", "#", "SUBQUERY(",
            "CAST(", "FUNCTION(", "TERNARY(", "é", "\u{0}", "-", "**", "BETWEEN", "IN", "SELF",
            ":=",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...12, using: &random)
            let format = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }
                .joined(separator: Bool.random(using: &random) ? " " : "")
            guard let predicate = try? Predicate(format: format, arguments: ["x"]) else { continue }
            #expect((try? Predicate(format: predicate.format)) == predicate, "\(format)")
        }
    }
}

@Suite("Errors of the predicate format language in words")
struct PredicateFormatErrorTextTests {
    @Test(
        "An error is described in words, with the position from 1",
        arguments: [
            ("name == == 1", "character 9: a value is missing before \"==\""),
            ("name", "character 1: a condition is missing, \"name\" is a value"),
            ("name ==", "character 8: a value is missing at the end"),
            ("ä == 'x", "character 6: the closing quote is missing"),
            ("a == 1 AND b c", "character 14: a comparison operator is missing before \"c\""),
            ("a ==[x] 1", "character 6: unknown options \"x\": use c, d, n and l"),
            ("a BETWEEN {1}", "character 11: BETWEEN needs 2 bounds, not 1"),
            ("(a == 1", "character 8: \")\" is missing at the end"),
            ("a == %@", "character 6: argument 1 is missing"),
            ("a == 12ab", "character 6: \"12ab\" is not a number"),
        ])
    func words(format: String, text: String) {
        let error = #expect(throws: PredicateFormatError.self) { try Predicate(format: format) }
        #expect(error?.description == text)
    }

    @Test("A caret is below the invalid character")
    func pointer() {
        let error = #expect(throws: PredicateFormatError.self) {
            try Predicate(format: "a == 1 AND\n\tgröße == == 1 OR\nb == 2")
        }
        #expect(error?.pointer == "\tgröße == == 1 OR\n\t         ^")
    }
}
