import ObjectModel
import TestSupport
import Testing

private typealias Expression = ObjectModel.Expression
private typealias Predicate = ObjectModel.Predicate

@Suite("Printing and reading predicates")
struct PredicateRoundTripTests {
    @Test("Printed predicates read back equal", arguments: [UInt64(1), 2, 3, 4])
    func roundTrip(seed: UInt64) throws {
        var random = RandomPredicates(seed: seed)
        for _ in 0..<3_000 {
            let predicate = random.predicate(depth: 4)
            let read = try Predicate(format: predicate.format)
            #expect(read == predicate, "\(predicate.format)")
        }
    }
}

/// Makes random predicates in the form of the reader's results: no lists of one, and key paths joined.
private struct RandomPredicates {
    private var random: SeededGenerator
    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func predicate(depth: Int) -> Predicate {
        switch Int.random(in: 0..<(depth > 0 ? 12 : 6), using: &random) {
        case 0: return .truePredicate
        case 1: return .falsePredicate
        case 6, 7: return .and(predicates(depth: depth - 1))
        case 8, 9: return .or(predicates(depth: depth - 1))
        case 10: return .not(predicate(depth: depth - 1))
        default:
            let comparator = PredicateOperator.standard.randomElement(using: &random) ?? .equalTo
            let right =
                comparator == .between
                ? .aggregate([expression(depth: depth - 1), expression(depth: depth - 1)])
                : expression(depth: depth - 1)
            return .comparing(
                expression(depth: depth - 1), comparator, right,
                modifier: Predicate.Modifier.allCases.randomElement(using: &random) ?? .direct,
                options: Predicate.Options(rawValue: Int.random(in: 0..<16, using: &random)))
        }
    }

    private mutating func predicates(depth: Int) -> [Predicate] {
        (0..<Int.random(in: 2...3, using: &random)).map { _ in predicate(depth: depth) }
    }

    private mutating func expressions(depth: Int, _ range: ClosedRange<Int>) -> [Expression] {
        (0..<Int.random(in: range, using: &random)).map { _ in expression(depth: depth) }
    }

    private mutating func expression(depth: Int) -> Expression {
        switch Int.random(in: 0..<(depth > 0 ? 16 : 7), using: &random) {
        case 0, 1, 2: return .constant(constant())
        case 3: return .evaluatedObject
        case 4: return .variable(name())
        case 5: return .anyKey
        case 6: return .keyPath(path())
        case 7: return .keyPathOf(.variable(name()), keyPath: path())
        case 8: return .aggregate(expressions(depth: depth - 1, 0...3))
        case 9:
            return .subquery(
                collection: expression(depth: depth - 1), variable: name(),
                predicate: predicate(depth: depth - 1))
        case 10:
            return .conditional(
                predicate: predicate(depth: depth - 1), then: expression(depth: depth - 1),
                otherwise: expression(depth: depth - 1))
        case 11:
            let operation = Expression.SetOperation.allCases.randomElement(using: &random) ?? .union
            return .setOperation(
                operation, expression(depth: depth - 1), expression(depth: depth - 1))
        case 12:
            return .function(
                name: "objectFrom:withIndex:",
                arguments: [
                    expression(depth: depth - 1),
                    .symbol(Expression.Symbol.allCases.randomElement(using: &random) ?? .first),
                ])
        case 13:
            return .function(
                name: ["frob:", "objectFrom:withIndex:"].randomElement(using: &random) ?? "",
                arguments: expressions(depth: depth - 1, 2...2),
                target: expression(depth: depth - 1))
        default:
            let names = [
                "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "raise:toPower:",
                "bitwiseAnd:with:", "bitwiseOr:with:", "leftshift:by:", "modulus:by:", "in:or:",
                "objectFrom:withIndex:", "castObject:toType:", "unknown",
            ]
            return .function(
                name: names.randomElement(using: &random) ?? "",
                arguments: expressions(depth: depth - 1, 2...2))
        }
    }

    private mutating func name() -> String {
        ["a", "name", "in", "SELF", "Größe", "first", "_x9", "true", "cast"]
            .randomElement(using: &random) ?? "a"
    }

    private mutating func path() -> String {
        if Int.random(in: 0..<10, using: &random) == 0 {
            return ["two words", "", "a..b", "1a", ".", "a\"b"].randomElement(using: &random) ?? ""
        }
        let count = Int.random(in: 1...3, using: &random)
        let names = (0..<count).map { _ in name() }.joined(separator: ".")
        return Bool.random(using: &random) ? names : names + ".@count"
    }

    private mutating func constant() -> PropertyValue {
        let real = Double(Int.random(in: -1000...1000, using: &random)) / 8
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(Int64.random(in: .min ... .max, using: &random))
        case 3: return .integer(Int64.random(in: -9...9, using: &random))
        case 4: return .double(real)
        case 5: return .double(Double.random(in: -1e300...1e300, using: &random))
        case 6: return .decimal("-12.50")
        case 7: return .date(real)
        case 8: return .data([0, 255, UInt8.random(in: .min ... .max, using: &random)])
        case 9: return .uuid((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        case 10: return .uri("https://example.org/?q=a%20b")
        default:
            let pieces = [
                "a", "\"", "'", "\\", "\n", "\u{1}", "é", "👩‍👧", "%@", "*", "?", "\r", "$x",
            ]
            let count = Int.random(in: 0...5, using: &random)
            return .string(
                (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
        }
    }
}
