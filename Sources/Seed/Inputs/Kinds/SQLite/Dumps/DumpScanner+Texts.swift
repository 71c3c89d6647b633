import ObjectModel

/// The parsing of quoted texts and their escapes.
extension DumpScanner {
    mutating func quoted(by quote: UInt8, escapes: Bool) throws -> [UInt8] {
        let start = offset
        var result: [UInt8] = []
        offset += 1
        while offset < bytes.count {
            let this = bytes[offset]
            if this == quote {
                offset += 1
                guard byte(offset) == quote, offset < bytes.count else { return result }
                result.append(quote)
                offset += 1
            } else if this == UInt8(ascii: "\\"), escapes {
                offset += 1
                result += isMySQL ? mySQLEscape() : try escape()
            } else {
                // Copies bytes up to the next special one.
                let run = offset
                repeat {
                    offset += 1
                } while offset < bytes.count && bytes[offset] != quote
                    && !(escapes && bytes[offset] == UInt8(ascii: "\\"))
                result += bytes[run..<offset]
            }
        }
        throw Unread(words: "a text that does not end", offset: start)
    }

    private mutating func mySQLEscape() -> [UInt8] {
        guard offset < bytes.count else { return [] }
        let this = bytes[offset]
        offset += 1
        switch this {
        case UInt8(ascii: "0"): return [0]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "Z"): return [0x1A]
        case UInt8(ascii: "%"), UInt8(ascii: "_"): return [UInt8(ascii: "\\"), this]
        default: return [this]
        }
    }

    /// Reads the rest of an escape after the backslash, in `E'…'` and in the lines of `COPY`.
    mutating func escape() throws -> [UInt8] {
        guard offset < bytes.count else { return [] }
        let this = bytes[offset]
        offset += 1
        func digits(_ base: Int, atMost most: Int) -> Int? {
            let start = offset
            while offset < bytes.count, offset - start < most,
                let value = Character(Unicode.Scalar(bytes[offset])).hexDigitValue, value < base
            {
                offset += 1
            }
            return Int(text(bytes[start..<offset]), radix: base)
        }
        switch this {
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "v"): return [0x0B]
        case 0x30...0x37:
            offset -= 1
            return digits(8, atMost: 3).map { [UInt8(truncatingIfNeeded: $0)] } ?? []
        case UInt8(ascii: "x"):
            return digits(16, atMost: 2).map { [UInt8($0)] } ?? [this]
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            let start = offset
            guard let value = digits(16, atMost: this == UInt8(ascii: "u") ? 4 : 8),
                let scalar = Unicode.Scalar(UInt32(value))
            else { throw Unread(words: "an escape that is no character", offset: start) }
            return Array(String(scalar).utf8)
        default: return [this]
        }
    }

    /// Reads `$$…$$` or `$body$…$body$`. Returns nil for any other dollar sign.
    mutating func dollarText() throws -> [UInt8]? {
        guard let close = bytes[(offset + 1)...].firstIndex(of: UInt8(ascii: "$")),
            bytes[(offset + 1)..<close].allSatisfy({ isWord($0) || isDigit($0) }), !isDigit(byte(offset + 1))
        else { return nil }
        let tag = Array(bytes[offset...close])
        var end = close + 1
        while end < bytes.count {
            if bytes[end] == tag[0], bytes[end...].starts(with: tag) {
                defer { offset = end + tag.count }
                return Array(bytes[(close + 1)..<end])
            }
            end += 1
        }
        throw Unread(words: "a text that does not end", offset: offset)
    }
}
