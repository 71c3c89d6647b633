/// Recognizes number formats for dates and times.
enum NumberFormat {
    /// Returns the style of a built-in format, or nil for numbers (ECMA-376 part 1, 18.8.30, including East Asian
    /// formats).
    static func style(ofBuiltIn number: Int) -> DateStyle? {
        switch number {
        case 14...17, 27...31, 34...36, 50...54, 57...58: .date
        case 55, 56: .date
        case 18...21, 32, 33, 45, 47: .time
        case 22: .dateTime
        case 46: .duration
        default: nil
        }
    }

    /// Returns the style of a format by its code, such as `dd/mm/yyyy`, or nil for numbers.
    ///
    /// Only the first section of the code counts, which is for positive numbers. Texts in quotes and characters
    /// after a backslash are literal. Brackets contain colours, conditions and languages, but `[h]`, `[m]` and
    /// `[s]` are durations. `m` is a minute next to hours or seconds.
    static func style(of code: String) -> DateStyle? {
        var scanner = Scanner(code)
        guard scanner.scan() else { return nil }
        if scanner.isDuration { return .duration }
        switch (scanner.hasDay || scanner.hasMonth && !scanner.hasTime, scanner.hasTime) {
        case (true, true): return .dateTime
        case (true, false): return .date
        case (false, true): return .time
        case (false, false): return nil
        }
    }

    /// Returns whether a format shows only hours up to 23 and minutes, `hh:mm`.
    static func isClock(_ code: String) -> Bool {
        let shown = code.prefix { $0 != ";" }.lowercased().filter { $0 != "\\" }
        return ["h:mm", "hh:mm"].contains(shown)
    }

    /// Returns the number of digits in a format for whole numbers with leading zeros, such as `0000`, or nil for
    /// all other formats.
    static func digits(of code: String) -> Int? {
        let shown = code.utf8.prefix { $0 != UInt8(ascii: ";") }
        return shown.count > 1 && shown.allSatisfy { $0 == UInt8(ascii: "0") } ? shown.count : nil
    }

    private struct Scanner {
        private var rest: Substring
        var isDuration = false
        var hasDay = false
        var hasMonth = false
        var hasTime = false

        init(_ code: String) { rest = Substring(code.lowercased()) }

        /// Scans the format. Returns false if a letter cannot be part of a format, as in `Standard`.
        mutating func scan() -> Bool {
            if rest.hasPrefix("general") { return false }
            while let character = rest.popFirst() {
                switch character {
                case ";": return true
                case "\"": skip(past: "\"")
                case "\\", "_", "*": rest = rest.dropFirst()
                case "[":
                    let word = rest.prefix { $0 != "]" }
                    skip(past: "]")
                    if let first = word.first, "hms".contains(first), word.allSatisfy({ $0 == first }) {
                        isDuration = true
                    }
                case "y", "d", "g", "b": hasDay = true
                case "e":
                    // `E+` is an exponent. Otherwise `e` is a year of an era.
                    if rest.first == "+" || rest.first == "-" { return false }
                    hasDay = true
                case "m": hasMonth = true
                case "h", "s": hasTime = true
                case "a":
                    for word in ["m/pm", "/p"] where rest.hasPrefix(word) {
                        rest = rest.dropFirst(word.count)
                        break
                    }
                case "t", "z": break
                case _ where character.isASCII && character.isLetter: return false
                default: break
                }
            }
            return true
        }

        private mutating func skip(past end: Character) {
            rest = rest.drop { $0 != end }.dropFirst()
        }
    }
}
