import Inputs
import Seeding

/// The forms in which the numbers of a column are written, and the range of the numbers.
struct NumberSurvey {
    /// A form of numbers.
    struct Form {
        /// Whether the decimal separator is a comma.
        let hasDecimalComma: Bool
        /// The thousands separator in a plan.
        let thousands: String?
        /// The form as a build reads it.
        fileprivate let written: NumberForm
        /// The number of cells that are numbers in this form.
        fileprivate(set) var fits = 0
        /// The number of these that are not whole numbers.
        fileprivate(set) var fractions = 0
        fileprivate(set) var lowest = Double.infinity
        fileprivate(set) var highest = -Double.infinity
        /// The first cell that is no number in this form.
        fileprivate(set) var misfit: String?
        /// The first number with the thousands separator.
        fileprivate(set) var separated: String?

        fileprivate mutating func note(_ value: Double) {
            fits += 1
            if value != value.rounded() { fractions += 1 }
            lowest = min(lowest, value)
            highest = max(highest, value)
        }

        /// Whether a number has the thousands separator.
        var separates: Bool { separated != nil }
    }

    /// All forms. The form that programs write is first.
    private(set) var forms = NumberSurvey.all

    private static let all = [
        (false, nil), (true, nil), (true, "."), (false, ","), (true, " "), (false, " "),
        (false, "'"), (true, "'"),
    ].map { (comma: Bool, thousands: String?) in
        Form(
            hasDecimalComma: comma, thousands: thousands,
            written: NumberForm(
                usesDecimalComma: comma, thousands: thousands.flatMap(ThousandsSeparator.init)))
    }
    /// The forms of numbers with a unit or currency sign, which is removed first.
    private(set) var bare = NumberSurvey.all
    /// The number of cells with each unit, up to eight units.
    private(set) var units: [String: Int] = [:]
    private(set) var count = 0
    /// The number of negative numbers in accounting style, such as `(12.50)`.
    private(set) var accounting = 0
    /// Whether a text begins with a zero before other digits. Codes do, numbers do not.
    private(set) var hasLeadingZeros = false

    /// The number of texts that are numbers in a form other than decimal.
    private(set) var written: [WrittenNumber: Int] = [:]
    /// The first text whose parts are ambiguous, such as `1:30` or `1/2`.
    private(set) var openText: String?
    /// The first text that is a range of numbers, and the first that is an approximate number.
    private(set) var (range, approximate): (String?, String?) = (nil, nil)
    /// The number of texts that are none of these. After 20 of them, texts are no longer checked.
    private var otherTexts = 0

    /// Adds a text that is no plain number.
    private mutating func addWritten(_ bytes: UnsafeRawBufferPointer) {
        guard otherTexts < 20, bytes.count <= 40,
            bytes.contains(where: { NumberParser.digit($0) != nil || $0 >= 0x80 })
        else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        var isKnown = false
        for form in [WrittenNumber.seconds, .fraction, .degrees] where form.number(bytes) != nil {
            written[form, default: 0] += 1
            isKnown = true
        }
        if isKnown, openText == nil, text.contains(":") || text.contains("/") { openText = text }
        guard !isKnown else { return }
        if range == nil, NumberRange(text) != nil {
            range = text
        } else if approximate == nil, Self.isApproximate(text) {
            approximate = text
        } else {
            otherTexts += 1
        }
    }

    /// Returns whether a text is an approximate number, such as `ca. 12`, `~12` or `>5`.
    private static func isApproximate(_ text: String) -> Bool {
        let signs = [
            "~", "≈", "±", ">", "<", "≥", "≤", "ca.", "ca ", "circa ", "about ", "approx", "etwa ", "env.",
            "ок.",
        ]
        let lower = text.lowercased()
        guard let sign = signs.first(where: { lower.hasPrefix($0) }) else { return false }
        return text.dropFirst(sign.count).contains(where: \.isNumber)
    }

    /// Adds a cell.
    mutating func add(_ field: Field) {
        count += 1
        switch field {
        case .integer(let value):
            for index in forms.indices { forms[index].note(Double(value)) }
        case .real(let value):
            for index in forms.indices { forms[index].note(value) }
        case .text(let bytes):
            if bytes.count > 1, bytes[0] == UInt8(ascii: "0"), NumberParser.digit(bytes[1]) != nil {
                hasLeadingZeros = true
            }
            if !bytes.allSatisfy({ NumberParser.digit($0) != nil || ".,".utf8.contains($0) }) {
                addWritten(bytes)
            }
            guard let signed = NumberForm.withSign(bytes) else { return add(bytes) }
            let known = (forms, bare)
            signed.withUnsafeBytes { add($0) }
            let isNumber = zip(forms + bare, known.0 + known.1).contains { $0.fits > $1.fits }
            accounting += isNumber ? 1 : 0
        case .null, .blob: noteMisfit(field)
        }
    }

    private mutating func noteMisfit(_ field: Field) { Self.noteMisfit(field, in: &forms) }

    private static func noteMisfit(_ field: Field, in forms: inout [Form]) {
        for index in forms.indices where forms[index].misfit == nil {
            forms[index].misfit = String(field.display.prefix(30))
        }
    }

    /// All forms, including the numbers with a unit.
    var withUnits: [Form] {
        zip(forms, bare).map { form, bare in
            var all = form
            all.fits += bare.fits
            all.fractions += bare.fractions
            all.lowest = min(form.lowest, bare.lowest)
            all.highest = max(form.highest, bare.highest)
            all.separated = form.separated ?? bare.separated
            return all
        }
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard let (unit, number) = Self.unit(of: bytes), units.count < 8 || units[unit] != nil else {
            return Self.add(bytes, to: &forms)
        }
        units[unit, default: 0] += 1
        noteMisfit(.text(bytes))
        number.withUnsafeBytes { Self.add($0, to: &bare) }
    }

    private static let currencies = [
        "€", "$", "£", "¥", "₹", "₽", "₩", "₺", "₴", "₪", "฿", "₫", "₱", "zł", "kr.", "kr", "Kč", "Ft", "lei",
        "EUR",
        "USD", "GBP", "CHF", "JPY", "US$", "R$", "A$", "C$", "SFr.", "Fr.", "Rs.", "SEK", "NOK", "DKK", "PLN",
        "CZK", "HUF", "INR", "CNY", "RUB", "BRL",
    ]

    /// Returns whether a unit is a currency. Amounts of money do not have three decimals.
    static func isCurrency(_ unit: String) -> Bool {
        currencies.contains(unit) || ["円", "元", "원", "руб.", "руб", "₸"].contains(unit)
    }

    /// Splits a mark for no cents from the unit after it, as in `12,-`, `12,– €` and `12:-`.
    static func dashes(_ unit: String) -> (dashes: Substring, unit: String)? {
        guard let mark = unit.first, ",.:".contains(mark) else { return nil }
        let dashes = unit.dropFirst().prefix { "-–—".contains($0) }
        guard (1...2).contains(dashes.count) else { return nil }
        return (unit.prefix(1 + dashes.count), String(unit.dropFirst(1 + dashes.count)).trimmed)
    }

    /// Splits a number and its unit: any short word or sign after the number, or a currency before it.
    private static func unit(of bytes: UnsafeRawBufferPointer) -> (unit: String, number: [UInt8])? {
        guard bytes.count > 1, bytes.count <= 40, let first = bytes.first, let last = bytes.last else {
            return nil
        }
        let isNumber = { (byte: UInt8) in NumberParser.digit(byte) != nil }
        guard isNumber(first) != isNumber(last) || first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
        else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        let mark = text.first == "-" || text.first == "+" ? String(text.prefix(1)) : ""
        let rest = text.dropFirst(mark.count)
        if let currency = currencies.first(where: { rest.hasPrefix($0) }) {
            let number = rest.dropFirst(currency.count).drop { $0.isWhitespace }
            guard let digit = number.utf8.first, isNumber(digit) else { return nil }
            return (currency, Array((mark + number).utf8))
        }
        guard let digit = rest.utf8.first, isNumber(digit) else { return nil }
        var number = rest.prefix { $0.isNumber || ".,'’".contains($0) || $0.isWhitespace }
        var unit = rest.dropFirst(number.count)
        let end = rest.dropFirst(max(0, number.count - 1))
        if dashes(String(end)) != nil {
            number = number.dropLast()
            unit = end
        }
        let isDashed = dashes(String(unit)) != nil
        guard !unit.isEmpty, unit.count <= (isDashed ? 10 : 6), unit.first != "/",
            !unit.contains(where: { $0.isNumber && $0.isASCII || $0.isWhitespace && !isDashed }),
            !unit.contains(where: { ":-+#".contains($0) && !isDashed })
        else { return nil }
        var digits = number
        while digits.last?.isWhitespace == true { digits.removeLast() }
        return (String(unit), Array((mark + digits).utf8))
    }

    private static func add(_ bytes: UnsafeRawBufferPointer, to forms: inout [Form]) {
        // A number in any form begins with one of these characters.
        guard bytes.count <= 40, let first = bytes.first,
            NumberParser.digit(first) != nil || "+-.,".utf8.contains(first)
        else { return noteMisfit(.text(bytes), in: &forms) }
        let isPlain = bytes.allSatisfy { NumberParser.digit($0) != nil }
        for index in forms.indices {
            if isPlain {
                if let value = NumberParser.double(bytes) { forms[index].note(value) }
                continue
            }
            let form = forms[index]
            guard let usual = form.written.usualForm(of: bytes),
                let value = usual.withUnsafeBytes(NumberParser.double)
            else {
                if form.misfit == nil {
                    forms[index].misfit = String(Field.text(bytes).display.prefix(30))
                }
                continue
            }
            if form.thousands != nil, form.separated == nil, usual.count < bytes.count {
                forms[index].separated = String(Field.text(bytes).display.prefix(30))
            }
            forms[index].note(value)
        }
    }
}

/// Two numbers with a dash between them, such as `10–12` or `10 - 12 €`.
struct NumberRange {
    /// The dash, including the spaces around it.
    let separator: String

    init?(_ text: String) {
        guard let dash = text.dropFirst().firstIndex(where: { "-–—".contains($0) }) else { return nil }
        var (start, end) = (dash, text.index(after: dash))
        while start > text.startIndex, text[text.index(before: start)].isWhitespace {
            start = text.index(before: start)
        }
        while end < text.endIndex, text[end].isWhitespace { end = text.index(after: end) }
        func isNumber(_ part: Substring) -> Bool {
            part.first?.isNumber == true && part.count < 16 && !part.contains { "-–—/:".contains($0) }
        }
        let (first, second) = (text[..<start], text[end...])
        guard isNumber(first), isNumber(second), first.last?.isNumber == true,
            Words.number(String(first)) ?? .infinity <= Words.number(String(second)) ?? -.infinity
        else { return nil }
        separator = String(text[start..<end])
    }

    private typealias Words = OddRows.Words
}
