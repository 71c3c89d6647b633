import Foundation

/// The rules for merging a new edition of a seed into a store in which a user has worked. zseed's
/// docs/guides/merging.md has them as a table.
///
/// A ``Merger`` applies ``Changes`` to a ``Context``, which zseed or an app implements.
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

    /// The side whose value is kept if the user and the new edition changed the same value.
    public enum Side: String, Sendable, CaseIterable {
        /// The user's.
        case user
        /// The new edition's.
        case seed
    }

    /// A conflict between the user's changes and the new edition's.
    public struct Conflict: Sendable, Equatable {
        /// The kinds of conflicts.
        public enum Kind: String, Sendable, CaseIterable {
            /// Both changed a value or a destination.
            case bothChanged
            /// Both reordered an ordered relationship.
            case bothReordered
            /// Both added an object with the same unique values, but its other values differ.
            case bothAdded
            /// The new edition changed an object that is not in the store, because the user deleted it or an earlier
            /// merge left it out.
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
            /// The user gave the destination of a one-to-one relationship another partner, or a member of a
            /// relationship without an inverse another owner.
            case destinationTaken
            /// Another object has the unique value.
            case notUnique
            /// A dropped object that is kept was removed from relationships, as in the new edition.
            case membershipsDropped
            /// A to-many relationship would have more members than its maximum count.
            case tooMany
            /// A to-many relationship would have fewer members than its minimum count.
            case tooFew
            /// Both changed an entry of the metadata. Its key is the conflict's name.
            case metadataChanged
        }

        /// The kind of conflict.
        public let kind: Kind
        /// The entity.
        public let entity: String
        /// Whether the object is new in the edition and missing in the user's store.
        public let isNew: Bool
        /// The text that names the object; nil if it has none.
        public let name: String?
        /// The primary key in the user's store, or in the edition if the object is not in the store.
        public let primaryKey: Int64
        /// The primary key in the edition: in the new one for a new object, otherwise in the old one.
        public let editionKey: Int64
        /// The property; nil if the conflict is about the whole object.
        public let property: String?
        /// The user's value, as text.
        public let user: String?
        /// The new edition's value, as text.
        public let seed: String?
        /// The side whose change was kept.
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

        /// Returns whether a conflict comes before another one in a report: by entity, primary key, property and kind.
        public static func areInOrder(_ one: Conflict, _ other: Conflict) -> Bool {
            (one.entity, one.primaryKey, one.property ?? "", one.kind.rawValue)
                < (other.entity, other.primaryKey, other.property ?? "", other.kind.rawValue)
        }
    }

    /// The numbers of objects of an entity that a merge added, updated, removed, or found in the store.
    public struct Count: Sendable, Equatable {
        /// The number of added objects.
        public var added = 0
        /// The number of objects that took over changes of the edition.
        public var updated = 0
        /// The number of removed objects.
        public var removed = 0
        /// The number of new objects that the user had already.
        public var found = 0

        /// Creates a count of zero.
        public init() {}
    }

    /// The results of a merge.
    public struct Report: Sendable {
        /// The counts of each affected entity.
        public var counts: [String: Count] = [:]
        /// The conflicts, sorted by entity, primary key, property and kind.
        public var conflicts: [Conflict] = []

        /// Creates an empty report.
        public init() {}

        mutating func count(_ entity: String, _ key: WritableKeyPath<Count, Int>) {
            counts[entity, default: Count()][keyPath: key] += 1
        }
    }

    /// A reason why an edition cannot be merged.
    public enum MergeError: Error, Equatable {
        /// The file was not written by `zseed diff --changes` of this version. The value is the file's version, nil for
        /// another format, or 0 for text that is not valid JSON of this format.
        case unknownFormat(version: Int?)
        /// The file contains something that no edition of the model can have.
        case badChanges(BadChange)
        /// The changes are for another version of the model.
        case otherModel
        /// The store holds another edition than the one that the changes start from, or one of several files does not
        /// start from the edition that the file before it leads to.
        case otherEdition
        /// The store has no object of the old edition.
        case otherBase
        /// Most objects that the changes name have primary keys that belong to other objects in the store.
        case contradictingBase(contradictions: Int, matches: Int)
        /// The file that contains a value of an edition is missing.
        case missingFile(entity: String, key: String, file: String)
        /// Unique values of an entity could not be exchanged.
        case notUnique(entity: String)
    }

    /// An error in a file of changes.
    public enum BadChange: Equatable, Sendable {
        /// The model has no such entity.
        case unknownEntity(String)
        /// The entity has no such property.
        case unknownProperty(entity: String, name: String)
        /// The value is not one of the attribute's type, or not a case of its enumeration.
        case value(entity: String, name: String, type: String)
        /// The relationship cannot have an object of that entity as its destination.
        case destination(entity: String, name: String, destination: String)
        /// The file has no object with that number.
        case unknownObject(Int)
        /// A change has an unknown kind, does not fit its object, or is the second one of an object.
        case change(String)
        /// The content was changed since its sum was written.
        case sum
        /// Primary keys are not valid runs, or are too many.
        case primaryKeys
        /// The identities of editions are not 32 hexadecimal digits.
        case identity
        /// The metadata is not a property list.
        case metadata
    }
}
