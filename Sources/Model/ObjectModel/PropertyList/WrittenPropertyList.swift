/// A property list exactly as written in Apple's binary format. It includes values that ``PropertyList`` does not
/// have, such as numbers of single precision, sets, malformed texts, and keys that differ only in their Unicode
/// normal form.
package struct WrittenPropertyList: Equatable, Sendable {
    /// The list in the binary format. Keys are in binary order, and equal values without members are written once.
    package let binary: [UInt8]

    /// Writes a list.
    package init(_ list: PropertyList) { binary = list.binary }

    /// Reads a list, binary or XML.
    ///
    /// - Throws: ``ModelError`` (`malformed`, `tooMany`).
    package init(bytes: [UInt8]) throws {
        // This reads all of the list within the limits.
        let list = try PropertyList(bytes: bytes)
        guard PropertyList.isBinary(bytes) else {
            self.init(list)
            return
        }
        self.init(try BinaryPropertyListWriter.binary { try $0.add(Object(bytes)) })
    }

    private init(_ binary: [UInt8]) { self.binary = binary }

    /// The list's value, or the nearest one that ``PropertyList`` has.
    ///
    /// - Throws: only after a mistake in this type.
    package var value: PropertyList { get throws { try PropertyList(bytes: binary) } }

    /// The values of a dictionary; nil for other lists.
    ///
    /// - Throws: only after a mistake in this type.
    package var entries: [String: WrittenPropertyList]? {
        get throws {
            let entries = try Object(binary).entries?.map { entry in
                (entry.name, Self(try BinaryPropertyListWriter.binary { try $0.add(entry.value) }))
            }
            return entries.map { Dictionary($0) { _, last in last } }
        }
    }

    /// Returns a dictionary with some entries changed, or removed by nil. Other entries are kept.
    ///
    /// - Returns: nil for other lists.
    /// - Throws: only after a mistake in this type.
    package func setting(_ entries: [String: WrittenPropertyList?]) throws -> WrittenPropertyList? {
        guard let present = try Object(binary).entries else { return nil }
        let kept = present.filter { !entries.keys.contains($0.name) }
        let new = try entries.compactMap { name, value in
            try value.map {
                Entry(
                    name: name, key: try Object(PropertyList.string(name).binary),
                    value: try Object($0.binary))
            }
        }
        return Self(try BinaryPropertyListWriter.binary { try $0.add(kept + new) })
    }

    /// An object of a binary list.
    struct Object {
        let reader: BinaryPropertyListReader
        let index: Int

        /// Creates an object of the same list.
        init(_ index: Int, of reader: BinaryPropertyListReader) {
            (self.reader, self.index) = (reader, index)
        }

        /// Creates the top object of a list.
        init(_ bytes: [UInt8]) throws {
            reader = try BinaryPropertyListReader(bytes: bytes)
            index = reader.topObject
        }

        /// The entries of a dictionary; nil for another object.
        var entries: [Entry]? {
            get throws {
                guard case .container(0xD0, let count, let members) = try reader.object(index) else {
                    return nil
                }
                return try (0..<count).map {
                    Entry(
                        name: try reader.text(members[$0]), key: Self(members[$0], of: reader),
                        value: Self(members[count + $0], of: reader))
                }
            }
        }
    }

    /// An entry of a dictionary.
    struct Entry {
        let name: String
        let key: Object
        let value: Object
    }
}
