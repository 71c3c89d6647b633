import Inputs

extension IssueRenderer {
    /// Returns the message about a document of records.
    func words(_ reason: SeedIssue.Reason.Document) -> String {
        switch reason {
        case .noRecords: "has no record to learn the columns from"
        case .noSuchRecords(let path, let nearest):
            "there is nothing at `records: \(path)`\(Self.suggestion(nearest))"
        case .beyondRoot(let column, 0):
            "`\(column)` leads beyond the root: there is nothing around the records"
        case .beyondRoot(let column, let levels):
            "`\(column)` leads beyond the root: there \(levels == 1 ? "is" : "are") only "
                + "\(levels) level\(levels == 1 ? "" : "s") around the records"
        case .recordsAreNoArray: "the records are no array: set `records:` to the path of one"
        case .repeatedRecords(let path): "`records: \(path)` is there twice"
        case .parentIsNoObject(let path):
            "this should be an object that leads to records (`\(path)`), but it is none"
        case .recordIsNoObject: "a record must have names for its values, but this is an array"
        case .recordTooLong(let limit): "a record longer than \(limit) bytes"
        case .tooManyColumns(let limit): "more than \(limit) columns"
        case .tooDeep(let limit): "nested more than \(limit) deep"
        case .repeatedValue: "two values for one column"
        case .separatorInElement(let separator):
            "an element of the list contains `\(separator)`, which stands between elements: "
                + "set another `separator:`"
        case .notAList: "neither a single value nor a list of single values"
        case .isObject(let first):
            "has values within, and is no value itself"
                + (first.map { ": name what is in it, as `\($0)`" } ?? "")
        case .malformedJSON(let words): "malformed JSON: \(words)"
        case .malformedXML(let words): "malformed XML: \(words)"
        case .declaringXML:
            "a document type with declarations of its own is not supported"
        case .malformedPropertyList(.malformed(let words)): "no readable property list: \(words)"
        case .malformedPropertyList(let problem):
            "no readable property list: \(Self.words(problem))"
        }
    }
}
