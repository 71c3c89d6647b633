import ObjectModel
import Seeding

/// How well two names fit: of a column in somebody's spreadsheet and of a property in a model.
enum NameMatch {
    /// Of names with the same words.
    static let same = 100
    /// From here on a match needs no comment.
    static let sure = 90
    /// From here on one name holds the words of the other.
    static let named = 72
    /// Below this two names have nothing in common.
    static let lowest = 60

    /// The fitness of a column's name for a property's: 100 for the same, 0 for nothing in common.
    ///
    /// Upper and lower case, separators and plurals do not count; then whole words, beginnings,
    /// abbreviations and slips of the finger, in this order.
    static func score(_ column: String, _ property: String) -> Int {
        score(Name(column), Name(property))
    }

    /// The fitness of a name that is one of two, `goals1` beside `goals2`, for a property that says which, `homeGoals`.
    static func placeScore(_ name: String, _ property: String, among siblings: Set<String>) -> Int {
        guard let (stem, words) = placed(name, among: siblings) else { return 0 }
        return words.map { max(score(stem + "_" + $0, property), score($0 + "_" + stem, property)) - 12 }
            .max() ?? 0
    }

    /// The fitness of two names that were taken apart before, as each of very many is compared with each.
    static func score(_ one: Name, _ other: Name) -> Int {
        guard !one.words.isEmpty, !other.words.isEmpty else { return 0 }
        if one.words == other.words { return same }
        if one.joined == other.joined { return 98 }
        if one.singulars == other.singulars { return 94 }
        if one.hasMeaning(of: other) { return 76 }
        if haveSameWords(one, other) { return 64 }
        return max(wordScore(one, other), partScore(one, other))
    }

    /// The words for the first and the second of two, as columns and relationships have them: `team1`, `homeTeam`.
    static let ordinals: [[String]] = [
        ["home", "first", "primary", "start", "from", "left"],
        ["away", "second", "secondary", "end", "to", "right"],
    ]

    /// A name with a number behind it, that is one of two: `team1` beside `team2`, `score.0` beside `score.1`.
    ///
    /// - Returns: the name without the number, and the words for the place; nil for all other names.
    static func placed(_ name: String, among siblings: Set<String>) -> (stem: String, words: [String])? {
        guard let last = name.last, last.isASCII, let digit = last.wholeNumberValue, digit < 3 else {
            return nil
        }
        let stem = String(name.dropLast())
        guard stem.last?.isNumber == false, !stem.isEmpty else { return nil }
        let isFromZero = stem.last == "."
        let place = isFromZero ? digit : digit - 1
        guard ordinals.indices.contains(place), !siblings.contains(stem + (isFromZero ? "2" : "3")),
            siblings.contains(stem + (isFromZero ? "\(1 - digit)" : "\(3 - digit)"))
        else { return nil }
        return (stem, ordinals[place])
    }

    /// Whether two names mean the same in other forms, words or languages.
    static func meanSame(_ one: Name, _ other: Name) -> Bool {
        !one.words.isEmpty && (one.joined == other.joined || one.hasMeaning(of: other))
    }

    /// Whether two names are the same word, as one or as several, in whatever language.
    static func areSame(_ one: Name, _ other: Name) -> Bool {
        one.singulars == other.singulars || meanSame(one, other)
    }

    /// Whether a column is called as a file of them, `Zitat` in `Zitate.csv`.
    static func names(_ column: String, _ source: String) -> Bool {
        column.count > 3 && source.hasPrefix(column) && source.count < column.count + 3
    }

    /// A name, taken apart.
    struct Name {
        /// The number of the name among all known names, from 1 on; 0 for others.
        var number: UInt32 = 0
        let words: [String]
        fileprivate let joined: String
        fileprivate let length: Int
        fileprivate let digits: String
        let singulars: [String]
        let plainWords: [String]
        /// The same without articles and accents.
        fileprivate let core: [String]
        /// What the name as a whole means, where it is a word or phrase of several meanings.
        let meanings: [[String]]
        /// Whether all words are such as people head columns with, in one of many languages.
        var isHeader: Bool { !plainWords.isEmpty && plainWords.allSatisfy(HeaderWords.all.contains) }
        /// Whether it is one word, or a phrase, that people head columns with.
        var isKnown: Bool {
            !meanings.isEmpty || words.count == 1 && HeaderWords.all.contains(plainWords[0])
        }
        /// How often each letter and digit occurs, other signs together.
        private let signs: [UInt8]

        init(_ text: String) { self.init(words: NameMatch.words(text)) }

        init(words: [String]) {
            self.words = words
            joined = words.joined()
            length = joined.count
            digits = joined.filter(\.isNumber)
            singulars = words.map(NameMatch.singular)
            let known = HeaderWords.meanings
            let others =
                words.count > 4
                ? [] : known[words.joined(separator: "_")] ?? known[singulars.joined(separator: "_")] ?? []
            // `amount` is a word that others stand for, and stands for `quantity` itself.
            meanings = others.isEmpty || HeaderWords.words[words] == nil ? others : [words] + others
            plainWords =
                meanings.first
                ?? zip(words, singulars).flatMap { word, singular in
                    known[word]?.first ?? known[singular]?.first
                        ?? [HeaderWords.all.contains(word) ? word : singular]
                }
            core =
                words.count > 1
                ? plainWords.filter { !Self.articles.contains($0) }.map(HeaderWords.withoutAccents) : []
            var signs = [UInt8](repeating: 0, count: 37)
            for character in joined {
                let place = character.asciiValue.flatMap { Int(String(UnicodeScalar($0)), radix: 36) }
                signs[place ?? 36] = signs[place ?? 36] &+ 1
            }
            self.signs = signs
        }

        private static let articles: Set<String> = [
            "of", "the", "de", "du", "des", "la", "le", "les", "di", "da", "do", "della", "del", "von", "der",
            "die", "das",
            "van", "het", "el", "los", "las", "af", "av",
        ]

        /// Whether the name means the same as another one, or may do so.
        func hasMeaning(of other: Name) -> Bool {
            if plainWords == other.plainWords { return true }
            if meanings.isEmpty, other.meanings.isEmpty { return false }
            let own = meanings.isEmpty ? [plainWords] : meanings
            let others = other.meanings.isEmpty ? [other.plainWords] : other.meanings
            return own.count + others.count > 2 && own.contains(where: others.contains)
        }

        /// How many signs one has to change at least to make the other of it, where both are short; more
        /// than a third are too many for a slip (``NearestName``).
        func mayBeSlip(of other: Name) -> Bool {
            let limit = max(1, length / 3)
            guard length < 256, other.length < 256 else { return true }
            guard abs(length - other.length) <= limit else { return false }
            var (more, less) = (0, 0)
            for index in signs.indices {
                let difference = Int(signs[index]) - Int(other.signs[index])
                if difference > 0 { more += difference } else { less -= difference }
            }
            return max(more, less) <= limit
        }
    }

    /// A column's name without what stands in brackets behind it: `Count (pcs)`, `Weight [kg]`.
    static func withoutUnit(_ column: String) -> String {
        guard let last = column.last(where: { !$0.isWhitespace }), last == ")" || last == "]",
            let start = column.lastIndex(of: last == ")" ? "(" : "["), start > column.startIndex
        else { return column }
        return String(column[..<start]).trimmingTrailingSpace
    }

    /// What stands in brackets behind a column's name; nil for nothing.
    static func inBrackets(_ column: String) -> String? {
        let rest = String(column.dropFirst(withoutUnit(column).count)).trimmed
        return rest.count > 2 ? String(rest.dropFirst().dropLast()) : nil
    }

    /// The fitness of a table's or file's name for an entity's, whatever people put in front of
    /// such names: `tbl_category`, `ZCATEGORY`, `t_items`.
    static func entityScore(_ name: String, _ entity: String) -> Int {
        var names = [name]
        let words = words(name)
        let affixes = ["tbl", "tab", "table", "t", "z", "vw", "dim", "export", "data", "all", "my"]
        if words.count > 1 {
            if affixes.contains(words[0]) { names.append(words.dropFirst().joined(separator: "_")) }
            if affixes.contains(words[words.count - 1]) {
                names.append(words.dropLast().joined(separator: "_"))
            }
        }
        if name.first == "Z" || name.hasPrefix("tbl") || name.hasPrefix("Tbl") {
            names.append(String(name.dropFirst(name.first == "Z" ? 1 : 3)))
        }
        return names.map { score($0, entity) - ($0 == name ? 0 : 2) }.max() ?? 0
    }

    /// The words that end the name of a column with the keys of others.
    static let keyWords: Set<String> = [
        "id", "ids", "key", "fk", "pk", "uuid", "guid", "no", "nr",
        "number", "ref", "code",
    ]

    /// The names of attributes and columns that hold nothing but a key.
    static let keyNames: Set<String> = [
        "id", "identifier", "uid", "uuid", "guid", "pk", "key", "rowid", "zpk", "remoteid", "externalid",
        "serverid",
        "uniqueid", "objectid",
    ]
    private static let otherKeyNames: Set<String> = ["code", "slug", "number", "no", "nr", "num"]

    /// Whether an attribute holds a key by its name: `identifier`, `bookID` of a book.
    static func isKeyName(_ name: String, of entity: String) -> Bool {
        let words = words(name)
        if keyNames.contains(words.joined()) { return true }
        guard let last = words.last, words.count > 1, ["id", "identifier", "uuid", "key"].contains(last)
        else {
            return false
        }
        return Self.words(entity).joined().hasSuffix(words.dropLast().joined())
    }

    /// Returns the rank of a column's name among the usual names of keys, 0 for the best; nil for other names.
    static func keyRank(_ column: String, of names: [String]) -> Int? {
        let words = words(column)
        if keyNames.contains(words.joined()) { return words.joined() == "key" ? 4 : 0 }
        if otherKeyNames.contains(words.joined()) { return 8 }
        guard let referred = referred(by: words) else { return nil }
        return names.contains { entityScore(referred, $0) >= sure } ? 1 : nil
    }

    /// The names of attributes for a single sign.
    static let signWords: Set<String> = [
        "character", "char", "symbol", "glyph", "emoji", "sign", "icon", "letter",
    ]

    /// A name whose short words are the initials of another one's words, `ht` for `halfTime`, with these words; nil where
    /// none are.
    static func withoutInitials(_ one: Name, for other: Name) -> Name? {
        guard one.words.count > 1, other.words.count > 1 else { return nil }
        var hasFound = false
        let words = one.words.flatMap { word -> [String] in
            guard (2...3).contains(word.count), other.words.count >= word.count else { return [word] }
            for start in 0...(other.words.count - word.count) {
                let part = other.words[start..<start + word.count]
                if part.compactMap(\.first).elementsEqual(word) {
                    hasFound = true
                    return Array(part)
                }
            }
            return [word]
        }
        return hasFound ? Name(words: words) : nil
    }

    /// What a column with keys of others names: `author` of `author_id`, `AuthorId`, `fk_author`;
    /// nil where it is none by its name.
    static func referred(by column: String) -> String? { referred(by: words(column)) }

    /// What a column with keys of others names, by the words of its name.
    static func referred(by words: [String]) -> String? {
        var words = words
        let count = words.count
        if words.count > 1, words[0] == "fk" || words[0] == "id" { words.removeFirst() }
        if words.count > 1, let last = words.last, keyWords.contains(last) { words.removeLast() }
        return words.count < count ? words.joined(separator: "_") : nil
    }

    /// Whether two names of several words have the same ones in any order, one of them perhaps as other languages write
    /// it: `Nombre científico` and `scientificName`.
    private static func haveSameWords(_ one: Name, _ other: Name) -> Bool {
        guard one.core.count > 1, one.core.count == other.core.count, one.digits == other.digits else {
            return false
        }
        let rest = one.core.filter { !other.core.contains($0) }
        let others = other.core.filter { !one.core.contains($0) }
        guard rest.count == others.count, rest.count < one.core.count else { return false }
        guard let word = rest.first, let near = others.first else { return rest.isEmpty }
        return rest.count == 1 && word.count > 6 && NearestName.of(word, in: [near]) != nil
    }

    /// Whole words of the one that are in the other.
    private static func wordScore(_ one: Name, _ other: Name) -> Int {
        let (shorter, longer) = one.words.count <= other.words.count ? (one, other) : (other, one)
        guard shorter.plainWords.allSatisfy(longer.plainWords.contains) else { return 0 }
        return 65 + 20 * shorter.words.count / longer.words.count
    }

    /// What the letters of a column and a property have in common: a word that is known is no slip of another one,
    /// and no abbreviation, `Länge` of `range`, `region` of `registration`.
    private static func partScore(_ one: Name, _ other: Name) -> Int {
        if one.isKnown, other.isKnown || one.length > other.length { return 0 }
        let (shorter, longer) = one.length <= other.length ? (one, other) : (other, one)
        let isShortWord = !shorter.meanings.isEmpty && shorter.length < 5
        if shorter.length >= 3, !isShortWord, longer.joined.hasPrefix(shorter.joined) { return 72 }
        // `value 1` is neither short for `value 17` nor a slip of it.
        if one.isKnown || one.digits != other.digits { return 0 }
        if !shorter.isKnown, isAbbreviation(shorter.joined, of: longer.joined) {
            // `pts` is more of `points` than `pos` is.
            return shorter.joined.contains(where: "aeiou".contains) ? 66 : 67
        }
        if shorter.length >= 4, one.mayBeSlip(of: other),
            NearestName.of(one.joined, in: [other.joined]) != nil
        {
            return 62
        }
        return 0
    }

    /// Letters of the longer one in their order, the first and the last among them: `qty`.
    private static func isAbbreviation(_ short: String, of long: String) -> Bool {
        guard short.first == long.first, short.last == long.last, short.count >= 2 else {
            return false
        }
        var rest = long[...]
        for letter in short {
            guard let index = rest.firstIndex(of: letter) else { return false }
            rest = rest[rest.index(after: index)...]
        }
        return true
    }

    /// The words of a name in lower case: `locationAtHome`, `Location at home`, `LOCATION_AT_HOME`.
    static func words(_ name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var previous: Character?
        for character in name {
            guard character.isLetter || character.isNumber else {
                if word == "n", character == "°" { word = "no" }
                if character == "№" { words.append("no") }
                // `d'inventaire`.
                let isArticle = ["d", "l"].contains(word) && ["'", "’"].contains(character)
                if !word.isEmpty, !isArticle { words.append(word) }
                (word, previous) = ("", nil)
                continue
            }
            let beginsWord = character.isUppercase && previous?.isUppercase == false
            if beginsWord, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word += character.lowercased()
            previous = character
        }
        return word.isEmpty ? words : words + [word]
    }

    /// A word without the ending of an English plural.
    static func singular(_ word: String) -> String { Plurals.singular(word) }
}

extension String {
    fileprivate var trimmingTrailingSpace: String {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
