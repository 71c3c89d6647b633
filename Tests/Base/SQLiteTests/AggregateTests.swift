import Testing

@testable import SQLite

@Suite("Custom aggregate functions")
struct AggregateTests {
    /// Joins texts. Some texts are errors.
    private final class Joined: AggregateGroup {
        struct Refused: Error {}
        final class Living { var count = 0 }

        private let living: Living
        private var texts: [String] = []

        init(_ living: Living) {
            self.living = living
            living.count += 1
        }

        deinit { living.count -= 1 }

        func add(_ call: FunctionCall) throws {
            guard case .text(let text) = call.value(at: 0), text != "wrong" else { throw Refused() }
            texts.append(text)
        }

        func result() throws -> Value {
            if texts == ["unfinished"] { throw Refused() }
            return .text(texts.joined(separator: "+"))
        }
    }

    private let living = Joined.Living()

    private func connection() throws -> Connection {
        let connection = try Connection(path: ":memory:", mode: .create)
        let living = living
        try connection.register(aggregate: "JOINED", argumentCount: 1) { Joined(living) }
        try connection.execute("CREATE TABLE t (k INTEGER, v TEXT)")
        return connection
    }

    @Test(
        "They return a value for each group, and one if there is no row",
        arguments: [
            ("SELECT JOINED(v) FROM t", "a+b+c"), ("SELECT JOINED(v) FROM t WHERE k > 5", ""),
            ("SELECT group_concat(x, '|') FROM (SELECT JOINED(v) AS x FROM t GROUP BY k)", "a+c|b"),
            ("SELECT JOINED(v) || JOINED('-') FROM t WHERE k = 1", "a+c-+-"),
        ])
    func values(sql: String, expected: String) throws {
        let connection = try connection()
        try connection.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b'), (1, 'c')")
        #expect(try connection.rows(sql) { $0.text(at: 0) } == [expected])
        #expect(living.count == 0)
    }

    @Test(
        "Their error fails the statement, and no state is kept",
        arguments: ["(1, 'a'), (1, 'wrong'), (2, 'b')", "(1, 'a'), (2, 'unfinished')"])
    func errors(rows: String) throws {
        let connection = try connection()
        try connection.execute("INSERT INTO t VALUES \(rows)")
        let error = #expect(throws: DatabaseError.self) {
            try connection.rows("SELECT JOINED(v) FROM t GROUP BY k") { $0.text(at: 0) }
        }
        #expect(error?.message.contains("Refused") ?? false)
        #expect(living.count == 0)
    }
}
