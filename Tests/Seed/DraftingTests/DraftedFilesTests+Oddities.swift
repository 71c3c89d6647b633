import Foundation
import TestSupport
import Testing

@testable import Inputs

extension DraftedFilesTests {
    private static let codes = "SELECT ZNAME, ZCODE FROM ZITEM ORDER BY Z_PK"
    private static let days =
        "SELECT ZNAME, date(ZSINCE + 978307200, 'unixepoch') FROM ZITEM ORDER BY Z_PK"

    @Test("Parts of files that are not data are left out", arguments: oddFiles)
    func odd(file: DraftedFile) throws { try Self.expect(file) }

    private static let oddFiles: [DraftedFile] = [
        .init(
            "Days that there are none", item, ["items.csv": "name,since\nA,20240131\nB,00000000\n"],
            .rows(days, ["A|2024-01-31", "B|"])),
        .init(
            "The same between points, and as a code", item,
            ["items.csv": "name;since;code\nA;31.01.2024;00000000\nB;00.00.0000;00000001\n"],
            .rows(
                "SELECT ZNAME, ZCODE, ZSINCE IS NULL FROM ZITEM ORDER BY 1", ["A|00000000|0", "B|00000001|1"])
        ),
        .init(
            "A number with a fraction of zeros", item, ["items.csv": "name,price\nA,0.000000\nB,1.5\n"],
            .rows("SELECT ZNAME, ZPRICE FROM ZITEM ORDER BY 1", ["A|0", "B|1.5"])),
        .init(
            "People called Null", item, ["items.csv": "name,note\nA,Null\nB,x\n"],
            .rows(notes, ["A|Null", "B|x"]), told: ["'Null' is a value", "`null: [\"Null\"]`"]),
        .init(
            "NULL of a program", item, ["items.csv": "name,note\nA,NULL\nB,x\n"], .rows(notes, ["A|", "B|x"])),
        .init(
            "Names for programs below the header", item,
            ["items.csv": "name,note,code\nfld_name,fld_note,fld_code\nA,x,p\nB,y,q\nC,z,r\n"],
            .rows(notes, ["A|x", "B|y", "C|z"]), told: ["NOT `name` IN {'fld_name'}"]),
        .init(
            "Types below the header", item,
            ["items.csv": "name,note,code\nVARCHAR(20),text,\"CHAR(2)\"\nA,x,p\nB,y,q\nC,z,r\n"],
            .rows(notes, ["A|x", "B|y", "C|z"]), told: ["'VARCHAR(20)'"]),
        .init(
            "Units below the header", item,
            ["items.csv": "name,price,note\n-,[€],-\nA,1,x\nB,2,y\nC,3,z\n"],
            .rows(notes, ["A|x", "B|y", "C|z"]), told: ["'[€]'"]),
        .init(
            "Names with such signs in every row", item,
            ["items.csv": "name,note\na_1,b_1\na_2,b_2\na_3,b_3\n"],
            .rows(notes, ["a_1|b_1", "a_2|b_2", "a_3|b_3"])),
        .init(
            "Another table below", item,
            ["items.csv": "name,note,amount\nA,x,1\nB,y,2\n\nCity,Land,\nRome,Italy,\nOslo,Norway,\n"],
            .rows(notes, ["A|x", "B|y", "City|Land", "Rome|Italy", "Oslo|Norway"]),
            told: ["are the rows below an empty one, from 'City' on, of another table? they have no `amount`"]
        ),
        .init(
            "Letters that were read in another encoding", item, ["items.csv": "name,note\nA,MÃ¼ller\nB,x\n"],
            .rows(notes, ["A|MÃ¼ller", "B|x"]), told: ["letters are broken, as in 'MÃ¼ller'"]),
        .init(
            "Letters of Portuguese", item, ["items.csv": "name,note\nA,SÃO PAULO\nB,NÃO\n"],
            .rows(notes, ["A|SÃO PAULO", "B|NÃO"])),
        .init(
            "Characters of web pages", item, ["items.csv": "name,note\nA,M&uuml;ller\nB,Q&A; R&D\n"],
            .rows(notes, ["A|M&uuml;ller", "B|Q&A; R&D"]), told: ["HTML entities, as in 'M&uuml;ller'"]),
        .init(
            "Apostrophes that keep texts", item, ["items.csv": "name,code\nA,'0012\nB,'0013\n"],
            .rows(codes, ["A|0012", "B|0013"])),
        .init(
            "UTF-32", item, [("items.csv", utf32("name,note\nA,x\n"))], .refused,
            told: ["utf32Text"]),
        .init(
            "UTF-32 without a mark", item, [("items.csv", Array(utf32("name,note\nA,x\n").dropFirst(4)))],
            .refused,
            told: ["utf32Text"]),
        .init(
            "ISO 2022", item, ["items.csv": "name,note\nA,\u{1B}$B$j$s$4\u{1B}(B\n"], .refused,
            told: ["iso2022Text"]),
        .init(
            "EBCDIC", item,
            [
                (
                    "items.csv",
                    // name,note / Apple,red / Pear,green
                    [
                        0x95, 0x81, 0x94, 0x85, 0x6B, 0x95, 0x96, 0xA3, 0x85, 0x25, 0xC1, 0x97, 0x97, 0x93,
                        0x85, 0x6B,
                        0x99, 0x85, 0x84, 0x25, 0xD7, 0x85, 0x81, 0x99, 0x6B, 0x87, 0x99, 0x85, 0x85, 0x95,
                        0x25,
                    ]
                )
            ], .refused, told: ["ebcdicText"]),
        .init(
            "Hebrew, whose letters are capitals of KOI8", item,
            [
                (
                    "items.csv",
                    Array("name,note\n".utf8)
                        // תפוח,עץ / אגס,גדול
                        + [
                            0xFA, 0xF4, 0xE5, 0xE7, 0x2C, 0xF2, 0xF5, 0x0A, 0xE0, 0xE2, 0xF1, 0x2C, 0xE2,
                            0xE3, 0xE5, 0xEC, 0x0A,
                        ]
                )
            ], .rows(notes, ["תפוח|עץ", "אגס|גדול"]), told: ["encoding: windows-1255"]),
        .init(
            "Per cent that a text shows", item, [("items.xlsx", shown("0%", "0.55", "0.075").zip.bytes)],
            .rows(codes, ["A|55%", "B|8%"]), told: ["number: { shown: \"0%\" }"]),
        .init(
            "Two decimals that a text shows", item, [("items.xlsx", shown("0.00", "1.5", "-2").zip.bytes)],
            .rows(codes, ["A|1.50", "B|-2.00"])),
        .init(
            "Euros that a text shows", item,
            [("items.xlsx", shown("#,##0.00\\ [$€-407]", "1234567.5", "0.005").zip.bytes)],
            .rows(codes, ["A|1,234,567.50 €", "B|0.01 €"])),
        .init(
            "A format with two ways of writing", item,
            [("items.xlsx", shown("0.00;(0.00)", "1.5", "2").zip.bytes)], .rows(codes, ["A|1.5", "B|2"]),
            told: ["a text gets them as they are"]),
    ]

    private static func shown(_ format: String, _ first: String, _ second: String) -> WorkbookText {
        var book = cells(
            "<c r=\"B2\" s=\"1\"><v>\(first)</v></c>", "<c r=\"B3\" s=\"1\"><v>\(second)</v></c>",
            column: "code")
        book.styles =
            "<numFmts><numFmt numFmtId=\"165\" formatCode=\"\(format)\"/></numFmts>"
            + "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"165\"/></cellXfs>"
        return book
    }

    private static func utf32(_ text: String) -> [UInt8] {
        [0xFF, 0xFE, 0, 0]
            + text.unicodeScalars.flatMap { scalar in (0..<4).map { UInt8(scalar.value >> ($0 * 8) & 0xFF) } }
    }

    @Test(
        "Formatting of OpenDocument sheets is used",
        arguments: [
            ("55%", 0.55, "0%"), ("1.50", 1.5, "0.00"), ("1,234.50 €", 1234.5, "#,##0.00\" €\""),
            ("2.00", 2, "0.00"),
            ("$5", 5.2, "\"$\"0"),
        ])
    func shape(shown: String, number: Double, code: String) throws {
        let shape = try #require(NumberShape(shown: shown, of: number))
        #expect(shape.code == code)
        #expect(shape.text(of: try #require(Decimal(string: "\(number)"))) == shown)
        #expect(NumberShape(shown: "1.234,50", of: 1234.5)?.isWritten == false)
        #expect(NumberShape(shown: "1,50", of: 1.5)?.isWritten == false)
    }
}
