import Files

/// The `@Model` classes in files that contain such classes only under `#if` conditions, for a message.
struct ConditionalModels {
    /// The condition, as written.
    let condition: String
    let line: Int

    private static let mostFiles = 500

    /// Returns the first such class, with its file.
    ///
    /// - Throws: `FileError` if a file that was readable before cannot be read.
    static func first(in paths: [String]) throws(FileError) -> (path: String, models: ConditionalModels)? {
        for path in paths.prefix(mostFiles) {
            let bytes = try FileBytes.first(Limits.swiftFileBytes.most, of: path)
            if let found = ConditionalModels(String(decoding: bytes, as: UTF8.self)) { return (path, found) }
        }
        return nil
    }

    /// Finds a line that begins with `@Model` between `#if` and `#endif`.
    init?(_ text: String) {
        var conditions: [String] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.drop { $0.isWhitespace }
            if words.hasPrefix("#if ") {
                conditions.append(Self.condition(words.dropFirst(4)))
            } else if words.hasPrefix("#elseif ") || words.hasPrefix("#else") {
                let condition = words.hasPrefix("#elseif ") ? Self.condition(words.dropFirst(8)) : "#else"
                if conditions.popLast() != nil { conditions.append(condition) }
            } else if words.hasPrefix("#endif") {
                conditions.removeLast(min(1, conditions.count))
            } else if words.hasPrefix("@Model"), let condition = conditions.last,
                words.dropFirst(6).first.map({ !$0.isLetter && !$0.isNumber }) ?? true
            {
                (self.condition, self.line) = (condition, number + 1)
                return
            }
        }
        return nil
    }

    private static func condition(_ text: Substring) -> String {
        let end = text.range(of: "//")?.lowerBound ?? text.endIndex
        return text[..<end].split { $0.isWhitespace }.joined(separator: " ")
    }
}
