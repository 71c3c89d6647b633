import Foundation

/// The characters of a multi-byte encoding, according to the system's tables.
///
/// Each character is looked up once, because texts use few of the thousands of characters.
final class CharacterTable {
    private let encoding: TextEncoding
    private var known: [UInt32: [UInt8]?] = [:]
    #if !canImport(Darwin)
        private let converter: iconv_t?
    #endif

    init(_ encoding: TextEncoding) {
        self.encoding = encoding
        #if !canImport(Darwin)
            let names: [String] =
                switch encoding {
                // Includes Windows' extensions.
                case .shiftJIS: ["CP932", "SHIFT_JIS"]
                case .eucKR: ["CP949", "EUC-KR"]
                case .big5: ["CP950", "BIG5"]
                default: [encoding.rawValue.uppercased()]
                }
            converter = names.lazy.map { iconv_open("UTF-8", $0) }
                .first { $0 != iconv_t(bitPattern: -1) }
        #endif
    }

    deinit {
        #if !canImport(Darwin)
            if let converter { _ = iconv_close(converter) }
        #endif
    }

    /// Returns the length of the first character in some bytes, which its first two bytes determine.
    ///
    /// The result may exceed the available bytes if the second one is missing.
    func length(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let first = bytes.first, first >= 0x80 else { return 1 }
        switch encoding {
        // Half-width katakana are single bytes.
        case .shiftJIS: return (0xA1...0xDF).contains(first) || first == 0x80 || first >= 0xFD ? 1 : 2
        case .eucJP: return first == 0x8F ? 3 : 2
        case .gb18030:
            guard let second = bytes.dropFirst().first else { return 2 }
            return (0x30...0x39).contains(second) ? 4 : 2
        default: return 2
        }
    }

    /// Returns a character in UTF-8, or nil if the bytes are not a character.
    func text(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        let key = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        if let text = known[key] { return text }
        let text = converted(Array(bytes))
        known[key] = .some(text)
        return text
    }

    private func converted(_ bytes: [UInt8]) -> [UInt8]? {
        #if canImport(Darwin)
            let known = CFStringConvertIANACharSetNameToEncoding(encoding.rawValue as CFString)
            let name = String.Encoding(rawValue: CFStringConvertEncodingToNSStringEncoding(known))
            return String(bytes: bytes, encoding: name).map { Array($0.utf8) }
        #else
            guard let converter else { return nil }
            var bytes = bytes
            var text = [UInt8](repeating: 0, count: 16)
            _ = iconv(converter, nil, nil, nil, nil)
            let room = text.count
            let left: (input: Int, output: Int)? = bytes.withUnsafeMutableBytes { bytes in
                text.withUnsafeMutableBytes { text in
                    var input = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                    var output = text.baseAddress?.assumingMemoryBound(to: CChar.self)
                    var (inputLeft, outputLeft) = (bytes.count, text.count)
                    let result = iconv(converter, &input, &inputLeft, &output, &outputLeft)
                    return result == 0 ? (inputLeft, outputLeft) : nil
                }
            }
            guard let left, left.input == 0, left.output < room else { return nil }
            return Array(text.prefix(room - left.output))
        #endif
    }
}
