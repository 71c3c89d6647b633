import Inputs
import ObjectModel
import Seeding

extension ValueGuess {
    /// Infers the format of dates.
    mutating func guessDate(isDayFirst: Bool?) {
        guard count > 0 else { return }
        let numbers = survey.numbers.forms
        let best = numbers.max { $0.fits < $1.fits } ?? numbers[0]
        if best.fits == count {
            return guessNumericDate(numbers[0].fits == count ? numbers[0] : best)
        }
        let dates = survey.dates
        let candidates = dates.candidates()
        guard var chosen = candidates.first else {
            let forms = further(besides: [], isDayFirst)
            if best.fits * 2 > count {
                if case .days = Self.reading(best), let days = serialDays, !forms.isEmpty {
                    needsZone = true
                    return sayDates(forms, names: [days.name] + forms.map(\.format.name))
                }
                return guessMixed(numbers[0])
            }
            if forms.count > 1 {
                needsZone = true
                return sayDates(forms, names: forms.map(\.format.name))
            }
            unreadable = count
            let example = survey.examples.first.map { Self.text($0) } ?? ""
            doubts.append("no date format fits all cells, such as '\(example)'")
            return
        }
        let equals = candidates.filter { $0.fits == chosen.fits }
        if let isDayFirst, let other = equals.first(where: { $0.form.isDayFirst == isDayFirst }),
            chosen.form.isDayFirst == !isDayFirst
        {
            chosen = other
        }
        var name = chosen.form.format.name
        if dates.hasLongNames, chosen.form.format.name.contains("MMM") {
            name = name.replacing("MMM", with: "MMMM")
        }
        if let completion = dates.completion {
            template = completion
            doubts.append("months only, read as their first days")
        }
        let others = chosen.fits < count && template == nil ? further(besides: [chosen.form], isDayFirst) : []
        var serials = 0
        if survey.countsFrom1904 != nil, let days = serialDays, case .days = Self.reading(numbers[0]) {
            // Cells of a sheet that have no date format.
            serials = numbers[0].fits
            if serials > 0, serials + chosen.fits == count {
                sayDates([chosen.form], names: [name, days.name])
            }
        }
        if serials > 0, serials + chosen.fits == count {
            doubts.append(
                "numbers among the dates are taken for days, as \(serialDays?.name ?? "") counts them")
        } else if !others.isEmpty {
            sayDates([chosen.form] + others, names: [name] + others.map(\.format.name))
        } else {
            if chosen.form.format != .iso8601 { options.append(("date", YAMLText.scalar(name))) }
            sayCentury([chosen.form])
        }
        if let locale = chosen.form.locale { options.append(("locale", locale)) }
        if let other = equals.first(where: { $0.digest != chosen.digest }) {
            doubts.append("`\(other.form.format.name)` would fit as well")
        }
        needsZone = chosen.withoutZone > 0 || !others.isEmpty
        if chosen.fits < count - serials, others.isEmpty {
            unreadable = count - chosen.fits
            let such = chosen.misfit.map { ", such as '\($0)'" } ?? ""
            doubts.append(
                "\(unreadable) of \(count) values are not in the format of the others\(such)")
        }
    }

    // MARK: Several formats

    private func texts(_ isWanted: (String) -> Bool) -> [String] {
        survey.examples.compactMap { value in
            switch value {
            case .text(let text): isWanted(text.trimmed) ? text.trimmed : nil
            case .integer, .real, .null, .blob: nil
            }
        }
    }

    /// Returns the formats of the values that the known formats do not fit, or none if a value fits no
    /// format.
    private func further(besides known: [DateForms.Form], _ isDayFirst: Bool?) -> [DateForms.Form] {
        var rest = texts { text in !known.contains { $0.time(text) != nil } }
        var found: [DateForms.Form] = []
        let locals = known.first?.locale.map(DateForms.named) ?? []
        let isFirst = isDayFirst ?? known.compactMap(\.isDayFirst).first
        while let text = rest.first, found.count < 4 {
            var best: (form: DateForms.Form, fits: Int)?
            let signs = DateForms.signs(of: text)
            for form in DateForms.usual + locals
            where form.mayFit(signs) && form.time(text) != nil {
                // If both orders fit, that of the other dates is preferred.
                let isOther = isFirst != nil && form.isDayFirst == !(isFirst ?? true)
                let fits = rest.count { form.time($0) != nil } * 2 - (isOther ? 1 : 0)
                if fits > best?.fits ?? 0 { best = (form, fits) }
            }
            guard let best else { return [] }
            found.append(best.form)
            rest.removeAll { best.form.time($0) != nil }
        }
        return rest.isEmpty ? found : []
    }

    private mutating func sayDates(_ forms: [DateForms.Form], names: [String]) {
        options.append(("date", "[" + names.map { YAMLText.scalar($0) }.joined(separator: ", ") + "]"))
        for form in forms {
            guard let isDayFirst = form.isDayFirst else { continue }
            let own = texts { form.time($0) != nil }
            let other = DateForms.usual.first { other in
                other.isDayFirst == !isDayFirst && own.allSatisfy { other.time($0) != nil }
                    && own.contains { other.time($0)?.wallSeconds != form.time($0)?.wallSeconds }
            }
            if let other {
                doubts.append("`\(other.format.name)` would fit as well as `\(form.format.name)`")
            }
        }
        let orders = Set(forms.compactMap(\.isDayFirst))
        if orders.count > 1 {
            doubts.append(
                "some dates have the day first and some the month: which are those that could have both?")
        }
        sayCentury(forms)
    }

    /// Adds a doubt if the attribute's dates are in the past but some are in the future.
    private mutating func reportFuture(_ form: DateForms.Form) {
        guard isPast else { return }
        let last = texts { _ in true }.compactMap { form.time($0)?.year }.max()
        if let last, last > Self.lastPast { doubts.append("are dates up to \(last) meant?") }
    }

    /// Whether the attribute's name implies that its dates are in the past.
    private var isPast: Bool { NameMatch.words(name).contains(where: Self.pastWords.contains) }

    /// Adds the `century` option for years of two digits.
    private mutating func sayCentury(_ forms: [DateForms.Form]) {
        let short = forms.filter { form in
            guard case .pattern(let text) = form.format else { return false }
            return text.contains("yy") && !text.contains("yyyy")
        }
        let years = texts { _ in true }.compactMap { text in
            let day = (template?.before ?? "") + text + (template?.after ?? "")
            return short.lazy.compactMap { $0.time(day)?.year }.first
        }
        guard let first = years.min(), let last = years.max() else {
            if let form = forms.first { reportFuture(form) }
            return
        }
        // Dates in the past, such as births, are not in the future. The limit is a constant, so that the same
        // files give the same plan in any year.
        let century = last > Self.lastPast && isPast ? Self.lastPast - 99 : DatePattern.usualCentury
        options.append(("century", String(century)))
        func year(_ year: Int) -> Int { century + (year + 10_000 - century) % 100 }
        let shown = years.map(year)
        let span = (shown.min() ?? first, shown.max() ?? last)
        notes.append(
            "years of two digits are from \(century) to \(century + 99), here from \(span.0) to \(span.1)")
        if span.1 > Self.lastPast { doubts.append("are dates up to \(span.1) meant?") }
    }

    /// The last year for dates in the past.
    private static let lastPast = 2029

    private static let pastWords: Set<String> = [
        "birth", "birthday", "birthdate", "born", "dob", "died", "death", "founded", "built", "created",
        "made", "acquired", "joined", "hired", "purchased", "bought", "geburt", "geburtstag", "geburtsdatum",
        "geboren", "naissance", "nacimiento", "nascita", "joindate", "hiredate",
    ]

    /// The format of day numbers, as the file defines it.
    private var serialDays: DateFormat? { survey.countsFrom1904 == true ? .excel1904 : .excel1900 }

    // MARK: Numbers

    private enum Reading {
        case format(DateFormat, other: DateFormat?)
        case days, years, none
    }

    /// Returns the meaning that numbers of this range can have.
    private static func reading(_ form: NumberSurvey.Form) -> Reading {
        let (lowest, highest) = (form.lowest, form.highest)
        let isWhole = form.fractions == 0
        if isWhole, lowest >= 1_000, highest < 2_200 { return .years }
        // From 1910 to 2199.
        if lowest >= 3_654, highest < 109_940 { return .days }
        if lowest >= 2_400_000, highest < 2_500_000 {
            return .format(.julianDay, other: nil)
        }
        if lowest >= 100_000_000_000_000, highest < 4_100_000_000_000_000 {
            return .format(.unixMicroseconds, other: nil)
        }
        if lowest >= 100_000_000_000, highest < 4_100_000_000_000 {
            return .format(.unixMilliseconds, other: nil)
        }
        // A billion seconds from 2001 are in 2032, and from 1970 in 2001.
        if highest >= 1_000_000_000, highest < 4_100_000_000 {
            return .format(.unix, other: lowest < 1_000_000_000 ? .reference : nil)
        }
        // Fewer seconds than a month are no evidence.
        if highest < 1_000_000_000, max(abs(lowest), abs(highest)) >= 2_600_000 {
            return .format(.reference, other: .unix)
        }
        return .none
    }

    private mutating func guessNumericDate(_ form: NumberSurvey.Form) {
        let dates = survey.dates
        // Eight digits may be a day, such as 20240309.
        if form.lowest >= 18_000_101, form.highest <= 22_001_231,
            let day = dates.candidates().first(where: { $0.fits == count })
        {
            if day.form.format != .iso8601 {
                options.append(("date", YAMLText.scalar(day.form.format.name)))
            }
            needsZone = true
            return
        }
        if let day = dates.candidates().first(where: { $0.fits == count }), form.highest >= 1e6,
            case .pattern = day.form.format, form.lowest >= 1_01_1800
        {
            options.append(("date", YAMLText.scalar(day.form.format.name)))
            needsZone = true
            return
        }
        switch Self.reading(form) {
        case .years:
            template = ("", "-01-01")
            needsZone = true
            doubts.append("years only, taken as their first of January")
        case .days:
            if let serialDays { options.append(("date", serialDays.name)) }
            if form.hasDecimalComma {
                options.append(("replace", #"{ pattern: ",", with: "." }"#))
            }
            needsZone = true
            if survey.countsFrom1904 == nil {
                doubts.append("days as Excel counts them; `excel1904` where the workbook counts from 1904")
            }
        case .format(let format, let other):
            options.append(("date", format.name))
            if let other { doubts.append("`\(other.name)` would fit as well") }
        case .none:
            unreadable = count
            let example = survey.examples.first.map { Self.text($0) } ?? ""
            doubts.append("no date format fits all cells, such as '\(example)'")
        }
    }

    /// Infers the format if most values are numbers and some are not.
    private mutating func guessMixed(_ form: NumberSurvey.Form) {
        guessNumericDate(form)
        unreadable = count - form.fits
        let such = form.misfit.map { ", such as '\($0)'" } ?? ""
        doubts.append("\(unreadable) of \(count) values are not in the format of the others\(such)")
    }
}
