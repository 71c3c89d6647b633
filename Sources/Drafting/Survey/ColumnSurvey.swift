import Foundation
import SQLite
import Sources

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
    /// The sign for "the same as above", where cells are nothing else.
    private(set) var ditto: String?
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
        if ditto == nil, inner.count < 16 {
            let word = String(decoding: inner, as: UTF8.self)
            if Self.dittos.contains(word.lowercased()) { ditto = word }
        }
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

    private static let dittos: Set<String> = [
        "\"", "''", "″", "〃", "”", "ditto", "dito", "idem", "do.", "id.", "s.o.", "s. o.", "same as above",
        "wie oben",
        "comme ci-dessus", "как выше", "同上",
    ]

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
