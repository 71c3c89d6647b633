import Inputs
import Seeding

extension OddRows {
    /// Words and forms of rows that are no objects, in several languages.
    enum Words {
        private static let notes = [
            "*", "†", "‡", "Note:", "Notes:", "Source:", "Sources:", "Quelle:", "Quellen:", "Hinweis:",
            "Anmerkung:", "Stand:", "Nota:", "Fuente:", "Fonte:", "Remarque:", "Bron:", "Źródło:", "Zdroj:",
            "Источник:", "Примечание:", "注:", "注：", "N.B.", "NB:", "Legend:", "Legende:", "¹", "²", "³",
        ]

        /// Returns whether a text is a note, such as `* estimated`, `Source: …`, `1) without tax` or `[1]
        /// estimated`.
        static func isNote(_ text: String) -> Bool {
            if notes.contains(where: { text.hasPrefix($0) }) { return true }
            let isBracketed = text.first == "[" || text.first == "("
            let rest = isBracketed ? text.dropFirst() : Substring(text)
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let after = rest.dropFirst(digits.count)
            return (1...2).contains(digits.count) && (after.first == ")" || after.first == "]")
                && after.dropFirst().first == " "
        }

        /// Returns whether a text is a name for programs, such as `fld_name` or `T_ORDER`.
        static func isColumnName(_ text: String) -> Bool {
            text.contains("_") && text.utf8.count < 40
                && text.utf8.allSatisfy {
                    $0 == UInt8(ascii: "_") || $0 < 0x80 && Character(Unicode.Scalar($0)).isLetter
                        || NumberParser.digit($0) != nil
                }
        }

        /// Returns whether a text is the name of a type, such as `VARCHAR(20)`, `NUMBER(10,2)` or `date`.
        static func isTypeName(_ text: String) -> Bool {
            let name = text.lowercased().prefix { $0.isLetter || $0 == "2" }
            let size = text.dropFirst(name.count)
            return types.contains(String(name))
                && (size.isEmpty
                    || size.first == "(" && size.last == ")"
                        && size.dropFirst().dropLast().allSatisfy { $0.isNumber || ", ".contains($0) })
        }

        private static let types = Set(
            """
            bigint bool boolean char date datetime decimal double float int integer money nchar number numeric nvarchar
            nvarchar2 real smallint string text time timestamp varchar varchar2 required optional mandatory pflicht
            pflichtfeld obligatoire facultatif obligatorio opcional
            """.split(whereSeparator: \.isWhitespace).map(String.init))

        /// Returns whether a text is in brackets, such as `[cm]` or `(€)`.
        static func isBracketed(_ text: String) -> Bool {
            text.count > 2 && text.count < 12
                && (text.first == "[" && text.last == "]" || text.first == "(" && text.last == ")")
                && !text.contains { $0.isNumber }
        }

        /// Returns whether a text may be the name of a column: a few words without digits.
        static func mayBeName(_ text: String) -> Bool {
            text.count > 1 && text.utf8.count <= 40 && text.first?.isLetter == true
                && text.allSatisfy { $0.isLetter || " -_/.'’()".contains($0) }
                && text.split(separator: " ").count < 4
        }

        /// Returns whether a word differs from all other cells of its column, at least two. These all have
        /// digits, or are all addresses, or are all codes of a few capital letters.
        static func isUnlike(_ word: String, _ others: ArraySlice<String>) -> Bool {
            guard others.count > 1 else { return false }
            func isCode(_ text: String) -> Bool { text.count < 4 && text.allSatisfy(\.isUppercase) }
            return others.allSatisfy { $0.contains(where: \.isNumber) }
                || others.allSatisfy { $0.contains("@") || $0.contains("://") || $0.hasPrefix("www.") }
                || !isCode(word) && word.count > 3 && others.allSatisfy(isCode)
        }

        static func isDash(_ text: String) -> Bool { ["-", "–", "—"].contains(text) }

        /// Returns whether a text is a page number, such as `Page 1 of 2` or `Seite 3`.
        static func isPageMark(_ text: String) -> Bool {
            let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
            return words.count > 1 && words.count < 6 && words[1].allSatisfy(\.isNumber)
                && pages.contains(String(words[0]))
        }

        private static let pages: Set<String> = [
            "page", "seite", "página", "pagina", "sida", "side", "strona", "strana", "страница", "p", "s",
        ]

        private static let ends = [
            "end of ", "generated ", "created on ", "created by ", "exported ", "printed ", "last updated",
            "updated ", "as of ", "data as of ", "report date", "confidential", "erstellt ", "gedruckt ",
            "ende ",
            "vertraulich", "généré ", "édité ", "imprimé ", "generado ", "generato ", "wygenerowano ",
        ]
        private static let records: Set<String> = [
            "row", "rows", "record", "records", "entry", "entries", "item", "items", "result", "results",
            "zeile", "zeilen", "datensatz", "datensätze", "einträge", "lignes", "enregistrements", "filas",
            "registros", "righe", "record", "wierszy", "řádků", "строк", "записей", "件",
        ]

        /// Returns whether a text closes a table, such as `(2 rows)`, `2 records`, `*** End of report ***` or
        /// `Generated by …`.
        static func isClosing(_ text: String) -> Bool {
            let inner = text.lowercased().drop { !$0.isLetter && !$0.isNumber }
            if ends.contains(where: { inner.hasPrefix($0) }) { return true }
            return rowCount(text) != nil
        }

        /// Returns the number of rows that a text gives, such as `(2 rows)` or `2 records`, or nil for any
        /// other text.
        static func rowCount(_ text: String) -> Int? {
            let inner = text.lowercased().drop { !$0.isLetter && !$0.isNumber }
            let words = inner.split { !$0.isLetter && !$0.isNumber }
            guard words.count > 1, words.count < 6, records.contains(String(words[1])) else { return nil }
            return Int(words[0])
        }

        /// Returns the number that a cell seems to hold, in any form, for sums.
        static func number(_ field: Field) -> Double? {
            switch field {
            case .integer(let value): Double(value)
            case .real(let value): value
            case .null, .blob: nil
            case .text(let bytes): number(bytes)
            }
        }

        static func number(_ text: String) -> Double? { text.withUTF8Bytes { number($0) } }

        private static func number(_ bytes: UnsafeRawBufferPointer) -> Double? {
            guard bytes.count < 30,
                let first = bytes.firstIndex(where: { NumberParser.digit($0) != nil }), first < 6,
                let last = bytes.lastIndex(where: { NumberParser.digit($0) != nil }), bytes.count - last < 10
            else { return nil }
            var (digits, mark): ([UInt8], Int?) = ([], nil)
            for byte in bytes[first...last] {
                switch byte {
                case _ where NumberParser.digit(byte) != nil: digits.append(byte)
                case UInt8(ascii: "."), UInt8(ascii: ","): mark = digits.count
                // Spaces, also thin ones, and apostrophes separate thousands.
                case 0x20, 0x27, 0xC2, 0xA0, 0xE2, 0x80, 0xAF, 0x99, 0x89: continue
                default: return nil
                }
            }
            // A mark before three digits separates thousands. If all numbers have three decimals instead,
            // their sums match anyway.
            if let mark, digits.count - mark != 3 { digits.insert(UInt8(ascii: "."), at: mark) }
            let isNegative = bytes[..<first].contains(UInt8(ascii: "-")) || bytes.first == UInt8(ascii: "(")
            let value = digits.withUnsafeBytes { NumberParser.double($0) }
            return value.map { isNegative ? -$0 : $0 }
        }
    }
}
