/// Reads dates in queries: `2024-03-09`, `2024-03-09T16:05:30Z`, `2024-03-09 16:05+01:00`. The default time is
/// midnight, and the default zone is UTC.
package enum ISO8601Date {
    /// The days from 1970-01-01 to 2001-01-01, the reference date of stores (docs/internals/format.md#rows).
    private static let referenceDay = 11_323

    /// Returns the seconds since 2001; nil if the text is not such a date.
    package static func referenceSeconds(_ text: String) -> Double? {
        var rest = Substring(text)
        guard let year = number(&rest, digits: 4), take("-", &rest),
            let month = number(&rest, digits: 2), (1...12).contains(month), take("-", &rest),
            let day = number(&rest, digits: 2), (1...days(in: month, year)).contains(day)
        else { return nil }
        let midnight = Double(self.day(year, month, day) - referenceDay) * 86_400
        guard !rest.isEmpty else { return midnight }
        guard take("T", &rest) || take(" ", &rest), let time = time(&rest),
            let offset = offset(&rest), rest.isEmpty
        else { return nil }
        return midnight + time - offset
    }

    private static func time(_ rest: inout Substring) -> Double? {
        guard let hour = number(&rest, digits: 2), hour < 24, take(":", &rest),
            let minute = number(&rest, digits: 2), minute < 60
        else { return nil }
        let whole = Double(hour * 3_600 + minute * 60)
        guard take(":", &rest) else { return whole }
        guard let second = number(&rest, digits: 2), second < 60 else { return nil }
        guard take(".", &rest) else { return whole + Double(second) }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(digits.count)
        guard !digits.isEmpty, digits.count <= 9, let fraction = Double("0." + digits) else {
            return nil
        }
        return whole + Double(second) + fraction
    }

    /// Returns the seconds that a zone is ahead of UTC.
    private static func offset(_ rest: inout Substring) -> Double? {
        if rest.isEmpty || take("Z", &rest) { return 0 }
        let isEast = take("+", &rest)
        guard isEast || take("-", &rest), let hour = number(&rest, digits: 2), hour < 24 else {
            return nil
        }
        _ = take(":", &rest)
        guard let minute = rest.isEmpty ? 0 : number(&rest, digits: 2), minute < 60 else {
            return nil
        }
        let seconds = Double(hour * 3_600 + minute * 60)
        return isEast ? seconds : -seconds
    }

    private static func number(_ rest: inout Substring, digits: Int) -> Int? {
        let text = rest.prefix(digits)
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        rest = rest.dropFirst(digits)
        return Int(text)
    }

    private static func take(_ sign: Character, _ rest: inout Substring) -> Bool {
        guard rest.first == sign else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func days(in month: Int, _ year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Returns the number of a day, counted from 1970-01-01, in the Gregorian calendar.
    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }
}
