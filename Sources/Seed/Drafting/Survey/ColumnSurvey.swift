import Inputs
import ObjectModel
import SQLite

/// Statistics about the cells of a column: dates, numbers, words.
struct ColumnSurvey {
    /// The number of cells that hold a value.
    private(set) var count = 0
    /// The number of cells with each word that means "no value", by the word as written.
    private(set) var nullWords: [String: Int] = [:]
    /// The number of values that are texts.
    private(set) var texts = 0
    /// The number of texts with white space at an end.
    private(set) var padded = 0
    /// The number of cells with each word and sign that may mean "the same as above".
    private(set) var dittos: [String: Int] = [:]
    /// Whether the first cell is such a word or sign, and whether another text begins with a lower-case
    /// letter.
    private var (beginsWithDitto, hasSmallTexts) = (false, false)
    /// The words that mean "no value" in another column of the input, because all its other cells are
    /// numbers.
    var markers: Set<String> = []
    /// The first values.
    private(set) var examples: [Value] = []
    private(set) var cells = CellSet()
    private(set) var dates = DateSurvey()
    private(set) var numbers = NumberSurvey()
    private(set) var words = WordSurvey()
    /// For each sign that may separate the elements of a list: the number of texts that contain it.
    private(set) var separators: [(sign: String, count: Int)] = [
        ("|", 0), (";", 0), (",", 0), ("\n", 0), ("#", 0), ("/", 0), ("•", 0), ("·", 0), ("、", 0), ("，", 0),
        ("；", 0),
    ]

    var name = ""

    /// Whether its days count from 1904. The workbook gives it; it is nil for other inputs.
    var countsFrom1904: Bool?

    /// The format in which its numbers are shown, and how many have it.
    var shape: ColumnShape?

    /// The number of values kept as examples.
    private static let exampleLimit = 100

    /// The number of cells with each date that does not exist, such as `00000000` and `00.00.0000`. They mean
    /// no value in a column of dates.
    private(set) var noDates: [String: Int] = [:]

    /// The number of cells that are not empty.
    var filled: Int { count + nullWords.values.reduce(0, +) + noDates.values.reduce(0, +) }

    /// Whether all example texts begin like JSON objects.
    var holdsObjects: Bool {
        !examples.isEmpty
            && examples.allSatisfy { value in
                guard case .text(let text) = value else { return false }
                return text.first { !$0.isWhitespace } == "{"
            }
    }

    /// Whether all example texts are JSON arrays of objects, which cannot be keys of other objects.
    var holdsRecords: Bool {
        !examples.isEmpty
            && examples.allSatisfy { value in
                guard case .text(let text) = value else { return false }
                return ["[{", "[]"].contains(text.prefix(9).filter { !$0.isWhitespace }.prefix(2))
            }
    }

    /// Whether all texts are single characters that are neither letters nor digits, such as emoji and
    /// symbols.
    var holdsSigns: Bool {
        count > 2 && texts == count
            && examples.allSatisfy { value in
                guard case .text(let text) = value, let sign = text.first else { return false }
                return text.count == 1 && !sign.isLetter && !sign.isNumber
            }
    }

    /// The number of elements if all cells are lists of equally many numbers, such as `3|1`, or nil
    /// otherwise.
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

    /// The sign that separates the elements of most texts, or nil if no text contains one.
    ///
    /// Between the elements of a list whose elements contain commas, such as `Grimm, Jacob; Grimm, Wilhelm`, are
    /// semicolons.
    var separator: String? {
        // Names never contain the first sign.
        if let first = separators.first, first.count > 0 { return first.sign }
        let most = separators.map(\.count).max() ?? 0
        let sign = most > 0 ? separators.first { $0.count == most }?.sign : nil
        let semicolons = separators.first { $0.sign == ";" }?.count ?? 0
        return sign == "," && semicolons > 1 ? ";" : sign
    }

    /// Whether the texts are lists of a few words each, some of which occur in several lists.
    var holdsWordLists: Bool {
        guard count > 2, texts == count, let separator else { return false }
        let parts = examples.flatMap { value -> [String] in
            guard case .text(let text) = value else { return [] }
            return text.split(separator: separator, omittingEmptySubsequences: false).map {
                String($0).trimmed
            }
        }
        return parts.count > examples.count && Set(parts).count < parts.count
            && parts.allSatisfy { !$0.isEmpty && $0.count(where: { $0 == " " }) < 4 }
    }

    /// Whether all texts are codes of two capital letters, such as those of countries. `NA` is then Namibia.
    var holdsCodes: Bool { codeLength == 2 }

    /// The number of capital letters of each text, or nil if the texts are no such codes of one length.
    var codeLength: Int? {
        guard texts > 1, case .text(let first)? = examples.first else { return nil }
        let isCode = examples.allSatisfy { value in
            guard case .text(let text) = value else { return false }
            return text.utf8.count == first.utf8.count && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        }
        return isCode ? first.utf8.count : nil
    }

    /// Whether it has full-width digits, such as `１２`.
    private(set) var hasWideDigits = false
    /// The number of texts that are formulas such as `="0123"`, which stop spreadsheets from reading numbers.
    private(set) var formulas = 0
    /// The number of numbers with the apostrophe that marks them as texts in spreadsheets, such as `'0123`.
    private(set) var apostrophes = 0
    /// The doubt about the first text whose letters are broken or lost.
    private(set) var broken: String?
    /// The number of texts that are addresses in links, such as `mailto:a@x.org`, and the first of them.
    private(set) var links: (count: Int, first: String?) = (0, nil)
    /// The number of email addresses with a name, such as `Ann <a@x.org>`.
    private(set) var namedAddresses = 0
    /// The first text with an HTML entity, such as `&uuml;`.
    private(set) var entity: String?
    /// The first number that a spreadsheet rounded to fit its column, such as `4.00638E+12`.
    private(set) var roundedNumber: String?

    private static func isRounded(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count < 20, bytes.contains(UInt8(ascii: "+")) else { return false }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: "E+", maxSplits: 1)
        return parts.count == 2 && parts[1].count >= 2 && parts[1].allSatisfy(\.isNumber)
            && parts[0].allSatisfy { $0.isNumber || ".,-".contains($0) }
    }

    /// Returns whether a text is a date of zeros, such as `00000000`, `0000-00-00` or `00.00.00`, with or
    /// without a time.
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

    /// Adds a cell.
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

    /// The number of skimmed cells that are empty or hold a word for no value.
    private(set) var skimmedEmpty = 0

    /// Adds a cell after those that are surveyed in detail. It only checks whether the cell repeats another,
    /// or is the first that is no number.
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

    /// Whether the cells may be keys of other rows, because they are numbers or the column's name refers to
    /// others.
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
        // `#sea #sun` is a list because it begins with the sign. `No. #5` is none.
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

    /// The word or sign that certainly means "the same as above". It repeats and is not the first cell. A
    /// word must also begin in lower case, and all values in upper case.
    var ditto: String? {
        guard dittos.count == 1, let (word, count) = dittos.first, count > 1, !beginsWithDitto else {
            return nil
        }
        let isWord = word.contains(where: \.isLetter)
        return isWord && (hasSmallTexts || word.first?.isUppercase == true) ? nil : word
    }

    /// A word or sign that may mean "the same as above" but is kept, because the evidence is too weak.
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

    /// Records that there are cells that were not read.
    mutating func cut() { cells.cut() }

    /// Completes the survey after the last cell.
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
    /// The words of a text column that certainly mean "no value". All other words are values.
    ///
    /// Words of programs (`NULL`, `#N/A`) are certain by themselves. `n/a` and dashes must repeat, or occur
    /// among values that repeat. Any other word must mean the same in a column of numbers.
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
            // `NA` counts if `n/a` occurs, too.
            return letters.contains(Self.letters(word)) && !(word == "NA" && holdsCodes)
        }
    }

    private static func letters(_ word: String) -> String { word.lowercased().filter(\.isLetter) }

    /// The words that may mean "no value" but are kept. A word that occurs once among distinct values is a
    /// value.
    var possibleNullWords: [String] {
        let proven = Set(provenNullWords)
        return nullWords.keys.sorted().filter { word in
            guard !proven.contains(word) else { return false }
            let isName = cells.isDistinct && cells.count > 2 && word.contains(where: \.isLetter)
            return !isName && !(word == "NA" && holdsCodes)
        }
    }

    /// The words that mean "no value" because all other cells are numbers.
    var wordsAmongNumbers: Set<String> {
        let fits = numbers.withUnits.map(\.fits).max() ?? 0
        return count > 1 && fits == count ? Set(nullWords.keys) : []
    }
}

/// Words that users and programs write for no value.
enum NullWords {
    private static let words: Set<String> = [
        "n/a", "#n/a", "#nv", "#na", "#n/d", "#n/d!", "#n/b", "na", "null", "(null)", "<null>", "nil", "none",
        "-", "--", "---", "–", "—",
        "?", "\\n", "k.a.", "k. a.", "n.a.", "n. a.", "unknown", "tbd",
    ]
    /// The words that have no other meaning in a text.
    private static let sure: Set<String> = [
        "n/a", "#n/a", "#nv", "#na", "#n/d", "#n/d!", "#n/b", "null", "(null)", "<null>", "\\n",
    ]

    /// Returns the cell if it is one of these words, or nil for any other text.
    static func word(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count <= 7 else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return words.contains(text.lowercased()) ? text : nil
    }

    /// Returns the doubt for the user to check.
    static func doubt(_ words: [String]) -> String {
        let shown = words.map { "'\($0)'" }.joined(separator: ", ")
        return "does \(shown) mean that there is no value?"
    }

    /// Returns whether a word certainly means no value.
    static func isSure(_ word: String) -> Bool {
        // `Null` is also a surname. Programs write the word in one case.
        word != "Null" && sure.contains(word.lowercased())
    }

    /// Returns whether only programs write a word.
    fileprivate static func isMachineWord(_ word: String) -> Bool {
        isSure(word) && word.lowercased() != "n/a"
    }

    /// Returns words as a YAML list.
    static func list(_ words: [String]) -> String {
        "[" + words.map { YAMLText.quoted($0) }.joined(separator: ", ") + "]"
    }

    /// Returns the advice for a column that keeps a word as a value.
    static func suggestion(_ words: [String]) -> String {
        let shown = words.map { "'\($0)'" }.joined(separator: ", ")
        return "\(shown) \(words.count == 1 ? "is a value" : "are values"); "
            + "`null: \(list(words))` if \(words.count == 1 ? "it means" : "they mean") no value"
    }
}

/// The distinct words of a column that has few of them.
struct WordSurvey {
    private static let limit = 12
    /// The number of times that each word occurs, or nil if there are too many words or a long one.
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
