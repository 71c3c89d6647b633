import CommandSupport
import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@Suite("zseed build")
struct BuildTests {
    @Test("A plan becomes a valid store with every value, link, number and counter")
    func build() throws {
        let shop = try Shop()
        let reference = try bytes(of: shop.path + "/reference.sqlite")
        let result = try shop.build()
        #expect(result.errors == "")
        #expect(result.status == 0)
        #expect(result.output.contains("built, \(Zseed.checkCount) checks passed"))
        #expect(
            try files(in: shop.path)
                == ["items.csv", "labels.csv", "out.sqlite", "plan.yml", "reference.sqlite"])
        #expect(try bytes(of: shop.path + "/reference.sqlite") == reference)
        try FormatLint.expectSound(shop.output)
        let store = try Connection(path: shop.output, mode: .readOnly)
        func rows(_ sql: String) throws -> [String] {
            try store.rows(sql) { row in
                (0..<row.columnCount).map { row.text(at: $0) ?? "-" }.joined(separator: "|")
            }
        }
        #expect(
            try rows(
                """
                SELECT Z_PK, Z_ENT, Z_OPT, ZNAME, ZQUANTITY, ZSOLD, ZUNIT, ZPLACE, Z3_PLACE, \
                ZLABEL FROM ZITEM
                """
            )
                == [
                    "1|1|1|Apples|3|1|1|1|4|2", "2|1|1|Bread, rye|1|0|2|-|-|1",
                    "3|1|1|Crème fraîche|2|-|1|2|4|-",
                ])
        #expect(
            try rows(
                """
                SELECT typeof(ZSTOCK), typeof(ZPRICE), typeof(ZWEIGHT), typeof(ZRATIO), ZADDED, \
                hex(ZCODE) FROM ZITEM LIMIT 2
                """
            )
                == [
                    "integer|real|real|real|731635200|00112233445566778899AABBCCDDEEFF",
                    "integer|real|real|null|731743200|",
                ])
        #expect(
            try rows("SELECT Z_PK, ZITEM, ZTEXT FROM ZLABEL") == [
                "1|2|red", "2|1|green", "3|-|none",
            ])
        #expect(try rows("SELECT Z_PK, Z_ENT, ZNAME FROM ZPLACE") == ["1|4|Cellar", "2|4|Fridge"])
        #expect(try rows("SELECT Z_PK, Z_ENT, ZNAME FROM ZUNIT") == ["1|6|kg", "2|6|piece"])
        #expect(
            try rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT")
                == ["Item|3", "Label|3", "Place|2", "Room|0", "Shelf|0", "Unit|2"])
        #expect(try rows("PRAGMA journal_mode") == ["delete"])
        #expect(try rows("PRAGMA auto_vacuum") == ["2"])
    }

    @Test("The summary counts rows that were read, written, found and rejected")
    func summary() throws {
        let result = try Shop().build()
        let words = result.output.split(separator: "\n").prefix(6).map { line in
            line.split(separator: " ").prefix(8).joined(separator: " ")
        }
        #expect(
            words == [
                "entity source read written found merged skipped rejected",
                "Item items 3 3 0 0 0 0",
                "Unit Item.unit 0 2 1 0 0 0", "Room Item.place 0 2 0 0 0 0",
                "Label labels 3 3 0 0 0 0",
                "Item Label.item 0 0 2 0 0 0",
            ])
    }

    @Test("-o sets the output, and --quiet prints nothing")
    func options() throws {
        let shop = try Shop()
        let result = try Zseed.run(
            "build", "plan.yml", "-o", "new/deep/other.sqlite", "--quiet", in: shop.path)
        #expect(result.output == "")
        #expect(result.errors == "")
        #expect(result.status == 0)
        #expect(try files(in: shop.path + "/new/deep") == ["other.sqlite"])
        #expect(!FileManager.default.fileExists(atPath: shop.output))
    }

    @Test("A CSV source can be standard input")
    func standardInput() throws {
        let shop = try Shop()
        try shop.build().expectSuccess()
        let expected = try bytes(of: shop.output)
        try FileManager.default.createDirectory(
            atPath: shop.path + "/plans", withIntermediateDirectories: false)
        try shop.edit("plan.yml", "labels.csv", "/dev/stdin")
        let result = try Zseed.run(
            "build", "plan.yml", in: shop.path, input: Data(Shop.labels.utf8))
        result.expectSuccess()
        #expect(try bytes(of: shop.output) == expected)
    }

    @Test("The plan's metadata is added to the reference's")
    func metadata() throws {
        let shop = try Shop()
        try shop.edit(
            "plan.yml", "timeZone: UTC",
            """
            timeZone: UTC
            metadata: { DefaultDataImported: true, version: 3, ratio: 1.5, by: zseed }
            """
        )
        try shop.build().expectSuccess()
        let lines = try Zseed.run("inspect", "out.sqlite", in: shop.path).output
        for line in [
            "    DefaultDataImported: true", "    version: 3", "    ratio: 1.5", "    by: zseed",
        ] {
            #expect(lines.contains(line + "\n"), "\(line)")
        }
        try FormatLint.expectSound(shop.output)
    }

    @Test("Without metadata in the plan, only the record of the edition is added")
    func unchangedMetadata() throws {
        let shop = try Shop()
        try shop.build().expectSuccess()
        func entries(_ name: String) throws -> [String: PropertyList] {
            try StoreMetadata.read(from: Connection(path: shop.path + "/" + name, mode: .readOnly)).entries
        }
        var built = try entries("out.sqlite")
        #expect(built.removeValue(forKey: EditionNote.metadataKey) != nil)
        #expect(try built == entries("reference.sqlite"))
    }

    @Test("Builds in different time zones, locales and folders are byte-identical")
    func determinism() throws {
        let shop = try Shop()
        try shop.build(["TZ": "UTC", "LANG": "C", "LC_ALL": "C"]).expectSuccess()
        let first = try bytes(of: shop.output)
        for (zone, locale) in [
            ("Pacific/Kiritimati", "de_DE.UTF-8"), ("America/St_Johns", "tr_TR.UTF-8"),
            ("Asia/Kathmandu", "ar_EG.UTF-8"),
        ] {
            try shop.build(["TZ": zone, "LANG": locale, "LC_ALL": locale]).expectSuccess()
            #expect(try bytes(of: shop.output) == first, "\(zone)")
        }
        try Zseed.run("build", shop.path + "/plan.yml", in: "/").expectSuccess()
        #expect(try bytes(of: shop.output) == first)
        let other = try Shop()
        try other.build().expectSuccess()
        #expect(try bytes(of: other.output) == first)
    }

    @Test("A reference's live -wal is read, and the reference is not changed")
    func walReference() throws {
        let shop = try Shop()
        let writer = try Connection(path: shop.path + "/reference.sqlite", mode: .readWrite)
        try writer.execute("PRAGMA journal_mode = WAL; CREATE INDEX LATE ON ZITEM (ZSTOCK)")
        let names = ["", "-wal", "-shm"].map { shop.path + "/reference.sqlite" + $0 }
        let before = try names.map(bytes)
        try shop.build().expectSuccess()
        #expect(try names.map(bytes) == before)
        let store = try Connection(path: shop.output, mode: .readOnly)
        #expect(
            try store.text("SELECT sql FROM sqlite_master WHERE name = 'LATE'")
                == "CREATE INDEX LATE ON ZITEM (ZSTOCK)")
        #expect(try store.text("PRAGMA journal_mode") == "delete")
        withExtendedLifetime(writer) {}
    }

    @Test("An ignored hangup signal stays ignored, as under nohup")
    func hangup() throws {
        let shop = try Shop()
        let result = try run(
            "sh",
            [
                "-c",
                "trap '' HUP; \"$0\" build plan.yml --quiet & P=$!; "
                    + "for i in 1 2 3 4 5 6 7 8; do kill -HUP $P; sleep 0.02; done; wait $P",
                Zseed.path,
            ],
            in: shop.path)
        #expect(result.status == 0)
        #expect(FileManager.default.fileExists(atPath: shop.output))
    }

    @Test("The replaced file's permissions are kept, and links are followed")
    func permissionsAndLinks() throws {
        let shop = try Shop()
        try shop.folder.write("old", as: "real/target.sqlite")
        let target = shop.path + "/real/target.sqlite"
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
        try FileManager.default.createSymbolicLink(
            atPath: shop.output, withDestinationPath: "real/target.sqlite")
        try shop.build().expectSuccess()
        let attributes = try FileManager.default.attributesOfItem(atPath: target)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
        #expect(try bytes(of: target).starts(with: Data("SQLite format 3".utf8)))
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: shop.output)
                == "real/target.sqlite")
    }

    @Test("A last row that looks like a total is a warning, unless only the name begins so")
    func totalAtTheEnd() throws {
        let shop = try Shop()
        try shop.edit("plan.yml", "key: id", "key: name")
        try shop.edit(
            "plan.yml", "{ keyOf: Item, column: item }", "{ keyOf: Item, column: item, missing: 'null' }")
        for (row, isReported) in [("9,Total,6,15", true), ("9,Total Recall,6,15", false)] {
            try shop.folder.write(
                Shop.items.trimmingCharacters(in: .newlines) + "\n" + row + ",,,,,,,,,\n", as: "items.csv")
            let result = try Zseed.run("build", "plan.yml", in: shop.path)
            #expect(result.status == 0, "\(result.errors)")
            let words =
                "the last row, 'Total', looks like a total but became an object: leave it out with `where:`"
            #expect(result.errors.contains(words) == isReported, "\(result.errors)")
        }
    }
}
