import ObjectModel

/// Converts names and texts to Swift syntax. Models are untrusted input: their texts must only become names, literals
/// or comments.
enum SwiftName {
    /// The words that need backticks as names.
    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch",
        "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
        "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
        "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
        "where", "while",
    ]

    /// The names that have another meaning after a dot, even in backticks.
    static let unusableMembers: Set<String> = ["self", "Type", "Protocol", "init", "Self"]

    /// Returns a text as an identifier, with `_` for each invalid character.
    static func identifier(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isPlain =
                scalar == "_" || scalar.properties.isAlphabetic
                || (scalar.properties.numericType != nil && !result.isEmpty)
            result.unicodeScalars.append(isPlain ? scalar : "_")
        }
        return result.allSatisfy { $0 == "_" } ? "_" + result + "unnamed" : result
    }

    /// Returns an identifier as it is written in code.
    static func escaped(_ identifier: String) -> String {
        keywords.contains(identifier) ? "`\(identifier)`" : identifier
    }

    /// Returns the name of a property as it is written in code, changed if that name is not usable.
    static func member(_ key: String) -> String {
        let name = identifier(key)
        return escaped(unusableMembers.contains(name) ? name + "Value" : name)
    }

    /// Returns a written name as an argument label, where most keywords need no backticks.
    static func label(_ name: String) -> String {
        let plain = name.filter { $0 != "`" }
        return ["inout", "let", "var"].contains(plain) ? name : plain
    }

    /// Returns the identifier with a capital first letter, as in `setName`.
    static func capitalized(_ identifier: String) -> String {
        identifier.prefix(1).uppercased() + identifier.dropFirst()
    }

    /// Returns a text as a string literal.
    static func literal(_ text: String) -> String {
        QuotedText.quoted(text) { scalar in
            guard scalar.properties.generalCategory == .control || scalar.value > 0x7E,
                !isPrintable(scalar)
            else { return nil }
            return "\\u{\(String(scalar.value, radix: 16))}"
        }
    }

    /// Returns a text on one line, for a comment.
    static func comment(_ text: String) -> String {
        String(text.unicodeScalars.map { isPrintable($0) ? Character($0) : " " })
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
            .privateUse:
            false
        default: true
        }
    }
}

/// The names of an entity's properties in code, all different.
struct MemberNames {
    private var names: [String: String] = [:]

    /// - Parameters:
    ///   - keys: The names in the model, including inherited ones, in any order.
    ///   - taken: Names that are not available.
    init(_ keys: [String], taken: Set<String>) {
        var used = taken.union(SwiftName.unusableMembers)
        for key in keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            var name = SwiftName.identifier(key)
            while !used.insert(name).inserted { name += "Value" }
            names[key] = name
        }
    }

    /// Returns the name of a property as an identifier, without backticks.
    func plain(_ key: String) -> String { names[key] ?? SwiftName.identifier(key) }

    /// Returns the name of a property as it is written in code.
    func written(_ key: String) -> String { SwiftName.escaped(plain(key)) }
}
