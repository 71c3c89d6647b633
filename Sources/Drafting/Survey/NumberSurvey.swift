import Seeding

/// How the numbers of a column are written, and in which range they are.
struct NumberSurvey {
    /// One way to write numbers.
    struct Form {
        /// Whether a comma stands before the fraction.
        let hasDecimalComma: Bool
        /// What separates thousands, as a plan writes it.
        let thousands: String?
        /// How many cells are such numbers.
        fileprivate(set) var fits = 0
        /// How many of these are no whole numbers.
        fileprivate(set) var fractions = 0
        fileprivate(set) var lowest = Double.infinity
        fileprivate(set) var highest = -Double.infinity
        /// The first cell that is no such number.
        fileprivate(set) var misfit: String?
        /// The first number with such a separator.
        fileprivate(set) var separated: String?

        /// Whether some number has such a separator.
        var separates: Bool { separated != nil }
    }

    /// All forms, that of programs first.
    private(set) var forms = [
        (false, nil), (true, nil), (true, "."), (false, ","), (true, " "), (false, " "),
        (false, "'"), (true, "'"),
    ].map { Form(hasDecimalComma: $0.0, thousands: $0.1) }
    private(set) var count = 0

    /// Looks at one more cell.
    mutating func add(_ field: Field) {
        count += 1
        switch field {
        case .integer(let value):
            for index in forms.indices { note(Double(value), in: index) }
        case .real(let value):
            for index in forms.indices { note(value, in: index) }
        case .text(let bytes): add(bytes)
        case .null, .blob: noteMisfit(field)
        }
    }

    private mutating func noteMisfit(_ field: Field) {
        for index in forms.indices where forms[index].misfit == nil {
            forms[index].misfit = String(field.display.prefix(30))
        }
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
        // Nothing that begins otherwise is a number in any form.
        guard bytes.count <= 40, let first = bytes.first,
            NumberParser.digit(first) != nil || "+-.,".utf8.contains(first)
        else { return noteMisfit(.text(bytes)) }
        let isPlain = bytes.allSatisfy { NumberParser.digit($0) != nil }
        for index in forms.indices {
            if isPlain {
                if let value = NumberParser.double(bytes) { note(value, in: index) }
                continue
            }
            let form = forms[index]
            guard
                let usual = Self.usualForm(
                    bytes, comma: form.hasDecimalComma, thousands: form.thousands),
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
            note(value, in: index)
        }
    }

    private mutating func note(_ value: Double, in index: Int) {
        forms[index].fits += 1
        if value != value.rounded() { forms[index].fractions += 1 }
        forms[index].lowest = min(forms[index].lowest, value)
        forms[index].highest = max(forms[index].highest, value)
    }

    /// A number without separators of thousands and with a point before its fraction; nil where
    /// groups are not of three digits.
    private static func usualForm(
        _ bytes: UnsafeRawBufferPointer, comma: Bool, thousands: String?
    ) -> [UInt8]? {
        let mark = UInt8(ascii: comma ? "," : ".")
        var result: [UInt8] = []
        var digits = 0
        var groups = 0
        var index = 0
        var isFraction = false
        while index < bytes.count {
            let byte = bytes[index]
            if !isFraction, let length = separator(thousands, in: bytes, at: index) {
                guard groups == 0 ? (1...3).contains(digits) : digits == 3 else { return nil }
                groups += 1
                digits = 0
                index += length
                continue
            }
            index += 1
            if NumberParser.digit(byte) != nil {
                digits += 1
            } else if byte == mark, !isFraction {
                guard groups == 0 || digits == 3 else { return nil }
                isFraction = true
                result.append(UInt8(ascii: "."))
                continue
            } else if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") {
                return nil
            }
            result.append(byte)
        }
        return isFraction || groups == 0 || digits == 3 ? result : nil
    }

    private static func separator(
        _ thousands: String?, in bytes: UnsafeRawBufferPointer, at index: Int
    ) -> Int? {
        guard let thousands else { return nil }
        let forms: [[UInt8]] =
            switch thousands {
            case " ": [[0x20], [0xC2, 0xA0], [0xE2, 0x80, 0xAF], [0xE2, 0x80, 0x89]]
            case "'": [[0x27], [0xE2, 0x80, 0x99]]
            default: [Array(thousands.utf8)]
            }
        return forms.first { bytes[index...].starts(with: $0) }?.count
    }
}
