extension SwiftLexer {
    /// Reads `#/…/#`. Returns false if it is not a regular expression.
    mutating func lexExtendedRegex(hashes: Int) throws(SyntaxProblem) -> Bool {
        let (start, first, unclosed) = (position, here, problem(.openRegex))
        position += hashes + 1
        var offset = 0
        while byte(offset) == 0x20 || byte(offset) == 0x09 { offset += 1 }
        let isLong = CharacterClass.isNewline(byte(offset))
        while !isAtEnd {
            let next = byte()
            if next == UInt8(ascii: "/"),
                (0..<hashes).allSatisfy({ byte(1 + $0) == UInt8(ascii: "#") })
            {
                position += 1 + hashes
                append(.regex, from: start, at: first)
                return true
            }
            if next == UInt8(ascii: "\\"), !CharacterClass.isNewline(byte(1)) {
                position += 1
            }
            if CharacterClass.isNewline(byte()) {
                guard isLong else { throw unclosed }
                skipNewline()
            } else if !isAtEnd {
                position += 1
            }
        }
        throw unclosed
    }

    /// Reads `/…/` at a place where an expression may begin. Returns false if the slash is an operator.
    mutating func lexBareRegex() throws(SyntaxProblem) -> Bool {
        let next = byte(1)
        guard next != UInt8(ascii: "/"), next != UInt8(ascii: "*") else { return false }
        if !prefersRegex {
            // Where an operator is possible too, the slash must look like a prefix.
            guard let last = tokens.last else { return false }
            let isBound = Int(last.end) == position && !Self.opens(last)
            guard !isBound, !CharacterClass.isSpace(next) else { return false }
        }
        guard next != 0x20, next != 0x09, !CharacterClass.isSpace(next) else { return false }
        guard let length = bareRegexLength else { return false }
        let (start, first) = (position, here)
        position += length
        append(.regex, from: start, at: first)
        return true
    }

    /// The length of the regular expression on this line, or nil if there is none.
    private var bareRegexLength: Int? {
        var (offset, groups, isClass) = (1, 0, false)
        while position + offset < bytes.count, !CharacterClass.isNewline(byte(offset)) {
            let next = byte(offset)
            switch next {
            case UInt8(ascii: "\\"):
                offset += 1
                guard !CharacterClass.isNewline(byte(offset)) else { return nil }
            case UInt8(ascii: "/"):
                let before = byte(offset - 1)
                let isEscaped = byte(offset - 2) == UInt8(ascii: "\\")
                guard isEscaped || before != 0x20 && before != 0x09 else { return nil }
                return offset + 1
            case UInt8(ascii: "["): isClass = true
            case UInt8(ascii: "]"): isClass = false
            case UInt8(ascii: "(") where !isClass: groups += 1
            case UInt8(ascii: ")") where !isClass:
                // The end of a call with the slash as an argument: `reduce(1, /)`.
                guard groups > 0 else { return nil }
                groups -= 1
            default: break
            }
            offset += 1
        }
        return nil
    }

    /// Whether an expression begins here, as opposed to continuing.
    private var prefersRegex: Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .quotedWord, .number, .string, .regex, .end: return false
        case .directive: return true
        case .word:
            return Self.prefixes.contains(
                String(decoding: bytes[Int(last.start)..<Int(last.end)], as: UTF8.self))
        case .mark:
            // After `x!` and `x?` an expression continues.
            return !(last.byte == UInt8(ascii: "!") || last.byte == UInt8(ascii: "?"))
                || last.isSpaced
        case .punctuation:
            switch last.byte {
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "."):
                return false
            default: return true
            }
        }
    }

    private static func opens(_ token: SwiftToken) -> Bool {
        switch token.byte {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","),
            UInt8(ascii: ";"), UInt8(ascii: ":"):
            token.kind == .punctuation
        default: false
        }
    }

    /// Words after which an expression begins.
    private static let prefixes: Set<String> = [
        "return", "try", "await", "in", "if", "guard", "while", "switch", "case", "throw", "yield",
        "where", "else", "is", "as", "repeat", "do", "defer", "let", "var", "consume", "copy",
        "discard",
    ]
}
