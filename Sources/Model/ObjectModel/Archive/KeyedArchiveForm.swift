/// A check that bytes are a complete keyed archive, without decoding them. A store has one for each value of a
/// transformable attribute.
package enum KeyedArchiveForm {
    /// Returns whether every object is within the archive, and the top object is an archive with a readable root.
    package static func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count > 40, bytes.prefix(7).elementsEqual("bplist0".utf8) else {
            // The archive is in XML, or the bytes are something else.
            guard let archive = try? KeyedArchive(PropertyList(bytes: Array(bytes))) else { return false }
            return archive.root.uid == 0 || archive.resolve(archive.root) != nil
        }
        guard let list = Form(bytes) else { return false }
        return list.areObjectsInside && list.isArchive
    }

    private struct Form {
        let bytes: UnsafeRawBufferPointer
        let trailer: BinaryPropertyListTrailer
        var table: Int { trailer.offsetTable }
        var referenceSize: Int { trailer.referenceSize }

        init?(_ bytes: UnsafeRawBufferPointer) {
            guard let trailer = BinaryPropertyListTrailer(of: bytes) else { return nil }
            (self.bytes, self.trailer) = (bytes, trailer)
        }

        private func unsigned(_ start: Int, _ size: Int) -> Int? {
            BinaryPropertyListTrailer.unsigned(in: bytes, at: start, size: size)
        }

        private func offset(_ index: Int) -> Int? { trailer.offset(of: index, in: bytes) }

        /// Returns the start of the bytes after an object's marker, and the number of units.
        private func extent(_ offset: Int) -> (start: Int, count: Int)? {
            let low = Int(bytes[offset] & 15)
            guard low == 15 else { return (offset + 1, low) }
            guard offset + 1 < table, bytes[offset + 1] >> 4 == 1, bytes[offset + 1] & 15 < 4 else {
                return nil
            }
            let size = 1 << Int(bytes[offset + 1] & 15)
            guard offset + 2 + size <= table, let count = unsigned(offset + 2, size)
            else { return nil }
            return (offset + 2 + size, count)
        }

        /// Whether each object ends before the table of offsets.
        var areObjectsInside: Bool {
            (0..<trailer.objectCount).allSatisfy { index in
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

        /// Whether the top object is the dictionary of a keyed archive, whose root is among its objects and has a
        /// class, and no reference is out of range.
        var isArchive: Bool {
            guard let start = offset(trailer.topObject), let objects = value(of: "$objects", in: start),
                [0xA, 0xC].contains(bytes[objects] >> 4), let list = extent(objects),
                let top = value(of: "$top", in: start), bytes[top] >> 4 == 0xD,
                let root = value(of: "root", in: top).flatMap({ object($0, among: list) })
            else { return false }
            let areKnown = (0..<trailer.objectCount).allSatisfy { index in
                guard let offset = offset(index) else { return false }
                return bytes[offset] >> 4 != 0x8 || uid(offset).map { $0 < list.count } == true
            }
            guard areKnown, bytes[root] >> 4 == 0xD else { return areKnown }
            let type = value(of: "$class", in: root).flatMap { object($0, among: list) }
            return type.flatMap { value(of: "$classname", in: $0) } != nil
        }

        /// Returns the place of the object that a UID names.
        private func object(_ uid: Int, among list: (start: Int, count: Int)) -> Int? {
            guard bytes[uid] >> 4 == 0x8, let index = self.uid(uid), index < list.count else { return nil }
            return unsigned(list.start + index * referenceSize, referenceSize).flatMap(offset)
        }

        private func uid(_ offset: Int) -> Int? { unsigned(offset + 1, Int(bytes[offset] & 15) + 1) }

        /// Returns the place of the value for a key of a dictionary.
        private func value(of key: String, in dictionary: Int) -> Int? {
            guard bytes[dictionary] >> 4 == 0xD, let extent = extent(dictionary) else { return nil }
            for position in 0..<extent.count {
                let reference = extent.start + position * referenceSize
                guard let name = unsigned(reference, referenceSize).flatMap(offset) else {
                    return nil
                }
                guard [5, 7].contains(bytes[name] >> 4), let text = self.extent(name),
                    bytes[text.start..<text.start + text.count].elementsEqual(key.utf8)
                else { continue }
                return unsigned(reference + extent.count * referenceSize, referenceSize).flatMap(offset)
            }
            return nil
        }
    }
}
