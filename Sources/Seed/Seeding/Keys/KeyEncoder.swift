import Inputs

/// Converts the values of a key to bytes that are equal for equal keys.
///
/// A single value that is compared unchanged costs nothing. Several values, or folded ones, are written into one
/// buffer, which is reused for every key.
final class KeyEncoder {
    private let folding: KeyFolding
    private var buffer: [UInt8] = []

    init(folding: KeyFolding) {
        self.folding = folding
    }

    /// Passes the bytes of a key, which are valid during the call, to `body`.
    @inline(__always)
    func withKey<Result>(
        _ values: FixedBuffer<BoundValue>, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        if folding.isEmpty, values.count == 1 { return try values[0].withKeyBytes(body) }
        encode(values)
        return try buffer.withUnsafeBytes(body)
    }

    /// Returns the values of a key that ``withKey(_:_:)`` made, each as bytes; nil for a NULL.
    ///
    /// - Parameter count: the number of values.
    static func values(
        of key: UnsafeRawBufferPointer, count: Int, folding: KeyFolding
    ) -> [UnsafeRawBufferPointer?] {
        if folding.isEmpty, count == 1 { return [key] }
        var values: [UnsafeRawBufferPointer?] = []
        var start = 0
        while start + 8 <= key.count {
            let length = UInt64(
                littleEndian: key.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            start += 8
            guard length != .max else {
                values.append(nil)
                continue
            }
            let end = min(start + Int(clamping: length), key.count)
            values.append(UnsafeRawBufferPointer(rebasing: key[start..<end]))
            start = end
        }
        return values
    }

    private func encode(_ values: FixedBuffer<BoundValue>) {
        buffer.removeAll(keepingCapacity: true)
        for index in values.indices {
            let value = values[index]
            // A length precedes each value, so that ("ab", "c") and ("a", "bc") differ. NULL has a length of its own.
            let start = buffer.count
            append(length: value.isNull ? .max : 0)
            append(value)
            if !value.isNull { set(length: UInt64(buffer.count - start - 8), at: start) }
        }
    }

    private func append(_ value: BoundValue) {
        value.withKeyBytes { bytes in
            guard !folding.isEmpty, value.isText else { return buffer.append(contentsOf: bytes) }
            if bytes.allSatisfy({ $0 < 0x80 }) {
                let lowers = folding.contains(.letterCase)
                for byte in bytes {
                    let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
                    buffer.append(lowers && isUpper ? byte | 0x20 : byte)
                }
            } else {
                let text = String(decoding: bytes, as: UTF8.self)
                buffer.append(contentsOf: folding.folded(text).utf8)
            }
        }
    }

    private func append(length: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            buffer.append(UInt8(truncatingIfNeeded: length >> UInt64(shift)))
        }
    }

    private func set(length: UInt64, at offset: Int) {
        for index in 0..<8 {
            buffer[offset + index] = UInt8(truncatingIfNeeded: length >> UInt64(index * 8))
        }
    }
}

extension BoundValue {
    fileprivate var isText: Bool {
        switch self {
        case .text, .ownedText: true
        default: false
        }
    }
}
