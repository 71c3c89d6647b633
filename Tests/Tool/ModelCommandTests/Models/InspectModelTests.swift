import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed inspect of models")
struct InspectModelTests {
    @Test(
        "Every model and store has a text",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: ModelSource.all)
    func text(source: ModelSource) throws {
        let result = try Zseed.run(["inspect", source.path])
        #expect(result.status == 0)
        let lines = result.lines
        #expect(lines.first == source.path)
        for entity in try source.entry.facts().entity_hashes.keys
        where source.entry.name != "cartkit" {
            #expect(lines.contains { $0.hasPrefix("\(entity)  (Z") || $0.hasPrefix("\(entity): ") })
        }
    }

    @Test(
        "Every model and store has JSON",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: ModelSource.all)
    func json(source: ModelSource) throws {
        let result = try Zseed.run(["inspect", "--json", source.path])
        #expect(result.status == 0)
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        let description = try #require(object as? [String: Any])
        #expect(description["path"] as? String == source.path)
        #expect((description["store"] != nil) == (source.kind == .store))
        let entities = try #require(description["entities"] as? [[String: Any]])
        let hashes = try Zseed.run(["hash", source.path]).lines.dropLast(2)
        let told = entities.map { "\($0["name"] ?? "")\t\($0["versionHash"] ?? "")" }
        #expect(Set(told) == Set(hashes))
        #expect(entities.allSatisfy { ($0["rows"] != nil) == (source.kind == .store) })
        #expect(entities.map { $0["number"] as? Int } == (1...max(1, entities.count)).map { $0 })
        for entity in entities {
            for attribute in try #require(entity["attributes"] as? [[String: Any]]) {
                #expect(attribute["type"] is String && attribute["isOptional"] is Bool)
            }
            for relationship in try #require(entity["relationships"] as? [[String: Any]]) {
                let kind = try #require(relationship["kind"] as? String)
                #expect(["to-one", "to-many", "ordered to-many"].contains(kind))
                let isStored =
                    (relationship["details"] as? [String])?.contains("transient") == false
                #expect(kind != "to-one" || !isStored || relationship["column"] is String)
            }
        }
    }

    @Test(
        "The rows of every real store are counted",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: Corpus.entries)
    func rows(entry: Corpus.Entry) throws {
        let result = try Zseed.run(["inspect", "--json", entry.store])
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        let store = try #require((object as? [String: Any])?["store"] as? [String: Any])
        let tables = try #require(store["tables"] as? [[String: Any]])
        let counted = Dictionary(
            tables.compactMap { table in
                (table["rows"] as? Int).map { (table["name"] as? String ?? "", $0) }
            }, uniquingKeysWith: { first, _ in first })
        for (table, rows) in try entry.facts().rows where counted[table] != nil {
            #expect(counted[table] == rows, "\(table)")
        }
        #expect(!counted.isEmpty)
    }

    @Test(
        "The SQL of every store and model creates the same schema in SQLite",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: ModelSource.all)
    func sql(source: ModelSource) throws {
        let folder = try TestFolder()
        let result = try Zseed.run(["inspect", "--sql", source.path])
        #expect(result.status == 0)
        try folder.write(result.output, as: "schema.sql")
        let database = try Connection.running(script: folder.path + "/schema.sql")
        let query = "SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name"
        let made = try database.rows(query) { $0.text(at: 0) ?? "" }
        #expect(made.count > 3)
        guard source.kind == .store else { return }
        let real = try Connection.reading(path: source.path).rows(query) { $0.text(at: 0) ?? "" }
        #expect(made == real)
    }

    @Test(
        "A diagram has every entity and each pair of relationships once",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: ModelSource.all)
    func diagrams(source: ModelSource) throws {
        let names = try Zseed.run(["hash", source.path]).lines.dropLast(2)
            .map { String($0.split(separator: "\t")[0]) }
        let mermaid = try Zseed.run(["inspect", "--diagram", "mermaid", source.path])
        #expect(mermaid.status == 0)
        #expect(mermaid.lines.first == "classDiagram")
        let dot = try Zseed.run(["inspect", "--diagram", "dot", source.path])
        #expect(dot.status == 0)
        #expect(dot.lines.first == "digraph Model {")
        #expect(dot.lines.last == "}")
        for name in names {
            #expect(
                mermaid.lines.filter { $0 == "  class \(name)" || $0 == "  class \(name) {" }.count
                    == 1)
            #expect(dot.lines.filter { $0.hasPrefix("  \"\(name)\" [label=\"{") }.count == 1)
        }
        let arrows = mermaid.lines.filter { $0.contains("--> \"") }
        #expect(Set(arrows).count == arrows.count)
        #expect(dot.lines.filter { $0.contains("headlabel=") }.count == arrows.count)
    }

    @Test("Diagrams of a small model, in full")
    func smallDiagrams() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Item"><attribute name="name" attributeType="String"/>
            <relationship name="place" maxCount="1" deletionRule="Nullify" optional="YES"
            destinationEntity="Place" inverseName="items" inverseEntity="Place"/></entity>
            <entity name="Place" isAbstract="YES"><relationship name="items" optional="YES"
            toMany="YES" destinationEntity="Item" inverseName="place"
            inverseEntity="Item"/></entity>
            <entity name="Room" parentEntity="Place"/>
            """, as: "M.xcdatamodel")
        func diagram(_ format: String) throws -> String {
            try Zseed.run("inspect", "--diagram", format, "M.xcdatamodel", in: folder.path).output
        }
        #expect(
            try diagram("mermaid") == """
                classDiagram
                  class Item {
                    String name
                  }
                  class Place {
                    <<abstract>>
                  }
                  class Room
                  Place <|-- Room
                  Item "*" --> "0..1" Place : place

                """)
        #expect(
            try diagram("dot") == """
                digraph Model {
                  node [shape=record fontname=Helvetica];
                  edge [fontname=Helvetica fontsize=10];
                  "Item" [label="{Item|name: String\\l}"];
                  "Place" [label="{Place (abstract)|}"];
                  "Room" [label="{Room|}"];
                  "Room" -> "Place" [arrowhead=empty];
                  "Item" -> "Place" [label="place" headlabel="0..1"];
                }

                """)
    }

    @Test("The text of a whole model")
    func smallText() throws {
        let folder = try TestFolder()
        try folder.writeModel(Shop.model, as: "M.xcdatamodel")
        try TestStore.create(at: folder.path + "/a.sqlite", model: Shop.model)
        let model = try Zseed.run("inspect", "M.xcdatamodel", in: folder.path).lines
        let store = try Zseed.run("inspect", "a.sqlite", in: folder.path).lines
        #expect(Array(model.prefix(2)) == ["M.xcdatamodel", "  model       M.xcdatamodel/contents"])
        #expect(model.contains("Room: Place  (ZPLACE, Z_ENT 4)"))
        #expect(store.contains("Room: Place  (ZPLACE, Z_ENT 4, 0 rows)"))
        let properties = { (lines: [String]) in
            lines.drop { !$0.hasPrefix("Item  (") }.filter { $0.hasPrefix("  ") }
        }
        #expect(properties(model).count > 20)
        #expect(Array(properties(store).prefix(properties(model).count)) == properties(model))
    }

    @Test("A large model begins with the tree of its entities")
    func overview() throws {
        let folder = try TestFolder()
        let names = (10...20).map { "E\($0)" }
        let entities =
            names.map { "<entity name=\"\($0)\"/>" }.joined()
            + "<entity name=\"Sub\" parentEntity=\"E10\" isAbstract=\"YES\"/>"
        try folder.writeModel(entities, as: "M.xcdatamodel")
        let lines = try Zseed.run("inspect", "M.xcdatamodel", in: folder.path).lines
        let start = try #require(lines.firstIndex(of: "Entities"))
        #expect(
            Array(lines[(start + 1)...].prefix(12))
                == ["  E10", "    Sub (abstract)"] + names.dropFirst().map { "  \($0)" })
    }

    @Test(
        "Only columns with unusual names are printed, and join tables by their relationships")
    func columns() throws {
        let folder = try TestFolder()
        try TestStore.create(
            at: folder.path + "/a.sqlite",
            model: """
                <entity name="Base"/>
                <entity name="One" parentEntity="Base"><attribute name="size" optional="YES"
                attributeType="Integer 16"/><relationship name="tags" optional="YES" toMany="YES"
                destinationEntity="Tag" inverseName="ones" inverseEntity="Tag"/></entity>
                <entity name="Two" parentEntity="Base"><attribute name="size" optional="YES"
                attributeType="Double"/></entity>
                <entity name="Tag"><relationship name="ones" optional="YES" toMany="YES"
                destinationEntity="One" inverseName="tags" inverseEntity="One"/></entity>
                """)
        let lines = try Zseed.run("inspect", "a.sqlite", in: folder.path).lines
        #expect(lines.contains("  size  Integer 16, optional"))
        #expect(lines.contains("  size  Double, optional  [ZSIZE1]"))
        #expect(lines.contains("  Z_2TAGS, 0 rows: One.tags ↔ Tag.ones"))
    }

    @Test("Names in a file do not reach the terminal as control sequences")
    func controlCharacters() throws {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/a.sqlite", model: Shop.model)
        try Connection(path: folder.path + "/a.sqlite", mode: .readWrite)
            .execute("CREATE TABLE \"\u{1B}[2Jgone\u{9B}\" (a)")
        for arguments in [["inspect", "a.sqlite"], ["inspect", "--sql", "a.sqlite"]] {
            let output = try TestSupport.run(Zseed.path, arguments, in: folder.path).output
            #expect(output.contains("\\u{1b}[2Jgone\\u{9b}"))
            #expect(!output.unicodeScalars.contains("\u{1B}"))
        }
    }

    @Test(
        "A store without a model cache is completed by its model file, but by no other",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func givenModel() throws {
        let banks = try Corpus.entry("failed-banks")
        let model = try #require(banks.modelXML)
        let guessed = try Zseed.run(["inspect", banks.store]).lines
        #expect(guessed.contains("  details  Integer 64, optional"))
        let told = try Zseed.run(["inspect", banks.store, "--model", model]).lines
        #expect(
            told.contains { $0.hasPrefix("  details  to-one → FailedBankDetails, inverse info") })
        let other = try #require(try Corpus.entry("easylife").modelXML)
        let wrong = try Zseed.run(["inspect", banks.store, "--model", other])
        #expect(
            wrong.errors
                == "\(banks.store): error: was not created with this model: different version hashes for "
                + "FailedBankDetails, FailedBankInfo, Project, TodoItem\n")
        #expect(wrong.status == 1)
    }
}
