import Foundation
import Inputs

/// The separator of a number's thousands.
package enum ThousandsSeparator: Equatable, Sendable, CaseIterable {
    case point, comma
    /// A space, also a non-breaking or narrow one.
    case space
    /// An apostrophe, straight or curved.
    case apostrophe

    /// Creates the separator that a plan has; nil for other texts.
    package init?(_ text: String) {
        let known = Self.allCases.first { separator in
            separator.forms.contains { $0.elementsEqual(text.utf8) }
        }
        guard let known else { return nil }
        self = known
    }

    /// All texts that a plan may have.
    static let writtenForms = allCases.flatMap(\.forms).map { String(decoding: $0, as: UTF8.self) }

    /// The forms of the separator, in UTF-8.
    fileprivate var forms: [[UInt8]] {
        switch self {
        case .point: [[0x2E]]
        case .comma: [[0x2C]]
        // Space, no-break space, figure space, thin space, narrow no-break space.
        case .space:
            [
                [0x20], [0xC2, 0xA0], [0xE2, 0x80, 0x87], [0xE2, 0x80, 0x89], [0xE2, 0x80, 0xAF],
            ]
        case .apostrophe: [[0x27], [0xE2, 0x80, 0x99]]
        }
    }
}

/// The form of numbers in texts.
package struct NumberForm: Equatable, Sendable {
    /// Whether the decimal separator is a comma instead of a point.
    var usesDecimalComma = false
    /// The separator of thousands; nil for none.
    package var thousands: ThousandsSeparator?
    /// The units that may precede or follow the number, in UTF-8.
    var units: [[UInt8]] = []
    /// The factor that the number is multiplied by.
    var scale: Decimal?
    /// Whether negative numbers may have the form that accountants use.
    var isAccounting = false
    /// A form other than decimal fractions; nil for none.
    var written: WrittenNumber?
    /// The form of texts for numbers that the source stores as numbers.
    var shape: NumberShape?

    /// Creates a form. The default is the form that programs write.
    package init(
        usesDecimalComma: Bool = false, thousands: ThousandsSeparator? = nil, units: [[UInt8]] = [],
        scale: Decimal? = nil, isAccounting: Bool = false
    ) {
        self.usesDecimalComma = usesDecimalComma
        self.thousands = thousands
        self.units = units
        self.scale = scale
        self.isAccounting = isAccounting
    }

    /// Whether numbers have the form that programs write.
    package var isUsual: Bool {
        !usesDecimalComma && thousands == nil && units.isEmpty && scale == nil && !isAccounting
            && shape == nil && written == nil
    }

    /// Passes the number's text in the form that programs write to `body`; nil if it does not have this form.
    @inline(__always)
    func withUsualForm<Value>(
        of bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Value?
    ) -> Value? {
        guard !isUsual else { return body(bytes) }
        if isAccounting, let signed = Self.withSign(bytes) {
            var form = self
            form.isAccounting = false
            return signed.withUnsafeBytes { form.withUsualForm(of: $0, body) }
        }
        let number = units.isEmpty ? nil : withoutUnit(bytes)
        if let written {
            let text = number.map { $0.withUnsafeBytes { written.number($0) } } ?? written.number(bytes)
            return text.flatMap { $0.withUTF8Bytes { body($0) } }
        }
        let text = number.map { $0.withUnsafeBytes { usualForm(of: $0) } } ?? usualForm(of: bytes)
        guard let text else { return nil }
        guard let scale else { return text.withUnsafeBytes { body($0) } }
        guard text.withUnsafeBytes({ NumberParser.double($0) }) != nil,
            let value = Decimal(string: String(decoding: text, as: UTF8.self))
        else { return nil }
        return "\(value * scale)".withUTF8Bytes { body($0) }
    }

    /// Returns a cell that the source stores as a number, multiplied by the scale.
    @inline(__always)
    func scaled(_ field: Field) -> Field {
        guard let scale else { return field }
        switch field {
        case .integer(let value): return Self.field(Decimal(value) * scale)
        case .real(let value):
            guard let exact = Decimal(string: "\(value)") else { return field }
            return Self.field(exact * scale)
        case .null, .text, .blob: return field
        }
    }

    private static func field(_ number: Decimal) -> Field {
        let text = "\(number)"
        return Int64(text).map { .integer($0) } ?? .real(Double(text) ?? .nan)
    }

    /// Returns an accountant's negative number, `(12.50)`, `12.50-` or `−12.50`, with its sign in front; nil for
    /// other texts.
    package static func withSign(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var rest = bytes[...]
        if bytes.first == UInt8(ascii: "("), bytes.last == UInt8(ascii: ")") {
            rest = rest.dropFirst().dropLast()
        } else if bytes.last == UInt8(ascii: "-"), bytes.first != UInt8(ascii: "-") {
            rest = rest.dropLast()
        } else if bytes.starts(with: [0xE2, 0x88, 0x92]) {
            rest = rest.dropFirst(3)
        } else {
            return nil
        }
        let number = trimmed(rest)
        // `12,-` is a price without cents.
        guard let first = number.first, let last = number.last, !"+-".utf8.contains(first),
            !".,:+-".utf8.contains(last),
            number.contains(where: { NumberParser.digit($0) != nil })
        else { return nil }
        return [UInt8(ascii: "-")] + number
    }

    /// Returns a number without its unit; nil if it has none. The sign stays in front: `-$5`, `$-5`.
    private func withoutUnit(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var sign: [UInt8] = []
        var rest = bytes[...]
        if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            sign = [first]
            rest = rest.dropFirst()
        }
        for unit in units where rest.count > unit.count {
            if rest.starts(with: unit) {
                return sign + Self.trimmed(rest.dropFirst(unit.count))
            }
            if rest.suffix(unit.count).elementsEqual(unit) {
                return sign + Self.trimmed(rest.dropLast(unit.count))
            }
        }
        return nil
    }

    /// Returns the bytes without spaces at both ends, also without non-breaking and narrow ones.
    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
        var rest = Array(bytes)[...]
        while let space = ThousandsSeparator.space.forms.first(where: { rest.starts(with: $0) }) {
            rest = rest.dropFirst(space.count)
        }
        while let space = ThousandsSeparator.space.forms.first(where: {
            rest.suffix($0.count).elementsEqual($0)
        }) {
            rest = rest.dropLast(space.count)
        }
        return Array(rest)
    }

    /// Returns the text without separators of thousands and with a point before the fraction.
    ///
    /// Returns nil if the groups of digits are not well-formed. The first group has one to three digits and no
    /// leading zero, and each other group has three. A fraction has no groups. Between commas, all groups but the
    /// last may have two digits, as in India: `12,34,567`.
    package func usualForm(of bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        let mark = usesDecimalComma ? UInt8(ascii: ",") : UInt8(ascii: ".")
        var groups = 1
        var digits = 0
        // The size of the groups between the first and the last.
        var middle: Int?
        var firstDigits = 0
        var index = 0
        if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            result.append(sign)
            index = 1
        }
        let start = index
        while index < bytes.count {
            if NumberParser.digit(bytes[index]) != nil {
                result.append(bytes[index])
                digits += 1
                index += 1
            } else if let length = separatorLength(bytes, at: index) {
                let isFirst = groups == 1
                guard isFirst ? (1...3).contains(digits) : digits == middle ?? digits,
                    isFirst || digits == 3 || digits == 2 && thousands == .comma && firstDigits < 3,
                    !isFirst || bytes[start] != UInt8(ascii: "0")
                else { return nil }
                if isFirst { firstDigits = digits } else { middle = digits }
                groups += 1
                digits = 0
                index += length
            } else {
                break
            }
        }
        guard groups == 1 || digits == 3 else { return nil }
        var hasMark = false
        while index < bytes.count {
            let byte = bytes[index]
            if byte == mark, !hasMark {
                hasMark = true
                result.append(UInt8(ascii: "."))
            } else {
                // A point is not expected here: in a number with a decimal comma it would separate thousands.
                guard byte != UInt8(ascii: "."), byte != UInt8(ascii: ",") else { return nil }
                result.append(byte)
            }
            index += 1
        }
        return result
    }

    private func separatorLength(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int? {
        guard let thousands else { return nil }
        return thousands.forms.first { bytes[index...].starts(with: $0) }?.count
    }
}
