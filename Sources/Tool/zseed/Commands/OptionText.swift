import ArgumentParser
import Seeding

/// Parses the texts of options.
enum OptionText {
    /// Returns names that are separated by commas.
    static func names(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
    }

    /// Returns pairs such as `NAME=VALUE`.
    ///
    /// - Parameters:
    ///   - option: the name of the option in messages.
    ///   - form: the required form in messages.
    /// - Throws: `ValidationError` for a text that is not a pair, and for a name that is given twice.
    static func pairs(of option: String, form: String, _ texts: [String]) throws -> [PlanOverrides.Pair] {
        var names: Set<String> = []
        return try texts.map { text in
            guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
                throw ValidationError("\(option) needs \(form), not '\(text)'")
            }
            let name = String(text[..<sign])
            guard names.insert(name).inserted else {
                throw ValidationError("\(option) names '\(name)' twice")
            }
            return .init(name: name, text: String(text[text.index(after: sign)...]))
        }
    }
}
