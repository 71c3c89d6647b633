import ObjectModel

extension SeedIssue.Reason {
    /// Problems with a document of records: JSON, XML and property lists.
    package enum Document: Equatable, Sendable {
        /// An input has no record, so that its columns are unknown.
        case noRecords
        /// There is no array or element at the plan's path to the records.
        case noSuchRecords(String, nearest: String? = nil)
        /// A column of a parent beyond the top level.
        case beyondRoot(String, levelCount: Int)
        /// The value at the path to the records is not an array.
        case recordsAreNoArray
        /// The path to the records leads to two arrays.
        case repeatedRecords(String)
        /// A value on the path to nested records is not an object. The text is `records:` up to its key.
        case parentIsNoObject(String)
        /// A record has no keys because it is an array.
        case recordIsNoObject
        /// A record or text is longer than the limit, in bytes.
        case recordTooLong(limit: Int)
        /// An input has more columns than the limit.
        case tooManyColumns(Int)
        /// Values are nested more deeply than the limit.
        case tooDeep(limit: Int)
        /// A record has two values for one column.
        case repeatedValue
        /// An element of a list contains the list's separator.
        case separatorInElement(String)
        /// A value in place of a cell is neither a scalar nor a list of scalars.
        case notAList
        /// A value is an object. The name is that of the first column within it.
        case isObject(first: String?)
        /// Invalid JSON. The text describes the error.
        case malformedJSON(String)
        /// Invalid XML. The text describes the error.
        case malformedXML(String)
        /// An XML document type contains declarations.
        case declaringXML
        /// A property list cannot be read.
        case malformedPropertyList(ModelError.Problem)
    }
}

extension SeedIssue.Reason.Document {
    /// The part that must be corrected.
    var fault: SeedIssue.Fault {
        switch self {
        case .noSuchRecords, .beyondRoot, .recordsAreNoArray:
            .plan
        case .noRecords, .repeatedRecords, .parentIsNoObject, .recordIsNoObject, .recordTooLong,
            .tooManyColumns, .tooDeep, .repeatedValue, .separatorInElement, .notAList, .isObject,
            .malformedJSON, .malformedXML, .declaringXML, .malformedPropertyList:
            .data
        }
    }
}
