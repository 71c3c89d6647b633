/// A draft of an input for a plan, found in a file whose rows were not read yet.
package struct SourceDraft {
    /// The input.
    package var kind: any SourceKind
    /// The proposed name in a plan, unless it is already used.
    package var name: String
    /// The options in the plan, with values in YAML.
    package var options: [(key: String, value: String)] = []
    /// The cleaning of its cells, in addition to ``options``.
    package var cleaning = SourceCleaning()
    /// Remarks that a user should check.
    package var doubts: [String] = []
    /// The path to the records, in a file that may have several kinds of records.
    package var records: [String]?
    /// The columns that lead to records of other inputs instead of values: their names, and the prefixes of further
    /// columns.
    package var nested: [(name: String, prefix: String)] = []
    /// The columns of enclosing records that lead to records of other inputs, such as `../goals2` for the records
    /// in `goals1`.
    package var nestedAround: [(name: String, prefix: String)] = []
    /// The columns that are arrays of single values, which may be records of their own.
    package var valueLists: [[String]] = []
    /// The elements of lists that are separate columns, such as `score.0`.
    package var elements: [String] = []
    /// The table of a database, with its references to other tables.
    package var table: SourceTable?
    /// Whether it is a document around lists of records. Its values may only be about the file.
    package var isAroundOthers = false
    /// The document that the records are from, if it has several files.
    package var document: String?
    /// Whether the draft is dropped if it has no rows.
    package var needsRows = false

    /// The same table from an earlier row on, if rows with several cells precede its header. They are part of the
    /// table if the names are in the first column.
    package var earlier: (kind: any SourceKind, options: [(key: String, value: String)])?

    /// The files.
    package var paths: [String] { (kind as? any FileListKind)?.paths ?? [kind.path] }

    /// Returns the draft for several files.
    package func reading(_ paths: [String]) -> SourceDraft {
        guard var kind = kind as? any FileListKind else { return self }
        kind.paths = paths
        var copy = self
        copy.kind = kind
        return copy
    }

    /// Creates a draft.
    package init(
        kind: any SourceKind, name: String, options: [(key: String, value: String)] = [],
        doubts: [String] = [], records: [String]? = nil,
        nested: [(name: String, prefix: String)] = [], table: SourceTable? = nil, needsRows: Bool = false
    ) {
        self.kind = kind
        self.name = name
        self.options = options
        self.doubts = doubts
        self.records = records
        self.nested = nested
        self.table = table
        self.needsRows = needsRows
    }
}

/// A table of a database that is an input.
package struct SourceTable: Sendable {
    package let name: String
    /// The foreign keys by column in lower case: the other table and its column.
    package let references: [String: (table: String, column: String)]
    /// The columns of its primary key, in lower case.
    package let primaryKey: [String]
}
