/// What an export wrote.
package struct ExportReport: Equatable, Sendable {
    /// One file with rows, or one table of a database.
    package struct File: Equatable, Sendable {
        /// The path within the folder, or the name of the table.
        package let name: String
        /// The entity, relationship or table.
        package let subject: String
        /// How many rows it has, the header not counted.
        package let rows: Int
        /// Whether there are rows without any value.
        var hasEmptyRows = false
    }

    /// What an export could not take along.
    package enum Omission: Equatable, Sendable {
        /// Values that lie in files outside of the store which are not there (docs/format.md#rows).
        case externalValues(entity: String, attribute: String, count: Int)
        /// Texts with NUL characters, which CSV cannot hold.
        case nulCharacters(entity: String, attribute: String, count: Int)
        /// Texts in a database that are not UTF-8 or hold NUL characters: other programs may refuse them.
        case unreadableTexts(entity: String, attribute: String, count: Int)
        /// Dates outside of the years 1 to 9999: all of the column are seconds since 2001.
        case datesAsNumbers(entity: String, attribute: String)
        /// An attribute of a type whose values have no text.
        case attributeType(entity: String, attribute: String, type: String)
        /// Links to objects that are not there.
        case danglingLinks(relationship: String, count: Int)
        /// What CloudKit notes of the objects that it mirrors.
        case mirroring(rows: Int)
        /// Rows of a table that the model, or the lack of one, does not explain.
        case unexplainedTable(name: String, rows: Int)
        /// Rows whose `Z_ENT` is not that of an entity with objects.
        case unknownEntity(table: String, rows: Int)
    }

    /// Where the folder or the database is.
    package let path: String
    /// The files in the order in which they were written.
    package internal(set) var files: [File] = []
    /// What is missing in them.
    package internal(set) var omissions: [Omission] = []

    init(path: String) { self.path = path }
}
