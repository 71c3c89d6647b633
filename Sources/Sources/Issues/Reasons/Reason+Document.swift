import ObjectModel

extension SeedIssue.Reason {
    /// What is wrong with a document of records: JSON, XML and property lists.
    package enum Document: Equatable, Sendable {
        /// A source without any record, so that nothing tells its columns.
        case noRecords
        /// No array or element is where the plan says that the records are.
        case noSuchRecords(String, nearest: String? = nil)
        /// A column of a parent further up than there is anything.
        case beyondRoot(String, levelCount: Int)
        /// What is where the records should be is no array.
        case recordsAreNoArray
        /// The keys that lead to the records lead to two arrays.
        case repeatedRecords(String)
        /// What should be an object with records further down is none; `records:` up to its key.
        case parentIsNoObject(String)
        /// A record that has no keys, because it is an array.
        case recordIsNoObject
        /// A record or text longer than any sensible one, in bytes.
        case recordTooLong(limit: Int)
        /// More columns than any sensible source has.
        case tooManyColumns(Int)
        /// Values nested deeper than any sensible ones.
        case tooDeep(limit: Int)
        /// Two values for one column in a record.
        case repeatedValue
        /// An element of a list that contains what separates elements.
        case separatorInElement(String)
        /// A value in the place of a cell that is neither a scalar nor a list of scalars.
        case notAList
        /// An object in the place of a value; the first column that is in such an object.
        case isObject(first: String?)
        /// Text that is no JSON; what is wrong in words.
        case malformedJSON(String)
        /// Text that is no XML; what is wrong in words.
        case malformedXML(String)
        /// An XML document type with declarations of its own.
        case declaringXML
        /// A property list that cannot be read.
        case malformedPropertyList(ModelError.Problem)
    }
}

extension SeedIssue.Reason.Document {
    /// Who has to act on such an issue.
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
