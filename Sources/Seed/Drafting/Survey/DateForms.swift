import Foundation
import Seeding

/// The forms in which users and programs write dates, more likely ones first.
enum DateForms {
    /// A form of dates.
    struct Form: Sendable {
        let format: DateFormat
        /// The language of its names, or nil if it has none or English names.
        let locale: String?
        fileprivate let pattern: DatePattern?
        /// The ASCII signs that each date of this form contains, see ``signs(of:)``.
        private let signs: UInt64

        fileprivate init(_ format: DateFormat, locale: String? = nil, pattern: DatePattern? = nil) {
            self.format = format
            self.locale = locale
            self.pattern = pattern
            signs = pattern?.signs ?? 0
        }

        /// Returns whether a text with these signs may be a date of this form, see ``signs(of:)``.
        func mayFit(_ signs: UInt64) -> Bool { self.signs & ~signs == 0 }

        /// Returns the time that a text means, or nil if the text is no date of this form.
        func time(_ text: String) -> LocalTime? {
            let time = text.withUTF8Bytes { bytes in
                pattern.map { $0.parse(bytes) } ?? ISO8601.parse(bytes)
            }
            return time.flatMap { $0.exists ? $0 : nil }
        }

        /// Whether the day comes before the month. It is nil if the year is first or the month is a name.
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

    /// Returns the ASCII signs of a text, as one bit for each byte below 64 that it contains.
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

    /// Patterns for `3rd April 2021` and `April 3rd, 2021`. Each pattern has only one ending.
    private static let ordinals = ["'th'", "'st'", "'nd'", "'rd'"].flatMap {
        ["d\($0) MMM yyyy", "MMM d\($0), yyyy", "MMM d\($0) yyyy", "d\($0) 'of' MMM yyyy"]
    }

    private static let clocks: [String] = [
        "", " HH:mm", " HH:mm:ss", " H:mm", " H:mm:ss", " HH:mm:ss.SSS", "'T'HH:mm:ss",
        " hh:mm a", " h:mm a", " hh:mm:ss a", " h:mm:ss a", ", HH:mm", ", HH:mm:ss", ", H:mm",
        ", H:mm:ss", ", h:mm a", ", h:mm:ss a", " h:mma", ", h:mm:ss\u{202F}a", ", h:mm\u{202F}a", " HH.mm",
        " 'um' HH:mm", " 'um' HH:mm 'Uhr'",
        " HH:mm 'Uhr'", " 'at' h:mm a", " 'at' HH:mm", " HH:mm:ss Z", " HH:mm Z", " HH:mm:ss.SSS Z",
        " HH:mm:ss 'UTC'", " HH:mm:ss 'GMT'", " HH:mm:ss O", " h:mm:ss a O",
    ]

    /// The forms with numbers and with English names.
    static let usual: [Form] = {
        let all = [Form(.iso8601)]
        // With a 12-hour clock, the month is first, as in the United States.
        func days(_ clock: String) -> [String] {
            guard clock.contains("a") && clock.contains("h") else { return numericDays + namedDays }
            let american = numericDays.filter { $0.hasPrefix("M") }
            return american + numericDays.filter { !$0.hasPrefix("M") } + namedDays
        }
        let patterns = clocks.flatMap { clock in days(clock).map { $0 + clock } }
        let further = ["EEE MMM d HH:mm:ss yyyy", "EEE MMM d HH:mm:ss Z yyyy"]
        return all + (patterns + further + ordinals).compactMap { form($0) }
    }()

    /// The usual forms without a time of day.
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

    /// The languages whose names of months are tried, in this order.
    static let locales = [
        "de_DE", "fr_FR", "es_ES", "it_IT", "pt_BR", "nl_NL", "sv_SE", "da_DK", "nb_NO", "fi_FI",
        "pl_PL", "cs_CZ", "ru_RU", "tr_TR", "hu_HU", "ro_RO", "el_GR", "uk_UA", "hr_HR", "ca_ES",
    ]

    /// Returns the forms with names in another language, or none if this machine does not know the language.
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

    /// Returns a form with the name of the weekday before or after the day, in a language that has all the
    /// words. The result is nil if no language does.
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

    /// Returns the names of months in another language, in lower case.
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
    /// A cache of forms by language. A text column tries all languages, and creating their forms takes longer
    /// than trying them.
    nonisolated(unsafe) private static var namedForms: [String: [Form]] = [:]
}
