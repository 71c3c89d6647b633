import Foundation
import SQLite
import TestSupport
import Testing

@testable import ObjectLayer

/// Random queries over random stores. The expected results come from an independent interpreter over rows in Swift's
/// own types, and for groups from plain SQL.
@Suite("Random queries give the results of an independent interpreter")
struct QueryOracleTests {
    private static let model = """
        <entity name="Box"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="size" optional="YES" attributeType="Integer 16"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="box" inverseEntity="Item"/></entity>
        <entity name="Item"><attribute name="number" attributeType="Integer 32"/>
        <attribute name="d" optional="YES" attributeType="Double"/>
        <attribute name="m" optional="YES" attributeType="Integer 64"/>
        <attribute name="n" optional="YES" attributeType="Integer 32"/>
        <attribute name="s" optional="YES" attributeType="String"/>
        <relationship name="box" optional="YES" maxCount="1" destinationEntity="Box"
            inverseName="items" inverseEntity="Box"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
            inverseName="items" inverseEntity="Tag"/></entity>
        <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="tags" inverseEntity="Item"/></entity>
        """

    @Test("Conditions, orders and limits", arguments: 0..<SeededGenerator.rounds(8))
    func objects(seed: Int) throws {
        let stack = try Stack(Self.model)
        var random = OracleSource(seed: UInt64(seed) &* 2_654_435_761 &+ 31)
        let store = random.store()
        try stack.run(store.sql)
        for _ in 0..<60 {
            let condition = random.condition(depth: 3)
            let order = random.order()
            let (limit, offset) = (random.number(below: 6), random.number(below: 4))
            var format = "Item WHERE \(condition.text) ORDER BY \(order.text)"
            if limit > 0 { format += " LIMIT \(limit)" }
            if offset > 0 { format += " OFFSET \(offset)" }
            var expected = store.items.filter { store.holds(condition, $0) == true }
                .sorted { order.precedes($0, $1, store) }.map(\.number)
            expected.removeFirst(min(offset, expected.count))
            if limit > 0 { expected.removeLast(max(expected.count - limit, 0)) }
            var request = try FetchRequest(format: format)
            request.allowsExtensions = true
            let found = try stack.context.fetch(request).compactMap {
                try $0.value(forKey: "number", as: Int.self)
            }
            #expect(found == expected, "seed \(seed): \(format)\n\(store.sql)")
        }
    }

    @Test("Groups and aggregates", arguments: 0..<SeededGenerator.rounds(8))
    func groups(seed: Int) throws {
        let stack = try Stack(Self.model)
        var random = OracleSource(seed: UInt64(seed) &* 40_503 &+ 7)
        let store = random.store()
        try stack.run(store.sql)
        for _ in 0..<30 {
            let key = random.pick([
                ("box.name", "b.ZNAME"), ("n", "i.ZN"), ("s", "i.ZS"), ("box.size", "b.ZSIZE"),
            ])
            // The sum of no values is 0.
            let sums = random.pick([
                [("sum(n)", "ifnull(sum(i.ZN), 0)"), ("max(s)", "max(i.ZS)")],
                [("average(m)", "avg(i.ZM)"), ("min(d)", "min(i.ZD)")],
                [("sum(d)", "ifnull(sum(i.ZD), 0)"), ("count(m)", "count(i.ZM)")],
                [("max(box.size)", "max(b.ZSIZE)"), ("sum(m)", "ifnull(sum(i.ZM), 0)")],
            ])
            let filter = random.pick([
                ("", ""), (" WHERE n > 0", " WHERE i.ZN > 0"), (" WHERE d != 2", " WHERE i.ZD <> 2"),
            ])
            let having = random.pick([
                ("", ""), (" HAVING $c > 1", " HAVING count(*) > 1"),
                (" HAVING $c == 1", " HAVING count(*) = 1"),
            ])
            let isAscending = random.number(below: 2) == 0
            let direction = isAscending ? "ASC" : "DESC"
            let format =
                "Item SELECT \(key.0), count(*) AS c, \(sums[0].0) AS a, \(sums[1].0) AS b\(filter.0) "
                + "GROUP BY \(key.0)\(having.0) ORDER BY \(key.0) \(direction)"
            let sql =
                "SELECT \(key.1), count(*), \(sums[0].1), \(sums[1].1) FROM ZITEM AS i "
                + "LEFT JOIN ZBOX AS b ON b.Z_PK = i.ZBOX\(filter.1) GROUP BY \(key.1)\(having.1) "
                + "ORDER BY \(key.1) \(direction)"
            let expected = try Connection(path: stack.path, mode: .readOnly).rows(sql) { row in
                (0..<4).map { Self.text(row.value(at: $0)) }
            }
            var request = try FetchRequest(format: format)
            request.allowsExtensions = true
            let found = try stack.context.fetchDictionaries(request).map { row in
                [key.0, "c", "a", "b"].map { Self.text(row[$0]) }
            }
            #expect(found == expected, "seed \(seed): \(format)\n\(store.sql)")
        }
    }

    private static func text(_ value: Value) -> String {
        switch value {
        case .null: "nil"
        case .integer(let number): "\(Double(number))"
        case .real(let number): "\(number)"
        case .text(let text): "'\(text)'"
        case .blob: "bytes"
        }
    }

    private static func text(_ value: StoredValue?) -> String {
        switch value {
        case .attribute(.integer(let number)): "\(Double(number))"
        case .attribute(.double(let number)): "\(number)"
        case .attribute(.string(let text)): "'\(text)'"
        case nil, .null: "nil"
        default: "\(value ?? .null)"
        }
    }
}
