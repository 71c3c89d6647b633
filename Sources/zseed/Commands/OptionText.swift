import ArgumentParser
import Seeding

/// What the texts of options hold.
enum OptionText {
    /// Names that are parted by commas.
    static func names(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
    }

    /// Texts such as `NAME=VALUE`.
    ///
    /// - Parameters:
    ///   - option: as messages name it.
    ///   - form: what it needs, as messages tell it.
    /// - Throws: `ValidationError` for what is no pair, and for a name that is given twice.
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
