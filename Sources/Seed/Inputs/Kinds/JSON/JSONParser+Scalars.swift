import Files

/// Parsing of numbers and texts.
extension JSONParser {
    /// Reads a minus sign, an integer without leading zeros, a fraction and an exponent.
    func number() throws {
        text.removeAll(keepingCapacity: true)
        _ = try take { $0 == UInt8(ascii: "-") }
        if try take({ $0 == UInt8(ascii: "0") }) {
            if let byte = try scanner.peek(), Self.isDigit(byte) {
                throw malformed("a number begins with 0")
            }
        } else {
            try digits()
        }
        if try take({ $0 == UInt8(ascii: ".") }) { try digits() }
        if try take({ $0 | 0x20 == UInt8(ascii: "e") }) {
            _ = try take { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
            try digits()
        }
        if let byte = try scanner.peek(), Self.isWordByte(byte) || byte == UInt8(ascii: ".") {
            throw malformed("this is no number")
        }
    }

    private func digits() throws {
        guard try take(Self.isDigit) else { throw malformed("this is no number") }
        while try take(Self.isDigit) {
            guard text.count <= 4096 else { throw malformed("a number has too many digits") }
        }
    }

    @inline(__always)
    private func take(_ isWanted: (UInt8) -> Bool) throws -> Bool {
        guard let byte = try scanner.peek(), isWanted(byte) else { return false }
        text.append(byte)
        scanner.skip()
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    // MARK: Texts

    func string() throws {
        text.removeAll(keepingCapacity: true)
        scanner.skip()
        while try scanner.peek() != nil {
            let bytes = scanner.available
            let count = Self.plainLength(of: bytes)
            text.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            guard text.count <= Self.longestText else {
                throw SeedIssue(
                    .document(.recordTooLong(limit: Self.longestText)),
                    at: position.location(in: scanner.path))
            }
            scanner.skip(count)
            guard count < bytes.count else { continue }
            switch bytes[count] {
            case UInt8(ascii: "\""):
                scanner.skip()
                return
            case UInt8(ascii: "\\"):
                try escape()
            default:
                throw malformedHere("a control character in a text")
            }
        }
        throw malformed("a text is never closed")
    }

    /// Returns the number of bytes before the first quote, backslash or control character.
    private static func plainLength(of bytes: UnsafeRawBufferPointer) -> Int {
        let (ones, highBits): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        var index = 0
        while index + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let (quote, backslash) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
            // The lowest high bit that is set is that of the first such byte.
            let special =
                highBits
                & ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- ones &* 0x20)
                    & ~word)
            guard special == 0 else { return index + special.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count, bytes[index] != 0x22, bytes[index] != 0x5C, bytes[index] >= 0x20 {
            index += 1
        }
        return index
    }

    private func escape() throws {
        let start = scanner.position
        scanner.skip()
        guard let byte = try scanner.peek() else { throw malformed("a text is never closed") }
        scanner.skip()
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): try unicodeEscape(from: start)
        default:
            throw SeedIssue(
                .document(.malformedJSON("an unknown escape")), at: start.location(in: scanner.path))
        }
    }

    private func unicodeEscape(from start: TextPosition) throws {
        var value = UInt32(try hexadecimal(from: start))
        if (0xD800...0xDBFF).contains(value) {
            guard try scanner.peek() == UInt8(ascii: "\\") else { throw halfPair(start) }
            scanner.skip()
            guard try scanner.peek() == UInt8(ascii: "u") else { throw halfPair(start) }
            scanner.skip()
            let low = UInt32(try hexadecimal(from: start))
            guard (0xDC00...0xDFFF).contains(low) else { throw halfPair(start) }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw halfPair(start) }
        guard value > 0 else {
            throw SeedIssue(.value(.nulCharacter), at: start.location(in: scanner.path))
        }
        text.append(contentsOf: String(scalar).utf8)
    }

    private func hexadecimal(from start: TextPosition) throws -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = try scanner.peek(),
                let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            else {
                throw SeedIssue(
                    .document(.malformedJSON("`\\u` needs four hexadecimal digits")),
                    at: start.location(in: scanner.path))
            }
            value = value << 4 | UInt16(digit)
            scanner.skip()
        }
        return value
    }

    private func halfPair(_ start: TextPosition) -> SeedIssue {
        SeedIssue(
            .document(.malformedJSON("half a surrogate pair")), at: start.location(in: scanner.path))
    }
}
