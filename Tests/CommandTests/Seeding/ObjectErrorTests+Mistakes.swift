extension ObjectErrorTests {
    static let planMistakes: [Mistake] = [
        Mistake(
            "order on list",
            .relationship("tags: { find: Tag.name, column: a, order: b }"),
            "plan.yml:9:49: error: Recipe: a list has its own order: `order:` belongs to a junction source"),
        Mistake(
            "list cell two attributes",
            .relationship("tags: { find: [Tag.name, recipes], columns: [a, b] }"),
            "plan.yml:9:7: error: Recipe: a list cell names objects by one attribute only"),
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
            "plan.yml:9:7: error: Cook has no single unique attribute: say `{ find: Cook.attribute, column: … }`"),
        Mistake(
            "missing choice",
            .relationship("cook: { find: Cook.name, column: a, missing: ignore }"),
            "plan.yml:9:52: error: `ignore` is no value of `missing`"),
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
            "plan.yml:5:53: error: Recipe.cookName: is derived: Core Data computes it from other values"),
        Mistake(
            "conflict choice",
            .load("  Recipe: { from: rows, conflict: ignore, attributes: { title: title } }"),
            "plan.yml:5:35: error: `ignore` is no value of `conflict`"),
        Mistake(
            "conflict without unique",
            .load("  Step: { from: rows, conflict: skip, attributes: { text: title } }"),
            "plan.yml:5:3: error: Step: `conflict` needs `unique:`, since the model has no uniqueness constraint"),
        Mistake(
            "unique unknown",
            .load("  Recipe: { from: rows, unique: titel, attributes: { title: title } }"),
            "plan.yml:5:33: error: Recipe: unknown attribute `titel`; did you mean `title`?"),
        Mistake(
            "ignoring choice",
            .load("  Recipe: { from: rows, ignoring: accents, attributes: { title: title } }"),
            "plan.yml:5:35: error: `accents` is no value of `ignoring`"),
        Mistake(
            "discriminator no entity",
            .load("  Recipe: { from: rows, discriminator: { column: a, entities: { x: Tag } }, attributes: { title: title } }"),
            "plan.yml:5:68: error: Tag is no kind of Recipe"),
        Mistake(
            "discriminator unknown entity",
            .load("  Recipe: { from: rows, discriminator: { column: a, entities: { x: Backe } }, attributes: { title: title } }"),
            "plan.yml:5:68: error: unknown entity `Backe`; did you mean `Bake`?"),
        Mistake(
            "discriminator without entities",
            .load("  Recipe: { from: rows, discriminator: { column: a }, attributes: { title: title } }"),
            "plan.yml:5:40: error: the key `entities` is missing"),
        Mistake(
            "required relationship left out",
            .load("  Shelf: { from: rows, attributes: { row: code, place: code } }"),
            "plan.yml:5:3: error: Shelf.recipe: is not optional and has no default: the plan must say where it comes from"),
        Mistake(
            "links to-one",
            .link("{ from: more, relationship: Recipe.cook, source: one, target: two }"),
            "plan.yml:9:31: error: Recipe: `cook` is a to-one relationship: map it in the load of Recipe"),
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
            .link("{ from: more, relationship: Recipe.tags, source: { find: Recipe.title, column: oen }, target: { find: Tag.name, column: two } }"),
            "plan.yml:9:82: error: unknown column `oen`; did you mean `one`?"),
        Mistake(
            "links order on unordered",
            .link("{ from: more, relationship: Recipe.tags, source: { find: Recipe.title, column: one }, target: { find: Tag.name, column: two }, order: n }"),
            "plan.yml:9:137: error: Recipe: `tags` is not ordered"),
        Mistake(
            "links order in end",
            .link("{ from: more, relationship: Recipe.steps, source: { find: Recipe.title, column: one }, target: { find: Step.text, column: two, order: n } }"),
            "plan.yml:9:137: error: `order` belongs to the relationship, not to one end of a link"),
        Mistake(
            "links missing target key",
            .link("{ from: more, relationship: Recipe.tags, source: { find: Recipe.title, column: one } }"),
            "plan.yml:9:3: error: the key `target` is missing"),
        Mistake(
            "links no list",
            .more("links: { from: more }"),
            "plan.yml:8:8: error: expected a list of links"),
        Mistake("rows: all", .top("rows: all"), "plan.yml:4:7: error: `all` is no value of `rows`"),
        Mistake(
            "history: drop",
            .top("history: drop"),
            "plan.yml:4:10: error: `drop` is no value of `history`"),
        Mistake(
            "uuid: random",
            .top("uuid: random"),
            "plan.yml:4:7: error: `random` is no value of `uuid`"),
        Mistake(
            "storage: outside",
            .top("storage: outside"),
            "plan.yml:4:10: error: `outside` is no value of `storage`"),
        Mistake(
            "onError: ignore",
            .top("onError: ignore"),
            "plan.yml:4:10: error: `ignore` is no value of `onError`"),
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
        Mistake("bad zone", .top("timeZone: EST"), "plan.yml:4:11: error: unknown time zone `EST`"),
        Mistake(
            "bad locale",
            .top("locale: german"),
            "plan.yml:4:9: error: unknown locale `german`"),
    ]

    static let rowMistakes: [Mistake] = [
        Mistake(
            "duplicate second constraint",
            .load("  Recipe: { from: rows, attributes: { title: title, code: code } }"),
            rows: "title,code\nSoup,1\nCake,1\n",
            "rows.csv:3:6: error: Recipe: '1' (column `code`) is the code of two Recipe rows, but must be unique"),
        Mistake(
            "duplicate compound",
            .more("  Shelf: { from: more, attributes: { row: n, place: n }, relationships: { recipe: { find: Recipe.title, column: one, missing: error } } }"),
            more: "one,n\nSoup,1\nCake,1\n",
            "more.csv:3:6: error: Shelf: '1' (column `n`) is the row, place of two Shelf rows, but must be unique"),
        Mistake(
            "two objects at once",
            .load("  Recipe: { from: rows, conflict: merge, attributes: { title: title, code: code } }"),
            rows: "title,code\nSoup,1\nCake,2\nSoup,2\n",
            "rows.csv:4:6: error: Recipe: the unique values of the row belong to two different Recipe objects"),
        Mistake(
            "primary key text",
            .load("  Recipe: { from: rows, primaryKey: code, attributes: { title: title } }"),
            rows: "title,code\nSoup,1\nCake,x\nTea,0\nPie,1\nOat,\n",
            "rows.csv:3:6: error: Recipe: 'x' (column `code`) is no primary key: a positive integer used only once",
            "rows.csv:4:5: error: Recipe: '0' (column `code`) is no primary key: a positive integer used only once",
            "rows.csv:5:5: error: Recipe: '1' (column `code`) is no primary key: a positive integer used only once",
            "rows.csv:6:5: error: Recipe: needs a value (column `code`), but there is none"),
        Mistake(
            "one to many taken",
            .relationship("steps: { find: Step.text, column: a }"),
            rows: "title,a\nSoup,x|y\nCake,y\n",
            "rows.csv:3:6: error: Recipe.steps: 'y' (column `a`) is in the `steps` of another object already, and can be in one only"),
        Mistake(
            "no inverse taken",
            .relationship("photos: { find: Photo.name, column: a }"),
            rows: "title,a\nSoup,x\nCake,x\n",
            "rows.csv:3:6: error: Recipe.photos: 'x' (column `a`) is in the `photos` of another object already, and can be in one only"),
        Mistake(
            "one-to-one self taken",
            .load("  Cook: { from: rows, attributes: { name: title }, relationships: { partner: { find: Cook.name, column: a, missing: error } } }"),
            rows: "title,a\nA,B\nB,\nC,B\n",
            "rows.csv:4:3: error: Cook.partner: 'B' (column `a`) belongs to another object already: the inverse `partner` is to-one"),
        Mistake(
            "too many",
            .relationship("tags: { find: Tag.name, column: a }"),
            rows: "title,a\nSoup,x|y|z|w\n",
            "rows.csv:2:6: error: Recipe.tags: 'x|y|z|w' (column `a`) has 4 objects, but must have at most 3"),
        Mistake(
            "too few",
            .relationship("tags: { find: Tag.name, column: a }"),
            rows: "title,a\nSoup,x|y\nCake,\nTea,z\n",
            "plan.yml:5:3: error: Recipe.tags: p3 has 1 object, but must have at least 2"),
        Mistake(
            "tag list missing",
            .relationship("tags: { find: Tag.name, column: a, missing: error }"),
            rows: "title,a\nSoup,x|y|x\n",
            "rows.csv:2:6: error: Recipe.tags: no Tag has the key 'x' (column `a`)",
            "rows.csv:2:6: error: Recipe.tags: no Tag has the key 'y' (column `a`)"),
        Mistake(
            "no parent",
            .relationship("parent: { find: Recipe.title, column: a, missing: error }"),
            rows: "title,a\nSoup,Cake\nCake,Bread\n",
            "rows.csv:3:6: error: Recipe.parent: no Recipe has the key 'Bread' (column `a`)"),
        Mistake(
            "keyOf missing",
            .load("  Recipe:\n    from: rows\n    key: code\n    attributes: { title: title }\n  Step: { from: more, attributes: { text: two }, relationships: { recipe: { keyOf: Recipe, column: n } } }"),
            more: "two,n\nx,1\ny,7\n",
            "more.csv:3:3: error: Step.recipe: no Recipe has the key '7' (column `n`)"),
        Mistake(
            "required to-one empty",
            .more("  Shelf: { from: more, attributes: { row: n, place: n }, relationships: { recipe: { find: Recipe.title, column: one, missing: error } } }"),
            more: "one,n\nSoup,1\n,2\n",
            "more.csv:3:1: error: Shelf.recipe: needs a value (column `one`), but there is none"),
        Mistake(
            "discriminator value",
            .load("  Recipe: { from: rows, discriminator: { column: a, entities: { x: Bake, y: Recipe } }, attributes: { title: title } }"),
            rows: "title,a\nSoup,z\nCake,\n",
            "rows.csv:2:6: error: Recipe: 'z' (column `a`) stands for no entity; known are 'x', 'y'",
            "rows.csv:3:6: error: Recipe: needs a value (column `a`), but there is none"),
        Mistake(
            "other entity property",
            .load("  Recipe: { from: rows, discriminator: { column: a, entities: { x: Bake, y: Recipe } }, attributes: { title: title, degrees: b } }"),
            rows: "title,a,b\nSoup,x,180\nCake,y,200\n",
            "rows.csv:3:8: error: Recipe.degrees: '200' (column `b`) has no place: Recipe has no such property"),
        Mistake(
            "links missing",
            .link("{ from: more, relationship: Recipe.tags, source: { find: Recipe.title, column: one }, target: { find: Tag.name, column: two } }"),
            "more.csv:2:6: error: Recipe.tags: no Tag has the key 'x' (column `two`)",
            "more.csv:3:6: error: Recipe.tags: no Tag has the key 'y' (column `two`)"),
        Mistake(
            "links empty end",
            .link("{ from: more, relationship: Recipe.tags, source: { find: Recipe.title, column: one }, target: { find: Tag.name, column: two, missing: create } }"),
            more: "one,two\nSoup,\n,x\nSoup,x\nCake,y\n",
            "more.csv:2:6: error: Recipe.tags: needs a value (column `two`), but there is none",
            "more.csv:3:1: error: Recipe.tags: needs a value (column `one`), but there is none"),
        Mistake(
            "order column text",
            .more("  Step: { from: more, attributes: { text: two }, relationships: { recipe: { find: Recipe.title, column: one, order: n } } }"),
            more: "one,two,n\nSoup,x,first\nSoup,y,\n",
            "more.csv:2:8: error: Step.recipe: 'first' (column `n`) is not a number",
            "more.csv:3:8: error: Step.recipe: needs a value (column `n`), but there is none"),
        Mistake(
            "links order text",
            .link("{ from: more, relationship: Recipe.steps, source: { find: Recipe.title, column: one }, target: { find: Step.text, column: two, missing: create }, order: n }"),
            more: "one,two,n\nSoup,x,first\nSoup,y,\nSoup,z,1\n",
            "more.csv:2:8: error: Recipe.steps: 'first' (column `n`) is not a number",
            "more.csv:3:8: error: Recipe.steps: needs a value (column `n`), but there is none"),
        Mistake(
            "links taken",
            .link("{ from: more, relationship: Recipe.steps, source: { find: Recipe.title, column: one }, target: { find: Step.text, column: two, missing: create } }"),
            more: "one,two\nSoup,x\nCake,x\n",
            "more.csv:3:6: error: Recipe.steps: 'x' (column `two`) is in the `steps` of another object already, and can be in one only"),
    ]
}
