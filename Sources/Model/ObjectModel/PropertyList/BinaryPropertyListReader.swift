/// Reads binary property lists (`bplist00`) from untrusted input.
///
/// A file consists of a header, the objects, a table of their offsets and a trailer of 32 bytes with the table's
/// place; see `CFBinaryPList.c` of swift-corelibs-foundation. Every offset is checked. Containers may not be nested
/// too deeply nor, through shared objects, expand to too many values.
struct BinaryPropertyListReader {
    private let bytes: [UInt8]
    private let trailer: BinaryPropertyListTrailer
    /// The values without containers that were already read, by object.
    private var scalars: [Int: PropertyList] = [:]
    private var remaining = PropertyList.Limit.values

    init(bytes: [UInt8]) throws {
        guard bytes.count <= PropertyList.Limit.size else {
            throw ModelError(.tooMany(what: "bytes", limit: PropertyList.Limit.size))
        }
        guard bytes.count >= 40 else { throw Self.malformed("is too short") }
        self.bytes = bytes
        guard let trailer = BinaryPropertyListTrailer(of: bytes) else {
            throw Self.malformed("has a damaged trailer")
        }
        self.trailer = trailer
    }

    /// Reads the whole list.
    mutating func read() throws -> PropertyList { try object(trailer.topObject, depth: 0) }

    private mutating func object(_ index: Int, depth: Int) throws -> PropertyList {
        if let known = scalars[index] { return known }
        guard let offset = trailer.offset(of: index, in: bytes) else {
            throw Self.malformed("refers to an object that is not there")
        }
        let low = Int(bytes[offset] & 15)
        switch bytes[offset] >> 4 {
        case 0xA, 0xC:
            return .array(try array(at: offset, low: low, depth: depth))
        case 0xD:
            return .dictionary(try dictionary(at: offset, low: low, depth: depth))
        case let kind:
            let value = try scalar(kind: kind, at: offset, low: low)
            scalars[index] = value
            return value
        }
    }

    private func scalar(kind: UInt8, at offset: Int, low: Int) throws -> PropertyList {
        switch kind {
        case 0x0:
            switch low {
            case 0x8: return .bool(false)
            case 0x9: return .bool(true)
            default: return .null
            }
        case 0x1: return try integer(at: offset + 1, low: low)
        case 0x2 where low == 2:
            let bits = try unsigned(at: offset + 1, size: 4)
            return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
        case 0x2 where low == 3: return .real(Double(bitPattern: try bits64(at: offset + 1)))
        case 0x3 where low == 3: return .date(Double(bitPattern: try bits64(at: offset + 1)))
        case 0x4:
            let (start, count) = try extent(at: offset, low: low, unit: 1)
            return .data(Array(bytes[start..<start + count]))
        case 0x5, 0x7:
            let (start, count) = try extent(at: offset, low: low, unit: 1)
            return .string(String(decoding: bytes[start..<start + count], as: UTF8.self))
        case 0x6:
            let (start, count) = try extent(at: offset, low: low, unit: 2)
            let units = stride(from: start, to: start + 2 * count, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            return .string(String(decoding: units, as: UTF16.self))
        case 0x8:
            let index = try unsigned(at: offset + 1, size: low + 1)
            return .uid(index)
        default: throw Self.malformed("holds an unknown kind of object")
        }
    }

    private func integer(at offset: Int, low: Int) throws -> PropertyList {
        switch low {
        case 0...2: return .integer(Int64(try unsigned(at: offset, size: 1 << low)))
        case 3: return .integer(Int64(bitPattern: try bits64(at: offset)))
        case 4:
            // 128 bits are normally used for numbers beyond Int64.
            let high = try bits64(at: offset)
            let number = try bits64(at: offset + 8)
            if high == 0 { return Int64(exactly: number).map { .integer($0) } ?? .unsigned(number) }
            if high == .max, number >> 63 == 1 { return .integer(Int64(bitPattern: number)) }
            return .real(Double(high) * 0x1p64 + Double(number))
        default: throw Self.malformed("holds an integer that is too long")
        }
    }

    private mutating func array(at offset: Int, low: Int, depth: Int) throws -> [PropertyList] {
        let (start, count) = try extent(at: offset, low: low, unit: trailer.referenceSize)
        try spend(count, depth: depth)
        var result: [PropertyList] = []
        result.reserveCapacity(count)
        for position in 0..<count {
            result.append(
                try object(reference(at: start + position * trailer.referenceSize), depth: depth + 1))
        }
        return result
    }

    private mutating func dictionary(
        at offset: Int, low: Int, depth: Int
    ) throws -> [String: PropertyList] {
        let (start, count) = try extent(at: offset, low: low, unit: 2 * trailer.referenceSize)
        try spend(count, depth: depth)
        var result: [String: PropertyList] = [:]
        result.reserveCapacity(count)
        for position in 0..<count {
            let key = try reference(at: start + position * trailer.referenceSize)
            let value = try reference(at: start + (count + position) * trailer.referenceSize)
            guard case .string(let name) = try object(key, depth: depth + 1) else {
                throw Self.malformed("has a key that is no text")
            }
            result[name] = try object(value, depth: depth + 1)
        }
        return result
    }

    // MARK: Objects as written

    /// The index of the top object.
    var topObject: Int { trailer.topObject }

    /// Returns an object as written in the file.
    func object(_ index: Int) throws -> BinaryPropertyListWriter.Object {
        guard let offset = trailer.offset(of: index, in: bytes) else {
            throw Self.malformed("refers to an object that is not there")
        }
        let low = Int(bytes[offset] & 15)
        let end: Int
        switch bytes[offset] >> 4 {
        case 0x0: end = offset + 1
        case 0x1, 0x2, 0x3: end = offset + 1 + 1 << min(low, 4)
        case 0x4, 0x5, 0x7:
            let (start, count) = try extent(at: offset, low: low, unit: 1)
            end = start + count
        case 0x6:
            let (start, count) = try extent(at: offset, low: low, unit: 2)
            end = start + 2 * count
        case 0x8: end = offset + 2 + low
        case let kind:
            let size = trailer.referenceSize * (kind == 0xD ? 2 : 1)
            let (start, count) = try extent(at: offset, low: low, unit: size)
            let members = try (0..<count * size / trailer.referenceSize).map {
                try reference(at: start + $0 * trailer.referenceSize)
            }
            return .container(marker: kind << 4, count: count, members: members)
        }
        guard end <= bytes.count else { throw Self.malformed("has a number that is cut off") }
        return .plain(Array(bytes[offset..<end]))
    }

    /// Returns the text of an object.
    func text(_ index: Int) throws -> String {
        var reader = self
        guard case .string(let text) = try reader.object(index, depth: 0) else {
            throw Self.malformed("has a key that is no text")
        }
        return text
    }

    private mutating func spend(_ count: Int, depth: Int) throws {
        guard depth < PropertyList.Limit.depth else {
            throw ModelError(.tooMany(what: "nested containers", limit: PropertyList.Limit.depth))
        }
        guard count < remaining else {
            throw ModelError(.tooMany(what: "values", limit: PropertyList.Limit.values))
        }
        // Even an empty container counts.
        remaining -= count + 1
    }

    /// Returns the start of an object's content and its number of units, after checking that they are within the
    /// file.
    private func extent(at offset: Int, low: Int, unit: Int) throws -> (start: Int, count: Int) {
        var start = offset + 1
        var count = low
        if low == 15 {
            guard start < trailer.offsetTable, bytes[start] >> 4 == 1, bytes[start] & 15 <= 3 else {
                throw Self.malformed("has a damaged length")
            }
            let size = 1 << Int(bytes[start] & 15)
            count = try unsigned(at: start + 1, size: size)
            start += 1 + size
        }
        guard start <= trailer.offsetTable, count <= (trailer.offsetTable - start) / unit else {
            throw Self.malformed("has an object that reaches beyond its end")
        }
        return (start, count)
    }

    private func reference(at offset: Int) throws -> Int {
        try unsigned(at: offset, size: trailer.referenceSize)
    }

    private func unsigned(at offset: Int, size: Int) throws -> Int {
        guard let number = BinaryPropertyListTrailer.unsigned(in: bytes, at: offset, size: size) else {
            throw Self.malformed("has a number that is cut off or too large")
        }
        return number
    }

    private func bits64(at offset: Int) throws -> UInt64 {
        guard offset >= 0, offset <= bytes.count - 8 else {
            throw Self.malformed("has a number that is cut off")
        }
        return bytes[offset..<offset + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func malformed(_ problem: String) -> ModelError {
        ModelError(.malformed("the binary property list \(problem)"))
    }
}
