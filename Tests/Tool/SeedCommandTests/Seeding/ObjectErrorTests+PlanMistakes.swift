extension ObjectErrorTests {
    static let planMistakes: [Mistake] = [
        Mistake(
            "order on list",
            .relationship("tags: { find: Tag.name, column: a, order: b }"),
            """
            plan.yml:9:49: error: Recipe: a list has its own order: `order:` belongs to a junction \
            source
            """
        ),
        Mistake(
            "list cell two attributes",
            .relationship("tags: { find: [Tag.name, recipes], columns: [a, b] }"),
            "plan.yml:9:7: error: Recipe: a list cell can identify objects only by one attribute"),
        Mistake(
            "wrong destination",
            .relationship("tags: { find: Step.text, column: a }"),
            "plan.yml:9:21: error: `tags` leads to Tag, not to Step"),
        Mistake(
            "to-one separator",
            .relationship("cook: { find: Cook.name, column: a, separator: \"|\" }"),
            "plan.yml:9:54: error: Recipe: a to-one relationship has no `separator`"),
        Mistake(
            "to-one order without ordered",
            .relationship("cook: { find: Cook.name, column: a, order: b }"),
            "plan.yml:9:50: error: Recipe: `cook` has no ordered inverse"),
        Mistake(
            "keyOf without key",
            .relationship("cook: { keyOf: Cook, column: a }"),
            "plan.yml:9:7: error: Recipe: no load of Cook has a `key:`"),
        Mistake(
            "keyOf missing create",
            .relationship("cook: { keyOf: Cook, column: a, missing: create }"),
            "plan.yml:9:13: error: `missing: create` and `keyOf` exclude each other"),
        Mistake(
            "find and keyOf",
            .relationship("cook: { keyOf: Cook, find: Cook.name, column: a }"),
            "plan.yml:9:28: error: `find` and `keyOf` exclude each other"),
        Mistake(
            "neither",
            .relationship("cook: { column: a }"),
            """
            plan.yml:9:7: error: Cook has no single unique attribute: say `{ find: Cook.attribute, \
            column: … }`
            """
        ),
        Mistake(
            "missing choice",
            .relationship("cook: { find: Cook.name, column: a, missing: ignore }"),
            "plan.yml:9:52: error: `ignore` is not a value of `missing`; there are `create`, `error`, `null`"),
        Mistake(
            "set unknown",
            .relationship("cook: { find: Cook.name, column: a, set: { nmae: b } }"),
            "plan.yml:9:50: error: Cook: unknown attribute `nmae`; did you mean `name`?"),
        Mistake(
            "columns count",
            .relationship("cook: { find: [Cook.name, born], columns: [a] }"),
            "plan.yml:9:15: error: expected as many `columns:` as attributes in `find:`"),
        Mistake(
            "derived attribute",
            .load("  Recipe: { from: rows, attributes: { title: title, cookName: a } }"),
            """
            plan.yml:5:53: error: Recipe.cookName: is derived: Core Data computes it from other \
            values
            """
        ),
        Mistake(
            "conflict choice",
            .load("  Recipe: { from: rows, conflict: ignore, attributes: { title: title } }"),
            "plan.yml:5:35: error: `ignore` is not a value of `conflict`; there are `error`, `skip`, `merge`, "
                + "`replace`"
        ),
        Mistake(
            "conflict without unique",
            .load("  Step: { from: rows, conflict: skip, attributes: { text: title } }"),
            """
            plan.yml:5:3: error: Step: `conflict` needs `unique:`, because the model has no uniqueness constraint
            """
        ),
        Mistake(
            "unique unknown",
            .load("  Recipe: { from: rows, unique: titel, attributes: { title: title } }"),
            "plan.yml:5:33: error: Recipe: unknown attribute `titel`; did you mean `title`?"),
        Mistake(
            "ignoring choice",
            .load("  Recipe: { from: rows, ignoring: accents, attributes: { title: title } }"),
            "plan.yml:5:35: error: `accents` is not a value of `ignoring`; there are `case`, `diacritics`"),
        Mistake(
            "discriminator no entity",
            .load(
                """
                  Recipe: { from: rows, discriminator: { column: a, entities: { x: Tag } }, \
                attributes: { title: title } }
                """
            ),
            "plan.yml:5:68: error: Tag is not a subentity of Recipe"),
        Mistake(
            "discriminator unknown entity",
            .load(
                """
                  Recipe: { from: rows, discriminator: { column: a, entities: { x: Backe } }, \
                attributes: { title: title } }
                """
            ),
            "plan.yml:5:68: error: unknown entity `Backe`; did you mean `Bake`?"),
        Mistake(
            "discriminator without entities",
            .load(
                """
                  Recipe: { from: rows, discriminator: { column: a }, attributes: { title: title } }
                """
            ),
            "plan.yml:5:40: error: the key `entities` is missing"),
        Mistake(
            "required relationship left out",
            .load("  Shelf: { from: rows, attributes: { row: code, place: code } }"),
            """
            plan.yml:5:3: error: Shelf.recipe: is not optional and has no default: add it to the plan
            """
        ),
        Mistake(
            "links to-one",
            .link("{ from: more, relationship: Recipe.cook, source: one, target: two }"),
            """
            plan.yml:9:31: error: Recipe: `cook` is a to-one relationship: map it in the load of \
            Recipe
            """
        ),
        Mistake(
            "links unknown rel",
            .link("{ from: more, relationship: Recipe.tag, source: one, target: two }"),
            "plan.yml:9:31: error: Recipe: unknown relationship `tag`; did you mean `tags`?"),
        Mistake(
            "links no dot",
            .link("{ from: more, relationship: tags, source: one, target: two }"),
            "plan.yml:9:31: error: expected an entity and its relationship, as in `Recipe.tags`"),
        Mistake(
            "links unknown source",
            .link("{ from: mor, relationship: Recipe.tags, source: one, target: two }"),
            "plan.yml:9:11: error: unknown source `mor`; did you mean `more`?"),
        Mistake(
            "links unknown col",
            .link(
                """
                { from: more, relationship: Recipe.tags, source: { find: Recipe.title, column: oen \
                }, target: { find: Tag.name, column: two } }
                """
            ),
            "plan.yml:9:82: error: unknown column `oen`; did you mean `one`?"),
        Mistake(
            "links order on unordered",
            .link(
                """
                { from: more, relationship: Recipe.tags, source: { find: Recipe.title, column: one \
                }, target: { find: Tag.name, column: two }, order: n }
                """
            ),
            "plan.yml:9:137: error: Recipe: `tags` is not ordered"),
        Mistake(
            "links order in end",
            .link(
                """
                { from: more, relationship: Recipe.steps, source: { find: Recipe.title, column: \
                one }, target: { find: Step.text, column: two, order: n } }
                """
            ),
            "plan.yml:9:137: error: `order` belongs to the relationship, not to one end of a link"),
        Mistake(
            "links missing target key",
            .link(
                """
                { from: more, relationship: Recipe.tags, source: { find: Recipe.title, column: one \
                } }
                """
            ),
            "plan.yml:9:3: error: the key `target` is missing"),
        Mistake(
            "links no list",
            .more("links: { from: more }"),
            "plan.yml:8:8: error: expected a list of links"),
        Mistake(
            "rows: all", .top("rows: all"),
            "plan.yml:4:7: error: `all` is not a value of `rows`; there are `replace`, `keep`"),
        Mistake(
            "history: drop",
            .top("history: drop"),
            "plan.yml:4:10: error: `drop` is not a value of `history`; there are `clear`, `keep`"),
        Mistake(
            "uuid: random",
            .top("uuid: random"),
            "plan.yml:4:7: error: `random` is not a value of `uuid`; there are `keep`, `new`, `content`"),
        Mistake(
            "storage: outside",
            .top("storage: outside"),
            "plan.yml:4:10: error: `outside` is not a value of `storage`; there are `inline`, `external`"),
        Mistake(
            "onError: ignore",
            .top("onError: ignore"),
            "plan.yml:4:10: error: `ignore` is not a value of `onError`; there are `stop`, `skip`"),
        Mistake(
            "maxErrors: 0",
            .top("maxErrors: 0"),
            "plan.yml:4:12: error: expected a positive integer"),
        Mistake(
            "maxErrors: many",
            .top("maxErrors: many"),
            "plan.yml:4:12: error: expected a positive integer"),
        Mistake(
            "allowCloudKit: 1.5",
            .top("allowCloudKit: 1.5"),
            "plan.yml:4:16: error: expected true or false"),
        Mistake(
            "tables and sources",
            .top("tables: { ZRECIPE: rows.csv }"),
            "plan.yml:3:1: error: `sources` and `tables` exclude each other",
            "plan.yml:5:1: error: `entities` and `tables` exclude each other"),
        Mistake(
            "bad zone", .top("timeZone: EST"),
            "plan.yml:4:11: error: unknown time zone `EST`: use a name such as `Europe/Berlin`, or an offset "
                + "such as `+01:00`"
        ),
        Mistake(
            "bad locale",
            .top("locale: german"),
            "plan.yml:4:9: error: unknown locale `german`: use a name such as `de_DE`"),
    ]
}
