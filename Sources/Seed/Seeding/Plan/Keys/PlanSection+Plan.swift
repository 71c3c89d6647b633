import ObjectModel

extension PlanSection {
    static let planKeys: [PlanKey] = [
        PlanKey(
            "reference", .path, isRequired: true,
            """
            A store made by the app, SQL text that makes one (`.sql`), or a model (`.xcdatamodel`, \
            `.xcdatamodeld`, `.mom`, `.momd`, [Swift source](../start/swiftdata.md), an Xcode project or a package), \
            whose empty store is made first. Never changed. Its rows are left out.
            """),
        PlanKey(
            "models", .oneOrMore(.text),
            """
            Of Swift source: the models, a list; what they lead to comes with them. What the source says \
            otherwise.
            """),
        PlanKey(
            "target", .text,
            """
            Of an Xcode project or a package: the target whose models are meant. The only application \
            otherwise, or the only target with models.
            """),
        PlanKey("schema", .text, "Of Swift source: the `VersionedSchema` whose models are meant."),
        PlanKey(
            "beside", .path,
            "Of Swift source: a store that the app made, which settles what the source leaves open."),
        PlanKey(
            "inverses", .choice(PlanReader.InverseReading.self),
            """
            Of Swift source: whether relationships that may or may not be inverses of one another are.
            """),
        PlanKey(
            "model", .path,
            """
            A model file of exactly this reference, for an old store that carries no model itself. Its \
            version hashes must be the store's.
            """),
        PlanKey(
            "output", .path,
            """
            Where the store goes; `zseed build -o` comes before it. Folders on the way are made. A symbolic \
            link stays, and the file that it leads to is replaced; so it is with all that zseed writes.
            """),
        PlanKey(
            "timeZone", .text,
            "The zone of dates that do not name their own: `Europe/Berlin`, `UTC`, `+02:00`."),
        PlanKey(
            "locale", .text,
            "The locale of month and weekday names in dates: `de_DE`. English otherwise."),
        PlanKey(
            "metadata", .byName(nil, .propertyList),
            """
            Keys to set in the store's metadata, for the app to ask for: texts, numbers, truth values, lists \
            and mappings of them, dates (`!!timestamp 2024-05-01T00:00:00Z`), bytes (`!!binary` and \
            Base64). `zseed build --metadata KEY=VALUE` adds to them and comes before them.
            """),
        PlanKey(
            "sources", .byName(.source, .section(.source)),
            """
            Sources by name; required beside `entities`. `zseed build --source NAME=PATH` reads one from \
            another file. One that nothing reads is a warning.
            """),
        PlanKey(
            "entities", .byName(.entity, .oneOrMore(.section(.load))),
            """
            For each entity a [load](#loads), or a list of loads from several sources. Required where there \
            are no `tables`.
            """),
        PlanKey(
            "tables", .byName(nil, .path),
            """
            In place of `sources` and `entities`: tables by name, each with the CSV file that holds its rows \
            as they are stored. [Exact plans](../guides/export.md#exact) have it, which `zseed export --exact` writes.
            """),
        PlanKey("links", .list(.section(.link)), "Junction sources: a list, see [links](#links)."),
        PlanKey(
            "rows", .choice(BuildPolicy.Rows.self), usual: "replace",
            "What becomes of the reference's rows, see [appending](../guides/relationships.md#appending)."),
        PlanKey(
            "derivedTriggers", .choice(BuildPolicy.DerivedTriggers.self), usual: "require",
            """
            What becomes of derived attributes whose triggers no store shows, where the reference is a \
            model: `require` refuses it, `omit` builds a store without these triggers, whose values are \
            right until the app changes something; the summary says so.
            """),
        PlanKey(
            "joinTables", .choice(BuildPolicy.JoinTables.self), usual: "require",
            """
            What becomes of a many-to-many between two relationships of one entity, where the reference \
            is a model: which of them names the table only a store shows. `require` refuses it, `guess` \
            takes the likelier name, and the summary says so.
            """),
        PlanKey(
            "now", .text,
            "The moment that derived attributes with `now()` get: an ISO 8601 date with its zone."),
        PlanKey(
            "history", .choice(BuildPolicy.History.self),
            """
            What becomes of the persistent history. It goes with `rows` otherwise: kept with them, cleared \
            with them.
            """),
        PlanKey(
            "uuid", .choice(BuildPolicy.Identity.self), usual: "keep",
            """
            The store's UUID: `keep` the reference's, a `new` one by chance, or one that follows from the \
            `content`.
            """),
        PlanKey(
            "allowCloudKit", .flag, usual: "false",
            """
            `true` to take a reference that CloudKit mirrors (`ANSCK…` tables with rows) all the same.
            """),
        PlanKey(
            "storage", .choice(BuildPolicy.Storage.self), usual: "inline",
            """
            Where values go whose attribute allows external storage: `inline` into the database; \
            `external`, those above 100 KB into [files beside the store](../guides/relationships.md#external-storage).
            """),
        PlanKey(
            "onError", .choice(BuildPolicy.OnError.self), usual: "stop",
            "What a row at fault does: `stop` the build, or `skip` the row into a reject file."),
        PlanKey(
            "maxErrors", .count,
            """
            How many errors end the build; `zseed build --max-errors` comes before it. 20 with `stop`, no \
            limit with `skip`.
            """),
        PlanKey(
            "rejects", .path,
            """
            The folder for reject files; the output's path with `.rejects` otherwise. Plans with sources of \
            the same names need folders of their own: none replaces what another has left there.
            """),
    ]

    static let linkKeys: [PlanKey] = [
        PlanKey("from", .name(.source), isRequired: true, "The name of the source."),
        PlanKey(
            "relationship", .name(.toMany), isRequired: true, "The to-many relationship: `Recipe.tags`."),
        PlanKey(
            "source", .columnOr(.relationship), isRequired: true,
            "The object that has it: a column, or a mapping with `find` or `keyOf`."),
        PlanKey(
            "target", .columnOr(.relationship), isRequired: true,
            "The object that it leads to, in the same way."),
        PlanKey("order", .name(.column), "A column with the place in an ordered relationship."),
    ]
}
