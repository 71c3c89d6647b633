import ObjectModel
import Testing

private typealias Expression = ObjectModel.Expression
private typealias Predicate = ObjectModel.Predicate

private func number(_ value: Int64) -> Expression { .constant(.integer(value)) }
private func text(_ value: String) -> Expression { .constant(.string(value)) }

@Suite("The predicate format language")
struct PredicateFormatTests {
    @Test(
        "Every comparison operator is read, whatever its spelling",
        arguments: [
            ("=", PredicateOperator.equalTo, "=="), ("==", .equalTo, "=="),
            ("!=", .notEqualTo, "!="), ("<>", .notEqualTo, "!="), ("<", .lessThan, "<"),
            ("<=", .lessThanOrEqualTo, "<="), ("=<", .lessThanOrEqualTo, "<="),
            (">", .greaterThan, ">"), (">=", .greaterThanOrEqualTo, ">="),
            ("=>", .greaterThanOrEqualTo, ">="), ("BEGINSWITH", .beginsWith, "BEGINSWITH"),
            ("endswith", .endsWith, "ENDSWITH"), ("Contains", .contains, "CONTAINS"),
            ("LIKE", .like, "LIKE"), ("MATCHES", .matches, "MATCHES"), ("IN", .in, "IN"),
        ])
    func comparison(spelling: String, comparator: PredicateOperator, printed: String) throws {
        let predicate = try Predicate(format: "name \(spelling) 'kg'")
        #expect(predicate == .comparing(.keyPath("name"), comparator, text("kg")))
        #expect(predicate.format == "name \(printed) \"kg\"")
    }

    @Test(
        "A printed predicate reads back equal",
        arguments: [
            ("a == 1 && b == 2 || !c == 3", "(a == 1 AND b == 2) OR NOT c == 3"),
            (
                "a == 1 and (b == 2 or c == 3) and d == 4",
                "a == 1 AND (b == 2 OR c == 3) AND d == 4"
            ),
            ("not (a == 1 or b == 2)", "NOT (a == 1 OR b == 2)"),
            ("(a + 1) * 2 > b - (c - d)", "(a + 1) * 2 > b - (c - d)"),
            ("((a)) == ((1))", "a == 1"),
            ("2 ** 3 ** 2 == 512", "2 ** (3 ** 2) == 512"),
            ("(flags & 2) != 0", "flags & 2 != 0"),
            ("-x < -5", "0 - x < -5"),
            ("a - -5 == .5", "a - -5 == 0.5"),
            ("a == 0x1F or a == 0o17 or a == 0b101", "a == 31 OR a == 15 OR a == 5"),
            ("a == 1e3 OR a == 1.5E-2", "a == 1000.0 OR a == 0.015"),
            (
                "a == 99999999999999999999",
                "a == CAST(\"99999999999999999999\", \"NSDecimalNumber\")"
            ),
            ("a == -9223372036854775808", "a == -9223372036854775808"),
            ("name contains[cd] 'x'", "name CONTAINS[cd] \"x\""),
            ("name ==[nl] 'x'", "name ==[nl] \"x\""),
            ("any pages.number > 3", "ANY pages.number > 3"),
            ("SOME pages.number > 3", "ANY pages.number > 3"),
            ("ALL pages.number > 3", "ALL pages.number > 3"),
            ("NONE pages.number > 3", "NOT ANY pages.number > 3"),
            ("a BETWEEN {1, 10}", "a BETWEEN {1, 10}"),
            ("a IN {}", "a IN {}"),
            ("a = nil or b = NULL", "a == nil OR b == nil"),
            ("a = YES or b = false", "a == YES OR b == NO"),
            ("TRUEPREDICATE", "TRUEPREDICATE"),
            ("FALSEPREDICATE or a == 1", "FALSEPREDICATE OR a == 1"),
            ("SELF.name == SELF", "name == SELF"),
            ("$page.number == $N", "$page.number == $N"),
            ("pages.@count > 3", "pages.@count > 3"),
            (
                "pages.@distinctUnionOfObjects.n.@max == 3",
                "pages.@distinctUnionOfObjects.n.@max == 3"
            ),
            ("@count == 3", "@count == 3"),
            ("#in == 1 AND a.in.#like == 2", "#in == 1 AND a.in.like == 2"),
            (
                "SUBQUERY(pages, $p, $p.n > 3 AND $p.m < 2).@count > 0",
                "SUBQUERY(pages, $p, $p.n > 3 AND $p.m < 2).@count > 0"
            ),
            ("count(pages) > 0", "count:(pages) > 0"),
            (
                "d < now() and lowercase:(n) == canonical(m)",
                "d < now() AND lowercase:(n) == canonical:(m)"
            ),
            ("modulus:by:(a, 2) == 1", "modulus:by:(a, 2) == 1"),
            ("FUNCTION(a, 'frob:', 1) == 2", "FUNCTION(a, \"frob:\", 1) == 2"),
            ("d > CAST(631152000, \"NSDate\")", "d > CAST(631152000.0, \"NSDate\")"),
            ("CAST(d, 'NSNumber') > 3", "CAST(d, \"NSNumber\") > 3"),
            (
                "l[0] == l[FIRST] and l[last].n == l[SIZE]",
                "l[0] == l[FIRST] AND l[LAST].n == l[SIZE]"
            ),
            ("TERNARY(a == 1, b, c) == 2", "TERNARY(a == 1, b, c) == 2"),
            ("a UNION b MINUS c == {1}", "a UNION b MINUS c == {1}"),
            ("n == 'it\\'s \"so\"\\n\\u00e9\\x41'", "n == \"it's \\\"so\\\"\\néA\""),
            ("Größe == 1", "Größe == 1"),
            ("\ta\n==\r1 ", "a == 1"),
        ])
    func reading(format: String, printed: String) throws {
        let predicate = try Predicate(format: format)
        #expect(predicate.format == printed)
        #expect(try Predicate(format: printed) == predicate)
    }

    @Test("Conditions joined by the same word are one list, and brackets start their own")
    func lists() throws {
        let both = try Predicate(format: "(a == 1 AND b == 2) AND c == 3")
        guard case .and(let members) = both else { throw Unexpected(both) }
        #expect(members.count == 2)
        let flat = try Predicate(format: "a == 1 AND b == 2 AND c == 3")
        guard case .and(let flatMembers) = flat else { throw Unexpected(flat) }
        #expect(flatMembers.count == 3)
    }

    @Test("Arithmetic uses the selectors of real archives")
    func arithmetic() throws {
        let sum = try Expression(format: "a + 1 - b")
        let first = Expression.function(name: "add:to:", arguments: [.keyPath("a"), number(1)])
        #expect(
            sum == .function(name: "from:subtract:", arguments: [first, .keyPath("b")]))
        #expect(sum.format == "a + 1 - b")
    }

    @Test("A counted relationship's derivation prints as in docs/internals/format.md#version-hashes")
    func derivation() {
        let count = Expression.function(name: "count:", arguments: [.keyPath("pages")])
        #expect(count.format == "count:(pages)")
        #expect(Expression.keyPath("author.name").format == "author.name")
    }

    @Test("Placeholders take arguments in order")
    func placeholders() throws {
        let predicate = try Predicate(
            format: "%K ==[c] %@ AND n > %d AND x < %f AND %K.%K IN %@ AND a == '%@' AND e == %@",
            arguments: [
                "unit.name", "kg", 3, 1, .keyPath("a"), "b",
                .values([.integer(1), .integer(2)]), .expression(.variable("V")),
            ])
        #expect(
            predicate.format == "unit.name ==[c] \"kg\" AND n > 3 AND x < 1.0 AND a.b IN {1, 2}"
                + " AND a == \"%@\" AND e == $V")
        let date = try Predicate(format: "d < %@", arguments: [.value(.date(1.5))])
        #expect(date == .comparing(.keyPath("d"), .lessThan, .constant(.date(1.5))))
    }

    @Test("A key path that is not a name is written as a function and read back")
    func oddKeyPath() throws {
        let predicate = try Predicate(format: "%K == 1", arguments: ["two words"])
        #expect(predicate.format == "FUNCTION(SELF, \"valueForKeyPath:\", \"two words\") == 1")
        #expect(try Predicate(format: predicate.format) == predicate)
    }

    @Test("Variables are substituted, except the one that a subquery binds")
    func substitution() throws {
        let predicate = try Predicate(
            format: "SUBQUERY(pages, $p, $p.n > $MIN).@count > $p.x AND a == $B")
        #expect(predicate.variableNames == ["MIN", "p", "B"])
        let filled = predicate.substituting(["MIN": number(3), "p": .keyPath("q")])
        #expect(
            filled.format == "SUBQUERY(pages, $p, $p.n > 3).@count > q.x AND a == $B")
    }
}

/// A value that a test did not expect.
private struct Unexpected: Error, CustomStringConvertible {
    let description: String
    init(_ value: some Any) { description = String(describing: value) }
}
