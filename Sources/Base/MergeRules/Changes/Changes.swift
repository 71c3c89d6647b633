import Foundation

nonisolated extension SeedMerge {
    /// An object of a seed, identified by the old edition, or by the new one if the old one lacks it.
    public struct Object: Hashable, Sendable {
        /// Whether only the new edition has the object.
        public let isNew: Bool
        /// The index of the root entity in ``Schema/roots``.
        public let family: Int
        /// The primary key in that edition.
        public let primaryKey: Int64

        /// Creates an object.
        public init(isNew: Bool, family: Int, primaryKey: Int64) {
            self.isNew = isNew
            self.family = family
            self.primaryKey = primaryKey
        }

        /// The order in which objects are handled: objects of the old edition come first.
        var rank: (Int, Int64) { (isNew ? 1 : 0, primaryKey) }
    }

    /// A new edition's change of one object, without its values.
    public struct Change: Sendable {
        /// The kinds of changes.
        public enum Kind: String, Sendable {
            case added
            case changed
            case removed
        }

        /// The kind of change.
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

    /// The value of a property in an edition.
    public enum ChangedValue<Value: Hashable>: Equatable {
        /// No value, no destination, or a value that is not recorded.
        case nothing
        /// The value of an attribute.
        case value(Value)
        /// The destination of a to-one relationship.
        case object(Object)
        /// Members of a to-many relationship: all members of an ordered one, in their order. For an unordered one, only
        /// the members that the other edition lacks.
        case objects([Object])
        /// The name of a missing file that contains the value.
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
        /// The name. For an element of a structure: its path, separated by dots.
        public let name: String
        /// The value in the old edition.
        public let old: ChangedValue<Value>
        /// The value in the new edition.
        public let new: ChangedValue<Value>
        /// The members that both editions have, by their primary keys in the old one; nil if they are not recorded.
        /// They are recorded for an unordered relationship that loses members which may be substitutes for others.
        public var kept: IndexSet?
        /// Whether the inverse records the same change, except for substitutes, so that this object does not count as
        /// updated.
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

        /// The structure that the property is an element of; nil for none.
        public var structure: Swift.Substring? { SeedMerge.structure(of: name) }
    }

    static func structure(of path: String) -> Swift.Substring? {
        path.firstIndex(of: ".").map { path[..<$0] }
    }

    /// The changes of a new edition of a seed.
    public protocol Changes: AnyObject {
        /// The values of attributes.
        associatedtype Value: Hashable

        /// All changes, entity by entity.
        var changes: [Change] { get }
        /// Whether there is an old edition. Without one, all objects of the new edition are added.
        var hasBase: Bool { get }

        /// Prepares the properties of the changes that are needed next.
        func prepare(_ changes: Swift.ArraySlice<Change>) throws

        /// Returns the properties that a change affects: of an added object all with a value, of a removed object all
        /// that had a value, otherwise those that differ. If one element of a structure differs, all its elements with
        /// a value are returned.
        func properties(of change: Change) throws -> [ChangedProperty<Value>]

        /// Returns the value of an object's attribute, or its destination, in the new edition. Returns the old
        /// edition's value if there is no other, and `nothing` if the value is unknown.
        func value(_ name: String, of change: Change) throws -> ChangedValue<Value>

        /// Returns an object of both editions as an addition with all its values, or nil if they are unknown.
        func revival(of object: Object) throws -> Change?

        /// Returns an object of the new edition as if it were added, or of the old edition as if it were removed, for
        /// ``value(_:of:)``. Returns nil if the edition lacks the object.
        func present(_ object: Object, inOld: Bool) throws -> Change?

        /// Returns the primary key in the user's store of an object of the old edition that no change names. Returns 0
        /// if the object is not in the store, and nil if that is unknown.
        func keyInStore(of object: Object) -> Int64?

        /// Returns whether a to-one relationship forms circles in the new edition.
        func hasCircles(_ relationship: String, family: Int) throws -> Bool

        /// Returns the owners that have the object in a to-many relationship without an inverse in the new edition.
        func owners(of change: Change) throws -> [(owner: Object, relationship: String)]
    }
}
