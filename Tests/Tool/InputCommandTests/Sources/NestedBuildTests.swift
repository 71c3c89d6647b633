import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Nested records on the command line")
struct NestedBuildTests {
    static let model = """
        <entity name="Group"><attribute name="name" attributeType="String"/>
        <relationship name="teams" optional="YES" toMany="YES" ordered="YES"
            destinationEntity="Team" inverseName="group" inverseEntity="Team"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/>
        </uniquenessConstraint></uniquenessConstraints></entity>
        <entity name="Team"><attribute name="name" attributeType="String"/>
        <relationship name="group" optional="YES" maxCount="1" destinationEntity="Group"
            inverseName="teams" inverseEntity="Group"/>
        <relationship name="players" optional="YES" toMany="YES" destinationEntity="Player"
            inverseName="team" inverseEntity="Player"/></entity>
        <entity name="Player"><attribute name="name" attributeType="String"/>
        <attribute name="number" optional="YES" attributeType="Integer 16"/>
        <attribute name="group" optional="YES" attributeType="String"/>
        <relationship name="team" optional="YES" maxCount="1" destinationEntity="Team"
            inverseName="players" inverseEntity="Team"/></entity>
        """

    static let cup = """
        {"groups": [
          {"name": "A", "teams": [
            {"players": [{"name": "Ochoa", "number": 13}, {"name": "Lozano", "number": 22}],
             "id": "MEX", "name": "Mexico"},
            {"id": "CRO", "name": "Croatia", "players": []},
            {"id": "CMR", "name": "Cameroon", "players": [{"name": "Onana", "number": 23}]}]},
          {"teams": [{"id": "ESP", "name": "Spain", "players": null},
            {"id": "NED", "name": "Oranje", "players": [{"name": "Noppert"}]}], "name": "B"}
        ], "cup": "World Cup"}
        """

    static let xml = """
        <cup cup="World Cup"><groups name="A">
        <teams id="MEX"><players name="Ochoa" number="13"/><players name="Lozano" number="22"/>
        <name>Mexico</name></teams><teams id="CRO" name="Croatia"/>
        <teams id="CMR" name="Cameroon"><players name="Onana" number="23"/></teams></groups>
        <groups><teams id="ESP" name="Spain"/><teams id="NED" name="Oranje">
        <players name="Noppert"/></teams><name>B</name></groups></cup>
        """

    /// Returns a plan with three inputs from one file.
    static func plan(
        _ file: String, options: String = "", way: [String] = ["groups", "teams", "players"],
        separator: String = ".", cup: String = "{../../../cup}", rest: String = ""
    ) -> String {
        func source(_ count: Int) -> String {
            let records = way.prefix(way.count - 3 + count).joined(separator: separator)
            return "{ \(file)\(records.isEmpty ? "" : ", records: \(records)")\(options) }"
        }
        return """
            reference: reference.sqlite
            output: out.sqlite
            sources:
              groups: \(source(1))
              teams: \(source(2))
              players: \(source(3))
            entities:
              Player:
                from: players
                attributes:
                  name: name
                  number: number
                  group: { template: "\(cup) {../../name}" }
                relationships: { team: { keyOf: Team, column: ../id } }
              Team:
                from: teams
                key: id
                attributes: { name: name }
                relationships: { group: { find: Group.name, column: ../name, missing: error } }
              Group: { from: groups, attributes: { name: name } }
            \(rest)
            """
    }

    static func folder(_ files: [String: String]) throws -> TestFolder {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/reference.sqlite", model: model)
        for (name, text) in files { try folder.write(text, as: name) }
        return folder
    }

    static func rows(_ folder: TestFolder) throws -> [String] {
        try Connection.reading(path: folder.path + "/out.sqlite").rows(
            """
            SELECT p.ZNAME || coalesce(' ' || p.ZNUMBER, '') || ' ' || p.ZGROUP || ' ' || t.ZNAME
                || ' ' || g.ZNAME || ' ' || t.Z_FOK_GROUP
            FROM ZPLAYER p JOIN ZTEAM t ON t.Z_PK = p.ZTEAM JOIN ZGROUP g ON g.Z_PK = t.ZGROUP
            ORDER BY p.Z_PK
            """
        ) { $0.text(at: 0) ?? "" }
    }

    static let expected = [
        "Ochoa 13 World Cup A Mexico A 2048", "Lozano 22 World Cup A Mexico A 2048",
        "Onana 23 World Cup A Cameroon A 4096", "Noppert World Cup B Oranje B 3072",
    ]

    @Test(
        "One file fills three entities, in every format",
        arguments: ["json", "gzip", "ndjson", "plist", "xml"])
    func forms(form: String) throws {
        let folder = try Self.folder(["cup.json": Self.cup, "cup.xml": Self.xml])
        var plan = Self.plan("json: cup.json")
        switch form {
        case "gzip":
            #expect(try run("gzip", ["cup.json"], in: folder.path).status == 0)
            plan = Self.plan("json: cup.json.gz")
        case "ndjson":
            try folder.write(Self.cup.split(separator: "\n").joined(), as: "cup.ndjson")
            plan = Self.plan("ndjson: cup.ndjson")
        case "plist":
            let root = try JSONSerialization.jsonObject(
                with: Data(Self.cup.replacing(", \"players\": null", with: "").utf8))
            try folder.write(
                PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0),
                as: "cup.plist")
            plan = Self.plan("plist: cup.plist")
        case "xml":
            plan = Self.plan(
                "xml: cup.xml", way: ["cup", "groups", "teams", "players"], separator: "/",
                cup: "{../../../@cup}")
        default: break
        }
        try folder.write(plan, as: "plan.yml")
        let result = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        #expect(result.errors == "")
        #expect(result.status == 0)
        #expect(try Self.rows(folder) == Self.expected)
    }

    @Test("All three sources read the same pipe completely")
    func pipe() throws {
        let folder = try Self.folder(["cup.json": Self.cup])
        try folder.write(Self.plan("json: \"-\""), as: "plan.yml")
        let result = try run(
            "sh", ["-c", "cat cup.json | '\(Zseed.path)' build plan.yml -q"], in: folder.path)
        #expect(result.errors == "")
        #expect(try Self.rows(folder) == Self.expected)
    }

    @Test(
        "Misspelled names get a suggestion",
        arguments: [
            (
                "column: ../id", "column: ../idd",
                "unknown column `../idd`; did you mean `../id`?"
            ),
            (
                "{../../name}", "{../../../name}",
                "unknown column `../../../name`; did you mean `../../name`?"
            ),
            (
                "{../../../cup}", "{../../../../cup}",
                "`../../../../cup` goes above the root: there are only 3 levels above the records"
            ),
            (
                "number: number", "number: positon()",
                "unknown column `positon()`; did you mean `position()`?"
            ),
            (
                "key: id", "key: ../../../x",
                "`../../../x` goes above the root: there are only 2 levels above the records"
            ),
            (
                "groups.teams.players }", "groups.teams.player }",
                "there is nothing at `records: groups.teams.player`; did you mean `players`?"
            ),
            (
                "groups.teams.players }", "groups.teams.players, columns: [name, ../../../../x] }",
                "`../../../../x` goes above the root: there are only 3 levels above the records"
            ),
        ])
    func mistakes(old: String, new: String, message: String) throws {
        let folder = try Self.folder(["cup.json": Self.cup])
        let plan = Self.plan("json: cup.json")
        try #require(plan.contains(old))
        try folder.write(plan.replacing(old, with: new), as: "plan.yml")
        let result = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(result.status == 2)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test("Errors have the place of the child or the parent")
    func places() throws {
        let folder = try Self.folder(["cup.json": Self.cup])
        try folder.write(
            Self.plan("json: cup.json").replacing("number: number", with: "number: ../id"),
            as: "plan.yml")
        let parent = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(parent.status == 1)
        #expect(parent.errors.contains("cup.json:4:12: error: "), "\(parent.errors)")
        try folder.write(Self.plan("json: cup.json"), as: "plan.yml")
        try folder.write(Self.cup.replacing("22", with: "\"x\""), as: "cup.json")
        let child = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(child.status == 1)
        #expect(child.errors.contains("cup.json:3:80: error: "), "\(child.errors)")
    }

    @Test(
        "Rejected rows keep their surrounding records and can be built again",
        arguments: ["json", "ndjson", "plist", "xml"])
    func rejects(form: String) throws {
        let folder = try Self.folder([
            "cup.json": Self.cup.replacing("\"number\": 22", with: "\"number\": \"2x\""),
            "cup.xml": Self.xml.replacing("\"22\"", with: "\"2x\""),
        ])
        let file = "cup.\(form)"
        var way = ["groups", "teams", "players"]
        var separator = "."
        var cup = "{../../../cup}"
        switch form {
        case "ndjson":
            let text = Self.cup.replacing("\"number\": 22", with: "\"number\": \"2x\"")
            try folder.write(text.split(separator: "\n").joined(), as: file)
        case "plist":
            let text = Self.cup.replacing("\"number\": 22", with: "\"number\": \"2x\"")
                .replacing(", \"players\": null", with: "")
            let root = try JSONSerialization.jsonObject(with: Data(text.utf8))
            try folder.write(
                PropertyListSerialization.data(fromPropertyList: root, format: .xml, options: 0),
                as: file)
        case "xml":
            way = ["cup"] + way
            separator = "/"
            cup = "{../../../@cup}"
        default: break
        }
        let plan = Self.plan(
            "\(form): \(file)", way: way, separator: separator, cup: cup, rest: "onError: skip")
        try folder.write(plan, as: "plan.yml")
        let skipping = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        #expect(skipping.status == 0)
        #expect(skipping.errors.contains("2x"), "\(skipping.errors)")
        #expect(try Self.rows(folder) == Self.expected.filter { !$0.hasPrefix("Lozano") })
        let rejects = folder.path + "/out.sqlite.rejects/players.\(form)"
        let text = String(decoding: try bytes(of: rejects), as: UTF8.self)
        try folder.write(text.replacing("2x", with: "22"), as: "again.\(form)")
        // The teams still come from the whole file.
        let players = try #require(plan.range(of: "players: {")).lowerBound
        let again =
            plan[..<players]
            + String(plan[players...]).replacing("\(form): \(file)", with: "\(form): again.\(form)")
        try folder.write(String(again), as: "plan.yml")
        let result = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        #expect(result.errors == "")
        #expect(try Self.rows(folder) == Self.expected.filter { $0.hasPrefix("Lozano") })
    }

    @Test(
        "A filter can use columns around the records",
        arguments: [
            ("../name == 'Mexico'", "Ochoa Lozano"), ("`../name` == 'Mexico'", "Ochoa Lozano"),
            ("../../name == 'B' OR number == 23", "Onana Noppert"),
            ("../../../cup BEGINSWITH 'World' AND `position()` == 2", "Lozano"),
            ("../position() == 3", "Onana"), ("position() == 2", "Lozano"),
            ("NOT ../id IN {'MEX', 'NED'}", "Onana"),
            ("name == '../name'", ""),
        ], ["json", "ndjson", "plist", "xml"])
    func filters(item: (condition: String, names: String), form: String) throws {
        let folder = try Self.folder(["cup.json": Self.cup, "cup.xml": Self.xml])
        let file = "cup.\(form)"
        switch form {
        case "ndjson": try folder.write(Self.cup.split(separator: "\n").joined(), as: file)
        case "plist":
            let root = try JSONSerialization.jsonObject(
                with: Data(Self.cup.replacing(", \"players\": null", with: "").utf8))
            try folder.write(
                PropertyListSerialization.data(fromPropertyList: root, format: .xml, options: 0),
                as: file)
        default: break
        }
        let records = form == "xml" ? "cup/groups/teams/players" : "groups.teams.players"
        // The row uses a value around the records, or it does not.
        for group in ["", ", group: ../../name"] {
            try folder.write(
                """
                reference: reference.sqlite
                output: out.sqlite
                sources: { players: { \(form): \(file), records: \(records), where: "\(item.condition)" } }
                entities: { Player: { from: players, attributes: { name: name, number: number\(group) } } }

                """, as: "plan.yml")
            let built = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
            let warning = "out.sqlite: warning: no object was created: the store is empty\n"
            #expect(built.errors == (item.names.isEmpty ? warning : ""), "\(item.condition)")
            let names = try Connection.reading(path: folder.path + "/out.sqlite").rows(
                "SELECT ZNAME || ifnull(ZGROUP, '') FROM ZPLAYER ORDER BY Z_PK"
            ) { $0.text(at: 0) ?? "" }
            let groups = ["Ochoa": "A", "Lozano": "A", "Onana": "A", "Noppert": "B"]
            let expected = item.names.split(separator: " ").map { name in
                String(name) + (group.isEmpty ? "" : groups[String(name)] ?? "")
            }
            #expect(names == expected, "\(item.condition)")
        }
    }

    @Test(
        "Columns around the records that `columns:` lacks are reported",
        arguments: [
            (
                "columns: [name]", "team: { keyOf: Team, column: ../id }",
                "unknown column `../id`; the source lists its columns: add `../id` to its `columns:`"
            ),
            (
                "where: \"../id == 'MEX'\", columns: [name]", "",
                "unknown column `../id`; the source lists its columns: add `../id` to its `columns:`"
            ),
            ("where: \"../idd == 'MEX'\"", "", "unknown column `../idd`; did you mean `../id`?"),
            (
                "where: \"../../../../id == 'MEX'\"", "",
                "`../../../../id` goes above the root: there are only 3 levels above the records"
            ),
        ])
    func unlisted(options: String, relationship: String, message: String) throws {
        let folder = try Self.folder(["cup.json": Self.cup])
        try folder.write(
            """
            reference: reference.sqlite
            output: out.sqlite
            sources:
              teams: { json: cup.json, records: groups.teams }
              players: { json: cup.json, records: groups.teams.players, \(options) }
            entities:
              Team: { from: teams, key: id, attributes: { name: name } }
              Player: { from: players, attributes: { name: name }, relationships: { \(relationship) } }

            """, as: "plan.yml")
        let built = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        #expect(built.status == 2)
        #expect(built.errors.contains("plan.yml:"), "\(built.errors)")
        #expect(built.errors.contains(message), "\(built.errors)")
    }
}
