import Foundation

nonisolated extension SeedMerge {
    /// An object of a seed: as the old edition has it, or the new one where the old one lacks it.
    public struct Object: Hashable, Sendable {
        /// Whether only the new edition has it.
        public let isNew: Bool
        /// The root entity, by its place in ``Schema/roots``.
        public let family: Int
        /// The primary key in that edition.
        public let primaryKey: Int64

        /// Creates an object.
        public init(isNew: Bool, family: Int, primaryKey: Int64) {
            self.isNew = isNew
            self.family = family
            self.primaryKey = primaryKey
        }

        /// The order in which objects are looked at: those of both editions come first.
        var rank: (Int, Int64) { (isNew ? 1 : 0, primaryKey) }
    }

    /// What a new edition does with one object, without its values.
    public struct Change: Sendable {
        /// The kinds of changes.
        public enum Kind: String, Sendable {
            case added
            case changed
            case removed
        }

        /// What it does.
        public let kind: Kind
        /// The object's entity.
        public let entity: String
        /// The object.
        public let object: Object
        /// The primary key in the old edition; nil for an added object.
        public let oldKey: Int64?
        /// The primary key in the new edition; nil for a removed object.
        public let newKey: Int64?

        /// Creates a change.
        public init(kind: Kind, entity: String, object: Object, oldKey: Int64?, newKey: Int64?) {
            self.kind = kind
            self.entity = entity
            self.object = object
            self.oldKey = oldKey
            self.newKey = newKey
        }
    }

    /// What an edition has of a property.
    public enum ChangedValue<Value: Hashable>: Equatable {
        /// No value, no destination, or a value that is not recorded.
        case nothing
        /// The value of an attribute.
        case value(Value)
        /// The destination of a to-one relationship.
        case object(Object)
        /// Members of a to-many relationship: all of an ordered one, in their order; of others those that only this
        /// edition has.
        case objects([Object])
        /// A value in a file that is missing.
        case missingFile(String)

        /// The destination of a to-one relationship.
        public var destination: Object? {
            if case .object(let object) = self { object } else { nil }
        }

        /// The members of a to-many relationship.
        public var members: [Object] {
            if case .objects(let objects) = self { objects } else { [] }
        }
    }

    /// One property of an object that an edition adds, changes or drops.
    public struct ChangedProperty<Value: Hashable>: Equatable {
        /// The name; of an element of a structure the path, with dots.
        public let name: String
        /// What the old edition has.
        public let old: ChangedValue<Value>
        /// What the new edition has.
        public let new: ChangedValue<Value>
        /// The members that both editions have, by their primary keys in the old one, of an unordered relationship that
        /// loses members for which others may be substitutes; nil where that is not recorded.
        public var kept: IndexSet?
        /// Whether the other side records the same, apart from substitutes: it does not count as a change of the object.
        public var isInverse: Bool

        /// Creates a property.
        public init(
            name: String, old: ChangedValue<Value>, new: ChangedValue<Value>, kept: IndexSet? = nil,
            isInverse: Bool = false
        ) {
            self.name = name
            self.old = old
            self.new = new
            self.kept = kept
            self.isInverse = isInverse
        }

        /// The structure that it is an element of; nil for none.
        public var structure: Swift.Substring? { SeedMerge.structure(of: name) }
    }

    static func structure(of path: String) -> Swift.Substring? {
        path.firstIndex(of: ".").map { path[..<$0] }
    }

    /// What a new edition of a seed changes.
    public protocol Changes: AnyObject {
        /// The values of attributes.
        associatedtype Value: Hashable

        /// All changes, entity by entity.
        var changes: [Change] { get }
        /// Whether there is an old edition: without one all objects of the new edition are added.
        var hasBase: Bool { get }

        /// Announces the changes whose properties are asked for next.
        func prepare(_ changes: Swift.ArraySlice<Change>) throws

        /// What a change does with the object's properties: all that have a value of an added object, all that had one
        /// of a removed object, otherwise those that differ; of a structure that differs, all elements with a value.
        func properties(of change: Change) throws -> [ChangedProperty<Value>]

        /// The value of an object's attribute, or its destination, in the new edition, or in the old one where there is
        /// no other; `nothing` where it is not known.
        func value(_ name: String, of change: Change) throws -> ChangedValue<Value>

        /// An object that both editions have as an addition with all its values; nil where they are not known.
        func revival(of object: Object) throws -> Change?

        /// An object of an edition as if it were added, or removed where it is about the old edition, for
        /// ``value(_:of:)``; nil where the edition lacks it.
        func present(_ object: Object, inOld: Bool) throws -> Change?

        /// The primary key in the user's store of an object of the old edition that no change names; 0 where it is not
        /// there, nil where that is not known.
        func keyInStore(of object: Object) -> Int64?

        /// Whether a to-one relationship forms circles in the new edition.
        func hasCircles(_ relationship: String, family: Int) throws -> Bool

        /// The to-many relationships without an inverse that have the object in the new edition.
        func owners(of change: Change) throws -> [(owner: Object, relationship: String)]
    }
}
