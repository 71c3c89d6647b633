import CommandSupport
import Testing

@testable import zseed

@Suite("Lines on a narrow terminal")
struct NarrowTerminalTests {
    @Test(
        "A line is broken between words only",
        arguments: [
            ("short", 20, ["short"]),
            ("one two three four five", 12, ["one two", "  three four", "  five"]),
            ("  a list item that is long", 16, ["  a list item", "    that is long"]),
            ("averyveryverylongword and more", 10, ["averyveryverylongword", "  and more"]),
            ("a, averyveryverylongword", 10, ["a,", "  averyveryverylongword"]),
            ("exactly twelve", 14, ["exactly twelve"]),
        ])
    func broken(line: String, width: Int, lines: [String]) {
        #expect(Terminal.broken(line, within: width) == lines)
    }

    @Test("A table that is too wide becomes lines with column names")
    func table() {
        var table = TextTable([("entity", .left), ("source", .left), ("read", .right), ("", .left)])
        table.append(["Item", "items", "452", "new"])
        table.append(["LocationAtHome", "", "9", ""])
        #expect(
            table.lines(within: nil) == [
                "entity          source  read", "Item            items    452  new",
                "LocationAtHome             9",
            ])
        #expect(table.lines(within: 40) == table.lines(within: nil))
        #expect(
            table.lines(within: 22) == [
                "Item", "  source items,", "  read 452, new", "LocationAtHome", "  read 9",
            ])
    }
}
