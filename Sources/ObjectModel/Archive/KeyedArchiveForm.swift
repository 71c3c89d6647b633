/// Whether bytes are a keyed archive as a whole, told without making anything of them: a store has one for
/// each value of a transformable attribute.
package enum KeyedArchiveForm {
    /// Whether every object of the archive lies in it, and the top one is an archive's.
    package static func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count > 40, bytes.prefix(7).elementsEqual("bplist0".utf8) else {
            // In XML, or nothing of the kind.
            return (try? KeyedArchive(PropertyList(bytes: Array(bytes)))) != nil
        }
        guard let list = Form(bytes) else { return false }
        return list.areObjectsInside && list.isArchive
    }

    /// The trailer of a binary property list, which tells where its objects are.
    private struct Form {
        let bytes: UnsafeRawBufferPointer
        let offsetSize: Int
        let referenceSize: Int
        let count: Int
        let top: Int
        let table: Int

        init?(_ bytes: UnsafeRawBufferPointer) {
            self.bytes = bytes
            let trailer = bytes.count - 32
            offsetSize = Int(bytes[trailer + 6])
            referenceSize = Int(bytes[trailer + 7])
            guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
                let count = Self.unsigned(bytes, trailer + 8, 8),
                let top = Self.unsigned(bytes, trailer + 16, 8),
                let table = Self.unsigned(bytes, trailer + 24, 8),
                top < count, table >= 8, table <= trailer, count <= (trailer - table) / offsetSize
            else { return nil }
            (self.count, self.top, self.table) = (count, top, table)
        }

        /// A number of up to eight bytes; nil beyond the range of an integer.
        private static func unsigned(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ size: Int) -> Int? {
            var number: UInt64 = 0
            for index in start..<start + size { number = number << 8 | UInt64(bytes[index]) }
            return Int(exactly: number)
        }

        private func offset(_ index: Int) -> Int? {
            guard index < count,
                let offset = Self.unsigned(bytes, table + index * offsetSize, offsetSize),
                offset >= 8, offset < table
            else { return nil }
            return offset
        }

        /// Where the bytes behind an object's marker start, and how many units there are.
        private func extent(_ offset: Int) -> (start: Int, count: Int)? {
            let low = Int(bytes[offset] & 15)
            guard low == 15 else { return (offset + 1, low) }
            guard offset + 1 < table, bytes[offset + 1] >> 4 == 1, bytes[offset + 1] & 15 < 4 else {
                return nil
            }
            let size = 1 << Int(bytes[offset + 1] & 15)
            guard offset + 2 + size <= table, let count = Self.unsigned(bytes, offset + 2, size)
            else { return nil }
            return (offset + 2 + size, count)
        }

        /// Whether each object ends before the table of their offsets.
        var areObjectsInside: Bool {
            (0..<count).allSatisfy { index in
                guard let offset = offset(index) else { return false }
                let low = Int(bytes[offset] & 15)
                let unit: Int
                switch bytes[offset] >> 4 {
                case 0x0: return true
                case 0x1: return low <= 4 && offset + 1 + 1 << low <= table
                case 0x2: return (low == 2 || low == 3) && offset + 1 + 1 << low <= table
                case 0x3: return low == 3 && offset + 9 <= table
                case 0x4, 0x5, 0x7: unit = 1
                case 0x6: unit = 2
                case 0x8: return offset + 2 + low <= table
                case 0xA, 0xC: unit = referenceSize
                case 0xD: unit = 2 * referenceSize
                default: return false
                }
                guard let extent = extent(offset) else { return false }
                return extent.count <= (table - extent.start) / unit
            }
        }

        /// Whether the top object is a dictionary of an archive's objects and what it is about.
        var isArchive: Bool {
            [0xA, 0xC].contains(kind(of: "$objects")) && kind(of: "$top") == 0xD
        }

        /// The kind of the value that a key of the top object has.
        private func kind(of key: String) -> UInt8? {
            guard let start = offset(top), bytes[start] >> 4 == 0xD, let extent = extent(start) else {
                return nil
            }
            for position in 0..<extent.count {
                let reference = extent.start + position * referenceSize
                guard let name = Self.unsigned(bytes, reference, referenceSize).flatMap(offset) else {
                    return nil
                }
                guard [5, 7].contains(bytes[name] >> 4), let text = self.extent(name),
                    bytes[text.start..<text.start + text.count].elementsEqual(key.utf8)
                else { continue }
                let value = Self.unsigned(bytes, reference + extent.count * referenceSize, referenceSize)
                return value.flatMap(offset).map { bytes[$0] >> 4 }
            }
            return nil
        }
    }
}
