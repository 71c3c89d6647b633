import Foundation
import SQLite

/// One SQL statement that ran, as `com.apple.CoreData.SQLDebug` shows it.
public struct SQLTrace: Sendable {
    /// The text of the statement.
    public let sql: String
    /// The values of its parameters, in order.
    public let binds: [Value]
    /// The number of rows that the statement returned or changed.
    public let rows: Int64
    /// The duration of the statement.
    public let duration: Duration

    /// A closure that is called for every statement, in the isolation of the context that ran it.
    public typealias Hook = @Sendable (SQLTrace) -> Void

    /// The level of detail for printed statements.
    public enum Level: Int, Comparable, Sendable {
        /// The statement, its rows and its time.
        case statements = 1
        /// The values of its parameters as well.
        case binds = 3

        /// Returns whether one level shows less than the other.
        public static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }
}

extension SQLTrace {
    /// The environment variable that makes coordinators without a hook print their statements.
    public static let environmentVariable = "ZSEED_SQL_DEBUG"

    /// A hook that prints each statement to standard error.
    public static func printing(_ level: Level = .binds) -> Hook {
        { trace in
            // A failed write is not a reason to stop.
            try? FileHandle.standardError.write(contentsOf: Data((trace.text(level) + "\n").utf8))
        }
    }

    /// Returns the hook for a setting of the environment variable: `ZSEED_SQL_DEBUG=1` prints statements, `3` also
    /// prints their values. Returns nil if it is not set, or not to a number greater than 0.
    public static func hook(for setting: String? = environmentSetting) -> Hook? {
        guard let number = setting.flatMap({ Int($0) }), number > 0 else { return nil }
        return printing(number >= Level.binds.rawValue ? .binds : .statements)
    }

    /// The value of the environment variable. Only this variable is read, because reading all of them takes a while.
    public static var environmentSetting: String? {
        getenv(environmentVariable).map { String(cString: $0) }
    }

    /// Returns the trace in lines: the statement, each value with its number, rows and time.
    public func text(_ level: Level) -> String {
        let values = level < .binds ? "" : shownBinds.map { "\n  \($0)" }.joined()
        let parts = duration.components
        let seconds = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
        let counted = "\(rows) \(rows == 1 ? "row" : "rows")"
        return "sql: \(sql)\(values)\n  \(counted) in \(String(format: "%.6f s", seconds))"
    }

    /// A line for each value. Lists of keys are padded with NULL, which is shown in one line.
    private var shownBinds: [String] {
        var filled = binds.count
        while filled > 0, binds[filled - 1] == .null { filled -= 1 }
        // A single NULL is more likely a value.
        if binds.count - filled < 2 { filled = binds.count }
        let lines = binds.prefix(filled).enumerated().map { "bind[\($0)] = \(Self.text(of: $1))" }
        return filled == binds.count
            ? lines : lines + ["bind[\(filled)...\(binds.count - 1)] = NULL"]
    }

    /// The maximum number of characters of a text that are shown.
    private static let shownCharacters = 200

    private static func text(of value: Value) -> String {
        switch value {
        case .null: return "NULL"
        case .integer(let integer): return "\(integer)"
        case .real(let real): return "\(real)"
        case .text(let text):
            let shown = text.prefix(shownCharacters)
            let more = shown.endIndex == text.endIndex ? "" : "… (\(text.utf8.count) bytes)"
            return harmless(String(shown).sqlLiteral) + more
        case .blob(let bytes): return bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
        }
    }

    /// Returns the text on one line, with control characters escaped, so that a terminal does not interpret them.
    private static func harmless(_ text: String) -> String {
        text.unicodeScalars.map {
            $0.properties.generalCategory == .control
                ? "\\u{\(String($0.value, radix: 16))}" : String($0)
        }.joined()
    }
}

extension SQLTrace: CustomStringConvertible {
    /// The statement with all its values.
    public var description: String { text(.binds) }
}
