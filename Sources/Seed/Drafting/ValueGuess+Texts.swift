import Foundation
import Inputs
import ObjectModel
import SQLite
import Seeding

// Values that are neither numbers nor dates.
extension ValueGuess {
    // MARK: Others

    mutating func guessBytes(_ type: AttributeType) {
        guard survey.texts > 0 else { return }
        if type == .transformable { options.append(("archive", "raw")) }
        options.append(("binary", "base64"))
        let isBase64 = survey.examples.allSatisfy { value in
            guard case .text(let text) = value else { return true }
            return Self.isBase64(text)
        }
        if !isBase64 {
            unreadable = count
            doubts.append("these texts are no base64: say how bytes are written, with `binary:`")
        } else {
            doubts.append("are these texts base64?")
        }
    }

    /// Infers the options of a list in a cell, for an attribute that the model declares as an array.
    mutating func guessArray() {
        guard survey.texts > 0 else { return }
        options.append(("archive", "array"))
        guessSeparator()
    }

    /// Infers the separator of a list that is not JSON.
    mutating func guessSeparator() {
        let isJSON = survey.examples.allSatisfy { value in
            guard case .text(let text) = value else { return false }
            return text.first { !$0.isWhitespace } == "["
        }
        guard survey.texts > 0, !isJSON else { return }
        options.append(("separator", YAMLText.quoted(survey.separator ?? ";")))
        if survey.separator == nil {
            doubts.append("no cell holds several values: which separator would they have?")
        }
    }

    static func isBase64(_ text: String) -> Bool {
        text.utf8.count % 4 == 0
            && text.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
                    || NumberParser.digit(byte) != nil
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
    }

    /// Converts numbers for a text attribute to the form in which the sheet shows them.
    mutating func guessShape(_ shape: NumberShape, count noted: Int) {
        if shape.isClock { return guessClock() }
        let isAll = noted >= min(count, 100)
        let literals = shape.literals
        let isWhole = survey.numbers.forms[0].fractions == 0
        if isAll, isWhole, literals.count == 2, !literals.joined().contains(where: { "{}".contains($0) }) {
            template = (literals[0], literals[1])
        } else if isAll, isWhole, literals.count > 2 {
            // The first group has all further digits.
            let groups = shape.groups.enumerated().map { $0.offset == 0 ? "(.+)" : "(.{\($0.element)})" }
            let text = literals[0] + groups.indices.map { "$\($0 + 1)" + literals[$0 + 1] }.joined()
            let with = text.replacing("\\", with: "\\\\")
            options.append(
                (
                    "replace",
                    "{ pattern: \(YAMLText.quoted("^" + groups.joined() + "$")), with: \(YAMLText.quoted(with)) }"
                ))
        } else if isAll, shape.isWritten {
            options.append(("number", "{ shown: \(YAMLText.quoted(shape.code)) }"))
        } else {
            doubts.append(
                "the sheet shows numbers in the format `\(shape.code)`, a text gets them as they are")
        }
    }

    /// Adds a note or a doubt about units that the sheet shows and the numbers lose.
    mutating func reportUnits() {
        guard let shown = survey.shape else { return }
        let numbers = survey.count - survey.texts
        let other = shown.otherUnit ?? ""
        if shown.shape.unit == "%", shown.count == numbers {
            notes.append(
                "the sheet shows 0.55 as 55 %, and it stays 0.55; say `number: { scale: 100 }` for 55")
        } else if shown.shape.unit == "%" || other == "%" {
            let count = shown.shape.unit == "%" ? "\(shown.count)" : "some"
            doubts.append("the sheet shows \(count) of \(numbers) numbers as per cent: is 0.5 of them 50?")
        } else if shown.otherUnit != nil {
            let units = [shown.shape.unit, other].map { $0.isEmpty ? "no unit" : "'\($0)'" }
            doubts.append("the sheet shows numbers with \(units[0]) and with \(units[1])")
        }
    }

    /// Removes the seconds of times that the sheet shows as `18:30` and stores as `18:30:00`.
    private mutating func guessClock() {
        func isMinute(_ text: String) -> Bool {
            text.utf8.count == 8 && text.hasSuffix(":00") && text.utf8.count { $0 == UInt8(ascii: ":") } == 2
                && text.utf8.allSatisfy { $0 == UInt8(ascii: ":") || NumberParser.digit($0) != nil }
        }
        guard count > 0, survey.examples.map(Self.text).allSatisfy(isMinute),
            !options.contains(where: { $0.key == "replace" })
        else { return }
        options.append(("replace", #"{ pattern: ":00$", with: "" }"#))
        notes.append("seconds are left out, which are 0 in all cells")
    }

    /// Adds doubts about a few values that differ from the others: days that a spreadsheet made of `SEPT2`
    /// and `1-2`, and codes that lost a leading zero.
    mutating func reportStrangers() {
        let texts = survey.examples.map(Self.text)
        let days = texts.filter(Self.isDay)
        if let day = days.first, days.count * 2 < texts.count {
            doubts.append(
                "\(days.count) of \(texts.count) values \(days.count == 1 ? "is a day" : "are days"), such as '\(day)': "
                    + "did a spreadsheet convert other texts to dates?")
        }
        let isCode = NameMatch.Name(name).plainWords.contains(where: Self.codeWords.contains)
        guard isCode, !survey.numbers.hasLeadingZeros, texts.count > 2,
            texts.allSatisfy({ $0.utf8.allSatisfy { NumberParser.digit($0) != nil } })
        else { return }
        let lengths = Dictionary(grouping: texts, by: \.utf8.count)
        guard lengths.count == 2, let longest = lengths.keys.max(), longest > 3,
            let short = lengths[longest - 1], short.count * 2 < texts.count
        else { return }
        doubts.append(
            "\(short.count) of \(texts.count) codes \(short.count == 1 ? "has" : "have") a digit less, such as '\(short[0])': has a zero in front been "
                + "lost?")
    }

    private static let codeWords: Set<String> = [
        "zip", "postal", "postcode", "code", "ean", "isbn", "gtin", "barcode", "sku", "number", "id",
    ]

    private static let months: Set<Substring> = [
        "Jan", "Feb", "Mar", "Mär", "Mrz", "Apr", "May", "Mai", "Jun", "Jul", "Aug", "Sep", "Oct", "Okt",
        "Nov", "Dec",
        "Dez",
    ]

    /// Returns whether a text is a day as spreadsheets write it, such as `2024-09-02`, `2-Sep` or `Sep-02`.
    private static func isDay(_ text: String) -> Bool {
        guard text.utf8.count <= 10, text.utf8.contains(where: { "-. ".utf8.contains($0) }) else {
            return false
        }
        let parts = text.split { "-. ".contains($0) }
        func isNumber(_ part: Substring, _ digits: ClosedRange<Int>) -> Bool {
            digits.contains(part.utf8.count) && part.utf8.allSatisfy { NumberParser.digit($0) != nil }
        }
        switch parts.count {
        case 3:
            return text.utf8.count == 10 && text.count { $0 == "-" } == 2
                && isNumber(parts[0], 4...4) && isNumber(parts[1], 2...2) && isNumber(parts[2], 2...2)
        case 2:
            return isNumber(parts[0], 1...2) && months.contains(parts[1])
                || months.contains(parts[0]) && isNumber(parts[1], 2...2)
        default: return false
        }
    }

    /// Adds a doubt about degrees that do not exist. Latitude and longitude may be swapped.
    mutating func reportPlaces(_ type: AttributeType) {
        guard [.double, .float, .decimal].contains(type), unreadable == 0 else { return }
        let words = NameMatch.Name(name).plainWords
        let most = words.contains("latitude") ? 90 : words.contains("longitude") ? 180.0 : .infinity
        let form = survey.numbers.forms.first { $0.fits == count && count > 0 }
        guard let form, max(form.highest, -form.lowest) > most else { return }
        let far = form.highest > most ? form.highest : form.lowest
        doubts.append("there is no \(most == 90 ? "latitude" : "longitude") of \(far)")
    }

    /// Infers the option for addresses with a scheme or a name, such as `mailto:a@x.org` and `Ann <a@x.org>`.
    mutating func guessAddress() {
        let words = NameMatch.words(name)
        if survey.links.count > 0 {
            let shown = survey.links.first ?? ""
            guard !words.contains(where: Self.linkWords.contains) else { return }
            guard options.allSatisfy({ $0.key != "replace" }) else {
                return doubts.append("addresses are those of links, as in '\(shown.prefix(40))', and stay so")
            }
            options.append(("replace", #"{ pattern: "(?i)^(mailto|tel):", with: "" }"#))
            notes.append("`mailto:` and `tel:` before addresses are left out")
            if shown.contains("?") { doubts.append("is all of '\(shown.prefix(40))' an address?") }
        } else if survey.namedAddresses > 0, words.contains(where: { $0.hasSuffix("mail") }) {
            options.append(("replace", #"{ pattern: '^.*<(.*)>$', with: "$1" }"#))
            notes.append("names beside addresses, `Ann <ann@example.org>`, are left out")
        }
    }

    private static let linkWords: Set<String> = ["url", "uri", "link", "href", "web", "website", "homepage"]

    /// Adds doubts about characters that an earlier program garbled or wrote for web pages.
    mutating func reportBroken() {
        if let broken = survey.broken { doubts.append(broken) }
        if let text = survey.entity {
            doubts.append(
                "characters are written as HTML entities, as in '\(text.prefix(30))', and stay so; `unescape: html` reads them"
            )
        }
    }

    mutating func guessOther(_ type: AttributeType) {
        guard let converter = try? AttributeConverter(type: type, zone: .gmt) else { return }
        let bad = survey.examples.filter { cell in
            cell.withField { (try? converter.convert($0)) == nil }
        }
        guard let first = bad.first else { return }
        if type == .uuid, let option = Self.uuidOption(bad) { return options.append(("replace", option)) }
        let isAll = bad.count == survey.examples.count
        noteMisfits(isAll ? count : bad.count, type.xcodeName, such: Self.text(first))
    }

    /// Returns the option for UUIDs in braces or without hyphens, or nil if some values are neither.
    private static func uuidOption(_ values: [Value]) -> String? {
        let texts = values.map { if case .text(let text) = $0 { text.trimmed } else { "" } }
        if texts.allSatisfy({
            $0.first == "{" && $0.last == "}" && UUID(uuidString: String($0.dropFirst().dropLast())) != nil
        }) {
            return #"{ pattern: '^\{(.*)\}$', with: "$1" }"#
        }
        guard texts.allSatisfy({ $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) }) else { return nil }
        return #"{ pattern: "^(.{8})(.{4})(.{4})(.{4})(.{12})$", with: "$1-$2-$3-$4-$5" }"#
    }
}
