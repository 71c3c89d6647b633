import ObjectModel

/// The meaning of the bits of `ACHANGE.ZCOLUMNS`, for one entity (docs/internals/format.md#persistent-history).
package struct HistoryBitmap: Sendable {
    /// One bit.
    package struct Bit: Equatable, Sendable {
        /// The part of a property that has changed.
        package enum Part: Equatable, Sendable {
            /// The value of an attribute, the destination of a to-one relationship, or the members of a to-many one.
            case value
            /// The entity of a to-one relationship's destination.
            case entity
            /// The position in the ordered inverse.
            case order
        }

        /// The name of the property, or the dotted path of an element of a composite attribute.
        package let property: String
        package let part: Part
    }

    /// The bits. The first one is the highest of the first byte.
    package let bits: [Bit]
    private let indices: [String: Int]
    private let orderIndices: [String: Int]

    /// The number of bytes of a bitmap.
    package var byteCount: Int { (bits.count + 7) / 8 }

    /// - Parameters:
    ///   - entity: the entity whose objects changed.
    ///   - layout: the entity's place in the store.
    package init(_ entity: EntityDescription, _ layout: EntityLayout, in model: ManagedObjectModel) {
        let depths = Self.depths(of: entity, in: model)
        func depth(_ name: String) -> Int { depths[String(name.prefix { $0 != "." })] ?? 0 }
        /// Returns the names with inherited properties first, and each level sorted by name.
        func ordered(_ names: [String]) -> [String] {
            names.sortedInBinaryOrder().enumerated()
                .sorted { (depth($0.element), $0.offset) < (depth($1.element), $1.offset) }
                .map(\.element)
        }
        let toOnes = ordered(layout.toOnes.map(\.relationship.name))
        let withEntity = toOnes.filter { layout.toOne($0)?.entityColumn != nil }
        let withOrder = toOnes.filter { layout.toOne($0)?.orderColumn != nil }
        let attributes = ordered(layout.attributes.map(\.path))
        let toManys = layout.toManys.map(\.relationship)
        // The dictionary contains each column, a second key for each to-one, and the three columns of every row.
        let count =
            toOnes.count * 2 + withEntity.count + withOrder.count + attributes.count
            + toManys.count + 3
        let hashed = DictionaryOrder(count: count)
        func ordered(toManys: [RelationshipDescription]) -> [String] {
            hashed.sorted(toManys.map(\.name)).enumerated()
                .sorted { (depth($0.element), $0.offset) < (depth($1.element), $1.offset) }
                .map(\.element)
        }
        let manyToMany = toManys.filter { layout.isManyToMany($0.name) }
        let oneToMany = toManys.filter { !layout.isManyToMany($0.name) }
        bits =
            toOnes.map { Bit(property: $0, part: .value) }
            + withEntity.map { Bit(property: $0, part: .entity) }
            + withOrder.map { Bit(property: $0, part: .order) }
            + (attributes + ordered(toManys: oneToMany) + ordered(toManys: manyToMany))
            .map { Bit(property: $0, part: .value) }
        func numbers(_ part: Bit.Part, _ bits: [Bit]) -> [String: Int] {
            Dictionary(
                keepingFirst: bits.enumerated().filter { $0.element.part == part }
                    .map { ($0.element.property, $0.offset) })
        }
        indices = numbers(.value, bits)
        orderIndices = numbers(.order, bits)
    }

    /// Returns the number of ancestors above the entity that declares a property, by the property's name.
    private static func depths(
        of entity: EntityDescription, in model: ManagedObjectModel
    ) -> [String: Int] {
        var depths: [String: Int] = [:]
        for (depth, ancestor) in model.lineage(of: entity).reversed().enumerated() {
            for property in ancestor.properties where depths[property.name] == nil {
                depths[property.name] = depth
            }
        }
        return depths
    }

    // MARK: Bitmaps

    /// Returns the bits of a bitmap that are set; nil if it is too short or too long, or has bits without a meaning.
    package func bits(of bitmap: [UInt8]) -> [Bit]? {
        guard bitmap.count == byteCount else { return nil }
        var found: [Bit] = []
        for (index, byte) in bitmap.enumerated() where byte != 0 {
            for bit in 0..<8 where byte & (0x80 >> UInt8(bit)) != 0 {
                let number = index * 8 + bit
                guard number < bits.count else { return nil }
                found.append(bits[number])
            }
        }
        return found
    }

    /// Returns the bitmap of changed properties. Properties without a bit are left out.
    ///
    /// - Parameters:
    ///   - properties: the properties that changed.
    ///   - ordered: the to-one relationships whose position in the ordered inverse changed.
    package func bitmap(
        _ properties: some Sequence<String>, ordered: some Sequence<String> = []
    ) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        func set(_ number: Int?) {
            guard let number else { return }
            bytes[number / 8] |= 0x80 >> UInt8(number % 8)
        }
        for property in properties { set(indices[property]) }
        for property in ordered { set(orderIndices[property]) }
        return bytes
    }
}

extension EntityLayout {
    /// Returns whether the members of a to-many relationship are stored in a join table.
    fileprivate func isManyToMany(_ name: String) -> Bool {
        guard case .joinTable = toMany(name)?.storage else { return false }
        return true
    }

    /// The attributes whose values a history keeps for deleted objects, in the order of the columns `ZTOMBSTONE0`,
    /// `ZTOMBSTONE1` … (docs/internals/format.md#persistent-history).
    package var tombstoneAttributes: [AttributeColumn] {
        attributes.filter(\.attribute.preservesValueInHistoryOnDeletion)
    }
}
