import Testing

@testable import ObjectModel

private typealias Expression = ObjectModel.Expression
private typealias Predicate = ObjectModel.Predicate

@Suite("Archives built by hand")
struct KeyedArchiveBuilderTests {
    @Test(
        "A predicate that is archived reads back equal",
        arguments: [
            "a == 1", "a != nil", "a <= 1.5", "a > CAST(12.5, \"NSDate\")",
            "name CONTAINS[cd] \"x\"", "name LIKE[c] \"x*\"", "name MATCHES \"[a-z]+\"",
            "name BEGINSWITH \"x\"", "name ENDSWITH[c] \"x\"", "a BETWEEN {1, 2}",
            "a IN {\"x\", $Y}", "ANY unit.name == \"kg\"", "ALL a.b.c < 3",
            "NOT a == 1 AND (b == 2 OR TRUEPREDICATE)", "FALSEPREDICATE", "SELF == $X.y.z",
            "count:(pages) + 1 > a * 2", "now() > d", "FUNCTION(a, \"frob:\", 1) == YES",
            "a == CAST(\"-12.5\", \"NSDecimalNumber\")",
            "a == CAST(\"00112233-4455-6677-8899-AABBCCDDEEFF\", \"NSUUID\")",
            "a == CAST(\"AAEC\", \"NSData\")", "a == CAST(\"https://x.org\", \"NSURL\")",
        ])
    func predicate(format: String) throws {
        let predicate = try Predicate(format: format)
        var builder = KeyedArchiveBuilder()
        let root = try builder.predicate(predicate, usedBy: "test")
        let bytes = builder.archive(root: root).binary
        let archive = try KeyedArchive(PropertyList(bytes: bytes))
        #expect(try archive.predicate(archive.root) == predicate)
    }

    @Test(
        "A value that no real archive contains is an error",
        arguments: [
            "SUBQUERY(a, $x, $x == 1).@count == 1", "TERNARY(a == 1, b, c) == 2",
            "a UNION b == c", "a[FIRST] == 1",
        ])
    func unknownForm(format: String) throws {
        let predicate = try Predicate(format: format)
        var builder = KeyedArchiveBuilder()
        #expect(throws: ModelArchiveError.self) {
            try builder.predicate(predicate, usedBy: "test")
        }
    }

    @Test(
        "A decimal number is encoded like NSDecimal",
        arguments: [
            ("0", [UInt32(0)], 0, -1, false), ("12.5", [125], 1, -1, false),
            ("-1200", [12], 1, 2, true), ("0.05", [5], 1, -2, false),
            ("65536", [0, 1], 2, 0, false),
        ])
    func decimal(text: String, words: [UInt32], length: Int, exponent: Int, isNegative: Bool) throws {
        let parts = try #require(NSDecimalParts(text))
        #expect(Array(parts.words.prefix(words.count)) == words)
        #expect(parts.words.dropFirst(words.count).allSatisfy { $0 == 0 })
        #expect(parts.length == length)
        #expect(parts.exponent == exponent)
        #expect(parts.isNegative == isNegative)
    }

    @Test("A decimal number with more than 38 digits is refused", arguments: ["x", ""])
    func decimalOutOfRange(text: String) {
        #expect(NSDecimalParts(text) == nil)
        #expect(NSDecimalParts(String(repeating: "9", count: 40)) == nil)
    }

    @Test(
        "A binary property list reads back equal",
        arguments: [
            PropertyList.array([
                .integer(0), .integer(255), .integer(256), .integer(65_536), .integer(-1),
                .integer(.max), .integer(.min), .real(1.5), .date(-3), .bool(true), .bool(false),
                .string("ASCII"), .string("Größe 👩‍👧"), .string(""), .data([]), .data([1, 2, 3]),
                .uid(0), .uid(300), .uid(70_000), .array([]), .dictionary([:]),
            ]),
            .dictionary(["b": .array([.string("b")]), "a": .dictionary(["ä": .integer(1)])]),
            .array((0..<400).map { .string("text number \($0)") }),
            .string(String(repeating: "long ", count: 20_000)),
        ])
    func binary(list: PropertyList) throws {
        #expect(try PropertyList(bytes: list.binary) == list)
    }
}
