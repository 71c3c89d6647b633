import CommandSupport
import Foundation
import SQLite
import StoreFormat
import TestSupport
import Testing

/// The effect of a copy on existing objects of the target store, and the output.
@Suite("zseed copy, word by word")
struct CopyTextTests {
    /// People with a desk each, in teams. Names identify people, codes identify desks, and nothing identifies teams.
    private static let office = """
        <entity name="Desk"><attribute name="code" optional="YES" attributeType="String"/>
        <relationship name="person" optional="YES" maxCount="1" destinationEntity="Person" inverseName="desk"
            inverseEntity="Person"/><uniquenessConstraints><uniquenessConstraint><constraint value="code"/>
        </uniquenessConstraint></uniquenessConstraints></entity>
        <entity name="Person"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="age" optional="YES" attributeType="Integer 16"/>
        <relationship name="desk" optional="YES" maxCount="1" destinationEntity="Desk" inverseName="person"
            inverseEntity="Desk"/><relationship name="team" optional="YES" maxCount="1" destinationEntity="Team"
            inverseName="people" inverseEntity="Person"/><uniquenessConstraints><uniquenessConstraint>
        <constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
        <entity name="Team"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="people" optional="YES" toMany="YES" destinationEntity="Person" inverseName="team"
            inverseEntity="Team"/></entity>
        """
    private static let people =
        "SELECT p.Z_PK, p.ZNAME, p.ZAGE, d.ZCODE, t.ZNAME, p.Z_OPT FROM ZPERSON AS p LEFT JOIN ZDESK AS d "
        + "ON d.Z_PK = p.ZDESK LEFT JOIN ZTEAM AS t ON t.Z_PK = p.ZTEAM ORDER BY 1"
    private static let desks =
        "SELECT d.ZCODE, p.ZNAME FROM ZDESK AS d LEFT JOIN ZPERSON AS p ON p.Z_PK = d.ZPERSON ORDER BY 1"

    /// Creates a source store and a target store.
    func stores(
        _ model: String, _ from: String, into other: String? = nil, _ rows: String = ""
    ) throws -> TestFolder {
        let folder = try TestFolder()
        for (name, model, rows) in [("A", model, from), ("B", other ?? model, rows)] {
            try TestStore.create(at: folder.path + "/\(name).sqlite", model: model)
            try folder.writeModel(model, as: "\(name).xcdatamodel")
            try Connection(path: folder.path + "/\(name).sqlite", mode: .readWrite).execute(
                rows + "UPDATE Z_PRIMARYKEY SET Z_MAX = 9 WHERE Z_SUPER = 0;")
        }
        return folder
    }

    func copy(_ folder: TestFolder, _ arguments: String...) throws -> (
        result: ProcessResult, store: Connection
    ) {
        let result = try Zseed.run(["copy", "A.sqlite", "B.sqlite"] + arguments, in: folder.path)
        return (result, try Connection(path: folder.path + "/B.sqlite", mode: .readOnly))
    }

    private static let here = """
        INSERT INTO ZTEAM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 3, 1, 'red');
        INSERT INTO ZDESK (Z_PK, Z_ENT, Z_OPT, ZCODE, ZPERSON) VALUES (1, 1, 1, 'x', 1), (2, 1, 1, 'y', 2);
        INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME, ZAGE, ZDESK, ZTEAM) VALUES (1, 2, 1, 'Ann', 30, 1, 1),
            (2, 2, 1, 'Bob', 40, 2, 1), (3, 2, 1, 'Cat', 50, NULL, NULL);
        """
    /// Ann is in another team, Cat is in a team that the copy lacks, and desk y belongs to Dan.
    private static let there = """
        INSERT INTO ZTEAM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (5, 3, 1, 'blue');
        INSERT INTO ZDESK (Z_PK, Z_ENT, Z_OPT, ZCODE, ZPERSON) VALUES (6, 1, 1, 'y', 8);
        INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME, ZAGE, ZDESK, ZTEAM) VALUES (4, 2, 1, 'Ann', 31, NULL, 5),
            (7, 2, 3, 'Cat', 50, NULL, 5), (8, 2, 1, 'Dan', 60, 6, NULL);
        """

    @Test("Existing objects keep their values and receive links from new objects")
    func keeps() throws {
        let (result, store) = try copy(stores(Self.office, Self.here, Self.there))
        #expect(result.status == 0)
        #expect(
            result.errors
                == "A.sqlite: warning: Person.desk: 1 link not copied: the to-one inverse is already set\n"
        )
        #expect(
            result.output.split(separator: "\n").dropLast() == [
                "entity  chosen  followed  written  found", "Desk         2         0        1      1",
                "Person       3         0        1      2", "Team         1         0        1      0",
            ])
        #expect(
            try store.lines(Self.people) == [
                "4|Ann|31|x|blue|1", "7|Cat|50||blue|3", "8|Dan|60|y||1", "10|Bob|40||red|1",
            ])
        #expect(try store.lines(Self.desks) == ["x|Ann", "y|Dan"])
    }

    @Test("Existing objects are updated, but keep a link whose new destination is not copied")
    func updates() throws {
        let folder = try stores(Self.office, Self.here, Self.there)
        let (result, store) = try copy(
            folder, "--conflicts", "update", "--entity", "Person", "--follow", "none")
        #expect(result.status == 0)
        #expect(
            result.output.split(separator: "\n").dropLast() == [
                "entity  chosen  followed  written  found  updated",
                "Person       3         0        1      2        2",
            ])
        // Ann's team is left out, and Cat has none.
        #expect(
            try store.lines(Self.people) == [
                "4|Ann|30||blue|2", "7|Cat|50|||4", "8|Dan|60|y||1", "10|Bob|40|||1",
            ])
        #expect(try store.lines(Self.desks) == ["y|Dan"])
        #expect(
            result.errors == """
                A.sqlite: warning: Person.team: 1 link not copied: the other objects are not copied
                A.sqlite: warning: Person.desk: 1 link not copied: the to-one inverse is already set

                """, "\(result.errors)")
    }

    @Test("An update that copies everything moves one-to-one partners")
    func updatesAll() throws {
        let (result, store) = try copy(stores(Self.office, Self.here, Self.there), "--conflicts", "update")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            try store.lines(Self.people) == [
                "4|Ann|30|x|red|2", "7|Cat|50|||4", "8|Dan|60|||1", "10|Bob|40|y|red|1",
            ])
        #expect(try store.lines(Self.desks) == ["x|Ann", "y|Bob"])
    }

    @Test("Only copied objects can conflict; their destinations are found")
    func errors() throws {
        let rows = "INSERT INTO ZDESK (Z_PK, Z_ENT, Z_OPT, ZCODE) VALUES (6, 1, 1, 'y');"
        let folder = try stores(Self.office, Self.here, rows)
        let (result, store) = try copy(
            folder, "--conflicts", "error", "--entity", "Person", "--follow", "none")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try store.lines(Self.desks) == ["y|Bob"])
        let (refused, _) = try copy(
            folder, "--conflicts", "error", "--entity", "Person,Desk", "--follow", "none")
        #expect(
            refused.errors == """
                A.sqlite: error: Desk: 1 object with unique values that the target already has (code), the first is p2
                A.sqlite: error: Person: 3 objects with unique values that the target already has (name), the first is p1

                """, "\(refused.errors)")
        #expect(refused.status == 1)
    }

    private static let places = """
        <entity name="Place"><attribute name="a" optional="YES" attributeType="String"/>
        <attribute name="b" optional="YES" attributeType="String"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="a"/></uniquenessConstraint>
        <uniquenessConstraint><constraint value="b"/></uniquenessConstraint></uniquenessConstraints></entity>
        <entity name="Room" parentEntity="Place"/><entity name="Shelf" parentEntity="Place"/>
        """

    @Test("An object that matches two objects, or one of another entity, is refused")
    func ambiguous() throws {
        let rows = "INSERT INTO ZPLACE (Z_PK, Z_ENT, Z_OPT, ZA, ZB) VALUES "
        let two = try copy(
            stores(
                Self.places, rows + "(1, 2, 1, 'x', 'y');",
                rows + "(1, 2, 1, 'x', NULL), (2, 2, 1, NULL, 'y');"))
        #expect(
            two.result.errors
                == "A.sqlite: error: Room: 1 object equal to two different objects of the target by two "
                + "uniqueness constraints, the first is p1\n")
        let other = try copy(
            stores(Self.places, rows + "(4, 2, 1, 'x', 'y');", rows + "(1, 3, 1, 'x', 'z');"))
        #expect(
            other.result.errors
                == "A.sqlite: error: Room: 1 object with the unique values of objects of another entity, "
                + "the first is p4\n")
        #expect(two.result.status == 1 && other.result.status == 1)
    }
}
