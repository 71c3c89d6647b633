import ObjectModel
import SQLite

/// The masked values of one attribute, in their stored form.
struct MaskedValue: Sendable {
    /// The form of a masked value.
    enum Form: Equatable, Sendable {
        case null
        case redacted
        case constant(Value)
        /// A text of this many hexadecimal digits.
        case hexadecimal(length: Int)
        /// A number in a range.
        case number(ClosedRange<Int64>)
        case uuid
        case uri
        case bytes
    }

    let form: Form
    let hash: KeyedHash

    /// Returns the masked value. A missing value stays missing.
    func value(_ value: Value) -> Value {
        if value == .null { return .null }
        switch form {
        case .null: return .null
        case .constant(let constant): return constant
        case .redacted:
            guard case .text(let text) = value else { return .null }
            return .text(Self.redacted(text))
        case .hexadecimal(let length): return .text(hash.hexadecimal(of: value, length: length))
        case .number(let range):
            let number = hash.number(of: value)
            let width = UInt64(bitPattern: range.upperBound &- range.lowerBound)
            let offset = width == .max ? number : number % (width + 1)
            return .integer(range.lowerBound &+ Int64(bitPattern: offset))
        case .uuid:
            var bytes = Array(hash.digest(of: value).prefix(16))
            // Version 8 of RFC 9562.
            bytes[6] = bytes[6] & 0x0F | 0x80
            bytes[8] = bytes[8] & 0x3F | 0x80
            return .blob(bytes)
        case .uri:
            return .text("https://masked.invalid/" + hash.hexadecimal(of: value, length: 32))
        case .bytes: return .blob(hash.digest(of: value))
        }
    }

    static func redacted(_ text: String) -> String {
        String(
            text.map { character in
                if character.isLetter { return character.isUppercase ? "X" : "x" }
                return character.isNumber ? "0" : character
            })
    }
}

/// HMAC-SHA-256 of values (RFC 2104).
struct KeyedHash: Sendable {
    private let inner: [UInt8]
    private let outer: [UInt8]

    init(key: [UInt8]) {
        var key = key
        if key.count > 64 {
            var digest = ContentDigest()
            digest.update(key)
            key = digest.finished()
        }
        key += [UInt8](repeating: 0, count: 64 - key.count)
        inner = key.map { $0 ^ 0x36 }
        outer = key.map { $0 ^ 0x5C }
    }

    /// Returns 32 bytes computed from the key and a value. A number and the text of its digits give the same bytes.
    func digest(of value: Value) -> [UInt8] {
        let bytes: [UInt8] =
            switch value {
            case .null: []
            case .integer(let integer): Array(String(integer).utf8)
            case .real(let real): Array("\(real)".utf8)
            case .text(let text): Array(text.utf8)
            case .blob(let bytes): bytes
            }
        return digest(outer, digest(inner, bytes))
    }

    private func digest(_ head: [UInt8], _ rest: [UInt8]) -> [UInt8] {
        var digest = ContentDigest()
        digest.update(head)
        digest.update(rest)
        return digest.finished()
    }

    func hexadecimal(of value: Value, length: Int) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var bytes = digest(of: value)
        var text: [UInt8] = []
        while text.count < length {
            for byte in bytes {
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 15)])
            }
            bytes = digest(of: .blob(bytes))
        }
        return String(decoding: text.prefix(length), as: UTF8.self)
    }

    func number(of value: Value) -> UInt64 {
        digest(of: value).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
