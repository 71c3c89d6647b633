import Inputs
import ObjectModel
import SQLite
import Seeding

/// The options of a plan that convert the cells of a column to values of an attribute.
struct ValueGuess {
    /// The options besides `column`, as YAML.
    var options: [(key: String, value: String)] = []
    /// The doubts for the user to check.
    var doubts: [String] = []
    /// Facts that the user should know and that leave nothing to decide.
    var notes: [String] = []
    /// The template that replaces the column, as the texts before and after the column's name.
    var template: (before: String, after: String)?
    /// The number of the `count` values that cannot be read.
    var unreadable = 0
    let count: Int
    /// The number of cells without a value. Words that mean no value are included.
    let empty: Int
    /// Whether dates name no time zone, so that the plan has to.
    var needsZone = false

    let survey: ColumnSurvey
    /// The attribute's name.
    let name: String

    /// Infers the options from the survey of a column.
    ///
    /// - Parameters:
    ///   - path: the attribute's name, after those of composites that contain it.
    ///   - rowCount: the number of rows of the input.
    ///   - isList: whether the attribute is a SwiftData array, so that one cell holds a list.
    ///   - isReferenceDate: whether the input itself marks the numbers as dates.
    ///   - isDayFirst: whether other dates of the input have the day before the month.
    ///   - hasDecimalComma: whether other numbers of the input have a decimal comma.
    init(
        _ attribute: AttributeDescription, path: String, _ survey: ColumnSurvey, rowCount: Int,
        isList: Bool = false,
        isReferenceDate: Bool = false, isDayFirst: Bool? = nil, hasDecimalComma: Bool? = nil
    ) {
        let type = attribute.type
        self.survey = survey
        name = path
        let isText = type == .string
        // A text may be any word, in particular if the attribute requires a value.
        var nullWords =
            !isText ? survey.nullWords.keys.sorted() : attribute.isOptional ? survey.provenNullWords : []
        if type == .date { nullWords = (nullWords + survey.noDates.keys).sorted() }
        let nulls = nullWords.reduce(0) { $0 + (survey.nullWords[$1] ?? survey.noDates[$1] ?? 0) }
        count = survey.filled - nulls
        empty = rowCount - count
        if isReferenceDate {
            unreadable = type == .date ? 0 : count
            return
        }
        switch type {
        case .date: guessDate(isDayFirst: isDayFirst)
        case .integer16, .integer32, .integer64, .double, .float, .decimal: guessNumber(type, hasDecimalComma)
        case .boolean: guessBoolean(attribute)
        case .binaryData, .transformable:
            if attribute.holdsArray {
                guessArray()
            } else if isList {
                guessSeparator()
            } else {
                guessBytes(type)
            }
        default: guessOther(type)
        }
        if !isText, survey.hasWideDigits { options.append(("normalize", "nfkc")) }
        if !isText, survey.padded > 0 { options.append(("trim", "true")) }
        if isText, survey.formulas > 0 {
            options.append(("replace", #"{ pattern: '^="(.*)"$', with: "$1" }"#))
        } else if isText, survey.apostrophes == count, count > 0 {
            options.append(("replace", #"{ pattern: "^'", with: "" }"#))
        }
        if isText { guessAddress() }
        if isText || type == .transformable { reportBroken() }
        if isText, let shape = survey.shape { guessShape(shape.shape, count: shape.count) }
        if !isText, type != .date { reportUnits() }
        if isText { reportStrangers() }
        reportPlaces(type)
        if isText, survey.holdsCodes, survey.nullWords["NA"] != nil {
            notes.append("'NA' is a code like the others, and not no value")
        }
        if type != .double, type != .float, let example = survey.roundedNumber {
            doubts.append("a spreadsheet has left out digits of numbers such as '\(example)'")
        }
        let kept = isText && attribute.isOptional ? survey.possibleNullWords : []
        if !kept.isEmpty { doubts.append(NullWords.suggestion(kept)) }
        guard !nullWords.isEmpty else { return }
        options.append(("null", Self.list(nullWords)))
        if isText, !nullWords.allSatisfy(NullWords.isSure) {
            doubts.append(NullWords.doubt(nullWords))
        }
    }

    /// Returns the template with the name of a column.
    func template(of column: String) -> String? { template.map { "\($0.before){\(column)}\($0.after)" } }

    /// Returns words as a YAML list.
    static func list(_ words: [String]) -> String { NullWords.list(words) }

    /// Records the number of unreadable values, and a doubt with an example.
    mutating func noteMisfits(_ count: Int, _ what: String, such example: String?) {
        guard count > 0 else { return }
        unreadable = count
        let such = example.map { ", such as '\($0)'" } ?? ""
        let all =
            count == self.count ? "none of \(count) values is" : "\(count) of \(self.count) values are no"
        doubts.append(count == self.count ? "\(all) \(Self.article(what))\(such)" : "\(all) \(what)\(such)")
    }

    private static func article(_ word: String) -> String {
        let isVowel = word.first.map { "AEIOaeio".contains($0) } ?? false
        return (isVowel ? "an " : "a ") + word
    }

    // MARK: Numbers

    private mutating func guessNumber(_ type: AttributeType, _ hasDecimalComma: Bool?) {
        let range: ClosedRange<Double>? =
            switch type {
            case .integer16: -32_768...32_767
            case .integer32: -2_147_483_648...2_147_483_647
            case .integer64: -9.3e18...9.3e18
            default: nil
            }
        let numbers = survey.numbers
        guard count > 0, !guessStars(), !guessWritten(type) else { return }
        func fits(_ form: NumberSurvey.Form) -> Int {
            range == nil ? form.fits : form.fits - form.fractions
        }
        // A unit with a mark for no cents is used only if there is no other.
        let unit =
            numbers.units.filter { NumberSurvey.dashes($0.key) == nil }
            .max { ($0.value, $1.key) < ($1.value, $0.key) }
            ?? numbers.units.max { ($0.value, $1.key) < ($1.value, $0.key) }
        // Units that mean the same, such as `€` and `,– €`, or `pc` and `pcs`.
        let same = numbers.units.keys.sorted().filter { other in
            guard let unit, other != unit.key else { return false }
            let rest = NumberSurvey.dashes(other)?.unit
            return rest?.isEmpty == true || rest == unit.key || other == unit.key + "s"
                || other + "s" == unit.key
        }
        let forms = unit == nil ? numbers.forms : numbers.withUnits
        let best = forms.map(fits).max() ?? 0
        let fitting = forms.filter { fits($0) == best }
        guard best > 0, var form = fitting.first else {
            noteMisfits(count, type.xcodeName, such: numbers.forms[0].misfit)
            return reportForms()
        }
        // The mark in `1,234` and `1.234` may separate decimals or thousands.
        let grouped = fitting.first { $0.separates && $0.thousands != form.thousands }
        if form.thousands == nil, let grouped {
            if let unit, NumberSurvey.isCurrency(unit.key) {
                form = grouped
            } else if let hasDecimalComma {
                if grouped.hasDecimalComma == hasDecimalComma { form = grouped }
            } else {
                // Whole numbers are not written with three zeros as decimals.
                if range != nil { form = grouped }
                let mark = grouped.thousands == "," ? "comma" : "point"
                doubts.append(
                    "does the \(mark) in '\(grouped.separated ?? "")' separate thousands?")
            }
        }
        if let thousands = form.thousands {
            if form.hasDecimalComma { options.append(("decimalComma", "true")) }
            options.append(("thousands", YAMLText.quoted(thousands)))
        } else if form.hasDecimalComma {
            options.append(("decimalComma", "true"))
        }
        var foreign = 0
        var written =
            unit.map { unit in
                [
                    "unit: "
                        + (same.isEmpty
                            ? YAMLText.quoted(unit.key)
                            : Self.list((same + [unit.key]).sorted { $0.count > $1.count }))
                ]
            } ?? []
        if numbers.accounting > 0 { written.append("accounting: true") }
        if let unit, let scale = Self.scales[unit.key] {
            // The scale applies to all numbers, also to those without the unit.
            guard unit.value == count else {
                return noteMisfits(count, "\(type.xcodeName) with '\(unit.key)'", such: form.misfit)
            }
            written.append("scale: \(scale)")
            notes.append("1 \(unit.key) becomes \(scale)")
        }
        if !written.isEmpty { options.append(("number", "{ \(written.joined(separator: ", ")) }")) }
        if let unit {
            if unit.key == "%" { notes.append("55 % becomes 55; say `scale: 0.01` for 0.55") }
            let bare = survey.texts - numbers.units.values.reduce(0, +)
            if unit.key == "%", bare > 0, survey.texts == survey.count {
                doubts.append("\(bare) of \(count) values have no '%': is 0.05 of them 5 %?")
            }
            if unit.key == "%", survey.texts < survey.count {
                doubts.append(
                    "\(survey.count - survey.texts) of \(count) values are numbers: is 0.05 of them 5 %?")
            }
            let others = numbers.units.filter { $0.key != unit.key && !same.contains($0.key) }
            foreign = others.values.reduce(0, +)
            if foreign > 0 {
                let names = others.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
                doubts.append("\(foreign) of \(count) values show another unit than '\(unit.key)': \(names)")
            }
        }
        defer { unreadable = max(unreadable, foreign) }
        let isOutside = range.map { form.lowest < $0.lowerBound || form.highest > $0.upperBound }
        if isOutside == true {
            let bound = form.lowest < range?.lowerBound ?? 0 ? form.lowest : form.highest
            doubts.append("\(Self.text(bound)) is out of the range of \(type.xcodeName)")
        }
        if range != nil, form.fractions > 0, form.fits == count {
            unreadable = form.fractions
            doubts.append("\(form.fractions) of \(count) values have a fraction")
        } else {
            noteMisfits(count - best, type.xcodeName, such: form.misfit)
            if best < count { reportForms() }
        }
    }

    /// Infers the lookup for ratings such as `★★★☆☆`. Returns false if cells hold anything else.
    private mutating func guessStars() -> Bool {
        guard let counts = survey.words.counts, survey.texts == survey.count else { return false }
        let words = counts.keys.sorted()
        let (full, hollow) = (Set("★⭐✭●❤♥■*"), Set("☆○♡□ "))
        guard words.allSatisfy({ $0.contains(where: full.contains) || $0.contains(where: hollow.contains) }),
            words.allSatisfy({ $0.allSatisfy { full.contains($0) || hollow.contains($0) } })
        else { return false }
        let values = words.map { word in "\(YAMLText.quoted(word)): \(word.count(where: full.contains))" }
        options.append(("lookup", "{ \(values.joined(separator: ", ")) }"))
        return true
    }

    /// Words after numbers that are multipliers and not units.
    private static let scales = [
        "k": 1000, "K": 1000, "Tsd": 1000, "Tsd.": 1000, "M": 1_000_000, "Mio": 1_000_000, "Mio.": 1_000_000,
        "mln": 1_000_000, "Mrd": 1_000_000_000, "Mrd.": 1_000_000_000, "bn": 1_000_000_000,
        "万": 10_000, "億": 100_000_000, "亿": 100_000_000,
    ]

    private static func text(_ number: Double) -> String {
        Int64(exactly: number).map { String($0) } ?? "\(number)"
    }

    // MARK: Truth values

    private static let pairs: [(yes: [String], no: [String])] = [
        (["ja", "j", "wahr"], ["nein", "n", "falsch"]), (["oui", "o", "vrai"], ["non", "n", "faux"]),
        (["si", "sí", "sì", "s", "verdadero", "vero"], ["no", "n", "falso"]),
        (["sim", "s", "verdadeiro"], ["não", "nao", "n", "falso"]),
        (["ja", "j", "waar"], ["nee", "n", "onwaar"]), (["ja", "j", "sant", "sand"], ["nej", "nei", "n"]),
        (["kyllä", "k", "tosi"], ["ei", "e", "epätosi"]), (["tak", "t", "prawda"], ["nie", "n", "fałsz"]),
        (["да", "истина"], ["нет", "ложь"]), (["evet", "e"], ["hayır", "h"]), (["ano", "a"], ["ne", "n"]),
        (["是", "✓"], ["否", "✗"]), (["はい"], ["いいえ"]), (["예", "네"], ["아니오", "아니요"]),
        (["✓", "✔", "x", "☑", "+"], ["✗", "✘", "☐", "-", "o"]),
        (["-1"], ["0"]), (["[x]"], ["[ ]", "[]"]),
        (["enabled", "active", "checked"], ["disabled", "inactive", "unchecked"]),
    ]
    private static let marks: Set<String> = ["x", "✓", "✔", "☑", "•", "*", "✅", "+"]

    private mutating func guessBoolean(_ attribute: AttributeDescription) {
        guard count > 0 else { return }
        let usual = Set(BooleanParser.trueWords + BooleanParser.falseWords)
        guard let counts = survey.words.counts else {
            let shown = survey.examples.first { !usual.contains(Self.text($0).lowercased()) }
            return noteMisfits(count, "Boolean", such: shown.map(Self.text))
        }
        let words = counts.keys.sorted()
        let strange = words.filter { word in
            !usual.contains(word.lowercased()) && !["1.0", "0.0"].contains(word)
        }
        guard !strange.isEmpty else { return }
        let folded = Set(words.map { $0.lowercased() })
        if folded.isSubset(of: Self.marks), folded.count == 1 {
            options.append(("booleans", "{ true: \(Self.list(Array(folded))), false: [] }"))
            options.append(("default", "false"))
            return
        }
        for (yes, no) in Self.pairs where folded.isSubset(of: yes + no) {
            let known = (yes.filter(folded.contains), no.filter(folded.contains))
            // Both words are listed, because later rows may contain the other.
            let all = (known.0.isEmpty ? [yes[0]] : known.0, known.1.isEmpty ? [no[0]] : known.1)
            options.append(("booleans", "{ true: \(Self.list(all.0)), false: \(Self.list(all.1)) }"))
            return
        }
        unreadable = strange.reduce(0) { $0 + (counts[$1] ?? 0) }
        doubts.append(
            "which of \(words.map { "'\($0)'" }.joined(separator: ", ")) is true? "
                + "say `booleans: { true: […], false: […] }`")
    }

    /// Returns a value as text, as its column shows it.
    static func text(_ value: Value) -> String {
        switch value {
        case .text(let text): String(text.prefix(30))
        case .integer(let value): String(value)
        case .real(let value): "\(value)"
        case .blob(let bytes): "\(bytes.count) bytes"
        case .null: ""
        }
    }
}

extension AttributeDescription {
    /// Whether the model declares an archived array of texts, such as `[String]` or `NSArray`.
    var holdsArray: Bool {
        guard type == .transformable, let name = attributeValueClassName else {
            return false
        }
        return ["[String]", "NSArray", "NSMutableArray"].contains(name)
    }
}
