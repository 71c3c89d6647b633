import Testing

extension MigrationTextTests {
    static let items =
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (3, 1, 7, 'a'), (5, 1, 1, NULL);"
    private static let coordinates =
        attribute("lat", "Double", "defaultValueString=\"1.5\"") + attribute("lon", "Double")
    private static let places =
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZLAT, ZLON) VALUES (1, 1, 1, 2.5, NULL), (2, 1, 1, NULL, NULL), "
        + "(3, 1, 1, 1, 4);"
    private static let books = """
        INSERT INTO ZCOVER (Z_PK, Z_ENT, Z_OPT) VALUES (4, 2, 1);
        INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZCOVER) VALUES (1, 1, 1, 4), (2, 1, 1, 4);
        """

    static let changes: [Change] = [
        Change(
            testDescription: "An entity and properties are new, others go",
            old: entity(
                "Item", attribute("name") + attribute("x", "Date")) + entity("Old", attribute("a")),
            new: entity(
                "Item",
                attribute("name") + attribute("y", "Integer 16", "defaultValueString=\"7\"")
                    + attribute("z") + relationship("unit", "Unit", nil)) + entity("Unit", attribute("b")),
            rows: items,
            lines: [
                "Is inferred:", "  entity Old: is removed (0 objects)", "  Item.unit: is new (2 objects)",
                "  Item.y: is new, 7 for all objects (2 objects)", "  Item.z: is new (2 objects)",
                "  entity Unit: is new",
                "  Item.x: is removed (2 objects)", "",
            ]),
        Change(
            testDescription: "A composite becomes required: what has no element has no value",
            old: entity("Item", place("optional=\"YES\"", coordinates)),
            new: entity("Item", place("", coordinates) + attribute("x")), rows: places,
            lines: [
                "Is inferred:",
                "  Item.place: is required now, 1.5 if there is no value (3 objects, 1 missing value)",
                "  Item.x: is new (3 objects)", "",
            ], query: "SELECT Z_PK, ZLAT, ZLON FROM ZITEM", expected: ["1|2.5|", "2|1.5|", "3|1.0|4.0"]),
        Change(
            testDescription: "Elements of a composite are new, renamed and removed",
            old: entity("Item", place("optional=\"YES\"", coordinates)),
            new: entity(
                "Item",
                place(
                    "optional=\"YES\"",
                    attribute("latitude", "Double", "elementID=\"lat\"") + attribute("note"))),
            rows: places,
            lines: [
                "Is lost:", "  Item.place.lon: is removed (3 objects, 1 value)", "", "Is inferred:",
                "  Item.place.latitude: was place.lat (3 objects, 2 values)",
                "  Item.place.note: is new (3 objects)", "",
            ], verdict: "loses data", query: "SELECT Z_PK, ZLATITUDE, ZNOTE FROM ZITEM",
            expected: ["1|2.5|", "2||", "3|1.0|"]),
        Change(
            testDescription: "Attributes become required, optional, transient and persistent",
            old: entity(
                "Item",
                attribute("name") + required("b", "Boolean", "defaultValueString=\"NO\"") + attribute("c")
                    + attribute("d", "String", "transient=\"YES\"")),
            new: entity(
                "Item",
                required("name", "String", "defaultValueString=\"none\"") + attribute("b", "Boolean")
                    + attribute("c", "String", "transient=\"YES\"")
                    + attribute("d", "String", "defaultValueString=\"e\"")),
            rows: """
                INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZB, ZC)
                VALUES (1, 1, 1, NULL, 1, 'x'), (2, 1, 1, 'b', 0, NULL);
                """,
            lines: [
                "Is lost:", "  Item.c: is transient now: its values are not stored (2 objects, 1 value)", "",
                "Is inferred:", "  Item.b: is optional now (2 objects, 2 values)",
                "  Item.d: is no longer transient (2 objects)",
                "  Item.name: is required now, 'none' if there is no value (2 objects, 1 missing value)",
                "",
            ], verdict: "loses data", query: "SELECT Z_PK, ZNAME, ZB, ZD FROM ZITEM",
            expected: ["1|none|1|e", "2|b|0|e"]),
        Change(
            testDescription: "Bytes may lie in files, and others may not any more",
            old: entity(
                "Item",
                attribute("a", "Binary")
                    + attribute("b", "Binary", "allowsExternalBinaryDataStorage=\"YES\"")),
            new: entity(
                "Item",
                attribute("a", "Binary", "allowsExternalBinaryDataStorage=\"YES\"")
                    + attribute("b", "Binary")),
            rows: "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZA, ZB) VALUES (1, 1, 1, X'FF', X'0102');",
            lines: [
                "Is inferred:", "  Item.a: can be stored in files beside the store (1 object, 1 value)",
                "  Item.b: can no longer be stored in files (1 object, 1 value)", "",
            ], query: "SELECT hex(ZA), hex(ZB) FROM ZITEM", expected: ["01FF|02"]),
        Change(
            testDescription: "A subentity loses what it inherited, and its sister does not",
            old: entity("Animal", attribute("name"), "isAbstract=\"YES\"")
                + entity("Cat", attribute("lives", "Integer 16"), "parentEntity=\"Animal\"")
                + entity("Dog", "", "parentEntity=\"Animal\""),
            new: entity("Animal", attribute("name"), "isAbstract=\"YES\"")
                + entity("Cat", attribute("lives", "Integer 16"))
                + entity("Dog", "", "parentEntity=\"Animal\""),
            rows: "INSERT INTO ZANIMAL (Z_PK, Z_ENT, Z_OPT, ZNAME, ZLIVES) VALUES (1, 2, 1, 'tom', 9), "
                + "(2, 3, 1, 'rex', NULL);",
            lines: [
                "Is lost:", "  Cat.name: is removed (1 object, 1 value)", "", "Is inferred:",
                "  entity Cat: the parent entity is none, was Animal (1 object)", "",
            ], verdict: "loses data",
            query: "SELECT Z_PK, ZLIVES FROM ZCAT UNION ALL SELECT Z_PK, ZNAME FROM ZANIMAL",
            expected: ["1|9", "2|rex"]),
        Change(
            testDescription: "What all of a family lose is told once, of the entity that declared it",
            old: entity("Animal", attribute("name") + attribute("age", "Integer 16"))
                + entity("Dog", "", "parentEntity=\"Animal\""),
            new: entity("Animal", attribute("name")) + entity("Dog", "", "parentEntity=\"Animal\""),
            rows: "INSERT INTO ZANIMAL (Z_PK, Z_ENT, Z_OPT, ZNAME, ZAGE) VALUES (1, 1, 1, 'ant', 1), "
                + "(2, 2, 1, 'rex', 7);",
            lines: ["Is lost:", "  Animal.age: is removed (2 objects, 2 values)", ""], verdict: "loses data",
            query: "SELECT Z_PK, ZNAME FROM ZANIMAL", expected: ["1|ant", "2|rex"]),
        Change(
            testDescription: "An inverse goes, and what it kept of the links stays",
            old: entity("Book", relationship("cover", "Cover", "books"))
                + entity("Cover", relationship("books", "Book", "cover", toMany: true)),
            new: entity("Book", relationship("cover", "Cover", nil)) + entity("Cover", ""), rows: books,
            lines: [
                "Is inferred:", "  Book.cover: no longer has an inverse, was books (2 objects, 2 links)",
                "  Cover.books: is removed (1 object)", "",
            ], query: "SELECT Z_PK, ZCOVER FROM ZBOOK", expected: ["1|4", "2|4"]),
        Change(
            testDescription: "An inverse that has no room for all links keeps the first",
            old: entity("Book", relationship("cover", "Cover", nil)) + entity("Cover", ""),
            new: entity("Book", relationship("cover", "Cover", "book"))
                + entity("Cover", relationship("book", "Book", "cover")), rows: books,
            lines: [
                "Is lost:", "  Cover.book: 1 link more than a to-one relationship can keep", "",
                "Is inferred:",
                "  Book.cover: has the inverse book (2 objects, 2 links)", "  Cover.book: is new (1 object)",
                "",
            ], verdict: "loses data",
            query: "SELECT Z_PK, ZCOVER FROM ZBOOK UNION ALL SELECT Z_PK, ZBOOK FROM ZCOVER ORDER BY 1",
            expected: ["1|4", "2|", "4|1"]),
        Change(
            testDescription: "An order comes: from 2048 on, by primary key",
            old: entity("Book", relationship("cover", "Cover", "books"))
                + entity("Cover", relationship("books", "Book", "cover", toMany: true)),
            new: entity("Book", relationship("cover", "Cover", "books"))
                + entity("Cover", relationship("books", "Book", "cover", toMany: true, "ordered=\"YES\"")),
            rows: books,
            lines: ["Is inferred:", "  Cover.books: is ordered now, by primary key (1 object, 2 links)", ""],
            query: "SELECT Z_PK, Z_FOK_COVER FROM ZBOOK", expected: ["1|2048", "2|3072"]),
        Change(
            testDescription: "An order goes",
            old: entity("Book", relationship("cover", "Cover", "books"))
                + entity("Cover", relationship("books", "Book", "cover", toMany: true, "ordered=\"YES\"")),
            new: entity("Book", relationship("cover", "Cover", "books"))
                + entity("Cover", relationship("books", "Book", "cover", toMany: true)),
            rows: books,
            lines: [
                "Is lost:",
                "  Cover.books: is no longer ordered: the order is lost (1 object, 2 links)", "",
            ], verdict: "loses data", query: "SELECT Z_PK, ZCOVER FROM ZBOOK", expected: ["1|4", "2|4"]),
        Change(
            testDescription: "Three entities get a common parent: all that clash get keys behind the highest",
            old: entity("Cat", attribute("name")) + entity("Dog", attribute("name"))
                + entity("Emu", attribute("name")),
            new: entity("Animal", attribute("name"), "isAbstract=\"YES\"")
                + entity("Cat", "", "parentEntity=\"Animal\"") + entity("Dog", "", "parentEntity=\"Animal\"")
                + entity("Emu", "", "parentEntity=\"Animal\""),
            rows: """
                INSERT INTO ZCAT (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'tom'), (2, 1, 1, 'kit');
                INSERT INTO ZDOG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (2, 2, 1, 'rex');
                INSERT INTO ZEMU (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 3, 1, 'emu'), (2, 3, 1, 'ema');
                """,
            lines: [
                "Is inferred:", "  entity Animal: is new",
                "  entity Cat: the parent entity is Animal, was none (2 objects)",
                "  entity Dog: the parent entity is Animal, was none (1 object)",
                "  entity Emu: the parent entity is Animal, was none (2 objects)",
                "  entity Animal: 1 object of ZDOG gets another primary key: its own is already used in the "
                    + "table that the entities now share",
                "  entity Animal: 2 objects of ZEMU get other primary keys: theirs are already used in the "
                    + "table that the entities now share", "",
            ], query: "SELECT Z_PK, Z_ENT, ZNAME FROM ZANIMAL ORDER BY 1",
            expected: ["1|2|tom", "2|2|kit", "3|3|rex", "4|4|emu", "5|4|ema"]),
        Change(
            testDescription: "Tables of others do not come along",
            old: entity("Item", attribute("name")), new: entity("Item", attribute("title")),
            rows: items + "CREATE TABLE Notes (text); INSERT INTO Notes VALUES ('a'), ('b');",
            lines: [
                "Is lost:", "  Item.name: is removed (2 objects, 1 value)",
                "  the store: the table Notes is not in the model and is not migrated: 2 rows", "",
                "Is inferred:", "  Item.title: is new (2 objects)", "",
            ], verdict: "loses data", query: "SELECT Z_PK, ZTITLE FROM ZITEM", expected: ["3|", "5|"]),
        Change(
            testDescription: "Rows that no entity has stay behind",
            old: entity("Item", attribute("name")), new: entity("Item", attribute("name") + attribute("x")),
            rows: items + "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (9, 44, 1);",
            lines: [
                "Is lost:", "  entity Item: 1 row of ZITEM without an entity of the model", "",
                "Is inferred:", "  Item.x: is new (2 objects)", "",
            ], verdict: "loses data", query: "SELECT Z_PK, ZNAME FROM ZITEM", expected: ["3|a", "5|"]),
    ]
}
