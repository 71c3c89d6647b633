import ObjectModel
import StoreFormat

/// An entity with the columns and tables of its properties in a store, shared by the objects and rows of the entity.
/// The coordinator creates it once and it never changes.
///
/// Values that are stored in the row itself (attributes and to-one relationships) have numbered slots. To-many
/// relationships are numbered separately.
final class MappedEntity: Sendable {
    /// One value of a row. It is a class because objects use it for every value: a copy of its contents would cost more
    /// than the value.
    final class Slot: Sendable {
        enum Kind: Sendable {
            case attribute(AttributeDescription, AttributeColumn?)
            case toOne(RelationshipDescription, ToOneColumn?)
        }

        /// The property's name; for an element of a composite attribute, its dotted path.
        let name: String
        let kind: Kind
        /// Whether the value is never stored.
        let isTransient: Bool
        /// Whether objects can have a value: it is stored, or it is transient.
        let isUsable: Bool
        /// Whether the value is the destination of a to-one relationship.
        let isToOne: Bool
        /// Whether the value is that of a composite attribute's element.
        let isElement: Bool
        /// The column of the value; nil if the store has none.
        let column: String?
        /// The column with the `Z_ENT` of the destination of a to-one relationship.
        let entityColumn: String?

        init(name: String, kind: Kind, isTransient: Bool, isElement: Bool = false) {
            self.isElement = isElement
            self.name = name
            self.kind = kind
            self.isTransient = isTransient
            switch kind {
            case .attribute(_, let stored):
                isToOne = false
                column = stored?.column
                entityColumn = nil
            case .toOne(_, let stored):
                isToOne = true
                column = stored?.column
                entityColumn = stored?.entityColumn
            }
            isUsable = isTransient || column != nil
        }

        var attribute: AttributeDescription? {
            guard case .attribute(let attribute, _) = kind else { return nil }
            return attribute
        }

        var relationship: RelationshipDescription? {
            guard case .toOne(let relationship, _) = kind else { return nil }
            return relationship
        }
    }

    /// One to-many relationship. It is a class for the same reason as ``Slot``.
    final class ToMany: Sendable {
        let relationship: RelationshipDescription
        /// The place of the relationship in the store; nil if it is transient, or if the store has no column or table
        /// for it.
        let storage: ToManyStorage.Storage?
        /// Whether objects can have members of the relationship: it is stored, or it is transient.
        let isUsable: Bool

        init(relationship: RelationshipDescription, storage: ToManyStorage.Storage?) {
            self.relationship = relationship
            self.storage = storage
            isUsable = storage != nil || relationship.isTransient
        }

        var name: String { relationship.name }
    }

    let description: EntityDescription
    let layout: EntityLayout
    /// The `Z_UUID` of the store.
    let storeUUID: String
    /// The index of the store in its coordinator.
    let storeIndex: Int
    let rootNumber: Int
    /// The names of the entity and its descendants by their numbers.
    let familyNames: [Int: String]
    /// The numbers of the entity and its descendants.
    let family: Set<Int>
    let slots: [Slot]
    let toManys: [ToMany]
    /// The composite attributes. Only their elements have slots.
    let composites: [AttributeDescription]
    /// The slots of the cases of each enumeration without raw values, by the path of its attribute.
    let choices: [String: [Int]]
    /// The to-many state of an object whose relationships were not used yet. Objects share it until then.
    let untouchedToManys: [ToManyState]
    private let slotIndices: NameIndices
    /// The slot indices of the elements of enumerations with raw values, by element name (`kind.kind`). The slots
    /// themselves have the names of the attributes (`kind`).
    private let elementIndices: [String: Int]
    private let toManyIndices: NameIndices

    var name: String { description.name }
    var number: Int { layout.number }
    var table: String { layout.table }

    init(
        _ description: EntityDescription, layout: EntityLayout, storeUUID: String, rootNumber: Int,
        familyNames: [Int: String] = [:], storeIndex: Int = 0
    ) {
        self.storeIndex = storeIndex
        self.familyNames = familyNames
        self.description = description
        self.layout = layout
        self.storeUUID = storeUUID
        self.rootNumber = rootNumber
        family = Set(layout.familyNumbers)
        var slots: [Slot] = []
        var elementIndices: [String: Int] = [:]
        var toManys: [ToMany] = []
        for attribute in description.attributes {
            for (path, leaf) in Self.leaves(of: attribute) {
                let column = layout.attribute(path)
                let name = column?.path ?? path
                if name != path { elementIndices[path] = slots.count }
                slots.append(
                    Slot(
                        name: name, kind: .attribute(leaf, column),
                        isTransient: attribute.isTransient, isElement: attribute.isComposite))
            }
        }
        for relationship in description.relationships {
            if relationship.isToMany {
                toManys.append(
                    ToMany(
                        relationship: relationship,
                        storage: layout.toMany(relationship.name)?.storage))
            } else {
                slots.append(
                    Slot(
                        name: relationship.name,
                        kind: .toOne(relationship, layout.toOne(relationship.name)),
                        isTransient: relationship.isTransient))
            }
        }
        self.slots = slots
        composites = description.attributes.filter { $0.isComposite && !$0.isTransient }
        self.toManys = toManys
        untouchedToManys = Array(repeating: ToManyState(), count: toManys.count)
        self.elementIndices = elementIndices
        let slotIndices = NameIndices(slots.map(\.name))
        self.slotIndices = slotIndices
        var choices: [String: [Int]] = [:]
        for composite in layout.composites where composite.plainCases != nil {
            choices[composite.path] = composite.columns.compactMap { slotIndices[$0.path] }
        }
        self.choices = choices
        toManyIndices = NameIndices(toManys.map(\.name))
    }

    /// Returns the index in ``slots`` of a name.
    func slot(named name: String) -> Int? { slotIndices[name] ?? elementIndices[name] }

    /// Returns the index in ``toManys`` of a name.
    func toMany(named name: String) -> Int? { toManyIndices[name] }

    /// Returns whether this is the other entity or inherits from it.
    func isKind(of other: MappedEntity) -> Bool {
        self === other
            || other.family.contains(number) && rootNumber == other.rootNumber
                && storeIndex == other.storeIndex
    }

    /// Returns the elements of a composite attribute by their dotted paths, with nested composites resolved. For a
    /// plain attribute, returns the attribute itself.
    private static func leaves(
        of attribute: AttributeDescription
    ) -> [(path: String, attribute: AttributeDescription)] {
        var result: [(String, AttributeDescription)] = []
        // A stack instead of recursion: the last entry is processed next.
        var open = [(attribute.name, attribute)]
        while let (path, next) = open.popLast() {
            guard next.isComposite else {
                result.append((path, next))
                continue
            }
            open += next.elements.reversed().map { (path + "." + $0.name, $0) }
        }
        return result
    }
}

/// The indices of names in a list; for a duplicate name, the first index.
///
/// A few names are compared one by one, because that is faster than hashing one.
struct NameIndices: Sendable {
    private static let few = 8

    private let names: [String]
    /// Empty if there are only a few names.
    private let indices: [String: Int]

    init(_ names: [String]) {
        self.names = names
        indices =
            names.count <= Self.few
            ? [:]
            : Dictionary(keepingFirst: names.enumerated().map { ($1, $0) })
    }

    /// Returns the index of a name; nil if it is not in the list.
    subscript(name: String) -> Int? {
        names.count <= Self.few ? names.firstIndex(of: name) : indices[name]
    }
}
