import ObjectModel

extension PlanSection {
    static let planKeys: [PlanKey] = [
        PlanKey(
            "reference", .path, isRequired: true,
            """
            A store that the app created, SQL text that creates one (`.sql`), or a model (`.xcdatamodel`, \
            `.xcdatamodeld`, `.mom`, `.momd`, [Swift source](../start/swiftdata.md), an Xcode project or a package), \
            whose empty store is created first. The reference is never changed. Its rows are left out.
            """),
        PlanKey(
            "models", .oneOrMore(.text),
            """
            For Swift source: a list of models. Related models are included. By default, the source decides.
            """),
        PlanKey(
            "target", .text,
            """
            For an Xcode project or a package: the target with the models. By default, the only application, \
            or the only target with models.
            """),
        PlanKey("schema", .text, "For Swift source: the `VersionedSchema` with the models."),
        PlanKey(
            "beside", .path,
            "For Swift source: a store that the app created. It decides what the source does not determine."),
        PlanKey(
            "inverses", .choice(PlanReader.InverseReading.self),
            """
            For Swift source: whether two relationships are inverses if the source does not determine it.
            """),
        PlanKey(
            "model", .path,
            """
            The model file of this reference, for an old store that contains no model. Its version hashes \
            must match the store's.
            """),
        PlanKey(
            "output", .path,
            """
            The path of the new store. `zseed build -o` overrides it. Missing folders are created. If the \
            path is a symbolic link, the link is kept and its target is replaced, as with all files that \
            zseed writes.
            """),
        PlanKey(
            "timeZone", .text,
            "The time zone of dates that have none: `Europe/Berlin`, `UTC`, `+02:00`."),
        PlanKey(
            "locale", .text,
            "The locale of month and weekday names in dates: `de_DE`. By default, English."),
        PlanKey(
            "metadata", .byName(nil, .propertyList),
            """
            Metadata keys of the store, which the app can read: texts, numbers, truth values, lists and \
            mappings of them, dates (`!!timestamp 2024-05-01T00:00:00Z`), bytes (`!!binary` and \
            Base64). `zseed build --metadata KEY=VALUE` adds or overrides keys.
            """),
        PlanKey(
            "sources", .byName(.source, .section(.source)),
            """
            Sources by name; required with `entities`. `zseed build --source NAME=PATH` reads one from \
            another file. An unused source is a warning.
            """),
        PlanKey(
            "entities", .byName(.entity, .oneOrMore(.section(.load))),
            """
            For each entity a [load](#loads), or a list of loads from several sources. Required without \
            `tables`.
            """),
        PlanKey(
            "tables", .byName(nil, .path),
            """
            Instead of `sources` and `entities`: tables by name, each with the CSV file of its stored rows, \
            as in the [exact plans](../guides/export.md#exact) of `zseed export --exact`.
            """),
        PlanKey("links", .list(.section(.link)), "A list of junction sources, see [links](#links)."),
        PlanKey(
            "rows", .choice(BuildPolicy.Rows.self), usual: "replace",
            "What happens to the reference's rows, see [appending](../guides/relationships.md#appending)."),
        PlanKey(
            "derivedTriggers", .choice(BuildPolicy.DerivedTriggers.self), usual: "require",
            """
            If the reference is a model, what happens to derived attributes whose triggers are unknown: \
            `require` is an error, `omit` builds a store without these triggers and reports it. The values \
            are correct until the app changes something.
            """),
        PlanKey(
            "joinTables", .choice(BuildPolicy.JoinTables.self), usual: "require",
            """
            If the reference is a model, what happens to a many-to-many relationship of an entity with \
            itself, where only a store shows which side names the table: `require` is an error, `guess` uses \
            the likelier name and reports it.
            """),
        PlanKey(
            "now", .text,
            "The value of `now()` in derived attributes: an ISO 8601 date with a time zone."),
        PlanKey(
            "history", .choice(BuildPolicy.History.self),
            """
            What happens to the persistent history. By default, it is kept or cleared like `rows`.
            """),
        PlanKey(
            "uuid", .choice(BuildPolicy.Identity.self), usual: "keep",
            """
            The store's UUID: `keep` the reference's, a random `new` one, or one computed from the `content`.
            """),
        PlanKey(
            "allowCloudKit", .flag, usual: "false",
            """
            `true` allows a reference that CloudKit mirrors (`ANSCK…` tables with rows).
            """),
        PlanKey(
            "storage", .choice(BuildPolicy.Storage.self), usual: "inline",
            """
            Where values of attributes with external storage are stored: `inline` in the database; \
            `external` in [files beside the store](../guides/relationships.md#external-storage) if they are larger \
            than 100 KB.
            """),
        PlanKey(
            "onError", .choice(BuildPolicy.OnError.self), usual: "stop",
            "What an invalid row causes: `stop` the build, or `skip` the row and write it to a reject file."),
        PlanKey(
            "maxErrors", .count,
            """
            The number of errors that ends the build. `zseed build --max-errors` overrides it. By default, \
            20 with `stop` and no limit with `skip`.
            """),
        PlanKey(
            "rejects", .path,
            """
            The folder for reject files. By default, the output's path with `.rejects`. Plans with the same \
            source names need different folders, because a plan does not replace another plan's files.
            """),
    ]

    static let linkKeys: [PlanKey] = [
        PlanKey("from", .name(.source), isRequired: true, "The name of the source."),
        PlanKey(
            "relationship", .name(.toMany), isRequired: true, "The to-many relationship: `Recipe.tags`."),
        PlanKey(
            "source", .columnOr(.relationship), isRequired: true,
            "The object that has the relationship: a column, or a mapping with `find` or `keyOf`."),
        PlanKey(
            "target", .columnOr(.relationship), isRequired: true,
            "The destination, in the same way."),
        PlanKey("order", .name(.column), "A column with the position in an ordered relationship."),
    ]
}
