import CommandSupport
import Foundation
import TestSupport
import Testing

/// Both inputs are sound, and so is the result. Each of these merges once gave an unsound store, no store, or an
/// unreported change.
@Suite("Valid inputs give a valid result")
struct SoundMergeTests {
    // MARK: One-to-one relationships

    private static let cards =
        EntityXML.entity(
            "Card", EntityXML.attribute("code"), EntityXML.link("owner", "Person", "card", isOptional: false),
            EntityXML.unique("code"))
        + EntityXML.entity(
            "Person", EntityXML.attribute("name"), EntityXML.link("card", "Card", "owner"),
            EntityXML.unique("name"))

    private func cards(_ cards: String, as name: String, in stores: EditionStores) throws {
        try stores.build(
            name, ["Card": cards, "Person": "name\nAnn\nBob\n"],
            loads: [
                "Card":
                    "attributes: { code: code }\n    relationships: { owner: { find: Person.name, column: owner } }"
            ])
    }

    @Test("A kept card keeps its required owner, and the owner's new card is left out")
    func requiredPartner() throws {
        let stores = try EditionStores(Self.cards)
        try cards("code,owner\none,Ann\n", as: "A", in: stores)
        try cards("code,owner\ntwo,Ann\n", as: "B", in: stores)
        try stores.copy("A", as: "U", "UPDATE ZCARD SET ZCODE = 'mine'")
        for told in try stores.mergeBothWays() {
            #expect(
                told == [
                    "Card \"mine\": the new edition dropped it, but the user changed code; kept",
                    "new Card \"two\": owner: Ann is required, but was left out or belongs to another object; left out",
                    "Person \"Ann\": card: the user has mine, the new edition two; the user's value is kept",
                ])
            #expect(try stores.rows("SELECT ZCODE, ZOWNER FROM ZCARD") == ["mine,1"])
        }
        try stores.copy("A", as: "U")
        #expect(try stores.mergeBothWays() == [[], []])
        #expect(try stores.rows("SELECT ZCODE, ZOWNER FROM ZCARD") == ["two,1"])
    }

    // MARK: Entities

    private static let things =
        EntityXML.entity(
            "Thing", EntityXML.attribute("code"), EntityXML.attribute("note"),
            EntityXML.link("items", "Item", "thing", isToMany: true),
            EntityXML.unique("code"))
        + EntityXML.entity("Sub", EntityXML.attribute("extra"), parent: "Thing")
        + EntityXML.entity(
            "Item", EntityXML.attribute("name"), EntityXML.link("thing", "Thing", "items", isOptional: false),
            EntityXML.unique("name"))

    private func things(
        _ things: String, subs: String, items: String, as name: String, in stores: EditionStores
    ) throws {
        try stores.build(
            name, ["Thing": things, "Sub": subs, "Item": items],
            loads: [
                "Item":
                    "attributes: { name: name }\n    relationships: { thing: { find: Thing.code, column: thing } }"
            ])
    }

    @Test("An object that requires a left-out one gets the object with its unique value")
    func requiredObjectLeftOut() throws {
        let stores = try EditionStores(Self.things)
        try things("code\na\n", subs: "code,extra\n", items: "name,thing\ni,a\n", as: "A", in: stores)
        try things(
            "code\na\n", subs: "code,extra\nx,1\n", items: "name,thing\ni,a\nj,x\n", as: "B", in: stores)
        try stores.copy(
            "A", as: "U",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Thing'; "
                + "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZCODE) "
                + "SELECT 2, Z_ENT, 1, 'x' FROM Z_PRIMARYKEY WHERE Z_NAME = 'Thing'")
        for told in try stores.mergeBothWays() {
            #expect(
                told == [
                    "new Sub \"x\": Thing p2 has its unique values; left out, and links to it go to that object where possible"
                ])
            #expect(try stores.rows("SELECT ZNAME, ZTHING FROM ZITEM") == ["i,1", "j,2"])
        }
    }

    @Test("An object that moves to another entity is not lost")
    func otherEntity() throws {
        let stores = try EditionStores(Self.things)
        try things("code\na\nx\n", subs: "code,extra\n", items: "name,thing\ni,x\n", as: "A", in: stores)
        try things("code\na\n", subs: "code,extra\nx,1\n", items: "name,thing\ni,x\n", as: "B", in: stores)
        try stores.copy("A", as: "U")
        #expect(try stores.mergeBothWays() == [[], []])
        #expect(try stores.run("diff", "M.sqlite", "B.sqlite").status == 0)
        // The user's item needs the former object.
        try stores.copy(
            "A", as: "U",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Item'; "
                + "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZTHING, Z\(try thingEntity(stores))_THING) "
                + "SELECT 2, Z_ENT, 1, 'mine', 2, (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Thing') "
                + "FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'")
        for told in try stores.mergeBothWays() {
            #expect(told.contains("new Sub \"x\": another object has its unique values; left out"), "\(told)")
            #expect(
                told.contains(
                    "Thing \"x\": the new edition dropped it, but a kept object refers to it; kept"),
                "\(told)")
            #expect(try stores.rows("SELECT ZNAME, ZTHING FROM ZITEM ORDER BY 1") == ["i,2", "mine,2"])
        }
    }

    private func thingEntity(_ stores: EditionStores) throws -> String {
        try stores.rows("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Thing'", of: "A")[0]
    }

    // MARK: Texts

    @Test(
        "An invalid value is reported as an error of the edition and is written to no file"
    )
    func badValue() throws {
        let stores = try EditionStores(
            EntityXML.entity(
                "Thing", EntityXML.attribute("name"), EntityXML.attribute("count", "Integer 16"),
                EntityXML.unique("name")))
        try stores.build("A", ["Thing": "name,count\na,1\nb,2\n"])
        try stores.copy("A", as: "U", "UPDATE ZTHING SET ZCOUNT = 7 WHERE ZNAME = 'b'")
        try stores.copy("A", as: "B", "UPDATE ZTHING SET ZCOUNT = 40000 WHERE ZNAME = 'a'")
        for arguments in [
            ["merge", "U.sqlite", "--from", "B.sqlite", "--base", "A.sqlite", "-o", "M"],
            ["diff", "A.sqlite", "B.sqlite", "--changes", "M", "-q"],
        ] {
            let result = try stores.run(arguments)
            #expect(result.status == 1)
            #expect(result.errors == "B.sqlite: error: Thing.count: a value of another type\n")
            #expect(!FileManager.default.fileExists(atPath: stores.path + "/M"))
        }
    }

    @Test("Texts in different Unicode normal forms are different")
    func normalForms() throws {
        let stores = try EditionStores(
            EntityXML.entity(
                "Place", EntityXML.attribute("code"), EntityXML.attribute("name"),
                EntityXML.attribute("site", "URI"),
                EntityXML.unique("code")))
        let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")
        try stores.build("A", ["Place": "code,name,site\n1,\(composed),https://a.example\n"])
        try stores.build("B", ["Place": "code,name,site\n1,\(decomposed),https://a.example\n"])
        try stores.copy("A", as: "U")
        let diff = try stores.run("diff", "A.sqlite", "B.sqlite").output
        #expect(diff.contains("name \(composed) → \(decomposed)"), "\(diff)")
        #expect(try stores.mergeBothWays() == [[], []])
        let hex = "SELECT hex(ZNAME) FROM ZPLACE"
        #expect(try stores.rows(hex) == stores.rows(hex, of: "B"))
        #expect(
            try String(contentsOfFile: stores.path + "/A-B.json", encoding: .utf8).contains(
                "\"name\": \"name\""))
    }

    // MARK: Owners and what they own

    private static let folders =
        EntityXML.entity(
            "Folder", EntityXML.attribute("name"), EntityXML.attribute("note"),
            EntityXML.link("items", "Item", "folder", isToMany: true, isOrdered: true, rule: "Cascade"),
            EntityXML.link("marked", "Item", nil, isToMany: true), EntityXML.unique("name"))
        + EntityXML.entity(
            "Item", EntityXML.attribute("name"), EntityXML.attribute("note"),
            EntityXML.link("folder", "Folder", "items"),
            EntityXML.link("tags", "Tag", "items", isToMany: true), EntityXML.unique("name"))
        + EntityXML.entity(
            "Tag", EntityXML.attribute("name"), EntityXML.attribute("note"),
            EntityXML.link("items", "Item", "tags", isToMany: true),
            EntityXML.unique("name"))

    private func folders(
        _ folders: String, _ items: String, tags: String = "name,note\n", as name: String,
        in stores: EditionStores
    ) throws {
        try stores.build(
            name, ["Folder": folders, "Item": items, "Tag": tags],
            loads: [
                "Item":
                    "attributes: { name: name, note: note }\n    relationships: { folder: { find: Folder.name, column: folder }, "
                    + "tags: { find: Tag.name, column: tags, separator: \"|\" } }"
            ])
    }

    @Test("A new child of a deleted owner is left out, or restores the owner")
    func orphans() throws {
        let stores = try EditionStores(Self.folders)
        try folders("name,note\nf,\n", "name,note,folder,tags\na,,f,\n", as: "A", in: stores)
        try folders("name,note\nf,\n", "name,note,folder,tags\na,,f,\nb,,f,\n", as: "B", in: stores)
        try stores.copy("A", as: "U", "DELETE FROM ZFOLDER; DELETE FROM ZITEM")
        for told in try stores.mergeBothWays() {
            #expect(
                told.contains(
                    "new Item \"b\": folder: f is required, but is not in the store; left out"),
                "\(told)")
            #expect(try stores.rows("SELECT ZNAME FROM ZITEM") == [])
        }
        #expect(
            try stores.mergeBothWays("--prefer", "seed")[0].contains(
                "Folder \"f\": the new edition changed it, but it is not in the store; restored"))
    }

    @Test("A dropped but kept object keeps the objects that it owns")
    func ownedByWhatStays() throws {
        let stores = try EditionStores(Self.folders)
        try folders("name,note\nf,\ng,\n", "name,note,folder,tags\na,,f,\nb,,g,\n", as: "A", in: stores)
        try folders("name,note\ng,\n", "name,note,folder,tags\nb,,g,\n", as: "B", in: stores)
        try stores.copy("A", as: "U", "UPDATE ZFOLDER SET ZNOTE = 'mine' WHERE ZNAME = 'f'")
        for told in try stores.mergeBothWays() {
            #expect(
                told == [
                    "Folder \"f\": the new edition dropped it, but the user changed note; kept",
                    "Item \"a\": the new edition dropped it, but a kept object refers to it; kept",
                ])
            #expect(try stores.rows("SELECT ZNAME FROM ZITEM ORDER BY 1") == ["a", "b"])
        }
    }

    @Test(
        "Merging editions one by one or only the last gives a kept tag the same members"
    )
    func droppedTags() throws {
        let stores = try EditionStores(Self.folders)
        let items = "name,note,folder,tags\n"
        try folders("name,note\nf,\n", items + "a,,,t\nb,,,t\n", tags: "name,note\nt,\n", as: "A", in: stores)
        try folders("name,note\nf,\n", items + "a,,,\nb,,,t\n", tags: "name,note\nt,\n", as: "B", in: stores)
        try folders("name,note\nf,\n", items + "a,,,\nb,,,\n", as: "C", in: stores)
        try stores.copy("A", as: "U", "UPDATE ZTAG SET ZNOTE = 'mine'")
        #expect(try stores.merge("--from", "C.sqlite", "--base", "A.sqlite", as: "M").status == 0)
        #expect(try stores.merge("--from", "B.sqlite", "--base", "A.sqlite", as: "N").status == 0)
        #expect(try stores.merge("--from", "C.sqlite", "--base", "B.sqlite", into: "N", as: "O").status == 0)
        #expect(try stores.run("diff", "M.sqlite", "O.sqlite").status == 0)
        #expect(try stores.rows("SELECT ZNAME, ZNOTE FROM ZTAG") == ["t,mine"])
    }

    // MARK: Revived objects

    @Test("No object is restored only because the edition dropped the objects it referred to")
    func comesBack() throws {
        let stores = try EditionStores(Self.folders)
        try folders(
            "name,note\nf,\ng,\n", "name,note,folder,tags\na,,f,t\nb,,g,\n", tags: "name,note\nt,\n", as: "A",
            in: stores)
        try folders("name,note\ng,\n", "name,note,folder,tags\na,,,\nb,,g,\n", as: "B", in: stores)
        try stores.copy("A", as: "U", "DELETE FROM ZITEM WHERE ZNAME = 'a'; DELETE FROM Z_2TAGS")
        #expect(try stores.mergeBothWays("--prefer", "seed")[0] == [])
        #expect(try stores.rows("SELECT ZNAME FROM ZITEM") == ["b"])
    }

    @Test("A restored object gets its old position and memberships")
    func placeOfWhatComesBack() throws {
        let stores = try EditionStores(Self.folders)
        let items = "name,note,folder,tags\n"
        try folders("name,note\nf,\n", items + "a,,f,\nb,,f,\nc,,f,\n", as: "A", in: stores)
        try stores.execute("UPDATE ZITEM SET Z1MARKED = 1 WHERE ZNAME = 'a'", in: "A")
        try folders("name,note\nf,new\n", items + "a,new,f,\nb,,f,\nc,,f,\n", as: "B", in: stores)
        try stores.execute("UPDATE ZITEM SET Z1MARKED = 1 WHERE ZNAME = 'a'", in: "B")
        try stores.copy("A", as: "U", "DELETE FROM ZITEM WHERE ZNAME = 'a'")
        try stores.forget("U")
        let result = try stores.merge("--from", "B.sqlite", "--base", "A.sqlite", "--prefer", "seed")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            try stores.rows(
                "SELECT ZNAME, ZNOTE, Z1MARKED FROM ZITEM WHERE ZFOLDER = 1 ORDER BY Z_FOK_FOLDER")
                == ["a,new,1", "b,nil,nil", "c,nil,nil"])
    }
}
