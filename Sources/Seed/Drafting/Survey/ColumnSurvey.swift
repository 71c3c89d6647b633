import Foundation
import ObjectModel
import SQLite
import Inputs

/// What the cells of a column have in common: dates, numbers, words.
struct ColumnSurvey {
    /// How many cells hold a value.
    private(set) var count = 0
    /// How many cells hold one of the words that mean "no value", by word as it was written.
    private(set) var nullWords: [String: Int] = [:]
    /// How many values are texts.
    private(set) var texts = 0
    /// How many texts have white space at an end.
    private(set) var padded = 0
    /// The number of cells with each of the words and signs that may mean "the same as above".
    private(set) var dittos: [String: Int] = [:]
    /// Whether the first cell is such a word or sign, and whether another text begins with a small letter.
    private var (beginsWithDitto, hasSmallTexts) = (false, false)
    /// The words that mean "no value" in another column of the source, because all its other cells are numbers.
    var markers: Set<String> = []
    /// The first values.
    private(set) var examples: [Value] = []
    private(set) var cells = CellSet()
    private(set) var dates = DateSurvey()
    private(set) var numbers = NumberSurvey()
    private(set) var words = WordSurvey()
    /// How many texts have such a sign, that may separate the elements of a list.
    private(set) var separators: [(sign: String, count: Int)] = [
        ("|", 0), (";", 0), (",", 0), ("\n", 0), ("#", 0), ("/", 0), ("•", 0), ("·", 0), ("、", 0), ("，", 0),
        ("；", 0),
    ]

    /// What the column is called.
    var name = ""

    /// Whether its days count from 1904, as a workbook says; nil where nothing does.
    var countsFrom1904: Bool?

    /// What its numbers are shown as, and how many of them.
    var shape: ColumnShape?

    /// How many values are kept as they are.
    private static let exampleLimit = 100

    /// The same of days that there are none of, `00000000`, `00.00.0000`: no value where dates are meant.
    private(set) var noDates: [String: Int] = [:]

    /// How many cells hold anything.
    var filled: Int { count + nullWords.values.reduce(0, +) + noDates.values.reduce(0, +) }

    /// Whether the texts are objects in JSON, as far as their first signs tell.
    var holdsObjects: Bool {
        !examples.isEmpty
            && examples.allSatisfy { value in
                guard case .text(let text) = value else { return false }
                return text.first { !$0.isWhitespace } == "{"
            }
    }

    /// Whether all texts are single signs that are neither letters nor digits: emoji, symbols.
    var holdsSigns: Bool {
        count > 2 && texts == count
            && examples.allSatisfy { value in
                guard case .text(let text) = value, let sign = text.first else { return false }
                return text.count == 1 && !sign.isLetter && !sign.isNumber
            }
    }

    /// The number of elements, if all cells are lists of that many numbers, such as `3|1`; nil otherwise.
    var numberTuple: Int? {
        var found: Int?
        for value in examples {
            guard case .text(let text) = value else { return nil }
            let parts = text.split(separator: "|", omittingEmptySubsequences: false)
            guard (2...4).contains(parts.count), found ?? parts.count == parts.count,
                parts.allSatisfy({ Double($0) != nil })
            else { return nil }
            found = parts.count
        }
        return found
    }

    /// The sign that separates the elements of most texts; nil where none is in any.
    var separator: String? {
        // Nobody writes the first one within a name.
        if let first = separators.first, first.count > 0 { return first.sign }
        let most = separators.map(\.count).max() ?? 0
        return most > 0 ? separators.first { $0.count == most }?.sign : nil
    }

    /// Whether all texts are codes of two capital letters, as those of countries are: `NA` is Namibia.
    var holdsCodes: Bool {
        texts > 1
            && examples.allSatisfy { value in
                guard case .text(let text) = value else { return false }
                return text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
            }
    }

    /// Whether digits are those of full width, `１２`.
    private(set) var hasWideDigits = false
    /// How many texts are formulas that keep spreadsheets from taking them for numbers, `="0123"`.
    private(set) var formulas = 0
    /// How many texts are numbers behind the sign by which spreadsheets keep them texts, `'0123`.
    private(set) var apostrophes = 0
    /// What is to be said of the first text whose letters are broken or lost.
    private(set) var broken: String?
    /// How many texts are addresses as links have them, `mailto:a@x.org`, and the first one.
    private(set) var links: (count: Int, first: String?) = (0, nil)
    /// How many texts are addresses of mail with a name, `Ann <a@x.org>`.
    private(set) var namedAddresses = 0
    /// The first text with a character as web pages write it, `&uuml;`.
    private(set) var entity: String?
    /// The first number as spreadsheets show it that have no room for it, `4.00638E+12`.
    private(set) var roundedNumber: String?

    private static func isRounded(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count < 20, bytes.contains(UInt8(ascii: "+")) else { return false }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: "E+", maxSplits: 1)
        return parts.count == 2 && parts[1].count >= 2 && parts[1].allSatisfy(\.isNumber)
            && parts[0].allSatisfy { $0.isNumber || ".,-".contains($0) }
    }

    /// `00000000`, `0000-00-00`, `00.00.00`, with a clock or without.
    private static func isNoDate(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= 8, bytes.count <= 19, bytes[0] == UInt8(ascii: "0") else { return false }
        let zeros = bytes.count { $0 == UInt8(ascii: "0") }
        let signs = bytes.count { "-./".utf8.contains($0) }
        guard zeros + signs + bytes.count(where: { " :T".utf8.contains($0) }) == bytes.count else {
            return false
        }
        return signs == 2 && zeros >= 6 || zeros == bytes.count && (zeros == 8 || zeros == 14)
    }

    private static func hasEntity(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.firstIndex(of: UInt8(ascii: "&")) else { return false }
        let name = bytes[(start + 1)...].prefix(9).prefix { $0 != UInt8(ascii: ";") }
        return name.count > 1 && name.count < 9 && name.endIndex < bytes.count
            && name.allSatisfy {
                $0 == UInt8(ascii: "#") || Unicode.Scalar($0).properties.isAlphabetic && $0 < 0x80
                    || NumberParser.digit($0) != nil
            }
    }

    /// Looks at one more cell.
    mutating func add(_ field: Field) {
        guard !field.isEmpty else { return }
        cells.add(field)
        guard case .text(let bytes) = field else { return addValue(field) }
        let inner = Self.trimmed(bytes)
        if let word = NullWords.word(inner) {
            nullWords[word, default: 0] += 1
            return
        }
        if Self.isNoDate(inner) {
            noDates[String(decoding: inner, as: UTF8.self), default: 0] += 1
            return
        }
        if inner.count < bytes.count { padded += 1 }
        noteDitto(inner)
        texts += 1
        if inner.count > 2, inner.starts(with: "=\"".utf8), inner.last == UInt8(ascii: "\"") { formulas += 1 }
        if inner.count > 1, inner[0] == UInt8(ascii: "'"), NumberParser.digit(inner[1]) != nil {
            apostrophes += 1
        }
        if broken == nil, BrokenText.mayBe(inner) { broken = BrokenText.doubt(field.display) }
        addLink(inner)
        if entity == nil, Self.hasEntity(inner) { entity = field.display }
        if roundedNumber == nil, Self.isRounded(inner) { roundedNumber = field.display }
        for index in separators.indices where Self.isList(bytes, by: separators[index].sign) {
            separators[index].count += 1
        }
        addValue(.text(inner), as: field)
    }

    /// How many cells are empty, or hold a word for no value, among those that were only skimmed.
    private(set) var skimmedEmpty = 0

    /// Looks at a cell behind those that tell what the column holds: whether it may be another key, or no number.
    mutating func skim(_ field: Field) {
        guard !field.isEmpty else {
            skimmedEmpty += 1
            return
        }
        if case .text(let bytes) = field, numbers.forms[0].fits == count, NumberParser.digit(bytes[0]) == nil
        {
            let known = count
            add(field)
            if count == known { skimmedEmpty += 1 }
        } else if cells.isDistinct || mayNameKeys {
            cells.skim(field)
        }
    }

    /// Whether the cells may be keys of other rows: numbers and short words.
    private var mayNameKeys: Bool {
        numbers.forms[0].fits == count || NameMatch.referred(by: name) != nil
    }

    private mutating func addLink(_ bytes: UnsafeRawBufferPointer) {
        if bytes.last == UInt8(ascii: ">"), bytes.contains(UInt8(ascii: "@")),
            bytes.contains(UInt8(ascii: "<"))
        {
            namedAddresses += 1
        }
        guard let colon = bytes.prefix(8).firstIndex(of: UInt8(ascii: ":")), colon == 3 || colon == 6 else {
            return
        }
        let text = String(decoding: bytes.prefix(60), as: UTF8.self)
        guard ["mailto:", "tel:"].contains(where: text.lowercased().hasPrefix) else { return }
        links = (links.count + 1, links.first ?? text)
    }

    private static func isList(_ bytes: UnsafeRawBufferPointer, by sign: String) -> Bool {
        guard let byte = sign.utf8.first, bytes.contains(byte) else { return false }
        let count = sign.utf8.count
        guard count == 1 else {
            return bytes.indices.dropLast(count - 1).contains { place in
                bytes[place] == byte && bytes[place..<place + count].elementsEqual(sign.utf8)
            }
        }
        // `km/h` is one word, `sea / sun` are two.
        if byte == UInt8(ascii: "/") {
            return bytes.indices.dropFirst().dropLast().contains { place in
                bytes[place] == byte && bytes[place - 1] == 0x20 && bytes[place + 1] == 0x20
            }
        }
        // `#sea #sun` begins with its sign, `No. #5` is none.
        return byte == UInt8(ascii: "#") ? bytes.first == byte : bytes.contains(byte)
    }

    private mutating func noteDitto(_ bytes: UnsafeRawBufferPointer) {
        if bytes.count < 16 {
            let word = String(decoding: bytes, as: UTF8.self)
            if Self.dittoWords.contains(word.lowercased()) {
                if count == 0 { beginsWithDitto = true }
                dittos[word, default: 0] += 1
                return
            }
        }
        guard !hasSmallTexts, let first = bytes.first else { return }
        hasSmallTexts = first >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
    }

    /// The word or sign that surely means "the same as above": it repeats, is not the first cell, and if it is a word,
    /// it is written smaller than all values. A word that occurs once is a value.
    var ditto: String? {
        guard dittos.count == 1, let (word, count) = dittos.first, count > 1, !beginsWithDitto else {
            return nil
        }
        let isWord = word.contains(where: \.isLetter)
        return isWord && (hasSmallTexts || word.first?.isUppercase == true) ? nil : word
    }

    /// A word or sign that may mean "the same as above", and is kept because nothing shows that it does.
    var possibleDitto: String? {
        let words = dittos.keys.sorted().filter { word in
            dittos[word] ?? 0 > 1 || word.first?.isUppercase != true
        }
        return ditto == nil ? words.first : nil
    }

    private static let dittoWords: Set<String> = [
        "\"", "''", "″", "〃", "”", "ditto", "dito", "idem", "do.", "id.", "s.o.", "s. o.", "same as above",
        "wie oben",
        "comme ci-dessus", "как выше", "同上",
    ]

    init(named name: String = "") { self.name = name }

    /// Notes that there are cells that nobody looked at.
    mutating func cut() { cells.cut() }

    /// Looks at what needs all cells: there are no more.
    mutating func finish() { dates.finish() }

    private mutating func addValue(_ field: Field, as whole: Field? = nil) {
        count += 1
        if roundedNumber == nil, case .real(let value) = field, abs(value) >= 1e15, value == value.rounded() {
            roundedNumber = field.display
        }
        if examples.count < Self.exampleLimit { examples.append(Value(whole ?? field)) }
        words.add(field)
        if case .text(let bytes) = field, bytes.contains(0xEF) {
            let text = String(decoding: bytes, as: UTF8.self)
            let wide = 0xFF10...0xFF19 as ClosedRange<UInt32>
            if text.unicodeScalars.contains(where: { wide.contains($0.value) }) {
                hasWideDigits = true
                return text.precomposedStringWithCompatibilityMapping.withUTF8Bytes { bytes in
                    dates.add(.text(bytes))
                    numbers.add(.text(bytes))
                }
            }
        }
        dates.add(field)
        numbers.add(field)
    }

    private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[TextTrimming.range(of: bytes)])
    }
}

extension ColumnSurvey {
    /// The words of a column of texts that surely mean "no value"; all others are values.
    ///
    /// Words of programs (`NULL`, `#N/A`) are sure by themselves. `n/a` and dashes have to repeat, or to stand among
    /// values that repeat. Any other word has to mean the same in a column of numbers.
    var provenNullWords: [String] {
        let all = nullWords.keys.sorted()
        let letters = Set(all.filter(NullWords.isSure).map(Self.letters))
        return all.filter { word in
            if NullWords.isMachineWord(word) { return true }
            if markers.contains(word) { return !(word == "NA" && holdsCodes) }
            let same = all.filter { Self.letters($0) == Self.letters(word) }
            let repeats = same.reduce(0) { $0 + (nullWords[$1] ?? 0) } > 1 || !cells.isDistinct
            if NullWords.isSure(word) { return repeats }
            guard word.contains(where: \.isLetter) else { return repeats && word != "?" }
            // `NA` beside `n/a`.
            return letters.contains(Self.letters(word)) && !(word == "NA" && holdsCodes)
        }
    }

    private static func letters(_ word: String) -> String { word.lowercased().filter(\.isLetter) }

    /// The words that may mean "no value" and are kept. A word that occurs once among different values is none.
    var possibleNullWords: [String] {
        let proven = Set(provenNullWords)
        return nullWords.keys.sorted().filter { word in
            guard !proven.contains(word) else { return false }
            let isName = cells.isDistinct && cells.count > 2 && word.contains(where: \.isLetter)
            return !isName && !(word == "NA" && holdsCodes)
        }
    }

    /// The words that mean "no value" here because all other cells are numbers.
    var wordsAmongNumbers: Set<String> {
        let fits = numbers.withUnits.map(\.fits).max() ?? 0
        return count > 1 && fits == count ? Set(nullWords.keys) : []
    }
}

/// The words that people and programs write for no value.
enum NullWords {
    private static let words: Set<String> = [
        "n/a", "#n/a", "#nv", "#na", "#n/d", "#n/d!", "#n/b", "na", "null", "(null)", "<null>", "nil", "none",
        "-", "--", "---", "–", "—",
        "?", "\\n", "k.a.", "k. a.", "n.a.", "n. a.", "unknown", "tbd",
    ]
    /// Those that are nothing else in a text either.
    private static let sure: Set<String> = [
        "n/a", "#n/a", "#nv", "#na", "#n/d", "#n/d!", "#n/b", "null", "(null)", "<null>", "\\n",
    ]

    /// The word that a cell is; nil for any other text.
    static func word(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count <= 7 else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return words.contains(text.lowercased()) ? text : nil
    }

    /// What somebody should look at.
    static func doubt(_ words: [String]) -> String {
        let shown = words.map { "'\($0)'" }.joined(separator: ", ")
        return "does \(shown) mean that there is no value?"
    }

    /// Whether a text can hardly mean itself.
    static func isSure(_ word: String) -> Bool {
        // A name of people, which programs write in letters of one size.
        word != "Null" && sure.contains(word.lowercased())
    }

    /// Whether a text is written by programs alone.
    fileprivate static func isMachineWord(_ word: String) -> Bool {
        isSure(word) && word.lowercased() != "n/a"
    }

    /// Words as a list in YAML.
    static func list(_ words: [String]) -> String {
        "[" + words.map { YAMLText.quoted($0) }.joined(separator: ", ") + "]"
    }

    /// The advice for a column whose word is kept as a value.
    static func suggestion(_ words: [String]) -> String {
        let shown = words.map { "'\($0)'" }.joined(separator: ", ")
        return "\(shown) \(words.count == 1 ? "is a value" : "are values"); "
            + "`null: \(list(words))` if \(words.count == 1 ? "it means" : "they mean") no value"
    }
}

/// The different words of a column that has few.
struct WordSurvey {
    private static let limit = 12
    /// How often each occurs; nil where there are many.
    private(set) var counts: [String: Int]? = [:]

    mutating func add(_ field: Field) {
        guard counts != nil else { return }
        if case .text(let bytes) = field, bytes.count > 24 {
            counts = nil
            return
        }
        counts?[field.display, default: 0] += 1
        if counts?.count ?? 0 > Self.limit { counts = nil }
    }
}
