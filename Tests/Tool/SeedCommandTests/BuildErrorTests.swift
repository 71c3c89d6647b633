import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Errors of zseed build")
struct BuildErrorTests {
    /// One mistake: an edit of the small project, and the errors of the command.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let id: String
        let file: String
        let old: String
        let new: String
        let errors: [String]
        let status: Int32

        init(
            _ id: String, _ file: String, _ old: String, _ new: String, _ errors: String...,
            status: Int32
        ) {
            self.id = id
            self.file = file
            self.old = old
            self.new = new
            self.errors = errors
            self.status = status
        }

        var testDescription: String { id }
    }

    func check(_ mistake: Mistake) throws {
        let shop = try Shop()
        try shop.folder.write("the old output", as: "out.sqlite")
        try shop.edit(mistake.file, mistake.old, mistake.new)
        let before = try files(in: shop.path)
        let result = try shop.build()
        let errors = result.errors.split(separator: "\n").map(String.init)
        #expect(errors == mistake.errors)
        #expect(result.status == mistake.status)
        #expect(result.output == "")
        #expect(try files(in: shop.path) == before)
        #expect(try bytes(of: shop.output) == Data("the old output".utf8))
    }

    @Test("Mistakes in the plan have exact messages", arguments: planMistakes)
    func plan(mistake: Mistake) throws { try check(mistake) }

    @Test("Mistakes in a CSV file have exact messages", arguments: valueMistakes)
    func values(mistake: Mistake) throws { try check(mistake) }

    @Test("Common mistakes have exact messages", arguments: peoplesMistakes)
    func people(mistake: Mistake) throws { try check(mistake) }

    @Test("Mistakes in links and files have exact messages", arguments: linkMistakes)
    func links(mistake: Mistake) throws { try check(mistake) }

    @Test("Bytes that are not UTF-8 are reported with line and column")
    func invalidUTF8() throws {
        let shop = try Shop()
        let items = try bytes(of: shop.path + "/items.csv")
        func write(_ text: String, _ bytes: [UInt8]) throws {
            var data = items
            let place = try #require(data.range(of: Data(text.utf8)))
            data.replaceSubrange(place, with: bytes)
            try shop.folder.write(data, as: "items.csv")
        }
        // No encoding is right for a file that mixes two encodings.
        try write("Crème", [0x43, 0x72, 0xE8, 0x6D, 0x65])
        #expect(
            try shop.build().errors == "items.csv:4:3: error: bytes that are not UTF-8 (column `name`)\n")
        try write(
            "Crème fraîche", Array("Cr".utf8) + [0xE8] + Array("me fra".utf8) + [0xEE] + Array("che".utf8))
        let result = try shop.build()
        #expect(
            result.errors == """
                items.csv:4:3: error: bytes that are not UTF-8 (column `name`); the file seems to \
                be Windows-1252: set `encoding: windows-1252`

                """)
        #expect(result.status == 1)
    }

    @Test("A duplicate column in the header is an error only if the plan uses it")
    func duplicateColumn() throws {
        let shop = try Shop()
        try shop.edit("items.csv", "id,name,qty,stock", "id,name,qty,qty")
        try shop.edit("plan.yml", "      stock: stock\n", "")
        let result = try shop.build()
        #expect(result.errors == "plan.yml:18:27: error: the header names column `qty` twice\n")
        #expect(result.status == 1)
        try shop.edit("plan.yml", "quantity: { column: qty, default: 1 }", "quantity: { value: 2 }")
        try shop.build().expectSuccess()
    }

    @Test("Rows that refer to a rejected row cause no errors of their own; other invalid rows do")
    func followingErrors() throws {
        let shop = try Shop()
        try shop.edit("items.csv", "Apples,3", "Apples,x")
        try shop.edit("labels.csv", "none,", "none,1\n\"more\"x,3")
        let result = try shop.build()
        #expect(
            result.errors == """
                items.csv:2:10: error: Item.quantity: 'x' (column `qty`) is not an integer
                labels.csv:5:7: error: malformed quoting: a quote inside a field must be doubled, \
                and the field quoted

                """)
    }

    @Test("Two rows with the same unique values are an error")
    func uniqueIndex() throws {
        let shop = try Shop()
        try shop.edit(
            "plan.yml", "  Label:\n",
            "  Unit:\n    from: labels\n    attributes: { name: { value: same } }\n  Label:\n")
        try shop.edit("plan.yml", "      unit: { find: Unit.name, column: unit }\n", "")
        let result = try shop.build()
        #expect(
            result.errors == """
                labels.csv:3:1: error: Unit: the value is the name of two Unit rows, but must be unique
                labels.csv:4:1: error: Unit: the value is the name of two Unit rows, but must be unique

                """)
        #expect(result.status == 1)
        #expect(try !files(in: shop.path).contains("out.sqlite"))
    }

    @Test("All errors are printed, up to a limit")
    func limit() throws {
        let shop = try Shop()
        let rows = (1...50).map { "\($0),,x,,,,,,,,,,\n" }.joined()
        let header = Shop.items.split(separator: "\n")[0]
        try shop.folder.write(header + "\n" + rows, as: "items.csv")
        let result = try Zseed.run("build", "plan.yml", "--max-errors", "3", in: shop.path)
        #expect(
            result.errors == """
                items.csv:2:3: error: Item.name: needs a value (column `name`), but there is none
                items.csv:2:4: error: Item.quantity: 'x' (column `qty`) is not an integer
                items.csv:3:3: error: Item.name: needs a value (column `name`), but there is none
                items.csv:3:4: error: Item.quantity: 'x' (column `qty`) is not an integer
                stopped after 4 errors; nothing was written

                """)
        #expect(result.status == 1)
    }

    @Test(
        "Invalid command lines are refused",
        arguments: [
            ["build"], ["build", "plan.yml", "--frobnicate"], ["frobnicate"], ["verify"],
            ["build", "plan.yml", "--max-errors", "0"], ["inspect", "a", "b"],
        ])
    func commandLine(arguments: [String]) throws {
        let folder = try TestFolder()
        let result = try run(Zseed.path, arguments, in: folder.path)
        #expect(result.status == 2)
        #expect(result.errors.contains("Error: "))
        #expect(result.output == "")
    }

    @Test("A missing plan, or one that is not text, is reported")
    func planFiles() throws {
        let folder = try TestFolder()
        let missing = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(missing.errors == "plan.yml: error: no such file\n")
        #expect(missing.status == 2)
        try folder.write(Data([0x61, 0x3A, 0xFF]), as: "plan.yml")
        let noText = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(noText.errors == "plan.yml: error: not a seed plan: it is not UTF-8\n")
        let endless = try Zseed.run("build", "/dev/zero", in: folder.path)
        #expect(endless.status == 3)
        #expect(endless.errors == "/dev/zero: error: is a device, not a file\n")
        #expect(noText.status == 2)
    }
}
