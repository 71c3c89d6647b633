import StoreFormat

/// One thing that a copy leaves out or cannot do, and how many objects or values it affects.
package struct CopyIssue: Equatable, Sendable {
    /// The kind of the issue.
    package enum Kind: Equatable, Sendable {
        // Errors of the command line.
        case unknownEntity(name: String, nearest: String?)
        case unknownAttribute(name: String, nearest: String?)
        /// The attribute cannot have this mask, for the given reason.
        case badMask(MaskRefusal)
        // Data that is left out.
        case entityLeft
        case abstractLeft
        case attributeLeft
        case typeDiffers(from: String, to: String)
        case relationshipLeft
        case relationshipDiffers
        /// Links to objects that are not copied.
        case linksLeft
        /// Links that the other side cannot hold.
        case linksLost
        case historyLeft
        case mirroringLeft
        case mirroringUnaware(table: String)
        case tableLeft(name: String)
        case missingFiles(folder: String)
        case derivationUnknown
        // Reasons for not copying anything.
        case requiredValue
        case requiredLink
        case conflict(attributes: [String])
        case ambiguous
        case otherEntity
        case equalValues(String)
        case otherFile(name: String)
    }

    /// The entity; empty if the issue is about the store as a whole.
    package let entity: String
    /// The attribute or relationship; nil if the issue is about the entity.
    package let property: String?
    /// The kind of the issue.
    package let kind: Kind
    /// The number of affected objects, values, links or rows.
    package let count: Int64
    /// The primary key of the first affected object in the source store; nil if it is unknown.
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

/// The reasons why nothing was copied.
package struct CopyFailure: Error {
    /// The issues; at least one.
    package let issues: [CopyIssue]

    init(_ issues: [CopyIssue]) { self.issues = issues }
}
