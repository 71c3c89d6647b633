import Foundation
import SQLite
import TestSupport
import Testing

@testable import Inputs

@Suite("The encoding of a drafted file follows from its letters")
struct DraftedEncodingsTests {
    @Test("Encodings of Europe", arguments: encodings)
    func letters(encoding: String, text: String) throws {
        let name = try #require(TextEncoding(named: encoding))
        let bytes = try #require(Self.bytes(text, in: name))
        let rows = text.split(separator: "\n").map { String($0.replacing(",", with: "|")) }
        // Texts of a database that are UTF-8 stay as they are.
        let cells = bytes.split(separator: 0x0A).map { row in
            row.split(separator: 0x2C).map { cell in
                "CAST(X'" + cell.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
                    + "' AS TEXT)"
            }.joined(separator: ", ")
        }
        let folder = try TestFolder()
        let path = folder.path + "/items.db"
        try Connection(path: path, mode: .create).execute(
            """
            CREATE TABLE items (name, note);
            INSERT INTO items VALUES ('Žoë', 'UTF-8'), (\(cells.joined(separator: "), (")));
            """)
        let database = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        for (name, bytes, rows) in [
            ("items.csv", Array("name,note\n".utf8) + bytes, rows),
            ("items.db", database, ["Žoë|UTF-8"] + rows),
        ] {
            try DraftedFilesTests.expect(
                .init(
                    encoding, "Item name! note", [(name, bytes)], .rows(DraftedFilesTests.notes, rows),
                    told: ["encoding: \(encoding)"]))
        }
    }

    private static let encodings: [(String, String)] = [
        ("windows-1252", "Käse,schön\nÖl,größer\nCrème brûlée,façade\n"),
        ("windows-1250", "Čapek,Příliš žluťoučký kůň\nDvořák,úpěl ďábelské ódy\n"),
        ("windows-1250", "Łódź,Zażółć gęślą jaźń\nKraków,świętość\n"),
        ("iso-8859-15", "Œuvre,12 €\ncœur,sœur été\n"),
        ("windows-1251", "Привет,мир и люди\nМосква,Россия\n"),
        ("koi8-r", "Привет,мир и люди\nМосква,Россия\n"),
        ("windows-1253", "Αθήνα,η πόλη\nΘεσσαλονίκη,βόρεια\n"),
        ("windows-1254", "İstanbul,ağaç ışık\nŞişli,güneş\n"),
        ("windows-1256", "مرحبا,بالعالم\nالقاهرة,مدينة\n"),
        ("windows-1258", "Đươ\u{300}ng,tră\u{301}ng\nCà phê,sư\u{303}a đá\nBánh mi\u{300},thi\u{323}t\n"),
        ("windows-874", "สวัสดี,ครับผม\nกรุงเทพ,เมืองใหญ่\n"),
        ("windows-1252", "“quoted”,it’s – fine\nplain,text\n"),
        ("windows-1252", "Tea,£12\nCoffee,£3\n"),
        ("macroman", "Käse,schön\nÖl,größer\nCrème brûlée,façade\n"),
        ("ibm850", "Käse,schön\nÖl,größer\n"),
    ]

    @Test("Encodings of East Asia", arguments: wide)
    func wideEncodings(encoding: String, text: String, hex: String) throws {
        var digits = Substring(hex)
        var bytes = Array("name,note\n".utf8)
        while !digits.isEmpty {
            bytes.append(try #require(UInt8(digits.prefix(2), radix: 16)))
            digits = digits.dropFirst(2)
        }
        let rows = text.split(separator: "\n").map { String($0.replacing(",", with: "|")) }
        try DraftedFilesTests.expect(
            .init(
                encoding, "Item name! note", [("items.csv", bytes)], .rows(DraftedFilesTests.notes, rows),
                told: ["encoding: \(encoding)"]))
    }

    private static let wide: [(String, String, String)] = [
        (
            "shift_jis", "りんご,赤い果物です\n東京,日本の首都\n",
            "82e882f182b22c90d482a289ca95a882c582b70a938c8b9e2c93fa967b82cc8ef193730a"
        ),
        (
            "euc-jp", "りんご,赤い果物です\n東京,日本の首都です\n",
            "a4eaa4f3a4b42cc0d6a4a4b2cccaaaa4c7a4b90ac5ecb5fe2cc6fccbdca4cebcf3c5d4a4c7a4b90a"
        ),
        (
            "gb18030", "北京,中国的首都\n上海,这是一个大城市\n",
            "b1b1bea92cd6d0b9fab5c4cad7b6bc0ac9cfbaa32cd5e2cac7d2bbb8f6b4f3b3c7cad00a"
        ),
        (
            "gb18030", "名称,凉菜\n黄瓜,热菜\n",
            "c3fbb3c62cc1b9b2cb0abbc6b9cf2cc8c8b2cb0a"
        ),
        (
            "euc-kr", "역명,노선\n강남,분당선\n",
            "bfaab8ed2cb3ebbcb10ab0adb3b22cbad0b4e7bcb10a"
        ),
        (
            "big5", "台北,這是一個大城市\n香港,我們的家\n",
            "a578a55f2cb36fac4fa440add3a46aabb0a5ab0aadbbb4e42ca7daadccaabaae610a"
        ),
        (
            "euc-kr", "서울,대한민국의 수도\n부산,바다가 있는 도시\n",
            "bcadbfef2cb4ebc7d1b9ceb1b9c0c720bcf6b5b50abacebbea2cb9d9b4d9b0a120c0d6b4c220b5b5bdc30a"
        ),
    ]

    /// Returns the bytes of a text in an encoding.
    private static func bytes(_ text: String, in encoding: TextEncoding) -> [UInt8]? {
        if let upperHalf = encoding.upperHalf {
            var known: [UInt16: UInt8] = [:]
            for (index, character) in upperHalf.enumerated() { known[character] = UInt8(0x80 + index) }
            var bytes: [UInt8] = []
            for scalar in text.unicodeScalars {
                if scalar.value < 0x80 {
                    bytes.append(UInt8(scalar.value))
                } else if let byte = known[UInt16(scalar.value)] {
                    bytes.append(byte)
                } else {
                    return nil
                }
            }
            return bytes
        }
        return nil
    }
}
