import Inputs

extension PlanSection {
    static let loadKeys: [PlanKey] = [
        PlanKey("from", .name(.source), isRequired: true, "The name of the source."),
        PlanKey(
            "primaryKey", .name(.column),
            "A column with the primary keys (`Z_PK`). Rows are numbered from 1 otherwise."),
        PlanKey(
            "key", .name(.column), "A column by which other loads refer to the rows, with `keyOf`."),
        PlanKey(
            "attributes", .byName(.attribute, .columnOr(.value)),
            """
            Attributes by name, see [values](#values). An attribute that is left out gets the model's \
            default, or a [UUID](values.md#uuids) of its own.
            """),
        PlanKey(
            "relationships", .byName(.relationship, .columnOr(.relationship)),
            "Relationships by name, see [relationships](#relationships)."),
        PlanKey(
            "unique", .oneOrMore(.name(.attribute)),
            """
            The attribute, or the list of attributes and to-one relationships, that tell objects apart. The \
            model's uniqueness constraints otherwise.
            """),
        PlanKey(
            "conflict", .choice(ConflictPolicy.self), usual: "error",
            """
            What happens to a row whose object is there already: `error`, `skip`, `merge` (fill what is \
            null) or `replace`.
            """),
        PlanKey(
            "ignoring", .oneOrMore(.choice(KeyFolding.named.keys.sorted())),
            "What does not count in comparing keys: `case`, `diacritics`, or a list of both."),
        PlanKey(
            "discriminator", .section(.discriminator),
            """
            How a row chooses its subentity: `{ column: kind, entities: { home: LocationAtHome } }`.
            """),
    ]

    static let discriminatorKeys: [PlanKey] = [
        PlanKey("column", .name(.column), isRequired: true, "The column that the row chooses by."),
        PlanKey(
            "entities", .byName(nil, .name(.entity)), isRequired: true,
            "The entity for each value of the column."),
    ]

    static let relationshipKeys: [PlanKey] = [
        PlanKey(
            "find", .oneOrMore(.name(.destination)),
            """
            The attribute that names the destination: `Unit.name`, or `name` where the model says where the \
            relationship leads. A subentity may be named: `LocationAtHome.storedIn`. Several attributes as a \
            list: `[Place.city, street]`. An attribute may be that of a to-one relationship's destination: \
            `[Title.text, language.code]`.
            """),
        PlanKey(
            "columns", .oneOrMore(.columnOr(.value)),
            """
            The columns of several attributes, in the same order, each as under `attributes`: \
            `[{ column: Artist, split: { separator: ", ", part: 2 } }, …]`. Empty cells name [no \
            object](../guides/relationships.md#empty-cells).
            """),
        PlanKey("keyOf", .name(.entity), "Or the entity whose load has a `key:` with that value."),
        PlanKey(
            "ignoring", .oneOrMore(.choice(KeyFolding.named.keys.sorted())),
            "What does not count in comparing keys: `case`, `diacritics`, or a list of both."),
        PlanKey(
            "missing", .choice(RelationshipPlan.MissingPolicy.self),
            """
            What to do where there is none: `create` (the usual with `find`), `error` (the usual with \
            `keyOf`, and in `links`), or `null`.
            """),
        PlanKey(
            "set", .byName(.attribute, .columnOr(.value)),
            """
            Attributes of a created object besides the one it is found by, as under `attributes`.
            """),
        PlanKey(
            "separator", .text, usual: "|",
            """
            What stands between the keys of a to-many relationship's list cell; a vertical bar otherwise.
            """),
        PlanKey(
            "order", .name(.column),
            """
            A column with the place in the ordered relationship that leads back; the order of the rows \
            otherwise.
            """),
        PlanKey(
            "cycles", .choice(RelationshipPlan.CyclePolicy.self), usual: "warn",
            """
            What to do where objects are their own ancestors by a relationship to their own kind (A leads to B and \
            B to A): a warning otherwise.
            """),
        PlanKey(
            "inverse", .name(.relationship),
            "The relationship that leads back, where the reference carries no model."),
    ]
}
