import Foundation

/// The names of months, weekdays and halves of the day in one language, in all forms that texts may have.
///
/// Names are compared case-insensitively. English names are built in. Those of other languages come from the
/// operating system, once, when a plan is resolved.
package struct DateNames: Equatable, Sendable {
    /// The names of the months, starting with January, each in all of its forms in UTF-8.
    let months: [[UInt8]]
    /// The month number of each of ``months``, 1 to 12.
    let monthNumbers: [Int]
    /// The names of the days of the week.
    let weekdays: [[UInt8]]
    /// The words for before and after noon.
    let halfDays: [[UInt8]]
    /// Whether each of ``halfDays`` is the afternoon.
    let isAfternoon: [Bool]

    /// The names of the months in lower case.
    package var monthNames: Set<String> {
        Set(months.map { String(decoding: $0, as: UTF8.self).lowercased() })
    }

    /// Returns whether all texts are names of days of the week.
    package func areWeekdays(_ words: some Collection<String>) -> Bool {
        let known = Set(weekdays.map { String(decoding: $0, as: UTF8.self).lowercased() })
        return words.allSatisfy { known.contains($0.lowercased()) }
    }

    /// The English names, which are the same on every machine.
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
    ///   - months: the forms of each month.
    ///   - halfDays: the forms of morning and afternoon.
    package init(months: [[String]], weekdays: [String], halfDays: [[String]]) {
        let monthForms = Self.numbered(months)
        self.months = monthForms.map(\.bytes)
        monthNumbers = monthForms.map { $0.index + 1 }
        self.weekdays = Self.numbered([weekdays]).map(\.bytes)
        let halfForms = Self.numbered(halfDays)
        self.halfDays = halfForms.map(\.bytes)
        isAfternoon = halfForms.map { $0.index == 1 }
    }

    /// Takes the names of a locale from the operating system: short and long, standalone and within a date, with and
    /// without a full stop at the end.
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
        // These are optional on one platform and not on the other.
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

    /// Returns the locale of an identifier such as `de_DE` or `de-DE`; nil if the operating system has no data for
    /// it.
    package static func locale(named name: String) -> Locale? {
        let identifier = name.replacingOccurrences(of: "-", with: "_")
        guard Set(Locale.availableIdentifiers).contains(identifier) else { return nil }
        return Locale(identifier: identifier)
    }

    /// The identifiers of all locales, for suggestions when a name is misspelled.
    static var knownLocales: [String] { Locale.availableIdentifiers.sorted() }

    /// Returns the texts' bytes, each with the index of its list. Readers fold only ASCII letters, so all other
    /// letters are listed in lower case, in upper case and capitalized, both composed and decomposed.
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
        // A form that two months share is ambiguous.
        return result.filter { form in
            !result.contains { $0.bytes == form.bytes && $0.index != form.index }
        }
    }
}
