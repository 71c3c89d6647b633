import ObjectModel
import Seeding

/// The score of a match between two names: that of a column in a user's spreadsheet and that of a property in
/// a model.
enum NameMatch {
    /// The score of names with the same words.
    static let same = 100
    /// From this score on, a match needs no doubt.
    static let sure = 90
    /// From this score on, one name contains the words of the other.
    static let named = 72
    /// Below this score, names have nothing in common.
    static let lowest = 60

    /// Returns how well a column's name matches a property's, from 0 for nothing in common to 100 for the
    /// same name.
    ///
    /// Case, separators and plurals are ignored. Whole words score highest, followed by prefixes,
    /// abbreviations and typing errors.
    static func score(_ column: String, _ property: String) -> Int {
        score(Name(column), Name(property))
    }

    /// Returns whether an attribute or column holds the name of an entity's objects, such as `title`, or `typeName` of
    /// PokemonType.
    static func isName(_ name: String, of entity: String) -> Bool {
        let words = words(name)
        let own = Set(self.words(entity))
        return words.last.map(["name", "title"].contains) == true && words.dropLast().allSatisfy(own.contains)
    }

    /// Returns how well a numbered name of a pair, such as `goals1` next to `goals2`, matches a property that
    /// names the side, such as `homeGoals`.
    static func placeScore(_ name: String, _ property: String, among siblings: Set<String>) -> Int {
        guard let (stem, words) = placed(name, among: siblings) else { return 0 }
        return words.map { max(score(stem + "_" + $0, property), score($0 + "_" + stem, property)) - 12 }
            .max() ?? 0
    }

    /// Returns how well two names match. They are already split into words, because each of very many names
    /// is compared with each other.
    static func score(_ one: Name, _ other: Name) -> Int {
        guard !one.words.isEmpty, !other.words.isEmpty else { return 0 }
        if one.words == other.words { return same }
        if one.joined == other.joined { return 98 }
        if one.singulars == other.singulars { return 94 }
        if one.hasMeaning(of: other) { return 76 }
        if haveSameWords(one, other) { return one.core.sorted() == other.core.sorted() ? 84 : 64 }
        if areBeginnings(one, other) { return 80 }
        return max(wordScore(one, other), partScore(one, other))
    }

    /// The words for the first and the second of a pair, as relationships name them: `homeTeam` for `team1`.
    static let ordinals: [[String]] = [
        ["home", "first", "primary", "start", "from", "left"],
        ["away", "second", "secondary", "end", "to", "right"],
    ]

    /// Splits a numbered name of a pair, such as `team1` next to `team2`, or `score.0` next to `score.1`.
    ///
    /// - Returns: the name without the number, and the words for its place, or nil for any other name.
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

    /// Returns the name of the column with the labels of a column's links, as in results of SPARQL.
    static func label(of column: String) -> String {
        column.hasSuffix(".value") ? column.dropLast(6) + "Label.value" : column + "Label"
    }

    /// Returns whether two names mean the same in other forms, words or languages.
    static func meanSame(_ one: Name, _ other: Name) -> Bool {
        !one.words.isEmpty && (one.joined == other.joined || one.hasMeaning(of: other))
    }

    /// Returns whether two names are the same word or words, in any language.
    static func areSame(_ one: Name, _ other: Name) -> Bool {
        one.singulars == other.singulars || meanSame(one, other)
    }

    /// Returns whether a column has the singular of the file's name, such as `Zitat` in `Zitate.csv`.
    static func names(_ column: String, _ source: String) -> Bool {
        column.count > 3 && source.hasPrefix(column) && source.count < column.count + 3
    }

    /// A name that is split into words.
    struct Name {
        /// The number of the name in the cache of known names, from 1, or 0 if it is not there.
        var number: UInt32 = 0
        let words: [String]
        fileprivate let joined: String
        fileprivate let length: Int
        fileprivate let digits: String
        let singulars: [String]
        let plainWords: [String]
        /// The plain words without articles and accents, if the name has several words.
        fileprivate let core: [String]
        /// The meanings of the name as a whole, if it is a known word or phrase.
        let meanings: [[String]]
        /// Whether all words are known from column headers of any language.
        var isHeader: Bool { !plainWords.isEmpty && plainWords.allSatisfy(HeaderWords.all.contains) }
        /// Whether the name is one word or phrase that is known from column headers.
        var isKnown: Bool {
            !meanings.isEmpty || words.count == 1 && HeaderWords.all.contains(plainWords[0])
        }
        /// The number of times that each letter and digit occurs. All other characters are counted together.
        private let signs: [UInt8]

        init(_ text: String) { self.init(words: NameMatch.words(text)) }

        init(words: [String]) {
            self.words = words
            joined = words.joined()
            length = joined.count
            digits = joined.filter(\.isNumber)
            singulars = words.map(Plurals.singular)
            let known = HeaderWords.meanings
            let others =
                words.count > 4
                ? [] : known[words.joined(separator: "_")] ?? known[singulars.joined(separator: "_")] ?? []
            // `amount` means several other words and is itself the meaning of some.
            meanings = others.isEmpty || HeaderWords.words[words] == nil ? others : [words] + others
            plainWords =
                meanings.first
                ?? zip(words, singulars).flatMap { word, singular in
                    HeaderWords.words[[word]].map { _ in [word] } ?? known[word]?.first
                        ?? known[singular]?.first
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

        /// Returns whether the name means the same as another, or may do so.
        func hasMeaning(of other: Name) -> Bool {
            if plainWords == other.plainWords { return true }
            if meanings.isEmpty, other.meanings.isEmpty { return false }
            let own = meanings.isEmpty ? [plainWords] : meanings
            let others = other.meanings.isEmpty ? [other.plainWords] : other.meanings
            return own.count + others.count > 2 && own.contains(where: others.contains)
        }

        /// Returns whether so few characters differ that one name may be a typing error of the other. If more
        /// than a third of the characters differ, it is none (``NearestName``).
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

    /// Returns a column's name without the text in brackets after it, as in `Count (pcs)` or `Weight [kg]`.
    static func withoutUnit(_ column: String) -> String {
        guard let last = column.last(where: { !$0.isWhitespace }), last == ")" || last == "]",
            let start = column.lastIndex(of: last == ")" ? "(" : "["), start > column.startIndex
        else { return column }
        return String(column[..<start]).trimmingTrailingSpace
    }

    /// Returns the text in brackets after a column's name, or nil if there is none.
    static func inBrackets(_ column: String) -> String? {
        let rest = String(column.dropFirst(withoutUnit(column).count)).trimmed
        return rest.count > 2 ? String(rest.dropFirst().dropLast()) : nil
    }

    /// Returns how well the name of a table or file matches that of an entity, without common affixes, as in
    /// `tbl_category`, `ZCATEGORY` and `t_items`.
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

    /// The words that end the name of a column with the keys of another table.
    static let keyWords: Set<String> = [
        "id", "ids", "key", "fk", "pk", "uuid", "guid", "no", "nr",
        "number", "ref", "code",
    ]

    /// The names of attributes and columns that hold only a key.
    static let keyNames: Set<String> = [
        "id", "identifier", "uid", "uuid", "guid", "pk", "key", "rowid", "zpk", "remoteid", "externalid",
        "serverid",
        "uniqueid", "objectid",
    ]
    private static let otherKeyNames: Set<String> = ["code", "slug", "number", "no", "nr", "num"]

    /// Returns whether an attribute holds a key by its name, such as `identifier`, or `bookID` of a book.
    static func isKeyName(_ name: String, of entity: String) -> Bool {
        let words = words(name)
        if keyNames.contains(words.joined()) { return true }
        guard let last = words.last, words.count > 1, ["id", "identifier", "uuid", "key"].contains(last)
        else {
            return false
        }
        return Self.words(entity).joined().hasSuffix(words.dropLast().joined())
    }

    /// Returns whether an attribute holds a key or code by its name.
    static func isCodeName(_ name: String, of entity: String) -> Bool {
        isKeyName(name, of: entity) || otherKeyNames.contains(words(name).joined())
    }

    /// Returns the rank of a column's name among the usual names of keys, 0 for the best, or nil for other
    /// names.
    static func keyRank(_ column: String, of names: [String]) -> Int? {
        let words = words(column)
        if keyNames.contains(words.joined()) { return words.joined() == "key" ? 4 : 0 }
        if otherKeyNames.contains(words.joined()) { return 8 }
        guard let referred = referred(by: words) else { return nil }
        return names.contains { entityScore(referred, $0) >= sure } ? 1 : nil
    }

    /// Words in the names of attributes that hold a single character.
    static let signWords: Set<String> = [
        "character", "char", "symbol", "glyph", "emoji", "sign", "icon", "letter",
    ]

    /// Returns a name with its initials replaced by the other name's words, such as `ht` by `half` and `time`
    /// of `halfTime`. The result is nil if it has no such initials.
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

    /// Returns the score of an acronym in capital letters that ends with the initials of a name, such as `FTHG` for
    /// `homeGoals`, of all initials in lower case, such as `ra` for `rightAscension`, and of beginnings of all words,
    /// such as `absmag` for `absoluteMagnitude`.
    static func acronymScore(_ column: String, _ name: Name) -> Int {
        if name.words.count > 1, isJoined(column.lowercased()[...], of: name.words[...]) { return 66 }
        guard (2...5).contains(column.count) else { return 0 }
        let initials = String(name.words.compactMap(\.first))
        if initials == column, name.words.count > 1, !Name(column).isKnown, !keyWords.contains(column) {
            return 66
        }
        let isAcronym = column.allSatisfy { $0.isUppercase && $0.isASCII }
        guard isAcronym, name.words.count > 1 else { return 0 }
        return column.lowercased().hasSuffix(initials) ? 66 : 0
    }

    /// Returns whether a text consists of beginnings of all words, each of two letters or more.
    private static func isJoined(_ text: Substring, of words: ArraySlice<String>) -> Bool {
        guard let word = words.first else { return text.isEmpty }
        let most = zip(text, word).prefix { $0 == $1 }.count
        return most > 1 && (2...most).contains { isJoined(text.dropFirst($0), of: words.dropFirst()) }
    }

    /// Returns the name that a column with keys refers to, such as `author` for `author_id`, `AuthorId` and
    /// `fk_author`. The result is nil if the name has no word for a key.
    static func referred(by column: String) -> String? { referred(by: words(column)) }

    /// Returns the name that a column with keys refers to, from the words of the column's name.
    static func referred(by words: [String]) -> String? {
        var words = words
        let count = words.count
        if words.count > 1, words[0] == "fk" || words[0] == "id" { words.removeFirst() }
        if words.count > 1, let last = words.last, keyWords.contains(last) { words.removeLast() }
        return words.count < count ? words.joined(separator: "_") : nil
    }

    /// Returns whether two names have the same words in any order. One word may have another language's
    /// spelling, as in `Nombre científico` and `scientificName`.
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

    /// Returns whether each word of a name is the beginning of the other's word at its place, or the other way round, as
    /// in `pub_date` and `publicationDate`, or `checkItems` and `ChecklistItem`.
    private static func areBeginnings(_ one: Name, _ other: Name) -> Bool {
        guard one.words.count > 1, one.words.count == other.words.count, one.digits == other.digits,
            !one.joined.hasPrefix(other.joined), !other.joined.hasPrefix(one.joined)
        else { return false }
        return zip(one.singulars, other.singulars).allSatisfy { word, match in
            word == match
                || min(word.count, match.count) > 2 && (word.hasPrefix(match) || match.hasPrefix(word))
        }
    }

    /// Returns the score if all words of the shorter name are words of the longer.
    private static func wordScore(_ one: Name, _ other: Name) -> Int {
        let (shorter, longer) = one.words.count <= other.words.count ? (one, other) : (other, one)
        guard shorter.plainWords.allSatisfy(longer.plainWords.contains) else { return 0 }
        return 65 + 20 * shorter.words.count / longer.words.count
    }

    /// Returns the score of the letters that two names have in common. A known word is neither a typing error
    /// nor an abbreviation of another, such as `Länge` of `range`, or `region` of `registration`.
    private static func partScore(_ one: Name, _ other: Name) -> Int {
        if one.isKnown, other.isKnown || one.length > other.length { return 0 }
        let (shorter, longer) = one.length <= other.length ? (one, other) : (other, one)
        let isShortWord = !shorter.meanings.isEmpty && shorter.length < 5
        if shorter.length >= 3, !isShortWord, longer.joined.hasPrefix(shorter.joined) { return 72 }
        // For example `Bookshelves` for `shelves`.
        if shorter.length > 5, longer.words.count == 1, longer.joined.hasSuffix(shorter.joined) { return 66 }
        // `value 1` is neither an abbreviation nor a typing error of `value 17`.
        if one.isKnown || one.digits != other.digits { return 0 }
        // Two letters of several words are their initials, or nothing.
        let isTooShort =
            shorter.length == 2 && longer.words.count > 1
            && !longer.words.compactMap(\.first).elementsEqual(shorter.joined)
        if !shorter.isKnown, !isTooShort, isAbbreviation(shorter.joined, of: longer.joined) {
            // `pts` matches `points` better than `pos` does.
            return shorter.joined.contains(where: "aeiou".contains) ? 66 : 67
        }
        if shorter.length >= 4, one.mayBeSlip(of: other),
            NearestName.of(one.joined, in: [other.joined]) != nil
        {
            return 62
        }
        return 0
    }

    /// Returns whether the letters of the shorter word occur in the longer in the same order, including its
    /// first and last. For example, `qty`.
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

    /// Returns the words of a name in lower case. `locationAtHome`, `Location at home` and `LOCATION_AT_HOME`
    /// have the same words.
    static func words(_ name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var previous: Character?
        for character in name {
            guard character.isLetter || character.isNumber else {
                if word == "n", character == "°" { word = "no" }
                if character == "№" { words.append("no") }
                // For example `d'inventaire`.
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
}

extension String {
    fileprivate var trimmingTrailingSpace: String {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
