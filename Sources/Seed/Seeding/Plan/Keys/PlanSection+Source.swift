import Inputs

extension PlanSection {
    static let sourceKeys: [PlanKey] = [
        PlanKey(
            "csv", .oneOrMore(.path), "A CSV file, a pattern such as `data/*.csv`, or a list of them."),
        PlanKey(
            "delimiter", .sign(orWords: ["tab", "detect"]), usual: ",",
            "For a CSV file: the separator of cells. `detect` infers it."),
        PlanKey(
            "header", .flag, usual: "true",
            "For a CSV file or a sheet: `false` if its first row does not name the columns."),
        PlanKey(
            "comment", .text, "For a CSV file: the text with which comment lines begin."),
        PlanKey(
            "encoding", .known(TextEncoding.allCases.map(\.rawValue)),
            """
            Of a CSV file: one of these, or what else they are called, such as `latin1`, `cp1252` and \
            `UTF8`, in any case. Its byte order mark decides otherwise, and without one it is UTF-8. Of an \
            SQLite database: the encoding of the texts that are not UTF-8.
            """),
        PlanKey("xlsx", .path, "A workbook (`.xlsx`) of Excel or another program."),
        PlanKey("ods", .path, "An OpenDocument spreadsheet."),
        PlanKey(
            "sheet", .text,
            "Its sheet, by name or position. By default, the first visible one."),
        PlanKey(
            "range", .text,
            "Its cells: `B3:F200`; `B3:F` has no last row, `B3` no last row and column."),
        PlanKey(
            "formulas", .choice(SheetSelection.Formulas.self), usual: "current",
            """
            For a sheet: `asStored` uses formula results even if the workbook needs recalculation. By \
            default (`current`), they are errors.
            """),
        PlanKey("sqlite", .path, "An SQLite database, or SQL text that creates one (`.sql`)."),
        PlanKey("table", .text, "Its table or view."),
        PlanKey("query", .text, "Or a `SELECT` statement, whose columns are the source's."),
        PlanKey(
            "partial", .flag, usual: "false",
            "For SQL text: `true` also reads the beginning of a truncated dump, which is an error "
                + "otherwise."),
        PlanKey("xml", .oneOrMore(.path), "An XML file, a pattern or a list, as with `csv:`."),
        PlanKey("json", .oneOrMore(.path), "A JSON file, a pattern or a list."),
        PlanKey(
            "ndjson", .oneOrMore(.path), "A file with a JSON object on each line, a pattern or a list."),
        PlanKey("plist", .oneOrMore(.path), "A property list, binary or XML, a pattern or a list."),
        PlanKey(
            "command", .oneOrMore(.text),
            """
            A program and its arguments, whose output is read. It runs only with `zseed build \
            --allow-commands`, in the plan's folder and without a shell.
            """),
        PlanKey(
            "format", .choice(CommandKind.Format.self), usual: "csv",
            "The format of its output, with the options of such files."),
        PlanKey(
            "generate", .count,
            "The number of generated rows, which are the same in every build, see [generated "
                + "rows](../sources/generate.md)."
        ),
        PlanKey("fields", .byName(nil, .section(.generator)), "Their columns."),
        PlanKey("seed", .scalar, usual: "0", "An integer. Another integer generates other rows."),
        PlanKey(
            "language", .choice(GeneratedWords.Language.self), usual: "en",
            "The language of their words and names."),
        PlanKey(
            "records", .text,
            """
            Where the records are: the elements of an XML file (`items/item`), the keys to the array of a \
            JSON file, NDJSON line or property list (`shop.items`), or `.` for a file that is one record. Paths can go through arrays: \
            `recipes.steps`. Columns of parents are then `../title`, see [nested \
            records](../sources/json.md#nested-records).
            """),
        PlanKey(
            "columns", .oneOrMore(.text),
            """
            The names of the columns: for a CSV file or sheet without a header, all of them; for other kinds \
            except SQLite, the ones to read.
            """),
        PlanKey(
            "lists", .oneOrMore(.text), "The columns of an XML file whose elements may repeat."),
        PlanKey(
            "separator", .text, usual: "|",
            "The separator of list elements in a cell. By default, a vertical bar."),
        PlanKey("store", .path, "Another Core Data store."),
        PlanKey("entity", .text, "Its entity."),
        PlanKey(
            "model", .path, "The model file of this store, if it contains none."),
        PlanKey(
            "quoting", .choice(CSVKind.Quoting.self), usual: "strict",
            """
            For a CSV file: `lenient` accepts quotes within cells and text beside quoted cells, as most \
            programs do. By default (`strict`, RFC 4180), they are errors.
            """),
        PlanKey(
            "where", .text,
            "The rows to read: a predicate over columns, see [rows that count](#rows-that-count)."),
        PlanKey(
            "trim", .flag, usual: "false", "`true` removes white space at both ends of every cell."),
        PlanKey("null", .words, "Words that mean \"no value\" in every cell: `[\"N/A\", \"-\"]`."),
        PlanKey(
            "decimalComma", .flag, usual: "false",
            "`true` if the numbers of this source have a decimal comma."),
        PlanKey(
            "thousands", .choice(ThousandsSeparator.writtenForms),
            "The thousands separator in this source's numbers, see [numbers](values.md#types)."),
        PlanKey(
            "shape", .section(.shape),
            "The form of its table, if that is not a header with one row for each object, see "
                + "[shape](#shape)."),
        PlanKey("timeZone", .text, "The time zone of this source's dates."),
        PlanKey("locale", .text, "The locale of names in this source's dates."),
    ]

    /// The keys of `shape:`. Plans of earlier versions have them beside it.
    static let shapeKeys: [PlanKey] = [
        PlanKey(
            "skipLines", .count, "For a CSV file: the number of lines to skip at the beginning."),
        PlanKey(
            "blankRows", .choice(CSVKind.BlankRows.self), usual: "skip",
            """
            For a CSV file: `keep` reads rows of empty cells (`,,,`). By default (`skip`), they are ignored \
            like blank lines.
            """),
        PlanKey(
            "shortRows", .choice(CSVKind.ShortRows.self), usual: "error",
            """
            For a CSV file: `pad` adds empty cells to a row with fewer cells than the header. By default, \
            such a row is an `error`.
            """),
        PlanKey(
            "longRows", .choice(CSVOptions.LongRows.self), usual: "error",
            """
            For a CSV file: `dropEmpty` leaves out empty cells beyond the header, `drop` leaves out all. By \
            default, they are an `error`.
            """),
        PlanKey(
            "fillDown", .oneOrMore(.name(.column)),
            """
            Columns whose empty cells get the value of the cell above, as with merged cells; `true` for all.
            """),
        PlanKey(
            "transpose", .flag, usual: "false",
            """
            For a CSV file or a sheet: `true` if the first column has the names and each other column is an \
            object.
            """),
    ]

    static let generatorKeys: [PlanKey] = [
        PlanKey("sequence", .scalar, "Integers that count up from this one."),
        PlanKey("uuid", .flag, "UUIDs."),
        PlanKey("choice", .oneOrMore(.text), "One of these texts."),
        PlanKey("weights", .list(.count), "For `choice`: the relative frequencies: `[3, 1]`."),
        PlanKey("number", .text, "Numbers in a range: `1..10`, `0.5..99.9`."),
        PlanKey("decimals", .count, usual: "0", "For `number`: the number of decimals, at most 9."),
        PlanKey(
            "date", .text, "Days in a range, `2020-01-01..2025-12-31`, or times: `2024-05-01T08:00:00Z..…`."),
        PlanKey("words", .text, "The number of words, or a range: `2..5`."),
        PlanKey("name", .choice(GeneratedColumn.NamePart.self), "Names of people."),
        PlanKey(
            "pattern", .text,
            "A text in which `#` is a digit and `?` a capital letter. A backslash keeps the next character."
        ),
        PlanKey(
            "reference", .text,
            """
            A source of the plan and its column, `people.id`. Each value is one of its cells. For a \
            column of the same source, only cells of earlier rows are used, so that trees have no cycles.
            """),
        PlanKey(
            "distribution", .choice(GeneratedColumn.Distribution.self), usual: "uniform",
            "For `number`, `date` and `reference`: `normal` prefers the middle, `few` the first ones."),
        PlanKey("empty", .count, "The percentage of empty cells."),
    ]
}
