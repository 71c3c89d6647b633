extension BuildErrorTests {
    /// Typical mistakes of users, in plans and in cells.
    static let peoplesMistakes: [Mistake] = [
        Mistake(
            "kind unknown", "plan.yml", "{ csv: items.csv }", "{ file: items.csv }",
            "plan.yml:5:10: error: the key `csv`, `xlsx`, `ods`, `sqlite`, `xml`, `json`, `ndjson`, `plist`, `store`, `command` or `generate` is missing",
            "plan.yml:5:12: error: unknown key `file`", status: 2),
        Mistake(
            "two kinds", "plan.yml", "{ csv: items.csv }", "{ csv: items.csv, json: items.json }",
            "plan.yml:5:28: error: `csv` and `json` exclude each other", status: 2),
        Mistake(
            "delimiter two chars", "plan.yml", "{ csv: items.csv }", "{ csv: items.csv, delimiter: \";;\" }",
            "plan.yml:5:39: error: expected one character such as `;`, or `tab`, or `detect`", status: 2),
        Mistake(
            "encoding unknown", "plan.yml", "{ csv: items.csv }", "{ csv: items.csv, encoding: utf8mb4 }",
            "plan.yml:5:38: error: `utf8mb4` is not a value of `encoding`; there are `utf-8`, `utf-16`, "
                + "`utf-16le`, `utf-16be`, `iso-8859-1`, `windows-1252`, …",
            status: 2),
        Mistake(
            "header text", "plan.yml", "{ csv: items.csv }", "{ csv: items.csv, header: no header }",
            "plan.yml:5:36: error: expected true or false", status: 2),
        Mistake(
            "skipLines too many", "plan.yml", "{ csv: items.csv }",
            "{ csv: items.csv, shape: { skipLines: 100 } }",
            "items.csv:5: error: has no header row", status: 1),
        Mistake(
            "entity lowercase", "plan.yml", "  Item:\n", "  item:\n",
            "plan.yml:13:3: error: unknown entity `item`; did you mean `Item`?", status: 2),
        Mistake(
            "entity plural", "plan.yml", "  Item:\n", "  Items:\n",
            "plan.yml:13:3: error: unknown entity `Items`; did you mean `Item`?", status: 2),
        Mistake(
            "from missing", "plan.yml", "    from: items\n", "",
            "plan.yml:14:5: error: the key `from` is missing", status: 2),
        Mistake(
            "from list", "plan.yml", "    from: items\n", "    from: [items, labels]\n",
            "plan.yml:14:11: error: expected a text", status: 2),
        Mistake(
            "attributes list", "plan.yml", "attributes: { text: text }", "attributes: [text]",
            "plan.yml:10:17: error: expected attributes by name", status: 2),
        Mistake(
            "attributes misspelt", "plan.yml", "    attributes:\n      name", "    atributes:\n      name",
            "plan.yml:16:5: error: unknown key `atributes`; did you mean `attributes`?", status: 2),
        Mistake(
            "column twice keys", "plan.yml", "{ column: qty, default: 1 }", "{ column: qty, value: 1 }",
            "plan.yml:18:32: error: `column` and `value` exclude each other", status: 2),
        Mistake(
            "no origin", "plan.yml", "{ column: qty, default: 1 }", "{ default: 1 }",
            "plan.yml:18:17: error: the key `column` or `value` is missing", status: 2),
        Mistake(
            "wrong case column", "plan.yml", "column: qty", "column: QTY",
            "plan.yml:18:27: error: unknown column `QTY`; did you mean `qty`?", status: 2),
        Mistake(
            "trailing space column", "plan.yml", "column: qty", "column: \"qty \"",
            "plan.yml:18:27: error: unknown column `qty `; did you mean `qty`?", status: 2),
        Mistake(
            "boolean as word", "plan.yml", "sold: sold", "sold: { column: sold, trim: yes please }",
            "plan.yml:24:35: error: expected true or false", status: 2),
        Mistake(
            "date format words", "plan.yml", "added: added", "added: { column: added, date: dd/mm/yyyy }",
            "plan.yml:25:37: error: `dd/mm/yyyy` cannot be used in a date pattern: write it like `dd.MM.yyyy HH:mm`",
            status: 2),
        Mistake(
            "date format iso", "plan.yml", "added: added", "added: { column: added, date: ISO8601 }",
            "plan.yml:25:37: error: `I` cannot be used in a date pattern: write it like `dd.MM.yyyy HH:mm`",
            status: 2),
        Mistake(
            "date strftime", "plan.yml", "added: added", "added: { column: added, date: \"%Y-%m-%d\" }",
            "plan.yml:25:37: error: `Y` cannot be used in a date pattern: write it like `dd.MM.yyyy HH:mm`",
            status: 2),
        Mistake(
            "date DD", "plan.yml", "added: added", "added: { column: added, date: DD.MM.YYYY }",
            "plan.yml:25:37: error: `DD` cannot be used in a date pattern: write it like `dd.MM.yyyy HH:mm`",
            status: 2),
        Mistake(
            "zone abbreviation", "plan.yml", "timeZone: UTC", "timeZone: CET",
            "plan.yml:3:11: error: unknown time zone `CET`: use a name such as `Europe/Berlin`, or an offset "
                + "such as `+01:00`",
            status: 2),
        Mistake(
            "zone city", "plan.yml", "timeZone: UTC", "timeZone: Berlin",
            "plan.yml:3:11: error: unknown time zone `Berlin`; did you mean `Europe/Berlin`?", status: 2),
        Mistake(
            "locale long", "plan.yml", "timeZone: UTC", "timeZone: UTC\nlocale: german",
            "plan.yml:4:9: error: unknown locale `german`: use a name such as `de_DE`", status: 2),
        Mistake(
            "find without entity attr", "plan.yml", "find: Unit.name", "find: Unit",
            "plan.yml:28:21: error: Unit: unknown attribute `Unit`; did you mean `Unit.name`?", status: 2),
        Mistake(
            "find two dots", "plan.yml", "find: Unit.name", "find: Unit.items.name",
            "plan.yml:28:21: error: Unit: unknown attribute `items.name`; there are `name`, `symbol`",
            status: 2),
        Mistake(
            "keyOf not keyed", "plan.yml", "    key: id\n", "",
            "plan.yml:12:7: error: Label: no load of Item has a `key:`", status: 2),
        Mistake(
            "keyOf wrong", "plan.yml", "keyOf: Item", "keyOf: Label",
            "plan.yml:12:22: error: `item` leads to Item, not to Label", status: 2),
        Mistake(
            "keyOf and find", "plan.yml", "{ find: Unit.name, column: unit }",
            "{ find: Unit.name, keyOf: Unit, column: unit }",
            "plan.yml:28:15: error: `find` and `keyOf` exclude each other", status: 2),
        Mistake(
            "separator on to-one", "plan.yml", "{ find: Unit.name, column: unit }",
            "{ find: Unit.name, column: unit, separator: \",\" }",
            "plan.yml:28:57: error: Item: a to-one relationship has no `separator`", status: 2),
        Mistake(
            "missing option typo", "plan.yml", "{ find: Unit.name, column: unit }",
            "{ find: Unit.name, column: unit, missing: ignore }",
            "plan.yml:28:55: error: `ignore` is not a value of `missing`; there are `create`, `error`, `null`",
            status: 2),
        Mistake(
            "set unknown", "plan.yml", "{ find: Unit.name, column: unit }",
            "{ find: Unit.name, column: unit, set: { color: unit } }",
            "plan.yml:28:53: error: Unit: unknown attribute `color`; there are `name`, `symbol`", status: 2),
        Mistake(
            "unique unknown", "plan.yml", "    key: id\n", "    key: id\n    unique: nmae\n",
            "plan.yml:16:13: error: Item: unknown attribute `nmae`; did you mean `name`?", status: 2),
        Mistake(
            "conflict unknown", "plan.yml", "    key: id\n", "    key: id\n    conflict: update\n",
            "plan.yml:16:15: error: `update` is not a value of `conflict`; there are `error`, `skip`, `merge`, "
                + "`replace`",
            status: 2),
        Mistake(
            "where syntax", "plan.yml", "{ csv: items.csv }", "{ csv: items.csv, where: \"qty = \" }",
            "plan.yml:5:35: error: `where`: character 7: a value is missing at the end", status: 2),
        Mistake(
            "where column", "plan.yml", "{ csv: items.csv }", "{ csv: items.csv, where: \"qtty > 1\" }",
            "plan.yml:5:35: error: unknown column `qtty`; did you mean `qty`?", status: 2),
        Mistake(
            "where sql", "plan.yml", "{ csv: items.csv }",
            "{ csv: items.csv, where: \"name LIKE 'A%' AND qty <> 1 ORDER BY name\" }",
            "plan.yml:5:35: error: `where`: character 29: \"ORDER\" is unexpected", status: 2),
        Mistake(
            "lookup list", "plan.yml", "{ column: qty, default: 1 }", "{ column: qty, lookup: [a, b] }",
            "plan.yml:18:40: error: expected texts and their values", status: 2),
        Mistake(
            "replace no with", "plan.yml", "      name: name",
            "      name: { column: name, replace: { pattern: a } }",
            "plan.yml:17:38: error: the key `with` is missing", status: 2),
        Mistake(
            "bad regex", "plan.yml", "      name: name",
            "      name: { column: name, replace: { pattern: \"(\", with: \"\" } }",
            "plan.yml:17:49: error: `(` is not a valid regular expression", status: 2),
        Mistake(
            "template unclosed", "plan.yml", "      name: name", "      name: { template: \"{name\" }",
            "plan.yml:17:25: error: `{name` is not a template: write columns in braces, as in `{first} {last}`",
            status: 2),
        Mistake(
            "template unknown column", "plan.yml", "      name: name",
            "      name: { template: \"{nam} x\" }",
            "plan.yml:17:25: error: unknown column `nam`; did you mean `name`?", status: 2),
        Mistake(
            "thousands word", "plan.yml", "price: price", "price: { column: price, thousands: dot }",
            "plan.yml:21:42: error: expected `.`, `,`, a space or an apostrophe", status: 2),
        Mistake(
            "binary on text", "plan.yml", "      name: name", "      name: { column: name, binary: hex }",
            "plan.yml:17:37: error: `binary` cannot be used for a String attribute here", status: 2),
        Mistake(
            "metadata list", "plan.yml", "timeZone: UTC", "timeZone: UTC\nmetadata: [a]",
            "plan.yml:4:11: error: expected metadata keys and their values", status: 2),
        Mistake(
            "rows wrong", "plan.yml", "timeZone: UTC", "timeZone: UTC\nrows: append",
            "plan.yml:4:7: error: `append` is not a value of `rows`; there are `replace`, `keep`", status: 2),
        Mistake(
            "onError", "plan.yml", "timeZone: UTC", "timeZone: UTC\nonError: continue",
            "plan.yml:4:10: error: `continue` is not a value of `onError`; there are `stop`, `skip`",
            status: 2),
        Mistake(
            "maxErrors zero", "plan.yml", "timeZone: UTC", "timeZone: UTC\nmaxErrors: 0",
            "plan.yml:4:12: error: expected a positive integer", status: 2),
        Mistake(
            "links bad", "plan.yml", "entities:",
            "links:\n  - from: labels\n    relationship: Item.label\nentities:",
            "plan.yml:8:5: error: the key `source` is missing",
            "plan.yml:8:5: error: the key `target` is missing", status: 2),
        Mistake(
            "links many", "plan.yml", "entities:",
            "links:\n  - from: labels\n    relationship: Unit.items\n    source: text\n    target: item\nentities:",
            "plan.yml:11:13: error: Item has no single unique attribute: say `{ find: Item.attribute, column: … }`",
            status: 2),
        Mistake(
            "dup entity", "plan.yml", "  Item:\n    from", "  Item: {}\n  Item:\n    from",
            "plan.yml:14:3: error: not a seed plan: a mapping has the key `Item` twice", status: 2),
        Mistake(
            "comma price", "items.csv", "3.90", "\"3,90\"",
            "items.csv:2:20: error: Item.price: '3,90' (column `price`) is not a decimal: use `decimalComma: true`",
            status: 1),
        Mistake(
            "thousand", "items.csv", "3.90", "\"1,003.90\"",
            "items.csv:2:20: error: Item.price: '1,003.90' (column `price`) is not a decimal: use `thousands: \",\"`",
            status: 1),
        Mistake(
            "currency", "items.csv", "3.90", "3.90 EUR",
            "items.csv:2:20: error: Item.price: '3.90 EUR' (column `price`) is not a decimal: use `number: { "
                + "unit: \"EUR\" }`",
            status: 1),
        Mistake(
            "accounting", "items.csv", "3.90", "(3.90)",
            "items.csv:2:20: error: Item.price: '(3.90)' (column `price`) is not a decimal: use `number: { "
                + "accounting: true }`",
            status: 1),
        Mistake(
            "space number", "items.csv", "Apples,3,", "Apples, 3,",
            "items.csv:2:10: error: Item.quantity: ' 3' (column `qty`) is not an integer: use `trim: true`",
            status: 1),
        Mistake(
            "date us", "items.csv", "2024-03-09", "03/09/2024",
            "items.csv:2:37: error: Item.added: '03/09/2024' (column `added`) does not fit the date format "
                + "`iso8601`: use `date: dd/MM/yyyy`",
            status: 1),
        Mistake(
            "date de", "items.csv", "2024-03-09", "09.03.2024",
            "items.csv:2:37: error: Item.added: '09.03.2024' (column `added`) does not fit the date format "
                + "`iso8601`: use `date: dd.MM.yyyy`",
            status: 1),
        Mistake(
            "date excel", "items.csv", "2024-03-09", "45360",
            "items.csv:2:37: error: Item.added: '45360' (column `added`) does not fit the date format `iso8601`: "
                + "use `date: excel1900`",
            status: 1),
        Mistake(
            "date word", "items.csv", "2024-03-09", "yesterday",
            "items.csv:2:37: error: Item.added: 'yesterday' (column `added`) does not fit the date format `iso8601`",
            status: 1),
        Mistake(
            "date month 13", "items.csv", "2024-03-09", "2024-13-09",
            "items.csv:2:37: error: Item.added: '2024-13-09' (column `added`) is not a date in the calendar",
            status: 1),
        Mistake(
            "bool ja", "items.csv", ",yes,", ",ja,",
            "items.csv:2:33: error: Item.sold: 'ja' (column `sold`) is not a boolean: use `booleans: { true: "
                + "[\"ja\"], false: [\"nein\"] }`",
            status: 1),
        Mistake(
            "uuid braces", "items.csv", "00112233-4455-6677-8899-AABBCCDDEEFF",
            "{00112233-4455-6677-8899-AABBCCDDEEFF}",
            "items.csv:2:48: error: Item.code: '{00112233-4455-6677-8899-AABBCCDDEEFF}' (column `code`) is not a UUID",
            status: 1),
        Mistake(
            "uuid nodash", "items.csv", "00112233-4455-6677-8899-AABBCCDDEEFF",
            "00112233445566778899AABBCCDDEEFF",
            "items.csv:2:48: error: Item.code: '00112233445566778899AABBCCDDEEFF' (column `code`) is not a UUID",
            status: 1),
        Mistake(
            "nbsp number", "items.csv", "Apples,3,", "Apples,3\u{A0},",
            "items.csv:2:10: error: Item.quantity: '3\u{A0}' (column `qty`) is not an integer: use `trim: true`",
            status: 1),
        Mistake(
            "N/A", "items.csv", "Apples,3,", "Apples,N/A,",
            "items.csv:2:10: error: Item.quantity: 'N/A' (column `qty`) is not an integer: use `null: [\"N/A\"]`",
            status: 1),
        Mistake(
            "percent", "items.csv", ",0.5,", ",50%,",
            "items.csv:2:29: error: Item.ratio: '50%' (column `ratio`) is not a number: use `number: { unit: \"%\" }`",
            status: 1),
        Mistake(
            "smart quotes", "items.csv", "\"Bread, rye\"", "“Bread, rye”",
            "items.csv:3: error: the row has 14 fields, the header 13", status: 1),
        Mistake(
            "key space", "labels.csv", "red,2", "red, 2",
            "labels.csv:2:5: error: Label.item: no Item has the key ' 2' (column `item`)", status: 1),
        Mistake(
            "key zero", "labels.csv", "red,2", "red,02",
            "labels.csv:2:5: error: Label.item: no Item has the key '02' (column `item`)", status: 1),
        Mistake(
            "xlsx named csv", "plan.yml", "{ csv: items.csv }", "{ xlsx: items.csv }",
            "items.csv: error: is not a workbook: it is not a ZIP archive, or its end is missing; it is text, "
                + "which `csv:` reads",
            status: 1),
        Mistake(
            "json named csv", "plan.yml", "{ csv: items.csv }", "{ json: items.csv }",
            "items.csv:1:1: error: malformed JSON: `id` is no value; it is text, which `csv:` reads",
            status: 1),
        Mistake(
            "a tab before a key", "plan.yml", "    from: items", "\tfrom: items",
            "plan.yml:14:1: error: not a seed plan: tabs cannot indent: use spaces", status: 2),
        Mistake(
            "a quote that is never closed", "plan.yml", "csv: items.csv", "csv: \"items.csv",
            "plan.yml:5:17: error: not a seed plan: a quote is never closed", status: 2),
    ]
}
