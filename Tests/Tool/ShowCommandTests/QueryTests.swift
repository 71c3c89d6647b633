import CommandSupport
import Foundation
import ObjectLayer
import SQLite
import TestSupport
import Testing

@Suite("zseed query")
struct QueryTests {
    private let shop: Shop

    init() throws { shop = try Shop.built() }

    private func query(_ arguments: String...) throws -> ProcessResult {
        try TestSupport.run(Zseed.path, ["query", "out.sqlite"] + arguments, in: shop.path)
    }

    @Test("A table has dates as dates, to-one relationships as names and to-many ones as counts")
    func table() throws {
        let result = try query("Item WHERE name != nil ORDER BY price DESC LIMIT 2")
        #expect(result.errors == "")
        #expect(
            result.output == """
                added                 code                                  name        price  quantity  ratio  sold   stock  views  weight  label  place   unit
                --------------------  ------------------------------------  ----------  -----  --------  -----  -----  -----  -----  ------  -----  ------  -----
                2024-03-10T06:00:00Z                                        Bread, rye    4.5         1         false      5           0.75  red            piece
                2024-03-09T00:00:00Z  00112233-4455-6677-8899-AABBCCDDEEFF  Apples        3.9         3    0.5  true      10   1000     1.5  green  Cellar  kg

                2 rows

                """)
        #expect(
            try query("Unit", "--format", "csv").output == "name,symbol,items\nkg,,2\npiece,,1\n")
        #expect(
            try query("Unit", "--format", "csv", "--bom").output
                == "\u{FEFF}name,symbol,items\nkg,,2\npiece,,1\n")
        for options in [["--bom"], ["--bom", "--json"], ["--bom", "--format", "csv", "--count"]] {
            let result = try TestSupport.run(
                Zseed.path, ["query", "out.sqlite", "Unit"] + options, in: shop.path)
            #expect(result.status == 2)
            #expect(result.errors.hasPrefix("Error: --bom needs --format csv"))
        }
    }

    @Test("Decimals are added exactly, in groups and along relationships")
    func decimals() throws {
        try Connection(path: shop.output, mode: .readWrite).execute(
            """
            UPDATE ZITEM SET ZPRICE = CASE Z_PK WHEN 1 THEN 0.1 WHEN 2 THEN 0.7 ELSE 0.2 END,
              ZUNIT = 1
            """)
        func values(_ query: String, _ more: String...) throws -> String {
            let result = try TestSupport.run(
                Zseed.path, ["query", "out.sqlite", query, "--format", "csv"] + more,
                in: shop.path)
            #expect(result.errors == "")
            return result.output
        }
        #expect(try values("Item SELECT sum(price) AS total") == "total\n1\n")
        #expect(
            try values("Unit SELECT items.@sum.price AS total WHERE items.@count > 0")
                == "total\n1\n")
        #expect(
            try values("Unit SELECT name WHERE items.@sum.price == 1") == "name\nkg\n")
        #expect(
            try values("Item SELECT sum(price) AS total WHERE price < 0.5").hasSuffix("\n0.3\n"))
        #expect(
            try values("Item SELECT unit, sum(price) AS total GROUP BY unit HAVING $total == 1")
                == "unit,total\nkg,1\n")
        #expect(try values("Item SELECT average(price) AS mean WHERE price < 0.5") == "mean\n0.15\n")
    }

    @Test("Rows can be ordered by a column's name, computed or counted")
    func columnNames() throws {
        func names(_ query: String) throws -> String {
            let result = try TestSupport.run(
                Zseed.path, ["query", "out.sqlite", query, "--format", "csv"], in: shop.path)
            #expect(result.errors.contains("is the name of a column, not of a property"))
            return result.output
        }
        #expect(
            try names("Unit SELECT name, items.@count AS n ORDER BY n DESC")
                == "name,n\nkg,2\npiece,1\n")
        #expect(
            try names("Unit SELECT name, items.@count AS n ORDER BY n, name")
                == "name,n\npiece,1\nkg,2\n")
        #expect(
            try names("Unit SELECT DISTINCT name, items.@count AS n ORDER BY n")
                == "name,n\npiece,1\nkg,2\n")
        #expect(
            try names("Item SELECT name, quantity * 2 AS twice ORDER BY twice LIMIT 2")
                == "name,twice\n\"Bread, rye\",2\nCrème fraîche,4\n")
        #expect(
            try TestSupport.run(
                Zseed.path,
                [
                    "query", "out.sqlite", "Unit", "--columns", "name, items.@count AS n", "--sort",
                    "n", "--format", "csv",
                ], in: shop.path
            ).output == "name,n\npiece,1\nkg,2\n")
    }

    @Test("A group condition on a name that is both column and attribute warns which one is used")
    func hidingName() throws {
        let query = "Item SELECT unit, count(*) AS quantity GROUP BY unit HAVING quantity > 1"
        let result = try TestSupport.run(
            Zseed.path, ["query", "out.sqlite", query, "--format", "csv"], in: shop.path)
        #expect(result.output == "unit,quantity\nkg,2\n")
        #expect(
            result.errors == """
                query: warning: in an app, this has another meaning: `quantity` is a column here and a \
                property for Core Data: give the column another name

                """)
    }

    @Test("CSV and JSON have the exact values")
    func programs() throws {
        let format =
            "Item SELECT name, added, sold, price, unit, unit.items.name WHERE place != nil"
        #expect(
            try query(format, "--format", "csv").output == """
                name,added,sold,price,unit,unit.items.name
                Apples,2024-03-09T00:00:00Z,true,3.9,kg,"Apples, Crème fraîche"
                Crème fraîche,,,,kg,"Apples, Crème fraîche"

                """)
        #expect(
            try query(format, "--json").output == """
                [
                  {"name": "Apples", "added": "2024-03-09T00:00:00Z", "sold": true, "price": 3.9, "unit": {"objectID": "Unit/p1", "name": "kg"}, "unit.items.name": ["Apples", "Crème fraîche"]},
                  {"name": "Crème fraîche", "added": null, "sold": null, "price": null, "unit": {"objectID": "Unit/p1", "name": "kg"}, "unit.items.name": ["Apples", "Crème fraîche"]}
                ]

                """)
        #expect(try query("Item WHERE name == 'none'", "--json").output == "[]\n")
        #expect(
            try query("Place", "--format", "csv", "--columns", "name, SELF, items.@count").output
                == "name,SELF,items.@count\nCellar,Cellar,1\nFridge,Fridge,1\n")
        #expect(try query("Place", "--no-subentities", "--count").output == "0\n")
    }

    @Test("Groups, counts, variables and options work together")
    func options() throws {
        #expect(
            try query(
                "Item SELECT unit, count(*) AS n GROUP BY unit HAVING n > 1", "--format", "csv"
            ).output == "unit,n\nkg,2\n")
        #expect(try query("Item", "--count").output == "3\n")
        #expect(
            try query(
                "Item WHERE unit.name == $U AND added >= $D", "--set", "U=kg", "--set",
                "D=2024-03-09", "--count"
            ).output == "1\n")
        #expect(
            try query(
                "Item WHERE unit != nil", "--where", "name BEGINSWITH 'B'", "--sort", "name DESC",
                "--limit", "1", "--columns", "name", "--format", "csv"
            ).output == "name\n\"Bread, rye\"\n")
    }

    @Test("Objects with the same name can be distinguished by their IDs")
    func objectIDs() throws {
        try Connection(path: shop.output, mode: .readWrite).execute(
            "DROP INDEX Z_Unit_UNIQUE_name; UPDATE ZUNIT SET ZNAME = 'kg'")
        #expect(
            try query("Unit SELECT objectID, name", "--format", "csv").output
                == "objectID,name\nUnit/p1,kg\nUnit/p2,kg\n")
        #expect(
            try query("Item SELECT unit, unit.objectID AS id WHERE unit != nil", "--json").output == """
                [
                  {"unit": {"objectID": "Unit/p1", "name": "kg"}, "id": "Unit/p1"},
                  {"unit": {"objectID": "Unit/p2", "name": "kg"}, "id": "Unit/p2"},
                  {"unit": {"objectID": "Unit/p1", "name": "kg"}, "id": "Unit/p1"}
                ]

                """)
        #expect(
            try query("Item SELECT unit.objectID, count(*) AS n GROUP BY unit.objectID", "--format", "csv")
                .output == "unit.objectID,n\nUnit/p1,2\nUnit/p2,1\n")
        #expect(try query("Item WHERE unit == 'Unit/p2'", "--count").output == "1\n")
    }

    @Test("A query that Core Data would refuse is answered with a warning")
    func refusals() throws {
        let warning = "query: warning: Core Data raises an exception for this in an app: "
        let all = try query("Unit WHERE ALL items.quantity > 0", "--count")
        #expect(all.output == "2\n")
        #expect(
            all.errors
                == warning + "ALL is not supported before `items.quantity`: count the others with SUBQUERY\n")
        #expect(all.status == 0)
        let sorted = try query("Unit SELECT name ORDER BY items.@count", "--format", "csv")
        #expect(sorted.output == "name\npiece\nkg\n")
        #expect(sorted.errors.hasPrefix(warning))
        #expect(
            try query("Item SELECT unit, count(*) AS n GROUP BY unit HAVING n > 1", "--json").errors
                == warning + "`n` is the name of a column, not of a property\n")
        #expect(try query("Item WHERE price != 3 OR price == nil").errors == "")
    }

    @Test("!= leaves out objects without a value, like a fetch in an app")
    func missingValues() throws {
        #expect(try query("Item WHERE price != 3.9", "--count").output == "1\n")
        #expect(try query("Item WHERE NOT (price == 3.9)", "--count").output == "1\n")
        #expect(try query("Item WHERE price != 3.9 OR price == nil", "--count").output == "2\n")
    }

    @Test("docs/guides/query.md shows the real output")
    func documentation() throws {
        let folder = try TestFolder()
        let demo = try TestSupport.run(
            Zseed.path,
            ["build", Corpus.packageRoot + "/data/seed.yml", "-q", "-o", "GroceryDude.sqlite"],
            in: folder.path)
        #expect(demo.status == 0, "\(demo.errors)")
        let page = try String(
            contentsOfFile: Corpus.packageRoot + "/docs/guides/query.md", encoding: .utf8)
        let examples = page.matches(of: /(?s)```\n\$ (zseed query .+?')\n(.+?)```/)
        #expect(examples.count >= 2)
        for example in examples {
            let command = String(example.output.1)
                .replacing("build/GroceryDude.sqlite", with: "GroceryDude.sqlite")
                .replacing("zseed query", with: "\"$ZSEED\" query", maxReplacements: 1)
            let result = try TestSupport.run(
                "sh", ["-c", command], in: folder.path, environment: ["ZSEED": Zseed.path])
            #expect(result.output == example.output.2, "\(command) \(result.errors)")
        }
    }

    @Test(
        "Errors of a query are printed below it, with a caret",
        arguments: [
            (
                ["Item WHERE name == == 1"],
                """
                query: error: character 20: a value is missing before "=="
                Item WHERE name == == 1
                                   ^

                """
            ),
            (
                ["Itme WHERE name == 1"],
                """
                query: error: there is no entity `Itme`; did you mean `Item`?
                Itme WHERE name == 1
                ^

                """
            ),
            (
                ["Item ORDER BY unit.nmae"],
                """
                query: error: Unit has no attribute or relationship `nmae`; did you mean `name`?
                Item ORDER BY unit.nmae
                                   ^

                """
            ),
            (
                ["Item", "--where", "name"],
                """
                --where: error: character 1: a condition is missing, "name" is a value
                name
                ^

                """
            ),
            (
                ["Item", "--sort", "name DSC"],
                """
                --sort: error: character 6: "DSC" is unexpected
                name DSC
                     ^

                """
            ),
            (
                ["Item WHERE added > 'soon'"],
                """
                query: error: 'soon' is not a valid date
                Item WHERE added > 'soon'
                                    ^

                """
            ),
            (
                ["--template", "All"],
                "template: error: the model has no fetch request template `All`: it has none\n"
            ),
            (
                ["Item WHERE name == $N"],
                """
                query: error: the variable $N has no value: add --set N=…
                Item WHERE name == $N
                                   ^

                """
            ),
        ])
    func errors(arguments: [String], message: String) throws {
        let result = try TestSupport.run(
            Zseed.path, ["query", "out.sqlite"] + arguments, in: shop.path)
        #expect(result.errors == message)
        #expect(result.output == "")
        #expect(result.status == 2)
    }

    @Test("Errors of the command line, the store and the model have their own exit codes")
    func statuses() throws {
        #expect(try query().status == 2)
        #expect(try query("Item", "--template", "All").status == 2)
        #expect(try query("Item", "--set", "X=1").status == 2)
        #expect(try query("Item", "--limit", "-1").status == 2)
        let missing = try Zseed.run("query", "none.sqlite", "Item", in: shop.path)
        #expect(missing.errors == "none.sqlite: error: no such file\n")
        #expect(missing.status == 2)
        try TestStore.create(at: shop.path + "/other.sqlite", model: "<entity name=\"Item\"/>")
        let other = try query("Item", "--model", "other.sqlite")
        #expect(
            other.errors.contains("was not created with this model: different version hashes for Item"))
        #expect(other.status == 1)
    }

    @Test("A store without a model is read with a warning, or with the app's model")
    func withoutModel() throws {
        let path = shop.path + "/out.sqlite"
        try Connection(path: path, mode: .readWrite).execute("DROP TABLE Z_MODELCACHE")
        let guessed = try query("Item", "--count")
        #expect(guessed.output == "3\n")
        #expect(
            guessed.errors.contains("out.sqlite: warning: the store contains no model, so names"))
        let named = try query("Item", "--count", "--model", "reference.sqlite")
        #expect(named.errors == "")
        #expect(named.output == "3\n")
    }

    @Test("SQL statements are printed with --sql or an environment variable")
    func statements() throws {
        let shown = try query("Item WHERE name == 'Apples'", "--count", "--sql")
        #expect(shown.output == "1\n")
        #expect(shown.errors.contains("sql: SELECT count(*) FROM"))
        #expect(shown.errors.contains("bind[0] = 'Apples'"))
        for (level, hasBinds) in [("1", false), ("3", true)] {
            let result = try TestSupport.run(
                Zseed.path, ["query", "out.sqlite", "Item WHERE name == 'Apples'"],
                in: shop.path, environment: ["ZSEED_SQL_DEBUG": level])
            #expect(result.errors.contains("sql: SELECT "))
            #expect(result.errors.contains("bind[0] = 'Apples'") == hasBinds)
        }
        #expect(try query("Item").errors == "")
    }

    /// A script that prints the peak resident memory of a command in MB.
    private static let peak = """
        import resource, subprocess, sys
        status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
        print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
        """

    @Test(
        "A long result takes little memory",
        .enabled(if: (try? run("python3", ["--version"]))?.status == 0, "needs python3"),
        arguments: [
            "Item SELECT name, unit", "Item SELECT DISTINCT name",
            "Item SELECT name, count(*) AS n, max(name) GROUP BY name HAVING n > 0 ORDER BY n, name",
        ])
    func memory(query: String) throws {
        let isLarge = ProcessInfo.processInfo.environment["ZSEED_LARGE"] != nil
        let count = isLarge ? 1_000_000 : 50_000
        try Connection(path: shop.output, mode: .readWrite).execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZUNIT)
            SELECT i, (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'), 1, 'Item ' || i, 1 FROM n;
            UPDATE Z_PRIMARYKEY SET Z_MAX = \(count) WHERE Z_NAME = 'Item';
            """)
        let result = try TestSupport.run(
            "python3",
            [
                "-c", Self.peak, Zseed.path, "query", "out.sqlite", query, "--json",
            ],
            in: shop.path)
        let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        #expect(numbers.count == 2 && numbers[0] == 0, "\(result)")
        #expect((1..<200).contains(numbers.last ?? 0), "\(result.output)")
    }

    @Test("Neither the store nor its folder is changed")
    func readOnly() throws {
        let before = try bytes(of: shop.output)
        let names = try files(in: shop.path)
        #expect(try query("Item").status == 0)
        #expect(try bytes(of: shop.output) == before)
        #expect(try files(in: shop.path) == names)
    }

    @Test(
        "Every entity of every real store is printed",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: Corpus.entries)
    func corpus(_ entry: Corpus.Entry) throws {
        // In this process, because each of hundreds of processes would read a whole model for 20 rows.
        let context = try ManagedObjectContext(PersistentStoreCoordinator(path: entry.store))
        let names = try entry.facts().entity_hashes.keys.sorted()
        for name in names {
            var request = FetchRequest(entityName: name)
            request.fetchLimit = 20
            try BothWays.compare(request, in: context, name)
        }
        let shown = [names.first, names.last, names[names.count / 2]].compactMap(\.self)
        for (name, format) in zip(shown, ["json", "table", "csv"]) {
            let result = try TestSupport.run(
                Zseed.path,
                ["query", entry.store, name, "--format", format, "--limit", "20"])
            #expect(result.status == 0, "\(name): \(result.errors)")
            guard format == "json" else { continue }
            let rows = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
            #expect((rows as? [[String: Any]])?.count ?? 21 <= 20)
        }
    }
}
