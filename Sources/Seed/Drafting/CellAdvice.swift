import Inputs
import ObjectModel

/// The plan options that would turn a rejected cell into a value, found in the same way as a draft finds them
/// for a column.
package enum CellAdvice {
    /// Returns the options that make a text a value of a type, as YAML, or nil if no options do or none are
    /// needed.
    package static func options(for text: String, as type: AttributeType) -> String? {
        guard text.utf8.count < 60 else { return nil }
        var survey = ColumnSurvey()
        text.withUTF8Bytes { survey.add(.text($0)) }
        survey.finish()
        let guess = ValueGuess(
            AttributeDescription(PropertyTraits(name: "value"), type: type), path: "value", survey,
            rowCount: 1)
        // A letter after a number can mean anything.
        guard survey.numbers.units.keys.allSatisfy({ $0.count > 1 || $0.first?.isLetter == false }),
            guess.unreadable == 0, guess.template == nil, !guess.options.isEmpty,
            !guess.options.contains(where: { $0.key == "default" })
        else { return nil }
        return guess.options.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    }
}
