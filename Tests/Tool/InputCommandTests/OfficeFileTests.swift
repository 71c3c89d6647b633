import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// Workbooks of openpyxl and XlsxWriter, and LibreOffice's conversions of them, drafted and built without edits by the
/// program.
@Suite("Files of office programs", .enabled(if: OfficePrograms.isPresent))
struct OfficeFileTests {
    /// A file, and the rows from building its unedited draft; nil if it must be refused.
    struct Case: CustomTestStringConvertible {
        let file: String
        let columns: String
        let rows: [String]?
        let told: [String]

        init(_ file: String, _ columns: String, _ rows: [String]?, told: String...) {
            self.file = file
            self.columns = columns
            self.rows = rows
            self.told = told
        }

        var testDescription: String { file }
    }

    private static let numbers = ["A|1", "B|2"]
    private static let dates = ["A|2021-04-13", "B|2022-01-02"]
    private static let day = "date(ZSINCE + 978307200, 'unixepoch')"

    private static let cases: [Case] = [
        .init("plain.xlsx", "ZAMOUNT", numbers),
        .init("plain-written.xlsx", "ZAMOUNT", numbers),
        .init("first-column-empty.xlsx", "ZAMOUNT", numbers),
        .init("sum-without-result.xlsx", "ZAMOUNT", nil, told: "a formula without a result"),
        .init("total.xlsx", "ZAMOUNT", numbers, told: "'Summe'"),
        .init("currency.xlsx", "ZPRICE", ["A|1234.5", "B|-12"]),
        .init("percent.xlsx", "ZPRICE", ["A|0.55", "B|0.075"]),
        .init("dates.xlsx", day, dates),
        .init("dates-and-texts.xlsx", day, dates + ["C|2021-04-14"]),
        .init("from-1904.xlsx", day, dates),
        .init("old-dates.xlsx", day, ["A|1850-04-13", "B|1950-01-01"]),
        .init("times.xlsx", "ZNOTE", ["A|08:30:00", "B|14:05:00"]),
        .init("zip.xlsx", "ZCODE", ["A|01067", "B|99084"]),
        .init("truth.xlsx", "ZACTIVE", ["A|1", "B|0"]),
        .init("unit-header.xlsx", "ZPRICE || '|' || ZAMOUNT", ["A|1.5|2", "B|2|3"]),
        .init("number-texts.xlsx", "ZAMOUNT", numbers),
        .init("long-codes.xlsx", "ZCODE", ["A|4006381333931", "B|12"]),
        .init("lines.xlsx", "ZNOTE", ["A|x\ny", "B|z"]),
        .init("above.xlsx", "ZAMOUNT", numbers, told: "range: A4"),
        .init("below.xlsx", "ZAMOUNT", numbers, told: "'Prices as of today'"),
        .init("beside.xlsx", "ZAMOUNT", numbers, told: "`name 2`, `amount 2`"),
        .init("no-results.xlsx", "ZAMOUNT", nil, told: "a formula without a result"),
        .init("page-headers.xlsx", "ZAMOUNT", numbers + ["C|3"], told: "'Page 1'"),
        .init("accounts.xlsx", "ZPRICE", ["A|-12.5", "B|3"], told: "accounting: true"),
        .init("months.xlsx", day, ["A|2021-04-01", "B|2021-05-01"], told: "months only"),
        .init("hidden.xlsx", "ZAMOUNT", numbers, told: "hidden"),
        .init("hidden-sheet.xlsx", "ZAMOUNT", numbers),
        .init("list-object.xlsx", "ZAMOUNT", numbers, told: "range: A3"),
        .init("merged.xlsx", "ZCODE", ["A|fruit", "B|fruit", "C|nut"], told: "fillDown: [\"code\"]"),
        .init("merged-heads.xlsx", "ZSHOPPRICE || '|' || ZWEBPRICE", ["A|1|2"]),
        .init("pivot.xlsx", "ZAMOUNT", numbers, told: "no entity fits the source `Pivot`"),
        .init("chart-sheet.xlsx", "ZAMOUNT", numbers),
        .init("rich.xlsx", "ZNOTE", ["AB|n", "C|m"]),
        .init("failed.xlsx", "ZAMOUNT", nil, told: "#DIV/0!"),
        .init("zeros.xlsx", "ZAMOUNT", nil, told: "needs recalculation"),
        .init(
            "lookups.xlsx", "(SELECT ZCOLOR FROM ZCATEGORY c WHERE c.Z_PK = ZCATEGORY)",
            ["A|red", "B|brown"]),
    ]

    private static let savedCases: [Case] = [
        .init("saved-currency.csv", "ZPRICE", ["A|1234.5", "B|-12"]),
        .init("saved-dates.csv", day, dates),
        .init("saved-truth.csv", "ZACTIVE", ["A|1", "B|0"]),
        .init("saved-percent.csv", "ZPRICE", ["A|55", "B|7.5"], told: "scale: 0.01"),
        .init("saved-zip.csv", "ZCODE", ["A|01067", "B|99084"]),
        .init("saved-czech.csv", "ZNOTE", ["Dvořák|Žižka", "Čapek|Ještě"]),
        .init("saved-polish.csv", "ZNOTE", ["Gdańsk|Ślązak", "Łódź|Święto"]),
        .init("saved-russian.csv", "ZNOTE", ["Молоко|Хлеб", "Сыр|Чёрный чай"]),
        .init("saved-dates.ods", day, dates),
        .init("saved-currency.ods", "ZPRICE", ["A|1234.5", "B|-12"]),
        .init("saved-percent.ods", "ZPRICE", ["A|0.55", "B|0.075"]),
        .init("saved-zip.ods", "ZCODE", ["A|01067", "B|99084"]),
        .init("saved-merged.ods", "ZCODE", ["A|fruit", "B|fruit", "C|nut"], told: "fillDown: [\"code\"]"),
        .init("saved-hidden.ods", "ZAMOUNT", numbers, told: "hidden"),
        .init(
            "saved-lookups.ods", "(SELECT ZCOLOR FROM ZCATEGORY c WHERE c.Z_PK = ZCATEGORY)",
            ["A|red", "B|brown"]),
        .init("saved-below.ods", "ZAMOUNT", numbers, told: "'Prices as of today'"),
        .init("saved-truth.ods", "ZACTIVE", ["A|1", "B|0"]),
        .init("saved-plain.xls", "ZAMOUNT", nil, told: "xls"),
        .init("saved-no-results.xlsx", "ZAMOUNT", ["A|2", "B|4"]),
        .init("saved-merged-heads.xlsx", "ZSHOPPRICE || '|' || ZWEBPRICE", ["A|1|2"]),
        .init("saved-list-object.xlsx", "ZAMOUNT", numbers, told: "range: A3"),
    ]

    @Test("Workbooks of openpyxl and XlsxWriter are read", arguments: cases)
    func workbooks(file: Case) throws { try check(file) }

    @Test(
        "Files of LibreOffice are read", .enabled(if: OfficePrograms.hasLibreOffice), arguments: savedCases)
    func saved(file: Case) throws { try check(file) }

    private static let model = """
        Item name! amount:Integer_64 price:Decimal since:Date note code active:Boolean shopPrice:Decimal \
        webPrice:Decimal category>Category.items supplier>Supplier.items
        Category name! color items>>Item.category
        Supplier code! name items>>Item.supplier
        """

    private func check(_ file: Case) throws {
        let folder = try TestFolder()
        try folder.writeModel(ModelText.xml(Self.model), as: "M.xcdatamodel")
        let name = "items." + (file.file.split(separator: ".").last ?? "")
        try FileManager.default.copyItem(
            atPath: OfficePrograms.folder.path + "/" + file.file, toPath: folder.path + "/" + name)
        let drafted = try Zseed.run("plan", "M.xcdatamodel", name, "-o", "plan.yml", in: folder.path)
        var said = drafted.output + drafted.errors
        var rows: [String]?
        if drafted.status == 0 {
            said += try String(contentsOfFile: folder.path + "/plan.yml", encoding: .utf8)
            let built = try Zseed.run("build", "plan.yml", in: folder.path)
            said += built.errors
            if built.status == 0 {
                let sql = "SELECT ZNAME || '|' || \(file.columns) FROM ZITEM ORDER BY ZNAME"
                rows = try Connection(path: folder.path + "/seed.sqlite", mode: .readOnly).rows(sql) {
                    $0.text(at: 0) ?? ""
                }
            }
        }
        #expect(rows == file.rows, "\(said)")
        for words in file.told { #expect(said.contains(words), "\(said)") }
    }
}

/// The libraries and programs that write such files.
enum OfficePrograms {
    static let isPresent = has("python3", "-c", "import openpyxl, xlsxwriter")
    static let hasLibreOffice = isPresent && has("soffice", "--version")

    private static func has(_ program: String...) -> Bool {
        (try? run(program[0], Array(program.dropFirst())))?.status == 0
    }

    /// All files, created once.
    nonisolated(unsafe) static let folder: TestFolder = {
        do {
            let folder = try TestFolder()
            let script = Corpus.packageRoot + "/Tests/Oracles/Offices/files.py"
            let made = try run("python3", [script, folder.path])
            precondition(made.status == 0, made.errors)
            return folder
        } catch {
            preconditionFailure("\(error)")
        }
    }()
}
