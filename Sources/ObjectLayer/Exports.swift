// Whoever opens a store speaks of its entities and properties: one import gives both.
@_exported import ObjectModel

// So does what opening and reading throw, and what is told of a store and of its statements. The rest of
// these rooms is shared within the package only.
@_exported import struct Files.FileError
@_exported import struct SQLite.DatabaseError
@_exported import enum SQLite.StorageClass
@_exported import enum SQLite.Value
@_exported import enum StoreFormat.LayoutProblem
@_exported import struct StoreFormat.StoreError
