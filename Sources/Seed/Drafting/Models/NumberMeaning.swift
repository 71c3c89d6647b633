import ObjectModel
import SQLite
import Seeding

/// The meaning of the numbers in a database column: flags, or dates of any epoch. It depends on the name, the
/// declaration and the range of all values. If it is uncertain, the column stays a number, and a doubt names
/// the option that would convert it.
struct NumberMeaning {
    /// Boolean or Date, or nil for a number.
    private(set) var type: AttributeType?
    private(set) var options: [(key: String, value: String)] = []
    private(set) var doubts: [String] = []
    /// Whether 0 means no value.
    private(set) var hasNone = false

    init(_ column: TableDeclaration.Column, rowCount: Int) {
        guard column.count > 0, column.integers + column.reals == column.count else { return }
        let words = NameMatch.words(column.name)
        if column.reals == 0, column.range.lowerBound >= 0, column.range.upperBound <= 1 {
            judgeFlag(column, words)
        } else {
            judgeDate(column, words)
        }
    }

    // MARK: Flags

    private mutating func judgeFlag(_ column: TableDeclaration.Column, _ words: [String]) {
        if column.isDeclaredBoolean || column.isFlag || Self.isFlag(words) {
            type = .boolean
        } else if column.zeros > 0, column.zeros < column.count, column.count > 9,
            words.last.map(Self.countWords.contains) == false
        {
            doubts.append("all values are 0 or 1; as a Boolean it takes them as they are")
        }
    }

    private static func isFlag(_ words: [String]) -> Bool {
        guard let first = words.first, let last = words.last else { return false }
        if words.count > 1, verbs.contains(first) { return true }
        // For example `isread`.
        if words.count == 1, first.count > 4, ["is", "has"].contains(where: first.hasPrefix),
            states.contains(String(first.dropFirst(first.hasPrefix("is") ? 2 : 3)))
        {
            return true
        }
        return states.contains(last)
    }

    private static let verbs: Set<String> = [
        "is", "has", "have", "can", "should", "was", "did", "does", "are", "allow", "allows", "enable", "use",
        "uses", "needs",
        "show", "hide", "include", "includes", "supports", "requires", "must", "may", "contains",
    ]
    private static let states: Set<String> = [
        "enabled", "disabled", "active", "inactive", "deleted", "hidden", "visible", "read", "unread", "done",
        "completed",
        "complete", "archived", "starred", "favorite", "favourite", "locked", "verified", "published", "flag",
        "flagged",
        "muted", "pinned", "blocked", "required", "default", "public", "private", "approved", "confirmed",
        "sent", "delivered",
        "seen", "paid", "checked", "selected", "available", "valid", "invalid", "dirty", "synced",
        "processed", "dismissed",
        "expired", "cancelled", "canceled", "closed", "resolved", "subscribed", "secure", "httponly",
        "persistent", "typed",
        "finished", "discontinued", "optional", "mandatory", "shared", "bookmarked", "liked", "played",
        "downloaded",
        "installed", "encrypted", "compressed", "draft", "spam", "admin", "online", "offline", "banned",
        "frozen", "featured",
        "retired", "shipped", "returned", "male", "female", "mine", "foreign", "autoplay", "unlocked",
        "legendary", "mythical",
    ]
    private static let countWords: Set<String> = [
        "count", "number", "no", "id", "position", "order", "index", "rank", "level", "version", "quantity",
        "priority", "size",
        "type", "kind", "status", "state", "sequence", "seq", "revision", "depth", "frequency", "counter",
    ]

    // MARK: Dates

    /// An epoch and a unit, with the numbers of its dates from 1990 to 2049, or of fewer years if another
    /// epoch would fit as well.
    private struct Epoch {
        let format: DateFormat
        let range: ClosedRange<Double>
        /// Another format that the same numbers could have.
        var other: (format: DateFormat, range: ClosedRange<Double>)?
        /// Whether only dates have numbers of this size.
        var isUnambiguous = true
    }

    private static let epochs: [Epoch] = [
        Epoch(format: .julianDay, range: 2_415_020.5...2_500_000, isUnambiguous: false),
        // Seconds since 2001 up to 2027 are, as seconds since 1970, dates before 1997.
        Epoch(
            format: .reference, range: 2e7...8.3e8, other: (.unix, 6.3e8...8.3e8), isUnambiguous: false),
        Epoch(format: .unix, range: 6.3e8...2.53e9, isUnambiguous: false),
        Epoch(format: .unixMilliseconds, range: 6.3e11...2.53e12),
        Epoch(format: .unixMicroseconds, range: 6.3e14...2.53e15),
        Epoch(format: .webkit, range: 1.22e16...1.42e16),
        Epoch(format: .filetime, range: 1.22e17...1.42e17),
        Epoch(format: .dotNetTicks, range: 6.27e17...6.47e17, other: (.appleNanoseconds, 6.27e17...6.47e17)),
        Epoch(format: .appleNanoseconds, range: 1.5e17...8.3e17),
        Epoch(format: .unixNanoseconds, range: 8.3e17...2.53e18),
    ]

    private mutating func judgeDate(_ column: TableDeclaration.Column, _ words: [String]) {
        let isDeclared = ["DATE", "TIME"].contains(where: column.type.contains)
        let isNamed = isDeclared || Self.isDate(words)
        let numbers = column.numbers
        func holds(_ range: ClosedRange<Double>) -> Bool {
            range.contains(numbers.lowerBound) && range.contains(numbers.upperBound)
        }
        guard column.zeros < column.count else { return }
        guard let epoch = Self.epochs.first(where: { holds($0.range) }) else {
            if isNamed, column.range.upperBound > 100_000_000 {
                doubts.append(
                    "some values are not dates of any epoch that `date:` knows; kept as a number")
            }
            return
        }
        guard isNamed else {
            let isKey =
                words.last.map { NameMatch.keyWords.contains($0) || $0 == "size" || $0 == "bytes" } ?? false
            if epoch.isUnambiguous, !isKey {
                doubts.append("as a Date, `date: \(epoch.format.name)` reads its values")
            }
            return
        }
        // Some durations in seconds and some sizes in bytes are as large.
        if !isDeclared, !epoch.isUnambiguous, words.last.map(Self.lengthWords.contains) == true { return }
        type = .date
        options.append(("date", epoch.format.name))
        if column.zeros > 0 {
            hasNone = true
            options.append(("null", ValueGuess.list(["0"])))
            doubts.append("0 is taken for no date")
        }
        if let other = epoch.other, holds(other.range) {
            doubts.append(
                "dates are read as `\(epoch.format.name)`; `\(other.format.name)` would fit as well")
        }
    }

    private static func isDate(_ words: [String]) -> Bool {
        guard let last = words.last else { return false }
        if words.contains(where: dateWords.contains) || words.count > 1 && endings.contains(last) {
            return true
        }
        return words.contains { word in
            word.count > 4
                && (word.hasSuffix("date") || word.hasSuffix("time") || word.hasSuffix("timestamp"))
        }
    }

    private static let dateWords: Set<String> = [
        "date", "time", "timestamp", "datetime", "epoch", "created", "updated", "modified", "added",
        "accessed", "expires",
        "expiry", "expiration", "visited", "joined", "mtime", "ctime", "atime", "birthday", "published",
        "deleted", "received",
        "sent", "started", "finished", "ended", "completed", "seen", "opened", "closed", "creation",
        "modification",
        "lastmodified", "since", "until", "dateadded", "when", "utc", "ts", "registered", "edited", "changed",
        "synced",
        "played", "used", "viewed", "posted", "delivered", "archived", "downloaded", "deadline", "due",
    ]
    private static let endings: Set<String> = ["at", "on", "start", "end", "from", "to", "last", "begin"]
    private static let lengthWords: Set<String> = [
        "size", "length", "bytes", "count", "duration", "id", "number",
    ]
}

extension TableDeclaration.Column {
    /// Whether all values have the length of UUIDs and the name confirms that they are.
    var isGUID: Bool {
        guard blobs == count, count > 0, shortest == 16, longest == 16 else { return false }
        return NameMatch.words(name).contains { word in ["guid", "uuid"].contains(where: word.contains) }
    }
}
