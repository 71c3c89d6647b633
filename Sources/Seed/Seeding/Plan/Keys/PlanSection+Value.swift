import Images
import ObjectModel

extension PlanSection {
    static let valueKeys: [PlanKey] = [
        PlanKey("column", .name(.column), "The source's column."),
        PlanKey("value", .scalar, "A constant instead of a column."),
        PlanKey(
            "template", .text,
            """
            Or columns joined with text: `"{first} {last}"`. `{Vegan?vegan}` is `vegan` where the column `Vegan` \
            is true: `"{Vegan?vegan}|{Halal?halal}"` with `separator: "|"`.
            """),
        PlanKey(
            "default", .scalar,
            """
            The value where the cell is empty. An empty cell is NULL otherwise, or the model's default where \
            the attribute is not optional.
            """),
        PlanKey(
            "uuid", .oneOrMore(.text),
            """
            What the UUIDs of objects follow from: attributes that the plan maps, or columns, which together \
            tell objects apart: `id: { uuid: [title] }`. Beside `column` it stands for empty cells. See \
            [UUIDs](values.md#uuids).
            """),
        PlanKey(
            "namespace", .known(NameBasedUUID.known.keys.sorted()),
            "Of `uuid`: a UUID, or `dns`, `url`, `oid` or `x500`."),
        PlanKey(
            "date", .oneOrMore(.known(DateFormat.names)), usual: "iso8601",
            """
            How dates are written: `unix` are seconds, `reference` seconds since 2001; or a pattern such as \
            `dd-MMM-yy`. Of a list the first that fits counts. See [values](values.md#dates).
            """),
        PlanKey(
            "century", .count, usual: "1970",
            """
            The first of the hundred years that years of two digits are of: `1930` for 1930 to 2029, the usual \
            `1970` for 1970 to 2069.
            """),
        PlanKey("timeZone", .text, "The zone of this column's dates."),
        PlanKey("locale", .text, "The locale of names in this column's dates."),
        PlanKey(
            "type", .choice(AttributeType.namesInPlans.map(\.name)),
            "The attribute's type where the reference carries no model."),
        PlanKey("null", .words, "Words that mean \"no value\": `[\"N/A\", \"-\"]`."),
        PlanKey("trim", .flag, "`true` takes white space away at both ends."),
        PlanKey("case", .choice(LetterCase.self), "What becomes of upper and lower case."),
        PlanKey("normalize", .choice(UnicodeNormalization.self), "A Unicode form."),
        PlanKey(
            "replace", .oneOrMore(.section(.replacement)),
            "`{ pattern: regex, with: text }`, or a list of them."),
        PlanKey(
            "split", .section(.split), "`{ separator: \",\", part: 1 }`: one part of the text."),
        PlanKey(
            "lookup", .byName(nil, .scalar),
            "A table of texts and the values they stand for: `{ k: kilogram }`."),
        PlanKey(
            "unmatched", .choice(LookupPlan.UnmatchedPolicy.self), usual: "error",
            "What to do with a text that the table lacks."),
        PlanKey(
            "decimalComma", .flag, "`true`: numbers have a comma before their fraction."),
        PlanKey(
            "thousands", .choice(ThousandsSeparator.writtenForms),
            "What separates thousands: `.`, `,`, a space or an apostrophe."),
        PlanKey(
            "number", .section(.number),
            "`{ unit: kg, scale: 1000 }`: what stands beside numbers, and what they are multiplied by."),
        PlanKey(
            "booleans", .section(.booleans),
            "`{ true: [ja], false: [nein] }`: the only words for true and false."),
        PlanKey(
            "allowNonFinite", .flag, usual: "false",
            "`true` allows infinity in Double and Float attributes."),
        PlanKey("binary", .choice(BinaryForm.self), "How bytes are written."),
        PlanKey("folder", .path, "With `binary: file`, the folder that holds the files."),
        PlanKey(
            "thumbnail", .section(.thumbnail),
            """
            Of Binary attributes: `{ width: 200, height: 200 }` makes the image that the bytes are, JPEG or PNG, \
            small enough to fit. See [thumbnails](values.md#thumbnails).
            """),
        PlanKey(
            "archive", .choice(ArchiveForm.self), usual: "raw", "What a Transformable attribute holds."),
        PlanKey(
            "elements", .choice([ArchiveForm.string, .number, .boolean, .date].map(\.rawValue)),
            usual: "string", "What a separated list of an `archive` holds."),
        PlanKey("separator", .text, "What stands between the elements of a list."),
    ]

    static let replacementKeys: [PlanKey] = [
        PlanKey(
            "pattern", .text, isRequired: true, "Of `replace`: a regular expression in ICU's syntax."),
        PlanKey(
            "with", .scalar, isRequired: true,
            "Of `replace`: the text, in which `$1` is what the first group matched."),
    ]

    static let splitKeys: [PlanKey] = [
        PlanKey("separator", .text, isRequired: true, "Of `split`: what stands between the parts."),
        PlanKey(
            "part", .position, isRequired: true,
            "Of `split`: the part, from 1, or from the end with -1 for the last."),
    ]

    static let thumbnailKeys: [PlanKey] = [
        PlanKey("width", .count, "Of `thumbnail`: the greatest width in pixels."),
        PlanKey(
            "height", .count, "Of `thumbnail`: the greatest height. One of the two is enough."),
        PlanKey(
            "format", .choice(ThumbnailForm.Format.self),
            """
            Of `thumbnail`: what it is written as; the image's own format otherwise. `heic` needs an Apple \
            platform.
            """),
        PlanKey(
            "quality", .count, usual: String(ThumbnailForm.usualQuality),
            "Of `thumbnail`: from 1 to 100, for JPEG and HEIC."),
    ]

    static let numberKeys: [PlanKey] = [
        PlanKey(
            "unit", .oneOrMore(.text),
            """
            Of `number`: a unit or the sign of a currency, before or behind the number, with a space or \
            without: `kg`, `€`, `[EUR, €]`. Numbers may do without; another unit is an error.
            """),
        PlanKey(
            "scale", .scalar, "Of `number`: what the number is multiplied by: `0.01` of per cent."),
        PlanKey(
            "accounting", .flag, usual: "false",
            "Of `number`: `true` takes `(12.50)` and `12.50-` for negative numbers, and `−` for their sign."),
        PlanKey(
            "written", .choice(WrittenNumber.self),
            """
            Of `number`: numbers that are times, `1:30` or `1h 30min`, in `seconds`, `minutes` or `hours`; `fraction`, \
            `1 ½`; `degrees`, `52° 31' 12" N`. Plain numbers stay what they are. Not beside `scale`.
            """),
        PlanKey(
            "shown", .text,
            """
            Of `number`, in String attributes: how numbers of sheets and databases are written, as spreadsheets \
            format them: `0.00`, `0%`, `#,##0.00 €`; as programs write them otherwise.
            """),
    ]

    static let booleanKeys: [PlanKey] = [
        PlanKey("true", .words, isRequired: true, "Of `booleans`: words for true."),
        PlanKey("false", .words, isRequired: true, "Of `booleans`: words for false."),
    ]
}
