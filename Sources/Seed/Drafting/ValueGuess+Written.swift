import Inputs
import ObjectModel
import Seeding

// Numbers that are not decimal: times, fractions, degrees, ranges.
extension ValueGuess {
    /// Infers a form of numbers that are not decimal.
    ///
    /// - Returns: whether all values have such a form.
    mutating func guessWritten(_ type: AttributeType) -> Bool {
        let numbers = survey.numbers
        let plain = max(numbers.forms[0].fits, numbers.forms[1].fits)
        guard !numbers.written.isEmpty, plain < count, numbers.forms.allSatisfy({ !$0.separates }) else {
            return false
        }
        let fitting = WrittenNumber.allCases.filter { (numbers.written[$0] ?? 0) + plain == count }
        let words = NameMatch.words(name) + NameMatch.words(survey.name)
        if fitting.contains(.degrees), Self.isPlace(words) {
            options.append(("number", "{ written: degrees }"))
            return true
        }
        if fitting.contains(.fraction) {
            options.append(("number", "{ written: fraction }"))
            if let text = numbers.openText { doubts.append("is '\(text)' a fraction?") }
            return true
        }
        // Numbers with one unit and no parts are decimal numbers with that unit.
        let isUnit = numbers.units.count == 1 && numbers.units.values.reduce(plain, +) == count
        guard fitting.contains(.seconds), !isUnit else { return false }
        guard let unit = WrittenNumber(unitOf: words) else {
            let example = survey.examples.first.map(Self.text) ?? ""
            unreadable = count
            doubts.append(
                "times such as '\(example)' become seconds, minutes or hours: say `number: { written: minutes }`"
            )
            return true
        }
        options.append(("number", "{ written: \(unit.rawValue) }"))
        if let text = numbers.openText, text.split(separator: ":").count == 2 {
            let parts = unit == .seconds ? "minutes and seconds" : "hours and minutes"
            doubts.append("'\(text)' is taken for \(parts)")
        }
        return true
    }

    /// Adds doubts about values that are not one exact number.
    mutating func reportForms() {
        let numbers = survey.numbers
        if let range = numbers.range, let parts = NumberRange(range) {
            let separator = YAMLText.quoted(parts.separator)
            doubts.append(
                "'\(range)' is a range: `split: { separator: \(separator), part: 1 }` takes its first number, `part: -1` "
                    + "its last")
        }
        if let text = numbers.approximate {
            doubts.append(
                "'\(text)' is no exact number: `replace: { pattern: \"^[^0-9]+\", with: \"\" }` takes it for one"
            )
        }
    }

    private static func isPlace(_ words: [String]) -> Bool {
        words.contains { word in
            NameMatch.Name(word).meanings.contains { $0 == ["latitude"] || $0 == ["longitude"] }
                || ["latitude", "longitude"].contains(word)
        }
    }
}
