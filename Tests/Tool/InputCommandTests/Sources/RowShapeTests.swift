import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("Rows and files with other columns than the header")
struct RowShapeTests {
    private static let ragged = "name,qty\nTea\nRum,2,\nGin,3\n"

    @Test(
        "Rows that are shorter or longer than the header",
        arguments: [
            ("", ["a.csv:2: error: the row has 1 field", "a.csv:3: error: the row has 3"], []),
            ("shortRows: error", ["a.csv:2: error", "a.csv:3: error"], []),
            ("shortRows: pad", ["a.csv:3: error: the row has 3 fields, the header 2"], []),
            ("longRows: dropEmpty", ["a.csv:2: error: the row has 1 field, the header 2"], []),
            ("shortRows: pad, longRows: dropEmpty", [], ["Tea 1.0", "Rum 2.0", "Gin 3.0"]),
            ("shortRows: pad, longRows: drop", [], ["Tea 1.0", "Rum 2.0", "Gin 3.0"]),
        ] as [(String, [String], [String])])
    func lengths(options: String, errors: [String], items: [String]) throws {
        let project = try SourceProject(
            "{ csv: a.csv, shape: { \(options) } }", ["a.csv": Self.ragged],
            attributes: "name: name, quantity: { column: qty, default: 1 }")
        let result = try project.build()
        #expect(result.status == (errors.isEmpty ? 0 : 1))
        for error in errors { #expect(result.errors.contains(error)) }
        if errors.isEmpty { #expect(try project.items() == items) }
    }

    @Test("Filled cells beyond the header are dropped only if the plan allows it")
    func longRows() throws {
        let text = ["a.csv": "name,qty\nTea,1,x\n\"Rum\",2,\"y\"\n"]
        let careful = try SourceProject("{ csv: a.csv, shape: { longRows: dropEmpty } }", text).build()
        #expect(careful.status == 1)
        #expect(careful.errors.contains("a.csv:2: error: the row has 3 fields, the header 2"))
        #expect(careful.errors.contains("a.csv:3: error: the row has 3 fields, the header 2"))
        let project = try SourceProject("{ csv: a.csv, shape: { longRows: drop } }", text)
        #expect(try project.build().errors == "")
        #expect(try project.items() == ["Tea 1.0", "Rum 2.0"])
    }

    @Test("Keys beside `shape:` build the same store, with one warning")
    func formerKeys() throws {
        let text = ["a.csv": "Stock\nname,qty\nTea\nRum,2,\n,,\n", "b.csv": "name,kind\nA,x\nB,\n"]
        func built(_ one: String, _ other: String) throws -> (bytes: Data, errors: String) {
            let project = try SourceProject(
                "{ csv: a.csv, \(one) }\n  other: { csv: b.csv, \(other) }", text,
                attributes: "name: { column: name, default: none }, quantity: { column: qty, default: 1 }")
            let result = try project.build()
            #expect(result.status == 0)
            return (
                try Data(contentsOf: URL(fileURLWithPath: project.folder.path + "/out.sqlite")), result.errors
            )
        }
        let former = try built(
            "skipLines: 1, blankRows: keep, shortRows: pad, longRows: dropEmpty", "fillDown: kind")
        let plan = try built(
            "shape: { skipLines: 1, blankRows: keep, shortRows: pad, longRows: dropEmpty }",
            "shape: { fillDown: kind }")
        #expect(former.bytes == plan.bytes)
        #expect(plan.errors.split(separator: "\n").count == 1, "the unused source")
        #expect(former.errors.split(separator: "\n").count == 2)
        #expect(
            former.errors.contains(
                "warning: write `skipLines`, `blankRows`, `shortRows`, `longRows`, `fillDown` in "
                    + "`shape: { skipLines: … }`; the next version reads them only there\n"))
    }

    @Test("A misspelled value gets a suggestion")
    func choices() throws {
        let result = try SourceProject("{ csv: a.csv, shape: { shortRows: padd } }", [:]).build()
        #expect(result.status == 2)
        #expect(result.errors.contains("`padd` is not a value of `shortRows`; did you mean `pad`?"))
    }

    @Test("Files of a pattern can have their columns in another order or case, which is reported")
    func order() throws {
        let files = [
            "b1.csv": "name,qty,x\nTea,1,a\n", "b2.csv": "QTY,x,Name\n2,b,Rum\n\"3\",\"c\",\"Gin\"\n",
            "b3.csv": "name,qty,x\nBread,4,d\n",
        ]
        let project = try SourceProject("{ csv: \"b*.csv\" }", files)
        let result = try project.build()
        #expect(result.status == 0)
        #expect(result.errors.hasPrefix("b2.csv:1: warning: the columns differ in order or case"))
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(try project.items() == ["Tea 1.0", "Rum 2.0", "Gin 3.0", "Bread 4.0"])
    }

    @Test("Errors in such a file have their own place, and rejected rows the first file's order")
    func orderedErrors() throws {
        let project = try SourceProject(
            "{ csv: [b1.csv, b2.csv] }",
            ["b1.csv": "name,qty\nTea,1\n", "b2.csv": "qty,name\n2,Rum\nx,Gin\n7,\n"],
            head: "onError: skip")
        let result = try project.build()
        #expect(result.errors.contains("b2.csv:3:1: warning: Item.quantity: 'x' (column `qty`)"))
        #expect(result.errors.contains("b2.csv:4:3: warning: Item.name: needs a value"))
        let rejected = project.folder.path + "/out.sqlite.rejects/s.csv"
        let text = String(decoding: try bytes(of: rejected), as: UTF8.self)
        #expect(text.hasPrefix("name,qty,reason\nGin,x,"))
    }

    @Test(
        "Files with other columns are refused",
        arguments: ["name,amount\nRum,2\n", "name,qty,x\nRum,2,3\n", "name\nRum\n", "name,NAME\nRum,2\n"])
    func otherColumns(second: String) throws {
        let result = try SourceProject(
            "{ csv: [b1.csv, b2.csv] }", ["b1.csv": "name,qty\nTea,1\n", "b2.csv": second]
        ).build()
        #expect(result.status == 1)
        #expect(result.errors.contains("b2.csv:1: error: the columns differ from those of the first file"))
    }
}
