/// Finds the encoding of text that is not UTF-8.
///
/// Which letters the bytes would be tells most: a letter with an accent stands among letters, a sign
/// stands alone, and what is read wrongly has signs within words.
enum EncodingGuess {
    /// How many bytes are looked at.
    private static let longest = 64 * 1024

    /// The encoding that fits some bytes of a file; nil where none does.
    static func of(_ bytes: some Collection<UInt8>) -> TextEncoding? {
        let bytes = Array(bytes.prefix(longest))
        if ForeignText.isUTF16WithoutMark(bytes) {
            return bytes[0] == 0 ? .utf16BigEndian : .utf16LittleEndian
        }
        guard !bytes.contains(0) else { return nil }
        // Windows-1252 has all that ISO 8859-1 has, and is what programs mean by that.
        let scores = [TextEncoding.windows1252, .macRoman].map { ($0, score(bytes, as: $0)) }
        return scores.filter { $0.1 > 0 }.max { $0.1 < $1.1 }?.0
    }

    private static func score(_ bytes: [UInt8], as encoding: TextEncoding) -> Int {
        guard let upperHalf = encoding.upperHalf else { return 0 }
        func isLetter(_ index: Int) -> Bool {
            guard bytes.indices.contains(index) else { return false }
            let byte = bytes[index] | 0x20
            return (0x61...0x7A).contains(byte)
        }
        var score = 0
        for (index, byte) in bytes.enumerated() where byte >= 0x80 {
            let neighbours = (isLetter(index - 1) ? 1 : 0) + (isLetter(index + 1) ? 1 : 0)
            guard let character = Unicode.Scalar(UInt32(upperHalf[Int(byte) - 0x80])),
                character.value != 0
            else { return -1 }
            score += points(character, besideLetters: neighbours, isFirst: !isLetter(index - 1))
        }
        return score
    }

    private static func points(
        _ character: Unicode.Scalar, besideLetters neighbours: Int, isFirst: Bool
    ) -> Int {
        switch character {
        case "ß", "à"..."ö", "ø"..."ÿ", "œ": return neighbours > 0 ? 3 : 1
        case "À"..."Ö", "Ø"..."Þ", "Š", "Ž", "Œ", "Ÿ", "š", "ž": return isFirst ? 2 : -1
        case "’", "‘": return 2
        case "“", "”", "„", "–", "—", "…", "€", "£", "§", "°", "²", "³", "½", "¼", "•", "™", "®",
            "©", "«", "»", "\u{A0}", "·", "¿", "¡", "×", "µ":
            return neighbours < 2 ? 2 : 0
        default: return neighbours == 2 ? -3 : -1
        }
    }
}
