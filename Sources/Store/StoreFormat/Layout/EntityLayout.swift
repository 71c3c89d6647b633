import ObjectModel

/// The place of one entity's objects in a store.
package struct EntityLayout: Sendable {
    /// The entity's name.
    package let name: String
    /// The entity's number, `Z_ENT` of its rows.
    package let number: Int
    /// The root entity, whose row in `Z_PRIMARYKEY` counts the rows.
    package let rootName: String
    /// The table with the rows of the whole family.
    package let table: String
    /// Whether all of its objects belong to subentities.
    package let isAbstract: Bool
    /// Its own number and those of its descendants, in ascending order: the `Z_ENT` of all objects of its kind.
    package let familyNumbers: [Int]
    /// The stored attributes, including inherited ones, by path in binary order. A composite attribute is listed by
    /// its elements. The value of an enumeration with raw values has the path of its attribute: `kind`, though its
    /// element is `kind.kind`.
    package let attributes: [AttributeColumn]
    /// The stored composite attributes, including inherited and nested ones, in the order of the model.
    package let composites: [CompositeLayout]
    /// The stored to-one relationships, including inherited ones, by name in binary order.
    package let toOnes: [ToOneColumn]
    /// The stored to-many relationships, including inherited ones, by name in binary order.
    package let toManys: [ToManyStorage]
    private let attributeIndices: [String: Int]
    private let toOneIndices: [String: Int]
    private let toManyIndices: [String: Int]

    init(
        name: String, number: Int, rootName: String, table: String, isAbstract: Bool,
        familyNumbers: [Int], attributes: [AttributeColumn], composites: [CompositeLayout] = [],
        toOnes: [ToOneColumn], toManys: [ToManyStorage]
    ) {
        self.name = name
        self.number = number
        self.rootName = rootName
        self.table = table
        self.isAbstract = isAbstract
        self.familyNumbers = familyNumbers
        self.attributes = attributes
        self.composites = composites
        self.toOnes = toOnes
        self.toManys = toManys
        func indices(_ names: [String]) -> [String: Int] {
            Dictionary(keepingFirst: names.enumerated().map { ($1, $0) })
        }
        var attributeIndices = indices(attributes.map(\.path))
        for composite in composites {
            guard case .raw(let element)? = composite.enumeration else { continue }
            let path = composite.path + "." + element.name
            if attributeIndices[path] == nil {
                attributeIndices[path] = attributeIndices[composite.path]
            }
        }
        self.attributeIndices = attributeIndices
        toOneIndices = indices(toOnes.map(\.relationship.name))
        toManyIndices = indices(toManys.map(\.relationship.name))
    }

    /// Returns the entity with the properties of some of its subentities, to which rows may belong as well.
    package func spanning(_ subentities: [EntityLayout]) -> EntityLayout {
        func union<Property>(_ name: (Property) -> String, _ properties: (EntityLayout) -> [Property])
            -> [Property]
        {
            var seen: Set<String> = []
            return ([self] + subentities).flatMap(properties).filter { seen.insert(name($0)).inserted }
        }
        return EntityLayout(
            name: name, number: number, rootName: rootName, table: table, isAbstract: isAbstract,
            familyNumbers: familyNumbers, attributes: union(\.path, \.attributes),
            composites: union(\.path, \.composites), toOnes: union(\.relationship.name, \.toOnes),
            toManys: union(\.relationship.name, \.toManys))
    }

    /// Returns the column of an attribute, or of an element of a composite one (`address.city`).
    package func attribute(_ path: String) -> AttributeColumn? {
        attributeIndices[path].map { attributes[$0] }
    }

    /// The paths of the attributes that can be set. An enumeration without raw values is one value, the name of its
    /// case.
    package var valuePaths: [String] {
        var paths = attributes.filter { !$0.attribute.isDerived }.map(\.path)
        let choices = composites.filter { $0.plainCases != nil }
        guard !choices.isEmpty else { return paths }
        let elements = Set(choices.flatMap { $0.columns.map(\.path) })
        paths.removeAll { elements.contains($0) }
        return (paths + choices.map(\.path)).sortedInBinaryOrder()
    }

    /// Returns a composite attribute, or one nested in another by its dotted path.
    package func composite(_ path: String) -> CompositeLayout? {
        composites.first { $0.path == path }
    }

    /// Returns the columns of a to-one relationship.
    package func toOne(_ name: String) -> ToOneColumn? { toOneIndices[name].map { toOnes[$0] } }

    /// Returns the place of a to-many relationship.
    package func toMany(_ name: String) -> ToManyStorage? {
        toManyIndices[name].map { toManys[$0] }
    }
}

/// A composite attribute of an entity: a structure, or an enumeration of SwiftData.
package struct CompositeLayout: Sendable {
    /// The attribute's name, or the dotted path if it is nested.
    package let path: String
    /// The attribute.
    package let attribute: AttributeDescription
    /// The columns of its elements, in declared order.
    package let columns: [AttributeColumn]

    /// The enumeration; nil for a structure.
    package var enumeration: StoredEnumeration? { attribute.enumeration }

    /// The names of an enumeration's cases if each has a column of its own; nil for other attributes.
    package var plainCases: [String]? {
        guard case .plain(let cases)? = enumeration, cases.count == columns.count else { return nil }
        return cases
    }
}

/// The column of an attribute.
package struct AttributeColumn: Equatable, Sendable {
    /// The attribute's name, or the dotted path to an element of a composite attribute.
    package let path: String
    /// The column's name.
    package let column: String
    /// The declared type of the column.
    package let sqlType: String
    /// The attribute; for a composite, the element.
    package let attribute: AttributeDescription

    /// Whether the attribute is an element of a composite.
    package var isElement: Bool { path.utf8.contains(UInt8(ascii: ".")) }

    /// Creates the description of a column.
    package init(path: String, column: String, sqlType: String, attribute: AttributeDescription) {
        self.path = path
        self.column = column
        self.sqlType = sqlType
        self.attribute = attribute
    }
}

/// The columns of a to-one relationship (docs/internals/format.md#relationships).
package struct ToOneColumn: Equatable, Sendable {
    /// The relationship.
    package let relationship: RelationshipDescription
    /// The column with the `Z_PK` of the destination.
    package let column: String
    /// The column with the destination's `Z_ENT`, if the destination has subentities.
    package let entityColumn: String?
    /// The column with the position in the ordered inverse.
    package let orderColumn: String?
    /// The destination entity.
    package let destinationName: String
    /// The inverse.
    package let inverse: RelationshipDescription?
}

/// The place of a to-many relationship (docs/internals/format.md#relationships).
package struct ToManyStorage: Equatable, Sendable {
    /// The ways of storing a to-many relationship.
    package enum Storage: Equatable, Sendable {
        /// In the to-one inverse: the members are the rows of `table` whose `column` is the `Z_PK` of the source, in
        /// the order of `orderColumn`.
        case inverseToOne(table: String, column: String, orderColumn: String?)
        /// Without an inverse, in a column of the destination's table.
        case column(table: String, column: String)
        /// In a join table: the rows whose `ownColumn` is the `Z_PK` of the source have the `Z_PK` of a destination
        /// in `otherColumn`, in the order of `orderColumn`.
        case joinTable(
            JoinTableLayout, ownColumn: String, otherColumn: String, orderColumn: String?)

        /// The rows of its members in any form of storage: those of `table` whose `owner` is the `Z_PK` of the source
        /// have the `Z_PK` of a destination in `member`, in the order of `order`.
        package var rows: (table: String, owner: String, member: String, order: String?) {
            switch self {
            case .inverseToOne(let table, let column, let order): (table, column, "Z_PK", order)
            case .column(let table, let column): (table, column, "Z_PK", nil)
            case .joinTable(let join, let own, let other, let order): (join.name, own, other, order)
            }
        }
    }

    /// The relationship.
    package let relationship: RelationshipDescription
    /// The destination entity.
    package let destinationName: String
    /// The inverse.
    package let inverse: RelationshipDescription?
    /// The form of storage.
    package let storage: Storage
}

/// The table of a many-to-many relationship in a store.
package struct JoinTableLayout: Equatable, Sendable {
    /// One of the two relationships.
    package typealias Side = SchemaJoinTable.Side

    /// The name.
    package let name: String
    /// The side that the table is named after.
    package let ownerSide: Side
    /// The inverse's side; the same relationship if it is its own inverse.
    package let otherSide: Side
    /// Whether the relationship is its own inverse.
    package let isReflexive: Bool

    /// Returns the side whose rows a column refers to. Both relationships may have the same name.
    package func side(ofColumn column: String) -> Side? {
        [ownerSide, otherSide].first { $0.column == column }
    }
}
