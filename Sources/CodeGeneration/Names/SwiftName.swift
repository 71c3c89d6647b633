import ObjectModel

/// Names and texts as Swift writes them. Models are files of others: no text of theirs may become
/// anything but a name, a literal or a comment.
enum SwiftName {
    /// The words that need backticks where a name stands.
    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch",
        "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
        "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
        "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
        "where", "while",
    ]

    /// The names that stand for something else behind a dot, even in backticks.
    static let unusableMembers: Set<String> = ["self", "Type", "Protocol", "init", "Self"]

    /// A text as an identifier: what cannot be in one becomes `_`.
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

    /// An identifier as it is written.
    static func escaped(_ identifier: String) -> String {
        keywords.contains(identifier) ? "`\(identifier)`" : identifier
    }

    /// The name of a property as it is written, another one where it could not be used.
    static func member(_ key: String) -> String {
        let name = identifier(key)
        return escaped(unusableMembers.contains(name) ? name + "Value" : name)
    }

    /// A written name as the label of an argument, where most keywords need no backticks.
    static func label(_ name: String) -> String {
        let plain = name.filter { $0 != "`" }
        return ["inout", "let", "var"].contains(plain) ? name : plain
    }

    /// With a capital at the start, as in `setName`.
    static func capitalized(_ identifier: String) -> String {
        identifier.prefix(1).uppercased() + identifier.dropFirst()
    }

    /// A text as a string literal.
    static func literal(_ text: String) -> String {
        QuotedText.quoted(text) { scalar in
            guard scalar.properties.generalCategory == .control || scalar.value > 0x7E,
                !isPrintable(scalar)
            else { return nil }
            return "\\u{\(String(scalar.value, radix: 16))}"
        }
    }

    /// A text on one line of a comment.
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
    ///   - keys: the names in the model, inherited ones included, in any order.
    ///   - taken: names that something else has.
    init(_ keys: [String], taken: Set<String>) {
        var used = taken.union(SwiftName.unusableMembers)
        for key in keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            var name = SwiftName.identifier(key)
            while !used.insert(name).inserted { name += "Value" }
            names[key] = name
        }
    }

    /// The name of a property as an identifier, without backticks.
    func plain(_ key: String) -> String { names[key] ?? SwiftName.identifier(key) }

    /// The name of a property as it is written.
    func written(_ key: String) -> String { SwiftName.escaped(plain(key)) }
}
