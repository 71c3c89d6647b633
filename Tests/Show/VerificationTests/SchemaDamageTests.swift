import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Verification

/// Damage to the schema and to `Z_PRIMARYKEY` of a store without migrations: an error if the app would crash, lose
/// values or refuse them, a warning if it would only be slower, and a note for possible additions of the app.
@Suite("Damaged schemas")
struct SchemaDamageTests {
    private static let model = """
        <entity name="Author"><attribute name="name" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" ordered="YES"
            destinationEntity="Book" inverseName="author" inverseEntity="Book"/></entity>
        <entity name="Book"><attribute name="isbn" attributeType="String"/>
        <attribute name="pages" optional="YES" attributeType="Integer 32"/>
        <attribute name="rating" optional="YES" attributeType="Double"/>
        <attribute name="cover" attributeType="Composite">
            <attribute name="color" optional="YES" attributeType="String"/>
            <attribute name="paper" optional="YES" attributeType="String"/></attribute>
        <attribute name="format" optional="YES" attributeType="Composite">
            <attribute name="width" attributeType="Double"/>
            <attribute name="height" attributeType="Double"/></attribute>
        <relationship name="author" optional="YES" maxCount="1" destinationEntity="Author"
            inverseName="books" inverseEntity="Author"/>
        <relationship name="shelf" optional="YES" maxCount="1" destinationEntity="Shelf"
            inverseName="books" inverseEntity="Shelf"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
            inverseName="books" inverseEntity="Tag"/>
        <fetchIndex name="byPages"><fetchIndexElement property="pages" type="Binary"
            order="ascending"/><fetchIndexElement property="rating" type="Binary"
            order="descending"/></fetchIndex>
        <uniquenessConstraints><uniquenessConstraint><constraint value="isbn"/>
        </uniquenessConstraint></uniquenessConstraints></entity>
        <entity name="Shelf"><attribute name="room" optional="YES" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" ordered="YES"
            destinationEntity="Book" inverseName="shelf" inverseEntity="Book"/></entity>
        <entity name="Tag" elementID="Label"><attribute name="name" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book"
            inverseName="tags" inverseEntity="Book"/>
        <relationship name="likes" optional="YES" toMany="YES" destinationEntity="Thing"/></entity>
        <entity name="Thing"><attribute name="name" optional="YES" attributeType="String"/></entity>
        <entity name="Toy" parentEntity="Thing"/>
        """

    private static let rows = """
        INSERT INTO ZAUTHOR (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Ann');
        INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZISBN, ZCOLOR, ZAUTHOR, Z_FOK_AUTHOR)
            VALUES (1, 2, 1, '1', 'red', 1, 2048), (2, 2, 1, '2', 'blue', 1, 3072);
        INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 4, 1, 'new');
        INSERT INTO Z_2TAGS (Z_2BOOKS, Z_4TAGS) VALUES (1, 1);
        INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 5, 1, 'x'), (2, 6, 1, 'y');
        UPDATE Z_PRIMARYKEY SET Z_MAX = CASE Z_NAME WHEN 'Author' THEN 1 WHEN 'Book' THEN 2
            WHEN 'Tag' THEN 1 WHEN 'Thing' THEN 2 ELSE 0 END;
        """

    /// Creates a sound store.
    private static func store(in folder: TestFolder) throws -> String {
        let path = folder.path + "/Store.sqlite"
        let model = try ModelFile.read(path: folder.writeModel(Self.model)).model
        try StoreCreator(model: model, hasHistory: true).create(at: path)
        try Connection(path: path, mode: .readWrite).execute(Self.rows)
        return path
    }

    private static func findings(_ path: String) throws -> [String] {
        try StoreVerifier().verify(path: path).flatMap { result in
            result.outcome.examples.map { "\(result.name) | \($0.line)" }
                + result.outcome.warnings.map { "\(result.name) | warning: \($0.line)" }
                + result.outcome.notes.map { "\(result.name) | note: \($0.line)" }
        }
    }

    private func expect(_ damage: Damage) throws {
        let folder = try TestFolder()
        let path = try Self.store(in: folder)
        #expect(try Self.findings(path) == [])
        let store = try Connection(path: path, mode: .readWrite)
        // No statement can make changes that a hand-made store may have from the start.
        try store.execute("PRAGMA writable_schema = ON; " + damage.sql)
        let findings = try Self.findings(path)
        #expect(findings == damage.expected, "\(findings)")
    }

    /// Returns a statement that changes the text of a table as if the table had been created with it.
    private static func text(_ table: String, _ old: String, _ new: String) -> String {
        """
        UPDATE sqlite_schema SET sql = replace(sql, '\(old)', '\(new)') WHERE name = '\(table)'
        """
    }

    @Test(
        "Wrong entities in Z_PRIMARYKEY are found",
        arguments: [
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Libro' WHERE Z_NAME = 'Book'",
                "entity numbers | Book: has no row in Z_PRIMARYKEY",
                "entity numbers | Libro: has a row in Z_PRIMARYKEY, but is not in the model"),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_NAME = 'book' WHERE Z_NAME = 'Book'",
                "entity numbers | Book: has no row in Z_PRIMARYKEY",
                "entity numbers | book: has a row in Z_PRIMARYKEY, but is not in the model"),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Label' WHERE Z_NAME = 'Tag'",
                "entity numbers | note: Tag: has its former name Label in Z_PRIMARYKEY"),
            Damage(
                "DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Author'",
                "entity numbers | Author: has no row in Z_PRIMARYKEY"),
            Damage(
                "DELETE FROM Z_PRIMARYKEY",
                "entity numbers | Author: has objects, but no row in Z_PRIMARYKEY",
                "entity numbers | Book: has objects, but no row in Z_PRIMARYKEY",
                "entity numbers | Tag: has objects, but no row in Z_PRIMARYKEY",
                "entity numbers | Thing: has objects, but no row in Z_PRIMARYKEY"),
            Damage(
                "INSERT INTO Z_PRIMARYKEY VALUES (7, 'Zoo', 0, 0)",
                "entity numbers | Zoo: has a row in Z_PRIMARYKEY, but is not in the model"),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_SUPER = 0 WHERE Z_NAME = 'Toy'",
                "entity numbers | Toy: Z_SUPER is 0, but in the model it is 5"),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_SUPER = 1 WHERE Z_NAME = 'Shelf'",
                "entity numbers | Shelf: Z_SUPER is 1, but in the model it is 0"),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_ENT = 9 WHERE Z_NAME = 'Shelf'",
                "entity numbers | Shelf: has the number 9, not 3"),
            Damage(
                "INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANCE', 0, 0)",
                "entity numbers | CHANCE: has the number 16001, which is CHANGE's"),
        ])
    func primaryKeys(_ damage: Damage) throws { try expect(damage) }

    @Test(
        "Missing parts are found",
        arguments: [
            Damage(
                "DROP INDEX Z_Book_byPages",
                "schema | warning: there is no index Z_Book_byPages: looking up rows of ZBOOK is slow"),
            Damage(
                "DROP INDEX ZBOOK_ZAUTHOR_INDEX",
                "schema | warning: Book .author: ZBOOK has no index on ZAUTHOR: "
                    + "looking up the inverse is slow"),
            Damage(
                "DROP INDEX Z_2TAGS_Z_4TAGS_INDEX",
                "schema | warning: there is no index Z_2TAGS_Z_4TAGS_INDEX: "
                    + "looking up rows of Z_2TAGS is slow"),
            Damage(
                "DROP INDEX ZTHING_Z_ENT_INDEX",
                "schema | warning: there is no index ZTHING_Z_ENT_INDEX: "
                    + "looking up rows of ZTHING is slow"),
            Damage(
                "DROP INDEX ZTHING_Z4LIKES_INDEX",
                "schema | warning: there is no index ZTHING_Z4LIKES_INDEX: "
                    + "looking up rows of ZTHING is slow"),
            Damage(
                "DROP INDEX Z_Book_UNIQUE_isbn",
                "schema | Book .isbn: there is no unique index for the constraint"),
            Damage(
                "DROP INDEX ACHANGE_ZTRANSACTIONID_INDEX",
                "schema | warning: there is no index ACHANGE_ZTRANSACTIONID_INDEX: "
                    + "looking up rows of ACHANGE is slow"),
            Damage("DROP TABLE ATRANSACTIONSTRING", "schema | there is no table ATRANSACTIONSTRING"),
            Damage("DROP TABLE ACHANGE", "schema | there is no table ACHANGE"),
            Damage(
                "ALTER TABLE ATRANSACTION DROP COLUMN ZQUERYGEN",
                "schema | ATRANSACTION has no column ZQUERYGEN"),
            Damage(
                "ALTER TABLE ZBOOK DROP COLUMN ZPAPER",
                "schema | Book .cover.paper: ZBOOK has no column ZPAPER"),
            Damage(
                "ALTER TABLE ZBOOK RENAME COLUMN ZPAGES TO ZPAGES1",
                "schema | ZBOOK has no column ZPAGES",
                "schema | ZBOOK has a column ZPAGES1, which is not in the model",
                "schema | warning: the index Z_Book_byPages is not Core Data's: CREATE INDEX "
                    + "Z_Book_byPages ON ZBOOK (ZPAGES1 COLLATE BINARY ASC, "
                    + "ZRATING COLLATE BINARY DESC)"),
        ])
    func missing(_ damage: Damage) throws { try expect(damage) }

    @Test(
        "Different parts are found",
        arguments: [
            Damage(
                text("ZBOOK", "ZPAGES INTEGER", "ZPAGES VARCHAR"),
                "schema | ZBOOK.ZPAGES is VARCHAR, not INTEGER"),
            Damage(
                text("ZBOOK", "ZISBN VARCHAR", "ZISBN TEXT"),
                "schema | warning: ZBOOK.ZISBN is TEXT, not VARCHAR"),
            Damage(
                text("ZBOOK", "ZISBN VARCHAR", "ZISBN VARCHAR COLLATE NOCASE"),
                "schema | ZBOOK.ZISBN is VARCHAR COLLATE NOCASE, not VARCHAR"),
            Damage(
                text("ZTAG", "ZNAME VARCHAR", "ZNAME VARCHAR NOT NULL"),
                "schema | ZTAG.ZNAME is VARCHAR NOT NULL, not VARCHAR"),
            Damage(
                text("ZTAG", "ZNAME VARCHAR", "ZNAME VARCHAR, CHECK (length(ZNAME) < 9)"),
                "schema | ZTAG has other constraints than in a store of Core Data"),
            Damage(
                text(
                    "ZBOOK", "ZHEIGHT FLOAT, ZRATING FLOAT", "ZRATING FLOAT, ZHEIGHT FLOAT"),
                "schema | warning: the columns of ZBOOK have another order than in a store of Core Data"),
            Damage(
                "UPDATE ZBOOK SET Z_FOK_SHELF = Z_FOK_AUTHOR; "
                    + text(
                        "ZBOOK", "Z_FOK_AUTHOR INTEGER, Z_FOK_SHELF INTEGER",
                        "Z_FOK_SHELF INTEGER, Z_FOK_AUTHOR INTEGER")),
            Damage(
                text("ZTAG", "Z_OPT INTEGER, ", "Z_OPT  INTEGER,"),
                "schema | warning: the table ZTAG has another definition than in a store of Core Data"),
            Damage(
                text("Z_PRIMARYKEY", "Z_NAME VARCHAR", "Z_NAME INTEGER"),
                "schema | Z_PRIMARYKEY.Z_NAME is INTEGER, not VARCHAR"),
            Damage(
                text("Z_METADATA", "VARCHAR(255)", "VARCHAR(36)"),
                "schema | warning: Z_METADATA.Z_UUID is VARCHAR(36), not VARCHAR(255)"),
            Damage(
                """
                DROP INDEX Z_Book_byPages;
                CREATE INDEX Z_Book_byPages ON ZBOOK (ZPAGES) WHERE ZPAGES > 9
                """,
                "schema | warning: the index Z_Book_byPages is not Core Data's: "
                    + "CREATE INDEX Z_Book_byPages ON ZBOOK (ZPAGES) WHERE ZPAGES > 9"),
            Damage(
                "DROP INDEX Z_Book_byPages; CREATE UNIQUE INDEX Z_Book_byPages ON ZBOOK (ZPAGES)",
                "schema | the index Z_Book_byPages is not Core Data's: "
                    + "CREATE UNIQUE INDEX Z_Book_byPages ON ZBOOK (ZPAGES)"),
            Damage(
                """
                DROP INDEX Z_Book_UNIQUE_isbn;
                CREATE UNIQUE INDEX Z_Book_UNIQUE_isbn ON ZBOOK (ZISBN) WHERE ZISBN > 'x'
                """,
                "schema | Book .isbn: there is no unique index for the constraint"),
            Damage(
                """
                DROP INDEX Z_Book_UNIQUE_isbn;
                CREATE UNIQUE INDEX Z_Book_UNIQUE_isbn ON ZBOOK (ZISBN COLLATE NOCASE)
                """,
                "schema | the index Z_Book_UNIQUE_isbn is not Core Data's: "
                    + "CREATE UNIQUE INDEX Z_Book_UNIQUE_isbn ON ZBOOK (ZISBN COLLATE NOCASE)"),
            Damage(
                "DROP INDEX Z_Book_UNIQUE_isbn; CREATE UNIQUE INDEX byISBN ON ZBOOK (ZISBN)",
                "schema | warning: the unique index Z_Book_UNIQUE_isbn has another name, which follows no "
                    + "known rule",
                "schema | note: the index byISBN is not in the model"),
        ])
    func different(_ damage: Damage) throws { try expect(damage) }

    @Test(
        "Additional parts are found",
        arguments: [
            Damage(
                "CREATE INDEX mine ON ZBOOK (ZRATING)",
                "schema | note: the index mine is not in the model"),
            Damage(
                "CREATE TABLE texts (x)", "schema | note: the table texts is not in the model"),
            Damage(
                "CREATE VIEW names AS SELECT ZNAME FROM ZTAG",
                "schema | note: the view names is not in the model"),
            Damage(
                "CREATE TABLE ZOLD (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER)",
                "schema | warning: the table ZOLD is not in the model"),
            Damage(
                "CREATE TRIGGER mine AFTER INSERT ON ZTAG BEGIN DELETE FROM ZTHING; END",
                "schema | warning: the trigger mine is not in the model"),
            Damage(
                "ALTER TABLE ZBOOK ADD COLUMN ZEXTRA INTEGER",
                // A migration in place adds columns like this, but none that the model lacks.
                "schema | warning: ZBOOK has a column ZEXTRA, which is not in the model"),
        ])
    func extra(_ damage: Damage) throws { try expect(damage) }

    @Test("A column that the model lacks is found in an original table")
    func extraColumn() throws {
        try expect(
            Damage(
                Self.text("ZTAG", "ZNAME VARCHAR", "ZNAME VARCHAR, ZEXTRA INTEGER"),
                "schema | ZTAG has a column ZEXTRA, which is not in the model"))
    }

    @Test(
        "Composite attributes without a value are found",
        arguments: [
            // A required one needs a value in any of its elements.
            Damage(
                "UPDATE ZBOOK SET ZCOLOR = NULL WHERE Z_PK = 1",
                "required properties | Book p1 .cover: has no value, but is not optional"),
            Damage("UPDATE ZBOOK SET ZCOLOR = NULL, ZPAPER = 'rag' WHERE Z_PK = 1"),
            // An optional one has no value, or values for all its required elements.
            Damage("UPDATE ZBOOK SET ZWIDTH = 1.5, ZHEIGHT = 2 WHERE Z_PK = 1"),
            Damage(
                "UPDATE ZBOOK SET ZWIDTH = 1.5 WHERE Z_PK = 1",
                "required properties | Book p1 .format.height: has no value, but is not optional"),
        ])
    func composites(_ damage: Damage) throws { try expect(damage) }

    @Test("A missing R-tree over attributes, whose form is unknown, is reported")
    func missingTree() throws {
        let folder = try TestFolder()
        let path = folder.path + "/Store.sqlite"
        let element = "<fetchIndexElement property='rating' type='RTree' order='ascending'/>"
        let model = try ModelFile.read(
            path: folder.writeModel(
                Self.model.replacing(
                    "<fetchIndex name=\"byPages\">",
                    with: "<fetchIndex name='byPlace'>\(element)</fetchIndex><fetchIndex name=\"byPages\">"))
        ).model
        let creator = try StoreCreator(model: model)
        #expect(creator.problems == [.unknownIndex(entity: "Book", index: "byPlace")])
        try creator.create(at: path)
        let missing =
            "schema | warning: Book: there is no index byPlace, and its form is unknown: fetches are slower"
        #expect(try Self.findings(path) == [missing])
        #expect(try ReferenceStore(path: path).schemaProblems == creator.problems)
        try Connection(path: path, mode: .readWrite).execute(
            "CREATE VIRTUAL TABLE Z_Book_byPlace USING RTREE (Z_PK INTEGER PRIMARY KEY, ZRATING_MIN, ZRATING_MAX)"
        )
        #expect(try !Self.findings(path).contains(missing))
        #expect(try ReferenceStore(path: path).schemaProblems == [])
    }

    @Test("A URI that cannot be read is an error")
    func uris() throws {
        let folder = try TestFolder()
        let path = folder.path + "/Store.sqlite"
        let model = try ModelFile.read(
            path: folder.writeModel(
                "<entity name='Link'><attribute name='uri' optional='YES' attributeType='URI'/></entity>")
        ).model
        try StoreCreator(model: model).create(at: path)
        let rows = [
            "https://example.com/a%20b?c=d#e", "file:///tmp/x", "x", "", "no url at all {", "a b", "a|b",
            "100%", "ü",
        ]
        let connection = try Connection(path: path, mode: .readWrite)
        for (index, uri) in rows.enumerated() {
            try connection.execute("INSERT INTO ZLINK VALUES (\(index + 1), 1, 1, '\(uri)')")
        }
        try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(rows.count)")
        #expect(
            try Self.findings(path)
                == rows.enumerated().dropFirst(4).map {
                    "storage classes | Link p\($0 + 1) .uri: text '\($1)' is not a valid URI value"
                })
    }

    // In 851 and 864, uniqueness constraints can be in the tables as created, or indexes as in 865.
    @Test(
        "Tables in the form of an earlier framework are not a finding",
        arguments: [(641, 1523), (864, 865), (865, 864), (865, 851)])
    func earlierForm(creator: Int, writer: Int) throws {
        let folder = try TestFolder()
        let path = folder.path + "/Store.sqlite"
        let model = try ModelFile.read(path: folder.writeModel(Self.model)).model
        try StoreCreator(model: model, framework: creator).create(at: path)
        let metadata = try StoreCreator(model: model, framework: writer).metadata
        try Connection(path: path, mode: .readWrite).execute(
            "UPDATE Z_METADATA SET Z_PLIST = \(metadata.propertyList.sqlBlobLiteral)")
        #expect(try Self.findings(path) == [])
    }
}
