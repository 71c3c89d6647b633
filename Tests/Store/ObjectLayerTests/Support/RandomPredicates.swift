import Foundation
import ObjectModel
import TestSupport

@testable import ObjectLayer

/// Random predicates on books of the library.
struct RandomPredicates {
    var random: SeededGenerator
    let ids: [ManagedObjectID]

    init(seed: UInt64, ids: [ManagedObjectID]) {
        random = SeededGenerator(seed: seed)
        self.ids = ids
    }

    private mutating func pick<Element>(_ list: [Element]) -> Element {
        list[Int.random(in: 0..<list.count, using: &random)]
    }

    private mutating func chance(_ outOf: Int) -> Bool {
        Int.random(in: 0..<outOf, using: &random) == 0
    }

    mutating func predicate(depth: Int = 3) -> ObjectLayer.Predicate {
        guard depth > 0 else { return comparison(depth: 0) }
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            return .and(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in predicate(depth: depth - 1) }
            )
        case 1:
            return .or(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in predicate(depth: depth - 1) }
            )
        case 2: return .not(predicate(depth: depth - 1))
        case 3: return chance(4) ? .truePredicate : comparison(depth: depth)
        default: return comparison(depth: depth)
        }
    }

    private enum Kind: CaseIterable { case number, text, date, uuid, object }

    private mutating func comparison(depth: Int) -> ObjectLayer.Predicate {
        let kind = pick(Kind.allCases + [.number, .text, .text])
        // Sometimes the two kinds do not match.
        let rightKind = chance(20) ? pick(Kind.allCases) : kind
        let left: ObjectLayer.Expression
        var modifier = ObjectLayer.Predicate.Modifier.direct
        if chance(3) {
            left = .keyPath(manyPath(kind))
            modifier = pick([.any, .any, .all, .direct])
        } else {
            left = value(kind, depth: depth)
        }
        let options = pick(
            [
                [], [], .caseInsensitive, .diacriticInsensitive,
                [.caseInsensitive, .diacriticInsensitive],
            ] as [ObjectLayer.Predicate.Options])
        var operators: [PredicateOperator] = [
            .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan,
            .greaterThanOrEqualTo, .in, .between,
        ]
        if kind == .text {
            operators += [.beginsWith, .endsWith, .contains, .like, .matches, .contains]
        }
        if modifier == .direct { operators.append(.contains) }
        let comparator = pick(operators)
        let right: ObjectLayer.Expression
        switch comparator {
        case .between: right = .aggregate([constant(rightKind), constant(rightKind)])
        case .in:
            right =
                chance(4)
                ? .keyPath(manyPath(rightKind))
                : .aggregate(
                    (0..<Int.random(in: 0...3, using: &random)).map { _ in constant(rightKind) })
        case .matches:
            right = .constant(.string(pick(["a.*", "[A-Z]+", ".", "item \\d+", "", "(a|abc)"])))
        case .like:
            right = .constant(.string(pick(["a*", "*c*", "?", "a\\*c", "*", "ITEM ?", "ä*"])))
        default: right = chance(3) ? value(rightKind, depth: depth) : constant(rightKind)
        }
        return .comparing(left, comparator, right, modifier: modifier, options: options)
    }

    private mutating func value(_ kind: Kind, depth: Int) -> ObjectLayer.Expression {
        if depth > 0, chance(4) {
            switch kind {
            case .number: return number(depth: depth)
            case .text:
                return .function(
                    name: pick(["uppercase:", "lowercase:", "canonical:"]),
                    arguments: [value(.text, depth: depth - 1)])
            default: break
            }
        }
        switch kind {
        case .number:
            return .keyPath(
                pick(["rating", "price", "copies", "lent", "pageCount", "name.length"]))
        case .text: return .keyPath(pick(["name", "authorName", "author.name", "shelf.name"]))
        case .date: return .keyPath("published")
        case .uuid: return .keyPath("code")
        case .object: return pick([.keyPath("author"), .keyPath("shelf"), .evaluatedObject])
        }
    }

    private mutating func number(depth: Int) -> ObjectLayer.Expression {
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            return .keyPath(
                pick([
                    "pages.@count", "pages.@sum.number", "pages.@min.number", "pages.@max.number",
                    "pages.@avg.number", "tags.@count", "author.books.@count", "tags.books.@count",
                    "author.books.@sum.copies", "author.books.@max.price",
                    "shelf.books.@avg.rating",
                    "author.books.@sum.price",
                ]))
        case 1:
            let path = pick([("pages", "number"), ("author.books", "copies")])
            let inner = ObjectLayer.Predicate.comparing(
                .keyPathOf(.variable("x"), keyPath: path.1),
                pick([.greaterThan, .equalTo, .notEqualTo]),
                chance(2) ? .keyPath("copies") : constant(.number))
            return .keyPathOf(
                .subquery(
                    collection: .keyPath(path.0), variable: "x",
                    predicate: chance(3) ? .not(inner) : inner), keyPath: "@count")
        case 2:
            return .conditional(
                predicate: predicate(depth: depth - 1), then: value(.number, depth: 0),
                otherwise: chance(3) ? .constant(.null) : value(.number, depth: 0))
        default:
            return .function(
                name: pick([
                    "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:",
                ]),
                arguments: [
                    value(.number, depth: depth - 1),
                    chance(2) ? constant(.number) : value(.number, depth: 0),
                ])
        }
    }

    private mutating func manyPath(_ kind: Kind) -> String {
        switch kind {
        case .number: pick(["pages.number", "author.books.copies", "tags.books.rating"])
        case .text:
            pick(["tags.name", "author.books.name", "tags.related.name", "tags.books.author.name"])
        case .date: pick(["author.books.published", "tags.books.published"])
        case .uuid: "author.books.code"
        case .object: pick(["tags", "author.books", "author.books.shelf", "tags.related"])
        }
    }

    private mutating func constant(_ kind: Kind) -> ObjectLayer.Expression {
        if chance(8) { return .constant(.null) }
        switch kind {
        case .number:
            return .constant(
                pick([
                    .integer(Int64.random(in: -3...3, using: &random)), .double(0.5),
                    .double(-1.25),
                    .decimal("1.75"), .bool(true), .integer(0), .double(2),
                ]))
        case .text: return .constant(.string(pick(RandomLibrary.texts)))
        case .date: return .constant(.date(Double(Int.random(in: -8...8, using: &random)) / 4))
        case .uuid:
            return .constant(
                .uuid(Array(repeating: UInt8.random(in: 0..<3, using: &random), count: 16)))
        case .object: return .object(pick(ids))
        }
    }
}
