// Code that opens a store also needs the types of its entities and properties: one import provides both.
@_exported import ObjectModel

// Also exported: the errors of opening and reading a store, and the types of a store's and a statement's description.
// The rest of these rooms is shared only within the package.
@_exported import struct Files.FileError
@_exported import enum MergeRules.SeedMerge
@_exported import struct SQLite.DatabaseError
@_exported import enum SQLite.StorageClass
@_exported import enum SQLite.Value
@_exported import enum StoreFormat.LayoutProblem
@_exported import struct StoreFormat.StoreError
