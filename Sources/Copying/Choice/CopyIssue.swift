import StoreFormat

/// One thing that a copy leaves behind or cannot do, and how much it concerns.
package struct CopyIssue: Equatable, Sendable {
    /// What it is.
    package enum Kind: Equatable, Sendable {
        // The command line's fault.
        case unknownEntity(name: String, nearest: String?)
        case unknownAttribute(name: String, nearest: String?)
        /// A mask that the attribute does not take; why, in words.
        case badMask(MaskRefusal)
        // What stays behind.
        case entityLeft
        case abstractLeft
        case attributeLeft
        case typeDiffers(from: String, to: String)
        case relationshipLeft
        case relationshipDiffers
        /// Links to objects that do not come along.
        case linksLeft
        /// Links for which the other end has no room.
        case linksLost
        case historyLeft
        case mirroringLeft
        case mirroringUnaware(table: String)
        case tableLeft(name: String)
        case missingFiles(folder: String)
        case derivationUnknown
        // What is not to be copied.
        case requiredValue
        case requiredLink
        case conflict(attributes: [String])
        case ambiguous
        case otherEntity
        case equalValues(String)
        case otherFile(name: String)
    }

    /// The entity; empty where it is the store as a whole.
    package let entity: String
    /// The attribute or relationship; nil where it is the entity.
    package let property: String?
    /// What it is.
    package let kind: Kind
    /// How many objects, values, links or rows it concerns.
    package let count: Int64
    /// The primary key of the first object that it concerns, in the store that is read; nil where none is
    /// known.
    package let example: Int64?

    init(
        _ kind: Kind, entity: String = "", property: String? = nil, count: Int64 = 0, example: Int64? = nil
    ) {
        self.kind = kind
        self.entity = entity
        self.property = property
        self.count = count
        self.example = example
    }

    /// Whether the command line has to be changed.
    package var isChoice: Bool {
        switch kind {
        case .unknownEntity, .unknownAttribute, .badMask: true
        default: false
        }
    }
}

/// Why nothing was copied.
package struct CopyFailure: Error {
    /// What is wrong, one at least.
    package let issues: [CopyIssue]

    init(_ issues: [CopyIssue]) { self.issues = issues }
}
