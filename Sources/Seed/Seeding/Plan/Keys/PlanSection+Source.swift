import Inputs

extension PlanSection {
    static let sourceKeys: [PlanKey] = [
        PlanKey(
            "csv", .oneOrMore(.path), "A CSV file, a pattern such as `data/*.csv`, or a list of them."),
        PlanKey(
            "delimiter", .sign(orWords: ["tab", "detect"]), usual: ",",
            "Of a CSV file: what separates the cells; `detect` finds it out."),
        PlanKey(
            "header", .flag, usual: "true",
            "Of a CSV file or a sheet: `false` if its first row does not name the columns."),
        PlanKey(
            "skipLines", .count, "Of a CSV file: how many lines at the beginning are no rows."),
        PlanKey(
            "comment", .text, "Of a CSV file: the text with which lines begin that are no rows."),
        PlanKey(
            "encoding", .known(TextEncoding.allCases.map(\.rawValue)),
            """
            Of a CSV file: one of these, or what else they are called, such as `latin1`, `cp1252` and \
            `UTF8`, in any case. Its byte order mark decides otherwise, and without one it is UTF-8.
            """),
        PlanKey("xlsx", .path, "A workbook of Excel and others (`.xlsx`)."),
        PlanKey("ods", .path, "An OpenDocument spreadsheet."),
        PlanKey(
            "sheet", .text,
            "Its sheet, by name or position. The first one that is not hidden otherwise."),
        PlanKey(
            "range", .text,
            "Its cells: `B3:F200`, `B3:F` with all rows that follow, `B3` with all columns, too."),
        PlanKey(
            "formulas", .choice(SheetSelection.Formulas.self), usual: "current",
            """
            Of a sheet: `asStored` takes results of formulas even where the workbook needs recalculation. \
            They are errors otherwise (`current`).
            """),
        PlanKey("sqlite", .path, "An SQLite database, or SQL text that makes one (`.sql`)."),
        PlanKey("table", .text, "Its table or view."),
        PlanKey("query", .text, "Or a `SELECT` on it, whose columns are the source's."),
        PlanKey(
            "partial", .flag, usual: "false",
            "Of SQL text: `true` also reads a dump that was cut, as far as it goes. It is refused otherwise."),
        PlanKey("xml", .path, "An XML file."),
        PlanKey("json", .path, "A JSON file."),
        PlanKey("ndjson", .path, "A file with a JSON object on each line."),
        PlanKey("plist", .path, "A property list, binary or XML."),
        PlanKey(
            "command", .oneOrMore(.text),
            """
            A program and its arguments, whose output is read: it runs only where `zseed build` has \
            `--allow-commands`, in the folder of the plan and without a shell.
            """),
        PlanKey(
            "format", .choice(CommandKind.Format.self), usual: "csv",
            "What its output is; the options are those of such files."),
        PlanKey(
            "generate", .count,
            "So many rows that are made up, the same in every build, see [generated rows](../sources/generate.md)."
        ),
        PlanKey("fields", .byName(nil, .section(.generator)), "Their columns."),
        PlanKey("seed", .scalar, usual: "0", "An integer: with another one all rows are others."),
        PlanKey(
            "language", .choice(GeneratedWords.Language.self), usual: "en",
            "The language of their words and names."),
        PlanKey(
            "records", .text,
            """
            Where the records are: the elements of an XML file (`items/item`), the keys to the array of a \
            JSON file, NDJSON line or property list (`shop.items`). They lead through arrays as well: \
            `recipes.steps`. Columns of parents are `../title` then, see [nested \
            records](../sources/json.md#nested-records).
            """),
        PlanKey(
            "columns", .oneOrMore(.text),
            """
            The names of the columns: of a CSV file or sheet without header row, or those to be read of any \
            other kind but SQLite.
            """),
        PlanKey(
            "lists", .oneOrMore(.text), "The columns of an XML file whose elements may repeat."),
        PlanKey(
            "separator", .text, usual: "|",
            "What stands between the elements of a list in a cell. A vertical bar otherwise."),
        PlanKey("store", .path, "Another Core Data store."),
        PlanKey("entity", .text, "Its entity."),
        PlanKey(
            "model", .path, "A model file of exactly this store, where it carries none itself."),
        PlanKey(
            "blankRows", .choice(CSVKind.BlankRows.self), usual: "skip",
            """
            Of a CSV file: `keep` if rows of empty cells (`,,,`) are rows. They are blank lines otherwise \
            (`skip`).
            """),
        PlanKey(
            "quoting", .choice(CSVKind.Quoting.self), usual: "strict",
            """
            Of a CSV file: `lenient` takes quotes within cells, and text beside quoted cells, as most programs do. \
            They are errors otherwise (`strict`, RFC 4180).
            """),
        PlanKey(
            "shortRows", .choice(CSVKind.ShortRows.self), usual: "error",
            """
            Of a CSV file: `pad` if a row with fewer cells than the header has empty ones in their place. \
            Such a row is an `error` otherwise.
            """),
        PlanKey(
            "longRows", .choice(CSVOptions.LongRows.self), usual: "error",
            """
            Of a CSV file: `dropEmpty` leaves out empty cells beyond the header, `drop` leaves out any. They \
            are an `error` otherwise.
            """),
        PlanKey(
            "where", .text,
            "Which rows count: a predicate over columns, see [rows that count](#rows-that-count)."),
        PlanKey(
            "trim", .flag, usual: "false", "`true` takes white space away at both ends of every cell."),
        PlanKey("null", .words, "Words that mean \"no value\" in every cell: `[\"N/A\", \"-\"]`."),
        PlanKey(
            "decimalComma", .flag, usual: "false",
            "`true`: the numbers of this source have a comma before their fraction."),
        PlanKey(
            "thousands", .choice(ThousandsSeparator.writtenForms),
            "What separates the thousands of this source's numbers, see [numbers](values.md#types)."),
        PlanKey(
            "fillDown", .oneOrMore(.name(.column)),
            """
            Columns whose empty cells have the value of the cell above, as merged cells and lists without \
            repetitions have them; `true` for all.
            """),
        PlanKey(
            "transpose", .flag, usual: "false",
            """
            Of a CSV file or a sheet: `true` where the names stand in the first column, and each further column is \
            an object.
            """),
        PlanKey("timeZone", .text, "The zone of this source's dates."),
        PlanKey("locale", .text, "The locale of names in this source's dates."),
    ]

    static let generatorKeys: [PlanKey] = [
        PlanKey("sequence", .scalar, "Integers that count up from this one."),
        PlanKey("uuid", .flag, "UUIDs."),
        PlanKey("choice", .oneOrMore(.text), "One of these texts."),
        PlanKey("weights", .list(.count), "Of `choice`: how often, in proportion: `[3, 1]`."),
        PlanKey("number", .text, "Numbers of a range: `1..10`, `0.5..99.9`."),
        PlanKey("decimals", .count, usual: "0", "Of `number`: how many, at most 9."),
        PlanKey(
            "date", .text, "Days of a range, `2020-01-01..2025-12-31`, or times: `2024-05-01T08:00:00Z..…`."),
        PlanKey("words", .text, "So many words, or some of a range: `2..5`."),
        PlanKey("name", .choice(GeneratedColumn.NamePart.self), "Names of people."),
        PlanKey(
            "pattern", .text,
            "A text in which `#` is a digit and `?` a capital letter; a backslash takes the next sign as it is."
        ),
        PlanKey(
            "reference", .text,
            """
            A source of the plan and its column, `people.id`, one of whose cells it takes. Of the source itself it             takes those of earlier rows, so that trees have no circle.
            """),
        PlanKey(
            "distribution", .choice(GeneratedColumn.Distribution.self), usual: "uniform",
            "Of `number`, `date` and `reference`: `normal` prefers the middle, `few` the first ones."),
        PlanKey("empty", .count, "How many cells of a hundred are empty."),
    ]
}
