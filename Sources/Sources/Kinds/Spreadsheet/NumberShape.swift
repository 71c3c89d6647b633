/// How a number format shows numbers otherwise than a text of their digits: `"INV-"0000`, `000-0000`, `0.00`.
package final class NumberShape: Sendable {
    /// The format's code, or what it seems to be.
    package let code: String
    /// What stands before, between and behind groups of digits; empty where numbers are shown in other digits than
    /// their own, `0%`.
    package let literals: [String]
    /// How many digits the groups have at least, from the first one to the last.
    package let groups: [Int]

    /// Nil where digits are shown as they are, zeros before them apart, and where the format shows days.
    init?(code: String) {
        self.code = code
        var rest = Substring(code)
        var (literals, groups) = ([""], [Int]())
        var (isExact, isGroup) = (true, false)
        func end(_ quote: Character) -> Substring {
            let text = rest.prefix { $0 != quote }
            rest = rest.dropFirst(text.count + 1)
            return text
        }
        scan: while let sign = rest.popFirst() {
            var text = ""
            switch sign {
            case ";": break scan
            case "0", "#", "?":
                if !isGroup {
                    groups.append(0)
                    literals.append("")
                    isGroup = true
                }
                if sign == "0" { groups[groups.count - 1] += 1 }
                continue
            case ".", ",", "%", "E", "e", "@": isExact = false
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
            if !text.isEmpty { isGroup = false }
        }
        guard !groups.isEmpty, !isExact || literals.contains(where: { !$0.isEmpty }) else { return nil }
        self.literals = isExact ? literals : []
        self.groups = groups
    }

    /// Of a number that a cell shows within a text; nil where it shows the number itself, or other digits.
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

    /// The digits that all groups have at least.
    var digits: Int { literals.isEmpty ? 0 : groups.reduce(0, +) }

    /// Those that programs know by their numbers.
    static let builtIn: [Int: NumberShape] = [
        2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%",
    ].compactMapValues { NumberShape(code: $0) }
}
