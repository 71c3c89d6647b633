extension String {
    /// The text as an SQL identifier in double quotes, with inner quotes doubled.
    package var sqlIdentifier: String { quoted(with: "\"") }

    /// The text as an SQL string literal in single quotes, with inner quotes doubled.
    package var sqlLiteral: String { quoted(with: "'") }

    private func quoted(with quote: Unicode.Scalar) -> String {
        var result = ""
        result.unicodeScalars.append(quote)
        if utf8.contains(UInt8(ascii: quote)) {
            for scalar in unicodeScalars {
                if scalar == quote { result.unicodeScalars.append(quote) }
                result.unicodeScalars.append(scalar)
            }
        } else {
            result += self
        }
        result.unicodeScalars.append(quote)
        return result
    }
}

extension Sequence<UInt8> {
    /// The bytes as an SQL blob literal, `X'0AFF'`.
    package var sqlBlobLiteral: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = Array("X'".utf8)
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        text.append(UInt8(ascii: "'"))
        return String(decoding: text, as: UTF8.self)
    }
}
