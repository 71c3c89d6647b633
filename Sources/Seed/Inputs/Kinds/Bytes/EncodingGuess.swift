/// Guesses the encoding of text that is not UTF-8.
///
/// It evaluates the letters that each encoding would give. The letters of one language occur together, an accented
/// letter occurs among letters, and a symbol occurs alone. A wrong encoding gives symbols and capitals within
/// words.
struct EncodingGuess {
    let encoding: TextEncoding
    /// Another encoding with a similar score that gives different characters.
    let alternative: TextEncoding?
    /// A word that shows the encoding, if there are few non-ASCII characters.
    let word: String?

    /// The remark that a user should check, or nil if the encoding is certain.
    var doubt: String? {
        alternative.map { "`encoding: \($0.rawValue)` would fit as well" }
            ?? word.map { "the encoding is guessed: is '\($0.prefix(30))' right?" }
    }

    /// The guess if the bytes give no indication.
    static let unknown = EncodingGuess(encoding: .windows1252, alternative: .macRoman)

    private init(encoding: TextEncoding, alternative: TextEncoding) {
        self.encoding = encoding
        self.alternative = alternative
        word = nil
    }

    /// The number of bytes that are examined.
    static let longest = 64 * 1024

    /// Returns the encoding that fits some bytes of a file best, or nil if none fits.
    static func of(_ bytes: some Collection<UInt8>) -> TextEncoding? { EncodingGuess(bytes)?.encoding }

    /// Guesses the encoding of some bytes of a file. Fails if none fits.
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
            let isCut = bytes.count == Self.longest
            guard let text = encoding.characters(of: bytes, isCut: isCut) else { continue }
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
        // A rare encoding does not compete with a common one.
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

    /// The number of candidates in common use.
    private static let usualCount = 10

    /// The candidates, more likely ones first. Windows-1252 includes ISO 8859-1, and programs often mean it by that
    /// name.
    private static let candidates: [TextEncoding] = [
        .windows1252, .macRoman, .latin9, .windows1250, .windows1251, .gb18030, .shiftJIS, .big5, .eucKR,
        .eucJP, .windows1253, .windows1254, .windows1257, .latin2, .koi8R, .koi8U, .ibm850, .ibm852, .ibm866,
        .ibm437, .cyrillic, .greek, .latin5, .windows1255, .windows1256, .windows874, .latin7, .latin10,
        .ibm862,
        .ibm737, .ibm775, .ibm855, .ibm857, .macCyrillic, .macCentralEurope, .macGreek, .macTurkish,
        .windows1258,
    ]
}
