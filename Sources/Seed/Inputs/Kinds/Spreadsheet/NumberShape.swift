import Foundation

/// A number format that shows more than the digits of a number, such as `"INV-"0000`, `000-0000` or `0.00`.
package final class NumberShape: Equatable, Sendable {
    /// The code of the format, which may be inferred.
    package let code: String
    /// The texts before, between and after groups of digits. Empty if the shown digits differ from those of the
    /// number, as in `0%`.
    package let literals: [String]
    /// The minimum number of digits of each group, from first to last.
    package let groups: [Int]
    /// The parts of a written number, or nil if the format has several sections or is unsupported.
    private let writing: Writing?
    /// The unit next to the number, such as `€`, `kg` or `%`. May be empty.
    package let unit: String
    /// Whether it shows a time without seconds, `h:mm`.
    package let isClock: Bool

    /// The texts around a number, and the number of its digits.
    private struct Writing {
        var (before, after) = ("", "")
        /// The minimum digits before the point, the maximum digits after it, and how many of these are optional.
        var (whole, decimals, optional) = (0, 0, 0)
        var isGrouped = false
        var hasPoint = false
        var percent = 0

        /// Adds a digit. Returns false if it follows a text.
        mutating func add(_ digit: Character) -> Bool {
            guard after.isEmpty else { return false }
            if hasPoint {
                decimals += 1
                if digit != "0" { optional += 1 }
            } else if digit == "0" {
                whole += 1
            }
            return true
        }
    }

    /// Parses a format. Returns nil if it shows plain digits, apart from leading zeros, or if it shows dates.
    package init?(code: String) {
        self.code = code
        var rest = Substring(code)
        var (literals, groups) = ([""], [Int]())
        var (isExact, isGroup) = (true, false)
        var (writing, isWritten) = (Writing(), true)
        func end(_ quote: Character) -> Substring {
            let text = rest.prefix { $0 != quote }
            rest = rest.dropFirst(text.count + 1)
            return text
        }
        scan: while let sign = rest.popFirst() {
            var text = ""
            switch sign {
            case ";":
                isWritten = false
                break scan
            case "0", "#", "?":
                if !isGroup {
                    groups.append(0)
                    literals.append("")
                    isGroup = true
                }
                if sign == "0" { groups[groups.count - 1] += 1 }
                isWritten = isWritten && writing.add(sign)
                continue
            case ".":
                (isExact, isWritten) = (false, isWritten && !writing.hasPoint)
                writing.hasPoint = true
            case ",":
                // A comma after all digits divides the number by a thousand.
                let isBetween = rest.first.map { "0#?".contains($0) } ?? false
                (isExact, isWritten) = (false, isWritten && isBetween && !writing.hasPoint)
                writing.isGrouped = true
            case "%":
                isExact = false
                writing.percent += 1
                if groups.isEmpty { writing.before += "%" } else { writing.after += "%" }
            case "E", "e", "@": (isExact, isWritten) = (false, false)
            case "\"": text = String(end("\""))
            case "\\": text = rest.popFirst().map(String.init) ?? ""
            case "_", "*": rest = rest.dropFirst()
            case "[":
                let inner = end("]")
                if inner.first == "$" { text = String(inner.dropFirst().prefix { $0 != "-" }) }
            case _ where sign.isLetter: return nil
            default: text = String(sign)
            }
            literals[literals.count - 1] += text
            if groups.isEmpty { writing.before += text } else { writing.after += text }
            if !text.isEmpty { isGroup = false }
        }
        guard !groups.isEmpty, !isExact || literals.contains(where: { !$0.isEmpty }) else { return nil }
        self.literals = isExact ? literals : []
        isClock = false
        unit = (literals.joined() + (writing.percent > 0 ? "%" : "")).filter {
            $0.isLetter || $0.isCurrencySymbol || $0 == "%"
        }
        self.groups = groups
        self.writing = isWritten ? writing : nil
    }

    /// Creates a format for a time of day without seconds.
    init(clock code: String) {
        self.code = code
        (literals, groups, writing, unit, isClock) = ([], [], nil, "", true)
    }

    /// Whether numbers can be written in the format.
    package var isWritten: Bool { writing != nil }

    /// Returns a number in the format, with a decimal point, or nil if the format is unsupported.
    package func text(of number: Decimal) -> String? {
        guard let writing else { return nil }
        var exact = number.magnitude
        for _ in 0..<writing.percent { exact *= 100 }
        var rounded = Decimal()
        NSDecimalRound(&rounded, &exact, writing.decimals, .plain)
        let parts = "\(rounded)".split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        var whole = parts[0] == "0" ? "" : parts[0]
        whole = String(repeating: "0", count: max(writing.whole - whole.count, 0)) + whole
        if writing.isGrouped {
            whole = whole.enumerated().reduce(into: "") { text, digit in
                let left = whole.count - digit.offset
                text += (digit.offset > 0 && left % 3 == 0 ? "," : "") + String(digit.element)
            }
        }
        var fraction = parts.count > 1 ? parts[1] : ""
        let fewest = writing.decimals - writing.optional
        fraction += String(repeating: "0", count: max(fewest - fraction.count, 0))
        let sign = number < 0 && !rounded.isZero ? "-" : ""
        return sign + writing.before + whole + (writing.hasPoint ? "." : "") + fraction + writing.after
    }

    /// Infers the format of a cell that shows a number within a text. Returns nil if the cell shows the plain
    /// number, or other digits.
    convenience init?(shown: String, of number: Int64) {
        guard number >= 0, let first = shown.firstIndex(where: { $0.isASCII && $0.isNumber }) else {
            return nil
        }
        let digits = shown[first...].prefix { $0.isASCII && $0.isNumber }
        let (before, after) = (shown[..<first], shown[digits.endIndex...])
        guard Int64(digits) == number, !before.isEmpty || !after.isEmpty,
            !(before + after).contains(where: { $0 == "\"" || $0.isASCII && $0.isNumber })
        else { return nil }
        let zeros = String(repeating: "0", count: digits.first == "0" ? digits.count : 1)
        self.init(
            code: (before.isEmpty ? "" : "\"\(before)\"") + zeros + (after.isEmpty ? "" : "\"\(after)\""))
    }

    /// Infers the format of a cell that shows a number with other digits, for example rounded, padded or as a
    /// percentage.
    convenience init?(shown: String, of number: Double) {
        guard let match = shown.wholeMatch(of: #/([^0-9"]*)([0-9][0-9.,]*)([^0-9"]*)/#) else { return nil }
        let digits = String(match.2)
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let isPercent = match.3.contains("%")
        let plain = Double(digits.replacing(",", with: ""))
        let expected = abs(number) * (isPercent ? 100 : 1)
        let fraction = parts.count == 2 ? parts[1].count : 0
        // A comma is the decimal separator.
        guard let plain, parts.count <= 2, abs(plain - expected) <= 0.5 / pow(10, Double(fraction)) + 1e-9
        else {
            self.init(code: String(digits.map { $0.isNumber ? "0" : $0 }) + ";")
            return
        }
        func quoted(_ text: Substring) -> String {
            let rest = text.filter { $0 != "-" && $0 != "%" }
            return (rest.isEmpty ? "" : "\"\(rest)\"") + (text.contains("%") ? "%" : "")
        }
        self.init(
            code: quoted(match.1) + (digits.contains(",") ? "#,##0" : "0")
                + (parts.count == 2 ? "." + String(repeating: "0", count: fraction) : "") + quoted(match.3))
    }

    /// The total minimum number of digits.
    var digits: Int { literals.isEmpty ? 0 : groups.reduce(0, +) }

    package static func == (one: NumberShape, other: NumberShape) -> Bool { one.code == other.code }

    /// The formats that have fixed numbers in every program.
    static let builtIn: [Int: NumberShape] = [
        2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%",
    ].compactMapValues { NumberShape(code: $0) }.merging([20: NumberShape(clock: "h:mm")]) { $1 }
}

/// The number format of a column.
package struct ColumnShape {
    /// The format of the first such number.
    package let shape: NumberShape
    /// The number of cells with that format.
    package private(set) var count = 1
    /// A different unit of other numbers.
    package private(set) var otherUnit: String?

    init(_ shape: NumberShape) { self.shape = shape }

    /// Counts another number.
    mutating func note(_ other: NumberShape) {
        if other === shape || other == shape {
            count += 1
        } else if otherUnit == nil, other.unit != shape.unit {
            otherUnit = other.unit
        }
    }
}
