/// Finds the encoding of text that is not UTF-8.
///
/// Which letters the bytes would be tells most: those of one language stand together, a letter with an
/// accent stands among letters, a sign stands alone, and what is read wrongly has signs and capitals
/// within words.
struct EncodingGuess {
    let encoding: TextEncoding
    /// Another one that fits about as well and reads other characters.
    let alternative: TextEncoding?
    /// A word that it was told by, where there are few of them.
    let word: String?

    /// Where nothing tells.
    static let unknown = EncodingGuess(encoding: .windows1252, alternative: .macRoman)

    private init(encoding: TextEncoding, alternative: TextEncoding) {
        self.encoding = encoding
        self.alternative = alternative
        word = nil
    }

    /// How many bytes are looked at.
    static let longest = 64 * 1024

    /// The encoding that fits some bytes of a file best; nil where none does.
    static func of(_ bytes: some Collection<UInt8>) -> TextEncoding? { EncodingGuess(bytes)?.encoding }

    /// The encoding that fits some bytes of a file best; nil where none does.
    init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes.prefix(Self.longest))
        if ForeignText.isUTF16WithoutMark(bytes) {
            encoding = bytes[0] == 0 ? .utf16BigEndian : .utf16LittleEndian
            alternative = nil
            word = nil
            return
        }
        guard !bytes.contains(0) else { return nil }
        var best: (encoding: TextEncoding, score: Int, text: [Unicode.Scalar])?
        var others: [(encoding: TextEncoding, score: Int, text: [Unicode.Scalar])] = []
        for encoding in Self.candidates {
            guard let text = Self.text(bytes, as: encoding) else { continue }
            let score = EncodingScore(text, encoding: encoding).value
            guard score > 0 else { continue }
            if score > best?.score ?? 0 {
                if let best { others.append(best) }
                best = (encoding, score, text)
            } else {
                others.append((encoding, score, text))
            }
        }
        guard let best else { return nil }
        encoding = best.encoding
        // What hardly anybody writes is no rival of what many do.
        let isUsual = Self.candidates.prefix(Self.usualCount).contains(best.encoding)
        let rivals = others.filter { other in
            other.text != best.text
                && (!isUsual || Self.candidates.prefix(Self.usualCount).contains(other.encoding))
        }
        let rival = rivals.max { $0.score < $1.score }
        alternative = rival.flatMap { $0.score * 10 >= best.score * 9 ? $0.encoding : nil }
        let foreign = best.text.indices.filter { best.text[$0].value >= 0x80 }
        guard let first = foreign.first, foreign.count < 4 else {
            word = nil
            return
        }
        func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value > 0x20 && !",;|\"".unicodeScalars.contains(scalar)
        }
        let start = best.text[..<first].reversed().prefix(while: isOfWord).reversed()
        word = String(String.UnicodeScalarView(start + best.text[first...].prefix(while: isOfWord)))
    }

    /// How many of the candidates people use today.
    private static let usualCount = 10

    /// More likely ones first. Windows-1252 has all that ISO 8859-1 has, and is what programs mean by that.
    private static let candidates: [TextEncoding] = [
        .windows1252, .macRoman, .latin9, .windows1250, .windows1251, .gb18030, .shiftJIS, .big5, .eucKR,
        .eucJP, .windows1253, .windows1254, .windows1257, .latin2, .koi8R, .koi8U, .ibm850, .ibm852, .ibm866,
        .ibm437, .cyrillic, .greek, .latin5, .windows1255, .windows1256, .windows874, .latin7, .latin10,
        .ibm862,
        .ibm737, .ibm775, .ibm855, .ibm857, .macCyrillic, .macCentralEurope, .macGreek, .macTurkish,
        .windows1258,
    ]

    /// The characters; nil where some bytes are none.
    private static func text(_ bytes: [UInt8], as encoding: TextEncoding) -> [Unicode.Scalar]? {
        var text: [Unicode.Scalar] = []
        text.reserveCapacity(bytes.count)
        if let upperHalf = encoding.upperHalf {
            for byte in bytes {
                guard byte >= 0x80 else {
                    text.append(Unicode.Scalar(byte))
                    continue
                }
                guard case let value = upperHalf[Int(byte) - 0x80], value > 0,
                    let scalar = Unicode.Scalar(value)
                else { return nil }
                text.append(scalar)
            }
            return text
        }
        let table = CharacterTable(encoding)
        var index = 0
        while index < bytes.count {
            let length = table.length(bytes[index...])
            // What is looked at may end within a character.
            guard index + length <= bytes.count else { return bytes.count == longest ? text : nil }
            if length == 1, bytes[index] < 0x80 {
                text.append(Unicode.Scalar(bytes[index]))
            } else {
                guard let character = table.text(bytes[index..<index + length]) else { return nil }
                text += Array(String(decoding: character, as: UTF8.self).unicodeScalars)
            }
            index += length
        }
        return text
    }
}
