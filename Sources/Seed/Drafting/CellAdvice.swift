import Inputs
import ObjectModel

/// What a plan would have to say so that a cell becomes a value: as drafts find it out for a column.
package enum CellAdvice {
    /// The keys that make a text a value of a type, as YAML; nil where none do, or none are needed.
    package static func options(for text: String, as type: AttributeType) -> String? {
        guard text.utf8.count < 60 else { return nil }
        var survey = ColumnSurvey()
        text.withUTF8Bytes { survey.add(.text($0)) }
        survey.finish()
        let guess = ValueGuess(
            AttributeDescription(PropertyTraits(name: "value"), type: type), path: "value", survey,
            rowCount: 1)
        // A letter behind a number may be anything.
        guard survey.numbers.units.keys.allSatisfy({ $0.count > 1 || $0.first?.isLetter == false }),
            guess.unreadable == 0, guess.template == nil, !guess.options.isEmpty,
            !guess.options.contains(where: { $0.key == "default" })
        else { return nil }
        return guess.options.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    }
}
