import Foundation
import ObjectModel
import SQLite
@testable import Inputs
import StoreFormat
import Testing
import TestSupport

@testable import Drafting
@testable import Seeding

@Suite("Drafting plans")
struct PlanDrafterTests {
    private static let model = """
        <entity name="Book"><attribute name="title" attributeType="String"/>
        <attribute name="pages" optional="YES" attributeType="Integer 32"/>
        <attribute name="price" optional="YES" attributeType="Decimal"/>
        <attribute name="published" optional="YES" attributeType="Date"/>
        <attribute name="lent" optional="YES" attributeType="Boolean"/>
        <relationship name="author" optional="YES" maxCount="1" destinationEntity="Author"
            inverseName="books" inverseEntity="Author"/></entity>
        <entity name="Author"><attribute name="name" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book"
            inverseName="author" inverseEntity="Book"/></entity>
        """

    private func draft(_ files: [String: String], in folder: TestFolder) throws -> String {
        try TestStore.create(at: folder.path + "/store.sqlite", model: Self.model)
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
            try folder.write(text, as: name)
        }
        return try PlanDrafter(
            ReferenceStore(path: folder.path + "/store.sqlite"),
            sources: files.keys.sorted().map { folder.path + "/" + $0 }, planFolder: folder.path
        ).draft()
    }

    @Test(
        "The draft for the demo data builds unchanged",
        arguments: [["items.csv"], ["items.csv", "legacy.sql"]])
    func demo(sources: [String]) throws {
        let folder = try TestFolder()
        let root = Corpus.packageRoot
        let text = try PlanDrafter(
            ReferenceStore(path: root + "/schema.sql"),
            sources: sources.map { root + "/data/" + $0 }, planFolder: folder.path
        ).draft()
        let plan = try PlanReader.read(path: try folder.write(text, as: "plan.yml"))
        let finished = try SeedBuilder(plan: plan).build()
        #expect(finished.report.rows.first?.written == 452)
        let loads = finished.report.rows.filter { $0.milliseconds != nil }
        #expect(loads.allSatisfy { $0.read == $0.written })
        #expect(loads.count == (sources.count == 1 ? 1 : 3))
        let links = finished.report.rows.filter { $0.milliseconds == nil }
        #expect(links.count == (sources.count == 1 ? 3 : 5))
    }

    @Test("A draft has columns, delimiters, dates, keys and questions")
    func whole() throws {
        let folder = try TestFolder()
        let text = try draft(
            [
                "authors.csv": "id,name\n7,Ann\n",
                "books.csv":
                    """
                Title;page count;Price;Published;lent;author_id;colour
                A;12;1,50;31.12.2020;yes;7;red
                B;3;2;01.02.2021;no;7;

                """,
            ], in: folder)
        #expect(
            text == """
                # Drafted by `zseed plan` from names and cells. Check the lines marked `unsure`.
                reference: store.sqlite
                output: seed.sqlite
                timeZone: UTC              # unsure: some dates have no time zone: which one is it?

                sources:
                  authors: { csv: authors.csv }
                  books: { csv: books.csv, delimiter: ";" }

                entities:
                  Author:
                    from: authors
                    key: id
                    attributes:
                      name: name
                  Book:
                    from: books
                    attributes:
                      title: Title
                      pages: "page count"  # unsure: is `page count` the right column?
                      price: { column: Price, decimalComma: true }
                      published: { column: Published, date: dd.MM.yyyy }
                      lent: lent
                    relationships:
                      author: { keyOf: Author, column: author_id }
                    # unsure: no property fits `colour`

                """)
    }

    @Test(
        "The date format is inferred from the cells",
        arguments: [
            (["2020-01-02", "2020-01-02T03:04:05Z"], "", ""),
            (["31.12.2020 08:00", "01.02.2021 23:59"], "dd.MM.yyyy HH:mm", ""),
            (["31/12/2020"], "dd/MM/yyyy", ""), (["12/31/2020"], "MM/dd/yyyy", ""),
            (["01/02/2020"], "dd/MM/yyyy", "`MM/dd/yyyy` would fit as well"),
            (["3/19/2024", "3/4/2024"], "M/d/yyyy", ""), (["9.3.2024"], "d.M.yyyy", ""),
            (["3/4/2024", "5/6/2024"], "M/d/yyyy", "`d/M/yyyy` would fit as well"),
            (["9-Mar-24", "31-Dec-23"], "d-MMM-yy", ""), (["Mar 9 2024"], "MMM d yyyy", ""),
            (["03/19/2024 05:05 PM"], "MM/dd/yyyy hh:mm a", ""),
            (["March 9, 2024", "May 1, 2024"], "MMMM d, yyyy", ""),
            (["9 March 2024"], "d MMMM yyyy", ""), (["2024/03/19"], "yyyy/MM/dd", ""),
            (["19/03/2024 17:05"], "dd/MM/yyyy HH:mm", ""),
            (["2024-03-09 17:05:30 +0100"], "yyyy-MM-dd HH:mm:ss Z", ""),
            (["2024-03-09T17:05:30+01:00"], "", ""), (["2460379.25"], "julianDay", ""),
            (
                ["45360.75", "45382"], "excel1900",
                "days as Excel counts them; `excel1904` where the workbook counts from 1904"
            ),
            (["700000000"], "reference", "`unix` would fit as well"),
            (
                ["31.12.2020", "01.02.2021", "soon"], "dd.MM.yyyy",
                "1 of 3 values are not in the format of the others, such as 'soon'"
            ),
            (["02/02/2020"], "dd/MM/yyyy", ""), (["1700000000"], "unix", ""),
            (["1700000000000"], "unixMilliseconds", ""), (["20201231"], "", ""),
            (["soon"], "", "no date format fits all cells, such as 'soon'"),
        ])
    func dates(cells: [String], format: String, doubt: String) throws {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/store.sqlite", model: Self.model)
        let layout = try ReferenceStore(path: folder.path + "/store.sqlite").layout
        let attribute = try #require(layout.entity(named: "Book")?.attribute("published"))
        let guess = Self.guess(attribute, cells)
        let options = guess.options.filter { $0.key == "date" }.map { "\($0.key): \($0.value)" }.joined()
        let quoted = YAMLText.scalar(format)
        #expect(options == (format.isEmpty ? "" : "date: \(quoted)"))
        #expect(guess.doubts.joined() == doubt)
    }

    private static func guess(
        _ attribute: AttributeColumn, _ cells: [String], isDayFirst: Bool? = nil
    ) -> ValueGuess {
        var survey = ColumnSurvey()
        for cell in cells { cell.withUTF8Bytes { survey.add(.text($0)) } }
        survey.finish()
        return ValueGuess(
            attribute.attribute, path: attribute.path, survey, rowCount: cells.count, isDayFirst: isDayFirst)
    }

    @Test("All rows determine the date format, not only the first ones")
    func lastRow() throws {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/store.sqlite", model: Self.model)
        let layout = try ReferenceStore(path: folder.path + "/store.sqlite").layout
        let attribute = try #require(layout.entity(named: "Book")?.attribute("published"))
        let early = (0..<5000).map { "0\($0 % 9 + 1)/0\($0 % 9 + 1)/2020" }
        #expect(Self.guess(attribute, early + ["12/31/2020"]).options[0].value == "MM/dd/yyyy")
        #expect(Self.guess(attribute, early + ["31/12/2020"]).options[0].value == "dd/MM/yyyy")
        let months = Self.guess(attribute, ["9. März 2024", "1. Mai 2024", "24. Dezember 2023"])
        #expect(months.options.map(\.value) == ["\"d. MMMM yyyy\"", "de_DE"])
        #expect(months.doubts.isEmpty)
        let years = Self.guess(attribute, ["1999", "2024"])
        #expect(years.template?.after == "-01-01")
    }

    @Test(
        "Numbers, booleans and null words are inferred from the cells",
        arguments: [
            ("price", ["1,50", "1.234,50"], "decimalComma: true, thousands: \".\""),
            ("price", ["1,234.50", "12"], "thousands: \",\""),
            (
                "price", ["1 234,5"],
                "decimalComma: true, thousands: \" \""
            ),
            ("price", ["1,5", "2"], "decimalComma: true"), ("price", ["1.5", "-"], "null: [\"-\"]"),
            ("pages", ["1,234", "17"], "thousands: \",\""), ("pages", [" 12", "3"], "trim: true"),
            ("pages", ["12", "N/A", "NULL"], "null: [\"N/A\", \"NULL\"]"), ("lent", ["Y", "N"], ""),
            ("lent", ["ja", "nein"], "booleans: { true: [\"ja\"], false: [\"nein\"] }"),
            ("lent", ["x"], "booleans: { true: [\"x\"], false: [] }, default: false"),
        ])
    func values(attribute name: String, cells: [String], expected: String) throws {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/store.sqlite", model: Self.model)
        let layout = try ReferenceStore(path: folder.path + "/store.sqlite").layout
        let attribute = try #require(layout.entity(named: "Book")?.attribute(name))
        let guess = Self.guess(attribute, cells)
        #expect(guess.options.map { "\($0.key): \($0.value)" }.joined(separator: ", ") == expected)
        #expect(guess.unreadable == 0)
    }

    @Test("Every table of a database is a source, and unmatched tables are named")
    func database() throws {
        let folder = try TestFolder()
        let text = try draft(
            [
                "old.sql":
                    """
                CREATE TABLE book (title TEXT); INSERT INTO book VALUES ('x'); CREATE TABLE \
                zzz (qqq INT); INSERT INTO zzz VALUES (1); CREATE TABLE yyy (qqq INT);
                """
            ],
            in: folder)
        #expect(text.contains("  book: { sqlite: old.sql, table: book }\n"))
        #expect(text.contains("# `yyy` has no rows and is left out\n"))
        #expect(
            text.contains("# unsure: no entity fits the source `zzz`; it has the columns qqq\n"))
    }

    @Test("An existing file is kept")
    func existing() throws {
        let folder = try TestFolder()
        let path = try folder.write("mine", as: "plan.yml")
        let issue = #expect(throws: SeedIssue.self) { try PlanFile.write("new", to: path) }
        #expect(issue?.reason == .output(.fileExists))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        try PlanFile.write("new", to: folder.path + "/b/plan.yml")
        #expect(try String(contentsOfFile: folder.path + "/b/plan.yml", encoding: .utf8) == "new")
    }
}
