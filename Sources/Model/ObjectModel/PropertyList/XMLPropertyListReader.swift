import Foundation

/// Reads XML property lists. As written by `plutil -convert xml1`, a dictionary with `CF$UID` as its only key is a
/// reference of a keyed archive.
enum XMLPropertyListReader {
    static func read(_ bytes: [UInt8]) throws -> PropertyList {
        let root = try XMLTreeElement.root(of: bytes)
        guard root.name == "plist", let content = root.children.first, root.children.count == 1 else {
            throw root.error(.malformed("this is no property list"))
        }
        return try value(of: content, depth: 0)
    }

    /// - Parameter depth: the number of arrays and dictionaries around the element.
    private static func value(of element: XMLTreeElement, depth: Int) throws -> PropertyList {
        guard
            depth < PropertyList.Limit.depth
                || element.children.isEmpty && !["dict", "array"].contains(element.name)
        else { throw element.error(.tooMany(what: "nested containers", limit: PropertyList.Limit.depth)) }
        switch element.name {
        case "dict": return try dictionary(of: element, depth: depth + 1)
        case "array": return .array(try element.children.map { try value(of: $0, depth: depth + 1) })
        case "string": return .string(element.text)
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "integer":
            let text = trimmed(element)
            if let number = Int64(text) { return .integer(number) }
            if let number = UInt64(text) { return .unsigned(number) }
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

    private static func dictionary(of element: XMLTreeElement, depth: Int) throws -> PropertyList {
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
            let value = try value(of: element.children[position + 1], depth: depth)
            guard result.updateValue(value, forKey: key.text) == nil else {
                throw key.error(.malformed("a dictionary has a key twice"))
            }
            position += 2
        }
        if result.count == 1, case .integer(let index)? = result["CF$UID"] {
            guard let index = Int(exactly: index), index >= 0 else {
                throw element.error(.malformed("a reference is negative"))
            }
            return .uid(index)
        }
        return .dictionary(result)
    }

    private static func trimmed(_ element: XMLTreeElement) -> String {
        element.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns the seconds since 2001 of a date such as `2024-01-31T12:00:00Z`, which is the only form in property
    /// lists.
    private static func date(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        let pattern = Array("0000-00-00T00:00:00Z".utf8)
        guard bytes.count == pattern.count else { return nil }
        for (byte, expected) in zip(bytes, pattern) {
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            guard expected == UInt8(ascii: "0") ? isDigit : byte == expected else { return nil }
        }
        func number(_ range: Range<Int>) -> Int {
            bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
        let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
        let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
        guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        // Days of the Gregorian calendar, with years that start in March.
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let days =
            365 * shifted + shifted / 4 - shifted / 100 + shifted / 400
            + (153 * monthFromMarch + 2) / 5 + day - 1
        let daysTo2001 = 730_791
        return Double((days - daysTo2001) * 86_400 + hour * 3600 + minute * 60 + second)
    }
}
