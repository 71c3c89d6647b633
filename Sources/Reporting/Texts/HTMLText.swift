/// Texts of others as HTML, JSON and attributes: whatever they hold, they stay texts.
enum HTMLText {
    /// The text between tags. What turns the direction of writing, and what shows nothing, is shown by its number.
    static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default:
                if isHidden(scalar) {
                    result += "<i class=\"ctl\">\(number(scalar))</i>"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    /// The text in a place of its own, where its direction cannot turn that of others.
    static func isolated(_ text: String) -> String { "<bdi>\(escaped(text))</bdi>" }

    /// The text within an attribute in double quotes, or within an SVG text, which has no tags inside.
    static func plain(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(isHidden(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return result
    }

    /// `U+202E`.
    private static func number(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
