import Seeding

/// How well two names fit: of a column in somebody's spreadsheet and of a property in a model.
enum NameMatch {
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
        let one = words(column)
        let other = words(property)
        guard !one.isEmpty, !other.isEmpty else { return 0 }
        if one == other { return 100 }
        let (first, second) = (one.joined(), other.joined())
        if first == second { return 98 }
        if one.map(singular) == other.map(singular) { return 94 }
        if one.map(plainWord) == other.map(plainWord) { return 76 }
        return max(wordScore(one, other), partScore(first, second))
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

    /// What a column with keys of others names: `author` of `author_id`, `AuthorId`, `fk_author`;
    /// nil where it is none by its name.
    static func referred(by column: String) -> String? {
        var words = words(column)
        let count = words.count
        if words.count > 1, words[0] == "fk" || words[0] == "id" { words.removeFirst() }
        if words.count > 1, let last = words.last, keyWords.contains(last) { words.removeLast() }
        return words.count < count ? words.joined(separator: "_") : nil
    }

    /// Whole words of the one that are in the other.
    private static func wordScore(_ one: [String], _ other: [String]) -> Int {
        let (shorter, longer) = one.count <= other.count ? (one, other) : (other, one)
        let rest = longer.map(plainWord)
        guard shorter.allSatisfy({ rest.contains(plainWord($0)) }) else { return 0 }
        return 65 + 20 * shorter.count / longer.count
    }

    private static func partScore(_ one: String, _ other: String) -> Int {
        let (shorter, longer) = one.count <= other.count ? (one, other) : (other, one)
        if shorter.count >= 3, longer.hasPrefix(shorter) { return 72 }
        if isAbbreviation(shorter, of: longer) { return 66 }
        if shorter.count >= 4, NearestName.of(one, in: [other]) != nil { return 62 }
        return 0
    }

    /// Letters of the longer one in their order, the first and the last among them: `qty`.
    private static func isAbbreviation(_ short: String, of long: String) -> Bool {
        guard short.count >= 2, short.first == long.first, short.last == long.last else {
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
                if !word.isEmpty { words.append(word) }
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

    /// What people write in headers for the words of models.
    private static let synonyms = [
        "amount": "quantity", "comment": "note", "cost": "price", "count": "quantity",
        "desc": "description", "img": "image", "memo": "note", "no": "number", "nr": "number",
        "num": "number", "photo": "image", "picture": "image", "qty": "quantity", "remark": "note",
    ]

    /// A word as a model would have it, in the singular.
    private static func plainWord(_ word: String) -> String {
        let word = singular(word)
        return synonyms[word] ?? word
    }

    /// A word without the ending of an English plural.
    static func singular(_ word: String) -> String {
        if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
        if word.hasSuffix("ss") || word.count < 4 { return word }
        for ending in ["ses", "xes", "ches", "shes"] where word.hasSuffix(ending) {
            return String(word.dropLast(2))
        }
        return word.hasSuffix("s") ? String(word.dropLast()) : word
    }
}
