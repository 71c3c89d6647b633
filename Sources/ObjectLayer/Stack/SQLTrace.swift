import SQLite

/// One SQL statement that ran, as `com.apple.CoreData.SQLDebug` shows it.
public struct SQLTrace: Sendable {
    /// The text.
    public let sql: String
    /// The values of its parameters, in order.
    public let binds: [Value]
    /// How many rows it gave or changed.
    public let rows: Int64
    /// How long it took.
    public let duration: Duration

    /// What is told of every statement. It is called in the isolation of the context that ran it.
    public typealias Hook = @Sendable (SQLTrace) -> Void
}

extension SQLTrace: CustomStringConvertible {
    /// Several lines: the statement, each bind with its number, and the time.
    public var description: String {
        let values = binds.enumerated().map { "\n  bind[\($0)] = \(Self.text(of: $1))" }
        return "sql: \(sql)\(values.joined())\n  \(rows) rows in \(duration)"
    }

    private static func text(of value: Value) -> String {
        switch value {
        case .null: "NULL"
        case .integer(let integer): "\(integer)"
        case .real(let real): "\(real)"
        case .text(let text): text.sqlLiteral
        case .blob(let bytes): "\(bytes.count) bytes"
        }
    }
}
