import Inputs

extension IssueRenderer {
    /// Returns the message about a file.
    package func words(_ reason: SeedIssue.Reason.File) -> String {
        switch reason {
        case .fileNotFound: "no such file"
        case .isFolder: "is a folder"
        case .fileSystem(let words): words
        case .noMatchingFile: "no file matches the pattern"
        case .repeatedFile: "this file is listed twice"
        case .changedWhileRead:
            "another process wrote to it while it was read; nothing was written"
        case .sourceTooLarge(let limit): "the file is larger than \(limit) bytes"
        case .foreignFormat(let format, let isCompressed, let unread):
            Self.words(format, isCompressed: isCompressed, unread: unread)
        case .cutDump(let end):
            "the text ends without `\(end)`: it is incomplete, and rows may be missing; export it again, or add "
                + "`partial: true` to read the rows that exist"
        case .truncatedGzip: "the gzip file ends too early"
        case .damagedGzip(let words): "the gzip file is damaged: \(words)"
        case .invalidUTF8: "bytes that are not UTF-8"
        case .invalidText(let encoding): "bytes that are not \(encoding.title)"
        case .contradictingByteOrderMark(let declared, let found):
            "the plan has `encoding: \(declared.rawValue)`, but the byte order mark is for "
                + "`\(found.rawValue)`"
        case .unknownByteOrder:
            "UTF-16 without byte order mark: set `encoding:` to `utf-16le` or `utf-16be`"
        case .unsupportedEncoding(let name): "the encoding `\(name)` is not supported"
        }
    }

    /// Returns the message about rows of fields.
    package func words(_ reason: SeedIssue.Reason.Table, of issue: SeedIssue) -> String {
        switch reason {
        case .lastRowIsTotal:
            "the last row, \(Self.value(of: issue)), looks like a total but became an object: leave it out with "
                + "`where:`"
        case .missingHeader: "has no header row"
        case .duplicateColumn(let name): "the header names column `\(name)` twice"
        case .otherColumns(let expected, let found):
            "the columns differ from those of the first file: \(Self.list(found)) instead of "
                + Self.list(expected)
        case .columnsByName(let path):
            "the columns differ in order or case from those of \(path): they are matched by name"
        case .missingColumns(let names):
            "lacks columns of the table: " + names.map { "`\($0)`" }.joined(separator: ", ")
        case .ambiguousDelimiter:
            "cannot detect the delimiter between fields: set `delimiter:`"
        case .malformedQuoting:
            "malformed quoting: a quote inside a field must be doubled, and the field quoted"
        case .malformedEscape:
            "invalid backslash: `mysql --batch` writes only `\\n`, `\\t`, `\\0`, `\\\\` and `\\N`"
        case .unterminatedQuote: "a quoted field is never closed"
        case .malformedLineEnd: "a carriage return inside an unquoted field"
        case .raggedRow(let expected, let found):
            "the row has \(found) field\(found == 1 ? "" : "s"), the header \(expected)"
        case .noRows: "has no rows"
        case .nothingFits([], []): "there is no table or column to draft a plan from"
        case .nothingFits(let columns, let properties):
            "nothing in the model matches the columns \(Self.list(columns)); looked for "
                + properties.joined(separator: "; ")
        case .unsplitList(let separator, let text, let sign):
            "no cell contains the separator `\(Self.printable(separator))`, but '\(Self.printable(text))' contains "
                + "`\(Self.printable(sign))`: if it is a list, set `separator: \"\(Self.printable(sign))\"`"
        case .noHeader(let cells, let source, let names):
            "the first row, \(Self.list(cells)), is not a header: name the columns, for example `--source "
                + "'\(source)={ csv: FILE, header: false, columns: [\(names.joined(separator: ", "))] }'`"
        case .fixedWidth(let source):
            "the columns have a fixed width, which zseed cannot read; this separates them with tabs: `--source "
                + "'\(source)={ command: [sed, -E, \"s/ {2,}/\\t/g\", FILE], delimiter: tab }' --allow-commands`"
        case .rowTooLong(let limit):
            "a row longer than \(limit) bytes: is a closing quote missing?"
        case .tooManyCells(let limit):
            "a table with `transpose:` has more than \(limit) cells: export it with rows and columns swapped"
        }
    }

    /// Returns the message about a database or a store as an input.
    package func words(_ reason: SeedIssue.Reason.Database) -> String {
        switch reason {
        case .sourceDatabase(let words): "SQLite: \(words)"
        case .endlessQuery(.rows(let limit)):
            "the view or query returns more than \(limit) rows: if it ends, save its rows as a table"
        case .endlessQuery(.steps(let limit)):
            "the view or query returns no row within \(limit) steps of SQLite: if it ends, save its rows as a table"
        case .sourceStore(let problem): Self.words(problem)
        case .unreadableModel(let problem): Self.words(problem)
        case .modelSource(let problem): ModelSourceRenderer.words(problem)
        case .badExternalData: "binary data without the leading byte of Core Data"
        case .missingExternalData(let path): "the file with its data cannot be read: \(path)"
        case .missingExternalFiles(let count, let folder):
            (count == 1
                ? "1 value of the reference is in a file that is"
                : "\(count) values of the reference are in files that are") + " missing from \(folder)"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.map { "`\($0)`" }.joined(separator: ", ")
    }
}
