extension BuildErrorTests {
    static let planMistakes: [Mistake] = [
        Mistake(
            "unknown key", "plan.yml", "timeZone:", "timezone:",
            "plan.yml:3:1: error: unknown key `timezone`; did you mean `timeZone`?", status: 2),
        Mistake(
            "unknown key in an attribute", "plan.yml", "default: 1", "defualt: 1",
            "plan.yml:18:32: error: unknown key `defualt`; did you mean `default`?", status: 2),
        Mistake(
            "unknown key with nothing near", "plan.yml", "timeZone: UTC",
            "timeZone: UTC\nfrobnicate: 1",
            "plan.yml:4:1: error: unknown key `frobnicate`", status: 2),
        Mistake(
            "unknown entity", "plan.yml", "  Item:", "  Itme:",
            "plan.yml:13:3: error: unknown entity `Itme`; did you mean `Item`?", status: 2),
        Mistake(
            "unknown attribute", "plan.yml", "quantity:", "quantty:",
            "plan.yml:18:7: error: Item: unknown attribute `quantty`; did you mean `quantity`?",
            status: 2),
        Mistake(
            "relationship among attributes", "plan.yml", "quantity:", "unit:",
            "plan.yml:18:7: error: Item: `unit` is a relationship, not an attribute: move it to "
                + "`relationships:`", status: 2),
        Mistake(
            "attribute among relationships", "plan.yml", "      unit: {", "      quantity: {",
            "plan.yml:28:7: error: Item: `quantity` is an attribute, not a relationship: move it to "
                + "`attributes:`", status: 2),
        Mistake(
            "unknown column", "plan.yml", "column: qty", "column: qyt",
            "plan.yml:18:27: error: unknown column `qyt`; did you mean `qty`?", status: 2),
        Mistake(
            "unknown column with nothing near", "plan.yml", "column: qty", "column: frobnicate",
            "plan.yml:18:27: error: unknown column `frobnicate`; there are `id`, `name`, `qty`, "
                + "`stock`, `views`, `price`, …", status: 2),
        Mistake(
            "unknown attribute with nothing near", "plan.yml", "quantity:", "frobnicate:",
            "plan.yml:18:7: error: Item: unknown attribute `frobnicate`; there are `added`, `code`, "
                + "`name`, `price`, `quantity`, `ratio`, …", status: 2),
        Mistake(
            "a line without a colon", "plan.yml", "quantity: {", "quantity {",
            "plan.yml:18:38: error: not a seed plan: a `:` is not allowed here: one is missing before it",
            status: 2),
        Mistake(
            "unknown source", "plan.yml", "from: items", "from: item",
            "plan.yml:14:11: error: unknown source `item`; did you mean `items`?", status: 2),
        Mistake(
            "unknown relationship", "plan.yml", "      unit: {", "      units: {",
            "plan.yml:28:7: error: Item: unknown relationship `units`; did you mean `unit`?",
            status: 2),
        Mistake(
            "unknown destination", "plan.yml", "find: Unit.name", "find: Units.name",
            "plan.yml:28:21: error: unknown entity `Units`; did you mean `Unit`?", status: 2),
        Mistake(
            "wrong destination", "plan.yml", "find: Unit.name", "find: Room.name",
            "plan.yml:28:21: error: `unit` leads to Unit, not to Room", status: 2),
        Mistake(
            "unknown key attribute", "plan.yml", "find: Unit.name", "find: Unit.nmae",
            "plan.yml:28:21: error: Unit: unknown attribute `nmae`; did you mean `name`?", status: 2
        ),
        Mistake(
            "abstract destination", "plan.yml", "find: Room.name", "find: Place.name",
            "plan.yml:29:7: error: Place: is abstract: name one of its subentities", status: 2),
        Mistake(
            "abstract entity", "plan.yml", "  Label:\n    from: labels",
            "  Place:\n    from: labels\n  Label:\n    from: labels",
            "plan.yml:8:3: error: Place: is abstract: name one of its subentities", status: 2),
        Mistake(
            "a to-many relationship", "plan.yml", "  Label:\n",
            """
              Unit:
                from: labels
                attributes: { name: text }
                relationships: { items: item }
              Label:

            """,
            """
            plan.yml:11:22: error: Item has no single unique attribute: say `{ find: \
            Item.attribute, column: … }`
            """,
            status: 2),
        Mistake(
            "required attribute left out", "plan.yml", "      name: name\n", "",
            """
            plan.yml:13:3: error: Item.name: is not optional and has no default: add it to the plan
            """,
            status: 2),
        Mistake(
            "date without a zone", "plan.yml", "timeZone: UTC\n", "",
            """
            items.csv:2:37: error: Item.added: '2024-03-09' (column `added`) has no time zone, and the plan sets none: add `timeZone:`
            """,
            status: 1),
        Mistake(
            "pattern without a zone", "plan.yml", "timeZone: UTC\nsources:",
            "sources:\n  x: { csv: items.csv, timeZone: Europe/Berlim }",
            """
            plan.yml:4:34: error: unknown time zone `Europe/Berlim`; did you mean `Europe/Berlin`?
            """,
            status: 2),
        Mistake(
            "bad date pattern", "plan.yml", "added: added",
            "added: { column: added, date: YYYY-MM-dd }",
            "plan.yml:25:37: error: `YYYY` cannot be used in a date pattern: write it like `dd.MM.yyyy HH:mm`",
            status: 2),
        Mistake(
            "a date format for a text", "plan.yml", "      name: name",
            "      name: { column: name, date: unix }",
            "plan.yml:17:35: error: `date` cannot be used for a String attribute here", status: 2),
        Mistake(
            "bad constant", "plan.yml", "stock: stock", "stock: { value: many }",
            "plan.yml:19:23: error: Item.stock: 'many' is not an integer", status: 2),
        Mistake(
            "bad default", "plan.yml", "default: 1", "default: 1.5",
            """
            plan.yml:18:41: error: Item.quantity: '1.5' has a fraction, but the attribute holds \
            integers
            """,
            status: 2),
        Mistake(
            "default out of range", "plan.yml", "default: 1", "default: 40000",
            "plan.yml:18:41: error: Item.quantity: '40000' is out of range: -32768 to 32767",
            status: 2),
        Mistake(
            "two attributes of one name", "plan.yml", "      stock: stock",
            "      stock: stock\n      stock: views",
            "plan.yml:20:7: error: not a seed plan: a mapping has the key `stock` twice",
            status: 2),
        Mistake(
            "malformed YAML", "plan.yml", "sources:", "sources: [",
            "plan.yml:4:10: error: not a seed plan: a `[` is never closed, or a `,` is missing after it",
            status: 2),
        Mistake(
            "no output", "plan.yml", "output: out.sqlite\n", "",
            "plan.yml:1: error: the key `output` is missing", status: 2),
        Mistake(
            "output is the reference", "plan.yml", "output: out.sqlite",
            "output: ./x/../reference.sqlite",
            "plan.yml:2:9: error: the output would overwrite an input of the plan",
            status: 2),
        Mistake(
            "output is a source", "plan.yml", "output: out.sqlite", "output: items.csv",
            "plan.yml:2:9: error: the output would overwrite an input of the plan", status: 2),
        Mistake(
            "output is the plan", "plan.yml", "output: out.sqlite", "output: plan.yml",
            "plan.yml:2:9: error: the output would overwrite an input of the plan", status: 2),
        Mistake(
            "metadata of Core Data's own", "plan.yml", "timeZone: UTC",
            "timeZone: UTC\nmetadata: { NSStoreType: XML }",
            "plan.yml:4:13: error: `NSStoreType` is Core Data's own and cannot be set", status: 2),
        Mistake(
            "metadata without a value", "plan.yml", "timeZone: UTC",
            "timeZone: UTC\nmetadata: { seeded: ~ }",
            "plan.yml:4:21: error: expected a text, number or truth value", status: 2),
    ]
}
