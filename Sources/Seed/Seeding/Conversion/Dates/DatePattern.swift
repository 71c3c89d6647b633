/// A date format in Unicode's pattern letters, such as `dd-MMM-yy` or `yyyy-MM-dd HH:mm:ss`.
///
/// Texts are matched strictly: every letter and separator must be present, and nothing may follow them. The letters:
/// `y` year, `M` or `L` month (a number, or a name from `MMM` on), `d` day, `E` or `c` weekday (read and ignored),
/// `a` AM/PM, `H` 0–23, `h` 1–12, `m` minute, `s` second, `S` one digit of the fraction each, `X`/`x`/`Z` offset,
/// `O` offset after GMT or UTC. Names may be short or long with any pattern. Text between apostrophes is literal, as is
/// every character that is not a letter.
///
/// A two-digit year (`yy`) is in the hundred years from ``usualCentury`` on, unless another century is given: 70–99
/// are 19xx, 00–69 are 20xx.
///
/// See Unicode Technical Standard 35, part 4.
package struct DatePattern: Equatable, Sendable {
    /// The pattern as written.
    package let text: String
    private let parts: [Part]
    private let names: DateNames
    private let century: Int

    /// The first of the hundred years of two digits.
    package static let usualCentury = 1970

    private enum Part: Equatable {
        case literal(UInt8)
        case year, twoDigitYear, monthName, weekdayName, halfDay, offset, namedOffset
        case fraction(digits: Int)
        case month(digits: Int)
        case day(digits: Int)
        case hour(digits: Int)
        case hour12(digits: Int)
        case minute(digits: Int)
        case second(digits: Int)
    }

    /// A mistake that makes a pattern unusable.
    package struct PatternError: Error, Equatable {
        /// The unknown letters, or the whole pattern if it is incomplete.
        package let part: String
    }

    /// Whether the pattern contains an offset from UTC.
    var hasOffset: Bool { parts.contains(.offset) || parts.contains(.namedOffset) }

    /// The literal signs and digits, a bit for each of the first 64 bytes. A text without all of them cannot match.
    package var signs: UInt64 {
        parts.reduce(0) { signs, part in
            if case .literal(let byte) = part, byte < 64 { signs | 1 << UInt64(byte) } else { signs }
        }
    }

    /// Compiles a pattern.
    ///
    /// - Throws: ``PatternError`` for unknown letters, a pattern without year, month or day, and
    ///   for an hour of the half day (`h`) without AM/PM (`a`): half of all times would be wrong.
    package init(
        _ text: String, names: DateNames = .english, century: Int = Self.usualCentury
    ) throws {
        self.text = text
        self.century = century
        self.names = names
        var parts: [Part] = []
        var rest = Substring(text)
        while let first = rest.first {
            if first == "'" {
                try Self.quoted(&rest, into: &parts)
            } else if first.isASCII, first.isLetter {
                let run = rest.prefix { $0 == first }
                rest.removeFirst(run.count)
                parts.append(try Self.part(first, run.count))
            } else {
                parts += first.utf8.map { .literal($0) }
                rest.removeFirst()
            }
        }
        self.parts = parts
        let hasYear = parts.contains(.year) || parts.contains(.twoDigitYear)
        let hasMonth = parts.contains { if case .month = $0 { true } else { $0 == .monthName } }
        let hasDay = parts.contains { if case .day = $0 { true } else { false } }
        guard hasYear, hasMonth, hasDay else { throw PatternError(part: text) }
        for case .hour12(let digits) in parts where !parts.contains(.halfDay) {
            throw PatternError(part: String(repeating: "h", count: digits))
        }
    }

    private static func quoted(_ rest: inout Substring, into parts: inout [Part]) throws {
        rest.removeFirst()
        if rest.first == "'" {  // two apostrophes: one
            rest.removeFirst()
            parts.append(.literal(UInt8(ascii: "'")))
            return
        }
        let text = rest.prefix { $0 != "'" }
        guard text.endIndex < rest.endIndex else { throw PatternError(part: "'") }
        parts += text.utf8.map { .literal($0) }
        rest.removeFirst(text.count + 1)
    }

    private static func part(_ letter: Character, _ count: Int) throws -> Part {
        switch (letter, count) {
        case ("y", 2), ("u", 2): .twoDigitYear
        case ("y", 1), ("y", 4), ("u", 1), ("u", 4): .year
        case ("M", 1...2), ("L", 1...2): .month(digits: count)
        case ("M", 3...4), ("L", 3...4): .monthName
        case ("d", 1...2): .day(digits: count)
        case ("E", 1...4), ("c", 3...4): .weekdayName
        case ("a", 1...3): .halfDay
        case ("H", 1...2): .hour(digits: count)
        case ("h", 1...2): .hour12(digits: count)
        case ("m", 1...2): .minute(digits: count)
        case ("s", 1...2): .second(digits: count)
        case ("S", 1...9): .fraction(digits: count)
        case ("X", 1...3), ("x", 1...3), ("Z", 1...3), ("Z", 5): .offset
        case ("O", 1), ("O", 4): .namedOffset
        default: throw PatternError(part: String(repeating: letter, count: count))
        }
    }

    /// Reads a text; nil if it does not match the pattern.
    package func parse(_ bytes: UnsafeRawBufferPointer) -> LocalTime? {
        var cursor = ByteCursor(bytes)
        var time = LocalTime()
        var isAfternoon: Bool?
        for part in parts {
            switch part {
            case .literal(let byte):
                guard cursor.skip(byte) else { return nil }
            case .year:
                guard let year = cursor.digits(4, 4) else { return nil }
                time.year = year
            case .twoDigitYear:
                guard let year = cursor.digits(2, 2) else { return nil }
                time.year = century + (year + 100 - century % 100) % 100
            case .month(let digits):
                guard let month = cursor.digits(digits, 2) else { return nil }
                time.month = month
            case .monthName:
                guard let month = cursor.word(of: names.months) else { return nil }
                time.month = names.monthNumbers[month]
            case .day(let digits):
                guard let day = cursor.digits(digits, 2) else { return nil }
                time.day = day
            case .weekdayName:
                guard cursor.word(of: names.weekdays) != nil else { return nil }
            case .halfDay:
                guard let half = cursor.word(of: names.halfDays) else { return nil }
                isAfternoon = names.isAfternoon[half]
            case .hour(let digits):
                guard let hour = cursor.digits(digits, 2) else { return nil }
                time.hour = hour
            case .hour12(let digits):
                guard let hour = cursor.digits(digits, 2), (1...12).contains(hour) else {
                    return nil
                }
                time.hour = hour % 12
            case .minute(let digits):
                guard let minute = cursor.digits(digits, 2) else { return nil }
                time.minute = minute
            case .second(let digits):
                guard let second = cursor.digits(digits, 2) else { return nil }
                time.second = second
            case .fraction(let digits):
                guard let nanosecond = cursor.fraction(digits: digits) else { return nil }
                time.nanosecond = nanosecond
            case .offset:
                guard let offset = cursor.zoneOffset() else { return nil }
                time.offset = offset
            case .namedOffset:
                guard let offset = cursor.namedZoneOffset() else { return nil }
                time.offset = offset
            }
        }
        guard cursor.isAtEnd else { return nil }
        if isAfternoon == true, time.hour < 12 { time.hour += 12 }
        return time
    }
}
