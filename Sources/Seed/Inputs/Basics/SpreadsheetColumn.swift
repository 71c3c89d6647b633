import Files

/// The columns of spreadsheets by their letters. A is 1, AA is 27.
package enum SpreadsheetColumn {
    /// The number of columns in the largest sheets (<https://support.microsoft.com/office/1672b34d>).
    package static let limit = Limits.sheetColumns.most

    /// Returns the number of a column by its letters, or nil beyond the largest column.
    static func number(_ letters: some Sequence<UInt8>) -> Int? {
        var number = 0
        for letter in letters {
            let digit = Int(letter & 0xDF) - 0x40
            guard (1...26).contains(digit) else { return nil }
            number = number * 26 + digit
            guard number <= limit else { return nil }
        }
        return number > 0 ? number : nil
    }

    /// Returns the letters of a column.
    package static func letters(_ column: Int) -> String {
        var rest = column
        var letters: [UInt8] = []
        while rest > 0 {
            letters.append(UInt8(0x41 + (rest - 1) % 26))
            rest = (rest - 1) / 26
        }
        return String(decoding: letters.reversed(), as: UTF8.self)
    }
}
