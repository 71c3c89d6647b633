/// One kind of change that a repair made, and the number of changes.
package struct RepairChange: Equatable, Sendable {
    /// The kind of a change.
    package enum Kind: String, Sendable, CaseIterable {
        /// `Z_OPT` was set to 1, because it was not a positive integer.
        case versionCounter
        /// `Z_ENT` was set to the only entity with objects in the table.
        case entityNumber
        /// A relationship with a missing destination, or one of another entity, was cleared.
        case linkCleared
        /// An object was deleted because the destination of a required relationship is missing.
        case objectDeleted
        /// An empty side of a one-to-one relationship was set to lead back.
        case linkCompleted
        /// A side of a one-to-one relationship was cleared because its inverse leads elsewhere.
        case disagreementCleared
        /// The members of an ordered relationship were renumbered in their former order.
        case renumbered
        /// A row of a join table was deleted because an object is missing.
        case joinRowDeleted
        /// A value of a property that the object's entity lacks, but another entity of the table has, was left out.
        case foreignValueLeftOut
        /// A missing required value was set to the default value.
        case defaultFilled
        /// A table that is not in the model was left out, with its rows.
        case tableLeftOut
        /// The persistent history was cleared.
        case historyCleared
        /// Extra rows of `Z_METADATA` were removed.
        case metadataRemoved
        /// `Z_PLIST` was unreadable and was rebuilt from the model; the app's own entries are lost.
        case metadataMade
        /// The store got a UUID, because it had none.
        case uuidMade
        /// A missing table of Core Data's own was created.
        case tableMade
        /// Extra rows of an entity in `Z_PRIMARYKEY` were removed.
        case entityRowRemoved
        /// `Z_SUPER` was set to the number of the model's superentity.
        case superentityMended
    }

    /// The kind of the change.
    package let kind: Kind
    /// The entity, or a table without an entity; nil if the change is about the store.
    package let entity: String?
    /// The attribute or relationship.
    package let property: String?
    /// The number of objects or rows.
    package let count: Int64
}
