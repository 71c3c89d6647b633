import Files
import Foundation

/// A regular expression (ICU syntax) whose searches always end with an answer or an error.
///
/// The engine backtracks as much as an expression requires, and after some number of operations it silently reports
/// that there is no match. Therefore each expression is compiled with an alternative that always matches and means
/// "no match". If even that is not found, the engine gave up. The actual limit is a number of steps: the engine
/// reports each time it has stored ten thousand backtracking positions, after the same steps on every machine, and is
/// stopped long before it gives up.
package struct BoundedExpression: Sendable {
    /// The expression as written.
    package let pattern: String
    /// Finds matches.
    private let finder: NSRegularExpression
    /// Matches any text: as a whole, or up to the end of the next match.
    private let witness: NSRegularExpression

    /// The parts of a text that an expression must match.
    package enum Extent: Sendable {
        /// Matches of the whole text.
        case whole
        /// Matches anywhere in it.
        case parts
    }

    /// Compiles an expression; nil if it is invalid.
    package init?(_ pattern: String, matching extent: Extent, ignoresCase: Bool = false) {
        let options: NSRegularExpression.Options = ignoresCase ? [.caseInsensitive] : []
        // The expression is first compiled alone, so that added parentheses cannot complete a broken one. The class
        // rejects an empty expression, which is valid here.
        let alone = try? NSRegularExpression(pattern: pattern.isEmpty ? "(?:)" : pattern, options: options)
        guard let alone else { return nil }
        // A comment or a quotation may extend to the end of the pattern.
        let witness = ["", "\n", "\\E"].lazy.compactMap { end in
            let group = "(?:\(pattern)\(end))"
            let all = extent == .whole ? "\(group)\\z|()" : "[\\s\\S]*?(?:\(group)|\\z)"
            return try? NSRegularExpression(pattern: all, options: options)
        }.first
        guard let witness else { return nil }
        self.pattern = pattern
        finder = alone
        self.witness = witness
    }

    /// Returns whether the whole text matches. The expression must be for ``Extent/whole`` texts.
    ///
    /// - Throws: ``UnmatchableText``.
    package func matches(_ text: String) throws(UnmatchableText) -> Bool {
        var answer: Bool?
        let none = witness.numberOfCaptureGroups
        try search(text, with: witness, options: .anchored, positions: 0) { match in
            answer = match.range(at: none).location == NSNotFound
            return false
        }
        guard let answer else { throw UnmatchableText(text, pattern: pattern, shortage: .steps) }
        return answer
    }

    /// Returns a text with all matches replaced. The expression must be for ``Extent/parts``.
    ///
    /// - Parameter template: the replacement, which may refer to groups, as in `$1`.
    /// - Throws: ``UnmatchableText``.
    package func replacingMatches(
        in text: String, with template: String
    ) throws(UnmatchableText) -> String {
        let length = text.utf16.count
        // The finder also reports each position without a match. There are few in a short text.
        let isShort = length <= Self.shortText
        if !isShort { try checkSearch(of: text, length) }
        var matches: [NSTextCheckingResult] = []
        try search(text, with: finder, positions: isShort ? length : nil) { match in
            matches.append(match)
            return true
        }
        guard !matches.isEmpty else { return text }
        let units = text.utf16
        var result = ""
        var end = units.startIndex
        var place = 0
        for match in matches {
            let start = units.index(end, offsetBy: match.range.location - place)
            result += text[end..<start]
            result += finder.replacementString(for: match, in: text, offset: 0, template: template)
            end = units.index(start, offsetBy: match.range.length)
            place = match.range.location + match.range.length
        }
        return result + text[end...]
    }

    // MARK: Bounds

    private static let shortText = 100
    /// The number of backtracking positions that the engine stores between two reports.
    private static let placesPerReport = 10_000
    /// The number of backtracking positions allowed for each character.
    private static let placesPerCharacter = 10

    /// Checks that the search will end. It searches with the witness, whose consecutive matches must cover the whole
    /// text.
    private func checkSearch(of text: String, _ length: Int) throws(UnmatchableText) {
        var end = 0
        var wasEmpty = false
        var isWhole = true
        let units = text.utf16
        var index = units.startIndex
        try search(text, with: witness, positions: 0) { match in
            if wasEmpty, end < length {
                // The engine continues after the next character.
                let count = UTF16.isLeadSurrogate(units[index]) ? 2 : 1
                end += count
                index = units.index(index, offsetBy: count)
            }
            isWhole = isWhole && match.range.location == end
            guard isWhole else { return false }
            end += match.range.length
            index = units.index(index, offsetBy: match.range.length)
            wasEmpty = match.range.length == 0
            return true
        }
        guard isWhole, end == length else {
            throw UnmatchableText(text, pattern: pattern, shortage: .steps)
        }
    }

    /// Passes each match to `body` until `body` returns false.
    ///
    /// - Parameter positions: the number of reports that may concern positions without a match; nil if the search is
    ///   known to end.
    private func search(
        _ text: String, with expression: NSRegularExpression,
        options: NSRegularExpression.MatchingOptions = [], positions: Int?,
        _ body: @escaping (NSTextCheckingResult) -> Bool
    ) throws(UnmatchableText) {
        let length = text.utf16.count
        let places = Limits.expressionSteps.most + length * Self.placesPerCharacter
        let most = positions.map { $0 + places / Self.placesPerReport } ?? .max
        var shortage: UnmatchableText.Shortage?
        var reports = 0
        expression.enumerateMatches(
            in: text, options: options.union([.reportCompletion, .reportProgress]),
            range: NSRange(location: 0, length: length)
        ) { match, flags, stop in
            if let match {
                if !body(match) { stop.pointee = true }
            } else if flags.contains(.progress) {
                reports += 1
                if reports > most {
                    shortage = .steps
                    stop.pointee = true
                }
            } else if flags.contains(.internalError), shortage == nil {
                shortage = .memory
            }
        }
        if let shortage { throw UnmatchableText(text, pattern: pattern, shortage: shortage) }
    }
}
