/// A policy for saving an object whose row has changed in the store since the object was loaded, as its `Z_OPT` shows
/// (`NSMergePolicy`).
///
/// The policy also applies to a new object with unique values that a row already has. With ``error``, the save fails
/// with a ``ConstraintConflictError``. With all others, the new object becomes that row: ``mergeByPropertyObjectTrump``
/// writes the values that were set on the new object, ``overwrite`` writes all values, and the others keep the values
/// of the row. To-many relationships get the members of both.
public enum MergePolicy: Equatable, Sendable {
    /// The save fails with a ``MergeConflictError``.
    case error
    /// For values changed on both sides, the store's value is kept. All other changes are saved.
    case mergeByPropertyStoreTrump
    /// Changed values of the object are saved. All other values are taken from the store.
    case mergeByPropertyObjectTrump
    /// All values of the object are saved.
    case overwrite
    /// The object's changes are discarded.
    case rollback
}

/// A conflict about an object whose row has changed since the object was loaded.
public struct MergeConflict: Equatable, Sendable {
    /// The object.
    public let objectID: ManagedObjectID
    /// The `Z_OPT` that the object was loaded with.
    public let oldVersion: Int64
    /// The current `Z_OPT` of the row; nil if the row no longer exists.
    public let newVersion: Int64?
}

/// An error for a save with conflicts. Nothing was written.
public struct MergeConflictError: Error, Equatable, Sendable {
    /// The conflicts, in the order of the objects' IDs.
    public let conflicts: [MergeConflict]
}

/// An error for a save that breaks a uniqueness constraint. Nothing was written. No merge policy resolves such a
/// conflict between two objects of one save, or for a changed object.
public struct ConstraintConflictError: Error, Equatable, Sendable {
    /// The object that could not be written.
    public let objectID: ManagedObjectID
    /// SQLite's message, which names the columns.
    public let reason: String
}
