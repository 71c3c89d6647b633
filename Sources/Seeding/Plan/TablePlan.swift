import Sources

/// A table whose rows a plan gives one by one, every column as it is stored.
///
/// Such plans have nothing in common with loads: no entity is looked up, nothing is converted,
/// numbered or linked. They are what `zseed export --exact` writes.
package struct TablePlan: Equatable, Sendable {
    /// The table's name.
    package var name: Located<String>
    /// The CSV file with its rows; a resolved path.
    package var path: Located<String>
}

extension SeedPlan {
    /// Whether the plan gives tables and not entities.
    package var isExact: Bool { !tables.isEmpty }
}
