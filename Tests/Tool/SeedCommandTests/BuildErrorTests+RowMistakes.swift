extension BuildErrorTests {
    private static func value(
        _ id: String, _ old: String, _ new: String, _ error: String
    ) -> Mistake {
        Mistake(id, "items.csv", old, new, error, status: 1)
    }

    static let valueMistakes: [Mistake] = [
        value(
            "no integer", "Apples,3", "Apples,three",
            "items.csv:2:10: error: Item.quantity: 'three' (column `qty`) is not an integer"),
        value(
            "a fraction", "Apples,3", "Apples,3.5",
            """
            items.csv:2:10: error: Item.quantity: '3.5' (column `qty`) has a fraction, but the \
            attribute holds integers
            """
        ),
        value(
            "integer 16 out of range", "Apples,3", "Apples,32768",
            """
            items.csv:2:10: error: Item.quantity: '32768' (column `qty`) is out of range: -32768 \
            to 32767
            """
        ),
        value(
            "integer 32 out of range", "3,10,", "3,2147483648,",
            """
            items.csv:2:12: error: Item.stock: '2147483648' (column `stock`) is out of range: \
            -2147483648 to 2147483647
            """
        ),
        value(
            "integer 64 out of range", ",1000,", ",9223372036854775808,",
            """
            items.csv:2:15: error: Item.views: '9223372036854775808' (column `views`) is out of \
            range: -9223372036854775808 to 9223372036854775807
            """
        ),
        value(
            "no decimal", "3.90", "$3.90",
            "items.csv:2:20: error: Item.price: '$3.90' (column `price`) is not a decimal: "
                + "use `number: { unit: \"$\" }`"),
        value(
            "no number", ",1.5,", ",\"1,5\",",
            "items.csv:2:25: error: Item.weight: '1,5' (column `weight`) is not a number: "
                + "use `decimalComma: true`"),
        value(
            "not finite", ",1.5,", ",NaN,",
            "items.csv:2:25: error: Item.weight: 'NaN' (column `weight`) is not a finite number"),
        value(
            "float out of range", ",0.5,", ",1e39,",
            """
            items.csv:2:29: error: Item.ratio: '1e39' (column `ratio`) is out of range: \
            -3.4028235e+38 to 3.4028235e+38
            """
        ),
        value(
            "no boolean", ",yes,", ",maybe,",
            "items.csv:2:33: error: Item.sold: 'maybe' (column `sold`) is not a boolean"),
        value(
            "a date in another format", "2024-03-09", "9.3.2024",
            """
            items.csv:2:37: error: Item.added: '9.3.2024' (column `added`) does not fit the date \
            format `iso8601`: use `date: d.M.yyyy`
            """
        ),
        value(
            "no date of the calendar", "2024-03-09", "2023-02-29",
            """
            items.csv:2:37: error: Item.added: '2023-02-29' (column `added`) is not a date in the calendar
            """
        ),
        value(
            "no UUID", "00112233-", "",
            """
            items.csv:2:48: error: Item.code: '4455-6677-8899-AABBCCDDEEFF' (column `code`) is not \
            a UUID
            """
        ),
        value(
            "no value for a required attribute", "1,Apples", "1,",
            "items.csv:2:3: error: Item.name: needs a value (column `name`), but there is none"),
        value(
            "behind a quoted field", "rye\",1", "rye\",x",
            "items.csv:3:16: error: Item.quantity: 'x' (column `qty`) is not an integer"),
        value(
            "behind a field over two lines", "\"Bread, rye\",1", "\"Bread,\nrye\",x",
            "items.csv:4:6: error: Item.quantity: 'x' (column `qty`) is not an integer"),
        value(
            "behind multi-byte characters", "fraîche,2", "fraîche🌱,x",
            "items.csv:4:18: error: Item.quantity: 'x' (column `qty`) is not an integer"),
        value(
            "a value over lines is told on one", "Apples,3", "Apples,\"3\n\tx\"",
            "items.csv:2:10: error: Item.quantity: '3\\n\\tx' (column `qty`) is not an integer"),
        value(
            "ragged row, short", ",Cellar\n", "\n",
            "items.csv:2: error: the row has 12 fields, the header 13"),
        value(
            "ragged row, long", ",Cellar\n", ",Cellar,x\n",
            "items.csv:2: error: the row has 14 fields, the header 13"),
        value(
            "malformed quoting", "Apples", "App\"les",
            """
            items.csv:2:6: error: malformed quoting: a quote inside a field must be doubled, and \
            the field quoted
            """
        ),
        value(
            "unterminated quote", "3,Crème", "3,\"Crème",
            "items.csv:4:3: error: a quoted field is never closed"),
        value(
            "NUL", "Apples", "App\u{0}les",
            "items.csv:2:3: error: a NUL character (column `name`)"),
        value(
            "key used twice", "\n2,", "\n1,",
            """
            items.csv:3:1: error: Item: '1' (column `id`) is the key of two Item rows, but must be \
            unique; the first one is at items.csv:2
            """
        ),
    ]

    static let linkMistakes: [Mistake] = [
        Mistake(
            "no such target", "labels.csv", "red,2", "red,9",
            "labels.csv:2:5: error: Label.item: no Item has the key '9' (column `item`)",
            status: 1),
        Mistake(
            "one-to-one taken", "labels.csv", "green,1", "green,2",
            """
            labels.csv:3:7: error: Label.item: '2' (column `item`) is already used by another object: the inverse `label` is to-one
            """,
            status: 1),
        Mistake(
            "no file of a source", "plan.yml", "items.csv", "itmes.csv",
            "itmes.csv: error: no such file", status: 2),
        Mistake(
            "a folder as source", "plan.yml", "csv: items.csv", "csv: .",
            ".: error: is a folder", status: 2),
        Mistake(
            "no reference", "plan.yml", "reference: reference", "reference: none",
            "none.sqlite: error: no such file", status: 2),
        Mistake(
            "a text as reference", "plan.yml", "reference: reference.sqlite",
            "reference: items.csv",
            "items.csv: error: is not an SQLite database", status: 1),
        Mistake(
            "no model", "plan.yml", "timeZone: UTC", "timeZone: UTC\nmodel: none.mom",
            "none.mom: error: no such file", status: 2),
        Mistake(
            "a text as model", "plan.yml", "timeZone: UTC", "timeZone: UTC\nmodel: items.csv",
            "items.csv: error: contains no model: neither a store, nor a property list, nor XML",
            status: 1),
        Mistake(
            "no database", "plan.yml", "{ csv: labels.csv }", "{ sqlite: labels.csv, table: x }",
            "labels.csv: error: SQLite: file is not a database; it is text, which `csv:` reads", status: 1),
        Mistake(
            "no such table", "plan.yml", "{ csv: labels.csv }",
            "{ sqlite: reference.sqlite, table: ZITME }",
            "plan.yml:6:3: error: unknown table `ZITME`; did you mean `ZITEM`?", status: 2),
        Mistake(
            "no SELECT", "plan.yml", "{ csv: labels.csv }",
            "{ sqlite: reference.sqlite, query: DELETE FROM ZITEM }",
            "plan.yml:6:3: error: SQLite: the query is no SELECT", status: 2),
        Mistake(
            "empty source", "plan.yml", "csv: labels.csv", "csv: /dev/null",
            "/dev/null:1: error: has no header row", status: 1),
    ]
}
