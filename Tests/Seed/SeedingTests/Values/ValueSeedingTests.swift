import Foundation
import ObjectModel
import SQLite
@testable import Inputs
import TestSupport
import Testing

@Suite("Seeding values of every type")
struct ValueSeedingTests {
    @Test("Every attribute type has the encoding of docs/internals/format.md#rows")
    func everyType() throws {
        let seeding = try ValueSeeding(
            attributes: """
                <attribute name="small" optional="YES" attributeType="Integer 16"/>
                <attribute name="big" optional="YES" attributeType="Integer 64"/>
                <attribute name="price" optional="YES" attributeType="Decimal"/>
                <attribute name="ratio" optional="YES" attributeType="Double"/>
                <attribute name="rough" optional="YES" attributeType="Float"/>
                <attribute name="title" optional="YES" attributeType="String"/>
                <attribute name="done" optional="YES" attributeType="Boolean"/>
                <attribute name="day" optional="YES" attributeType="Date"/>
                <attribute name="photo" optional="YES" attributeType="Binary"
                    allowsExternalBinaryDataStorage="YES"/>
                <attribute name="seal" optional="YES" attributeType="Binary"/>
                <attribute name="code" optional="YES" attributeType="UUID"/>
                <attribute name="link" optional="YES" attributeType="URI"/>
                <attribute name="tags" optional="YES" attributeType="Transformable"
                    valueTransformerName="NSSecureUnarchiveFromData"/>
                """,
            rows: """
                n,price,first,last,ok,day,photo,seal,code,link,tags
                7,"3,50", Ann ,Lee,ja,09.03.24,p.jpg,00ff,e621e1f8-c36c-495a-93fc-0c247a3e6e5f,https://a.b/%20,a|b
                ,,,,,,,,,,
                """)
        try seeding.folder.write(Data([9]), as: "photos/p.jpg")
        let built = try seeding.build(
            """
            small: n
            big: { value: 9223372036854775807 }
            price: { column: price, decimalComma: true }
            ratio: { column: n, lookup: { 7: 0.5, 8: 1 } }
            rough: { value: 0.1 }
            title: { template: "{first} {last}", replace: { pattern: " +", with: " " }, trim: true, case: upper }
            done: { column: ok, booleans: { true: [ja], false: [nein] }, default: false }
            day: { column: day, date: dd.MM.yy }
            photo: { column: photo, binary: file, folder: photos }
            seal: { column: seal, binary: hex }
            code: code
            link: link
            tags: { column: tags, archive: array, separator: "|" }
            """,
            columns: [
                "ZSMALL", "ZBIG", "ZPRICE", "ZRATIO", "ZROUGH", "ZTITLE", "ZDONE", "ZDAY",
                "ZPHOTO", "ZSEAL", "ZCODE", "ZLINK", "ZTAGS",
            ])
        #expect(built.warnings == [])
        let code: [UInt8] = [
            0xE6, 0x21, 0xE1, 0xF8, 0xC3, 0x6C, 0x49, 0x5A, 0x93, 0xFC, 0x0C, 0x24, 0x7A, 0x3E,
            0x6E, 0x5F,
        ]
        let tags = try PropertyValue.array([.string("a"), .string("b")]).keyedArchive()
        #expect(built.rows.count == 2)
        #expect(
            built.rows.first == [
                .integer(7), .integer(.max), .real(3.5), .real(0.5), .real(Double(Float(0.1))),
                .text("ANN LEE"), .integer(1), .integer(731_635_200), .blob([1, 9]),
                .blob([0, 255]), .blob(code), .text("https://a.b/%20"), .blob(tags),
            ])
        #expect(
            built.rows.last == [
                .null, .integer(.max), .null, .null, .real(Double(Float(0.1))), .null, .integer(0),
                .null, .null, .null, .null, .null, .null,
            ])
    }

    @Test("Numbers in the plan keep their text")
    func writtenNumbers() throws {
        let seeding = try ValueSeeding(
            attributes: """
                <attribute name="version" optional="YES" attributeType="String"/>
                <attribute name="note" optional="YES" attributeType="String"/>
                <attribute name="flag" optional="YES" attributeType="Boolean"/>
                <attribute name="price" optional="YES" attributeType="Decimal"/>
                """, rows: "a\n\"\"\n")
        let built = try seeding.build(
            """
            version: { value: 1.10 }
            note: { column: a, default: "" }
            flag: { column: a, default: true, booleans: { true: [ja], false: [nein] } }
            """, columns: ["ZVERSION", "ZNOTE", "ZFLAG"])
        #expect(built.rows == [[.text("1.10"), .text(""), .integer(1)]])
        let issues = seeding.issues("price: { value: 0.12345678901234567891 }")
        #expect(issues.map(\.reason) == [.value(.inexactDecimal(stored: "0.12345678901234568"))])
        #expect(issues.first?.fault == .plan)
        #expect(issues.first?.location.line == 9)
    }

    @Test(
        "Omitted attributes get the model's default; empty cells only if the attribute is not optional"
    )
    func defaults() throws {
        let seeding = try ValueSeeding(
            attributes: """
                <attribute name="count" optional="YES" attributeType="Integer 16"
                    defaultValueString="3"/>
                <attribute name="price" optional="YES" attributeType="Decimal"
                    defaultValueString="9.99"/>
                <attribute name="day" optional="YES" attributeType="Date"
                    defaultDateTimeInterval="731696730"/>
                <attribute name="code" optional="YES" attributeType="UUID"
                    defaultValueString="E621E1F8-C36C-495A-93FC-0C247A3E6E5F"/>
                <attribute name="link" optional="YES" attributeType="URI"
                    defaultValueString="https://a.b"/>
                <attribute name="title" attributeType="String" defaultValueString="new"/>
                <attribute name="other" optional="YES" attributeType="String"
                    defaultValueString="x"/>
                <attribute name="done" attributeType="Boolean" defaultValueString="YES"/>
                """, rows: "title,other\nA,B\n,\n")
        let built = try seeding.build(
            "title: title\nother: other",
            columns: ["ZTITLE", "ZOTHER", "ZCOUNT", "ZPRICE", "ZDAY", "ZLINK", "ZDONE"])
        let rest: [Value] = [
            .integer(3), .real(9.99), .integer(731_696_730), .text("https://a.b"), .integer(1),
        ]
        #expect(built.rows == [[.text("A"), .text("B")] + rest, [.text("new"), .null] + rest])
        let code = try seeding.build("title: title", columns: ["ZCODE"]).rows.first?.first
        guard case .blob(let bytes)? = code else { return #expect(Bool(false)) }
        // A UUID is never that of the model, which would be the same for all objects.
        #expect(bytes.count == 16 && bytes[6] >> 4 == 5)
    }

    @Test(
        "Defaults equal those of a store",
        arguments: [
            (.binaryData, .data([7]), true, .blob([1, 7])),
            (.binaryData, .data([7]), false, .blob([7])),
            (.date, .date(1.5), false, .real(1.5)), (.date, .integer(2), false, .real(2)),
            (.decimal, .decimal("1.5"), false, .real(1.5)), (.float, .double(0.5), false, .real(0.5)),
            (.boolean, .integer(1), false, .integer(1)), (.string, .string(""), false, .text("")),
            (.uuid, .uuid([1]), false, .blob([1])),
            (.transformable, .object(className: "Cover"), false, nil),
            (.binaryData, .object(className: "X"), false, nil), (.string, .null, false, nil),
            (.double, .double(.nan), false, nil),
        ] as [(AttributeType, PropertyValue, Bool, Value?)])
    func storedDefaults(
        type: AttributeType, value: PropertyValue, isExternal: Bool, expected: Value?
    ) {
        let attribute = AttributeDescription(
            PropertyTraits(name: "a"), type: type, allowsExternalBinaryDataStorage: isExternal)
        #expect(Value(value, of: attribute) == expected)
    }

    @Test("A transformable's default is an archive if Core Data's transformer creates it")
    func transformableDefault() throws {
        let list = PropertyValue.array([.string("a")])
        let archive = try list.keyedArchive()
        for (name, expected) in [
            (nil, Value.blob(archive)), ("NSSecureUnarchiveFromData", .blob(archive)),
            ("CoverTransformer", nil),
        ] as [(String?, Value?)] {
            let attribute = AttributeDescription(
                PropertyTraits(name: "a"), type: .transformable, valueTransformerName: name)
            #expect(Value(list, of: attribute) == expected)
        }
    }

    @Test("Elements of a composite have dotted names")
    func composites() throws {
        let seeding = try ValueSeeding(
            attributes: """
                <attribute name="home" optional="YES" attributeType="Composite">
                    <attribute name="city" optional="YES" attributeType="String"
                        maxValueString="6"/>
                    <attribute name="zip" optional="YES" attributeType="Integer 32"/>
                </attribute>
                """, rows: "city,zip\nBerlin,10115\n")
        let built = try seeding.build(
            "home.city: city\nhome.zip: zip", columns: ["ZCITY", "ZZIP"])
        #expect(built.rows == [[.text("Berlin"), .integer(10_115)]])
    }

    @Test(
        "A value that breaks the model's rules is reported at its cell, with all others of the row")
    func validation() throws {
        let seeding = try ValueSeeding(
            attributes: """
                <attribute name="stars" attributeType="Integer 16" minValueString="1"
                    maxValueString="5"/>
                <attribute name="title" attributeType="String" minValueString="2" maxValueString="4"
                    regularExpressionString="[A-Z].*"/>
                """, rows: "title,stars\nAbc,5\nA,6\nabc,0\n Abcde ,1\n")
        let issues = seeding.issues("stars: stars\ntitle: { column: title, trim: true }")
        #expect(
            issues.map(\.reason) == [
                .value(.validation(.maximum("5"))), .value(.validation(.minimumLength(2))),
                .value(.validation(.minimum("1"))), .value(.validation(.regularExpression("[A-Z].*"))),
                .value(.validation(.maximumLength(4))),
            ])
        #expect(issues.map(\.location.line) == [3, 3, 4, 4, 5])
        #expect(issues.map(\.location.column) == [3, 1, 5, 1, 1])
        #expect(issues.map(\.value) == ["6", "A", "0", "abc", "Abcde"])
        #expect(issues.map(\.property) == ["stars", "title", "stars", "title", "title"])
        #expect(issues.allSatisfy { $0.fault == .data && $0.entity == "Thing" })
        let constant = seeding.issues("stars: { value: 9 }\ntitle: title")
        #expect(constant.map(\.reason) == [.value(.validation(.maximum("5")))])
        #expect(constant.first?.fault == .plan)
    }

    private static let everyKind = """
        <attribute name="n" optional="YES" attributeType="Integer 16"/>
        <attribute name="s" optional="YES" attributeType="String"/>
        <attribute name="d" optional="YES" attributeType="Date"/>
        <attribute name="b" optional="YES" attributeType="Binary"/>
        <attribute name="t" optional="YES" attributeType="Transformable"/>
        <attribute name="own" optional="YES" attributeType="Transformable"
            valueTransformerName="Colors"/>
        """

    @Test(
        "Unsuitable keys of an attribute, and values without a row, are refused",
        arguments: [
            ("s: { column: a, decimalComma: true }", .plan(.unusableKey("decimalComma", type: "String"))),
            ("n: { column: a, locale: de_DE }", .plan(.unusableKey("locale", type: "Integer 16"))),
            ("s: { column: a, date: unix }", .plan(.unusableKey("date", type: "String"))),
            ("s: { column: a, binary: hex }", .plan(.unusableKey("binary", type: "String"))),
            (
                "n: { column: a, allowNonFinite: true }",
                .plan(.unusableKey("allowNonFinite", type: "Integer 16"))
            ),
            ("s: { column: a, archive: array }", .plan(.unusableKey("archive", type: "String"))),
            (
                "n: { column: a, booleans: { true: [a], false: [b] } }",
                .plan(.unusableKey("booleans", type: "Integer 16"))
            ),
            ("b: { column: a, binary: hex, folder: . }", .plan(.unusableKey("folder", type: "Binary"))),
            ("b: { column: a, separator: x }", .plan(.unusableKey("separator", type: "Binary"))),
            (
                "t: { column: a, archive: string, binary: hex }",
                .plan(.unusableKey("binary", type: "Transformable"))
            ),
            (
                "t: { column: a, archive: array, elements: date }",
                .plan(.unusableKey("elements", type: "Transformable"))
            ),
            ("b: { column: a, binary: file }", .plan(.missingKey("folder"))),
            ("b: { column: a, binary: file, folder: nowhere }", .file(.fileNotFound)),
            ("s: { column: a, replace: { pattern: \"(\", with: x } }", .plan(.badRegularExpression("("))),
            ("s: { template: \"{a\" }", .plan(.badTemplate("{a"))),
            ("s: { template: \"{b}\" }", .plan(.unknownName("b", kind: .column, nearest: "a"))),
            ("n: { column: a, lookup: { x: y } }", .value(.notA(.integer))),
            ("d: { column: a, date: dateOnly, timeZone: }", .plan(.missingTimeZone)),
            ("d: { column: a, date: excel1900 }", .plan(.missingTimeZone)),
            ("t: { column: a, archive: date, date: dateOnly }", .plan(.missingTimeZone)),
            ("d: { column: a, date: qq }", .plan(.badDatePattern("qq"))),
        ] as [(String, SeedIssue.Reason)])
    func planIssues(value: String, reason: SeedIssue.Reason) throws {
        let seeding = try ValueSeeding(attributes: Self.everyKind, rows: "a\n1\n")
        let issues = seeding.issues(value, top: "")
        #expect(issues.map(\.reason) == [reason])
        #expect(issues.first?.location.line != nil || reason == .file(.fileNotFound))
    }

    @Test(
        "Harmless issues are warnings",
        arguments: [
            ("own: { column: a, archive: string }", .model(.ownTransformer("Colors")))
        ] as [(String, SeedIssue.Reason)])
    func warnings(value: String, reason: SeedIssue.Reason) throws {
        let seeding = try ValueSeeding(attributes: Self.everyKind, rows: "a\n1\n")
        #expect(try seeding.build(value, columns: ["Z_PK"]).warnings.map(\.reason) == [reason])
    }

    @Test(
        "Locale and time zone are those of the column, the source or the plan, in this order",
        arguments: [
            ("d: { column: a, date: d MMMM yyyy }", "", "timeZone: UTC\nlocale: de_DE"),
            (
                "d: { column: a, date: d MMMM yyyy }", ", locale: de_DE",
                "timeZone: UTC\nlocale: fr_FR"
            ),
            ("d: { column: a, date: d MMMM yyyy }", ", locale: de_DE, timeZone: UTC", ""),
            (
                "d: { column: a, date: d MMMM yyyy, locale: de_DE }", ", locale: fr_FR",
                "timeZone: UTC\nlocale: fr_FR"
            ),
            (
                "d: { column: a, date: d MMMM yyyy, locale: de_DE, timeZone: UTC }",
                ", timeZone: Asia/Tokyo", "timeZone: Asia/Tokyo"
            ),
        ])
    func locales(value: String, source: String, top: String) throws {
        var seeding = try ValueSeeding(attributes: Self.everyKind, rows: "a\n9 März 2024\n")
        seeding.sourceOptions = source
        let built = try seeding.build(value, top: top, columns: ["ZD"])
        #expect(built.rows == [[.integer(731_635_200)]])
    }

    @Test("Transforms do not change empty cells")
    func emptyCells() throws {
        let seeding = try ValueSeeding(attributes: Self.everyKind, rows: "a,b\n,x\n")
        let built = try seeding.build(
            "s: { column: a, replace: { pattern: \"^$\", with: x }, lookup: { x: y } }",
            columns: ["ZS"])
        #expect(built.rows == [[.null]])
    }

    @Test("An error in a template or transform shows the invalid text")
    func textAtFault() throws {
        let seeding = try ValueSeeding(attributes: Self.everyKind, rows: "a,b\n1,x\n")
        let issues = seeding.issues("n: { template: \"{a}{b}\" }")
        #expect(issues.map(\.reason) == [.value(.notA(.integer))])
        #expect(issues.map(\.value) == ["1x"])
        #expect(issues.map(\.sourceColumn) == ["{a}{b}"])
        #expect(issues.first?.location.column == 1)
    }
}
