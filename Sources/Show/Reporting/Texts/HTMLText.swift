/// Converts texts from outside to HTML, JSON and attributes, so that they stay texts, whatever they contain.
enum HTMLText {
    /// Returns a text for use between tags. Characters that change the writing direction or are invisible are shown as
    /// their code points.
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

    /// Returns a text in an element of its own, so that its writing direction does not affect other texts.
    static func isolated(_ text: String) -> String { "<bdi>\(escaped(text))</bdi>" }

    /// Returns a text for use in an attribute in double quotes, or in an SVG text, which has no tags inside.
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

    /// Returns a code point such as `U+202E`.
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
