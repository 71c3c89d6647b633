import Inputs
import SQLite

/// Deferred links in their order, packed as bytes. A tree has one for each row, and each takes some twenty bytes.
final class DeferredLinks {
    private let bytes = GrowingBlock()
    /// The locations of rows without lines and columns. There is one for each file or sheet.
    private var places: [SeedIssue.Location] = []

    /// The memory that all links take, in bytes.
    var byteCount: Int { bytes.count }

    /// Adds a link.
    func append(_ link: DeferredLink) {
        switch link.kind {
        case .link(let index, let mode):
            write(UInt64(0))
            write(UInt64(index))
            write(UInt64(Self.modes.firstIndex(of: mode) ?? 0))
        case .list(let index):
            write(UInt64(1))
            write(UInt64(index))
        case .emptyList(let index):
            write(UInt64(2))
            write(UInt64(index))
        }
        write(UInt64(bitPattern: link.object.primaryKey))
        write(UInt64(bitPattern: Int64(link.object.entityNumber)))
        write(place(of: link.location))
        write(optional: link.location.line)
        write(optional: link.location.column)
        write(UInt64(link.key.count))
        for value in link.key { write(value) }
        write(UInt64(link.position == nil ? 0 : 1))
        if let position = link.position { write(position) }
    }

    /// Passes all links to `body`, in the order in which they were added.
    func forEach(_ body: (DeferredLink) throws -> Void) rethrows {
        var offset = 0
        while offset < bytes.count { try body(link(at: &offset)) }
    }

    private func link(at offset: inout Int) -> DeferredLink {
        let kind = number(at: &offset)
        let index = int(at: &offset)
        let content: DeferredLink.Kind =
            switch kind {
            case 0: .link(index, mode: Self.modes[int(at: &offset)])
            case 1: .list(index)
            default: .emptyList(index)
            }
        let primaryKey = Int64(bitPattern: number(at: &offset))
        let entity = Int64(bitPattern: number(at: &offset))
        var location = places[int(at: &offset)]
        location.line = optional(at: &offset)
        location.column = optional(at: &offset)
        var key: [Value] = []
        let count = int(at: &offset)
        for _ in 0..<count { key.append(value(at: &offset)) }
        let position = number(at: &offset) == 0 ? nil : value(at: &offset)
        return DeferredLink(
            kind: content,
            object: .init(primaryKey: primaryKey, entityNumber: Int32(truncatingIfNeeded: entity)),
            key: key, position: position, location: location)
    }

    private static let modes: [LinkWriter.Mode] = [.new, .merge, .replace]

    // MARK: Locations

    private func place(of location: SeedIssue.Location) -> UInt64 {
        var place = location
        (place.line, place.column) = (nil, nil)
        // Most rows have the last location.
        if let last = places.last, last == place { return UInt64(places.count - 1) }
        if let known = places.firstIndex(of: place) { return UInt64(known) }
        places.append(place)
        return UInt64(places.count - 1)
    }

    // MARK: Numbers

    /// Writes seven bits per byte, the low ones first.
    private func write(_ number: UInt64) {
        var rest = number
        withUnsafeTemporaryAllocation(byteCount: 10, alignment: 1) { buffer in
            var count = 0
            repeat {
                let part = UInt8(truncatingIfNeeded: rest & 0x7F)
                rest >>= 7
                buffer[count] = rest == 0 ? part : part | 0x80
                count += 1
            } while rest != 0
            bytes.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Writes nil as 0, and a number as the next higher one.
    private func write(optional number: Int?) {
        write(number.map { UInt64(bitPattern: Int64($0)) &+ 1 } ?? 0)
    }

    private func number(at offset: inout Int) -> UInt64 {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let byte = bytes.start.load(fromByteOffset: offset, as: UInt8.self)
            offset += 1
            number |= UInt64(byte & 0x7F) << shift
            guard byte & 0x80 != 0 else { return number }
            shift += 7
        }
    }

    private func int(at offset: inout Int) -> Int { Int(truncatingIfNeeded: number(at: &offset)) }

    private func optional(at offset: inout Int) -> Int? {
        let number = number(at: &offset)
        return number == 0 ? nil : Int(truncatingIfNeeded: number &- 1)
    }

    // MARK: Values

    private func write(_ value: Value) {
        switch value {
        case .null: write(UInt64(0))
        case .integer(let integer):
            write(UInt64(1))
            write(UInt64(bitPattern: integer))
        case .real(let real):
            write(UInt64(2))
            write(real.bitPattern)
        case .text(let text):
            write(UInt64(3))
            text.withUTF8Bytes { content in
                write(UInt64(content.count))
                bytes.append(content)
            }
        case .blob(let content):
            write(UInt64(4))
            write(UInt64(content.count))
            content.withUnsafeBytes { bytes.append($0) }
        }
    }

    private func value(at offset: inout Int) -> Value {
        switch number(at: &offset) {
        case 0: return .null
        case 1: return .integer(Int64(bitPattern: number(at: &offset)))
        case 2: return .real(Double(bitPattern: number(at: &offset)))
        case let kind:
            let count = int(at: &offset)
            let content = UnsafeRawBufferPointer(start: bytes.start + offset, count: count)
            offset += count
            return kind == 3 ? .text(String(decoding: content, as: UTF8.self)) : .blob(Array(content))
        }
    }
}
