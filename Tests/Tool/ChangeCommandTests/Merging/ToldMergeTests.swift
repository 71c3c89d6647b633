import CommandSupport
import Foundation
import TestSupport
import Testing

/// The decisions of a merge with their exact messages, and the resulting rows. Each of these was once unreported or
/// wrong.
@Suite("Reports of a merge's decisions")
struct ToldMergeTests {
    private typealias XML = EntityXML

    /// Creates stores: `A` is the old edition, `B` a copy that an editor changed, and `U` a copy that a user changed.
    private func stores(
        _ model: String, _ rows: [String: String], loads: [String: String] = [:], seed: String, user: String
    ) throws -> EditionStores {
        let stores = try EditionStores(model)
        try stores.build("A", rows, loads: loads)
        try stores.copy("A", as: "B", seed)
        try stores.copy("A", as: "U", user)
        return stores
    }

    // MARK: Owners

    private static let tree = XML.entity(
        "Fo", XML.attribute("name"), XML.link("kids", "Fo", "parent", isToMany: true, rule: "Cascade"),
        XML.link("parent", "Fo", "kids"), XML.unique("name"))

    @Test("A folder inside a left-out folder moves to the one with the same unique value")
    func tree() throws {
        let stores = try stores(
            Self.tree, ["Fo": "name\nroot\na\n"],
            seed:
                "INSERT INTO ZFO (Z_PK, Z_ENT, Z_OPT, ZNAME, ZPARENT) VALUES (3, 1, 1, 'z', 1), (4, 1, 1, 'k', 3); "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 4 WHERE Z_NAME = 'Fo'",
            user: "UPDATE ZFO SET ZNAME = 'z', ZPARENT = 1 WHERE ZNAME = 'a'")
        for told in try stores.mergeBothWays() {
            #expect(
                told == [
                    "new Fo \"z\": Fo p2 has its unique values; left out, and links to it go to that object where possible"
                ])
            #expect(
                try stores.rows("SELECT Z_PK, ZNAME, ZPARENT FROM ZFO ORDER BY Z_PK")
                    == ["1,root,nil", "2,z,1", "3,k,2"])
        }
    }

    private static let posts =
        XML.entity(
            "P", XML.attribute("name"), XML.link("tags", "Tag", nil, isToMany: true, rule: "Cascade"),
            XML.unique("name")) + XML.entity("Tag", XML.attribute("name"), XML.unique("name"))

    @Test("A new tag of a deleted object is left out; --prefer seed restores the object and reports it")
    func tagOfDeleted() throws {
        let stores = try stores(
            Self.posts, ["P": "name\na\n", "Tag": "name\nt\n"],
            seed: "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME, Z1TAGS) VALUES (2, 2, 1, 'k', 1); "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Tag'",
            user: "DELETE FROM ZP")
        for told in try stores.mergeBothWays() {
            #expect(
                told == [
                    "P \"a\": the new edition changed it, but it is not in the store; left out",
                    "new Tag \"k\": its owner a is not in the store; left out",
                ])
            #expect(try stores.rows("SELECT ZNAME FROM ZTAG") == ["t"])
        }
        #expect(
            try stores.mergeBothWays("--prefer", "seed")[0] == [
                "P \"a\": the new edition changed it, but it is not in the store; restored"
            ])
    }

    @Test("A new card is left out if its person already has one")
    func card() throws {
        let model =
            XML.entity(
                "Pers", XML.attribute("name"), XML.link("card", "Card", "owner", rule: "Cascade"),
                XML.unique("name"))
            + XML.entity("Card", XML.attribute("code"), XML.link("owner", "Pers", "card"), XML.unique("code"))
        let stores = try stores(
            model, ["Card": "code\nca\n", "Pers": "name\na\n"],
            seed: "INSERT INTO ZPERS (Z_PK, Z_ENT, Z_OPT, ZNAME, ZCARD) VALUES (2, 2, 1, 'z', 2); "
                + "INSERT INTO ZCARD (Z_PK, Z_ENT, Z_OPT, ZCODE, ZOWNER) VALUES (2, 1, 1, 'k', 2); "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 2",
            user: "UPDATE ZPERS SET ZNAME = 'z'")
        for told in try stores.mergeBothWays() {
            #expect(
                told == [
                    "new Card \"k\": owner: z is required, but was left out or belongs to another object; left out",
                    "new Pers \"z\": Pers p1 has its unique values; left out, and links to it go to that object where possible",
                ])
            #expect(try stores.rows("SELECT ZCODE, ZOWNER FROM ZCARD") == ["ca,nil"])
        }
    }

    // MARK: Members

    /// Returns recipes and tags. The name of the recipes' entity sorts before or after that of the tags.
    private static func recipes(_ name: String) -> String {
        XML.entity(
            name, XML.attribute("name"), XML.attribute("n"), XML.link("tags", "Tag", "recs", isToMany: true),
            XML.unique("name"))
            + XML.entity(
                "Tag", XML.attribute("name"), XML.link("recs", name, "tags", isToMany: true),
                XML.unique("name"))
    }

    private static func rows(_ name: String) -> [String: String] {
        [name: "name,tags\nA,x|y\n", "Tag": "name\nx\ny\nz\n"]
    }

    private static func loads(_ name: String) -> [String: String] {
        [
            name:
                "attributes: { name: name }\n    relationships: { tags: { find: Tag.name, column: tags, separator: \"|\" } }"
        ]
    }

    @Test(
        "Tags removed from a kept recipe are reported and count as an update", arguments: ["Rec", "Zec"])
    func memberships(entity: String) throws {
        let stores = try EditionStores(Self.recipes(entity))
        try stores.build("A", Self.rows(entity), loads: Self.loads(entity))
        try stores.build(
            "B", [entity: "name,tags\nB,z\n", "Tag": "name\nx\ny\nz\n"], loads: Self.loads(entity))
        try stores.copy("A", as: "U", "UPDATE Z\(entity.uppercased()) SET ZN = 'mine'")
        for told in try stores.mergeBothWays() {
            #expect(
                told == [
                    "\(entity) \"A\": the new edition dropped it, but the user changed n; kept",
                    "\(entity) \"A\": tags: \"x, y\" removed, because the new edition dropped the object",
                ])
        }
        let result = try stores.merge("--from", "B.sqlite", "--base", "A.sqlite")
        #expect(
            result.output.contains("merged, 1 object added, 1 object updated, 2 conflicts, "),
            "\(result.output)")
        let query = try stores.run(
            "query", "M.sqlite", "\(entity) SELECT name, tags.@count ORDER BY name", "--format", "csv")
        #expect(
            query.output.split(separator: "\n").dropFirst().map(String.init) == ["A,0", "B,1"], "\(query)")
    }

    @Test(
        "Tags of a left-out recipe go to its substitute, whatever the entities' names",
        arguments: ["Rec", "Zec"])
    func standIn(entity: String) throws {
        let stores = try EditionStores(Self.recipes(entity))
        try stores.build("A", Self.rows(entity), loads: Self.loads(entity))
        try stores.build(
            "B", [entity: "name,tags\nA,x|y\nC,z\n", "Tag": "name\nx\ny\nz\n"], loads: Self.loads(entity))
        try stores.copy("A", as: "U", "UPDATE Z\(entity.uppercased()) SET ZNAME = 'C'")
        for told in try stores.mergeBothWays() {
            #expect(
                told == [
                    "new \(entity) \"C\": \(entity) p1 has its unique values; left out, and links to it go to that object where possible"
                ])
            let query = try stores.run(
                "query", "M.sqlite", "Tag SELECT name, recs.@count ORDER BY name", "--format", "csv")
            #expect(
                query.output.split(separator: "\n").dropFirst().map(String.init) == ["x,1", "y,1", "z,1"],
                "\(query)")
        }
    }

    private static let trips =
        XML.entity(
            "Trip", XML.attribute("name"), XML.link("tags", "Tag", "trips", isToMany: true, isOrdered: true),
            XML.unique("name"))
        + XML.entity(
            "Tag", XML.attribute("name"), XML.link("trips", "Trip", "tags", isToMany: true),
            XML.unique("name"))

    @Test(
        "Other members, or another order, of an ordered list count as an update", arguments: ["z|y", "y|x"])
    func lists(tags: String) throws {
        let stores = try EditionStores(Self.trips)
        let loads = [
            "Trip":
                "attributes: { name: name }\n    relationships: { tags: { find: Tag.name, column: tags, separator: \"|\" } }"
        ]
        try stores.build("A", ["Trip": "name,tags\nA,x|y\n", "Tag": "name\nx\ny\nz\n"], loads: loads)
        try stores.build("B", ["Trip": "name,tags\nA,\(tags)\n", "Tag": "name\nx\ny\nz\n"], loads: loads)
        try stores.copy("A", as: "U")
        let result = try stores.merge("--from", "B.sqlite", "--base", "A.sqlite")
        #expect(result.output.hasPrefix("M.sqlite: merged, 1 object updated, "), "\(result.output)")
        let json = try stores.merge("--from", "B.sqlite", "--base", "A.sqlite", "--json")
        #expect(
            json.output.filter { !$0.isWhitespace }.contains(
                "\"entities\":[{\"added\":0,\"entity\":\"Trip\",\"found\":0,\"removed\":0,\"sameBy\":\"uniqueness\",\"updated\":1}]"
            ),
            "\(json.output)")
        #expect(try stores.run("diff", "B.sqlite", "M.sqlite", "-q").status == 0)
    }

    @Test("An object that moves to another entity stays in its boxes if the user changed it")
    func otherEntity() throws {
        let model =
            XML.entity(
                "Box", XML.attribute("name"), XML.link("things", "Thing", "boxes", isToMany: true),
                XML.unique("name"))
            + XML.entity("Sub", parent: "Thing")
            + XML.entity(
                "Thing", XML.attribute("code"), XML.attribute("name"),
                XML.link("boxes", "Box", "things", isToMany: true), XML.unique("code"))
        let boxes = [
            "Box":
                "attributes: { name: name }\n    relationships: { things: { find: Thing.code, column: thing } }"
        ]
        let stores = try EditionStores(model)
        try stores.build("A", ["Box": "name,thing\nb,x\n", "Thing": "code,name\nx,one\n"], loads: boxes)
        try stores.build("B", ["Box": "name,thing\nb,x\n", "Sub": "code,name\nx,one\n"], loads: boxes)
        try stores.copy("A", as: "U", "UPDATE ZTHING SET ZNAME = 'mine'")
        for told in try stores.mergeBothWays() {
            #expect(
                told == [
                    "new Sub \"x\": Thing p1 has its unique values; left out, and links to it go to that object where possible",
                    "Thing \"x\": the new edition dropped it, but the user changed name; kept",
                ])
            let query = try stores.run(
                "query", "M.sqlite", "Box SELECT name, things.@count", "--format", "csv")
            #expect(query.output.split(separator: "\n").dropFirst().map(String.init) == ["b,1"], "\(query)")
        }
    }

    // MARK: Preferring the new edition

    @Test("--prefer seed reports a member that it takes from a user's object")
    func takenMember() throws {
        let stores = try stores(
            Self.posts, ["P": "name\np\n", "Tag": "name\na\n"],
            seed:
                "INSERT INTO ZP (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (2, 1, 1, 'n'); UPDATE ZTAG SET Z1TAGS = 2; "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'P'",
            user:
                "INSERT INTO ZP (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (2, 1, 1, 'r'); UPDATE ZTAG SET Z1TAGS = 2; "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'P'")
        for (side, end, owner) in [
            ("user", "the user's link is kept", "2"), ("seed", "the new link is taken", "3"),
        ] {
            for told in try stores.mergeBothWays("--prefer", side) {
                #expect(told == ["new P \"n\": tags: the user linked a to another object; \(end)"])
                #expect(try stores.rows("SELECT ZNAME, Z1TAGS FROM ZTAG") == ["a,\(owner)"])
            }
        }
    }

    @Test("--prefer seed reports by name an object restored for a new one that requires it")
    func comesBack() throws {
        let model =
            XML.entity("Bo", XML.attribute("name"), XML.unique("name"))
            + XML.entity(
                "It", XML.attribute("name"), XML.link("bo", "Bo", nil, isOptional: false), XML.unique("name"))
        let stores = try stores(
            model, ["Bo": "name\nb\n", "It": "name,bo\nw,b\n"],
            loads: [
                "It": "attributes: { name: name }\n    relationships: { bo: { find: Bo.name, column: bo } }"
            ],
            seed: "INSERT INTO ZIT (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBO) VALUES (2, 2, 1, 'x', 1); "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'It'",
            user: "DELETE FROM ZIT; DELETE FROM ZBO")
        for told in try stores.mergeBothWays() {
            #expect(told == ["new It \"x\": bo: b is required, but is not in the store; left out"])
        }
        let result = try stores.merge("--from", "B.sqlite", "--base", "A.sqlite", "--prefer", "seed")
        #expect(
            result.output.hasPrefix(
                "conflict  new It \"x\": bo: b is required, but is not in the store; b is restored\n"
                    + "M.sqlite: merged, 2 objects added, 1 conflict, "), "\(result.output)")
        #expect(try stores.rows("SELECT ZNAME FROM ZBO UNION ALL SELECT ZNAME FROM ZIT") == ["b", "x"])
    }

    @Test("An object that cannot be restored is reported once, as left out")
    func comesNotBack() throws {
        let model =
            XML.entity(
                "Card", XML.attribute("code"), XML.attribute("n"),
                XML.link("owner", "Person", "card", isOptional: false),
                XML.unique("code"))
            + XML.entity(
                "Person", XML.attribute("name"), XML.link("card", "Card", "owner"), XML.unique("name"))
        let load =
            "attributes: { code: code, n: n }\n    relationships: { owner: { find: Person.name, column: owner } }"
        let stores = try EditionStores(model)
        try stores.build(
            "A", ["Card": "code,n,owner\none,1,Ann\n", "Person": "name\nAnn\n"], loads: ["Card": load])
        try stores.copy("A", as: "B", "UPDATE ZCARD SET ZN = '2'")
        // Its owner has another card, which is the user's and requires an owner.
        try stores.copy(
            "A", as: "U",
            "UPDATE ZCARD SET Z_PK = 2, ZCODE = 'own'; UPDATE ZPERSON SET ZCARD = 2; "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Card'")
        let result = try stores.merge("--from", "B.sqlite", "--base", "A.sqlite", "--prefer", "seed")
        #expect(
            result.output.split(separator: "\n").dropLast() == [
                "conflict  Card \"one\": owner: Ann is required, but was left out or belongs to another object; left out"
            ], "\(result.output)")
        #expect(try stores.rows("SELECT ZCODE, ZOWNER FROM ZCARD") == ["own,1"])
    }
}
