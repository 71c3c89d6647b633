extension TextEncoding {
    /// Returns the characters of some bytes, or nil if some bytes are not characters.
    ///
    /// - Parameter isCut: whether the bytes may end within a character.
    package func characters(of bytes: [UInt8], isCut: Bool = false) -> [Unicode.Scalar]? {
        var text: [Unicode.Scalar] = []
        text.reserveCapacity(bytes.count)
        if let upperHalf {
            for byte in bytes {
                guard byte >= 0x80 else {
                    text.append(Unicode.Scalar(byte))
                    continue
                }
                guard case let value = upperHalf[Int(byte) - 0x80], value > 0,
                    let scalar = Unicode.Scalar(value)
                else { return nil }
                text.append(scalar)
            }
            return text
        }
        let table = CharacterTable(self)
        var index = 0
        while index < bytes.count {
            let length = table.length(bytes[index...])
            guard index + length <= bytes.count else { return isCut ? text : nil }
            if length == 1, bytes[index] < 0x80 {
                text.append(Unicode.Scalar(bytes[index]))
            } else {
                guard let character = table.text(bytes[index..<index + length]) else { return nil }
                text += Array(String(decoding: character, as: UTF8.self).unicodeScalars)
            }
            index += length
        }
        return text
    }
}
