extension SeedIssue.Reason {
    /// Problems with an object in relation to others: its keys and relationships.
    package enum Object: Equatable, Sendable {
        /// No object has this key.
        case noSuchTarget(entity: String, key: String)
        /// Two rows have the same value of a unique key.
        case duplicateKey(entity: String, attribute: String)
        /// A primary key that is not a positive integer, or is used twice.
        case badPrimaryKey
        /// Another object is already at the other end of a one-to-one relationship.
        case oneToOneTaken(inverse: String)
        /// The object is already in the to-many relationship of another object, and may be in only one.
        case oneToManyTaken(relationship: String)
        /// A row's unique values belong to two different objects.
        case ambiguousKey(entity: String)
        /// The discriminator's value does not name an entity.
        case unknownDiscriminator(known: [String])
        /// A value for a property that the row's entity does not have.
        case noSuchProperty(entity: String)
        /// A to-many relationship has too few or too many objects. A limit of 0 means no limit.
        case relationshipCount(found: Int, minimum: Int, maximum: Int)
        /// Objects are their own ancestors, with their number and the path of the first cycle.
        case parentCycle(objects: Int, path: String)
        /// A list of a document fills a to-many relationship of SwiftData, which does not keep the list's order.
        case unorderedList(relationship: String)
        /// `find` created an object although one with nearly the same key exists. The location is where that object
        /// was created.
        case nearDuplicate(of: String, at: SeedIssue.Location?)
        /// The number of further near duplicates, which are not listed.
        case furtherNearDuplicates(Int)
    }
}

extension SeedIssue.Reason.Object {
    /// The part that must be corrected.
    var fault: SeedIssue.Fault { .data }
}
