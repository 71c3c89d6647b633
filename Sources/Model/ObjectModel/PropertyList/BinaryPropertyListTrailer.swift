/// The end of a binary property list, with the place of the objects' offsets.
struct BinaryPropertyListTrailer {
    let offsetSize: Int
    let referenceSize: Int
    let objectCount: Int
    let topObject: Int
    let offsetTable: Int

    /// - Returns: nil if it is damaged.
    init?<Bytes: RandomAccessCollection<UInt8>>(of bytes: Bytes) where Bytes.Index == Int {
        let trailer = bytes.count - 32
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.unsigned(in: bytes, at: trailer + 8, size: 8),
            let top = Self.unsigned(in: bytes, at: trailer + 16, size: 8),
            let table = Self.unsigned(in: bytes, at: trailer + 24, size: 8),
            top < count, table >= 8, table <= trailer, count <= (trailer - table) / offsetSize
        else { return nil }
        (objectCount, topObject, offsetTable) = (count, top, table)
    }

    /// Returns the offset of an object; nil if it is out of range.
    func offset<Bytes: RandomAccessCollection<UInt8>>(of object: Int, in bytes: Bytes) -> Int?
    where Bytes.Index == Int {
        guard object < objectCount,
            let offset = Self.unsigned(in: bytes, at: offsetTable + object * offsetSize, size: offsetSize),
            offset >= 8, offset < offsetTable
        else { return nil }
        return offset
    }

    /// Returns a big-endian number; nil if it is too large for an `Int` or out of range.
    static func unsigned<Bytes: RandomAccessCollection<UInt8>>(
        in bytes: Bytes, at offset: Int, size: Int
    ) -> Int? where Bytes.Index == Int {
        guard offset >= 0, size >= 0, offset <= bytes.count - size else { return nil }
        var number: UInt64 = 0
        for index in offset..<offset + size {
            guard number >> 56 == 0 else { return nil }
            number = number << 8 | UInt64(bytes[index])
        }
        return Int(exactly: number)
    }
}
