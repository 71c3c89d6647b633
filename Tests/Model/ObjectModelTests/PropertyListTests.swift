import Foundation
import Testing

@testable import ObjectModel

@Suite("Property lists")
struct PropertyListTests {
    @Test("An XML list gives every kind of value")
    func xml() throws {
        let list = try PropertyList(bytes: Array(HostileInputTests.plist.utf8))
        #expect(
            list
                == .dictionary([
                    "a": .integer(1), "b": .real(2.5), "c": .data([0, 1, 2]),
                    "d": .date(728_395_200), "e": .array([.bool(true), .string("x & y")]),
                    "f": .uid(7),
                ]))
    }

    @Test("A binary list from Foundation is read, with long, short, ASCII and other texts")
    func binary() throws {
        let long = String(repeating: "lång ", count: 100)
        let value: [String: Any] = [
            "text": "plain", "long": long, "emoji": "🍏", "int": 300, "negative": -5,
            "big": Int64.max, "real": 0.1, "yes": true, "data": Data(repeating: 7, count: 300),
            "date": Date(timeIntervalSinceReferenceDate: 12.5),
            "list": (0..<20).map { $0 }, "empty": [Int](),
        ]
        let data = try PropertyListSerialization.data(
            fromPropertyList: value, format: .binary, options: 0)
        let list = try PropertyList(bytes: Array(data))
        #expect(list["text"] == .string("plain"))
        #expect(list["long"] == .string(long))
        #expect(list["emoji"] == .string("🍏"))
        #expect(list["int"] == .integer(300))
        #expect(list["negative"] == .integer(-5))
        #expect(list["big"] == .integer(.max))
        #expect(list["real"] == .real(0.1))
        #expect(list["yes"] == .bool(true))
        #expect(list["data"] == .data([UInt8](repeating: 7, count: 300)))
        #expect(list["date"] == .date(12.5))
        #expect(list["list"] == .array((0..<20).map { .integer($0) }))
        #expect(list["empty"] == .array([]))
    }

    /// Returns a binary list of objects, with one-byte offsets and references.
    static func binary(_ objects: [[UInt8]], top: UInt8 = 0, count: UInt8? = nil) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt8(bytes.count)
        bytes += offsets
        bytes += [0, 0, 0, 0, 0, 0, 1, 1]
        for number in [count ?? UInt8(objects.count), top, table] {
            bytes += [0, 0, 0, 0, 0, 0, 0, number]
        }
        return bytes
    }

    @Test("Setting a value in a binary list keeps everything else unchanged")
    func setting() throws {
        let unsigned: [UInt8] = [0x14] + [UInt8](repeating: 0, count: 8) + [0x80, 0, 0, 0, 0, 0, 0, 1]
        let others: [(key: String, object: [UInt8])] = [
            ("unsigned", unsigned), ("single", [0x22, 0x3D, 0xCC, 0xCC, 0xCD]),
            ("nan", [0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 1]), ("zero", [0x23, 0x80, 0, 0, 0, 0, 0, 0, 0]),
            ("half", [0x62, 0xD8, 0x00, 0x00, 0x61]), ("uid", [0x81, 0, 7]), ("long", [0x12, 0, 0, 0, 5]),
            ("date", [0x33, 0xC1, 0xE0, 0, 0, 0, 0, 0, 1]), ("none", [0x00]),
        ]
        // A dictionary of all of them, a set, an array with the same text again, and the value that is replaced.
        var keys: [[UInt8]] = others.map { [0x50 | UInt8($0.key.utf8.count)] + Array($0.key.utf8) }
        keys += [[0x53] + Array("set".utf8), [0x52] + Array("in".utf8), [0x53] + Array("own".utf8)]
        let count = UInt8(keys.count)
        let first = 1 + count
        var objects: [[UInt8]] = [[0xDC] + (1...count) + (first..<first + count)] + keys
        objects += others.map(\.object)
        objects += [[0xC1, first], [0xD1, 1, first + count], [0x10, 1], [0xA2, first + 4, 3]]
        let bytes = Self.binary(objects)
        let list = try WrittenPropertyList(bytes: bytes)
        func setting(
            _ entries: [String: PropertyList?], in list: WrittenPropertyList
        ) throws -> WrittenPropertyList? {
            try list.setting(entries.mapValues { $0.map { WrittenPropertyList($0) } })
        }
        let made = try #require(
            try setting(["own": .integer(2), "gone": .none, "added": .string("x")], in: list))
        #expect(
            PropertyListTests.written(made.binary)
                == PropertyListTests.written(bytes).merging(
                    ["own": [0x10, 2], "added": [0x51, 0x78]], uniquingKeysWith: { $1 }))
        // The value is set once more, and set back: this gives the same list, and each of its values.
        let back = try #require(try setting(["own": .integer(1), "added": .none], in: made))
        #expect(try back == setting(["own": .integer(1)], in: list))
        #expect(
            try back.entries
                == list.entries.map { $0.merging(["own": WrittenPropertyList(.integer(1))]) { $1 } })
        #expect(try setting(["a": .null], in: WrittenPropertyList(.array([]))) == nil)
    }

    @Test("Lists are equal in any order of keys, and differ if one bit of a value differs")
    func sameness() throws {
        func list(_ real: [UInt8], isTurned: Bool = false) throws -> WrittenPropertyList {
            let keys: [UInt8] = isTurned ? [2, 1, 4, 3] : [1, 2, 3, 4]
            return try WrittenPropertyList(
                bytes: Self.binary([[0xD2] + keys, [0x51, 0x61], [0x51, 0x62], real, [0xD1, 1, 3]]))
        }
        let numbers: [[UInt8]] = [
            [0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0], [0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 1], [0x22, 0, 0, 0, 0],
            [0x23, 0, 0, 0, 0, 0, 0, 0, 0], [0x23, 0x80, 0, 0, 0, 0, 0, 0, 0], [0x61, 0, 0xE9],
            [0x62, 0, 0x65, 0x03, 0x01],
        ]
        for (index, number) in numbers.enumerated() {
            #expect(try list(number) == list(number, isTurned: true))
            for other in numbers[..<index] { #expect(try list(number) != list(other)) }
        }
    }

    @Test("An XML list with a repeated key, or with several values, is invalid")
    func doubledXML() throws {
        for (content, problem) in [
            (
                "<dict><key>\u{E9}</key><true/><key>e\u{301}</key><true/></dict>",
                "a dictionary has a key twice"
            ),
            ("<dict/><dict/>", "this is no property list"),
        ] {
            let error = #expect(throws: ModelError.self) {
                try PropertyList(bytes: Array("<plist version=\"1.0\">\(content)</plist>".utf8))
            }
            #expect(error?.problem == .malformed(problem))
        }
        #expect(
            try PropertyList(bytes: Array("<plist><integer>9223372036854775808</integer></plist>".utf8))
                == .unsigned(1 << 63))
    }

    /// Returns the values of a binary dictionary as written, by their keys.
    static func written(_ bytes: [UInt8]) -> [String: [UInt8]] {
        guard let reader = try? BinaryPropertyListReader(bytes: bytes),
            case .container(_, let count, let members)? = try? reader.object(reader.topObject)
        else { return [:] }
        func flat(_ index: Int) -> [UInt8] {
            switch try? reader.object(index) {
            case .plain(let bytes)?: bytes
            case .container(let marker, let count, let members)?:
                [marker | UInt8(count)] + members.flatMap(flat)
            case nil: []
            }
        }
        return Dictionary(
            (0..<count).compactMap { index in
                (try? reader.text(members[index])).map { ($0, flat(members[count + index])) }
            }, uniquingKeysWith: { first, _ in first })
    }

    static let damagedLists: [(what: String, bytes: [UInt8])] = [
        ("an array that holds itself", binary([[0xA1, 0]])),
        ("a dictionary that holds itself", binary([[0xD1, 1, 0], [0x51, 0x61]])),
        ("a reference to nothing", binary([[0xA1, 9]])),
        ("a text that is too long", binary([[0x5F, 0x13] + [UInt8](repeating: 0x7F, count: 8)])),
        ("a length that is no number", binary([[0x5F, 0x51, 0x61]])),
        ("a key that is a number", binary([[0xD1, 1, 1], [0x10, 1]])),
        ("an unknown kind", binary([[0x93]])),
        ("more objects than there are", binary([[0x08]], count: 200)),
        ("a top object that is not there", binary([[0x08]], top: 3)),
        ("nothing but a header", Array("bplist00".utf8)),
        // This would expand to 2^40 strings.
        (
            "arrays that double at every level",
            binary((1...40).map { [0xA2, $0, $0] } + [[0x51, 0x61]])
        ),
    ]

    @Test("A damaged or malicious binary list is an error")
    func damaged() {
        for (what, bytes) in Self.damagedLists {
            #expect(throws: ModelError.self, "\(what)") { try PropertyList(bytes: bytes) }
        }
    }

    @Test(
        "Damaged XML is an error with its position",
        arguments: [
            ("<a><b></a>", 1, 7), ("<a>\n<b x=1/></a>", 2, 6), ("<a>&nope;</a>", 1, 4),
            ("<a", 1, 1), ("<a x='1' x='2'/>", 1, 10), ("<a/><b/>", 1, 5), ("", 1, 1),
            ("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", 1, 25), ("<a>&#xD800;</a>", 1, 4),
            ("<a><![CDATA[x</a>", 1, 4), ("x<a/>", 1, 2), ("<a b='<'/>", 1, 7),
        ])
    func damagedXML(text: String, line: Int, column: Int) throws {
        let error = #expect(throws: ModelError.self) {
            try XMLTreeElement.root(of: Array(text.utf8))
        }
        #expect(error?.line == line)
        #expect(error?.column == column)
    }

    @Test("References, CDATA and positions are read from XML, and comments are skipped")
    func tree() throws {
        let root = try XMLTreeElement.root(
            of: Array(
                """
                \u{FEFF}<?xml version="1.0"?><!DOCTYPE a><!-- <no> -->
                <a b="1 &amp;&#10;2" c='"'>x<![CDATA[<y>]]>&#x1F34F;
                  <d/></a>
                """.utf8))
        #expect(root.attributes == ["b": "1 &\n2", "c": "\""])
        #expect(root.text == "x<y>🍏\n  ")
        #expect(root.line == 2)
        #expect(root.children.map(\.line) == [3])
        #expect(root.children.map(\.column) == [3])
    }

    @Test("XML in UTF-16 is read, invalid UTF-8 is an error")
    func encodings() throws {
        let text = "<a b=\"å\"/>"
        var big: [UInt8] = [0xFE, 0xFF]
        var little: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 {
            big += [UInt8(unit >> 8), UInt8(unit & 255)]
            little += [UInt8(unit & 255), UInt8(unit >> 8)]
        }
        #expect(try XMLTreeElement.root(of: big).attributes == ["b": "å"])
        #expect(try XMLTreeElement.root(of: little).attributes == ["b": "å"])
        // Foundation's parser stops the process here.
        let broken = Array("<model la".utf8) + [0xE9] + Array("x=\"1\"/>".utf8)
        #expect(throws: ModelError.self) { try XMLTreeElement.root(of: broken) }
    }

    @Test("Elements nested too deeply are an error")
    func depth() {
        let text = String(repeating: "<a>", count: 100_000)
        #expect(throws: ModelError.self) { try XMLTreeElement.root(of: Array(text.utf8)) }
    }

    @Test("Dates are those of the Gregorian calendar in UTC")
    func dates() throws {
        func seconds(_ text: String) throws -> PropertyList {
            try PropertyList(bytes: Array("<plist><date>\(text)</date></plist>".utf8))
        }
        #expect(try seconds("2001-01-01T00:00:00Z") == .date(0))
        #expect(try seconds("1970-01-01T00:00:00Z") == .date(-978_307_200))
        #expect(try seconds("2024-02-29T23:59:59Z") == .date(730_943_999))
        #expect(throws: ModelError.self) { try seconds("2024-13-01T00:00:00Z") }
    }

    @Test(
        "Each decimal number has one text",
        arguments: [
            ("0.0", "0"), ("-0", "0"), ("12.50", "12.5"), ("-0.050", "-0.05"), ("1e3", "1000"),
            ("1.5E-3", "0.0015"), ("007", "7"), ("1200", "1200"), (".5", "0.5"),
        ])
    func decimals(text: String, normal: String) {
        #expect(DecimalText.normalized(text) == normal)
    }

    @Test(
        "Invalid decimal numbers are nil",
        arguments: ["", "-", "YES", "1e999", "1e-9223372036854775808", "1.2.3", "."])
    func noDecimals(text: String) {
        #expect(DecimalText.normalized(text) == nil)
    }
}
