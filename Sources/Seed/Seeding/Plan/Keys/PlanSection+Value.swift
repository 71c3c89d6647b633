import Images
import ObjectModel

extension PlanSection {
    static let valueKeys: [PlanKey] = [
        PlanKey("column", .name(.column), "The source's column."),
        PlanKey("value", .scalar, "A constant instead of a column."),
        PlanKey(
            "template", .text,
            """
            Or columns joined with text: `"{first} {last}"`. `{Vegan?vegan}` is `vegan` if the column `Vegan` is \
            true: \
                `"{Vegan?vegan}|{Halal?halal}"` with `separator: "|"`.
            """),
        PlanKey(
            "default", .scalar,
            """
            The value for empty cells. By default, an empty cell is NULL, or the model's default if the \
            attribute is not optional.
            """),
        PlanKey(
            "uuid", .oneOrMore(.text),
            """
            The mapped attributes or columns from which UUIDs are computed. Together they must identify an \
            object: `id: { uuid: [title] }`. With `column`, it applies to empty cells. See \
            [UUIDs](values.md#uuids).
            """),
        PlanKey(
            "namespace", .known(NameBasedUUID.known.keys.sorted()),
            "For `uuid`: a UUID, or `dns`, `url`, `oid` or `x500`."),
        PlanKey(
            "date", .oneOrMore(.known(DateFormat.names)), usual: "iso8601",
            """
            How dates are written: `unix` are seconds, `reference` seconds since 2001; or a pattern such as \
            `dd-MMM-yy`. In a list, the first format that fits is used. See [values](values.md#dates).
            """),
        PlanKey(
            "century", .count, usual: "1970",
            """
            The first of the hundred years for two-digit years: `1930` for 1930 to 2029, by default `1970` \
            for 1970 to 2069.
            """),
        PlanKey("timeZone", .text, "The time zone of this column's dates."),
        PlanKey("locale", .text, "The locale of names in this column's dates."),
        PlanKey(
            "type", .choice(AttributeType.namesInPlans.map(\.name)),
            "The attribute's type if the reference contains no model."),
        PlanKey("null", .words, "Words that mean \"no value\": `[\"N/A\", \"-\"]`."),
        PlanKey("trim", .flag, "`true` removes white space at both ends."),
        PlanKey(
            "unescape", .choice(TextEscape.self), "`html` reads characters such as `&amp;` and `&#233;`."),
        PlanKey("case", .choice(LetterCase.self), "The conversion of upper and lower case."),
        PlanKey("normalize", .choice(UnicodeNormalization.self), "A Unicode normalization form."),
        PlanKey(
            "replace", .oneOrMore(.section(.replacement)),
            "`{ pattern: regex, with: text }`, or a list of them."),
        PlanKey(
            "split", .section(.split), "`{ separator: \",\", part: 1 }`: one part of the text."),
        PlanKey(
            "lookup", .byName(nil, .scalar),
            "A table of texts and their values: `{ k: kilogram }`."),
        PlanKey(
            "unmatched", .choice(LookupPlan.UnmatchedPolicy.self), usual: "error",
            "What happens to a text that is not in the table."),
        PlanKey(
            "decimalComma", .flag, "`true` if numbers have a decimal comma."),
        PlanKey(
            "thousands", .choice(ThousandsSeparator.writtenForms),
            "The thousands separator: `.`, `,`, a space or an apostrophe."),
        PlanKey(
            "number", .section(.number),
            "`{ unit: kg, scale: 1000 }`: the unit of numbers, and a factor."),
        PlanKey(
            "booleans", .section(.booleans),
            "`{ true: [ja], false: [nein] }`: the only words for true and false."),
        PlanKey(
            "allowNonFinite", .flag, usual: "false",
            "`true` allows infinity in Double and Float attributes."),
        PlanKey("binary", .choice(BinaryForm.self), "The encoding of binary values."),
        PlanKey("folder", .path, "With `binary: file`, the folder of the files."),
        PlanKey(
            "thumbnail", .section(.thumbnail),
            """
            For Binary attributes: `{ width: 200, height: 200 }` scales a JPEG or PNG image down to fit. See \
            [thumbnails](values.md#thumbnails).
            """),
        PlanKey(
            "archive", .choice(ArchiveForm.self), usual: "raw", "The content of a Transformable attribute."),
        PlanKey(
            "elements", .choice([ArchiveForm.string, .number, .boolean, .date].map(\.rawValue)),
            usual: "string", "The type of the elements in a separated list of an `archive`."),
        PlanKey("separator", .text, "The separator of list elements."),
    ]

    static let replacementKeys: [PlanKey] = [
        PlanKey(
            "pattern", .text, isRequired: true, "For `replace`: a regular expression in ICU's syntax."),
        PlanKey(
            "with", .scalar, isRequired: true,
            "For `replace`: the text, in which `$1` is the match of the first group."),
    ]

    static let splitKeys: [PlanKey] = [
        PlanKey("separator", .text, isRequired: true, "For `split`: the separator of the parts."),
        PlanKey(
            "part", .position, isRequired: true,
            "For `split`: the part, counted from 1, or from the end with -1 for the last."),
    ]

    static let thumbnailKeys: [PlanKey] = [
        PlanKey("width", .count, "For `thumbnail`: the maximum width in pixels."),
        PlanKey(
            "height", .count, "For `thumbnail`: the maximum height. One of the two is enough."),
        PlanKey(
            "format", .choice(ThumbnailForm.Format.self),
            """
            For `thumbnail`: the format to write. By default, the image's format. `heic` needs an Apple \
            platform.
            """),
        PlanKey(
            "quality", .count, usual: String(ThumbnailForm.usualQuality),
            "For `thumbnail`: the quality from 1 to 100, for JPEG and HEIC."),
    ]

    static let numberKeys: [PlanKey] = [
        PlanKey(
            "unit", .oneOrMore(.text),
            """
            For `number`: a unit or currency sign before or after the number, with or without a space: `kg`, \
            `€`, `[EUR, €]`. Numbers may lack it; another unit is an error.
            """),
        PlanKey(
            "scale", .scalar, "For `number`: a factor, for example `0.01` for per cent."),
        PlanKey(
            "accounting", .flag, usual: "false",
            "For `number`: `true` reads `(12.50)`, `12.50-` and `−12.50` as negative numbers."),
        PlanKey(
            "written", .choice(WrittenNumber.self),
            """
            For `number`: converts times such as `1:30` or `1h 30min` to `seconds`, `minutes` or `hours`; \
            `fraction` reads `1 ½`, `degrees` reads `52° 31' 12" N`. Plain numbers are unchanged. Not with \
            `scale`.
            """),
        PlanKey(
            "shown", .text,
            """
            For `number`, in String attributes: the format of numbers from sheets and databases, as in \
            spreadsheets: `0.00`, `0%`, `#,##0.00 €`. By default, as programs write them.
            """),
    ]

    static let booleanKeys: [PlanKey] = [
        PlanKey("true", .words, isRequired: true, "For `booleans`: words for true."),
        PlanKey("false", .words, isRequired: true, "For `booleans`: words for false."),
    ]
}
