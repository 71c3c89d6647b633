import SQLite
import TestSupport
import Testing

@testable import ObjectLayer

@Suite("SQL traces")
struct SQLTraceTests {
    private let trace = SQLTrace(
        sql: "SELECT ?",
        binds: [
            .integer(1), .text("it's\u{1B}[31m"), .blob([1, 2]), .null,
            .text(String(repeating: "x", count: 300)),
            .null, .null, .null,
        ], rows: 1, duration: .microseconds(1_500))

    @Test("A trace has the statement, its values on one line each, rows and time")
    func text() {
        #expect(trace.text(.statements) == "sql: SELECT ?\n  1 row in 0.001500 s")
        let long = String(repeating: "x", count: 200)
        #expect(
            trace.text(.binds) == """
                sql: SELECT ?
                  bind[0] = 1
                  bind[1] = 'it''s\\u{1b}[31m'
                  bind[2] = 2 bytes
                  bind[3] = NULL
                  bind[4] = '\(long)'… (300 bytes)
                  bind[5...7] = NULL
                  1 row in 0.001500 s
                """)
    }

    @Test(
        "The environment variable selects nothing, statements, or statements with values",
        arguments: [
            (nil, false), ("", false), ("0", false), ("-1", false), ("yes", false), ("1", true),
            ("3", true), ("4", true),
        ] as [(String?, Bool)])
    func environment(value: String?, isAsked: Bool) {
        #expect((SQLTrace.hook(for: value) != nil) == isAsked)
    }

    @Test(
        "A coordinator knows whether its store keeps a history",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: Corpus.entries)
    func history(_ entry: Corpus.Entry) throws {
        let connection = try Connection.reading(path: entry.store)
        let tables = try connection.rows(
            "SELECT 1 FROM sqlite_master WHERE name = 'ATRANSACTION'"
        ) { _ in true }
        let coordinator = try PersistentStoreCoordinator(path: entry.store)
        #expect(coordinator.hasPersistentHistory == !tables.isEmpty)
    }
}
