import Foundation

/// Reads XML property lists; a dictionary with the one key `CF$UID` is a reference of a keyed
/// archive, as `plutil -convert xml1` writes it.
enum XMLPropertyListReader {
    static func read(_ bytes: [UInt8]) throws -> PropertyList {
        let root = try XMLTreeElement.root(of: bytes)
        guard root.name == "plist", let content = root.children.first else {
            throw root.error(.malformed("this is no property list"))
        }
        return try value(of: content)
    }

    // The nesting of elements is limited when the tree is built.
    private static func value(of element: XMLTreeElement) throws -> PropertyList {
        switch element.name {
        case "dict": return try dictionary(of: element)
        case "array": return .array(try element.children.map(value))
        case "string": return .string(element.text)
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "integer":
            let text = trimmed(element)
            if let number = Int64(text) { return .integer(number) }
            if let number = UInt64(text) { return .real(Double(number)) }
            throw element.error(.unknownValue(text, of: "integer", usedBy: element.name))
        case "real":
            guard let number = Double(trimmed(element)) else {
                throw element.error(
                    .unknownValue(trimmed(element), of: "real", usedBy: element.name))
            }
            return .real(number)
        case "date":
            guard let seconds = date(trimmed(element)) else {
                throw element.error(
                    .unknownValue(trimmed(element), of: "date", usedBy: element.name))
            }
            return .date(seconds)
        case "data":
            let decoded = Data(base64Encoded: element.text, options: .ignoreUnknownCharacters)
            guard let decoded else {
                throw element.error(.malformed("the data is no Base64"))
            }
            return .data(Array(decoded))
        default:
            throw element.error(
                .unknownValue(element.name, of: "property list element", usedBy: "plist"))
        }
    }

    private static func dictionary(of element: XMLTreeElement) throws -> PropertyList {
        guard element.children.count.isMultiple(of: 2) else {
            throw element.error(.malformed("a dictionary has a key without a value"))
        }
        var result: [String: PropertyList] = [:]
        var position = element.children.startIndex
        while position < element.children.endIndex {
            let key = element.children[position]
            guard key.name == "key" else {
                throw key.error(.malformed("a dictionary has a value without a key"))
            }
            result[key.text] = try value(of: element.children[position + 1])
            position += 2
        }
        if result.count == 1, case .integer(let place)? = result["CF$UID"] {
            guard let place = Int(exactly: place), place >= 0 else {
                throw element.error(.malformed("a reference is negative"))
            }
            return .uid(place)
        }
        return .dictionary(result)
    }

    private static func trimmed(_ element: XMLTreeElement) -> String {
        element.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Seconds since 2001 of a date such as `2024-01-31T12:00:00Z`.
    private static func date(_ text: String) -> Double? {
        let parser = ISO8601DateFormatter()
        return parser.date(from: text)?.timeIntervalSinceReferenceDate
    }
}
