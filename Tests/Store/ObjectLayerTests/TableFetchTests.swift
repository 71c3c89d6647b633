import Foundation
import ObjectModel
import StoreFormat
import TestSupport
import Testing

@testable import ObjectLayer

@Suite("Tables of objects")
struct TableFetchTests {
    private static let library = """
        <entity name="Author"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book"
            inverseName="author" inverseEntity="Book"/></entity>
        <entity name="Poet" parentEntity="Author"><attribute name="metre" optional="YES"
            attributeType="Integer 16"/></entity>
        <entity name="Book"><attribute name="title" optional="YES" attributeType="String"/>
        <attribute name="isbn" optional="YES" attributeType="String"/>
        <attribute name="lent" optional="YES" attributeType="Boolean"/>
        <attribute name="price" optional="YES" attributeType="Double"/>
        <attribute name="bought" optional="YES" attributeType="Date"/>
        <attribute name="code" optional="YES" attributeType="UUID"/>
        <attribute name="cover" optional="YES" attributeType="Binary"
            allowsExternalBinaryDataStorage="YES"/>
        <relationship name="author" optional="YES" maxCount="1" destinationEntity="Author"
            inverseName="books" inverseEntity="Author"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="isbn"/>
        </uniquenessConstraint></uniquenessConstraints></entity>
        """

    private let stack: Stack

    init() throws {
        stack = try Stack(Self.library)
        let context = stack.context
        let emma = try context.insert("Author", ["name": "Austen"])
        let poet = try context.insert("Poet", ["metre": 5])
        for number in 1...5 {
            let book = try context.insert(
                "Book",
                [
                    "title": "Book \(number)", "price": Double(number) / 2, "lent": number == 2,
                    "bought": Date(timeIntervalSinceReferenceDate: Double(number) * 86_400),
                ])
            if number < 5 { try book.setValue(number < 3 ? emma : poet, forKey: "author") }
            if number == 1 { try book.setValue("978-1", forKey: "isbn") }
        }
        try context.save()
    }

    /// Returns the rows of a query, with values as short texts.
    private func rows(_ format: String) throws -> [[String]] {
        var request = try FetchRequest(format: format)
        request.interpretsTextConstants = true
        request.allowsExtensions = true
        var rows: [[String]] = []
        try TableFetch(request, in: ManagedObjectContext(stack.coordinator)).forEachRow { row in
            rows.append(row.map(Self.text))
        }
        return rows
    }

    private static func text(_ value: TableValue) -> String {
        switch value {
        case .none: "-"
        case .missingFile(let name): "missing \(name)"
        case .object(let id, let name): name ?? "\(id.entityName)/\(id.primaryKey ?? 0)"
        case .objectID(let id): "\(id.entityName)/\(id.primaryKey ?? 0)"
        case .list(let members): "[" + members.map(text).joined(separator: " ") + "]"
        case .value(let value): "\(value)"
        }
    }

    @Test("Without columns, a table has attributes, to-one relationships and counts of the others")
    func allColumns() throws {
        let context = try ManagedObjectContext(stack.coordinator)
        let books = try TableFetch(FetchRequest(entityName: "Book"), in: context)
        #expect(
            books.columns.map(\.name)
                == ["bought", "code", "cover", "isbn", "lent", "price", "title", "author"])
        #expect(
            books.columns.map(\.isNumber) == [
                false, false, false, false, false, true, false, false,
            ])
        let authors = try TableFetch(FetchRequest(entityName: "Author"), in: context)
        #expect(authors.columns.map(\.name) == ["entity", "name", "books"])
        #expect(
            try rows("Author") == [
                ["string(\"Author\")", "string(\"Austen\")", "integer(2)"],
                ["string(\"Poet\")", "-", "integer(2)"],
            ])
    }

    @Test("Objects are named by a unique value, else by name or title, else by their ID")
    func names() throws {
        #expect(
            try rows("Book SELECT lent, author ORDER BY title LIMIT 3") == [
                ["bool(false)", "Austen"], ["bool(true)", "Austen"], ["bool(false)", "Poet/2"],
            ])
        #expect(
            try rows("Author SELECT objectID, SELF, books.objectID") == [
                ["Author/1", "Austen", "[Book/1 Book/2]"],
                ["Poet/2", "Poet/2", "[Book/3 Book/4]"],
            ])
        #expect(
            try rows("Book SELECT author.objectID AS writer, count(*) GROUP BY author.objectID")
                == [["Author/1", "integer(2)"], ["Poet/2", "integer(2)"], ["-", "integer(1)"]])
        #expect(
            try rows("Author SELECT SELF, books, books.price") == [
                ["Austen", "[978-1 Book 2]", "[double(0.5) double(1.0)]"],
                ["Poet/2", "[Book 3 Book 4]", "[double(1.5) double(2.0)]"],
            ])
        #expect(
            try rows("Book SELECT author.books.author.name WHERE title == 'Book 5'") == [["[]"]])
    }

    @Test("Groups are counted, filtered and ordered by their values")
    func groups() throws {
        #expect(
            try rows(
                """
                Book SELECT author, count(*) AS n, sum(price) AS total, max(title) \
                GROUP BY author ORDER BY total DESC
                """) == [
                    ["Poet/2", "integer(2)", "double(3.5)", "string(\"Book 4\")"],
                    ["-", "integer(1)", "double(2.5)", "string(\"Book 5\")"],
                    ["Austen", "integer(2)", "double(1.5)", "string(\"Book 2\")"],
                ])
        #expect(
            try rows("Book SELECT sum(price) AS total GROUP BY author HAVING $total > 2 LIMIT 1")
                == [["double(3.5)"]])
        #expect(
            try rows("Book SELECT sum(price) GROUP BY lent HAVING sum(price) < 2 ORDER BY lent")
                == [["double(1.0)"]])
        #expect(
            try rows("Book SELECT count(*), min(price) WHERE price > 99") == [["integer(0)", "-"]])
        #expect(
            try rows("Book SELECT DISTINCT lent ORDER BY price") == [
                ["bool(false)"], ["bool(true)"],
            ])
        #expect(try rows("Book GROUP BY lent") == [["bool(false)"], ["bool(true)"]])
    }

    @Test("Texts are read as dates and UUIDs when compared with such values")
    func texts() throws {
        #expect(
            try rows("Book SELECT title WHERE bought > '2001-01-03T12:00:00+01:00' LIMIT 1")
                == [["string(\"Book 3\")"]])
        #expect(
            try rows("Book SELECT title WHERE bought BETWEEN {'2001-01-02', '2001-01-03 00:00Z'}")
                == [["string(\"Book 1\")"], ["string(\"Book 2\")"]])
        #expect(try rows("Book WHERE code == '00000000-0000-0000-0000-00000000000A'") == [])
        #expect(
            try rows("Book SELECT title WHERE author IN {'Author/p1'} AND price == '0.5'")
                == [["string(\"Book 1\")"]])
        #expect(
            try rows("Book SELECT title WHERE author.name LIKE 'A*' AND price > 0.5").count == 1)
        for wrong in ["author == 'Austen'", "price == 'x'", "title == 3", "title IN {'a', 1}"] {
            #expect(throws: FetchRequestError.self, "\(wrong)") { try rows("Book WHERE \(wrong)") }
        }
        for wrong in ["bought > 'x'", "bought > '2001-02-29'", "code == '12'"] {
            #expect(throws: FetchRequestError.self, "\(wrong)") { try rows("Book WHERE \(wrong)") }
        }
    }

    @Test("Values of groups keep their types, also those of other objects")
    func types() throws {
        #expect(
            try rows("Author SELECT books.lent WHERE name == 'Austen'")
                == [["[integer(0) integer(1)]"]])
        #expect(
            try rows("Book SELECT author.name, lent, bought GROUP BY author.name, lent LIMIT 1")
                == [["string(\"Austen\")", "bool(false)", "date(86400.0)"]])
    }

    @Test(
        "Unknown names are reported",
        arguments: [
            ("Bok", FetchRequestError.unknownEntity("Bok")),
            ("Book SELECT price, title AS price", .duplicateColumn("price")),
            ("Book SELECT titel", .unknownKeyPath(entity: "Book", keyPath: "titel")),
            ("Book ORDER BY author.nme", .unknownKeyPath(entity: "Book", keyPath: "author.nme")),
            (
                "Book SELECT count(*) AS n GROUP BY lent ORDER BY m",
                .unknownGroupValue("m", known: ["lent", "n"])
            ),
            (
                "Book SELECT count(*) AS n GROUP BY lent HAVING title == 1",
                .unknownGroupValue("title", known: ["lent", "n"])
            ),
        ])
    func unknown(format: String, error: FetchRequestError) throws {
        #expect(throws: error) { try rows(format) }
    }

    @Test("The row's own entity is used, not the entity column of the key")
    func wrongEntityColumn() throws {
        let column = try #require(
            try stack.rows("SELECT name FROM pragma_table_info('ZBOOK') WHERE name LIKE 'Z%_AUTHOR'").first)
        try stack.run("UPDATE ZBOOK SET \(column) = (SELECT Z_ENT FROM ZAUTHOR WHERE Z_PK = 1)")
        #expect(
            try rows("Book SELECT uppercase(author.name), count(*) GROUP BY author.name") == [
                ["string(\"AUSTEN\")", "integer(2)"], ["-", "integer(3)"],
            ])
        let context = try stack.otherContext()
        let book = try #require(try context.fetch(FetchRequest(format: "Book WHERE price == 2")).first)
        let author = try #require(try book.object(forKey: "author"))
        #expect(try author.attributeValue(forKey: "name") == nil)
        #expect(author.entity.name == "Poet")
    }

    @Test("A row whose destination is missing has neither its name nor its values")
    func damage() throws {
        try stack.run("DELETE FROM ZAUTHOR WHERE Z_PK = 1")
        let found = try rows("Book SELECT author, author.name, author.books.title LIMIT 1")
        // The books still refer to the author.
        let titles = "[string(\"Book 1\") string(\"Book 2\")]"
        #expect(found == [["Author/1", "-", titles]])
    }
}
