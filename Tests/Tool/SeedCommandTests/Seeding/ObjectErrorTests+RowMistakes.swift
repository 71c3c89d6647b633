extension ObjectErrorTests {
    static let rowMistakes: [Mistake] = [
        Mistake(
            "duplicate second constraint",
            .load("  Recipe: { from: rows, attributes: { title: title, code: code } }"),
            rows: "title,code\nSoup,1\nCake,1\n",
            """
            rows.csv:3:6: error: Recipe: '1' (column `code`) is the code of two Recipe rows, but \
            must be unique; the first one is at rows.csv:2
            """
        ),
        Mistake(
            "duplicate compound",
            .more(
                """
                  Shelf: { from: more, attributes: { row: n, place: n }, relationships: { recipe: \
                { find: Recipe.title, column: one, missing: error } } }
                """
            ),
            more: "one,n\nSoup,1\nCake,1\n",
            """
            more.csv:3:6: error: Shelf: '1' (column `n`) is the row, place of two Shelf rows, but \
            must be unique; the first one is at more.csv:2
            """
        ),
        Mistake(
            "two objects at once",
            .load(
                """
                  Recipe: { from: rows, conflict: merge, attributes: { title: title, code: code } }
                """
            ),
            rows: "title,code\nSoup,1\nCake,2\nSoup,2\n",
            """
            rows.csv:4:6: error: Recipe: the unique values of the row belong to two different \
            Recipe objects
            """
        ),
        Mistake(
            "primary key text",
            .load("  Recipe: { from: rows, primaryKey: code, attributes: { title: title } }"),
            rows: "title,code\nSoup,1\nCake,x\nTea,0\nPie,1\nOat,\n",
            """
            rows.csv:3:6: error: Recipe: 'x' (column `code`) is not a primary key: use a positive integer that no other row has
            """,
            """
            rows.csv:4:5: error: Recipe: '0' (column `code`) is not a primary key: use a positive integer that no other row has
            """,
            """
            rows.csv:5:5: error: Recipe: '1' (column `code`) is not a primary key: use a positive integer that no other row has
            """,
            "rows.csv:6:5: error: Recipe: needs a value (column `code`), but there is none"),
        Mistake(
            "one to many taken",
            .relationship("steps: { find: Step.text, column: a }"),
            rows: "title,a\nSoup,x|y\nCake,y\n",
            """
            rows.csv:3:6: error: Recipe.steps: 'y' (column `a`) is in the `steps` of another object already, and can be in only one
            """
        ),
        Mistake(
            "no inverse taken",
            .relationship("photos: { find: Photo.name, column: a }"),
            rows: "title,a\nSoup,x\nCake,x\n",
            """
            rows.csv:3:6: error: Recipe.photos: 'x' (column `a`) is in the `photos` of another object already, and can be in only one
            """
        ),
        Mistake(
            "one-to-one self taken",
            .load(
                """
                  Cook: { from: rows, attributes: { name: title }, relationships: { partner: { \
                find: Cook.name, column: a, missing: error } } }
                """
            ),
            rows: "title,a\nA,B\nB,\nC,B\n",
            """
            rows.csv:4:3: error: Cook.partner: 'B' (column `a`) is already used by another object: the inverse `partner` is to-one
            """
        ),
        Mistake(
            "too many",
            .relationship("tags: { find: Tag.name, column: a }"),
            rows: "title,a\nSoup,x|y|z|w\n",
            """
            rows.csv:2:6: error: Recipe.tags: 'x|y|z|w' (column `a`) has 4 objects, but must have \
            at most 3
            """
        ),
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
            .load(
                """
                  Recipe:
                    from: rows
                    key: code
                    attributes: { title: title }
                  Step: { from: more, attributes: { text: two }, relationships: { recipe: { keyOf: \
                Recipe, column: n } } }
                """
            ),
            more: "two,n\nx,1\ny,7\n",
            "more.csv:3:3: error: Step.recipe: no Recipe has the key '7' (column `n`)"),
        Mistake(
            "required to-one empty",
            .more(
                """
                  Shelf: { from: more, attributes: { row: n, place: n }, relationships: { recipe: \
                { find: Recipe.title, column: one, missing: error } } }
                """
            ),
            more: "one,n\nSoup,1\n,2\n",
            "more.csv:3:1: error: Shelf.recipe: needs a value (column `one`), but there is none"),
        Mistake(
            "discriminator value",
            .load(
                """
                  Recipe: { from: rows, discriminator: { column: a, entities: { x: Bake, y: Recipe \
                } }, attributes: { title: title } }
                """
            ),
            rows: "title,a\nSoup,z\nCake,\n",
            """
            rows.csv:2:6: error: Recipe: 'z' (column `a`) names no entity; the known values are 'x', 'y'
            """,
            "rows.csv:3:6: error: Recipe: needs a value (column `a`), but there is none"),
        Mistake(
            "other entity property",
            .load(
                """
                  Recipe: { from: rows, discriminator: { column: a, entities: { x: Bake, y: Recipe \
                } }, attributes: { title: title, degrees: b } }
                """
            ),
            rows: "title,a,b\nSoup,x,180\nCake,y,200\n",
            """
            rows.csv:3:8: error: Recipe.degrees: '200' (column `b`) cannot be stored: Recipe has no \
            such property
            """
        ),
        Mistake(
            "links missing",
            .link(
                """
                { from: more, relationship: Recipe.tags, source: { find: Recipe.title, column: one \
                }, target: { find: Tag.name, column: two } }
                """
            ),
            "more.csv:2:6: error: Recipe.tags: no Tag has the key 'x' (column `two`)",
            "more.csv:3:6: error: Recipe.tags: no Tag has the key 'y' (column `two`)"),
        Mistake(
            "order column text",
            .more(
                """
                  Step: { from: more, attributes: { text: two }, relationships: { recipe: { find: \
                Recipe.title, column: one, order: n } } }
                """
            ),
            more: "one,two,n\nSoup,x,first\nSoup,y,\n",
            "more.csv:2:8: error: Step.recipe: 'first' (column `n`) is not a number",
            "more.csv:3:8: error: Step.recipe: needs a value (column `n`), but there is none"),
        Mistake(
            "links order text",
            .link(
                """
                { from: more, relationship: Recipe.steps, source: { find: Recipe.title, column: \
                one }, target: { find: Step.text, column: two, missing: create }, order: n }
                """
            ),
            more: "one,two,n\nSoup,x,first\nSoup,y,\nSoup,z,1\n",
            "more.csv:2:8: error: Recipe.steps: 'first' (column `n`) is not a number",
            "more.csv:3:8: error: Recipe.steps: needs a value (column `n`), but there is none"),
        Mistake(
            "links taken",
            .link(
                """
                { from: more, relationship: Recipe.steps, source: { find: Recipe.title, column: \
                one }, target: { find: Step.text, column: two, missing: create } }
                """
            ),
            more: "one,two\nSoup,x\nCake,x\n",
            """
            more.csv:3:6: error: Recipe.steps: 'x' (column `two`) is in the `steps` of another object already, and can be in only one
            """
        ),
    ]
}
