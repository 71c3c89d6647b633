import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// SwiftData evaluates `id = UUID()` once, when it creates the model. The default is therefore the same for all
/// objects.
@Suite("UUIDs without a column")
struct DerivedUUIDTests {
    private static let frozen = "CBE5D1E7-FBD6-43B3-A714-852DE4EA316F"
    private static let model = """
        <entity name="Stop"><attribute name="id" attributeType="UUID"
            defaultValueString="\(frozen)"/>
        <attribute name="name" attributeType="String"/>
        <relationship name="trips" optional="YES" toMany="YES" destinationEntity="Trip"
            inverseName="stop" inverseEntity="Trip"/></entity>
        <entity name="Tour" parentEntity="Trip"/>
        <entity name="Trip"><attribute name="id" attributeType="UUID"
            defaultValueString="\(frozen)"/>
        <attribute name="other" attributeType="UUID" defaultValueString="\(frozen)"/>
        <attribute name="loose" optional="YES" attributeType="UUID"/>
        <attribute name="title" attributeType="String"/>
        <attribute name="code" optional="YES" attributeType="String"/>
        <attribute name="year" optional="YES" attributeType="Integer 16"/>
        <attribute name="made" attributeType="Date" usesScalarValueType="NO"
            DATE/>
        <relationship name="stop" optional="YES" maxCount="1" destinationEntity="Stop"
            inverseName="trips" inverseEntity="Stop"/>
        UNIQUE</entity>
        """

    /// A project that was built.
    private struct Built {
        let folder: TestFolder
        let status: Int32
        let errors: [String]

        /// Returns the rows of a query, each with its values joined by `|`, and blobs as UUIDs.
        func rows(_ sql: String) throws -> [String] {
            let store = try Connection(path: folder.path + "/out.sqlite", mode: .readOnly)
            return try store.rows(sql) { row in
                (0..<row.columnCount).map { column in
                    if case .blob(let bytes) = row.value(at: column) {
                        return NSUUID(uuidBytes: bytes).uuidString.uppercased()
                    }
                    return row.text(at: column) ?? "-"
                }.joined(separator: "|")
            }
        }
    }

    private static func build(
        _ load: String, rows: String, top: String = "", unique: String? = nil,
        date: String = "defaultDateTimeInterval=\"0\"", in folder: TestFolder? = nil
    ) throws -> Built {
        let constraint =
            unique.map {
                "<uniquenessConstraints><uniquenessConstraint><constraint value=\"\($0)\"/>"
                    + "</uniquenessConstraint></uniquenessConstraints>"
            } ?? ""
        let folder = try folder ?? TestFolder()
        if !FileManager.default.fileExists(atPath: folder.path + "/reference.sqlite") {
            try TestStore.create(
                at: folder.path + "/reference.sqlite",
                model: model.replacingOccurrences(of: "UNIQUE", with: constraint)
                    .replacingOccurrences(of: "DATE", with: date))
        }
        try folder.write(rows, as: "rows.csv")
        try folder.write(
            """
            reference: reference.sqlite
            output: out.sqlite
            \(top)
            sources: { rows: { csv: rows.csv } }
            entities:
            \(load)

            """, as: "plan.yml")
        let built = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        return Built(
            folder: folder, status: built.status,
            errors: built.errors.split(separator: "\n").map(String.init))
    }

    private static func trips(_ attributes: String, _ more: String = "") -> String {
        "  Trip: { from: rows, attributes: { \(attributes) }\(more) }"
    }

    @Test("Each object gets its own UUID per attribute, the same in every build")
    func own() throws {
        let rows = "title,year\nLisbon,2024\nAlps,2023\nOslo,\n"
        let first = try Self.build(
            Self.trips("title: title, year: year"), rows: rows, unique: "title")
        #expect(first.status == 0)
        #expect(first.errors == [])
        let sql = "SELECT ZID, ZOTHER, ZLOOSE FROM ZTRIP ORDER BY ZTITLE"
        let found = try first.rows(sql)
        let ids = found.flatMap { $0.split(separator: "|").prefix(2) }
        #expect(Set(ids).count == 6)
        #expect(!ids.contains { $0 == Self.frozen })
        // Version 5 of RFC 9562, and its variant.
        #expect(
            ids.allSatisfy {
                $0.wholeMatch(of: /[0-9A-F]{8}-[0-9A-F]{4}-5[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/)
                    != nil
            })
        // An optional attribute without a default stays empty.
        #expect(found.allSatisfy { $0.hasSuffix("|-") })
        // Another order, more rows, or a build on another machine gives the same UUIDs.
        let second = try Self.build(
            Self.trips("title: title, year: year"),
            rows: "title,year\nOslo,\nRome,1\nAlps,1\nLisbon,2\n", unique: "title")
        #expect(try second.rows(sql).filter { found.contains($0) } == found)
        #expect(try first.rows("SELECT ZID FROM ZTRIP WHERE ZTITLE = 'Lisbon'") == [Self.known["LISBON"]])
    }

    @Test("Without a key, UUIDs depend on primary keys, with a warning")
    func position() throws {
        let built = try Self.build(Self.trips("title: title"), rows: "title\nA\nA\nB\n")
        #expect(built.status == 0)
        #expect(Set(try built.rows("SELECT ZID FROM ZTRIP")).count == 3)
        #expect(
            built.errors
                == ["id", "other"].map {
                    "plan.yml:6:3: warning: Trip.\($0): only their primary keys identify 3 objects, so a "
                        + "new row before them changes the UUIDs; add `uuid: [name, …]` with attributes "
                        + "that do not change"
                })
        let keyed = try Self.build(
            Self.trips("title: title", ", key: n"), rows: "n,title\n7,A\n8,A\n")
        #expect(keyed.errors == [])
        #expect(
            try keyed.rows("SELECT ZID FROM ZTRIP ORDER BY Z_PK") == [Self.known["KEY7"], Self.known["KEY8"]])
        // Of several keys, the first one for which a row has a value is used.
        let partly = try Self.build(
            Self.trips("title: title, code: code"), rows: "title,code\nA,x\nA,\nA,y\n",
            unique: "code")
        #expect(Set(try partly.rows("SELECT ZID FROM ZTRIP")).count == 3)
        #expect(partly.errors.count == 2)
        #expect(partly.errors.allSatisfy { $0.contains("its primary key identifies 1 object") })
    }

    @Test(
        "`uuid:` names what identifies the object, attributes before columns",
        arguments: [
            (
                "id: { uuid: [title], namespace: dns }", "title: host",
                "host\nwww.example.com\n", "2ED6657D-E927-568B-95E1-2665A8AEA6A2"
            ),
            (
                "id: { uuid: host, namespace: 6ba7b810-9dad-11d1-80b4-00c04fd430c8 }",
                "title: { value: x }", "host\npython.org\n",
                "886313E1-3B8A-5372-9B90-0C9AEE199E5D"
            ),
            ("id: { uuid: [title] }", "title: { column: t, trim: true }", "t\n Lisbon \n", "LISBON"),
            (
                "id: { uuid: [title, year] }", "title: t, year: y", "t,y\nLisbon,2024.0\n",
                "LISBON2024"
            ),
            (
                "id: { column: id, uuid: [title] }", "title: t",
                "t,id\nLisbon,\n", "LISBON"
            ),
            (
                "id: { column: id, uuid: [title] }", "title: t",
                "t,id\nLisbon,00112233-4455-6677-8899-aabbccddeeff\n",
                "00112233-4455-6677-8899-AABBCCDDEEFF"
            ),
        ])
    func names(id: String, title: String, rows: String, expected: String) throws {
        let built = try Self.build(
            Self.trips("\(title), other: { value: \(Self.frozen) }, \(id)"), rows: rows)
        #expect(built.status == 0, "\(built.errors)")
        #expect(built.errors == [])
        #expect(try built.rows("SELECT ZID FROM ZTRIP") == [Self.known[expected] ?? expected])
    }

    @Test(
        "An invalid `uuid:` is refused",
        arguments: [
            (
                "id: { uuid: [titel] }", "t\nx\n",
                ["plan.yml:6:116: error: unknown column `titel`; there is `t`"], 2
            ),
            (
                "id: { uuid: [title], namespace: dnss }", "t\nx\n",
                ["plan.yml:6:135: error: `dnss` is not a value of `namespace`; did you mean `dns`?"], 2
            ),
            (
                "id: { uuid: [title], value: x }", "t\nx\n",
                ["plan.yml:6:109: error: `value` and `uuid` exclude each other"], 2
            ),
            (
                "id: { column: t, namespace: dns }", "t\nx\n",
                ["plan.yml:6:131: error: the key `uuid` is missing"], 2
            ),
            (
                "year: { uuid: [title] }", "t\nx\n",
                [
                    "plan.yml:6:118: error: `uuid` cannot be used for a Integer 16 attribute here"
                ], 2
            ),
            (
                "id: { uuid: [c] }", "t,c\nx,1\ny,\n",
                ["rows.csv:3:1: error: Trip.id: needs a value, but there is none"], 1
            ),
        ])
    func refused(id: String, rows: String, expected: [String], status: Int32) throws {
        let built = try Self.build(
            Self.trips("other: { value: \(Self.frozen) }, title: t, \(id)"), rows: rows)
        #expect(built.errors.filter { $0.contains("error") } == expected)
        #expect(built.status == status)
    }

    @Test("Duplicate UUIDs are a warning, or an error if the attribute is unique")
    func shared() throws {
        let load = Self.trips("title: t, other: { value: \(Self.frozen) }, id: { uuid: [c] }")
        let rows = "t,c\na,1\nb,1\nc,2\n"
        let built = try Self.build(load, rows: rows)
        #expect(
            built.errors == [
                "plan.yml:6:3: warning: Trip.id: 2 objects have the UUID of another object: the attributes in "
                    + "`uuid:` do not identify them"
            ])
        let unique = try Self.build(load, rows: rows, unique: "id")
        #expect(unique.status == 1)
        #expect(
            unique.errors.first
                == "rows.csv:3:1: error: Trip: the value is the id of two Trip rows, but must be unique")
        // Derived from the primary key, it is always unique.
        let other = try Self.build(
            Self.trips("title: t, other: { value: \(Self.frozen) }"), rows: rows, unique: "id")
        #expect(other.status == 0)
        #expect(Set(try other.rows("SELECT ZID FROM ZTRIP")).count == 3)
    }

    @Test("Objects that `find` creates get UUIDs from the values that identify them")
    func created() throws {
        let built = try Self.build(
            Self.trips(
                "title: t, other: { value: \(Self.frozen) }, id: { uuid: [title] }",
                ", relationships: { stop: { find: Stop.name, column: s } }"),
            rows: "t,s\na,X\nb,Y\nc,X\nd,\n")
        #expect(built.errors == [])
        #expect(
            try built.rows("SELECT ZNAME, ZID FROM ZSTOP ORDER BY 1")
                == ["X|STOPX", "Y|STOPY"].map { Self.replaced($0) })
        let set = try Self.build(
            Self.trips(
                "title: t, other: { value: \(Self.frozen) }, id: { uuid: [title] }",
                ", relationships: { stop: { find: Stop.name, column: s, set: { id: { uuid: [name], "
                    + "namespace: dns } } } }"),
            rows: "t,s\na,www.example.com\nb,www.example.com\n")
        #expect(
            try set.rows("SELECT ZID FROM ZSTOP") == ["2ED6657D-E927-568B-95E1-2665A8AEA6A2"])
    }

    @Test("An empty cell of a required attribute gets a UUID, like a missing column")
    func emptyCell() throws {
        let built = try Self.build(
            Self.trips("title: t, other: o, id: { uuid: [title] }, loose: l"),
            rows: "t,o,l\nLisbon,,\nAlps,00112233-4455-6677-8899-aabbccddeeff,\n", unique: "title")
        #expect(built.errors == [])
        let rows = try built.rows("SELECT ZID, ZOTHER, ZLOOSE FROM ZTRIP ORDER BY Z_PK")
        #expect(rows[1].hasSuffix("|00112233-4455-6677-8899-AABBCCDDEEFF|-"))
        #expect(rows[0] == Self.replaced("LISBON|LISBONOTHER|-"))
    }

    @Test("Subentities have their own UUIDs, and existing rows keep theirs")
    func family() throws {
        let folder = try TestFolder()
        let load = """
              Trip:
                from: rows
                unique: title
                discriminator: { column: k, entities: { a: Trip, b: Tour } }
                attributes: { title: t }
            """
        let first = try Self.build(load, rows: "k,t\na,x\nb,y\n", in: folder)
        #expect(first.errors == [])
        let before = try first.rows("SELECT ZTITLE, ZID, ZOTHER FROM ZTRIP ORDER BY 1")
        try FileManager.default.moveItem(
            atPath: folder.path + "/out.sqlite", toPath: folder.path + "/first.sqlite")
        try FileManager.default.removeItem(atPath: folder.path + "/reference.sqlite")
        try FileManager.default.moveItem(
            atPath: folder.path + "/first.sqlite", toPath: folder.path + "/reference.sqlite")
        let second = try Self.build(
            load.replacingOccurrences(of: "unique", with: "conflict: replace\n    unique"),
            rows: "k,t\nb,z\na,x\n", top: "rows: keep", in: folder)
        #expect(second.errors == [])
        let after = try second.rows("SELECT ZTITLE, ZID, ZOTHER FROM ZTRIP ORDER BY 1")
        #expect(after.filter { before.contains($0) } == before)
        #expect(after.count == 3)
        #expect(Set(after.flatMap { $0.split(separator: "|").dropFirst() }).count == 6)
    }

    @Test(
        "A date default that is the time of an app launch is reported if it is used",
        arguments: [
            ("752000000.123456", "title: t", ["2024-10-30T16:53:20.123456Z"]),
            ("752000000.123456", "title: t, made: m", ["2024-10-30T16:53:20.123456Z"]),
            ("752000000.123456", "title: t, made: { column: m, default: 2024-01-01T00:00:00Z }", []),
            ("752000000.123456", "title: t, made: { value: 2024-01-01T00:00:00Z }", []),
            ("0", "title: t", []), ("-978307200", "title: t", []),
            ("64092211200", "title: t, made: m", []),
        ])
    func launchDates(seconds: String, attributes: String, expected: [String]) throws {
        let built = try Self.build(
            Self.trips(attributes), rows: "t,m\nx,\n", unique: "title",
            date: "defaultDateTimeInterval=\"\(seconds)\"")
        #expect(built.status == 0)
        #expect(
            built.errors
                == expected.map {
                    "plan.yml:6:3: warning: Trip.made: the model's default '\($0)' is the time when the model "
                        + "was created, as with `Date()`: set the value that the seed's objects should have"
                })
    }

    /// The results of Python's `uuid.uuid5` for these names.
    private static let known = [
        "LISBON": "DE9C3DFD-A979-5568-9F02-363F64BDD590",
        "LISBON2024": "F3D8BBF1-CA6F-5F83-95A7-5BE25AF82787",
        "LISBONOTHER": "E5280AF7-6AE4-5B94-8113-8D93DC6216F3",
        "STOPX": "FAE3EB46-4056-5B6A-85A8-1EF5220EF50C",
        "STOPY": "1014EE4A-F3CB-5F4A-8DC4-99AB54C58018",
        "KEY7": "17E0D1E0-93C5-5096-817D-320CBF6A9315",
        "KEY8": "C8464580-0401-51FB-879F-4891B1A60359",
    ]

    private static func replaced(_ row: String) -> String {
        row.split(separator: "|", omittingEmptySubsequences: false)
            .map { known[String($0)] ?? String($0) }.joined(separator: "|")
    }
}
