import Seeding

extension ValueGuess {
    /// Chooses the format of dates.
    mutating func guessDate(isDayFirst: Bool?) {
        guard count > 0 else { return }
        let numbers = survey.numbers.forms
        let best = numbers.max { $0.fits < $1.fits } ?? numbers[0]
        if best.fits == count {
            return guessNumericDate(numbers[0].fits == count ? numbers[0] : best)
        }
        var dates = survey.dates
        let candidates = dates.candidates()
        guard var chosen = candidates.first else {
            if best.fits * 2 > count { return guessMixed(numbers[0]) }
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
        if chosen.form.format != .iso8601 { options.append(("date", YAMLText.scalar(name))) }
        if let locale = chosen.form.locale { options.append(("locale", locale)) }
        if let other = equals.first(where: { $0.digest != chosen.digest }) {
            doubts.append("`\(other.form.format.name)` would fit as well")
        }
        needsZone = chosen.withoutZone > 0
        if chosen.fits < count {
            unreadable = count - chosen.fits
            let such = chosen.misfit.map { ", such as '\($0)'" } ?? ""
            doubts.append(
                "\(unreadable) of \(count) values are not in the format of the others\(such)")
        }
    }

    // MARK: Numbers

    private enum Reading {
        case format(DateFormat, other: DateFormat?)
        case days, years, none
    }

    /// What numbers between two bounds may count.
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
        // Counted from 2001, a billion seconds end in 2032; counted from 1970, in 2001.
        if highest >= 1_000_000_000, highest < 4_100_000_000 {
            return .format(.unix, other: lowest < 1_000_000_000 ? .reference : nil)
        }
        // Fewer seconds than a month has tell nothing.
        if highest < 1_000_000_000, max(abs(lowest), abs(highest)) >= 2_600_000 {
            return .format(.reference, other: .unix)
        }
        return .none
    }

    private mutating func guessNumericDate(_ form: NumberSurvey.Form) {
        var dates = survey.dates
        // Eight digits may be a day: 20240309.
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
            options.append(("date", DateFormat.excel1900.name))
            if form.hasDecimalComma {
                options.append(("replace", #"{ pattern: ",", with: "." }"#))
            }
            needsZone = true
            doubts.append("days as Excel counts them; `excel1904` where the workbook counts from 1904")
        case .format(let format, let other):
            options.append(("date", format.name))
            if let other { doubts.append("`\(other.name)` would fit as well") }
        case .none:
            unreadable = count
            let example = survey.examples.first.map { Self.text($0) } ?? ""
            doubts.append("no date format fits all cells, such as '\(example)'")
        }
    }

    /// Most values are numbers, some are not.
    private mutating func guessMixed(_ form: NumberSurvey.Form) {
        guessNumericDate(form)
        unreadable = count - form.fits
        let such = form.misfit.map { ", such as '\($0)'" } ?? ""
        doubts.append("\(unreadable) of \(count) values are not in the format of the others\(such)")
    }
}
