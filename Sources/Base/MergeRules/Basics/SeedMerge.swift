import Foundation

/// The rules by which a new edition of a seed meets a store in which a user has worked: docs/merging.md of zseed has
/// them as a table.
///
/// A ``Merger`` applies ``Changes`` to a ``Context``: zseed's own, or that of an app.
public nonisolated enum SeedMerge {
    // An app may have classes of these names.
    public typealias Bool = Swift.Bool
    public typealias Data = Foundation.Data
    public typealias Double = Swift.Double
    public typealias CaseIterable = Swift.CaseIterable
    public typealias Equatable = Swift.Equatable
    public typealias Error = Swift.Error
    public typealias Hashable = Swift.Hashable
    public typealias IndexSet = Foundation.IndexSet
    public typealias Int = Swift.Int
    public typealias Int64 = Swift.Int64
    public typealias Sendable = Swift.Sendable
    public typealias Set = Swift.Set
    public typealias String = Swift.String

    /// Whose value is kept where the user and the new edition changed the same thing.
    public enum Side: String, Sendable, CaseIterable {
        /// The user's.
        case user
        /// The new edition's.
        case seed
    }

    /// A place where the user's changes and the new edition's meet.
    public struct Conflict: Sendable, Equatable {
        /// The kinds of conflicts.
        public enum Kind: String, Sendable, CaseIterable {
            /// Both changed a value or a destination.
            case bothChanged
            /// Both reordered an ordered relationship.
            case bothReordered
            /// Both added an object with the same unique values but other values otherwise.
            case bothAdded
            /// The new edition changed an object that is not in the store: the user deleted it, or an earlier merge left
            /// it out.
            case deletedByUser
            /// The new edition dropped an object that the user changed.
            case changedByUser
            /// The new edition dropped an object that the user had added as well.
            case addedByUser
            /// The new edition dropped an object that others still refer to.
            case stillReferenced
            /// A new object needs one that is not in the store.
            case needsDeleted
            /// A new object needs a partner or owner that another object keeps, or that was left out.
            case needsMissing
            /// The destination is not in the store.
            case destinationDeleted
            /// The destination of a one-to-one relationship has a partner that the user gave it.
            case destinationTaken
            /// Another object has the unique value.
            case notUnique
            /// A dropped object that is kept was removed from relationships, as in the new edition.
            case membershipsDropped
            /// A to-many relationship would have more members than its maximum count.
            case tooMany
            /// A to-many relationship would have fewer members than its minimum count.
            case tooFew
            /// Both changed an entry of the metadata, which is the name.
            case metadataChanged
        }

        /// What happened.
        public let kind: Kind
        /// The entity.
        public let entity: String
        /// Whether the object is one of the new edition that the user's store lacks.
        public let isNew: Bool
        /// The text that names the object; nil where it has none.
        public let name: String?
        /// The primary key in the user's store, or in the edition for an object that is not there.
        public let primaryKey: Int64
        /// The primary key in the edition: in the new one for a new object, otherwise in the old one.
        public let editionKey: Int64
        /// The property; nil for the whole object.
        public let property: String?
        /// The user's value, as text.
        public let user: String?
        /// The new edition's value, as text.
        public let seed: String?
        /// Whose side was kept.
        public let kept: Side

        /// Creates a conflict.
        public init(
            kind: Kind, entity: String, isNew: Bool, name: String?, primaryKey: Int64, editionKey: Int64,
            property: String?, user: String?, seed: String?, kept: Side
        ) {
            self.kind = kind
            self.entity = entity
            self.isNew = isNew
            self.name = name
            self.primaryKey = primaryKey
            self.editionKey = editionKey
            self.property = property
            self.user = user
            self.seed = seed
            self.kept = kept
        }
    }

    /// The objects of an entity that a merge added, changed, removed, or found in the store already.
    public struct Count: Sendable, Equatable {
        /// Objects that were added.
        public var added = 0
        /// Objects that took over something.
        public var updated = 0
        /// Objects that were removed.
        public var removed = 0
        /// New objects that the user had already.
        public var found = 0

        /// Creates a count of zero.
        public init() {}
    }

    /// What a merge did.
    public struct Report: Sendable {
        /// The counts of each entity with any.
        public var counts: [String: Count] = [:]
        /// The conflicts, sorted by entity and primary key.
        public var conflicts: [Conflict] = []

        /// Creates an empty report.
        public init() {}

        mutating func count(_ entity: String, _ key: WritableKeyPath<Count, Int>) {
            counts[entity, default: Count()][keyPath: key] += 1
        }
    }

    /// Why an edition cannot be merged.
    public enum MergeError: Error, Equatable {
        /// The file was not written by `zseed diff --changes` of this version: its version, nil for another format, or 0
        /// for text that is not such JSON.
        case unknownFormat(version: Int?)
        /// The file contains something that no edition of the model can have.
        case badChanges(BadChange)
        /// The changes are for another version of the model.
        case otherModel
        /// The store holds another edition than the one that the changes start from, or one of several files starts from
        /// another edition than the one before it leads to.
        case otherEdition
        /// Nothing of the old edition is in the store.
        case otherBase
        /// Most objects that the changes name have the primary keys of other objects in the store.
        case contradictingBase(contradictions: Int, matches: Int)
        /// A value of an edition is in a file that is missing.
        case missingFile(entity: String, key: String, file: String)
        /// Unique values of an entity cannot be told apart.
        case notUnique(entity: String)
    }

    /// What is wrong with a file of changes.
    public enum BadChange: Equatable, Sendable {
        /// The model has no such entity.
        case unknownEntity(String)
        /// The entity has no such property.
        case unknownProperty(entity: String, name: String)
        /// The value is not one of the attribute's type, or not a case of its enumeration.
        case value(entity: String, name: String, type: String)
        /// The relationship cannot have an object of that entity.
        case destination(entity: String, name: String, destination: String)
        /// There is no object of that number.
        case unknownObject(Int)
        /// A change is of an unknown kind, or an object has two changes.
        case change(String)
        /// The content was changed since its sum was written.
        case sum
        /// Primary keys are not written as runs, or are too many.
        case primaryKeys
        /// The identities of editions are not 32 hexadecimal digits.
        case identity
        /// The metadata is not a property list.
        case metadata
    }
}
