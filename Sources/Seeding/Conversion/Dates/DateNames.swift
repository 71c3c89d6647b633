import Foundation

/// The names of months, weekdays and halves of the day in one language, in every form that texts
/// may have.
///
/// Names are compared whatever their case. Those of English are built in; other languages' come
/// from the operating system's data once, when a plan is resolved.
package struct DateNames: Equatable, Sendable {
    /// The names of the months, January first; each with its forms in UTF-8.
    let months: [[UInt8]]
    /// Which month each of ``months`` is, 1 to 12.
    let monthNumbers: [Int]
    /// The names of the days of the week.
    let weekdays: [[UInt8]]
    /// The words for before and after noon.
    let halfDays: [[UInt8]]
    /// Which half each of ``halfDays`` is.
    let isAfternoon: [Bool]

    /// The names of the months in small letters.
    package var monthNames: Set<String> {
        Set(months.map { String(decoding: $0, as: UTF8.self).lowercased() })
    }

    /// Whether texts are names of days of the week.
    package func areWeekdays(_ words: some Collection<String>) -> Bool {
        let known = Set(weekdays.map { String(decoding: $0, as: UTF8.self).lowercased() })
        return words.allSatisfy { known.contains($0.lowercased()) }
    }

    /// The names of English, the same everywhere.
    package static let english = DateNames(
        months: [
            ["Jan", "January"], ["Feb", "February"], ["Mar", "March"], ["Apr", "April"], ["May"],
            ["Jun", "June"], ["Jul", "July"], ["Aug", "August"], ["Sep", "Sept", "September"],
            ["Oct", "October"], ["Nov", "November"], ["Dec", "December"],
        ],
        weekdays: [
            "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Monday", "Tuesday", "Wednesday",
            "Thursday", "Friday", "Saturday", "Sunday",
        ], halfDays: [["AM"], ["PM"]])

    /// Prepares names.
    ///
    /// - Parameters:
    ///   - months: for each month its forms.
    ///   - halfDays: for morning and afternoon the forms.
    package init(months: [[String]], weekdays: [String], halfDays: [[String]]) {
        let monthForms = Self.numbered(months)
        self.months = monthForms.map(\.bytes)
        monthNumbers = monthForms.map { $0.index + 1 }
        self.weekdays = Self.numbered([weekdays]).map(\.bytes)
        let halfForms = Self.numbered(halfDays)
        self.halfDays = halfForms.map(\.bytes)
        isAfternoon = halfForms.map { $0.index == 1 }
    }

    /// The names of a locale, from the operating system: short and long ones, those that stand
    /// alone and those within a date, with and without a full stop at their end.
    package init(_ locale: Locale) {
        let formatter = DateFormatter()
        formatter.locale = locale
        formatter.calendar = Calendar(identifier: .gregorian)
        func forms(_ lists: [[String]?]) -> [[String]] {
            let lists = lists.compactMap(\.self)
            let count = lists.map(\.count).max() ?? 0
            return (0..<count).map { index in
                lists.compactMap { $0.indices.contains(index) ? $0[index] : nil }
                    .flatMap { $0.hasSuffix(".") ? [$0, String($0.dropLast())] : [$0] }
            }
        }
        // Optional on one platform and not on the other.
        let morning: String? = formatter.amSymbol
        let afternoon: String? = formatter.pmSymbol
        self.init(
            months: forms([
                formatter.monthSymbols, formatter.shortMonthSymbols,
                formatter.standaloneMonthSymbols, formatter.shortStandaloneMonthSymbols,
            ]),
            weekdays: forms([
                formatter.weekdaySymbols, formatter.shortWeekdaySymbols,
                formatter.standaloneWeekdaySymbols, formatter.shortStandaloneWeekdaySymbols,
            ]).flatMap(\.self),
            halfDays: [["AM", morning ?? "AM"], ["PM", afternoon ?? "PM"]])
    }

    /// The locale of an identifier such as `de_DE` or `de-DE`; nil where the operating system has
    /// no data for it.
    package static func locale(named name: String) -> Locale? {
        let identifier = name.replacingOccurrences(of: "-", with: "_")
        guard Set(Locale.availableIdentifiers).contains(identifier) else { return nil }
        return Locale(identifier: identifier)
    }

    /// Every locale's identifier, to suggest one for a misspelt name.
    static var knownLocales: [String] { Locale.availableIdentifiers.sorted() }

    /// The texts' bytes, each with the index of its list. Only ASCII letters are folded when texts
    /// are read, so that all others are here in small letters, in capital ones and with a capital
    /// at the beginning, composed and decomposed.
    private static func numbered(_ lists: [[String]]) -> [(bytes: [UInt8], index: Int)] {
        var result: [(bytes: [UInt8], index: Int)] = []
        for (index, forms) in lists.enumerated() {
            for form in forms where !form.isEmpty {
                for letters in LetterCase.allCases {
                    let cased = letters.apply(form)
                    for text in [
                        cased.precomposedStringWithCanonicalMapping,
                        cased.decomposedStringWithCanonicalMapping,
                    ] {
                        let bytes = text.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
                        let isKnown = result.contains { $0.bytes == bytes && $0.index == index }
                        if !isKnown { result.append((bytes, index)) }
                    }
                }
            }
        }
        // A form that two months share says nothing.
        return result.filter { form in
            !result.contains { $0.bytes == form.bytes && $0.index != form.index }
        }
    }
}
