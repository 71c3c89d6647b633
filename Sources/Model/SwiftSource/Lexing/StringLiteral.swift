/// The values of string literals.
enum StringLiteral {
    /// Returns the value of a token, or nil if it has an interpolation or an invalid character.
    static func text(of bytes: ArraySlice<UInt8>) -> String? {
        var hashes = 0
        while bytes.dropFirst(hashes).first == UInt8(ascii: "#") { hashes += 1 }
        var body = bytes.dropFirst(hashes).dropLast(hashes)
        let quotes = [UInt8](repeating: UInt8(ascii: "\""), count: 3)
        // A short raw string may begin with several quotation marks.
        let isLong =
            body.count >= 6 && body.starts(with: quotes)
            && body.contains(where: CharacterClass.isNewline)
        body = isLong ? body.dropFirst(3).dropLast(3) : body.dropFirst().dropLast()
        guard isLong else { return unescaped(body, hashes: hashes) }
        return unescaped(unindented(body), hashes: hashes)
    }

    /// Returns the lines between the quotation marks, without the indentation of the closing one.
    private static func unindented(_ body: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let text = body.filter { $0 != 0x0D || !body.contains(0x0A) }
            .map { $0 == 0x0D ? 0x0A : $0 }
        var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.count >= 2 else { return body }
        let indent = lines.removeLast()
        lines.removeFirst()
        let shown = lines.map { $0.starts(with: indent) ? $0.dropFirst(indent.count) : $0 }
        return ArraySlice(shown.joined(separator: [0x0A]))
    }

    private static func unescaped(_ body: ArraySlice<UInt8>, hashes: Int) -> String? {
        var result: [UInt8] = []
        var rest = body
        let mark = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
        while let next = rest.popFirst() {
            guard next == UInt8(ascii: "\\"), rest.starts(with: mark) else {
                result.append(next)
                continue
            }
            rest = rest.dropFirst(hashes)
            guard let escape = rest.popFirst() else { return nil }
            switch escape {
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "0"): result.append(0)
            case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): result.append(escape)
            case 0x0A: break
            case UInt8(ascii: "u"):
                guard let scalar = scalar(&rest) else { return nil }
                result += String(Character(scalar)).utf8
            default:
                // White space may follow the backslash at the end of a line.
                guard escape == 0x20 || escape == 0x09 else { return nil }
                while let space = rest.first, space == 0x20 || space == 0x09 { rest.removeFirst() }
                guard rest.popFirst() == 0x0A else { return nil }
            }
        }
        return String(validating: result, as: UTF8.self)
    }

    /// Reads `{1F600}`.
    private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard rest.popFirst() == UInt8(ascii: "{"),
            let end = rest.firstIndex(of: UInt8(ascii: "}")),
            rest.distance(
                from: rest.startIndex, to: end) <= 8
        else { return nil }
        let digits = String(decoding: rest[..<end], as: UTF8.self)
        rest = rest[(end + 1)...]
        return UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) }
    }
}
