/// What to do at a save where the row of an object is no longer as it was when the object was
/// loaded: its `Z_OPT` tells (`NSMergePolicy`).
///
/// Also what to do where a new object has the values of a row that must be unique: under
/// ``error`` the save fails with a ``ConstraintConflictError``, under all others the new object
/// becomes that row. Then ``mergeByPropertyObjectTrump`` writes the values that the new object was
/// given, ``overwrite`` all of them; the others leave those of the row. To-many relationships have
/// the members of both.
public enum MergePolicy: Equatable, Sendable {
    /// The save fails with a ``MergeConflictError``.
    case error
    /// Of values changed on both sides, those of the store stay; all other changes are saved.
    case mergeByPropertyStoreTrump
    /// Changed values of the object are saved; all others become those of the store.
    case mergeByPropertyObjectTrump
    /// All values of the object are saved.
    case overwrite
    /// The object's changes are dropped.
    case rollback
}

/// An object whose row is no longer as it was when the object was loaded.
public struct MergeConflict: Equatable, Sendable {
    /// The object.
    public let objectID: ManagedObjectID
    /// The `Z_OPT` that the object was loaded with.
    public let oldVersion: Int64
    /// The row's `Z_OPT` now; nil where the row is gone.
    public let newVersion: Int64?
}

/// A save that failed because of conflicts; nothing was written.
public struct MergeConflictError: Error, Equatable, Sendable {
    /// The conflicts, in the order of the objects' IDs.
    public let conflicts: [MergeConflict]
}

/// A save that failed because a uniqueness constraint does not allow it; nothing was written.
/// Between two objects of one save, and for a changed object, no merge policy settles that.
public struct ConstraintConflictError: Error, Equatable, Sendable {
    /// The object that could not be written.
    public let objectID: ManagedObjectID
    /// SQLite's words, which name the columns.
    public let reason: String
}
