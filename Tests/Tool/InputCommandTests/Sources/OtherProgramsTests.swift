import CommandSupport
import Foundation
import TestSupport
import Testing

/// Spreadsheets written by other programs, compared with a CSV file with the same rows.
@Suite("Spreadsheets of other programs")
struct OtherProgramsTests {
    private static func hasModule(_ name: String) -> Bool {
        (try? run("python3", ["-c", "import \(name)"]).status) == 0
    }

    private static let hasOffice = (try? run("soffice", ["--version"]).status) == 0

    private static let csv = """
        id,name,qty,price,weight,sold,added,note
        1,Äpfel & <rote>,3,3.9,0.1,true,2024-01-15,  two  spaces
        2,"a ""b""
        c",1000000000,100000,1e-07,false,2024-01-15T13:45:30,
        3,🌱,-1,0.1,0.3333333333333333,,,12
        4,_x00_,0,2.5,1.5,true,1904-01-02,n/a

        """

    /// Python code with the rows as values.
    private static let rows = #"""
        import datetime as d
        head = ["id", "name", "qty", "price", "weight", "sold", "added", "note"]
        rows = [
            [1, "Äpfel & <rote>", 3, 3.9, 0.1, True, d.datetime(2024, 1, 15), "  two  spaces"],
            [2, "a \"b\"\nc", 10**9, 1e5, 1e-7, False, d.datetime(2024, 1, 15, 13, 45, 30), None],
            [3, "🌱", -1, 0.1, 1/3, None, None, "12"],
            [4, "_x00_", 0, 2.5, 1.5, True, d.datetime(1904, 1, 2), "n/a"],
        ]

        """#

    private static func shop() throws -> Shop {
        let shop = try Shop()
        try shop.folder.write(csv, as: "items.csv")
        try shop.folder.write(plan("csv: items.csv"), as: "plan.yml")
        return shop
    }

    private static func plan(_ source: String) -> String {
        """
        reference: reference.sqlite
        output: out.sqlite
        timeZone: UTC
        sources: { items: { \(source) } }
        entities:
          Item:
            from: items
            key: id
            attributes: { name: name, quantity: { column: id }, stock: qty, price: price, weight: weight, sold: sold, added: added }
            relationships: { unit: { find: Unit.name, column: note } }
        """
    }

    /// Builds from an input, and expects the same bytes as from the CSV file.
    private static func expectSame(_ source: String, in shop: Shop) throws {
        let expected = try shop.build()
        #expect(expected.status == 0, "\(expected.errors)")
        let store = try bytes(of: shop.output)
        try shop.folder.write(plan(source), as: "other.yml")
        let result = try Zseed.run("build", "other.yml", in: shop.path)
        #expect(result.status == 0, "\(source): \(result.errors)")
        guard try bytes(of: shop.output) != store else { return }
        try shop.folder.write(Data(store), as: "expected.sqlite")
        let found = try Zseed.run("diff", "expected.sqlite", "out.sqlite", in: shop.path)
        Issue.record("\(source): \(found.output)\(found.errors)")
    }

    private static func python(_ script: String, in shop: Shop) throws {
        try shop.folder.write(rows + script, as: "write.py")
        let result = try run("python3", ["write.py"], in: shop.path)
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test(
        "Workbooks of openpyxl equal a CSV file",
        .enabled(if: hasModule("openpyxl"), "needs openpyxl, which `make counterparts` installs"))
    func openpyxl() throws {
        for variant in [
            "openpyxl.Workbook()", "openpyxl.Workbook(write_only=True)", "openpyxl.Workbook(iso_dates=True)",
        ] {
            let shop = try Self.shop()
            try Self.python(
                """
                import openpyxl
                from openpyxl.utils.datetime import CALENDAR_MAC_1904
                book = \(variant)
                if not book.write_only: book.epoch = CALENDAR_MAC_1904
                sheet = book.create_sheet("Items", 0)
                for row in [head] + rows: sheet.append(row)
                book.save("items.xlsx")
                """, in: shop)
            try Self.expectSame("xlsx: items.xlsx, sheet: Items", in: shop)
        }
    }

    @Test(
        "Workbooks of XlsxWriter equal a CSV file",
        .enabled(if: hasModule("xlsxwriter"), "needs XlsxWriter, which `make counterparts` installs"))
    func xlsxWriter() throws {
        for options in ["{}", "{'constant_memory': True}", "{'date_1904': True}", "{'use_zip64': True}"] {
            let shop = try Self.shop()
            try Self.python(
                """
                import xlsxwriter
                book = xlsxwriter.Workbook("items.xlsx", \(options))
                day = book.add_format({"num_format": "d. mmmm yyyy hh:mm:ss"})
                sheet = book.add_worksheet("My 'new' items")
                for y, row in enumerate([head] + rows):
                    for x, value in enumerate(row):
                        if isinstance(value, str): sheet.write_string(y, x, value)
                        elif isinstance(value, d.datetime): sheet.write_datetime(y, x, value, day)
                        elif value is not None: sheet.write(y, x, value)
                sheet.write_rich_string(2, 1, 'a "', day, 'b"\\n', 'c')
                book.close()
                """, in: shop)
            try Self.expectSame("xlsx: items.xlsx", in: shop)
        }
    }

    @Test(
        "LibreOffice's workbooks and OpenDocument files equal a CSV file",
        .enabled(
            if: hasOffice && hasModule("openpyxl"),
            "needs LibreOffice and openpyxl, which `make counterparts` installs"), .timeLimit(.minutes(5)))
    func libreOffice() throws {
        let shop = try Self.shop()
        // The program treats `_x00_` as an escaped character and leaves it out, and its numbers have fifteen digits.
        try shop.edit("items.csv", "_x00_", "plain")
        try shop.edit("items.csv", "0.3333333333333333", "0.333333333333333")
        try Self.python(
            """
            import openpyxl
            rows[3][1] = "plain"
            rows[2][4] = 0.333333333333333
            book = openpyxl.Workbook()
            book.active.title = "Items"
            for row in [head] + rows: book.active.append(row)
            book.active["I2"] = "=1/0"
            book.active["C6"] = "=B1"
            book.save("first.xlsx")
            """, in: shop)
        // The user's own LibreOffice profile is not used.
        let profile = "-env:UserInstallation=file://\(shop.path)/profile"
        for (filter, name) in [("ods", "first.ods"), ("xlsx:Calc MS Excel 2007 XML", "out/first.xlsx")] {
            let folder = name.hasPrefix("out") ? "out" : "."
            let result = try run(
                "soffice", [profile, "--headless", "--convert-to", filter, "--outdir", folder, "first.xlsx"],
                in: shop.path)
            #expect(FileManager.default.fileExists(atPath: shop.path + "/" + name), "\(result.errors)")
        }
        try Self.expectSame("ods: first.ods, range: \"A1:H5\"", in: shop)
        try Self.expectSame("xlsx: out/first.xlsx, range: \"A1:H5\"", in: shop)
        // LibreOffice has computed the formulas, and zseed reports a formula with an error.
        for source in ["ods: first.ods", "xlsx: out/first.xlsx"] {
            try shop.folder.write(
                Self.plan("\(source), header: false, range: I2").replacing("key: id\n", with: "\n")
                    .replacing(
                        "{ name: name, quantity: { column: id }, stock: qty, price: price, weight: weight, sold: sold, added: added }",
                        with: "{ name: I }"
                    )
                    .replacing("column: note", with: "column: I"),
                as: "other.yml")
            let result = try Zseed.run("build", "other.yml", in: shop.path)
            #expect(result.status == 1)
            #expect(
                result.errors.contains("Items!I2: error: the cell has the error '#DIV/0!'"),
                "\(result.errors)")
        }
    }
}
