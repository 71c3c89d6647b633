extension ValueErrorTests {
    private static let integer =
        "attributeType=\"Integer 16\" minValueString=\"1\" maxValueString=\"5\""
    private static let text = "attributeType=\"String\" minValueString=\"2\" maxValueString=\"4\""
    private static let plain = "attributeType=\"String\""
    private static func type(_ name: String) -> String { "attributeType=\"\(name)\"" }
    private static let bytes = "attributeType=\"Binary\""

    /// An attribute, the value's mapping in the plan, the cell, and the error.
    static let rowMistakes: [(String, String, String, String)] = [
        (integer, "c", "0", "'0' (column `c`) is less than the model's minimum 1"),
        (integer, "c", "6", "'6' (column `c`) is more than the model's maximum 5"),
        (text, "c", "x", "'x' (column `c`) is shorter than the model's minimum length 2"),
        (text, "c", "xxxxx", "'xxxxx' (column `c`) is longer than the model's maximum length 4"),
        (
            plain + " regularExpressionString=\"[a-z]+\"", "c", "A",
            "'A' (column `c`) does not match the model's regular expression `[a-z]+`"
        ),
        (
            "attributeType=\"Decimal\"", "c", "0.12345678901234567891",
            "'0.12345678901234567891' (column `c`) has more digits than a store keeps: "
                + "it would hold 0.12345678901234568"
        ),
        (
            bytes, "c", "x",
            "text (column `c`) for a binary attribute: set `binary:` to base64, hex, file or text"
        ),
        (bytes, "{ column: c, binary: hex }", "x", "'x' (column `c`) is not hexadecimal"),
        (
            plain, "{ column: c, lookup: { kilogram: kg } }", "kilogramm",
            "'kilogramm' (column `c`) is not in the lookup table; did you mean `kilogram`?"
        ),
        (
            plain, "{ column: c, split: { separator: \",\", part: 2 } }", "x",
            "'x' (column `c`) has 1 part separated by ',', fewer than the plan needs"
        ),
        (
            bytes, "{ column: c, binary: file, folder: files }", "../secret",
            "'../secret' (column `c`) is outside the declared folder"
        ),
        (
            bytes, "{ column: c, binary: file, folder: files }", "none",
            "'none' (column `c`) is not a file in the declared folder"
        ),
        (
            bytes, "{ column: c, binary: file, folder: files }", "sub",
            "'sub' (column `c`) is not a regular file"
        ),
        (
            "attributeType=\"Integer 16\"", "{ template: \"{c}{d}\" }", "1",
            "'1x' (column `{c}{d}`) is not an integer"
        ),
        (
            "attributeType=\"Transformable\"", "{ column: c, archive: array }", "x",
            "'x' (column `c`) is not a JSON array"
        ),
        (
            "attributeType=\"Date\"", "{ column: c, date: unix }", "1710003930000",
            "'1710003930000' (column `c`) is not a date in the calendar: use `date: unixMilliseconds`"
        ),
        (
            type("Boolean"), "{ column: c, booleans: { true: [ja], false: [nein] } }", "yes",
            "'yes' (column `c`) is not a boolean"
        ),
        (
            type("Decimal"), "{ column: c, decimalComma: true }", "1.5",
            "'1.5' (column `c`) is not a decimal"
        ),
        (
            type("Decimal"), "{ column: c, decimalComma: true }", "1,5,5",
            "'1,5,5' (column `c`) is not a decimal"
        ),
        (
            type("Decimal"), "c", "1,5",
            "'1,5' (column `c`) is not a decimal: use `decimalComma: true`"
        ),
        (type("Decimal"), "c", "NaN", "'NaN' (column `c`) is not a finite number"),
        (type("Decimal"), "c", "inf", "'inf' (column `c`) is not a finite number"),
        (
            type("Double"), "{ column: c, allowNonFinite: true }", "NaN",
            "'NaN' (column `c`) is not a finite number"
        ),
        (type("Double"), "c", "inf", "'inf' (column `c`) is not a finite number"),
        (type("Double"), "c", "1e400", "'1e400' (column `c`) is not a finite number"),
        (
            type("Float"), "{ column: c, allowNonFinite: true }", "1e39",
            "'1e39' (column `c`) is out of range: -3.4028235e+38 to 3.4028235e+38"
        ),
        (type("URI"), "c", "http://a b", "'http://a b' (column `c`) is not a URI"),
        (type("URI"), "c", "häuser", "'häuser' (column `c`) is not a URI"),
        (
            type("UUID"), "c", "{00112233-4455-6677-8899-AABBCCDDEEFF}",
            "'{00112233-4455-6677-8899-AABBCCDDEEFF}' (column `c`) is not a UUID"
        ),
        (
            bytes, "{ column: c, binary: hex }", "0xABC",
            "'0xABC' (column `c`) is not hexadecimal"
        ),
        (bytes, "{ column: c, binary: base64 }", "AB=C", "'AB=C' (column `c`) is not Base64"),
        (
            bytes, "{ column: c, binary: file, folder: files }", "/etc/passwd",
            "'/etc/passwd' (column `c`) is outside the declared folder"
        ),
        (
            bytes, "{ column: c, binary: file, folder: files }", "link",
            "'link' (column `c`) is outside the declared folder"
        ),
        (
            bytes, "{ column: c, binary: file, folder: files }", "./sub",
            "'./sub' (column `c`) is outside the declared folder"
        ),
        (
            type("Transformable"), "c", "x",
            "text (column `c`) for a binary attribute: set `binary:` to base64, hex, file or text"
        ),
        (
            type("Transformable"), "{ column: c, archive: number }", "x",
            "'x' (column `c`) is not a number"
        ),
        (
            type("Transformable"), "{ column: c, archive: boolean }", "x",
            "'x' (column `c`) is not a boolean"
        ),
        (
            type("Transformable"), "{ column: c, archive: date }", "x",
            "'x' (column `c`) does not fit the date format `iso8601`"
        ),
        (
            type("Transformable"), "{ column: c, archive: dictionary }", "[1]",
            "'[1]' (column `c`) is not a JSON object"
        ),
        (
            type("Transformable"), "{ column: c, archive: dictionary, separator: \",\" }", "a",
            "'a' (column `c`) is not a `key=value` pair"
        ),
        (
            type("Transformable"), "{ column: c, archive: array }", "[1e999]",
            "'[1e999]' (column `c`) is not a JSON array"
        ),
        (
            type("Transformable"),
            "{ column: c, archive: array, separator: \",\", elements: number }", "1,x",
            "'x' (column `c`) is not a number"
        ),
        (
            type("Date"), "{ column: c, date: \"iso8601\" }", "2024-13-01",
            "'2024-13-01' (column `c`) is not a date in the calendar"
        ),
        (
            type("Date"), "{ column: c, date: \"iso8601\" }", "2024-03-09T24:00",
            "'2024-03-09T24:00' (column `c`) is not a date in the calendar"
        ),
        (
            type("Date"), "{ column: c, date: \"iso8601\" }", "2024-03-09T23:59:60Z",
            "'2024-03-09T23:59:60Z' (column `c`) is not a date in the calendar"
        ),
        (
            type("Date"), "{ column: c, date: \"iso8601\" }", "2024-3-9",
            "'2024-3-9' (column `c`) does not fit the date format `iso8601`: use `date: yyyy-M-d`"
        ),
        (
            type("Date"), "{ column: c, date: \"iso8601\" }", "2024-03-09T10:00+25:00",
            "'2024-03-09T10:00+25:00' (column `c`) does not fit the date format `iso8601`"
        ),
        (
            type("Date"), "{ column: c, date: \"dateOnly\" }", "2024-03-09T10:00",
            "'2024-03-09T10:00' (column `c`) does not fit the date format `dateOnly`"
        ),
        (
            type("Date"), "{ column: c, date: \"unix\" }", "x",
            "'x' (column `c`) does not fit the date format `unix`"
        ),
        (
            type("Date"), "{ column: c, date: \"unixMilliseconds\" }", "9e99",
            "'9e99' (column `c`) is not a date in the calendar"
        ),
        (
            type("Date"), "{ column: c, date: \"unixMicroseconds\" }", "x",
            "'x' (column `c`) does not fit the date format `unixMicroseconds`"
        ),
        (
            type("Date"), "{ column: c, date: \"reference\" }", "x",
            "'x' (column `c`) does not fit the date format `reference`"
        ),
        (
            type("Date"), "{ column: c, date: \"julianDay\" }", "x",
            "'x' (column `c`) does not fit the date format `julianDay`"
        ),
        (
            type("Date"), "{ column: c, date: \"excel1900\" }", "60",
            "'60' (column `c`) is not a date in the calendar"
        ),
        (
            type("Date"), "{ column: c, date: \"excel1900\" }", "0",
            "'0' (column `c`) is not a date in the calendar"
        ),
        (
            type("Date"), "{ column: c, date: \"excel1904\" }", "-1",
            "'-1' (column `c`) is not a date in the calendar"
        ),
        (
            type("Date"), "{ column: c, date: \"dd-MMM-yy\" }", "09-Mrz-24",
            "'09-Mrz-24' (column `c`) does not fit the date format `dd-MMM-yy`"
        ),
        (
            type("Date"), "{ column: c, date: \"dd-MMM-yy\" }", "31-Feb-24",
            "'31-Feb-24' (column `c`) is not a date in the calendar"
        ),
        (
            type("Date"), "{ column: c, date: \"dd.MM.yyyy\" }", "9.3.2024",
            "'9.3.2024' (column `c`) does not fit the date format `dd.MM.yyyy`: use `date: d.M.yyyy`"
        ),
        (
            type("Date"), "{ column: c, date: \"dd.MM.yyyy\" }", "09.03.2024 ",
            "'09.03.2024 ' (column `c`) does not fit the date format `dd.MM.yyyy`: "
                + "use `date: dd.MM.yyyy, trim: true`"
        ),
        (
            "attributeType=\"Date\" minDateTimeInterval=\"0\"", "c", "2000-12-31T23:59:59Z",
            "'2000-12-31T23:59:59Z' (column `c`) is less than the model's minimum 2001-01-01"
        ),
        (
            "attributeType=\"Date\" maxDateTimeInterval=\"0\"", "c", "2001-01-02",
            "'2001-01-02' (column `c`) is more than the model's maximum 2001-01-01"
        ),
        (
            "attributeType=\"String\" minValueString=\"2\"", "{ column: c, trim: true }", " x ",
            "'x' (column `c`) is shorter than the model's minimum length 2"
        ),
        (
            plain, "{ column: c, lookup: { k: kg } }", "zzz",
            "'zzz' (column `c`) is not in the lookup table"
        ),
        (
            type("Integer 32"), "c", "2147483648",
            "'2147483648' (column `c`) is out of range: -2147483648 to 2147483647"
        ),
        (
            type("Integer 64"), "c", "1.5e0",
            "'1.5e0' (column `c`) has a fraction, but the attribute holds integers"
        ),
        (
            type("Integer 16"), "c", "1.2E+05",
            "'1.2E+05' (column `c`) is out of range: -32768 to 32767"
        ),
        (type("Integer 16"), "c", "٣", "'٣' (column `c`) is not an integer"),
        (type("Integer 16"), "c", " 3", "' 3' (column `c`) is not an integer: use `trim: true`"),
    ]

    /// An attribute, the value's mapping in the plan, and the error.
    static let planMistakes: [(String, String, String)] = [
        (
            plain, "{ column: c, replace: { pattern: \"(\", with: x } }",
            "plan.yml:5:84: error: `(` is not a valid regular expression"
        ),
        (
            plain, "{ template: \"{c\" }",
            "plan.yml:5:63: error: `{c` is not a template: write columns in braces, as in `{first} {last}`"
        ),
        (
            plain, "{ column: c, decimalComma: true }",
            "plan.yml:5:78: error: `decimalComma` cannot be used for a String attribute here"
        ),
        (
            bytes, "{ column: c, binary: file, folder: none }",
            "none: error: no such file"
        ),
        (
            plain, "{ column: c, locale: de_DEE }",
            "plan.yml:5:72: error: unknown locale `de_DEE`; did you mean `de_DE`?"
        ),
        (
            integer, "{ value: 9 }",
            "plan.yml:5:60: error: Thing.a: '9' is more than the model's maximum 5"
        ),
        (
            type("Boolean"), "{ column: c, booleans: { true: [ja], false: [ja] } }",
            "plan.yml:5:64: error: expected different words, none of them empty"
        ),
        (
            bytes, "{ column: c, binary: jsonlist }",
            "plan.yml:5:72: error: `jsonlist` is not a value of `binary`; did you mean `jsonList`?"
        ),
        (
            type("Transformable"), "{ column: c, archive: set }",
            "plan.yml:5:73: error: `set` is not a value of `archive`; there are `raw`, `string`, `number`, "
                + "`boolean`, `date`, `array`, …"
        ),
        (
            type("Date"), "{ column: c, date: \"HH:mm\" }",
            "plan.yml:5:70: error: `HH:mm` cannot be used in a date pattern: write it like `dd.MM.yyyy HH:mm`"
        ),
        (
            type("Date"), "{ column: c, date: \"qq\" }",
            "plan.yml:5:70: error: `qq` cannot be used in a date pattern: write it like `dd.MM.yyyy HH:mm`"
        ),
        (
            type("Date"), "{ column: c, date: dd.MM.yyyy, timeZone: Mars }",
            "plan.yml:5:92: error: unknown time zone `Mars`: use a name such as `Europe/Berlin`, or an offset "
                + "such as `+01:00`"
        ),
        (
            plain, "{ column: c, split: { separator: \",\", part: 0 } }",
            "plan.yml:5:95: error: expected a separator, and a part such as 1 (first) or -1 (last)"
        ),
        (
            plain, "{ column: c, split: { separator: \"\", part: 1 } }",
            "plan.yml:5:94: error: expected a separator, and a part such as 1 (first) or -1 (last)"
        ),
        (
            plain, "{ column: c, case: title }",
            "plan.yml:5:70: error: `title` is not a value of `case`; there are `upper`, `lower`, `capitalized`"
        ),
        (
            plain, "{ column: c, normalize: nfx }",
            "plan.yml:5:75: error: `nfx` is not a value of `normalize`; did you mean `nfc`?"
        ),
        (
            plain, "{ column: c, replace: { pattern: a } }",
            "plan.yml:5:73: error: the key `with` is missing"
        ),
        (
            plain, "{ column: c, value: 1 }",
            "plan.yml:5:64: error: `column` and `value` exclude each other"
        ),
        (
            plain, "{ template: \"{c}{e}\" }",
            "plan.yml:5:63: error: unknown column `e`; did you mean `c`?"
        ),
        (
            plain, "{ template: \"none\" }",
            """
            plan.yml:5:63: error: `none` is not a template: write columns in braces, as in `{first} {last}`
            """
        ),
        (
            plain, "{ default: 1 }",
            "plan.yml:5:51: error: the key `column` or `value` is missing"
        ),
        (
            plain, "[c]",
            "plan.yml:5:51: error: expected a column, or options such as `{ column: … }`"
        ),
        (
            plain, "{ column: c, null: 5.5, unmatched: keep }",
            "plan.yml:5:86: error: the key `lookup` is missing"
        ),
        (
            type("Integer 16"), "{ column: c, lookup: { a: many } }",
            "plan.yml:5:77: error: Thing.a: 'many' is not an integer"
        ),
        (
            type("Integer 16"), "{ column: c, default: 99999 }",
            "plan.yml:5:73: error: Thing.a: '99999' is out of range: -32768 to 32767"
        ),
    ]
}
