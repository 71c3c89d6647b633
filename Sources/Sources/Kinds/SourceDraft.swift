/// A source as a plan would have it, found in a file whose rows nobody has looked at yet.
package struct SourceDraft {
    /// The source.
    package var kind: any SourceKind
    /// The name that it gets in a plan, unless another one has it.
    package var name: String
    /// What a plan says beside the path, values as YAML.
    package var options: [(key: String, value: String)] = []
    /// What is done to its cells, beside ``options``.
    package var cleaning = SourceCleaning()
    /// What somebody should look at.
    package var doubts: [String] = []
    /// Where the records are in a file that may have several kinds of them.
    package var records: [String]?
    /// What leads to records of other sources, and not to values of these: columns, and what other
    /// columns begin with.
    package var nested: [(name: String, prefix: String)] = []
    /// The same of what is around the records: `../goals2` of the records in `goals1`.
    package var nestedAround: [(name: String, prefix: String)] = []
    /// The columns that are arrays of single values, and may hold records of their own.
    package var valueLists: [[String]] = []
    /// The numbers of lists that are columns of their own: `score.0`.
    package var elements: [String] = []
    /// The table of a database, and what it says of other tables.
    package var table: SourceTable?
    /// Whether it is no source where it has no rows.
    package var needsRows = false

    /// The same table from an earlier row on, where rows with several cells stand above its header: they are part of
    /// it where names stand in the first column.
    package var earlier: (kind: any SourceKind, options: [(key: String, value: String)])?

    /// Creates a draft without options.
    package init(
        kind: any SourceKind, name: String, options: [(key: String, value: String)] = [],
        cleaning: SourceCleaning = SourceCleaning(), doubts: [String] = [], records: [String]? = nil,
        nested: [(name: String, prefix: String)] = [], table: SourceTable? = nil, needsRows: Bool = false
    ) {
        self.kind = kind
        self.name = name
        self.options = options
        self.cleaning = cleaning
        self.doubts = doubts
        self.records = records
        self.nested = nested
        self.table = table
        self.needsRows = needsRows
    }
}

/// A table of a database that is a source.
package struct SourceTable: Sendable {
    package let name: String
    /// What columns refer to, by column in lower case: the other table and its column.
    package let references: [String: (table: String, column: String)]
    /// The columns of its primary key, in lower case.
    package let primaryKey: [String]
}
