import Inputs

extension PlanSection {
    static let loadKeys: [PlanKey] = [
        PlanKey("from", .name(.source), isRequired: true, "The name of the source."),
        PlanKey(
            "primaryKey", .name(.column),
            "A column with the primary keys (`Z_PK`). By default, rows are numbered from 1."),
        PlanKey(
            "key", .name(.column), "A column by which other loads refer to the rows, with `keyOf`."),
        PlanKey(
            "attributes", .byName(.attribute, .columnOr(.value)),
            """
            Attributes by name, see [values](#values). An omitted attribute gets the model's default, or a \
            [UUID](values.md#uuids).
            """),
        PlanKey(
            "relationships", .byName(.relationship, .columnOr(.relationship)),
            "Relationships by name, see [relationships](#relationships)."),
        PlanKey(
            "unique", .oneOrMore(.name(.attribute)),
            """
            The attribute, or the list of attributes and to-one relationships, that identify objects. By \
            default, the model's uniqueness constraints.
            """),
        PlanKey(
            "conflict", .choice(ConflictPolicy.self), usual: "error",
            """
            What happens to a row whose object already exists: `error`, `skip`, `merge` (fill empty values) \
            or `replace`. With `merge` or `replace`, a load may leave out required properties if another load \
            of the entity sets them. Each of its rows must then name an object of that load.
            """),
        PlanKey(
            "ignoring", .oneOrMore(.choice(KeyFolding.named.keys.sorted())),
            "Differences to ignore when comparing keys: `case`, `diacritics`, or a list of both."),
        PlanKey(
            "discriminator", .section(.discriminator),
            """
            How a row chooses its subentity: `{ column: kind, entities: { home: LocationAtHome } }`.
            """),
    ]

    static let discriminatorKeys: [PlanKey] = [
        PlanKey("column", .name(.column), isRequired: true, "The column that chooses the entity."),
        PlanKey(
            "entities", .byName(nil, .name(.entity)), isRequired: true,
            "The entity for each value of the column."),
    ]

    static let relationshipKeys: [PlanKey] = [
        PlanKey(
            "find", .oneOrMore(.name(.destination)),
            """
            The attribute that identifies the destination: `Unit.name`, or `name` if the model contains the \
            relationship. It may be an attribute of a subentity: `LocationAtHome.storedIn`, a list of \
            attributes: `[Place.city, street]`, or an attribute of a to-one relationship's destination: \
            `[Title.text, language.code]`.
            """),
        PlanKey(
            "columns", .oneOrMore(.columnOr(.value)),
            """
            The columns of several attributes, in the same order, each written as in `attributes`: \
            `[{ column: Artist, split: { separator: ", ", part: 2 } }, …]`. `null` \
            beside them holds for all. Empty cells refer to [no object](../guides/relationships.md#empty-cells).
            """),
        PlanKey("keyOf", .name(.entity), "Or the entity whose load has a `key:` with the value."),
        PlanKey(
            "ignoring", .oneOrMore(.choice(KeyFolding.named.keys.sorted())),
            "Differences to ignore when comparing keys: `case`, `diacritics`, or a list of both."),
        PlanKey(
            "missing", .choice(RelationshipPlan.MissingPolicy.self),
            """
            What happens if there is no such object: `create` (the default with `find`), `error` (the \
            default with `keyOf` and in `links`), or `null`.
            """),
        PlanKey(
            "set", .byName(.attribute, .columnOr(.value)),
            """
            More attributes of created objects, as in `attributes`.
            """),
        PlanKey(
            "separator", .text, usual: "|",
            """
            The separator of keys in a to-many relationship's list cell. By default, a vertical bar.
            """),
        PlanKey(
            "order", .name(.column),
            """
            A column with the position in the ordered inverse. By default, the order of the rows.
            """),
        PlanKey(
            "cycles", .choice(RelationshipPlan.CyclePolicy.self), usual: "warn",
            """
            What happens if objects of a relationship to their own entity are their own ancestors (A leads \
            to B and B to A). By default, a warning.
            """),
        PlanKey(
            "inverse", .name(.relationship),
            "The inverse, if the reference contains no model."),
    ]
}
