import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// Boundaries: between two loads or two buffers, and at the ends of an alphabet or a range.
@Suite("Edge cases of a build")
struct SeamTests {
    /// A project of two entities, with the plan's loads from the test.
    private final class Project {
        let folder: TestFolder

        init(_ plan: String, files: [String: Data]) throws {
            folder = try TestFolder()
            try folder.writeModel(
                """
                <entity name="Item"><attribute name="name" attributeType="String"/>
                <attribute name="at" optional="YES" attributeType="Date"/>
                <attribute name="size" optional="YES" attributeType="Integer 16"/>
                <relationship name="unit" optional="YES" maxCount="1" destinationEntity="Unit"
                    inverseName="items" inverseEntity="Unit"/></entity>
                <entity name="Unit"><attribute name="name" attributeType="String"/>
                <attribute name="number" optional="YES" attributeType="Integer 32"/>
                <relationship name="items" optional="YES" toMany="YES" minCount="1" maxCount="2"
                    destinationEntity="Item" inverseName="unit" inverseEntity="Item"/></entity>
                """)
            for (name, data) in files { try folder.write(data, as: name) }
            try folder.write(
                "reference: Model.xcdatamodel\noutput: out.sqlite\ntimeZone: UTC\n" + plan,
                as: "plan.yml")
        }

        convenience init(_ plan: String, texts: [String: String]) throws {
            try self.init(plan, files: texts.mapValues { Data($0.utf8) })
        }

        func build(_ arguments: String...) throws -> ProcessResult {
            try TestSupport.run(Zseed.path, ["build", "plan.yml"] + arguments, in: folder.path)
        }

        func rows(_ sql: String) throws -> [String] {
            try Connection(path: folder.path + "/out.sqlite", mode: .readOnly).rows(sql) { row in
                (0..<row.columnCount).map { row.text(at: $0) ?? "-" }.joined(separator: "|")
            }
        }
    }

    private static let twoLoads = """
        sources: { units: { csv: units.csv }, items: { csv: items.csv } }
        entities:
          Unit: { from: units, key: id, attributes: { name: name, number: number } }
          Item:
            from: items
            attributes: { name: name }
            relationships: { unit: { keyOf: Unit, column: unit } }

        """

    @Test("A row that refers to a skipped one is reported and kept for correction")
    func skippedDestination() throws {
        let project = try Project(
            "onError: skip\n" + Self.twoLoads,
            texts: [
                "units.csv": "id,name,number\n0,kg,1\n1,g,many\n",
                "items.csv": "name,unit\nRice,0\nSalt,1\nOats,7\n",
            ])
        let result = try project.build()
        #expect(result.status == 0)
        #expect(
            result.errors == """
                units.csv:3:5: warning: Unit.number: 'many' (column `number`) is not an integer
                items.csv:3:6: warning: Item.unit: no Unit has the key '1' (column `unit`)
                items.csv:4:6: warning: Item.unit: no Unit has the key '7' (column `unit`)

                """)
        // The key 0 is a key like any other.
        #expect(try project.rows("SELECT ZNAME, ZUNIT FROM ZITEM") == ["Rice|1"])
        let rejects = String(
            decoding: try bytes(of: project.folder.path + "/out.sqlite.rejects/items.csv"),
            as: UTF8.self)
        #expect(rejects.contains("Salt,1,") && rejects.contains("Oats,7,"))
        #expect(!rejects.contains("Rice"))
    }

    @Test("Errors in both data and plan have the plan's exit code")
    func bothAtFault() throws {
        let project = try Project(
            Self.twoLoads.replacingOccurrences(of: "number: number", with: "number: numbre"),
            texts: [
                "units.csv": "id,name,number\n1,kg,many\n", "items.csv": "name,unit\nRice,1\n",
            ])
        #expect(try project.build().status == 2)
    }

    @Test(
        "A relationship can have exactly its minimum or maximum number of objects",
        arguments: [(1, 0), (2, 0), (3, 1)])
    func counts(items: Int, status: Int32) throws {
        let rows = (1...items).map { "Item \($0),1\n" }.joined()
        let project = try Project(
            Self.twoLoads,
            texts: ["units.csv": "id,name,number\n1,kg,0\n", "items.csv": "name,unit\n" + rows])
        let result = try project.build()
        #expect(result.status == status, "\(result.errors)")
        #expect(status == 0 || result.errors.contains("Unit.items: p1 has 3 objects"), "\(result.errors)")
    }

    @Test("Case folding maps A to Z to a to z, and no neighbouring characters")
    func alphabet() throws {
        let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let keys = [upper, upper.lowercased(), "@", "`", "[", "{", "Z", "z", "A", "a"]
        let project = try Project(
            """
            sources: { items: { csv: items.csv } }
            entities:
              Item:
                from: items
                attributes: { name: name }
                relationships: { unit: { find: Unit.name, column: unit, ignoring: case } }

            """,
            texts: [
                "items.csv": "name,unit\n"
                    + keys.enumerated().map { "\($0.offset),\($0.element)\n" }.joined()
            ])
        let result = try project.build()
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            try project.rows("SELECT ZNAME FROM ZUNIT ORDER BY Z_PK")
                == [upper, "@", "`", "[", "{", "Z", "A"])
        #expect(
            try project.rows("SELECT ZUNIT FROM ZITEM ORDER BY Z_PK")
                == ["1", "1", "2", "3", "4", "5", "6", "6", "7", "7"])
    }

    @Test("The number 0 is found like any other")
    func zero() throws {
        let project = try Project(
            """
            sources: { items: { csv: items.csv } }
            entities:
              Item:
                from: items
                attributes: { name: name }
                relationships:
                  unit: { find: Unit.number, column: unit, set: { name: { value: unit } } }

            """, texts: ["items.csv": "name,unit\na,0\nb,0\nc,1\n"])
        let result = try project.build()
        #expect(result.status == 0, "\(result.errors)")
        #expect(try project.rows("SELECT ZNUMBER FROM ZUNIT") == ["0", "1"])
        #expect(try project.rows("SELECT ZUNIT FROM ZITEM") == ["1", "1", "2"])
    }

    @Test(
        "A surrogate pair is read correctly wherever a buffer ends",
        arguments: [("utf-16le", false), ("utf-16be", true)], 0...3)
    func surrogates(encoding: (name: String, isBig: Bool), offset: Int) throws {
        // One file with emoji at every second unit, longer than two buffers of 64 KB.
        let name = String(repeating: "x", count: offset) + String(repeating: "🌱", count: 40_000)
        let units = Array("name,unit\n\(name),kg\n".utf16)
        let data = Data(
            units.flatMap { unit in
                let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return encoding.isBig ? pair : pair.reversed()
            })
        let project = try Project(
            """
            sources: { items: { csv: items.csv, encoding: \(encoding.name) } }
            entities: { Item: { from: items, attributes: { name: name } } }

            """, files: ["items.csv": data])
        let result = try project.build()
        #expect(result.status == 0, "\(result.errors)")
        #expect(try project.rows("SELECT ZNAME FROM ZITEM") == [name])
    }

    @Test("The JSON of a build counts all issues, also those beyond the listed ones")
    func issueCount() throws {
        let rows = (1...10_007).map { "Item \($0),9\n" }.joined()
        let project = try Project(
            "onError: skip\n" + Self.twoLoads,
            texts: [
                "units.csv": "id,name,number\n1,kg,0\n",
                "items.csv": "name,unit\n\(rows)Rice,1\n",
            ])
        let result = try project.build("--json")
        #expect(result.status == 0)
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect((report["issues"] as? [Any])?.count == 10_000)
        #expect(report["issueCount"] as? Int == 10_007)
    }

    @Test("A build reports how many issues are not listed", arguments: [(10_000, nil), (10_001, 1)])
    func untold(count: Int, more: Int?) throws {
        let rows = (1...count).map { "Item \($0),9\n" }.joined()
        let project = try Project(
            "onError: skip\n" + Self.twoLoads,
            texts: ["units.csv": "id,name,number\n1,kg,0\n", "items.csv": "name,unit\n\(rows)Rice,1\n"])
        let result = try project.build()
        #expect(result.status == 0)
        let said = result.errors.split(separator: "\n").filter {
            $0.contains("more, which are only in the reject")
        }
        #expect(said == more.map { ["and \($0) more, which are only in the reject files"] } ?? [])
    }
}
