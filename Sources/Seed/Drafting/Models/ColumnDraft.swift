import ObjectModel
import SQLite
import Seeding

/// The attribute that a column becomes. Its type depends on the declaration and all values. The options go
/// into the plan.
struct ColumnDraft {
    let type: AttributeType
    /// Whether the attribute is required.
    let isRequired: Bool
    /// The options besides `column` in a plan, as YAML.
    private(set) var options: [(key: String, value: String)] = []
    /// The doubts for the user to check.
    private(set) var doubts: [String] = []
    /// Whether dates name no time zone, so that the plan has to.
    private(set) var needsZone = false
    /// Whether values are large enough for external storage.
    private(set) var isLarge = false

    /// Creates the draft of a column in an SQLite table.
    ///
    /// - Parameter isText: whether a trial showed that the values fit no type except text.
    init(
        _ column: TableDeclaration.Column, _ survey: ColumnSurvey, _ form: ModelDrafter.Form, rowCount: Int,
        isText: Bool
    ) {
        let guess = Guess(column.name, survey, rowCount, form)
        let meaning = NumberMeaning(column, rowCount: rowCount)
        if !isText, meaning.type != nil || column.isGUID {
            type = meaning.type ?? .uuid
            isRequired = column.isRequired && column.nulls == 0 && !meaning.hasNone
            (options, doubts) = (meaning.options, meaning.doubts)
            return
        }
        let found = isText ? (.string, nil) : Self.type(of: column, guess)
        type = found.0
        // Only a text can be empty.
        isRequired =
            column.isRequired && column.nulls == 0
            && (found.0 == .string || guess.values(of: found.0)?.empty == 0)
        if let value = found.1 { take(value, keepsNullWords: type != .string) }
        if !isText { doubts += meaning.doubts }
        isLarge = type == .binaryData && column.longest > 100_000
        if type == .string, column.integers + column.reals > 0 {
            doubts.append("\(column.integers + column.reals) of \(column.count) values are numbers")
        }
        guard type == .string, column.empties > 0 else { return }
        if column.nulls == 0 {
            options.append(("default", "\"\""))
        } else {
            doubts.append("\(column.empties) empty texts become nil, as \(column.nulls) others are")
        }
    }

    /// Creates the draft of a column in a file without declarations.
    ///
    /// - Parameter isDate: whether the file marks the column's numbers as dates.
    init(
        _ name: String, _ survey: ColumnSurvey, _ form: ModelDrafter.Form, rowCount: Int, isDate: Bool,
        isText: Bool
    ) {
        let guess = Guess(name, survey, rowCount, form)
        type = isText ? .string : isDate ? .date : Self.type(of: name, guess)
        let values = guess.values(of: type)
        isRequired = rowCount > 1 && values?.empty == 0 && survey.skimmedEmpty == 0
        if let values, !isDate { take(values, keepsNullWords: true) }
    }

    private mutating func take(_ guess: ValueGuess, keepsNullWords: Bool) {
        options = guess.options.filter { keepsNullWords || $0.key != "null" }
        doubts = guess.doubts
        needsZone = guess.needsZone
    }

    // MARK: By declaration

    private static func type(
        of column: TableDeclaration.Column, _ guess: Guess
    ) -> (AttributeType, ValueGuess?) {
        let words = column.type
        func has(_ parts: String...) -> Bool { parts.contains(where: words.contains) }
        let count = column.count
        if column.isDeclaredBoolean {
            // Numbers already have their meaning.
            if count == 0 { return (.boolean, nil) }
            if column.texts == count, let fitting = guess.fitting(.boolean) {
                return (.boolean, fitting)
            }
        }
        if has("DATE", "TIMESTAMP") || words == "TIME" {
            if count == 0, words != "TIME" { return (.date, nil) }
            if let dates = guess.fitting(.date), dates.template == nil { return (.date, dates) }
        }
        if has("INT"), column.integers == count { return (integer(words, column.range), nil) }
        let isNumber = column.integers + column.reals == count
        if has("DEC", "NUMERIC", "MONEY", "NUMBER") {
            if isNumber { return (.decimal, nil) }
            // Decimals with more digits than SQLite stores as numbers are stored as texts.
            if column.blobs == 0, let decimals = guess.fitting(.decimal) { return (.decimal, decimals) }
        }
        if has("REAL", "FLOA", "DOUB"), isNumber { return (.double, nil) }
        if has("BLOB", "BINARY", "IMAGE"), column.blobs == count { return (.binaryData, nil) }
        guard count > 0 else { return (.string, nil) }
        if column.integers == count { return (.integer64, nil) }
        if isNumber { return (.double, nil) }
        if column.blobs == count { return (.binaryData, nil) }
        return column.texts == count ? text(guess) : (.string, nil)
    }

    private static func integer(_ words: String, _ range: ClosedRange<Int64>) -> AttributeType {
        func fits(_ bounds: ClosedRange<Int64>) -> Bool {
            bounds.contains(range.lowerBound) && bounds.contains(range.upperBound)
        }
        if words.contains("SMALLINT") || words.contains("TINYINT") || words == "INT2", fits(-32_768...32_767)
        {
            return .integer16
        }
        let isShort =
            words == "INT" || words.hasPrefix("INT(") || words.contains("MEDIUMINT") || words == "INT4"
        return isShort && fits(-2_147_483_648...2_147_483_647) ? .integer32 : .integer64
    }

    /// Returns a more precise type for texts, if all of them fit one.
    private static func text(_ guess: Guess) -> (AttributeType, ValueGuess?) {
        if guess.holdsUUIDs { return (.uuid, nil) }
        if guess.holdsURLs { return (.uri, nil) }
        let survey = guess.survey
        guard survey.numbers.forms[0].fits < survey.count, let dates = guess.fitting(.date),
            dates.doubts.isEmpty, dates.template == nil
        else { return (.string, nil) }
        return (.date, dates)
    }

    // MARK: By values

    /// Names of columns whose numbers are labels.
    private static let labelWords: Set<String> = [
        "phone", "tel", "telephone", "fax", "mobile", "zip", "zipcode", "postal", "postcode", "plz", "isbn",
        "ean", "gtin",
        "upc", "sku", "barcode", "iban", "code",
    ]
    private static let moneyWords: Set<String> = [
        "price", "amount", "cost", "total", "fee", "salary", "tax", "preis", "betrag", "prix", "fare", "wage",
        "balance",
        "payment", "deposit", "discount", "revenue", "budget", "income",
    ]

    private static func type(of name: String, _ guess: Guess) -> AttributeType {
        let survey = guess.survey
        guard let known = guess.values(of: .string), known.count > 0 else { return .string }
        if let counts = survey.words.counts, guess.isBoolean(counts) { return .boolean }
        let words = NameMatch.words(name)
        let isLabel = words.contains(where: labelWords.contains) || guess.holdsCodes
        if !isLabel, let numbers = guess.fitting(.double), numbers.doubts.isEmpty {
            if guess.fitting(.integer64) != nil { return .integer64 }
            // A rate in percent has more decimals than the rate of a rental.
            let isRate = words.last == "rate" && guess.hasTwoDecimals
            let isMoney =
                words.contains(where: moneyWords.contains) || isRate || !survey.numbers.units.isEmpty
            return isMoney ? .decimal : .double
        }
        return text(guess).0
    }
}

/// The values of a column, read as several types.
private struct Guess {
    let name: String
    let survey: ColumnSurvey
    private let rowCount: Int
    private let form: ModelDrafter.Form

    init(_ name: String, _ survey: ColumnSurvey, _ rowCount: Int, _ form: ModelDrafter.Form) {
        self.form = form
        self.name = name
        self.survey = survey
        self.rowCount = rowCount
    }

    /// Returns the options of a plan for a type, which for UUIDs, links and data are those of a text.
    func values(of type: AttributeType) -> ValueGuess? {
        guard ![.uuid, .uri, .binaryData].contains(type) else {
            return ValueGuess(attribute(.string), path: name, survey, rowCount: rowCount)
        }
        return ValueGuess(attribute(type), path: name, survey, rowCount: rowCount)
    }

    /// Returns the options of a plan for a type, or nil if a value cannot be read as that type.
    func fitting(_ type: AttributeType) -> ValueGuess? {
        let guess = ValueGuess(attribute(type), path: name, survey, rowCount: rowCount)
        return guess.count > 0 && guess.unreadable == 0 ? guess : nil
    }

    private func attribute(_ type: AttributeType) -> AttributeDescription {
        AttributeDescription(PropertyTraits(name: "value"), type: type)
    }

    /// Returns whether the words are Booleans: words for both truth values, or a single tick mark.
    func isBoolean(_ counts: [String: Int]) -> Bool {
        let words = counts.keys.map { $0.lowercased() }
        guard !words.isEmpty, words.count <= 4, !words.allSatisfy({ Double($0) != nil }),
            let guess = fitting(.boolean)
        else { return false }
        if words == ["x"] || words == ["✓"] || words == ["✔"] { return true }
        let isKnown = words.allSatisfy { (BooleanParser.trueWords + BooleanParser.falseWords).contains($0) }
        let isBoth =
            words.contains(where: BooleanParser.trueWords.contains)
            && words.contains(where: BooleanParser.falseWords.contains)
        return isKnown ? isBoth : words.count == 2 && guess.options.contains { $0.key == "booleans" }
    }

    private var texts: [String] {
        survey.examples.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// Whether some number has two decimals and no number has more.
    var hasTwoDecimals: Bool {
        let digits = survey.examples.map { value in
            ValueGuess.text(value).split(separator: ".", maxSplits: 1).dropFirst().first?.count ?? 0
        }
        return digits.max() == 2
    }

    /// Whether the values are codes made of digits, or telephone numbers.
    var holdsCodes: Bool { survey.numbers.hasLeadingZeros || texts.contains { $0.hasPrefix("+") } }

    var holdsUUIDs: Bool {
        !texts.isEmpty && texts.count == survey.examples.count
            && texts.allSatisfy { text in
                text.utf8.count == 36 && text.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12]
                    && text.allSatisfy { $0.isHexDigit || $0 == "-" }
            }
    }

    /// Whether all values are web links. It is false for SwiftData, because no known store shows its format
    /// of URLs.
    var holdsURLs: Bool {
        form == .coreData && !texts.isEmpty && texts.count == survey.examples.count
            && texts.allSatisfy { text in
                (text.hasPrefix("https://") || text.hasPrefix("http://"))
                    && !text.contains { $0.isWhitespace }
            }
    }
}
