import Foundation
import SQLite
@testable import Inputs
import TestSupport
import Testing

@testable import Seeding

@Suite("The same data from every source", .enabled(if: Corpus.isPresent, Corpus.absence))
struct SameStoreTests {
    /// The default data of Grocery Dude, with values for every type of column.
    private struct Row {
        let name: String
        let unit: String
        let home: String
        let shop: String
        let quantity: String
        let listed: Bool

        static let columns = ["name", "unit", "home", "shop", "quantity", "listed"]
        var texts: [String] { [name, unit, home, shop, quantity, listed ? "true" : "false"] }
    }

    private static func rows() throws -> [Row] {
        var options = RecordOptions()
        options.records = ["items", "item"]
        let source = try XMLSource(
            path: try Corpus.entry("grocery-dude").folder + "/DefaultData.xml", options: options)
        var rows: [Row] = []
        while try source.next() {
            let texts = source.columns.indices.map { column in
                guard case .text(let bytes) = source.record[column] else { return "" }
                return String(decoding: bytes, as: UTF8.self)
            }
            // Characters of various scripts and kinds: quotes, delimiters, line ends, other planes.
            let odd = ["", " \"x\"", ", ;\t|", "\nü", " 🌱棵", " <&>'"][rows.count % 6]
            rows.append(
                Row(
                    name: texts[0] + odd, unit: texts[1], home: texts[2], shop: texts[3],
                    quantity: ["1", "2.5", "0.125", "1000"][rows.count % 4], listed: rows.count % 3 == 0))
        }
        return rows
    }

    // MARK: Writing

    private static func csv(_ rows: ArraySlice<Row>, delimiter: String, lineEnd: String) -> String {
        ([Row.columns] + rows.map(\.texts)).map { cells in
            cells.map { "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
                .joined(separator: delimiter)
        }.joined(separator: lineEnd) + lineEnd
    }

    private static func json(_ row: Row) throws -> String {
        let name = String(decoding: try JSONEncoder().encode(row.name), as: UTF8.self)
        return "{\"name\":\(name),\"unit\":\"\(row.unit)\",\"place\":{\"home\":\"\(row.home)\","
            + "\"shop\":\"\(row.shop)\"},\"quantity\":\(row.quantity),\"listed\":\(row.listed)}"
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(
            of: "<", with: "&lt;"
        )
        .replacingOccurrences(of: "\"", with: "&quot;")
        .replacingOccurrences(of: "\n", with: "&#10;").replacingOccurrences(of: "\t", with: "&#9;")
    }

    private static func writeSources(into folder: TestFolder) throws {
        let rows = try rows()
        let whole = csv(rows[...], delimiter: ",", lineEnd: "\n")
        try folder.write(whole, as: "a.csv")
        try folder.write(csv(rows[..<150], delimiter: ";", lineEnd: "\r\n"), as: "part-1.csv")
        try folder.write(csv(rows[150...], delimiter: ";", lineEnd: "\r\n"), as: "part-2.csv")
        let tabs = "\u{FEFF}" + csv(rows[...], delimiter: "\t", lineEnd: "\r\n")
        try folder.write(
            Data(tabs.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }), as: "a.txt")
        try folder.write(whole, as: "zipped")
        #expect(try run("gzip", ["zipped"], in: folder.path).status == 0)
        let objects = try rows.map(json)
        try folder.write("{\"data\":[\(objects.joined(separator: ",\n"))]}", as: "a.json")
        try folder.write(objects.joined(separator: "\n"), as: "a.ndjson")
        let xml = rows.map { row in
            "<item name=\"\(escaped(row.name))\" unit=\"\(escaped(row.unit))\" "
                + "quantity=\"\(row.quantity)\"><place home=\"\(escaped(row.home))\">"
                + "<shop>\(escaped(row.shop))</shop></place><listed>\(row.listed)</listed></item>"
        }
        try folder.write("<items>\n\(xml.joined(separator: "\n"))\n</items>", as: "a.xml")
        let list = rows.map { row -> [String: Any] in
            [
                "name": row.name, "unit": row.unit, "home": row.home, "shop": row.shop,
                "quantity": Double(row.quantity) ?? 0, "listed": row.listed,
            ]
        }
        try folder.write(
            PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0),
            as: "a.plist")
        let database = try Connection(path: folder.path + "/a.sqlite", mode: .create)
        try database.execute("CREATE TABLE items (name, unit, home, shop, quantity REAL, listed)")
        let insert = try database.prepare("INSERT INTO items VALUES (?, ?, ?, ?, ?, ?)")
        try database.transaction {
            for row in rows {
                for (index, text) in row.texts.enumerated() { try insert.bind(text, at: index + 1) }
                try insert.bind(row.listed ? Int64(1) : 0, at: 6)
                try insert.run()
            }
        }
    }

    // MARK: Building

    private static func build(_ source: String, columns: [String], in folder: TestFolder) throws
        -> Data
    {
        let plan = """
            reference: \(try Corpus.entry("grocery-dude").store)
            output: out.sqlite
            sources: { items: \(source) }
            entities:
              Item:
                from: items
                attributes: { name: \(columns[0]), quantity: \(columns[4]), listed: \(columns[5]) }
                relationships:
                  unit: { find: Unit.name, column: \(columns[1]) }
                  locationAtHome: { find: LocationAtHome.storedin, column: \(columns[2]) }
                  locationAtShop: { find: LocationAtShop.aisle, column: \(columns[3]) }
            """
        let path = try folder.write(plan, as: "plan.yml")
        let finished = try SeedBuilder(plan: try PlanReader.read(path: path)).build()
        try finished.place()
        return try Data(contentsOf: URL(fileURLWithPath: folder.path + "/out.sqlite"))
    }

    @Test("Stores are equal byte by byte")
    func sameStores() throws {
        let folder = try TestFolder()
        try Self.writeSources(into: folder)
        let expected = try Self.build("{ csv: a.csv }", columns: Row.columns, in: folder)
        try folder.write(expected, as: "built.sqlite")
        let items = try Connection.reading(path: folder.path + "/built.sqlite")
            .integer("SELECT count(*) FROM ZITEM WHERE ZNAME NOT NULL")
        #expect(items == 400)
        let nested = ["name", "unit", "place.home", "place.shop", "quantity", "listed"]
        let related = [
            "name", "unit.name", "locationAtHome.storedin", "locationAtShop.aisle", "quantity",
            "listed",
        ]
        let sources: [(String, [String])] = [
            ("{ csv: [part-1.csv, part-2.csv], delimiter: detect }", Row.columns),
            ("{ csv: \"part-?.csv\", delimiter: \";\" }", Row.columns),
            ("{ csv: a.txt, delimiter: tab }", Row.columns),
            ("{ csv: zipped.gz }", Row.columns),
            ("{ json: a.json, records: data }", nested),
            (
                "{ json: a.json, records: data, columns: [\(nested.joined(separator: ", "))] }",
                nested
            ),
            ("{ ndjson: a.ndjson }", nested),
            (
                "{ xml: a.xml, records: items/item }",
                ["name", "unit", "place/@home", "place/shop", "quantity", "listed"]
            ),
            ("{ plist: a.plist }", Row.columns),
            ("{ sqlite: a.sqlite, table: items }", Row.columns),
            ("{ store: built.sqlite, entity: Item }", related),
        ]
        for (source, columns) in sources {
            let built = try Self.build(source, columns: columns, in: folder)
            #expect(built == expected, "\(source)")
        }
    }
}
