/// An evaluator of `#if` conditions for the app that uses the seed.
///
/// A seed is the same on all platforms of an app, so all conditions are evaluated for one of them: an iPhone app as it
/// is shipped. The app's own flags count as not set. If such a condition decides about a model, the decision is
/// reported.
struct CompilationCondition {
    private var words: [String]
    private var index = 0

    /// Returns whether a condition holds, and whether the answer is the same on all of Apple's platforms.
    static func evaluate(_ text: String) -> (holds: Bool, isSure: Bool) {
        var condition = CompilationCondition(words: words(of: text))
        return condition.parseOr(depth: 0)
    }

    /// Returns whether a declaration is compiled, given all `#if` around it, and the first condition that is not sure.
    ///
    /// - Parameter conditions: For each `#if`, the conditions of its clauses up to the one with the declaration; nil
    ///   for `#else`.
    static func evaluate(_ conditions: [[String?]]) -> (isTaken: Bool, doubt: CompilationDecision?) {
        var isTaken = true
        var doubt: CompilationDecision?
        for clauses in conditions {
            var isEarlier = false
            for (index, clause) in clauses.enumerated() {
                let result = clause.map { evaluate($0) } ?? (holds: true, isSure: true)
                if let clause, !result.isSure, doubt == nil {
                    doubt = CompilationDecision(condition: clause, holds: result.holds)
                }
                let isOwn = index == clauses.count - 1
                if isOwn, isEarlier || !result.holds { isTaken = false }
                isEarlier = isEarlier || result.holds
            }
        }
        return (isTaken, doubt)
    }

    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var name = ""
        func isName(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || character == "_" || character == "."
        }
        for character in text {
            if isName(character) {
                name.append(character)
                continue
            }
            if !name.isEmpty { words.append(name) }
            name = ""
            guard character != " " else { continue }
            if let last = words.last, ["&", "|", ">", "<", "="].contains(last), !isName(character),
                character != "(", character != "!"
            {
                words[words.count - 1].append(character)
            } else {
                words.append(String(character))
            }
        }
        return name.isEmpty ? words : words + [name]
    }

    private var word: String { index < words.count ? words[index] : "" }

    private mutating func parseOr(depth: Int) -> (holds: Bool, isSure: Bool) {
        var result = parseAnd(depth: depth)
        while word == "||" {
            index += 1
            let other = parseAnd(depth: depth)
            let isSure =
                result.holds && result.isSure || other.holds && other.isSure
                || result.isSure && other.isSure
            result = (result.holds || other.holds, isSure)
        }
        return result
    }

    private mutating func parseAnd(depth: Int) -> (holds: Bool, isSure: Bool) {
        var result = parseNot(depth: depth)
        while word == "&&" {
            index += 1
            let other = parseNot(depth: depth)
            let isSure =
                !result.holds && result.isSure || !other.holds && other.isSure
                || result.isSure && other.isSure
            result = (result.holds && other.holds, isSure)
        }
        return result
    }

    private mutating func parseNot(depth: Int) -> (holds: Bool, isSure: Bool) {
        guard depth < 50 else { return (false, false) }
        if word == "!" {
            index += 1
            let result = parseNot(depth: depth + 1)
            return (!result.holds, result.isSure)
        }
        if word == "(" {
            index += 1
            let result = parseOr(depth: depth + 1)
            if word == ")" { index += 1 }
            return result
        }
        let name = word
        index += 1
        guard word == "(" else { return Self.flag(name) }
        var arguments: [String] = []
        index += 1
        while index < words.count, word != ")" {
            arguments.append(word)
            index += 1
        }
        index += 1
        return Self.call(name, arguments)
    }

    private static func flag(_ name: String) -> (holds: Bool, isSure: Bool) {
        switch name {
        case "true": (true, true)
        case "false": (false, true)
        default: (false, false)
        }
    }

    private static func call(
        _ name: String, _ arguments: [String]
    ) -> (holds: Bool, isSure: Bool) {
        let argument = arguments.first ?? ""
        switch name {
        case "os":
            let others = ["Linux", "Windows", "Android", "WASI", "FreeBSD", "OpenBSD", "Cygwin"]
            return (argument == "iOS", others.contains(argument))
        case "canImport":
            let sure = ["SwiftData", "Foundation", "SwiftUI", "CoreData", "Observation", "Darwin"]
            let missing = ["Glibc", "Musl", "WinSDK", "Android", "FoundationEssentials", "WASILibc"]
            let others = ["AppKit", "Cocoa", "WatchKit", "TVUIKit"]
            if missing.contains(argument) { return (false, true) }
            return (!others.contains(argument), sure.contains(argument))
        case "swift", "compiler": return (argument != "<", true)
        case "targetEnvironment", "arch", "hasFeature", "hasAttribute": return (false, false)
        default: return (false, false)
        }
    }
}
