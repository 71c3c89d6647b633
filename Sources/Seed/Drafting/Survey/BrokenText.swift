import Inputs

/// Letters that an earlier program lost, or read in the wrong encoding.
enum BrokenText {
    /// Returns the doubt about the letters of a text, or nil if there is none.
    static func doubt(_ text: String) -> String? {
        let shown = text.prefix(30)
        if hasStrangeLetters(Array(text.unicodeScalars)) {
            return "letters are broken, as in '\(shown)': was the file read in another encoding before?"
        }
        return hasLostLetters(text)
            ? "is a letter lost in '\(shown)'? a program has written `?` for it then" : nil
    }

    /// Returns whether a text could have broken letters, as a fast first check.
    static func mayBe(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.contains { $0 >= 0x80 || $0 == UInt8(ascii: "?") }
    }

    /// Returns whether a text has letters replaced by question marks, as in `M?nchen`, `?l`, `Caf?` and
    /// `????`. Questions and links do not count.
    private static func hasLostLetters(_ text: String) -> Bool {
        guard text.contains("?"), !text.contains(where: { "/=&<>".contains($0) }) else { return false }
        let words = text.split(separator: " ")
        return words.contains { word in
            let signs = Array(word)
            if word.count > 2, word.allSatisfy({ $0 == "?" }) { return true }
            return signs.indices.contains { place in
                guard signs[place] == "?" else { return false }
                let isBefore = place > 0 && signs[place - 1].isLetter
                let isBehind = place + 1 < signs.count && signs[place + 1].isLetter
                // Several words with a question mark at the end are a question.
                return isBehind || isBefore && words.count <= 2
            }
        }
    }

    /// Returns whether a text has sequences such as `Ã¼`, `â€™`, `Ĺˇ`, `├╝`, `√º`, `РџСЂ`, `Dvoøák` and
    /// `Ma³gorzata`, or the replacement character.
    private static func hasStrangeLetters(_ letters: [Unicode.Scalar]) -> Bool {
        var cyrillic = 0
        // Hardly any language has both in one word, but Czech in a Western encoding does.
        let czech = letters.split(separator: " ").contains { word in
            word.contains { "øØìÌ".unicodeScalars.contains($0) }
                && word.contains { "áíýÁÍÝ¾¹".unicodeScalars.contains($0) }
        }
        if czech { return true }
        for (place, letter) in letters.enumerated() where letter.value >= 0x80 {
            // U+0085 ends lines on mainframes.
            if letter == "\u{FFFD}" || (0x80...0x9F).contains(letter.value) && letter.value != 0x85 {
                return true
            }
            let before = place > 0 ? letters[place - 1] : " "
            let next = place + 1 < letters.count ? letters[place + 1] : " "
            switch letter.value {
            case 0xB3, 0xB9, 0xBC, 0xBE, 0xBF:
                // Polish and others: a symbol in place of a letter within a word.
                if before.properties.isAlphabetic, next.properties.isAlphabetic { return true }
            case 0xC2...0xDF: if isTail(next, of: letter) { return true }
            case 0xE2: if next == "\u{20AC}" || next == "\u{201A}" { return true }
            case 0x102, 0x139:
                if next.value >= 0xA1, !next.properties.isAlphabetic || "ĽľĹĺ".unicodeScalars.contains(next) {
                    return true
                }
            case 0x221A: if before.properties.isAlphabetic, next.value >= 0x80 { return true }
            case 0x2500...0x259F:
                if before.properties.isAlphabetic || next.properties.isAlphabetic { return true }
            case 0x420, 0x421:
                // Letters that Russian lacks, and symbols.
                if next.value >= 0x80, !(0x410...0x44F).contains(next.value), next.value != 0x451 {
                    cyrillic += 1
                }
                if cyrillic > 1 { return true }
            default: continue
            }
        }
        return false
    }

    /// Returns whether a character is the second byte of a UTF-8 letter, read as Windows-1252.
    private static func isTail(_ scalar: Unicode.Scalar, of letter: Unicode.Scalar) -> Bool {
        let isUsual = letter == "Ã" || letter == "Â"
        switch scalar.value {
        case 0xA0, 0xAB, 0xBB, 0xB2, 0xB3, 0xB9, 0xB0: return isUsual
        case 0xA1...0xBF, 0x152, 0x153, 0x160, 0x161, 0x178, 0x17D, 0x17E, 0x192, 0x2C6, 0x2DC, 0x201A,
            0x201E, 0x2020, 0x2021, 0x2030, 0x2039, 0x203A, 0x20AC, 0x2122:
            return true
        default: return false
        }
    }
}
