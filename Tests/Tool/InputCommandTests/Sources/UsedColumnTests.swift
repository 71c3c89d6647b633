import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Only used columns are read")
struct UsedColumnTests {
    @Test(
        "Unused columns can be nested, repeated or invalid",
        arguments: [
            ("{ json: a }", #"[{"name":"Tea","qty":1,"x":[{"y":1}]},{"name":"Rum","qty":2,"x":[1,[2]]}]"#),
            ("{ json: a }", #"[{"name":"Tea","qty":1,"x":"1"},{"name":"Rum","qty":2,"x":{"y":[{}]}}]"#),
            ("{ json: a }", #"[{"name":"Tea","qty":1,"x":1,"x":2},{"name":"Rum","qty":2,"x":["a|b"]}]"#),
            (
                "{ json: a, columns: [name, qty, x] }",
                #"[{"name":"Tea","qty":1,"x":[{}]},{"name":"Rum","qty":2}]"#
            ),
            (
                "{ ndjson: a }",
                "{\"name\":\"Tea\",\"qty\":1,\"x\":[1,{}]}\n{\"name\":\"Rum\",\"qty\":2,\"x\":5}"
            ),
            (
                "{ xml: a, records: l/r }",
                "<l><r name='Tea' qty='1'><x>1</x><x>2</x></r><r name='Rum' qty='2' x='1'><x>3</x></r></l>"
            ),
            (
                "{ plist: a }",
                "<plist><array><dict><key>name</key><string>Tea</string><key>qty</key><integer>1</integer>"
                    + "<key>x</key><string>y</string></dict><dict><key>name</key><string>Rum</string>"
                    + "<key>qty</key><integer>2</integer><key>x</key><array><dict/></array></dict>"
                    + "</array></plist>"
            ),
            (
                "{ plist: a }",
                "<plist><array><dict><key>name</key><string>Tea</string><key>qty</key><integer>1</integer>"
                    + "<key>x</key><string>y</string></dict><dict><key>name</key><string>Rum</string>"
                    + "<key>qty</key><integer>2</integer><key>x</key><dict><key>z</key><true/></dict></dict>"
                    + "</array></plist>"
            ),
            (
                "{ sqlite: a.sql, table: t }",
                "CREATE TABLE t (name, qty, x); INSERT INTO t VALUES "
                    + "('Tea', 1, CAST(x'FF' AS TEXT)), ('Rum', 2, 'a' || char(0) || 'b');"
            ),
        ])
    func unused(source: String, text: String) throws {
        let project = try SourceProject(source, ["a": text, "a.sql": text])
        let result = try project.build()
        #expect(result.errors == "")
        #expect(result.status == 0)
        #expect(try project.items() == ["Tea 1.0", "Rum 2.0"])
    }

    @Test(
        "Used columns must have values, also if only the filter uses them",
        arguments: [
            ("{ json: a }", "name: name, quantity: x", #"[{"name":"Tea","x":1},{"name":"Rum","x":[[1]]}]"#),
            ("{ json: a, where: x == 1 }", "name: name", #"[{"name":"Tea","x":1},{"name":"Rum","x":[[1]]}]"#),
            ("{ xml: a, records: l/r }", "name: \"x\"", "<l><r><x>1</x></r><r><x>1</x><x>2</x></r></l>"),
            (
                "{ json: a }", "name: { template: \"{name} {x}\" }",
                #"[{"name":"Tea","x":1},{"name":"Rum","x":[[1]]}]"#
            ),
        ])
    func used(source: String, attributes: String, text: String) throws {
        let project = try SourceProject(source, ["a": text], attributes: attributes)
        let result = try project.build()
        #expect(result.status == 1)
        #expect(result.errors.contains("(column `x`)"), "\(result.errors)")
    }

    @Test("Keys, discriminators and relationships use their columns")
    func otherUses() throws {
        for edit in [("key: id", "key: x"), ("column: room", "column: x"), ("column: unit", "column: x")] {
            let shop = try Shop()
            try shop.folder.write(#"[{"id":"1","name":"Tea","x":[{}]}]"#, as: "items.json")
            try shop.edit(
                "plan.yml", "{ csv: items.csv }",
                "{ json: items.json, columns: [id,name,qty,stock,views,price,weight,ratio,sold,added,code,unit,room,x] }"
            )
            try shop.edit("plan.yml", edit.0, edit.1)
            let result = try shop.build()
            #expect(result.status == 1)
            #expect(result.errors.contains("neither a single value nor a list"), "\(edit)")
        }
    }

    @Test("A source that nothing reads is a warning at its line")
    func unusedSource() throws {
        let shop = try Shop()
        try shop.edit("plan.yml", "  labels: {", "  spare: { csv: missing.csv }\n  labels: {")
        let result = try shop.build()
        #expect(result.status == 0)
        #expect(result.errors == "plan.yml:6:3: warning: nothing in the plan reads this source\n")
    }

    @Test("SQL text runs once, however many sources read it")
    func scripts() throws {
        let folder = try TestFolder()
        // The SQL text uses a value that differs in each run.
        try folder.write(
            """
            CREATE TABLE a (v); CREATE TABLE b (v);
            INSERT INTO a VALUES (hex(randomblob(16)));
            INSERT INTO b SELECT v FROM a;
            """, as: "old.sql")
        try folder.write(
            """
            reference: \(SourceProject.reference)
            output: out.sqlite
            sources:
              one: { sqlite: old.sql, table: a }
              two: { sqlite: old.sql, query: SELECT v FROM b }
            entities:
              Item:
              - { from: one, attributes: { name: v } }
              - { from: two, attributes: { name: v } }
              - { from: one, attributes: { name: v } }
            """, as: "plan.yml")
        let result = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(result.errors == "")
        let names = try Connection.reading(path: folder.path + "/out.sqlite")
            .rows("SELECT DISTINCT ZNAME FROM ZITEM") { $0.text(at: 0) }
        #expect(names.count == 1)
        #expect(try files(in: folder.path) == ["old.sql", "out.sqlite", "plan.yml"])
    }
}
