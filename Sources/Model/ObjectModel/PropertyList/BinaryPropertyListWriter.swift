extension PropertyList {
    /// The property list in Apple's binary format, version 00.
    ///
    /// Equal property lists give equal bytes: keys are written in binary order, and equal texts and numbers are
    /// written once.
    package var binary: [UInt8] {
        var writer = BinaryPropertyListWriter(style: .compact)
        return writer.write(self)
    }

    /// A keyed archive in Apple's binary format, with the layout of `NSKeyedArchiver`: its own order of keys, and
    /// every reference and truth value written again each time, although the containers refer to the first of equal
    /// ones. This is so in all 20,000 cases of five real model caches.
    var archiverBinary: [UInt8] {
        var writer = BinaryPropertyListWriter(style: .archiver)
        return writer.write(self)
    }
}

/// Writes a property list in Apple's binary format.
struct BinaryPropertyListWriter {
    /// The layouts of a file. All of them read back the same.
    enum Style {
        /// Keys are in binary order, and equal values without members are written once.
        case compact
        /// The layout of `NSKeyedArchiver`.
        case archiver
    }

    private let style: Style

    init(style: Style) { self.style = style }

    /// One object: its marker and content, or its members.
    enum Object {
        case plain([UInt8])
        case container(marker: UInt8, count: Int, members: [Int])
    }

    private var objects: [Object] = []
    /// Objects without members, by their bytes.
    private var known: [[UInt8]: Int] = [:]

    mutating func write(_ list: PropertyList) -> [UInt8] {
        let root = add(list)
        return file(root)
    }

    /// Returns a list of the objects that `body` adds.
    static func binary(_ body: (inout Self) throws -> Int) rethrows -> [UInt8] {
        var writer = Self(style: .compact)
        let root = try body(&writer)
        return writer.file(root)
    }

    /// Adds an object from another list as written there, except that keys are in binary order.
    mutating func add(_ object: WrittenPropertyList.Object) throws -> Int {
        if let entries = try object.entries { return try add(entries) }
        switch try object.reader.object(object.index) {
        case .plain(let bytes): return plain(bytes)
        case .container(let marker, let count, let members):
            let index = reserve()
            let own = try members.map { try add(WrittenPropertyList.Object($0, of: object.reader)) }
            objects[index] = .container(marker: marker, count: count, members: own)
            return index
        }
    }

    /// Adds a dictionary of entries that were read.
    mutating func add(_ entries: [WrittenPropertyList.Entry]) throws -> Int {
        let sorted = entries.sortedInBinaryOrder { $0.name }
        let index = reserve()
        let names = try sorted.map { try add($0.key) }
        let values = try sorted.map { try add($0.value) }
        objects[index] = .container(marker: 0xD0, count: sorted.count, members: names + values)
        return index
    }

    private func file(_ root: Int) -> [UInt8] {
        let referenceSize = Self.size(of: UInt64(max(objects.count - 1, 0)))
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for object in objects {
            offsets.append(bytes.count)
            switch object {
            case .plain(let content): bytes += content
            case .container(let marker, let count, let members):
                bytes += Self.head(marker, count: count)
                for member in members {
                    bytes += Self.bigEndian(UInt64(member), size: referenceSize)
                }
            }
        }
        let table = bytes.count
        let offsetSize = Self.size(of: UInt64(table))
        for offset in offsets { bytes += Self.bigEndian(UInt64(offset), size: offsetSize) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        bytes += Self.bigEndian(UInt64(objects.count), size: 8)
        bytes += Self.bigEndian(UInt64(root), size: 8)
        bytes += Self.bigEndian(UInt64(table), size: 8)
        return bytes
    }

    private mutating func add(_ list: PropertyList) -> Int {
        switch list {
        case .null: return plain([0x00])
        case .bool(let flag): return plain([flag ? 0x09 : 0x08])
        case .integer(let number): return plain(Self.integer(number))
        case .unsigned(let number):
            return plain([0x14] + Self.bigEndian(0, size: 8) + Self.bigEndian(number, size: 8))
        case .real(let number): return plain([0x23] + Self.bigEndian(number.bitPattern, size: 8))
        case .date(let seconds): return plain([0x33] + Self.bigEndian(seconds.bitPattern, size: 8))
        case .data(let bytes): return plain(Self.head(0x40, count: bytes.count) + bytes)
        case .string(let text): return plain(Self.text(text))
        case .uid(let object):
            let number = UInt64(max(object, 0))
            let size = Self.size(of: number)
            return plain([0x80 | UInt8(size - 1)] + Self.bigEndian(number, size: size))
        case .array(let elements):
            let index = reserve()
            let members = elements.map { add($0) }
            objects[index] = .container(marker: 0xA0, count: members.count, members: members)
            return index
        case .dictionary(let entries):
            let index = reserve()
            let keys = ordered(entries.keys.sortedInBinaryOrder())
            let names = keys.map { plain(Self.text($0)) }
            let values = keys.map { add(entries[$0] ?? .null) }
            objects[index] = .container(marker: 0xD0, count: keys.count, members: names + values)
            return index
        }
    }

    private mutating func reserve() -> Int {
        objects.append(.plain([]))
        return objects.count - 1
    }

    /// Returns the keys of an object in the order of real archives, where the class is last.
    private func ordered(_ keys: [String]) -> [String] {
        guard style == .archiver else { return keys }
        let first = ["$version", "$archiver", "$top", "$objects", "$classname", "$classes"]
        return first.filter(keys.contains)
            + keys.filter { !first.contains($0) && $0 != "$class" }
            + keys.filter { $0 == "$class" }
    }

    private mutating func plain(_ bytes: [UInt8]) -> Int {
        if let index = known[bytes] {
            if style == .archiver, let marker = bytes.first, Self.isWrittenAgain(marker) {
                objects.append(.plain(bytes))
            }
            return index
        }
        objects.append(.plain(bytes))
        known[bytes] = objects.count - 1
        return objects.count - 1
    }

    /// Returns whether an archive repeats equal objects: truth values (8, 9) and references (8n).
    private static func isWrittenAgain(_ marker: UInt8) -> Bool {
        marker == 0x08 || marker == 0x09 || marker & 0xF0 == 0x80
    }

    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        if bytes.allSatisfy({ $0 < 0x80 }) { return head(0x50, count: bytes.count) + bytes }
        let units = Array(text.utf16)
        return head(0x60, count: units.count)
            + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    private static func integer(_ number: Int64) -> [UInt8] {
        let size = number < 0 ? 8 : size(of: UInt64(number))
        return [0x10 | UInt8(size.trailingZeroBitCount)]
            + bigEndian(UInt64(bitPattern: number), size: size)
    }

    /// Returns a marker with a count. A count of 15 or more follows the marker.
    private static func head(_ marker: UInt8, count: Int) -> [UInt8] {
        count < 15 ? [marker | UInt8(count)] : [marker | 0x0F] + integer(Int64(count))
    }

    /// Returns the number of bytes that a number needs: 1, 2, 4 or 8.
    private static func size(of number: UInt64) -> Int {
        switch number {
        case ...0xFF: 1
        case ...0xFFFF: 2
        case ...0xFFFF_FFFF: 4
        default: 8
        }
    }

    private static func bigEndian(_ number: UInt64, size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (size - 1 - $0))) }
    }
}
