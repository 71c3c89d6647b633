extension KeyedArchiveBuilder {
    /// Adds a plain value, in the classes of real archives.
    ///
    /// - Throws: ``ModelArchiveError`` for an object of a class without a plain form.
    mutating func value(
        _ value: PropertyValue, usedBy user: String
    ) throws(ModelArchiveError) -> PropertyList {
        switch value {
        case .bool(let flag): return bool(flag)
        case .integer(let number): return integer(number)
        case .double(let number): return real(number)
        case .decimal(let text): return try decimal(text, usedBy: user)
        case .string(let text): return string(text)
        case .date(let seconds): return add(className: "NSDate", ["NS.time": .real(seconds)])
        case .data(let bytes): return data(bytes)
        case .uuid(let bytes): return add(className: "NSUUID", ["NS.uuidbytes": .data(bytes)])
        case .uri(let text):
            let relative = string(text)
            return add(className: "NSURL", ["NS.base": Self.null, "NS.relative": relative])
        case .null: return add(className: "NSNull", [:])
        case .array(let elements):
            var references: [PropertyList] = []
            for element in elements { references.append(try self.value(element, usedBy: user)) }
            return array(references, className: "NSArray")
        case .dictionary(let entries): return try userInfo(entries, usedBy: user)
        case .object(let className):
            throw ModelArchiveError(.objectWithoutPlainForm(className: className), usedBy: user)
        }
    }

    /// Adds user info, also if it is empty.
    mutating func userInfo(
        _ userInfo: UserInfo, usedBy user: String
    ) throws(ModelArchiveError) -> PropertyList {
        var entries: [(key: PropertyList, value: PropertyList)] = []
        for entry in userInfo.entries {
            entries.append((string(entry.key), try value(entry.value, usedBy: user)))
        }
        return dictionary(entries, className: "NSDictionary")
    }

    /// Adds an `NSDecimalNumber`: eight 16-bit words, the least significant first, and a power of 10.
    private mutating func decimal(
        _ text: String, usedBy user: String
    ) throws(ModelArchiveError) -> PropertyList {
        guard let parts = NSDecimalParts(text) else {
            throw ModelArchiveError(.decimalOutOfRange(text), usedBy: user)
        }
        let mantissa = parts.words.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        return add(
            className: "NSDecimalNumberPlaceholder",
            [
                "NS.mantissa": .data(mantissa), "NS.mantissa.bo": .integer(1),
                "NS.exponent": .integer(Int64(parts.exponent)),
                "NS.length": .integer(Int64(parts.length)),
                "NS.negative": .bool(parts.isNegative), "NS.compact": .bool(false),
            ])
    }
}

/// The parts of a decimal number as `NSDecimal` stores them: up to 38 digits.
struct NSDecimalParts: Equatable {
    /// Eight words, the least significant first.
    let words: [UInt32]
    /// The number of significant words.
    let length: Int
    let exponent: Int
    let isNegative: Bool

    /// Splits a text such as `-12.5`; nil if it is not a number or has too many digits.
    init?(_ text: String) {
        guard let normalized = DecimalText.normalized(text) else { return nil }
        isNegative = normalized.hasPrefix("-")
        let number = isNegative ? normalized.dropFirst() : Substring(normalized)
        let point = number.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = point.count == 2 ? point[1].utf8.count : 0
        var digits = number.utf8.filter { $0 != UInt8(ascii: ".") }.map { $0 - UInt8(ascii: "0") }
        var power = -fraction
        while digits.count > 1, digits.last == 0 {
            digits.removeLast()
            power += 1
        }
        var words = [UInt32](repeating: 0, count: 8)
        for digit in digits {
            var carry = UInt32(digit)
            for index in words.indices {
                let value = words[index] * 10 + carry
                words[index] = value & 0xFFFF
                carry = value >> 16
            }
            guard carry == 0 else { return nil }
        }
        guard (-128...127).contains(power) else { return nil }
        self.words = words
        length = (words.lastIndex { $0 != 0 } ?? -1) + 1
        // Zero is archived with an exponent of -1.
        exponent = length == 0 ? -1 : power
    }
}
