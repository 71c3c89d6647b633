/// One kind of change that a repair made to objects, and how many.
package struct RepairChange: Equatable, Sendable {
    /// What was changed.
    package enum Kind: String, Sendable, CaseIterable {
        /// `Z_OPT` counts from 1.
        case versionCounter
        /// `Z_ENT` is that of the only entity with objects in the table.
        case entityNumber
        /// A relationship that led to nothing, or to an object of another entity, is NULL.
        case linkCleared
        /// The object of a required relationship that led to nothing is gone.
        case objectDeleted
        /// The other side of a one-to-one relationship leads back.
        case linkCompleted
        /// One side of a one-to-one relationship whose other side leads elsewhere is NULL.
        case disagreementCleared
        /// The members of an ordered relationship are numbered anew, in the order that they had.
        case renumbered
        /// A row of a join table whose object is gone is gone.
        case joinRowDeleted
        /// A value of a property that the object's entity does not have, a sibling's, is left out.
        case foreignValueLeftOut
        /// The default value stands where a value is required.
        case defaultFilled
        /// A table that is not of the model, with its rows, is left out.
        case tableLeftOut
        /// The persistent history is cleared.
        case historyCleared
        /// `Z_METADATA` has one row.
        case metadataRemoved
        /// `Z_PLIST` could not be read, and is made of the model; what the app kept there is lost.
        case metadataMade
        /// The store has a UUID: it had none.
        case uuidMade
        /// A table of Core Data's own is there.
        case tableMade
        /// `Z_PRIMARYKEY` names each entity once.
        case entityRowRemoved
        /// `Z_SUPER` is the number of the model's superentity: it was none.
        case superentityMended
    }

    /// What was changed.
    package let kind: Kind
    /// The entity, or a table that is none's; nil where it is the store.
    package let entity: String?
    /// The attribute or relationship.
    package let property: String?
    /// How many objects or rows.
    package let count: Int64
}
