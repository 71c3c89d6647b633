import Inputs
import Seeding

/// Whether a text resembles the name of a column. It has nearly the same letters, or sounds like a word for
/// the name in any language, such as `Kategooria`, `Lisensya` and `Adressi`.
struct HeaderLikeness {
    private let skeletons: Set<String>
    private let words: [String]

    init(_ column: String) {
        let name = NameMatch.Name(NameMatch.withoutUnit(column))
        let meanings = name.meanings.isEmpty ? [name.plainWords] : name.meanings
        words = [name.words.joined()] + meanings.flatMap { HeaderWords.words[$0] ?? [] }
        skeletons = Set(words.map(Self.skeleton)).filter { $0.count > 2 }
    }

    func callAsFunction(_ text: String) -> Bool {
        let name = NameMatch.Name(text)
        let word = name.words.joined()
        guard word.count > 3 else { return false }
        if skeletons.contains(Self.skeleton(word)) { return true }
        // In a word of five letters or more, one letter may differ.
        return words.contains { other in
            abs(other.count - word.count) <= 1 && min(other.count, word.count) > 4
                && other.first == word.first
                && Self.differsInOne(other, word)
        }
    }

    /// Returns whether the words differ by one inserted, removed or replaced letter.
    private static func differsInOne(_ one: String, _ other: String) -> Bool {
        let start = zip(one, other).prefix { $0 == $1 }.count
        let rest = min(one.count, other.count) - start
        let end = min(rest, zip(one.reversed(), other.reversed()).prefix { $0 == $1 }.count)
        return max(one.count, other.count) - start - end <= 1
    }

    /// Returns the consonants of a word, with one letter for all spellings of a sound.
    private static func skeleton(_ word: String) -> String {
        var skeleton = ""
        let letters = Array(HeaderWords.withoutAccents(word.lowercased()))
        for (place, letter) in letters.enumerated() {
            let next = place + 1 < letters.count ? letters[place + 1] : " "
            let sound: String
            switch letter {
            case "a", "e", "i", "o", "u", "y", "j", "h": sound = ""
            case "c": sound = "eiy".contains(next) ? "s" : "k"
            case "q": sound = "k"
            case "z": sound = "s"
            case "w": sound = "v"
            case "p": sound = next == "h" ? "f" : "p"
            case "x": sound = "ks"
            default: sound = letter.isASCII && letter.isLetter ? String(letter) : ""
            }
            for sign in sound where skeleton.last != sign { skeleton.append(sign) }
        }
        return skeleton
    }
}
