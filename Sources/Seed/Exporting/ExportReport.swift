/// The report of an export.
package struct ExportReport: Equatable, Sendable {
    /// One file with rows, or one table of a database.
    package struct File: Equatable, Sendable {
        /// The path within the folder, or the name of the table.
        package let name: String
        /// The entity, relationship or table.
        package let subject: String
        /// The number of rows, without the header.
        package let rows: Int
        /// Whether there are rows without any value.
        var hasEmptyRows = false
    }

    /// A part of the store that could not be exported.
    package enum Omission: Equatable, Sendable {
        /// Values in missing files outside of the store (docs/internals/format.md#rows).
        case externalValues(entity: String, attribute: String, count: Int)
        /// Texts with NUL characters, which CSV does not support.
        case nulCharacters(entity: String, attribute: String, count: Int)
        /// Texts in a database that are not UTF-8 or contain NUL characters. Other programs may refuse them.
        case unreadableTexts(entity: String, attribute: String, count: Int)
        /// Dates outside of the years 1 to 9999. All dates of the column are written as seconds since 2001.
        case datesAsNumbers(entity: String, attribute: String)
        /// An attribute of a type whose values have no text form.
        case attributeType(entity: String, attribute: String, type: String)
        /// Links to missing objects.
        case danglingLinks(relationship: String, count: Int)
        /// CloudKit's records of mirrored objects.
        case mirroring(rows: Int)
        /// Rows of a table that the model does not explain, or for which there is no model.
        case unexplainedTable(name: String, rows: Int)
        /// Rows whose `Z_ENT` is not that of an entity with objects.
        case unknownEntity(table: String, rows: Int)
    }

    /// The path of the folder or the database.
    package let path: String
    /// The files in the order in which they were written.
    package internal(set) var files: [File] = []
    /// The parts that are missing in the files.
    package internal(set) var omissions: [Omission] = []
}
