import CommandSupport
import Foundation
import TestSupport
import Testing

/// Conflicting claims of both sides: unique values, keys of the plan, the partner of a one-to-one relationship. Each of
/// these cases was once wrong, or was reported differently with the file of changes.
@Suite("Conflicting claims of the user and the new edition")
struct ClashingMergeTests {
    private static let things =
        EntityXML.entity(
            "Thing", EntityXML.attribute("code"), EntityXML.attribute("serial"),
            EntityXML.link("notes", "Note", "thing", isToMany: true), EntityXML.unique("code", "serial"))
        + EntityXML.entity("Sub", parent: "Thing")
        + EntityXML.entity(
            "Note", EntityXML.attribute("text"), EntityXML.link("thing", "Thing", "notes"),
            EntityXML.unique("text"))

    @Test("The unique value of a dropped object can move to a kept one")
    func valueOfDropped() throws {
        let stores = try EditionStores(Self.things)
        try stores.build("A", ["Thing": "code,serial\na,1\nb,2\nc,3\n"])
        try stores.build("B", ["Thing": "code,serial\nb,1\nc,2\n"])
        try stores.copy("A", as: "U")
        for told in try stores.mergeBothWays() {
            #expect(told == [])
            #expect(try stores.run("diff", "M.sqlite", "B.sqlite").status == 0)
        }
        // The user's note refers to the dropped object, which is kept with its value.
        try stores.copy(
            "A", as: "U",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Note'; "
                + "INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTEXT, ZTHING) "
                + "SELECT 1, Z_ENT, 1, 'mine', 1 FROM Z_PRIMARYKEY WHERE Z_NAME = 'Note'; "
                + "UPDATE ZNOTE SET \(try Self.entityColumn(stores)) = "
                + "(SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Thing')")
        for told in try stores.mergeBothWays() {
            #expect(
                told == [
                    "Thing \"a\": the new edition dropped it, but a kept object refers to it; kept",
                    "Thing \"b\": serial: another object has 1; the user's value is kept",
                    "Thing \"c\": serial: another object has 2; the user's value is kept",
                ])
            #expect(try stores.rows("SELECT ZCODE, ZSERIAL FROM ZTHING") == ["a,1", "b,2", "c,3"])
        }
    }

    /// Returns the column with the entity of a note's thing.
    private static func entityColumn(_ stores: EditionStores) throws -> String {
        try stores.rows(
            "SELECT name FROM pragma_table_info('ZNOTE') WHERE name LIKE 'Z%_THING'", of: "A")[0]
    }

    @Test("Objects of different entities are not the same because of a unique value")
    func otherEntity() throws {
        let stores = try EditionStores(Self.things)
        try stores.build("A", ["Thing": "code,serial\na,1\n"])
        try stores.build("B", ["Thing": "code,serial\na,1\nx,2\n"])
        try stores.copy(
            "A", as: "U",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Thing'; "
                + "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZCODE) "
                + "SELECT 2, Z_ENT, 1, 'x' FROM Z_PRIMARYKEY WHERE Z_NAME = 'Sub'")
        for told in try stores.mergeBothWays() {
            #expect(
                told == [
                    "new Thing \"x\": Sub p2 has its unique values; left out, and links to it go to that object where possible"
                ])
            #expect(try stores.rows("SELECT ZCODE, ZSERIAL FROM ZTHING") == ["a,1", "x,nil"])
        }
    }

    @Test("A new object takes a vacated unique value, unless its owner has to keep it")
    func givenUpValue() throws {
        let stores = try EditionStores(Self.things)
        try stores.build("A", ["Thing": "code,serial\na,1\nb,2\n"])
        try stores.build("B", ["Thing": "code,serial\na,9\nb,1\nx,2\n"])
        try stores.copy("A", as: "U")
        for told in try stores.mergeBothWays() {
            #expect(told == [])
            #expect(try stores.rows("SELECT ZCODE, ZSERIAL FROM ZTHING ORDER BY 1") == ["a,9", "b,1", "x,2"])
        }
        try stores.copy(
            "A", as: "U",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_NAME = 'Thing'; "
                + "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZCODE, ZSERIAL) SELECT 3, Z_ENT, 1, 'mine', '9' "
                + "FROM Z_PRIMARYKEY WHERE Z_NAME = 'Thing'")
        for told in try stores.mergeBothWays() {
            #expect(
                told == [
                    "Thing \"a\": serial: another object has 9; the user's value is kept",
                    "Thing \"b\": serial: another object has 1; the user's value is kept",
                    "new Thing \"x\": another object has its unique values; left out",
                ])
            #expect(
                try stores.rows("SELECT ZCODE, ZSERIAL FROM ZTHING ORDER BY 1") == ["a,1", "b,2", "mine,9"])
        }
    }

    @Test("New primary keys follow the highest one in use, even if Z_MAX is lower")
    func lowHighestKey() throws {
        let stores = try EditionStores(Self.things)
        try stores.build("A", ["Thing": "code,serial\na,1\n"])
        try stores.build("B", ["Thing": "code,serial\na,1\nb,2\nc,3\n"])
        try stores.copy(
            "A", as: "U",
            "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZCODE) SELECT 2, Z_ENT, 1, 'mine' FROM ZTHING")
        for told in try stores.mergeBothWays() {
            #expect(told == [])
            #expect(
                try stores.rows("SELECT Z_PK, ZCODE FROM ZTHING ORDER BY 1")
                    == ["1,a", "2,mine", "3,b", "4,c"])
        }
    }

    @Test("Objects that a file of changes cannot identify in another store are reported in a note")
    func unsearchable() throws {
        let stores = try EditionStores(
            EntityXML.entity("Tag", EntityXML.attribute("name"), EntityXML.unique("name"))
                + EntityXML.entity("Line", EntityXML.attribute("text"), EntityXML.attribute("note")))
        try stores.build("A", ["Tag": "name\na\n", "Line": "text,note\nb,1\n"])
        try stores.build("B", ["Tag": "name\n", "Line": "text,note\nb,2\n"])
        try stores.copy("A", as: "U", "UPDATE Z_METADATA SET Z_UUID = '5EED0000-0000-4000-8000-00000000ABCD'")
        try stores.forget("U")
        let changes = try stores.run("diff", "A.sqlite", "B.sqlite", "--changes", "A-B.json", "-q")
        #expect(changes.status == 1)
        let result = try stores.merge("--changes", "A-B.json")
        #expect(
            result.output.contains(
                "conflict  Line p1: the new edition changed it, but it is not in the store; left out\n"))
        #expect(
            result.errors
                == "note: 1 object of Line cannot be found, because nothing identifies them and the store "
                + "does not record the old edition: see --from and --base, or `zseed diff --key`\n")
    }

    @Test("The plan's key matches objects that both sides added, with a file of changes, too")
    func keyOfPlan() throws {
        let stores = try EditionStores(
            EntityXML.entity("Plain", EntityXML.attribute("code"), EntityXML.attribute("name")))
        try stores.build("A", ["Plain": "code,name\n1,Apple\n"], loads: ["Plain": "key: code"])
        try stores.build("B", ["Plain": "code,name\n1,Apple\n2,Bread\n"], loads: ["Plain": "key: code"])
        try stores.copy(
            "A", as: "U",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 2; "
                + "INSERT INTO ZPLAIN (Z_PK, Z_ENT, Z_OPT, ZCODE, ZNAME) VALUES (2, 1, 1, '2', 'mine')")
        for told in try stores.mergeBothWays() {
            #expect(
                told == [
                    "Plain \"mine\": name: the user has mine, the new edition Bread; the user's value is kept"
                ])
            #expect(try stores.rows("SELECT ZCODE, ZNAME FROM ZPLAIN") == ["1,Apple", "2,mine"])
        }
    }

    @Test("A conflict marks a new object as new, even if a user's object has its primary key")
    func nameOfNew() throws {
        let stores = try EditionStores(
            EntityXML.entity(
                "Book", EntityXML.attribute("code"), EntityXML.link("shelf", "Shelf", "books"),
                EntityXML.unique("code"))
                + EntityXML.entity(
                    "Shelf", EntityXML.attribute("code"),
                    EntityXML.link("books", "Book", "shelf", isToMany: true), EntityXML.unique("code")))
        let loads = [
            "Book":
                "attributes: { code: code }\n    relationships: { shelf: { find: Shelf.code, column: shelf } }"
        ]
        let shelves = "code\ns\n"
        try stores.build("A", ["Book": "code,shelf\na,s\n", "Shelf": shelves], loads: loads)
        try stores.build("B", ["Book": "code,shelf\na,s\nb,s\n", "Shelf": shelves], loads: loads)
        try stores.copy(
            "A", as: "U",
            "DELETE FROM ZSHELF; UPDATE ZBOOK SET ZSHELF = NULL; "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Book'; "
                + "INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZCODE) SELECT 2, Z_ENT, 1, 'mine' FROM ZBOOK")
        for told in try stores.mergeBothWays() {
            #expect(
                told == [
                    "new Book \"b\": shelf: the new edition has s, which is not in the store; the link is left out"
                ]
            )
        }
        let json = try stores.merge("--changes", "A-B.json", "--json", as: "N").output
        #expect(json.contains("\"isNew\" : true") && json.contains("\"primaryKey\" : 2"), "\(json)")
    }

    @Test(
        "The edition's new partner is reported and left out if the user removed the old one"
    )
    func partnerTakenAway() throws {
        let stores = try EditionStores(
            EntityXML.entity(
                "Card", EntityXML.attribute("code"), EntityXML.link("owner", "Person", "card"),
                EntityXML.unique("code"))
                + EntityXML.entity(
                    "Person", EntityXML.attribute("name"), EntityXML.link("card", "Card", "owner"),
                    EntityXML.unique("name")))
        func build(_ cards: String, as name: String) throws {
            try stores.build(
                name, ["Card": "code,owner\n" + cards, "Person": "name\nAnn\n"],
                loads: [
                    "Card":
                        "attributes: { code: code }\n    relationships: { owner: { find: Person.name, column: owner } }"
                ])
        }
        try build("one,Ann\ntwo,\n", as: "A")
        for new in ["one,\ntwo,Ann\n", "one,\ntwo,\nthree,Ann\n"] {
            try build(new, as: "B")
            try stores.copy("A", as: "U", "UPDATE ZCARD SET ZOWNER = NULL; UPDATE ZPERSON SET ZCARD = NULL")
            let card = new.contains("three") ? "three" : "two"
            for told in try stores.mergeBothWays() {
                #expect(
                    told == [
                        "Person \"Ann\": card: the user has nil, the new edition \(card); the user's value is kept"
                    ])
                #expect(try stores.rows("SELECT count(ZOWNER) FROM ZCARD") == ["0"])
            }
            for told in try stores.mergeBothWays("--prefer", "seed") {
                #expect(told.count == 1)
                #expect(try stores.rows("SELECT ZCODE FROM ZCARD WHERE ZOWNER = 1") == [card])
            }
        }
    }

    @Test(
        "A user's tag that replaces a new one leaves a list when the next edition removes that one",
        arguments: [false, true])
    func standInLeaves(usesFiles: Bool) throws {
        let stores = try EditionStores(
            EntityXML.entity(
                "Recipe", EntityXML.attribute("name"),
                EntityXML.link("tags", "Tag", "recipes", isToMany: true), EntityXML.unique("name"))
                + EntityXML.entity(
                    "Tag", EntityXML.attribute("code"),
                    EntityXML.link("recipes", "Recipe", "tags", isToMany: true), EntityXML.unique("code")))
        let load =
            "attributes: { name: name }\n    relationships: "
            + "{ tags: { find: Tag.code, column: tags, separator: \" \" } }"
        for (name, tags, own) in [("A", "t\nk", "k"), ("B", "t\nk\nx", "k x"), ("C", "t\nk\nx", "k")] {
            try stores.build(
                name, ["Tag": "code\n\(tags)\n", "Recipe": "name,tags\nr,\(own)\n"], loads: ["Recipe": load])
        }
        try stores.copy(
            "A", as: "U",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_NAME = 'Tag'; INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZCODE) "
                + "SELECT 3, Z_ENT, 1, 'x' FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'")
        let tags = "SELECT t.ZCODE FROM Z_1TAGS j JOIN ZTAG t ON t.Z_PK = j.Z_2TAGS ORDER BY 1"
        var user = "U"
        for (old, new, expected) in [("A", "B", ["k", "x"]), ("B", "C", ["k"])] {
            try stores.changes(old, new)
            let merged =
                usesFiles
                ? try stores.merge("--changes", "\(old)-\(new).json", into: user, as: "M\(new)")
                : try stores.merge(
                    "--from", "\(new).sqlite", "--base", "\(old).sqlite", into: user, as: "M\(new)")
            #expect(merged.status == 0, "\(merged.errors)")
            user = "M\(new)"
            #expect(try stores.rows(tags, of: user) == expected)
            #expect(try stores.rows("SELECT ZCODE FROM ZTAG ORDER BY 1", of: user) == ["k", "t", "x"])
        }
        #expect(try stores.run("verify", "MC.sqlite", "--strict").status == 0)
    }

    // MARK: Relationships in uniqueness constraints

    /// Days with a name that is unique in their month.
    private static let calendar = """
        <entity name="Month"><attribute name="name" attributeType="String"/>
        <relationship name="days" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Day"
            inverseName="month" inverseEntity="Day"/><uniquenessConstraints><uniquenessConstraint>
        <constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
        <entity name="Day"><attribute name="code" attributeType="String"/><attribute name="name" attributeType="String"/>
        <relationship name="month" maxCount="1" deletionRule="Nullify" destinationEntity="Month" inverseName="days"
            inverseEntity="Month"/><uniquenessConstraints><uniquenessConstraint><constraint value="code"/>
        </uniquenessConstraint><uniquenessConstraint><constraint value="name"/><constraint value="month"/>
        </uniquenessConstraint></uniquenessConstraints></entity>
        """
    private static let days = """
        SELECT ZCODE, ZDAY.ZNAME, ZMONTH.ZNAME FROM ZDAY LEFT JOIN ZMONTH ON ZMONTH = ZMONTH.Z_PK ORDER BY ZCODE
        """

    private func build(_ name: String, _ months: String, _ days: String, in stores: EditionStores) throws {
        try stores.build(
            name, ["Month": "name\n\(months)", "Day": "code,name,month\n\(days)"],
            loads: [
                "Day":
                    "attributes: { code: code, name: name }\n    relationships: { month: { find: Month.name, column: month } }"
            ]
        )
    }

    @Test("Two days swap months, and the user's day keeps its unique name")
    func months() throws {
        let stores = try EditionStores(Self.calendar)
        try build("A", "Jan\nFeb\n", "j1,1,Jan\nf1,1,Feb\nf2,2,Feb\n", in: stores)
        try build("B", "Jan\nFeb\n", "j1,1,Feb\nf1,1,Jan\nf2,7,Feb\n", in: stores)
        try stores.copy(
            "A", as: "U",
            """
            INSERT INTO ZDAY (Z_PK, Z_ENT, Z_OPT, ZCODE, ZNAME, ZMONTH)
                SELECT 4, Z_ENT, 1, 'own', '7', ZMONTH FROM ZDAY WHERE ZCODE = 'f2';
            UPDATE Z_PRIMARYKEY SET Z_MAX = 4 WHERE Z_NAME = 'Day'
            """)
        for lines in try stores.mergeBothWays() {
            #expect(
                lines == [
                    "Day \"f2\": name: another object has 7; the user's value is kept"
                ])
            #expect(try stores.rows(Self.days) == ["f1,1,Jan", "f2,2,Feb", "j1,1,Feb", "own,7,Feb"])
        }
        #expect(try stores.merge("--from", "B.sqlite", "--update").status == 0)
        #expect(try stores.rows(Self.days) == ["f1,1,Jan", "f2,2,Feb", "j1,1,Feb", "own,7,Feb"])
    }

    @Test("The user's month replaces a new one of the same name, but not its own days")
    func standInsMonth() throws {
        let stores = try EditionStores(Self.calendar)
        try build("A", "Jan\nFeb\n", "j1,1,Jan\nf1,1,Feb\n", in: stores)
        try build("B", "Jan\nFeb\nMar\n", "j1,1,Jan\nf1,1,Feb\nm1,1,Mar\nm2,2,Mar\n", in: stores)
        try stores.copy("A", as: "U", "UPDATE ZMONTH SET ZNAME = 'Mar' WHERE ZNAME = 'Feb'")
        let leftOut = "has its unique values; left out, and links to it go to that object where possible"
        for lines in try stores.mergeBothWays() {
            #expect(
                lines == [
                    "new Day \"m1\": Day p2 \(leftOut)", "new Month \"Mar\": Month p2 \(leftOut)",
                ])
            #expect(try stores.rows(Self.days) == ["f1,1,Mar", "j1,1,Jan", "m2,2,Mar"])
        }
    }
}
