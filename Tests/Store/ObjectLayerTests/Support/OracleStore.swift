import Foundation
import TestSupport

/// A condition on the items of an ``OracleStore``, with its text in Core Data's format language.
indirect enum OracleCondition {
    /// A number of an item; nil if the item has none.
    indirect enum Number {
        case n, m, d, size
        case constant(Int)
        case sum(Number, Number)

        var text: String {
            switch self {
            case .n: "n"
            case .m: "m"
            case .d: "d"
            case .size: "box.size"
            case .constant(let number): "\(number)"
            case .sum(let one, let other): "\(one.text) + \(other.text)"
            }
        }
    }

    case compare(Number, String, Number)
    case within(Number, [Int])
    case between(Number, Int, Int)
    case isNil(String, Bool)
    /// `s` or `box.name`, an operator, options and a text.
    case text(String, String, String, String)
    case anyTag(String, String)
    case noneTag(String)
    case tagCount(String, Int)
    case taggedCount(String, String, Int)
    case and([OracleCondition])
    case or([OracleCondition])
    case not(OracleCondition)

    var text: String {
        switch self {
        case .compare(let one, let comparator, let other): "\(one.text) \(comparator) \(other.text)"
        case .within(let number, let list):
            "\(number.text) IN {\(list.map(String.init).joined(separator: ", "))}"
        case .between(let number, let low, let high): "\(number.text) BETWEEN {\(low), \(high)}"
        case .isNil(let path, let isNil): "\(path) \(isNil ? "==" : "!=") nil"
        case .text(let path, let comparator, let options, let text):
            "\(path) \(comparator)\(options.isEmpty ? "" : "[\(options)]") \"\(text)\""
        case .anyTag(let comparator, let text): "ANY tags.name \(comparator) \"\(text)\""
        case .noneTag(let text): "NONE tags.name == \"\(text)\""
        case .tagCount(let comparator, let count): "tags.@count \(comparator) \(count)"
        case .taggedCount(let text, let comparator, let count):
            "SUBQUERY(tags, $t, $t.name == \"\(text)\").@count \(comparator) \(count)"
        case .and(let all): "(" + all.map(\.text).joined(separator: " AND ") + ")"
        case .or(let all): "(" + all.map(\.text).joined(separator: " OR ") + ")"
        case .not(let inner): "NOT (\(inner.text))"
        }
    }
}

/// The rows of a store in Swift's own types, with an evaluation of conditions.
struct OracleStore {
    struct Item {
        let number: Int
        let n, m: Int?
        let d: Double?
        let s: String?
        let box: Int?
        let tags: [Int]
    }

    var boxes: [(name: String?, size: Int?)] = []
    var tags: [String?] = []
    var items: [Item] = []

    /// The statements that insert the rows into a store with the entities Box (1), Item (2) and Tag (3).
    var sql: String {
        func literal(_ text: String?) -> String { text.map { "'\($0)'" } ?? "NULL" }
        func literal<Number>(_ number: Number?) -> String { number.map { "\($0)" } ?? "NULL" }
        var lines: [String] = []
        for (index, box) in boxes.enumerated() {
            lines.append(
                "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT, ZSIZE, ZNAME) VALUES (\(index + 1), 1, 1, \(literal(box.size)), \(literal(box.name)))"
            )
        }
        lines += tags.enumerated().map {
            "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (\($0 + 1), 3, 1, \(literal($1)))"
        }
        for item in items {
            lines.append(
                "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZN, ZM, ZD, ZS, ZBOX) VALUES (\(item.number), 2, 1, "
                    + "\(item.number), \(literal(item.n)), \(literal(item.m)), \(literal(item.d)), "
                    + "\(literal(item.s)), \(literal(item.box.map { $0 + 1 })))")
            lines += item.tags.map {
                "INSERT INTO Z_2TAGS (Z_2ITEMS, Z_3TAGS) VALUES (\(item.number), \($0 + 1))"
            }
        }
        return lines.joined(separator: ";\n")
    }

    // MARK: Values

    func value(_ number: OracleCondition.Number, _ item: Item) -> Double? {
        switch number {
        case .n: item.n.map(Double.init)
        case .m: item.m.map(Double.init)
        case .d: item.d
        case .size: item.box.flatMap { boxes[$0].size }.map(Double.init)
        case .constant(let number): Double(number)
        case .sum(let one, let other):
            if let one = value(one, item), let other = value(other, item) { one + other } else { nil }
        }
    }

    func text(_ path: String, _ item: Item) -> String? {
        path == "s" ? item.s : item.box.flatMap { boxes[$0].name }
    }

    // MARK: Conditions

    /// Returns whether a condition holds; nil if a missing value leaves that unknown, as in SQL.
    func holds(_ condition: OracleCondition, _ item: Item) -> Bool? {
        switch condition {
        case .compare(let one, let comparator, let other):
            guard let one = value(one, item), let other = value(other, item) else { return nil }
            return Self.compare(one, comparator, other)
        case .within(let number, let list):
            return value(number, item).map { list.map(Double.init).contains($0) }
        case .between(let number, let low, let high):
            return value(number, item).map { Double(low) <= $0 && $0 <= Double(high) }
        case .isNil(let path, let isNil):
            let isMissing =
                switch path {
                case "n": item.n == nil
                case "d": item.d == nil
                case "box": item.box == nil
                default: text(path, item) == nil
                }
            return isMissing == isNil
        case .text(let path, let comparator, let options, let part):
            return text(path, item).map { Self.matches($0, comparator, options, part) }
        case .anyTag(let comparator, let part):
            return item.tags.contains { tags[$0].map { Self.matches($0, comparator, "", part) } == true }
        case .noneTag(let part): return !item.tags.contains { tags[$0] == part }
        case .tagCount(let comparator, let count):
            return Self.compare(Double(item.tags.count), comparator, Double(count))
        case .taggedCount(let part, let comparator, let count):
            return Self.compare(Double(item.tags.count { tags[$0] == part }), comparator, Double(count))
        case .and(let all):
            let results = all.map { holds($0, item) }
            return results.contains(false) ? false : results.contains(nil) ? nil : true
        case .or(let all):
            let results = all.map { holds($0, item) }
            return results.contains(true) ? true : results.contains(nil) ? nil : false
        case .not(let inner): return holds(inner, item).map { !$0 }
        }
    }

    private static func compare(_ one: Double, _ comparator: String, _ other: Double) -> Bool {
        switch comparator {
        case "==": one == other
        case "!=": one != other
        case "<": one < other
        case "<=": one <= other
        case ">": one > other
        default: one >= other
        }
    }

    /// A search for an empty text finds nothing.
    private static func matches(_ text: String, _ comparator: String, _ options: String, _ part: String)
        -> Bool
    {
        func form(_ text: String) -> [Unicode.Scalar] {
            var folding: String.CompareOptions = []
            if options.contains("c") { folding.insert(.caseInsensitive) }
            if options.contains("d") { folding.insert(.diacriticInsensitive) }
            return Array(
                (folding.isEmpty ? text : text.folding(options: folding, locale: nil)).unicodeScalars)
        }
        let (text, part) = (form(text), form(part))
        switch comparator {
        case "==": return text == part
        case "!=": return text != part
        case "BEGINSWITH": return !part.isEmpty && text.starts(with: part)
        case "ENDSWITH": return !part.isEmpty && text.reversed().starts(with: part.reversed())
        default:
            guard !part.isEmpty, text.count >= part.count else { return false }
            return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
        }
    }
}

/// An order of items by one property, then by their numbers.
struct OracleOrder {
    let key: String
    let isAscending: Bool

    var text: String { "\(key) \(isAscending ? "ASC" : "DESC"), number" }

    func precedes(_ one: OracleStore.Item, _ other: OracleStore.Item, _ store: OracleStore) -> Bool {
        let order =
            switch key {
            case "n": Self.order(one.n, other.n)
            case "d": Self.order(one.d, other.d)
            case "box.size": Self.order(store.value(.size, one), store.value(.size, other))
            default: Self.order(one.s.map { Array($0.utf8) }, other.s.map { Array($0.utf8) })
            }
        if order == 0 { return one.number < other.number }
        return isAscending ? order < 0 : order > 0
    }

    /// Missing values come first, as in SQLite.
    private static func order<Value: Comparable>(_ one: Value?, _ other: Value?) -> Int {
        guard let one else { return other == nil ? 0 : -1 }
        guard let other else { return 1 }
        return one < other ? -1 : one == other ? 0 : 1
    }

    private static func order(_ one: [UInt8]?, _ other: [UInt8]?) -> Int {
        guard let one else { return other == nil ? 0 : -1 }
        guard let other else { return 1 }
        return one.lexicographicallyPrecedes(other) ? -1 : one == other ? 0 : 1
    }
}

/// Random stores and queries.
struct OracleSource {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private static let texts = ["", "a", "A", "b", "é", "É", "ea", "Äb", "a b", "bab"]

    mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
    mutating func pick<Element>(_ list: [Element]) -> Element { list[number(below: list.count)] }
    private mutating func maybe<Value>(_ value: Value) -> Value? { number(below: 4) == 0 ? nil : value }

    mutating func store() -> OracleStore {
        var store = OracleStore()
        for _ in 0..<3 { store.boxes.append((maybe(pick(Self.texts)), maybe(number(below: 4)))) }
        for _ in 0..<4 { store.tags.append(maybe(pick(["a", "b", "é", ""]))) }
        for number in 1...(4 + self.number(below: 14)) {
            store.items.append(
                OracleStore.Item(
                    number: number, n: maybe(self.number(below: 5) - 1), m: maybe(self.number(below: 5) - 1),
                    d: maybe(Double(self.number(below: 9)) / 2), s: maybe(pick(Self.texts)),
                    box: maybe(self.number(below: 3)),
                    tags: (0..<4).filter { _ in self.number(below: 3) == 0 }))
        }
        return store
    }

    mutating func order() -> OracleOrder {
        OracleOrder(key: pick(["n", "d", "box.size", "s"]), isAscending: number(below: 2) == 0)
    }

    mutating func condition(depth: Int) -> OracleCondition {
        guard depth > 0, number(below: 3) > 0 else { return comparison() }
        switch number(below: 3) {
        case 0: return .not(condition(depth: depth - 1))
        case 1: return .and((0..<(2 + number(below: 2))).map { _ in condition(depth: depth - 1) })
        default: return .or((0..<(2 + number(below: 2))).map { _ in condition(depth: depth - 1) })
        }
    }

    private mutating func value() -> OracleCondition.Number {
        switch number(below: 6) {
        case 0: .n
        case 1: .m
        case 2: .d
        case 3: .size
        case 4: .sum(.n, .m)
        default: .sum(.size, .constant(number(below: 3)))
        }
    }

    private mutating func comparison() -> OracleCondition {
        let comparator = pick(["==", "!=", "<", "<=", ">", ">="])
        switch number(below: 10) {
        case 0: return .compare(value(), comparator, value())
        case 1, 2: return .compare(value(), comparator, .constant(number(below: 5) - 1))
        case 3: return .within(value(), (0..<(1 + number(below: 3))).map { _ in number(below: 5) - 1 })
        case 4: return .between(value(), number(below: 3) - 1, number(below: 4))
        case 5: return .isNil(pick(["n", "d", "s", "box", "box.name"]), number(below: 2) == 0)
        case 6: return .anyTag(pick(["==", "!=", "CONTAINS"]), pick(["a", "b", "é", ""]))
        case 7:
            return number(below: 2) == 0
                ? .noneTag(pick(["a", "b"])) : .tagCount(comparator, number(below: 3))
        case 8: return .taggedCount(pick(["a", "b"]), comparator, number(below: 2))
        default:
            return .text(
                pick(["s", "box.name"]), pick(["==", "!=", "CONTAINS", "BEGINSWITH", "ENDSWITH"]),
                pick(["", "c", "d", "cd"]), pick(Self.texts))
        }
    }
}
