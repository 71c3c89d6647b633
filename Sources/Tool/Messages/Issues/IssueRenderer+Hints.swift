import Inputs

extension IssueRenderer {
    /// The maximum number of columns that a message names.
    private static let shownColumns = 6

    /// Returns the hint that follows a message.
    package static func help(_ hint: SeedIssue.Hint?) -> String {
        switch hint {
        case nil: return ""
        case .encoding(let encoding):
            return "; the file seems to be \(encoding.title): set `encoding: \(encoding.rawValue)`"
        case .otherEncoding(let encoding):
            return "; the file seems to be \(encoding.title), and must be UTF-8: convert it, "
                + "for example with `iconv -f \(encoding.charset) -t UTF-8`"
        case .undeclaredEncoding(let encoding):
            return "; the file seems to be \(encoding.title): begin it with "
                + "`<?xml version=\"1.0\" encoding=\"\(encoding.charset)\"?>`"
        case .delimiter(let delimiter, let columns):
            let shown = shown(columns)
            let found = columns.count == 1 ? "the only column found is" : "the columns found are"
            let value = delimiter == "\t" ? "tab" : "\"\(delimiter)\""
            return "; \(found) \(shown): set `delimiter: \(value)` at the source"
        case .known(let names):
            return names.isEmpty ? "" : "; there \(names.count == 1 ? "is" : "are") \(shown(names))"
        case .otherKind("csv"): return "; it is text, which `csv:` reads"
        case .otherKind("sql"): return "; it is SQL text, which `sqlite:` reads"
        case .otherKind(let key):
            let names = ["xlsx": "a workbook", "sqlite": "a database", "plist": "a property list"]
            return "; it is \(names[key] ?? key.uppercased()), which `\(key):` reads"
        case .unquotedText(let text): return "; write text in quotes: `'\(printable(text))'`"
        case .earlierRow(let location):
            let line =
                location.sheet.map { ":" + place(sheet: $0, cell: location.cell) }
                ?? location.line.map { ":\($0)" } ?? ""
            return "; the first one is at \(location.path)\(line)"
        case .recordsUnderKeys:
            return
                "; use `records: .` if the file is one record, `records: \"*\"` for objects under keys, or `jq '[range(first(.[]) | length) as $i | "
                + "map_values(.[$i])]'` to convert columns to an array"
        case .rowAsHeader(let source):
            return
                "; if the first row is data, name the columns: `--source '\(printable(source))={ csv: FILE, header: false, columns: […] }'`"
        case .unlistedColumn(let name):
            return
                "; the source lists its columns: add `\(printable(name))` to its `columns:`, or remove `columns:`"
        case .createdBy(let relationship):
            return
                ", for the objects that \(relationship) creates if it finds none: add it to its `set:`, or "
                + "set `missing:` to `error` or `null`"
        }
    }

    private static func shown(_ names: [String]) -> String {
        names.prefix(shownColumns).map { "`\(printable($0))`" }.joined(separator: ", ")
            + (names.count > shownColumns ? ", …" : "")
    }
}
