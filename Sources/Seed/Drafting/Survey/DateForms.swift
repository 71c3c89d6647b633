import Foundation
import Seeding

/// The ways in which people and programs write dates, more likely ones first.
enum DateForms {
    /// One of them.
    struct Form: Sendable {
        let format: DateFormat
        /// The language of its names; nil where it has none, or English ones.
        let locale: String?
        fileprivate let pattern: DatePattern?
        /// The signs of every such date, see ``signs(of:)``.
        private let signs: UInt64

        fileprivate init(_ format: DateFormat, locale: String? = nil, pattern: DatePattern? = nil) {
            self.format = format
            self.locale = locale
            self.pattern = pattern
            signs = pattern?.signs ?? 0
        }

        /// Whether a text with these signs, see ``signs(of:)``, may be such a date.
        func mayFit(_ signs: UInt64) -> Bool { self.signs & ~signs == 0 }

        /// What a text means; nil where it is no such date.
        func time(_ text: String) -> LocalTime? {
            let time = text.withUTF8Bytes { bytes in
                pattern.map { $0.parse(bytes) } ?? ISO8601.parse(bytes)
            }
            return time.flatMap { $0.exists ? $0 : nil }
        }

        /// Whether the day stands before the month; nil where the year is first or names tell.
        var isDayFirst: Bool? {
            guard case .pattern(let text) = format, !text.contains("MMM"), text.first != "y" else {
                return nil
            }
            guard let day = text.firstIndex(of: "d"), let month = text.firstIndex(of: "M") else {
                return nil
            }
            return day < month
        }
    }

    /// The signs of a text, a bit for each of the first 64 bytes.
    static func signs(of text: String) -> UInt64 {
        text.utf8.reduce(0) { $1 < 64 ? $0 | 1 << UInt64($1) : $0 }
    }

    private static let numericDays: [String] = [
        "dd.MM.yyyy", "d.M.yyyy", "dd/MM/yyyy", "MM/dd/yyyy", "M/d/yyyy", "d/M/yyyy", "yyyy/MM/dd",
        "yyyy/M/d", "yyyy.MM.dd", "yyyy-MM-dd", "yyyy-M-d", "dd-MM-yyyy", "MM-dd-yyyy", "d-M-yyyy",
        "M-d-yyyy",
        "dd.MM.yy", "d.M.yy", "dd/MM/yy", "MM/dd/yy", "M/d/yy", "d/M/yy", "dd-MM-yy", "MM-dd-yy",
        "d. M. yyyy", "yyyy. M. d.", "yyyy年M月d日", "yyyy년 M월 d일", "ddMMyyyy",
    ]

    private static let namedDays: [String] = [
        "d-MMM-yy", "d-MMM-yyyy", "d MMM yyyy", "d MMM yy", "d. MMM yyyy", "d. MMM yy",
        "MMM d, yyyy", "MMM d yyyy", "MMM. d, yyyy", "d/MMM/yyyy", "d.MMM.yyyy", "yyyy-MMM-dd",
        "yyyy MMM d", "d MMM, yyyy", "EEE, d MMM yyyy", "EEE d MMM yyyy", "EEE, MMM d, yyyy",
        "EEE, d. MMM yyyy", "d 'de' MMM 'de' yyyy", "d 'de' MMM yyyy", "d'er' MMM yyyy", "d MMM yyyy 'г.'",
    ]

    /// `3rd April 2021`, `April 3rd, 2021`: of each ending, since a pattern has one.
    private static let ordinals = ["'th'", "'st'", "'nd'", "'rd'"].flatMap {
        ["d\($0) MMM yyyy", "MMM d\($0), yyyy", "MMM d\($0) yyyy", "d\($0) 'of' MMM yyyy"]
    }

    private static let clocks: [String] = [
        "", " HH:mm", " HH:mm:ss", " H:mm", " H:mm:ss", " HH:mm:ss.SSS", "'T'HH:mm:ss",
        " hh:mm a", " h:mm a", " hh:mm:ss a", " h:mm:ss a", ", HH:mm", ", HH:mm:ss", ", H:mm",
        ", H:mm:ss", ", h:mm a", ", h:mm:ss a", " h:mma", ", h:mm:ss\u{202F}a", ", h:mm\u{202F}a", " HH.mm",
        " 'um' HH:mm", " 'um' HH:mm 'Uhr'",
        " HH:mm 'Uhr'", " 'at' h:mm a", " 'at' HH:mm", " HH:mm:ss Z", " HH:mm Z", " HH:mm:ss.SSS Z",
        " HH:mm:ss 'UTC'", " HH:mm:ss 'GMT'",
    ]

    /// Forms in numbers and English.
    static let usual: [Form] = {
        let all = [Form(.iso8601)]
        // With a clock of twelve hours the month stands first, as Americans have it.
        func days(_ clock: String) -> [String] {
            guard clock.contains("a") && clock.contains("h") else { return numericDays + namedDays }
            let american = numericDays.filter { $0.hasPrefix("M") }
            return american + numericDays.filter { !$0.hasPrefix("M") } + namedDays
        }
        let patterns = clocks.flatMap { clock in days(clock).map { $0 + clock } }
        let further = ["EEE MMM d HH:mm:ss yyyy", "EEE MMM d HH:mm:ss Z yyyy"]
        return all + (patterns + further + ordinals).compactMap { form($0) }
    }()

    /// Those of days alone.
    static let days = usual.filter { form in
        guard case .pattern(let text) = form.format else { return true }
        return !text.lowercased().contains("h")
    }

    private static func form(_ text: String, locale: String? = nil, names: DateNames = .english)
        -> Form?
    {
        (try? DatePattern(text, names: names)).map {
            Form(.pattern(text), locale: locale, pattern: $0)
        }
    }

    /// Languages whose names of months are tried, by the number of those who write them.
    static let locales = [
        "de_DE", "fr_FR", "es_ES", "it_IT", "pt_BR", "nl_NL", "sv_SE", "da_DK", "nb_NO", "fi_FI",
        "pl_PL", "cs_CZ", "ru_RU", "tr_TR", "hu_HU", "ro_RO", "el_GR", "uk_UA", "hr_HR", "ca_ES",
    ]

    /// Forms with the names of another language; none where this machine does not know it.
    static func named(in locale: String) -> [Form] {
        lock.withLock {
            if let known = namedForms[locale] { return known }
            let names = names(in: locale)
            let forms = clocks.flatMap { clock in
                namedDays.compactMap { day in
                    names.flatMap { form(day + clock, locale: locale, names: $0) }
                }
            }
            namedForms[locale] = forms
            return forms
        }
    }

    /// A form of the same days with the name of the weekday beside them, in a language that has all the words; nil
    /// where none has.
    static func form(_ form: Form, before: String, after: String, with words: [String]) -> Form? {
        guard case .pattern(let text) = form.format else { return nil }
        let named = form.locale.map { [$0] } ?? [nil] + (locales + ["ja_JP", "ko_KR", "zh_CN"]).map { $0 }
        for locale in named {
            guard let names = locale == nil ? .english : lock.withLock({ names(in: locale ?? "") }) else {
                continue
            }
            guard names.areWeekdays(words) else { continue }
            return self.form(before + text + after, locale: locale, names: names)
        }
        return nil
    }

    /// The names of months in another language, in small letters.
    static func months(in locale: String) -> Set<String> {
        lock.withLock {
            if let known = knownMonths[locale] { return known }
            let months = names(in: locale)?.monthNames ?? []
            knownMonths[locale] = months
            return months
        }
    }

    private static func names(in locale: String) -> DateNames? {
        if let known = knownNames[locale] { return known }
        let names = DateNames.locale(named: locale).map { DateNames($0) }
        knownNames[locale] = .some(names)
        return names
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var knownNames: [String: DateNames?] = [:]
    nonisolated(unsafe) private static var knownMonths: [String: Set<String>] = [:]
    /// Those that were asked for: a column of texts asks for all languages, which takes longer than its cells.
    nonisolated(unsafe) private static var namedForms: [String: [Form]] = [:]
}
