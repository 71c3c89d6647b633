extension SeedIssue.Reason {
    /// What is wrong with an object among others: its keys and relationships.
    package enum Object: Equatable, Sendable {
        /// No object has this key.
        case noSuchTarget(entity: String, key: String)
        /// Two rows have a key that must be unique.
        case duplicateKey(entity: String, attribute: String)
        /// A primary key used twice or not a positive integer.
        case badPrimaryKey
        /// Another object is at the other end of a one-to-one relationship already.
        case oneToOneTaken(inverse: String)
        /// The object is in the to-many relationship of another object already, and may be in one
        /// only.
        case oneToManyTaken(relationship: String)
        /// A row's unique values belong to two different objects.
        case ambiguousKey(entity: String)
        /// The discriminator's value stands for no entity.
        case unknownDiscriminator(known: [String])
        /// A value for a property that the row's entity does not have.
        case noSuchProperty(entity: String)
        /// A to-many relationship with too few or too many objects; 0 is no limit.
        case relationshipCount(found: Int, minimum: Int, maximum: Int)
        /// Objects are their own ancestors: how many, and the way around the first cycle.
        case parentCycle(objects: Int, path: String)
        /// The order of a list in a document, which a to-many relationship of SwiftData's does not keep.
        case unorderedList(relationship: String)
        /// An object that `find` created beside one of nearly the same key; where that was created.
        case nearDuplicate(of: String, at: SeedIssue.Location?)
        /// More of them, which are not told one by one.
        case furtherNearDuplicates(Int)
    }
}

extension SeedIssue.Reason.Object {
    /// Who has to act on such an issue.
    var fault: SeedIssue.Fault { .data }
}
