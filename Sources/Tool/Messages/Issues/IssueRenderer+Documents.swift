import Inputs

extension IssueRenderer {
    /// Returns the message about a document of records.
    package func words(_ reason: SeedIssue.Reason.Document) -> String {
        switch reason {
        case .noRecords: "has no record from which to infer the columns"
        case .noSuchRecords(let path, let nearest):
            "there is nothing at `records: \(path)`\(Self.suggestion(nearest))"
        case .beyondRoot(let column, 0):
            "`\(column)` goes above the root: there is nothing above the records"
        case .beyondRoot(let column, let levels):
            "`\(column)` goes above the root: there \(levels == 1 ? "is" : "are") only "
                + "\(levels) level\(levels == 1 ? "" : "s") above the records"
        case .recordsAreNoArray: "the records are not an array: set `records:` to the path of an array"
        case .repeatedRecords(let path): "`records: \(path)` is in the document twice"
        case .parentIsNoObject(let path):
            "this should be an object that contains the records (`\(path)`)"
        case .recordIsNoObject: "a record must be an object, but this is an array"
        case .recordTooLong(let limit): "a record longer than \(limit) bytes"
        case .tooManyColumns(let limit): "more than \(limit) columns"
        case .tooDeep(let limit): "nested more than \(limit) deep"
        case .repeatedValue: "two values for one column"
        case .separatorInElement(let separator):
            "an element of the list contains `\(separator)`, the separator: set another `separator:`"
        case .notAList: "neither a single value nor a list of single values"
        case .isObject(let first):
            "is an object, not a value"
                + (first.map { ": use a path into it, such as `\($0)`" } ?? "")
        case .malformedJSON(let words): "malformed JSON: \(words)"
        case .malformedXML(let words): "malformed XML: \(words)"
        case .declaringXML:
            "a document type that declares entities or values of attributes is not supported"
        case .malformedPropertyList(.malformed(let words)): "not a readable property list: \(words)"
        case .malformedPropertyList(let problem):
            "not a readable property list: \(Self.words(problem))"
        }
    }
}
