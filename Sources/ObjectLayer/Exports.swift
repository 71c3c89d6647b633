// Whoever opens a store speaks of its entities and properties: one import gives both.
@_exported import ObjectModel
