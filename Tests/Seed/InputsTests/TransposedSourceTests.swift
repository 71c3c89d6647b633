import SQLite
@testable import Inputs
import TestSupport
import Testing

@Suite("Tables with names in the first column")
struct TransposedSourceTests {
    @Test(
        "Each row is a column, with or without a name",
        arguments: [
            ("name,A,B\nstock,1,x\n", ["name", "stock"], ["A 1 2:7", "B x 2:9"]),
            ("name,A,B\n,1,x\n\nnote,,y\n", ["name", "", "note"], ["A 1 ∅ 4:6", "B x y 4:7"]),
            (",A,B\nstock,1,x\n", ["", "stock"], ["A 1 2:7", "B x 2:9"]),
            (",name,A,,B\n,stock,1,,x\n", ["name", "stock"], ["A 1 2:8", "B x 2:11"]),
            ("name\nstock\n", ["name", "stock"], []),
        ])
    func rows(text: String, columns: [String], rows: [String]) throws {
        let folder = try TestFolder()
        let path = try folder.write(text, as: "rows.csv")
        let source = try TransposedSource(CSVKind(paths: [path]).withoutHeader().open(sharing: nil))
        #expect(source.columns == columns)
        var found: [String] = []
        while try source.next() {
            let cells = (0..<source.record.count).map { index in
                source.record[index].isEmpty ? "∅" : source.record[index].display
            }
            let last = source.location(ofColumn: columns.count - 1)
            found.append((cells + ["\(last.line ?? 0):\(last.column ?? 0)"]).joined(separator: " "))
        }
        #expect(found == rows)
    }

    /// Cells of the row that was read as the header had no location.
    @Test("A cell of the first row has its position")
    func place() throws {
        let folder = try TestFolder()
        let path = try folder.write("name,A,B\nstock,1,2\n", as: "rows.csv")
        let source = try TransposedSource(CSVKind(paths: [path]).withoutHeader().open(sharing: nil))
        _ = try source.next()
        _ = try source.next()
        #expect(source.location(ofColumn: 0) == .init(path: path, line: 1, column: 8))
    }
}
