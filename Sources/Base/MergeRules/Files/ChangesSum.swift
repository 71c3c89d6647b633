import Foundation

nonisolated extension SeedMerge {
    /// The sum of a file of changes, which is its last value: FNV-1a in 64 bits of all bytes before it.
    ///
    /// It shows that a file was edited, for example with the editions of another file.
    public struct ChangesSum {
        private var state: UInt64 = 0xCBF2_9CE4_8422_2325

        /// Creates the sum of no bytes.
        public init() {}

        /// Adds bytes.
        public mutating func update(_ bytes: UnsafeRawBufferPointer) {
            for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }

        /// The end of a file, from the comma that the sum follows.
        public var end: Swift.String {
            let digits = Swift.String(state, radix: 16)
            return ",\n  \"sum\": \"" + Swift.String(repeating: "0", count: 16 - digits.count) + digits
                + "\"\n}\n"
        }

        /// Returns whether a file ends with the sum of the bytes before it.
        static func isAtEnd(of bytes: Data) -> Bool {
            let length = ChangesSum().end.utf8.count
            guard bytes.count >= length else { return false }
            return bytes.withUnsafeBytes { bytes in
                var sum = ChangesSum()
                sum.update(UnsafeRawBufferPointer(rebasing: bytes.dropLast(length)))
                return bytes.suffix(length).elementsEqual(sum.end.utf8)
            }
        }
    }
}
