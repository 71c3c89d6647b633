import Seeding

extension IssueRenderer {
    /// What is wrong with the file of a source.
    func sourceMessage(_ reason: SeedIssue.Reason) -> String {
        switch reason {
        case .noMatchingFile: "no file matches the pattern"
        case .repeatedFile: "the source names this file twice"
        case .invalidText(let encoding): "bytes that are no \(encoding.title)"
        case .contradictingByteOrderMark(let declared, let found):
            "the plan says `encoding: \(declared.rawValue)`, but the byte order mark says "
                + "`\(found.rawValue)`"
        case .unknownByteOrder:
            "UTF-16 without byte order mark: set `encoding:` to `utf-16le` or `utf-16be`"
        case .unsupportedEncoding(let name): "the encoding `\(name)` is not supported"
        case .truncatedGzip: "the gzip file ends too early"
        case .damagedGzip(let words): "the gzip file is damaged: \(words)"
        case .sourceTooLarge(let limit): "the file is larger than \(limit) bytes"
        case .foreignFormat(let format, let isCompressed):
            Self.words(format, isCompressed: isCompressed)
        case .ambiguousDelimiter:
            "cannot tell what stands between the fields: set `delimiter:`"
        case .otherColumns(let expected, let found):
            "the columns are not those of the first file: \(Self.list(found)) instead of "
                + Self.list(expected)
        case .columnsByName(let path):
            "the columns stand in another order than in \(path), or are written in another case: "
                + "they are read by name"
        case .unusedSource: "nothing in the plan reads this source"
        case .noRecords: "has no record to learn the columns from"
        default: recordMessage(reason)
        }
    }

    private func recordMessage(_ reason: SeedIssue.Reason) -> String {
        switch reason {
        case .noSuchRecords(let path, let nearest):
            "there is nothing at `records: \(path)`\(Self.suggestion(nearest))"
        case .beyondRoot(let column, 0):
            "`\(column)` leads beyond the root: there is nothing around the records"
        case .beyondRoot(let column, let levels):
            "`\(column)` leads beyond the root: there \(levels == 1 ? "is" : "are") only "
                + "\(levels) level\(levels == 1 ? "" : "s") around the records"
        case .parentIsNoObject(let path):
            "this should be an object that leads to records (`\(path)`), but it is none"
        case .recordsAreNoArray: "the records are no array: set `records:` to the path of one"
        case .repeatedValue: "two values for one column"
        case .repeatedRecords(let path): "`records: \(path)` is there twice"
        case .recordIsNoObject: "a record must have names for its values, but this is an array"
        case .recordTooLong(let limit): "a record longer than \(limit) bytes"
        case .tooManyColumns(let limit): "more than \(limit) columns"
        case .tooDeep(let limit): "nested more than \(limit) deep"
        case .separatorInElement(let separator):
            "an element of the list contains `\(separator)`, which stands between elements: "
                + "set another `separator:`"
        case .notAList: "neither a single value nor a list of single values"
        case .malformedJSON(let words): "malformed JSON: \(words)"
        case .malformedXML(let words): "malformed XML: \(words)"
        case .declaringXML:
            "a document type with declarations of its own is not supported"
        case .malformedPropertyList(.malformed(let words)): "no readable property list: \(words)"
        case .malformedPropertyList(let problem):
            "no readable property list: \(Self.words(problem))"
        case .unreadableModel(let problem): Self.words(problem)
        case .sourceStore(let problem): Self.words(problem)
        case .badExternalData: "binary data without the leading byte of Core Data"
        case .missingExternalData(let path): "the file with its data cannot be read: \(path)"
        case .missingExternalFiles(let count, let folder):
            "\(count) value\(count == 1 ? "" : "s") of the reference lie in files "
                + "that are not in \(folder)"
        case .memoryLimit(let limit):
            "more than \(limit >> 20) MB of memory are in use, which --memory allows: keys of objects "
                + "that are found or referred to, the longest row and the sorting of indexes need it"
        case .endlessQuery(.rows(let limit)):
            "the view or query gives more than \(limit) rows: make a table of it, if it ends"
        case .endlessQuery(.steps(let limit)):
            "the view or query gives no row within \(limit) steps of SQLite: make a table of it, "
                + "if it ends"
        default: "\(reason)"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.map { "`\($0)`" }.joined(separator: ", ")
    }
}
