import Foundation
import Inputs

/// The forms of numbers that are not decimal fractions: times, fractions, degrees.
///
/// Each gives the exact number; thirds have 38 digits.
package enum WrittenNumber: String, Sendable, CaseIterable {
    /// Times in seconds: `3:45` is 225, `1:02:03`, `1h 30min`, `45 s`.
    case seconds
    /// Times in minutes: `1:30` is 90, `1h 30min`, `90 min`.
    case minutes
    /// Times in hours: `1:30` is 1.5, `1h 30min`.
    case hours
    /// `½`, `1 ½`, `3/4`, `1 1/2`.
    case fraction
    /// `52° 31' 12" N`, `52,52° N`, `-13.4`; south and west are below 0.
    case degrees

    /// Returns the number of a text in the form that programs write; nil if the text does not have this form.
    package func number(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count <= 60 else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).trimmed
        let number: Decimal? =
            switch self {
            case .seconds: Self.time(text, in: 1)
            case .minutes: Self.time(text, in: 60)
            case .hours: Self.time(text, in: 3600)
            case .fraction: Self.fraction(text)
            case .degrees: Self.degrees(text)
            }
        return number.flatMap { $0.isNaN ? nil : "\($0)" }
    }

    /// Reads a number without a sign, with a decimal point or comma.
    private static func decimal(_ text: some StringProtocol) -> Decimal? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        let isDigits = parts.allSatisfy { part in
            (1...9).contains(part.count) && part.utf8.allSatisfy { NumberParser.digit($0) != nil }
        }
        guard (1...2).contains(parts.count), isDigits else { return nil }
        return Decimal(string: parts.joined(separator: "."))
    }

    // MARK: Times

    /// The words for units of time, with their seconds.
    private static let units: [String: Int] = {
        var units: [String: Int] = [:]
        for (seconds, words) in [
            (
                1,
                "s sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos seg secondi secondo сек с 秒 초"
            ),
            (
                60,
                "m min mins minute minutes minuten minuut minuto minutos minuti minut minuter minutter мин 分 분"
            ),
            (
                3600,
                "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren tim timme timmar ч час 時間 小时 시간"
            ),
            (86400, "d day days tag tage jour jours día días"),
        ] {
            for word in words.split(separator: " ") { units[String(word)] = seconds }
        }
        return units
    }()

    /// Creates the unit of time that the words of a name contain.
    package init?(unitOf words: [String]) {
        let named = words.compactMap { Self.units[$0.lowercased()] }.filter { $0 < 86400 }
        guard let unit = named.last, Set(named).count == 1 else { return nil }
        self = unit == 1 ? .seconds : unit == 60 ? .minutes : .hours
    }

    /// Reads a time in units of so many seconds. A plain number is in these units.
    private static func time(_ text: String, in unit: Int) -> Decimal? {
        if let plain = decimal(text) { return plain }
        return seconds(text, unit).map { $0 / Decimal(unit) }
    }

    private static func seconds(_ text: String, _ unit: Int) -> Decimal? {
        if text.contains(":") { return clock(text, unit) }
        let body = text.hasPrefix("PT") ? text.dropFirst(2) : text[...]
        var rest = body.lowercased()[...]
        var (sum, last): (Decimal, Int) = (0, .max)
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isNumber && $0.isASCII || $0 == "." || $0 == "," }
            guard let number = decimal(digits) else { return nil }
            rest = rest.dropFirst(digits.count).drop { $0.isWhitespace }
            let word = rest.prefix { !($0.isNumber && $0.isASCII) && !$0.isWhitespace && $0 != "." }
            rest = rest.dropFirst(word.count).drop { $0 == "." }.drop { $0.isWhitespace }
            // `1h30`: minutes follow hours.
            let size = word.isEmpty && rest.isEmpty && last == 3600 ? 60 : units[String(word)]
            guard let size, size < last, last == .max || number < Decimal(last / size) else { return nil }
            sum += number * Decimal(size)
            last = size
        }
        return last == .max ? nil : sum
    }

    /// Reads `1:30`, `1:02:03` or `1:30 h`. Two parts are hours and minutes, or minutes and seconds if the unit is
    /// seconds.
    private static func clock(_ text: String, _ unit: Int) -> Decimal? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        var last = parts[parts.count - 1]
        var isHours = parts.count == 3 || unit > 1
        if let space = last.firstIndex(where: { !$0.isNumber && $0 != "." && $0 != "," }) {
            let word = last[space...].drop { $0.isWhitespace }.lowercased()
            guard let size = units[word], size > 1 else { return nil }
            isHours = size == 3600
            last = last[..<space]
        }
        var sum: Decimal = 0
        for (place, part) in parts.enumerated() {
            let isLast = place == parts.count - 1
            guard let number = isLast ? decimal(last) : part.contains(".") ? nil : decimal(part),
                place == 0 || number < 60 && part.prefix(2).allSatisfy(\.isNumber) && part.count > 1
            else { return nil }
            sum = sum * 60 + number
        }
        return parts.count == 2 && isHours ? sum * 60 : sum
    }

    // MARK: Fractions

    private static let vulgar: [Character: (Int, Int)] = [
        "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5),
        "⅗": (3, 5),
        "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8),
        "⅞": (7, 8),
        "⅑": (1, 9), "⅒": (1, 10),
    ]

    private static func fraction(_ text: String) -> Decimal? {
        let isNegative = text.hasPrefix("-")
        var rest = isNegative ? text.dropFirst() : text[...]
        var (top, bottom): (Decimal, Decimal) = (0, 1)
        if let last = rest.last, let known = vulgar[last] {
            (top, bottom) = (Decimal(known.0), Decimal(known.1))
            rest = rest.dropLast()
        } else if let stroke = rest.firstIndex(where: { $0 == "/" || $0 == "⁄" }) {
            let below = rest[rest.index(after: stroke)...].drop { $0 == " " }
            let above = String(rest[..<stroke]).trimmed
            let upper = above.reversed().prefix { $0.isNumber }.reversed()
            guard let one = Int(String(upper)), let other = Int(below), other > 0, below.count < 5 else {
                return nil
            }
            (top, bottom) = (Decimal(one), Decimal(other))
            rest = above.dropLast(String(upper).count)
            // `1 1/2`: a fraction after a whole number is less than 1.
            guard rest.isEmpty || rest.last == " " && one < other else { return nil }
        }
        let whole = String(rest).trimmed
        guard whole.isEmpty ? top > 0 : decimal(whole) != nil else { return nil }
        guard top == 0 || whole.allSatisfy(\.isNumber) else { return nil }
        let number = ((decimal(whole) ?? 0) * bottom + top) / bottom
        return isNegative ? -number : number
    }

    // MARK: Degrees

    private static func degrees(_ text: String) -> Decimal? {
        var rest = text[...]
        var side: Character?
        let sides = "NSEWnsew"
        if let first = rest.first, sides.contains(first) {
            side = first
            rest = rest.dropFirst()
        } else if let last = rest.last, sides.contains(last) {
            side = last
            rest = rest.dropLast()
        }
        rest = String(rest).trimmed[...]
        let isNegative = rest.first == "-" || rest.first == "−"
        if isNegative {
            guard side == nil else { return nil }
            rest = rest.dropFirst()
        }
        var (sum, size): (Decimal, Decimal) = (0, 3600)
        for signs in ["°º", "'′’", "\"″”"] where !rest.isEmpty {
            let digits = rest.prefix { $0.isNumber && $0.isASCII || $0 == "." || $0 == "," }
            guard let number = decimal(digits), size == 3600 ? number <= 180 : number < 60 else { return nil }
            rest = rest.dropFirst(digits.count)
            // A single number has no sign after it.
            if let sign = rest.first, signs.contains(sign) {
                rest = rest.dropFirst()
            } else if rest.hasPrefix("''"), size == 1 {
                rest = rest.dropFirst(2)
            } else if !rest.isEmpty || size != 3600 {
                return nil
            }
            sum += number * size
            size /= 60
            rest = rest.drop { $0.isWhitespace }
            if digits.contains(where: { !$0.isNumber }), !rest.isEmpty { return nil }
        }
        guard rest.isEmpty, size < 3600 else { return nil }
        let isBelow = isNegative || side.map { "SWsw".contains($0) } ?? false
        return isBelow ? -sum / 3600 : sum / 3600
    }
}
