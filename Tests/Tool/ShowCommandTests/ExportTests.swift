import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed export and zseed plan")
struct ExportTests {
    /// Returns a built store of the shop.
    private func shop() throws -> Shop { try Shop.built() }

    @Test("Empty data and nil stay different in readable, exact and plain exports")
    func emptyBytes() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Note"><attribute name="body" attributeType="Binary"/>
            <attribute name="large" optional="YES" attributeType="Binary"/>
            <attribute name="photo" optional="YES" attributeType="Binary"
                allowsExternalBinaryDataStorage="YES"/>
            <attribute name="text" optional="YES" attributeType="String"/>
            <attribute name="thumbnail" optional="YES" attributeType="Binary"/></entity>
            """, as: "M.xcdatamodel")
        #expect(try Zseed.run("create", "M.xcdatamodel", "-o", "A.sqlite", in: folder.path).status == 0)
        try Connection(path: folder.path + "/A.sqlite", mode: .readWrite).execute(
            """
            INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZBODY, ZLARGE, ZPHOTO, ZTEXT, ZTHUMBNAIL) VALUES
                (1, 1, 1, X'', X'', X'01', '', X''), (2, 1, 1, X'41', NULL, NULL, NULL, NULL),
                (3, 1, 1, X'42', zeroblob(24001), X'0142', 'x', X'43');
            UPDATE Z_PRIMARYKEY SET Z_MAX = 3
            """)
        func run(_ arguments: String...) throws {
            let result = try Zseed.run(arguments, in: folder.path)
            #expect(result.status == 0, "\(result.errors)")
        }
        try run("export", "A.sqlite", "-o", "people")
        let plan = try String(contentsOfFile: folder.path + "/people/seed.yml", encoding: .utf8)
        #expect(
            plan.contains(
                """
                      body: { column: body, binary: base64, default: "" }
                      large: { column: large, binary: file, folder: Note.files }
                      photo: { column: photo, binary: base64, lookup: { "(empty)": "" }, unmatched: keep }
                      text: { column: text, lookup: { "(empty)": "" }, unmatched: keep }
                """), "\(plan)")
        try run("build", "people/seed.yml", "-o", "People.sqlite")
        try run("export", "A.sqlite", "--exact", "-o", "exact")
        try run("build", "exact/seed.yml", "-o", "Exact.sqlite")
        try run("export", "A.sqlite", "--to", "plain.sqlite")
        try run("plan", "M.xcdatamodel", "plain.sqlite", "-o", "plain.yml")
        try run("build", "plain.yml", "-o", "Plain.sqlite")
        for store in ["People", "Exact", "Plain"] {
            let rows = try Connection(path: folder.path + "/\(store).sqlite", mode: .readOnly).rows(
                "SELECT quote(ZBODY) || ' ' || CASE WHEN ZLARGE IS NULL THEN 'NULL' ELSE length(ZLARGE) END "
                    + "|| ' ' || quote(ZPHOTO) || ' ' || quote(ZTEXT) || ' ' || quote(ZTHUMBNAIL) FROM ZNOTE "
                    + "ORDER BY Z_PK"
            ) { $0.text(at: 0) ?? "" }
            #expect(
                rows == [
                    "X'' 0 X'01' '' X''", "X'41' NULL NULL NULL NULL", "X'42' 24001 X'0142' 'x' X'43'",
                ], "\(store)")
        }
    }

    @Test("Codable values are exported as JSON text and restored byte for byte")
    func codableValues() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Trip"><attribute name="moods" optional="YES" attributeType="Binary"/>
            <attribute name="mixed" optional="YES" attributeType="Binary"/>
            <attribute name="large" optional="YES" attributeType="Binary"
                allowsExternalBinaryDataStorage="YES"/></entity>
            """)
        try folder.write(
            """
            moods;mixed;large
            ["sunny","é"];7B7D;{"a": 1}
            {"place":"x, \\"y\\""};FF00;"text"
            ;;

            """, as: "trips.csv")
        try folder.write(
            """
            reference: Model.xcdatamodel
            output: out.sqlite
            sources: { trips: { csv: trips.csv, delimiter: ";" } }
            entities:
              Trip:
                from: trips
                attributes:
                  moods: { column: moods, binary: text }
                  mixed: { column: mixed, binary: hex }
                  large: { column: large, binary: text }
            """, as: "plan.yml")
        try folder.write(
            String(
                decoding: try bytes(of: folder.path + "/trips.csv"), as: UTF8.self
            ).split(separator: "\n").map { line in
                line.split(separator: ";", omittingEmptySubsequences: false).map {
                    "\"" + $0.replacing("\"", with: "\"\"") + "\""
                }.joined(separator: ";")
            }.joined(separator: "\n") + "\n", as: "trips.csv")
        try Zseed.run("build", "plan.yml", in: folder.path).expectSuccess()
        try Zseed.run("export", "out.sqlite", "-o", "files", in: folder.path).expectSuccess()
        let rows = String(
            decoding: try bytes(of: folder.path + "/files/Trip.csv"), as: UTF8.self)
        #expect(rows.contains("\"[\"\"sunny\"\",\"\"é\"\"]\""))
        #expect(rows.contains("\"{\"\"a\"\": 1}\""))
        let plan = String(
            decoding: try bytes(of: folder.path + "/files/seed.yml"), as: UTF8.self)
        #expect(plan.contains("moods: { column: moods, binary: text }"))
        #expect(plan.contains("large: { column: large, binary: text }"))
        #expect(plan.contains("mixed: { column: mixed, binary: base64 }"))
        try Zseed.run("build", "files/seed.yml", "-o", "again.sqlite", in: folder.path)
            .expectSuccess()
        func values(_ path: String) throws -> [String] {
            try Connection(path: folder.path + "/" + path, mode: .readOnly).rows(
                "SELECT hex(ZMOODS), hex(ZMIXED), hex(ZLARGE) FROM ZTRIP ORDER BY Z_PK"
            ) { row in (0..<3).map { row.text(at: $0) ?? "" }.joined(separator: " ") }
        }
        #expect(try values("out.sqlite") == values("again.sqlite"))
    }

    @Test(
        "Readable and exact exports build again",
        arguments: [([], 10), (["--exact"], 16)] as [([String], Int)])
    func export(options: [String], rows: Int) throws {
        let shop = try shop()
        let before = try bytes(of: shop.output)
        let exported = try TestSupport.run(
            Zseed.path, ["export", "out.sqlite", "-o", "dir/files"] + options, in: shop.path)
        #expect(exported.errors == "")
        #expect(exported.status == 0)
        #expect(exported.output.hasSuffix("\ndir/files: \(rows) rows in 5 files\n"))
        let built = try Zseed.run(
            "build", "dir/files/seed.yml", "-o", "again.sqlite", in: shop.path)
        #expect(built.errors == "")
        #expect(built.status == 0)
        #expect(try bytes(of: shop.output) == before)
        func items(_ path: String) throws -> [String] {
            try Connection(path: path, mode: .readOnly).rows(
                """
                SELECT i.ZNAME, i.ZPRICE, i.ZADDED, hex(i.ZCODE), u.ZNAME, p.ZNAME, l.ZTEXT FROM \
                ZITEM i LEFT JOIN ZUNIT u ON u.Z_PK = i.ZUNIT LEFT JOIN ZPLACE p ON p.Z_PK = \
                i.ZPLACE LEFT JOIN ZLABEL l ON l.Z_PK = i.ZLABEL ORDER BY i.Z_PK
                """
            ) { row in (0..<7).map { row.text(at: $0) ?? "-" }.joined(separator: "|") }
        }
        #expect(try items(shop.output) == items(shop.path + "/again.sqlite"))
        try FormatLint.expectSound(shop.path + "/again.sqlite")
    }

    @Test(
        "An existing folder is not overwritten",
        arguments: [
            ("full", "full: error: the folder is not empty: use a new or empty folder\n"),
            ("plan.yml", "plan.yml: error: is a file, not a folder\n"),
        ])
    func taken(output: String, message: String) throws {
        let shop = try shop()
        try shop.folder.write("mine", as: "full/file")
        let before = try files(in: shop.path)
        let result = try Zseed.run("export", "out.sqlite", "-o", output, in: shop.path)
        #expect(result.errors == message)
        #expect(result.status == 2)
        #expect(try files(in: shop.path) == before)
        #expect(try files(in: shop.path + "/full") == ["file"])
    }

    @Test("Errors of an exact plan have their place")
    func exactErrors() throws {
        let shop = try shop()
        #expect(
            try Zseed.run("export", "out.sqlite", "--exact", "-o", "x", "-q", in: shop.path).output
                == "")
        try shop.edit("x/tables/ZUNIT.csv", "kg", "blob:?")
        let data = try Zseed.run("build", "x/seed.yml", "-o", "new.sqlite", in: shop.path)
        #expect(
            data.errors
                == """
                x/tables/ZUNIT.csv:2:7: error: ZUNIT: 'blob:?' (column `ZNAME`) is not Base64

                """
        )
        #expect(data.status == 1)
        try shop.edit("x/seed.yml", "  ZUNIT: ", "  ZUNITS:")
        let plan = try Zseed.run("build", "x/seed.yml", "-o", "new.sqlite", in: shop.path)
        #expect(
            plan.errors == "x/seed.yml:10:3: error: unknown table `ZUNITS`; did you mean `ZUNIT`?\n"
        )
        #expect(plan.status == 2)
        #expect(!FileManager.default.fileExists(atPath: shop.path + "/new.sqlite"))
    }

    @Test("A check that the reference fails, too, is a warning in an exact build")
    func inheritedFailures() throws {
        let shop = try shop()
        try Connection(path: shop.output, mode: .readWrite)
            .execute("UPDATE ZITEM SET ZUNIT = 99 WHERE Z_PK = 1")
        #expect(
            try Zseed.run("export", "out.sqlite", "--exact", "-o", "x", in: shop.path).status == 0)
        let result = try Zseed.run("build", "x/seed.yml", "-o", "new.sqlite", in: shop.path)
        #expect(result.status == 0)
        #expect(result.errors.hasSuffix("fails, as it does for the reference\n"))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test("A draft is printed or written to a new file, and builds")
    func plan() throws {
        let shop = try Shop()
        let printed = try Zseed.run("plan", "reference.sqlite", "items.csv", in: shop.path)
        #expect(printed.status == 0)
        #expect(printed.output.contains("\n      quantity: qty "))
        let written = try Zseed.run(
            "plan", "reference.sqlite", "items.csv", "-o", "sub/draft.yml", in: shop.path)
        #expect(
            written.errors == ""
                && printed.errors.hasSuffix(
                    "\nnext: save the plan with -o seed.yml, then zseed build seed.yml\n")
        )
        #expect(
            written.output
                == printed.errors.replacing("save the plan with -o seed.yml, then ", with: "")
                .replacing("build seed.yml", with: "build sub/draft.yml"))
        let draft = String(decoding: try bytes(of: shop.path + "/sub/draft.yml"), as: UTF8.self)
        #expect(draft.contains("reference: ../reference.sqlite\n"))
        #expect(try Zseed.run("build", "sub/draft.yml", in: shop.path).status == 0)
        #expect(try files(in: shop.path + "/sub") == ["draft.yml", "seed.sqlite"])
        let again = try Zseed.run(
            "plan", "reference.sqlite", "items.csv", "-o", "sub/draft.yml", in: shop.path)
        #expect(again.errors == "sub/draft.yml: error: already exists\n")
        #expect(again.status == 2)
        let missing = try Zseed.run("plan", "reference.sqlite", "none.csv", in: shop.path)
        #expect(missing.errors == "none.csv: error: no such file\n")
        #expect(missing.status == 2)
    }
}
