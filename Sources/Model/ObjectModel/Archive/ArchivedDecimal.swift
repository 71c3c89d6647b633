/// An `NSDecimalNumber` of a keyed archive: mantissa, exponent and sign.
struct ArchivedDecimal {
    /// The number as text without an exponent and without needless zeros, such as `-12.5`.
    let text: String

    /// Reads the fields; nil if they are not a number (`NaN` has a length of 0 and is negative).
    ///
    /// The mantissa is eight 16-bit words, the least significant first, in the byte order that `NS.mantissa.bo` names
    /// (1 little, 2 big endian).
    ///
    /// - Throws: ``ModelError`` (`malformed`).
    init?(_ object: KeyedArchive.Object, in archive: KeyedArchive) throws {
        guard let bytes = archive.resolve(object["NS.mantissa"])?.data,
            let exponent = archive.integer("NS.exponent", of: object)
        else { return nil }
        guard bytes.count == 16, (-128...127).contains(exponent) else {
            throw archive.malformed(object, "is out of range")
        }
        let isNegative = archive.bool("NS.negative", of: object)
        let length = archive.integer("NS.length", of: object) ?? 8
        if isNegative, length == 0 { return nil }
        let isBigEndian = archive.integer("NS.mantissa.bo", of: object) == 2
        let words = stride(from: 0, to: 16, by: 2).map { offset in
            isBigEndian
                ? UInt32(bytes[offset]) << 8 | UInt32(bytes[offset + 1])
                : UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset])
        }
        text = DecimalText.text(
            digits: Self.digits(words), exponent: exponent, isNegative: isNegative)
    }

    /// Returns the decimal digits of a number of 16-bit words, the least significant word first.
    private static func digits(_ words: [UInt32]) -> [UInt8] {
        var words = words
        var digits: [UInt8] = []
        while words.contains(where: { $0 != 0 }) {
            var remainder: UInt32 = 0
            for index in words.indices.reversed() {
                let value = remainder << 16 | words[index]
                words[index] = value / 10
                remainder = value % 10
            }
            digits.append(UInt8(remainder))
        }
        return digits.reversed()
    }
}
