import Inputs
import TestSupport
import Testing

@Suite("Lines of CSV files")
struct CSVLineTests {
    @Test(
        "A cell has the line of its position, in rows of one or several lines",
        arguments: [
            "a,b\n1,2\n3,4", "a,b\n1,2\n\n3,\"4\n5\"\n\"6\n7\",8\n9,10\n", "a,b\r\n\"1\r\n\",\"2\"\r\n3,4",
            "a,b\r\"1\r2\",3\r4,5", "\"a\n\",b\n\"1\n2\",\"3\n4\"", "\n\na,b\n\n1,\"2\"",
        ])
    func lines(text: String) throws {
        let folder = try TestFolder()
        let source = try CSVSource(path: try folder.write(text, as: "a.csv"))
        var rows = 0
        while try source.next() {
            rows += 1
            for index in [nil, 0, 1] {
                #expect(source.line(ofColumn: index).line == source.location(ofColumn: index).line)
            }
        }
        #expect(rows > 0)
    }
}
