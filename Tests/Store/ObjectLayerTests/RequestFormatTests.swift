import ObjectModel
import Testing

@testable import ObjectLayer

@Suite("The text of a fetch request")
struct RequestFormatTests {
    @Test("Every clause sets its part of the request")
    func clauses() throws {
        let request = try FetchRequest(
            format: """
                Item SELECT unit.name, count(*) AS items, average(price), items.@count
                where listed == YES and name != "ORDER BY x, y" GROUP BY unit.name, unit
                HAVING items > 3 order by items desc, name[cd], unit.name ASC LIMIT 10 OFFSET 5
                """)
        var expected = FetchRequest(entityName: "Item")
        expected.propertiesToFetch = [
            .keyPath("unit.name"),
            .expression(
                name: "items", .function(name: "count:", arguments: [.evaluatedObject])),
            .expression(
                name: "average(price)",
                .function(name: "average:", arguments: [.keyPath("price")])),
            .keyPath("items.@count"),
        ]
        expected.predicate = try Predicate(format: "listed == YES AND name != \"ORDER BY x, y\"")
        expected.propertiesToGroupBy = ["unit.name", "unit"]
        expected.havingPredicate = try Predicate(format: "items > 3")
        expected.sortDescriptors = [
            SortDescriptor(key: "items", ascending: false),
            SortDescriptor(key: "name", textOrder: .caseAndDiacriticInsensitive),
            SortDescriptor(key: "unit.name"),
        ]
        expected.fetchLimit = 10
        expected.fetchOffset = 5
        #expect(request == expected)
    }

    @Test(
        "Attributes can have names of keywords",
        arguments: [
            ("Item WHERE limit > 3 LIMIT 4", "limit > 3", 4),
            ("Item WHERE select == 1 OR having == 2", "select == 1 OR having == 2", 0),
            ("Item WHERE x.order == 1 AND #where == 2 LIMIT 7", "x.order == 1 AND #where == 2", 7),
            ("Item WHERE name IN {\"a\", \"LIMIT 3\"}", "name IN {\"a\", \"LIMIT 3\"}", 0),
            ("Item WHERE (limit == 3) LIMIT 0", "limit == 3", 0),
        ])
    func names(format: String, predicate: String, limit: Int) throws {
        let request = try FetchRequest(format: format)
        #expect(request.predicate == (try Predicate(format: predicate)))
        #expect(request.fetchLimit == limit)
        #expect(request.entityName == "Item")
    }

    @Test("An entity can have a keyword's name, and results can be distinct")
    func shortest() throws {
        #expect(try FetchRequest(format: " Order ") == FetchRequest(entityName: "Order"))
        let request = try FetchRequest(format: "Limit SELECT DISTINCT name ORDER BY name DESC")
        #expect(request.returnsDistinctResults)
        #expect(request.propertiesToFetch == [.keyPath("name")])
        #expect(
            try FetchRequest(format: "E SELECT distinct").propertiesToFetch == [
                .keyPath("distinct")
            ])
    }

    @Test(
        "Errors are reported at their place in the whole text",
        arguments: [
            ("", 0, "the name of a property is missing at the end"),
            ("Item foo", 5, "\"foo\" is unexpected"),
            (
                "select name FROM Unit WHERE a == 1", 0,
                "write the entity first, without FROM: Unit SELECT …"
            ),
            ("SELECT *", 0, "write the entity first, without FROM: Item SELECT …"),
            ("Item WHERE", 10, "a value is missing at the end"),
            ("Item WHERE name == == 1", 19, "a value is missing before \"==\""),
            ("Item WHERE a == 1 LIMIT x", 18, "\"LIMIT\" is unexpected"),
            ("Item LIMIT 3 4", 13, "\"4\" is unexpected"),
            ("Item ORDER BY name[q]", 19, "unknown options \"q\""),
            ("Item ORDER BY name,", 19, "a value is missing at the end"),
            ("Item ORDER BY 3", 14, "the name of a property is missing before \"3\""),
            ("Item SELECT a, b + ", 18, "a value is missing at the end"),
            ("Item SELECT a AS \"x\"", 14, "\"AS\" is unexpected"),
            ("Item SELECT é WHERE é.x == ?", 29, "unexpected character \"?\""),
            ("Item LIMIT 99999999999999999999", 11, "\"99999999999999999999\" is not a number"),
            ("Item.x", 0, "the name of a property is missing before \"Item.x\""),
        ])
    func errors(format: String, offset: Int, words: String) throws {
        let error = #expect(throws: PredicateFormatError.self) { try FetchRequest(format: format) }
        #expect(error?.format == format)
        #expect(error?.utf8Offset == offset)
        #expect(error?.description.contains(words) ?? false, "\(String(describing: error))")
    }

    @Test("Any bytes are read or refused, without a trap")
    func hostile() {
        let pieces = [
            "Item", " ", "SELECT ", "WHERE ", "GROUP BY ", "HAVING ", "ORDER BY ", "LIMIT ", "9",
            "\"", "'", "\\", "(", ")", "[", "]", "{", "é", ",", "AS ", "DESC", "$", "#", ".", "a",
        ]
        var state: UInt64 = 42
        for _ in 0..<3_000 {
            var text = ""
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int(state >> 33) % pieces.count]
            }
            do {
                _ = try FetchRequest(format: text)
            } catch {
                #expect(error.utf8Offset <= text.utf8.count)
            }
        }
    }
}
