import Inputs
import Seeding

/// The formats in which the cells of a column are dates.
///
/// The first cells are tried in every common format. A format that fits half of them is then tried on all
/// other cells.
struct DateSurvey {
    /// A format and how well it fits.
    struct Candidate {
        let form: DateForms.Form
        /// The number of cells that are dates in this format.
        fileprivate(set) var fits = 0
        /// The number of these dates without a time zone.
        fileprivate(set) var withoutZone = 0
        /// A digest of the dates. It differs between formats that read the same cells differently.
        fileprivate(set) var digest = 0
        /// The first cell that is no date in this format.
        fileprivate(set) var misfit: String?
    }

    /// The number of cells to try in every format.
    private static let trial = 20
    /// The length in bytes of the shortest date, such as `9/3/24`.
    private static let shortest = 6

    private(set) var count = 0
    private var waiting: [String] = []
    private var chosen: [Candidate] = []
    private var isChosen = false
    /// The text that completes a month such as `April 2021` or `04/2021` to its first day, or nil if the
    /// cells are days.
    private(set) var completion: (before: String, after: String)?
    /// Whether the name of a month is longer than its abbreviation.
    private(set) var hasLongNames = false

    /// Adds a cell.
    mutating func add(_ field: Field) {
        count += 1
        guard !isChosen || !chosen.isEmpty else { return }
        let text: String
        switch field {
        case .text(let bytes): text = bytes.count <= 60 ? field.display : ""
        case .integer: text = field.display
        case .real, .null, .blob: text = ""
        }
        if !isChosen {
            waiting.append(text)
            if waiting.count == Self.trial { choose() }
            return
        }
        note(text)
        // A format that fits less than half of very many cells fits by chance.
        if count & (count - 1) == 0 { chosen.removeAll { $0.fits * 2 < count } }
    }

    /// Completes the survey after the last cell.
    mutating func finish() {
        if !isChosen { choose() }
    }

    /// Returns the formats that fit, best first. It is called after the last cell.
    func candidates() -> [Candidate] {
        chosen.filter { $0.fits > 0 }.enumerated().sorted { one, other in
            one.element.fits != other.element.fits
                ? one.element.fits > other.element.fits : one.offset < other.offset
        }.map(\.element)
    }

    private mutating func choose() {
        isChosen = true
        let cells = waiting
        waiting = []
        let possible = cells.count { cell in
            cell.utf8.count >= Self.shortest && cell.contains(where: \.isNumber)
        }
        guard possible > 0, possible * 2 >= cells.count else { return }
        chosen = Self.fitting(DateForms.usual, cells)
        chooseNamed(cells)
        if chosen.isEmpty { chooseWithWeekdays(cells) }
        for completion in Self.completions where chosen.isEmpty {
            let days = cells.map { completion.before + $0 + completion.after }
            chosen = Self.fitting(DateForms.days, days).filter { $0.form.isDayFirst != false }
            if !completion.before.isEmpty { chooseNamed(days) }
            if !chosen.isEmpty { self.completion = completion }
        }
        for cell in cells { note(cell) }
    }

    private static let completions: [(before: String, after: String)] = [
        ("", "-01"), ("1 ", ""), ("1/", ""), ("1.", ""), ("1-", ""),
    ]

    /// Tries days with the names of weekdays, such as `Mo, 03.05.2021` and `2021/05/03(月)`.
    private mutating func chooseWithWeekdays(_ cells: [String]) {
        let parts = cells.map(Weekday.init)
        let known = parts.compactMap(\.self)
        guard let first = known.first, known.count * 2 > cells.count else { return }
        let own = known.filter { $0.sign == first.sign && $0.isBefore == first.isBefore }
        let days = own.map(\.day)
        var candidates = Self.fitting(DateForms.usual, days)
        let words = own.map(\.word)
        for locale in DateForms.locales where candidates.isEmpty && days.contains(where: Self.mayNameMonth) {
            candidates = Self.fitting(DateForms.named(in: locale), days)
        }
        chosen = candidates.compactMap { candidate in
            DateForms.form(
                candidate.form, before: first.isBefore ? "EEE" + first.sign : "",
                after: first.isBefore ? "" : first.sign, with: words)
        }.map { Candidate(form: $0) }
    }

    /// A day with the name of its weekday before or after it.
    private struct Weekday {
        let word: String
        let day: String
        let isBefore: Bool
        /// The text between the name and the day in a date pattern. After the day, it includes the weekday's
        /// pattern.
        let sign: String

        init?(_ text: String) {
            if let first = text.first, first.isLetter {
                let name = text.prefix { $0.isLetter }
                let dot = text.dropFirst(name.count).prefix(1) == "." ? "." : ""
                let rest = text.dropFirst(name.count + dot.count)
                let sign = rest.prefix { $0 == "," || $0 == " " }
                day = String(rest.dropFirst(sign.count))
                guard !sign.isEmpty, day.first?.isNumber == true || day.contains(where: \.isNumber) else {
                    return nil
                }
                (word, isBefore, self.sign) = (String(name) + dot, true, String(sign))
            } else {
                guard let last = text.last, let start = text.lastIndex(where: { $0 == "(" || $0 == "（" }),
                    last == ")" || last == "）"
                else { return nil }
                let name = text[text.index(after: start)...].dropLast()
                let before = text[..<start]
                let day = String(before).trimmed
                let gap = before.dropFirst(day.count)
                guard !name.isEmpty, name.allSatisfy(\.isLetter) else { return nil }
                (word, self.day, isBefore) = (String(name), day, false)
                sign = "\(gap)\(text[start])EEE\(last)"
            }
        }
    }

    /// Tries the names of other languages.
    private mutating func chooseNamed(_ cells: [String]) {
        func fits(_ candidates: [Candidate]) -> Int {
            candidates.map { candidate in cells.count { candidate.form.time($0) != nil } }.max() ?? 0
        }
        // `3. April` is also English, `24. Dezember` is not.
        var best = fits(chosen)
        guard best < cells.count, cells.count(where: Self.mayNameMonth) * 2 > cells.count else { return }
        let words = cells.map { Set($0.lowercased().split { !$0.isLetter }.map(String.init)) }
        for locale in DateForms.locales where best < cells.count {
            let months = DateForms.months(in: locale)
            guard words.count(where: { !$0.isDisjoint(with: months) }) * 2 >= cells.count else { continue }
            let named = Self.fitting(DateForms.named(in: locale), cells)
            let count = fits(named)
            if count > best { (chosen, best) = (named, count) }
        }
    }

    /// Returns whether a text may have a day, a word and a year, as in `9. März 2024`.
    private static func mayNameMonth(_ text: String) -> Bool {
        let numbers = text.split { !$0.isNumber }
        return numbers.count >= 2 && numbers.count <= 5 && text.contains { $0.isLetter }
            && numbers.contains { $0.count == 4 || $0.count == 2 }
    }

    private static func fitting(_ forms: [DateForms.Form], _ cells: [String]) -> [Candidate] {
        // Most forms fail after half of the cells, and most of these by their signs alone.
        let cells = cells.map { (text: $0, signs: DateForms.signs(of: $0)) }
        return forms.filter { form in
            var misfits = 0
            return cells.allSatisfy { cell in
                if !form.mayFit(cell.signs) || form.time(cell.text) == nil { misfits += 1 }
                return misfits * 2 <= cells.count
            }
        }.map { Candidate(form: $0) }
    }

    private mutating func note(_ text: String) {
        if !hasLongNames { hasLongNames = text.split { !$0.isLetter }.contains { $0.count > 4 } }
        let day = completion.map { $0.before + text + $0.after } ?? text
        for index in chosen.indices {
            guard let time = chosen[index].form.time(day) else {
                if chosen[index].misfit == nil { chosen[index].misfit = String(text.prefix(30)) }
                continue
            }
            chosen[index].fits += 1
            if time.offset == nil { chosen[index].withoutZone += 1 }
            let seconds = time.wallSeconds - (time.offset ?? 0)
            chosen[index].digest = chosen[index].digest &* 31 &+ seconds &+ time.nanosecond
        }
    }
}
