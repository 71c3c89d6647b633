import ObjectModel

/// A column of generated rows. Each cell is a function of its row's number only, so that any cell can be generated
/// on its own.
///
/// A class, because copying a structure for each cell would take as long as generating the cell.
package final class GeneratedColumn: Equatable, Sendable {
    /// The content of the cells.
    package enum Content: Equatable, Sendable {
        /// Consecutive integers from a first one.
        case sequence(Int64)
        case uuid
        /// One of several texts, with the running sums of their weights.
        case choice([[UInt8]], sums: [Int])
        /// Numbers within a range, both in units of the last decimal place.
        case number(Int64, Int64, decimals: Int)
        /// Days since 1970 within a range.
        case day(Int, Int)
        /// Seconds since 1970 within a range.
        case time(Int, Int)
        /// A number of words within a range.
        case words(Int, Int)
        case name(NamePart)
        /// A pattern: `#` is a digit, `?` a capital letter, and `\` escapes the next character.
        case pattern([UInt8])
        /// A cell from a column of another input.
        case reference(source: Located<String>, column: String)
    }

    /// The part of a person's name.
    package enum NamePart: String, CaseIterable, Sendable { case first, last, full }

    /// The distribution of numbers within their bounds, and of references among objects.
    package enum Distribution: String, CaseIterable, Sendable {
        /// All values are equally likely.
        case uniform
        /// Values in the middle are more likely.
        case normal
        /// The first values are more likely, so that a few objects get most references.
        case few
    }

    /// The keys of a plan that define the content. A column has exactly one of them.
    static let kinds = [
        "sequence", "uuid", "choice", "number", "date", "words", "name", "pattern", "reference",
    ]
    /// All keys that a column may have.
    static let keys = kinds + ["weights", "decimals", "distribution", "empty"]
    /// The description of a column's definition in messages.
    package static let expectation = "what its cells are, such as `{ sequence: 1 }`"

    let name: String
    package let content: Content
    private let distribution: Distribution
    /// The percentage of empty cells.
    private let emptyShare: Int
    private let key: UInt64
    private let words: GeneratedWords

    // MARK: Reading

    /// Reads a column of a plan. Returns nil if it is invalid, which is reported.
    init?(
        _ name: Located<String>, _ keys: MappingReader, seed: Int64, source: String, words: GeneratedWords
    ) {
        let given = Self.kinds.filter { keys.has($0) }
        guard given.count == 1, let kind = given.first else {
            if keys.isMapping {
                let reason: SeedIssue.Reason.Plan =
                    given.isEmpty
                    ? .missingKey(Self.kinds.joined(separator: "` or `"))
                    : .conflictingKeys(given[0], given[1])
                keys.issues.add(SeedIssue(.plan(reason), at: keys.location))
            }
            return nil
        }
        guard let content = Self.content(kind, keys) else { return nil }
        self.name = name.value
        self.content = content
        self.words = words
        distribution = keys.choice("distribution", as: Distribution.self) ?? .uniform
        emptyShare = min(100, keys.count("empty") ?? 0)
        key = RandomWord.key(of: [source, name.value], seed: seed)
    }

    private static func content(_ kind: String, _ keys: MappingReader) -> Content? {
        func wrong(_ expected: String) -> Content? {
            keys.issues.add(
                SeedIssue(.plan(.wrongKind(expected: expected)), at: keys.keyLocation(kind)))
            return nil
        }
        switch kind {
        case "sequence":
            guard case .integer(let first)? = keys.scalar("sequence")?.value else {
                return wrong("an integer")
            }
            return .sequence(first)
        case "uuid":
            guard keys.flag("uuid") == true else { return wrong("nothing but true") }
            return .uuid
        case "choice":
            let values = keys.texts("choice") ?? []
            let weights = (keys.texts("weights") ?? []).map { Int($0.value) ?? 0 }
            guard !values.isEmpty, weights.isEmpty || weights.count == values.count,
                weights.allSatisfy({ (1...1_000_000).contains($0) })
            else { return wrong("texts, optionally with as many positive `weights:`") }
            var sum = 0
            let sums = values.indices.map { index in
                sum += weights.isEmpty ? 1 : weights[index]
                return sum
            }
            return .choice(values.map { Array($0.value.utf8) }, sums: sums)
        case "number":
            let decimals = keys.count("decimals") ?? 0
            guard let (low, high) = bounds(keys.text("number")?.value), decimals <= 9,
                let first = scaled(low, decimals), let last = scaled(high, decimals), first <= last
            else { return wrong("a range such as `1..10` or `0.5..99.9`, with enough `decimals:`") }
            return .number(first, last, decimals: decimals)
        case "date":
            guard let (low, high) = bounds(keys.text("date")?.value), let first = date(low),
                let last = date(high), first.hasTime == last.hasTime, first.seconds <= last.seconds
            else {
                return wrong(
                    "a range such as `2020-01-01..2025-12-31`, or with times: `2024-05-01T08:00:00Z`")
            }
            return first.hasTime
                ? .time(first.seconds, last.seconds) : .day(first.seconds / 86_400, last.seconds / 86_400)
        case "words":
            let text = keys.text("words")?.value ?? ""
            guard let (low, high) = bounds(text.contains("..") ? text : text + ".." + text),
                let first = Int(low), let last = Int(high), 1 <= first, first <= last, last <= 10_000
            else { return wrong("a number of words, or a range such as `2..5`") }
            return .words(first, last)
        case "name":
            return keys.choice("name", as: NamePart.self).map { .name($0) }
        case "pattern":
            return keys.text("pattern").map { .pattern(Array($0.value.utf8)) }
        default:
            guard let text = keys.text("reference") else { return nil }
            let parts = text.value.split(separator: ".", maxSplits: 1)
            guard parts.count == 2 else { return wrong("a source and its column: `people.id`") }
            return .reference(source: Located(String(parts[0]), at: text.location), column: String(parts[1]))
        }
    }

    private static func bounds(_ text: String?) -> (String, String)? {
        guard let match = text?.wholeMatch(of: /\s*(.+?)\s*\.\.\s*(.+?)\s*/) else { return nil }
        return (String(match.1), String(match.2))
    }

    /// Returns a decimal number in units of its last decimal place, or nil if it has more places.
    private static func scaled(_ text: String, _ decimals: Int) -> Int64? {
        guard let match = text.wholeMatch(of: /([-+]?)(\d{1,9})(?:\.(\d+))?/) else { return nil }
        let fraction = match.3.map(String.init) ?? ""
        guard fraction.count <= decimals else { return nil }
        let digits = match.2 + fraction + String(repeating: "0", count: decimals - fraction.count)
        return Int64(digits).map { match.1 == "-" ? -$0 : $0 }
    }

    private static func date(_ text: String) -> (seconds: Int, hasTime: Bool)? {
        guard
            let match = text.wholeMatch(
                of: /(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)Z)?/),
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3), year > 0,
            (1...12).contains(month), (1...CalendarDate.length(ofMonth: month, year: year)).contains(day)
        else { return nil }
        let midnight = CalendarDate.days(year: year, month: month, day: day) * 86_400
        guard let hour = match.4.flatMap({ Int($0) }), let minute = match.5.flatMap({ Int($0) }),
            let second = match.6.flatMap({ Int($0) })
        else { return (midnight, false) }
        guard hour < 24, minute < 60, second < 60 else { return nil }
        return (midnight + hour * 3_600 + minute * 60 + second, true)
    }

    package static func == (one: GeneratedColumn, other: GeneratedColumn) -> Bool {
        one.name == other.name && one.content == other.content && one.distribution == other.distribution
            && one.emptyShare == other.emptyShare && one.key == other.key && one.words == other.words
    }

    // MARK: Cells

    /// Appends the cell of a row.
    ///
    /// - Parameters:
    ///   - row: the row's number, starting at 0.
    ///   - text: a buffer for the cell, whose content is replaced.
    ///   - keys: the cells from which a reference takes one.
    func append(row: Int, to record: Record, text: inout [UInt8], keys: ReferencedKeys?) {
        var random = RandomWord(key, row)
        if emptyShare > 0, random.below(100) < emptyShare { return record.appendNull() }
        text.removeAll(keepingCapacity: true)
        switch content {
        case .sequence(let first):
            return record.append(first &+ Int64(row))
        case .number(let low, let high, let decimals):
            let value = low + Int64(position(high - low, &random))
            guard decimals > 0 else { return record.append(value) }
            DecimalText.append(value, decimals: decimals, to: &text)
        case .day(let first, let last):
            DecimalText.append(day: first + position(Int64(last - first), &random), to: &text)
        case .time(let first, let last):
            DecimalText.append(time: first + position(Int64(last - first), &random), to: &text)
        case .choice(let values, let sums):
            let drawn = random.below(sums.last ?? 1)
            text.append(contentsOf: values[sums.firstIndex { drawn < $0 } ?? 0])
        case .uuid:
            DecimalText.append(uuid: (random.next(), random.next()), to: &text)
        case .words(let low, let high):
            words.appendSentence(of: low + random.below(high - low + 1), &random, to: &text)
        case .name(let part):
            words.append(part, &random, to: &text)
        case .pattern(let pattern):
            Self.append(pattern, &random, to: &text)
        case .reference:
            guard let keys else { return record.appendNull() }
            return keys.append(to: record, of: row, text: &text) { position(Int64($0 - 1), &random) }
        }
        text.withUnsafeBytes { record.append(text: $0) }
    }

    /// Returns a number from 0 to a bound, according to the distribution.
    private func position(_ bound: Int64, _ random: inout RandomWord) -> Int {
        let count = Int(bound) + 1
        switch distribution {
        case .uniform: return random.below(count)
        case .normal: return (0..<4).reduce(0) { sum, _ in sum + random.below(count) } / 4
        case .few:
            // Multiplication gives the same result on every machine.
            let part = random.fraction()
            return min(count - 1, Int(part * part * part * Double(count)))
        }
    }

    private static func append(_ pattern: [UInt8], _ random: inout RandomWord, to text: inout [UInt8]) {
        var isLiteral = false
        for byte in pattern {
            switch byte {
            case UInt8(ascii: "\\") where !isLiteral:
                isLiteral = true
                continue
            case UInt8(ascii: "#") where !isLiteral: text.append(UInt8(ascii: "0") + UInt8(random.below(10)))
            case UInt8(ascii: "?") where !isLiteral: text.append(UInt8(ascii: "A") + UInt8(random.below(26)))
            default: text.append(byte)
            }
            isLiteral = false
        }
    }
}

/// Writes numbers, dates and UUIDs as bytes of text.
private enum DecimalText {
    static func append(_ value: Int64, decimals: Int, to text: inout [UInt8]) {
        if value < 0 { text.append(UInt8(ascii: "-")) }
        let digits = String(value.magnitude).utf8
        let missing = max(0, decimals + 1 - digits.count)
        let start = text.count
        text.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: missing))
        text.append(contentsOf: digits)
        text.insert(UInt8(ascii: "."), at: start + missing + digits.count - decimals)
    }

    static func append(day: Int, to text: inout [UInt8]) {
        let date = CalendarDate.date(days: day)
        append(date.year, width: 4, to: &text)
        text.append(UInt8(ascii: "-"))
        append(date.month, width: 2, to: &text)
        text.append(UInt8(ascii: "-"))
        append(date.day, width: 2, to: &text)
    }

    static func append(time: Int, to text: inout [UInt8]) {
        let day = time >= 0 ? time / 86_400 : (time - 86_399) / 86_400
        let second = time - day * 86_400
        append(day: day, to: &text)
        text.append(UInt8(ascii: "T"))
        append(second / 3_600, width: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        append(second / 60 % 60, width: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        append(second % 60, width: 2, to: &text)
        text.append(UInt8(ascii: "Z"))
    }

    private static func append(_ number: Int, width: Int, to text: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<width { divisor *= 10 }
        while divisor > 0 {
            text.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Appends a UUID with the version and variant bits of version 4.
    static func append(uuid words: (UInt64, UInt64), to text: inout [UInt8]) {
        let high = words.0 & ~0xF000 | 0x4000
        let low = words.1 & ~(3 << 62) | (2 << 62)
        for index in 0..<32 {
            if index == 8 || index == 12 || index == 16 || index == 20 { text.append(UInt8(ascii: "-")) }
            let word = index < 16 ? high : low
            text.append(digits[Int(word >> UInt64(60 - index % 16 * 4) & 15)])
        }
    }
}
