import Foundation
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

    /// How much is shown of a statement.
    public enum Level: Int, Comparable, Sendable {
        /// The statement, its rows and its time.
        case statements = 1
        /// The values of its parameters, too.
        case binds = 3

        /// Whether one shows less than the other.
        public static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }
}

extension SQLTrace {
    /// The variable that makes coordinators print statements where they were given no hook.
    public static let environmentVariable = "ZSEED_SQL_DEBUG"

    /// A hook that prints each statement to standard error.
    public static func printing(_ level: Level = .binds) -> Hook {
        { trace in
            // What cannot be printed is no reason to stop.
            try? FileHandle.standardError.write(contentsOf: Data((trace.text(level) + "\n").utf8))
        }
    }

    /// The hook that the environment asks for: `ZSEED_SQL_DEBUG=1` for statements, `3` for their
    /// values too; nil where it is not set, or to something else than a number from 1.
    public static func hook(for setting: String? = environmentSetting) -> Hook? {
        guard let number = setting.flatMap({ Int($0) }), number > 0 else { return nil }
        return printing(number >= Level.binds.rawValue ? .binds : .statements)
    }

    /// What the variable is set to; asked for alone, since all of them take a while.
    public static var environmentSetting: String? {
        getenv(environmentVariable).map { String(cString: $0) }
    }

    /// The trace in lines: the statement, each value with its number, rows and time.
    public func text(_ level: Level) -> String {
        let values = level < .binds ? "" : shownBinds.map { "\n  \($0)" }.joined()
        let parts = duration.components
        let seconds = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
        let counted = "\(rows) \(rows == 1 ? "row" : "rows")"
        return "sql: \(sql)\(values)\n  \(counted) in \(String(format: "%.6f s", seconds))"
    }

    /// A line for each value; lists of keys are filled up with NULL, which takes one line.
    private var shownBinds: [String] {
        var filled = binds.count
        while filled > 0, binds[filled - 1] == .null { filled -= 1 }
        // One alone is as likely a value.
        if binds.count - filled < 2 { filled = binds.count }
        let lines = binds.prefix(filled).enumerated().map { "bind[\($0)] = \(Self.text(of: $1))" }
        return filled == binds.count
            ? lines : lines + ["bind[\(filled)...\(binds.count - 1)] = NULL"]
    }

    /// Longer texts are cut.
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

    /// The text without what a terminal would obey, on one line.
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
