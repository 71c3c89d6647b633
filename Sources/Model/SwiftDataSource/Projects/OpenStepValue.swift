import Files
import ObjectModel
import SwiftSource

/// A value of an OpenStep property list, the format of Xcode projects, with its place in the file.
struct OpenStepValue: Equatable {
    indirect enum Content: Equatable {
        case text(String)
        case list([OpenStepValue])
        case dictionary([String: OpenStepValue])
    }

    let content: Content
    let location: SourceLocation

    /// Compares the values, but not their places.
    static func == (one: OpenStepValue, other: OpenStepValue) -> Bool { one.content == other.content }

    /// The text; nil for other values.
    var text: String? {
        guard case .text(let text) = content else { return nil }
        return text
    }

    /// The elements; nil if it is not a list.
    var list: [OpenStepValue]? {
        guard case .list(let elements) = content else { return nil }
        return elements
    }

    /// The entries; nil if it is not a dictionary.
    var dictionary: [String: OpenStepValue]? {
        guard case .dictionary(let entries) = content else { return nil }
        return entries
    }

    /// Returns the text of a key.
    func text(_ key: String) -> String? { dictionary?[key]?.text }

    /// Returns the texts in the list of a key; none if there is no such list.
    func texts(_ key: String) -> [String] { dictionary?[key]?.list?.compactMap(\.text) ?? [] }
}

extension OpenStepValue {
    /// Creates the value from a property list in another format, whose values have no places.
    init(_ list: PropertyList) {
        location = SourceLocation(line: 1, column: 1)
        content =
            switch list {
            case .array(let elements): .list(elements.map { OpenStepValue($0) })
            case .dictionary(let entries): .dictionary(entries.mapValues { OpenStepValue($0) })
            case .string(let text): .text(text)
            case .integer(let number): .text(String(number))
            case .unsigned(let number): .text(String(number))
            case .real(let number), .date(let number): .text("\(number)")
            case .bool(let flag): .text(flag ? "YES" : "NO")
            case .data, .uid, .null: .text("")
            }
    }
}

/// Reads OpenStep property lists: `{ key = value; }`, `( a, b )`, `"text"`, `<00ff>`, with comments.
struct OpenStepReader {
    /// A syntax problem, with its place.
    struct Problem: Error, Equatable {
        let words: String
        let location: SourceLocation
    }

    private let bytes: [UInt8]
    private let lineStarts: [Int]
    private var index = 0
    private var values = 0

    /// Parses a property list.
    ///
    /// - Throws: ``Problem``.
    static func read(_ bytes: [UInt8]) throws(Problem) -> OpenStepValue {
        var reader = OpenStepReader(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
        let value = try reader.value(depth: 0)
        try reader.skipSpace()
        guard reader.index == bytes.count else { throw reader.problem("nothing more is expected here") }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        lineStarts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func value(depth: Int) throws(Problem) -> OpenStepValue {
        try skipSpace()
        values += 1
        let (levels, most) = (Limits.projectLevels.most, Limits.projectValues.most)
        let isOuter = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "(")
        guard depth < levels || !isOuter else { throw problem("more than \(levels) nested values") }
        guard values <= most else { throw problem("more than \(most) values") }
        let start = location(of: index)
        let content: OpenStepValue.Content =
            switch byte {
            case UInt8(ascii: "{"): .dictionary(try dictionary(depth))
            case UInt8(ascii: "("): .list(try list(depth))
            case UInt8(ascii: "<"): .text(try data())
            default: .text(try text())
            }
        return OpenStepValue(content: content, location: start)
    }

    private mutating func dictionary(_ depth: Int) throws(Problem) -> [String: OpenStepValue] {
        index += 1
        var entries: [String: OpenStepValue] = [:]
        while true {
            try skipSpace()
            if byte == UInt8(ascii: "}") { break }
            guard byte != nil else { throw problem("the dictionary is never closed with `}`") }
            let place = index
            let key = try text()
            try take("=", "after the key `\(key)`")
            let value = try value(depth: depth + 1)
            try take(";", "after the value of `\(key)`")
            // A merge may duplicate an entry. Xcode accepts that.
            if let other = entries.updateValue(value, forKey: key), other.content != value.content {
                throw problem("the key `\(key)` occurs twice in a dictionary", at: place)
            }
        }
        index += 1
        return entries
    }

    private mutating func list(_ depth: Int) throws(Problem) -> [OpenStepValue] {
        index += 1
        var elements: [OpenStepValue] = []
        while true {
            try skipSpace()
            if byte == UInt8(ascii: ")") { break }
            guard byte != nil else { throw problem("the list is never closed with `)`") }
            elements.append(try value(depth: depth + 1))
            try skipSpace()
            if byte == UInt8(ascii: ",") {
                index += 1
            } else if byte != UInt8(ascii: ")") {
                throw problem("`,` or `)` is missing here")
            }
        }
        index += 1
        return elements
    }

    private mutating func take(_ sign: Unicode.Scalar, _ place: String) throws(Problem) {
        try skipSpace()
        guard byte == UInt8(ascii: sign) else { throw problem("`\(sign)` is missing \(place)") }
        index += 1
    }

    /// Reads binary data and returns its digits as text. No relevant key of a project has binary data.
    private mutating func data() throws(Problem) -> String {
        let start = index
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else {
            throw problem("the data are never closed with `>`")
        }
        index = end + 1
        return String(decoding: bytes[start...end], as: UTF8.self)
    }

    // MARK: Texts

    private mutating func text() throws(Problem) -> String {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try quoted() }
        let start = index
        while let byte, Self.isPlain(byte) { index += 1 }
        guard index > start else { throw problem("a value is missing here") }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: "_$/:.-+@".utf8.contains(byte)
        }
    }

    private mutating func quoted() throws(Problem) -> String {
        let (start, quote) = (index, bytes[index])
        index += 1
        var result: [UInt8] = []
        while let next = byte {
            index += 1
            if next == quote { return String(decoding: result, as: UTF8.self) }
            if next == UInt8(ascii: "\\") { try escape(into: &result) } else { result.append(next) }
        }
        throw problem("the text is never closed", at: start)
    }

    private mutating func escape(into result: inout [UInt8]) throws(Problem) {
        guard let sign = byte else { throw problem("the text is never closed") }
        index += 1
        switch sign {
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "a"): result.append(0x07)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "v"): result.append(0x0B)
        case UInt8(ascii: "U"), UInt8(ascii: "u"):
            let digits = bytes[index..<min(index + 4, bytes.count)]
            guard digits.count == 4, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
            else {
                throw problem("`\\U` needs the four digits of a character")
            }
            index += 4
            var units = [unit]
            // Characters beyond 16 bits are written as two escapes.
            if UTF16.isLeadSurrogate(unit), index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
                bytes[index + 1] | 0x20 == UInt8(ascii: "u"),
                let second = UInt16(
                    String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
            {
                units.append(second)
                index += 6
            }
            result += Array(String(decoding: units, as: UTF16.self).utf8)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            var code = UInt32(sign - UInt8(ascii: "0"))
            var count = 1
            while count < 3, let digit = byte, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) {
                code = code * 8 + UInt32(digit - UInt8(ascii: "0"))
                index += 1
                count += 1
            }
            result += Array(String(Character(Unicode.Scalar(code) ?? " ")).utf8)
        default: result.append(sign)
        }
    }

    // MARK: Space and places

    private mutating func skipSpace() throws(Problem) {
        while let next = byte {
            if next == 0x20 || (0x09...0x0D).contains(next) {
                index += 1
            } else if next == UInt8(ascii: "/"), index + 1 < bytes.count,
                bytes[index + 1] == UInt8(ascii: "/")
            {
                index = bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            } else if next == UInt8(ascii: "/"), index + 1 < bytes.count,
                bytes[index + 1] == UInt8(ascii: "*")
            {
                try skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(Problem) {
        let start = index
        index += 2
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
                index += 2
                return
            }
            index += 1
        }
        throw problem("the comment is never closed", at: start)
    }

    private func problem(_ words: String, at offset: Int? = nil) -> Problem {
        Problem(words: words, location: location(of: offset ?? index))
    }

    /// Returns the line, and the column in bytes.
    private func location(of offset: Int) -> SourceLocation {
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return SourceLocation(line: low + 1, column: offset - lineStarts[low] + 1)
    }
}
