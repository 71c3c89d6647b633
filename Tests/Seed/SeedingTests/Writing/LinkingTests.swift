import Foundation
import ObjectModel
import SQLite
@testable import Inputs
import StoreFormat
import TestSupport
import Testing
import Verification

@testable import Seeding

@Suite("Rows that refer to other rows")
struct LinkingTests {
    private static let model = """
        <entity name="Person"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="boss" optional="YES" maxCount="1" destinationEntity="Person"
            inverseName="staff" inverseEntity="Person"/>
        <relationship name="staff" optional="YES" toMany="YES" destinationEntity="Person"
            inverseName="boss" inverseEntity="Person"/>
        <relationship name="mate" optional="YES" maxCount="1" destinationEntity="Person"
            inverseName="mate" inverseEntity="Person"/>
        <relationship name="team" optional="YES" maxCount="1" destinationEntity="Team"
            inverseName="members" inverseEntity="Team"/></entity>
        <entity name="Pass"><attribute name="code" optional="YES" attributeType="Integer 32"/>
        <relationship name="twin" maxCount="1" destinationEntity="Pass"
            inverseName="twins" inverseEntity="Pass"/>
        <relationship name="twins" optional="YES" toMany="YES" destinationEntity="Pass"
            inverseName="twin" inverseEntity="Pass"/></entity>
        <entity name="Team"><attribute name="name" attributeType="String"/>
        <attribute name="color" attributeType="String"/>
        <relationship name="members" optional="YES" toMany="YES" ordered="YES"
            destinationEntity="Person" inverseName="team" inverseEntity="Person"/></entity>
        """

    private static let select = [
        "Person": "SELECT Z_PK, ZNAME, ZBOSS, ZMATE, ZTEAM, Z_FOK_TEAM FROM ZPERSON ORDER BY Z_PK",
        "Pass": "SELECT Z_PK, ZCODE, ZTWIN FROM ZPASS ORDER BY Z_PK",
        "Team": "SELECT Z_PK, ZNAME, ZCOLOR FROM ZTEAM ORDER BY Z_PK",
    ]

    /// Builds and verifies. Returns the rows of an entity, or the issues as `line: reason`.
    private static func build(
        _ csv: [String: String], _ entities: String, framework: Int = SchemaEra.newestFramework,
        show entity: String
    ) throws -> [String] {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/r.sqlite", model: model, framework: framework)
        for (name, text) in csv { try folder.write(text, as: name + ".csv") }
        let sources = csv.keys.sorted().map { "  \($0): { csv: \($0).csv }\n" }.joined()
        let path = try folder.write(
            "reference: r.sqlite\noutput: o.sqlite\nsources:\n\(sources)entities:\n\(entities)",
            as: "plan.yml")
        do {
            let finished = try SeedBuilder(plan: PlanReader.read(path: path)).build()
            let failed = try StoreVerifier().verify(path: finished.temporaryPath)
                .filter { !$0.isPassed }
            guard failed.isEmpty else { return failed.flatMap(\.outcome.examples).map(\.line) }
            try finished.place()
            try FormatLint.expectSound(folder.path + "/o.sqlite")
            let store = try Connection(path: folder.path + "/o.sqlite", mode: .readOnly)
            return try store.rows(select[entity] ?? "") { row in
                (0..<row.columnCount).map { row.text(at: $0) ?? "-" }.joined(separator: "|")
            }
        } catch let failure as SeedFailure {
            return failure.issues.map { "\($0.location.line ?? 0): \($0.caseText)" }
        }
    }

    private static let people = """
          Person:
            from: p
            key: id
            attributes: { name: name }
            relationships: { boss: { keyOf: Person, column: boss } }
        """

    @Test("A row can refer to a later row, an earlier row and itself")
    func selfReference() throws {
        let csv = "id,name,boss\n7,a,9\n8,b,7\n9,c,9\n1,d,\n"
        #expect(
            try Self.build(["p": csv], Self.people, show: "Person")
                == ["1|a|3|-|-|-", "2|b|1|-|-|-", "3|c|3|-|-|-", "4|d|-|-|-|-"])
    }

    @Test("A reference to a missing object is reported at its row, even if it was deferred")
    func missing() throws {
        #expect(
            try Self.build(["p": "id,name,boss\n1,a,2\n2,b,5\n"], Self.people, show: "Person")
                == ["3: noSuchTarget(entity: \"Person\", key: \"5\")"])
    }

    @Test("An empty required reference is reported at its row, although it could be deferred")
    func requiredSelfReference() throws {
        let plan =
            "  Pass: { from: p, key: id, relationships: { twin: { keyOf: Pass, column: twin } } }"
        #expect(
            try Self.build(["p": "id,twin\n1,2\n2,\n"], plan, show: "Pass") == ["3: missingValue"])
        #expect(
            try Self.build(["p": "id,twin\n1,2\n2,1\n"], plan, show: "Pass") == ["1|-|2", "2|-|1"])
    }

    @Test("A one-to-one that is its own inverse is written on both sides")
    func ownInverse() throws {
        let plan = """
              Person:
                from: p
                key: id
                attributes: { name: name }
                relationships: { mate: { keyOf: Person, column: mate } }
            """
        #expect(
            try Self.build(["p": "id,name,mate\n1,a,2\n2,b,\n3,c,\n"], plan, show: "Person")
                == ["1|a|-|2|-|-", "2|b|-|1|-|-", "3|c|-|-|-|-"])
        #expect(
            try Self.build(["p": "id,name,mate\n1,a,2\n2,b,1\n"], plan, show: "Person")
                == ["1|a|-|2|-|-", "2|b|-|1|-|-"])
        #expect(
            try Self.build(["p": "id,name,mate\n1,a,2\n2,b,\n3,c,2\n"], plan, show: "Person")
                == ["4: oneToOneTaken(inverse: \"mate\")"])
    }

    @Test(
        """
        Created objects get what `set:` says, from the row that created them, and the rest from \
        the model
        """
    )
    func creation() throws {
        let plan = """
              Person:
                from: p
                attributes: { name: name }
                relationships:
                  team: { find: Team.name, column: team, set: { color: color } }
            """
        let csv = "name,team,color\na,x,red\nb,y,blue\nc,x,green\nd,,\n"
        #expect(try Self.build(["p": csv], plan, show: "Team") == ["1|x|red", "2|y|blue"])
        #expect(
            try Self.build(["p": "name,team,color\na,x,\n"], plan, show: "Team")
                == ["2: missingValue"])
        let without = plan.replacingOccurrences(of: ", set: { color: color }", with: "")
        #expect(
            try Self.build(["p": csv], without, show: "Team") == ["10: missingRequiredProperty"])
    }

    @Test("Missing destinations are created, reported, or left empty")
    func missingPolicies() throws {
        func plan(_ missing: String) -> String {
            """
              Team: { from: t, attributes: { name: name, color: { value: red } } }
              Person:
                from: p
                attributes: { name: name }
                relationships:
                  team: { find: Team.name, column: team, missing: \(missing) }
            """.replacingOccurrences(
                of: "missing: create", with: "missing: create, set: { color: { value: red } }")
        }
        let csv = ["p": "name,team\na,x\nb,y\n", "t": "name\nx\n"]
        #expect(
            try Self.build(csv, plan("create"), show: "Person")
                == ["1|a|-|-|1|2048", "2|b|-|-|2|2048"])
        #expect(
            try Self.build(csv, plan("null"), show: "Person")
                == ["1|a|-|-|1|2048", "2|b|-|-|-|-"])
        #expect(
            try Self.build(csv, plan("error"), show: "Person")
                == ["3: noSuchTarget(entity: \"Team\", key: \"y\")"])
    }

    @Test("An ordered to-many continues over all loads that fill it")
    func orderKeys() throws {
        let load =
            "attributes: { name: name }, relationships: { team: { keyOf: Team, column: team } }"
        let plan = """
              Person:
                - { from: p, \(load) }
                - { from: q, \(load) }
              Team: { from: t, key: name, attributes: { name: name, color: { value: red } } }
            """
        let csv = [
            "p": "name,team\na,x\nb,x\nc,y\n", "q": "name,team\nd,x\ne,y\n", "t": "name\nx\ny\n",
        ]
        #expect(
            try Self.build(csv, plan, show: "Person") == [
                "1|a|-|-|1|2048", "2|b|-|-|1|3072", "3|c|-|-|2|2048", "4|d|-|-|1|4096",
                "5|e|-|-|2|3072",
            ])
    }

    @Test("Primary keys can be read from a column")
    func primaryKeys() throws {
        let plan = "  Person: { from: p, primaryKey: id, attributes: { name: name } }"
        #expect(
            try Self.build(["p": "id,name\n70,a\n5,b\n"], plan, show: "Person")
                == ["5|b|-|-|-|-", "70|a|-|-|-|-"])
        #expect(
            try Self.build(
                ["p": "id,name\n1,a\n0,b\n-1,c\nx,d\n,e\n1,f\n9223372036854775808,g\n1.5,h\n"],
                plan,
                show: "Person")
                == (3...9).map { $0 == 6 ? "6: missingValue" : "\($0): badPrimaryKey" })
    }

    @Test("Two loads of one entity share keys and numbers")
    func twoLoads() throws {
        let plan = """
              Person:
                - { from: p, key: id, attributes: { name: name } }
                - { from: q, key: id, attributes: { name: name }, relationships: { boss: { keyOf: Person, column: boss } } }
            """
        #expect(
            try Self.build(
                ["p": "id,name\n1,a\n", "q": "id,name,boss\n2,b,1\n3,c,2\n"], plan, show: "Person")
                == ["1|a|-|-|-|-", "2|b|1|-|-|-", "3|c|2|-|-|-"])
        #expect(
            try Self.build(
                ["p": "id,name\n1,a\n", "q": "id,name,boss\n1,b,\n"], plan, show: "Person")
                == ["2: duplicateKey(entity: \"Person\", attribute: \"key\")"])
    }

    @Test("BLOBs of a database are keys, compared byte for byte")
    func blobs() throws {
        let model = try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Person",
                ownProperties: [
                    .attribute("name"), .toOne("boss", "Person", inverse: "staff"),
                    .toMany("staff", "Person", inverse: "boss"),
                ])
        ])
        let plan = """
            sources: { p: { sqlite: p.sql, table: p } }
            entities:
              Person:
                { from: p, key: id, attributes: { name: name }, relationships: { boss: { keyOf: Person, column: boss } } }
            """
        func files(_ rows: String) -> [String: String] {
            ["p.sql": "CREATE TABLE p (id, name, boss);\nINSERT INTO p VALUES \(rows);\n"]
        }
        let store = try SeededStore(
            plan, model: model,
            files: files("(X'00FF', 'a', X'0A'), (X'0A', 'b', NULL), (X'000A', 'c', X'00FF')"))
        #expect(
            try store.rows(
                "SELECT p.ZNAME, b.ZNAME FROM ZPERSON p LEFT JOIN ZPERSON b ON b.Z_PK = p.ZBOSS ORDER BY 1")
                == ["a|b", "b|NULL", "c|a"])
        for (rows, reason) in [
            ("(X'0A', 'a', X'0B')", .noSuchTarget(entity: "Person", key: "x'0b'")),
            ("(X'0A', 'a', '0a')", .noSuchTarget(entity: "Person", key: "0a")),
            ("(X'0A', 'a', NULL), (X'0A', 'b', NULL)", .duplicateKey(entity: "Person", attribute: "key")),
        ] as [(String, SeedIssue.Reason.Object)] {
            #expect(
                try SeededStore.issues(plan, model: model, files: files(rows)).map(\.reason) == [
                    .object(reason)
                ])
        }
    }
}
