import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// Input that would use too much time, memory or disk space, or for which the wrong file might be reported.
@Suite("Limits and their messages")
struct LimitTests {
    // MARK: Plans

    @Test("Aliases of aliases are counted before they are expanded, and reported at their line")
    func aliasBomb() throws {
        let shop = try Shop()
        var bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n"
        for (name, other) in zip("bcdefghij", "abcdefghi") {
            let many = Array(repeating: "*\(other)", count: 9).joined(separator: ", ")
            bomb += "\(name): &\(name) [\(many)]\n"
        }
        try shop.folder.write(bomb + "? *j\n: 1\n", as: "plan.yml")
        let result = try shop.build()
        #expect(result.status == 2)
        #expect(
            result.errors
                == "plan.yml:6:8: error: not a seed plan: its aliases expand to more than 100000 values\n"
        )
    }

    @Test("Deeply nested aliases are refused, not followed")
    func deepAliases() throws {
        let shop = try Shop()
        var deep = "metadata:\n  a0: &a0 [x]\n"
        for place in 1..<5_000 { deep += "  a\(place): &a\(place) [*a\(place - 1)]\n" }
        try shop.folder.write(Shop.plan + deep, as: "plan.yml")
        let result = try shop.build()
        #expect(result.status == 2)
        #expect(result.errors.contains("its values are nested more than 200 levels deep"))
    }

    @Test("A few aliases work")
    func fewAliases() throws {
        let shop = try Shop()
        try shop.edit(
            "plan.yml", "labels: { csv: labels.csv }", "labels: &l { csv: labels.csv }\n  more: *l")
        #expect(try shop.build().status == 0)
    }

    // MARK: Views

    private static let endless = """
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
        SELECT x AS Z_PK, 1 AS Z_ENT, 1 AS Z_OPT, 'n' || x AS ZNAME, x AS name FROM n
        """

    @Test(
        "An endless view in place of a table is refused at once",
        arguments: [
            ["verify", "reference.sqlite"], ["inspect", "reference.sqlite"],
            ["query", "reference.sqlite", "Unit"], ["export", "reference.sqlite", "-o", "folder"],
            ["build", "plan.yml"], ["compare", "reference.sqlite", "reference.sqlite"],
        ])
    func view(_ arguments: [String]) throws {
        let shop = try Shop()
        let store = try Connection(path: shop.path + "/reference.sqlite", mode: .readWrite)
        try store.execute("DROP TABLE ZUNIT; CREATE VIEW ZUNIT AS " + Self.endless)
        let result = try TestSupport.run(
            "timeout", ["60", Zseed.path] + arguments, in: shop.path)
        #expect(result.status == 1)
        #expect(
            result.errors.contains(
                "reference.sqlite: error: is not a valid Core Data store: ZUNIT is a view, not a table"))
    }

    @Test("A store can have the app's own views")
    func ownView() throws {
        let shop = try Shop()
        let store = try Connection(path: shop.path + "/reference.sqlite", mode: .readWrite)
        try store.execute("CREATE VIEW mine AS SELECT ZNAME FROM ZUNIT")
        try shop.build().expectSuccess()
    }

    // MARK: Memory

    @Test("--memory stops a build that needs more, and leaves no files")
    func memory() throws {
        let shop = try Shop()
        var rows = "id,name,qty,stock,views,price,weight,ratio,sold,added,code,unit,room\n"
        for row in 1...20_000 { rows += "\(row),a,,,,,,,,,,,\n" }
        try shop.folder.write(rows, as: "items.csv")
        let result = try Zseed.run("build", "plan.yml", "--memory", "1", in: shop.path)
        #expect(result.status == 3)
        #expect(result.errors.contains("error: needs more than the 1 MB of memory"))
        #expect(
            try files(in: shop.path) == ["items.csv", "labels.csv", "plan.yml", "reference.sqlite"])
        #expect(try Zseed.run("build", "plan.yml", "--memory", "0", in: shop.path).status == 2)
        try Zseed.run("build", "plan.yml", "--memory", "4000", in: shop.path).expectSuccess()
    }

    @Test("--memory counts large cells and sorting, however few rows there are")
    func largeCells() throws {
        let shop = try Shop()
        let row = "9,\(String(repeating: "a", count: 40_000_000)),,,,,,,,,,,\n"
        try shop.folder.write(Shop.items + row, as: "items.csv")
        let result = try Zseed.run("build", "plan.yml", "--memory", "100", in: shop.path)
        #expect(result.status == 3, "\(result)")
        #expect(
            result.errors.hasPrefix("items.csv:5:1: error: needs more than the 100 MB of memory")
                || result.errors.hasPrefix("out.sqlite: error: needs more than the 100 MB of memory"),
            "\(result)")
        #expect(!FileManager.default.fileExists(atPath: shop.output))
        try shop.folder.write(Shop.items, as: "items.csv")
        try Zseed.run("build", "plan.yml", "--memory", "100", in: shop.path).expectSuccess()
    }

    @Test("Out of memory, the old output is kept, and the next build removes leftovers")
    func outOfMemory() throws {
        let shop = try Shop()
        try shop.folder.write("the old output", as: "out.sqlite")
        let row = "9,\(String(repeating: "a", count: 30_000_000)),,,,,,,,,,,\n"
        try shop.folder.write(Shop.items + row + row.replacing("9,", with: "8,"), as: "items.csv")
        let before = Set(try files(in: shop.path))
        var ended: Set<Int32> = []
        // A limit of the address space in kilobytes. With a lower limit, the program does not start at all.
        for limit in stride(from: 200_000, through: 1_000_000, by: 50_000) {
            let result = try run(
                "sh", ["-c", "ulimit -v \(limit); exec \"$0\" build plan.yml", Zseed.path],
                in: shop.path, environment: ["SWIFT_BACKTRACE": "enable=no"])
            // 127: the dynamic linker has no memory.
            #expect(result.status < 0 || [0, 3, 127].contains(result.status), "\(limit): \(result)")
            ended.insert(result.status)
            if result.status == 0 { break }
            #expect(try bytes(of: shop.output) == Data("the old output".utf8), "\(limit)")
            let left = Set(try files(in: shop.path)).subtracting(before)
            #expect(left.allSatisfy { $0.hasPrefix(".out.sqlite.zseed-") }, "\(left)")
        }
        #expect(ended.contains { $0 == 3 || $0 < 0 })
        try shop.build().expectSuccess()
        #expect(Set(try files(in: shop.path)) == before)
    }

    // MARK: Rows

    @Test("With `onError: skip`, reading continues after a row that is too long")
    func longRow() throws {
        let shop = try Shop()
        let row = "9,\(String(repeating: "a", count: 64 << 20)),,,,,,,,,,,\n"
        let (head, rest) = (Shop.items.prefix { $0 != "\n" }, Shop.items.drop { $0 != "\n" })
        try shop.folder.write(head + "\n" + row + rest.dropFirst(), as: "items.csv")
        try shop.edit("plan.yml", "reference:", "onError: skip\nreference:")
        let result = try shop.build()
        #expect(result.status == 0, "\(result)")
        #expect(result.errors.hasPrefix("items.csv:2: warning: a row longer than "), "\(result)")
        #expect(result.errors.split(separator: "\n").count == 1)
        let count = try Zseed.run("query", "out.sqlite", "Item", "--count", in: shop.path)
        #expect(count.output == "3\n", "\(count)")
    }

    // MARK: Regular expressions

    private static let model = """
        <entity name="Note"><attribute name="text" optional="YES" attributeType="String"
            regularExpressionString="(a|b)*"/></entity>
        """

    private static func notes(_ attribute: String, model: String = LimitTests.model) throws -> TestFolder {
        let folder = try TestFolder()
        try folder.writeModel(model)
        try folder.write("text\n" + String(repeating: "ab", count: 300_000) + "\n", as: "n.csv")
        try folder.write(
            """
            reference: Model.xcdatamodel
            output: out.sqlite
            sources: { notes: { csv: n.csv } }
            entities:
              Note: { from: notes, attributes: { text: \(attribute) } }

            """, as: "plan.yml")
        return folder
    }

    @Test("A text too long for the model's regular expression is an error, not a mismatch")
    func validation() throws {
        let folder = try Self.notes("text")
        let result = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(result.status == 1)
        #expect(result.errors.contains("a text of 600000 characters is too long for the regular"))
    }

    @Test("A text too long for `replace:` is an error, not left unchanged")
    func replacing() throws {
        let plain = Self.model.replacing("regularExpressionString=\"(a|b)*\"", with: "")
        let folder = try Self.notes(
            "{ column: text, replace: { pattern: \"^(a|b)*$\", with: x } }", model: plain)
        let result = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(result.status == 1)
        #expect(result.errors.contains("a text of 600000 characters is too long for the regular"))
    }

    @Test("A text too long for MATCHES is an error, not an answer")
    func matches() throws {
        let plain = Self.model.replacing("regularExpressionString=\"(a|b)*\"", with: "")
        let folder = try Self.notes("text", model: plain)
        try Zseed.run("build", "plan.yml", in: folder.path).expectSuccess()
        let result = try Zseed.run(
            "query", "out.sqlite", "Note WHERE text MATCHES '(a|b)*'", in: folder.path)
        #expect(result.status == 1)
        #expect(result.errors.contains("a text of 600000 characters is too long for the regular"))
    }

    // MARK: The cause of an error

    @Test("A reference with broken pages is reported, with exit code 1")
    func brokenReference() throws {
        let shop = try Shop()
        var content = try bytes(of: shop.path + "/reference.sqlite")
        // All pages except those of the schema, which are the first ones.
        content.resetBytes(in: content.count / 2..<content.count)
        try content.write(to: URL(fileURLWithPath: shop.path + "/reference.sqlite"))
        let result = try shop.build()
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.errors.hasPrefix("reference.sqlite: error: "), "\(result.errors)")
        #expect(!result.errors.contains(".zseed-"))
    }

    @Test("A missing folder for temporary files is reported and not created")
    func temporaryFolder() throws {
        let shop = try Shop()
        let missing = shop.path + "/no/such"
        let result = try Zseed.run(
            "build", "plan.yml", "--dry-run", in: shop.path, environment: ["TMPDIR": missing])
        #expect(result.status == 3)
        #expect(
            result.errors
                == "\(missing): error: there is no such folder for temporary files (TMPDIR)\n")
        #expect(!FileManager.default.fileExists(atPath: shop.path + "/no"))
    }

    @Test("A model with too many columns for SQLite is an error of the model, not of the machine")
    func columns() throws {
        let folder = try TestFolder()
        let attributes = (0..<2_100).map {
            "<attribute name=\"a\($0)\" optional=\"YES\" attributeType=\"String\"/>"
        }
        try folder.writeModel("<entity name=\"Wide\">\(attributes.joined())</entity>")
        let result = try Zseed.run(
            "create", "Model.xcdatamodel", "-o", "s.sqlite", in: folder.path)
        #expect(result.status == 1)
        #expect(result.errors == "Model.xcdatamodel: error: SQLite: too many columns on ZWIDE\n")
        #expect(try files(in: folder.path) == ["Model.xcdatamodel"])
    }

    // MARK: Terminals

    @Test("Drafted and exported plans have no terminal control characters, and build")
    func plans() throws {
        let evil = "na\u{202E}me\u{200B}"
        let shop = try Shop()
        try shop.folder.write(
            Shop.items.replacing("id,name", with: "id,\(evil)"), as: "items\u{202E}.csv")
        for output in [[], ["-o", "draft.yml"]] {
            let result = try run(
                Zseed.path, ["plan", "reference.sqlite", "items\u{202E}.csv"] + output,
                in: shop.path)
            #expect(result.status == 0, "\(result)")
            let text =
                output == []
                ? result.output
                : String(decoding: try bytes(of: shop.path + "/draft.yml"), as: UTF8.self)
            for scalar in ["\u{202E}", "\u{200B}"] as [Unicode.Scalar] {
                #expect(!text.unicodeScalars.contains(scalar), "\(text)")
            }
            #expect(text.contains("csv: \"items\\u202E.csv\""), "\(text)")
        }
    }

    @Test("Messages and tables have no terminal control characters; JSON has the original text")
    func terminal() throws {
        let evil = "\u{202E}evil\u{200B}\u{2028}\u{1B}[2J\u{9B}\u{FEFF}x"
        let shop = try Shop()
        try shop.folder.write(
            Shop.items.replacing("Apples,3", with: "Apples\(evil),\(evil)"), as: "items.csv")
        let wrong = try shop.build()
        #expect(wrong.status == 1)
        #expect(wrong.errors.split(separator: "\n").count == 1)
        for scalar in evil.unicodeScalars where scalar.value < 0x20 || scalar.value > 0x7E {
            #expect(!wrong.errors.unicodeScalars.contains(scalar))
        }
        #expect(wrong.errors.contains("\\u{202e}evil\\u{200b}\\u{2028}\\u{1b}[2J"))

        try shop.folder.write(
            Shop.items.replacing("Apples", with: "Apples\(evil)"), as: "items.csv")
        try shop.build().expectSuccess()
        let table = try Zseed.run(
            "query", "out.sqlite", "Item", "--columns", "name", in: shop.path)
        table.expectSuccess()
        #expect(table.output.contains("Apples\\u{202e}evil"))
        #expect(!table.output.unicodeScalars.contains("\u{202E}"))
        let json = try Zseed.run(
            "query", "out.sqlite", "Item", "--columns", "name", "--json", in: shop.path)
        json.expectSuccess()
        // Characters that JSON does not require to be escaped are written as they are.
        for scalar in ["\u{202E}", "\u{200B}", "\u{2028}", "\u{FEFF}"] as [Unicode.Scalar] {
            #expect(json.output.unicodeScalars.contains(scalar), "\(json.output)")
        }
        #expect(json.output.contains("\\u001b[2J"))
    }

    @Test("--version --verbose prints the packages of Package.resolved and SQLite's version")
    func versions() throws {
        let result = try Zseed.run("--version", "--verbose", in: Corpus.packageRoot)
        result.expectSuccess()
        struct Resolved: Decodable {
            struct Pin: Decodable {
                struct State: Decodable { let version: String }
                let identity: String
                let state: State
            }
            let pins: [Pin]
        }
        let resolved = try JSONDecoder().decode(
            Resolved.self, from: try bytes(of: Corpus.packageRoot + "/Package.resolved"))
        let lines = result.output.split(separator: "\n").map(String.init)
        for pin in resolved.pins { #expect(lines.contains("\(pin.identity) \(pin.state.version)")) }
        #expect(lines.contains { $0.hasPrefix("SQLite 3.") })
        let plain = try Zseed.run("--version", in: Corpus.packageRoot).output
        #expect(lines.first == "zseed " + plain.trimmingCharacters(in: .newlines))
    }
}
