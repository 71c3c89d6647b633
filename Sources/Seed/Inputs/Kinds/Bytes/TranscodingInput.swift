/// Converts another encoding to UTF-8 while it is read.
///
/// An undefined byte becomes ``badByte``, which does not occur in UTF-8. The next reader finds it there and can
/// report its line and column.
final class TranscodingInput: ByteInput {
    /// The replacement for an undefined byte.
    static let badByte: UInt8 = 0xFF

    private let input: any ByteInput
    private let decode: Decoder
    private var encoded = [UInt8](repeating: 0, count: 64 * 1024)
    private var start = 0
    private var end = 0
    private var isInputAtEnd = false
    /// The UTF-8 bytes of a character that did not fit into the caller's buffer.
    private var pending: [UInt8] = []

    private enum Decoder {
        /// The characters of all bytes. Undefined bytes are 0.
        case table([UInt16])
        /// The index of the high byte among two bytes.
        case utf16(high: Int)
        /// Characters of one to four bytes.
        case characters(CharacterTable)
    }

    /// Prepares to read a text. Returns nil for UTF-8, which needs no conversion.
    init?(_ input: any ByteInput, encoding: TextEncoding) {
        self.input = input
        switch encoding {
        case .utf8: return nil
        case .utf16, .utf16LittleEndian: decode = .utf16(high: 1)
        case .utf16BigEndian: decode = .utf16(high: 0)
        default:
            decode =
                encoding.upperHalf.map { .table($0) } ?? .characters(CharacterTable(encoding))
        }
    }

    var fractionRead: Double? { input.fractionRead }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var output = Output(buffer)
        if !pending.isEmpty {
            let rest = pending
            pending = []
            for byte in rest { put(byte, &output) }
        }
        while output.count == 0, !buffer.isEmpty {
            // A character needs up to four bytes, which may arrive in two parts.
            if end - start < 4, !isInputAtEnd { try refill() }
            if start == end, isInputAtEnd { break }
            switch decode {
            case .table(let characters): decodeBytes(characters, &output)
            case .utf16(let high): decodeUnits(high, &output)
            case .characters(let table): decodeCharacters(table, &output)
            }
        }
        return output.count
    }

    /// Moves the remaining bytes to the front and reads more after them.
    private func refill() throws {
        if start > 0 {
            encoded.replaceSubrange(0..<(end - start), with: Array(encoded[start..<end]))
            end -= start
            start = 0
        }
        let count = try encoded.withUnsafeMutableBytes { bytes in
            try input.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[end...]))
        }
        end += count
        isInputAtEnd = count == 0
    }

    // MARK: Decoding

    private func decodeBytes(_ characters: [UInt16], _ output: inout Output) {
        while start < end, output.hasRoom {
            let byte = encoded[start]
            start += 1
            guard byte >= 0x80 else {
                output.put(byte)
                continue
            }
            let character = characters[Int(byte) - 0x80]
            guard character > 0, let scalar = Unicode.Scalar(character) else {
                output.put(Self.badByte)
                continue
            }
            put(scalar, &output)
        }
    }

    private func decodeCharacters(_ table: CharacterTable, _ output: inout Output) {
        while start < end, output.hasRoom {
            guard encoded[start] >= 0x80 else {
                output.put(encoded[start])
                start += 1
                continue
            }
            let length = table.length(encoded[start..<end])
            guard length <= end - start else {
                guard isInputAtEnd else { return }
                start = end
                return output.put(Self.badByte)
            }
            if let text = table.text(encoded[start..<start + length]) {
                for byte in text { put(byte, &output) }
                start += length
            } else {
                // The next bytes may be a valid character.
                output.put(Self.badByte)
                start += 1
            }
        }
    }

    private func decodeUnits(_ high: Int, _ output: inout Output) {
        while output.hasRoom {
            guard let unit = unit(at: start, high) else {
                guard isInputAtEnd, start < end else { return }
                start = end  // Half a unit at the end.
                return output.put(Self.badByte)
            }
            if unit < 0x80 {
                output.put(UInt8(unit))
                start += 2
            } else if let scalar = Unicode.Scalar(unit) {
                put(scalar, &output)
                start += 2
            } else {
                guard unit < 0xDC00 else {
                    output.put(Self.badByte)
                    start += 2
                    continue
                }
                guard let low = self.unit(at: start + 2, high) else {
                    guard isInputAtEnd else { return }
                    output.put(Self.badByte)
                    start += 2
                    continue
                }
                start += 2
                guard (0xDC00...0xDFFF).contains(low) else {
                    output.put(Self.badByte)
                    continue
                }
                start += 2
                let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
                if let scalar = Unicode.Scalar(value) { put(scalar, &output) }
            }
        }
    }

    private func unit(at index: Int, _ high: Int) -> UInt16? {
        guard index + 2 <= end else { return nil }
        return UInt16(encoded[index + high]) << 8 | UInt16(encoded[index + 1 - high])
    }

    // MARK: Output

    private func put(_ scalar: Unicode.Scalar, _ output: inout Output) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { put(byte, &output) }
    }

    private func put(_ byte: UInt8, _ output: inout Output) {
        if output.hasRoom { output.put(byte) } else { pending.append(byte) }
    }

    /// The caller's buffer and the number of bytes written to it.
    private struct Output {
        private let buffer: UnsafeMutableRawBufferPointer
        private(set) var count = 0

        init(_ buffer: UnsafeMutableRawBufferPointer) { self.buffer = buffer }

        @inline(__always)
        var hasRoom: Bool { count < buffer.count }

        @inline(__always)
        mutating func put(_ byte: UInt8) {
            guard hasRoom else { return }
            buffer[count] = byte
            count += 1
        }
    }
}
