import CommandSupport
import TestSupport
import Testing

@Suite("Rows of empty cells")
struct BlankRowTests {
    @Test(
        "Rows of delimiters alone are blank, in any place and of any length",
        arguments: [
            ("in the middle", ",", "name,qty,x\nTea,1,a\n,,\nRum,2,b\n", 1),
            ("at the end", ",", "name,qty,x\nTea,1,a\nRum,2,b\n,,\n,,\n", 2),
            ("at the end without line end", ",", "name,qty,x\nTea,1,a\nRum,2,b\n,,", 1),
            ("before the header", ",", ",,\n\nname,qty,x\nTea,1,a\nRum,2,b\n", 0),
            ("quoted", ",", "name,qty,x\nTea,1,a\n\"\",\"\",\"\"\nRum,2,b\n", 1),
            ("half quoted", ",", "name,qty,x\nTea,1,a\n\"\",,\"\"\nRum,2,b\n", 1),
            ("quoted at the end", ",", "name,qty,x\nTea,1,a\nRum,2,b\n\"\",\"\",\"\"", 1),
            ("short and long", ",", "name,qty,x\nTea,1,a\n,\n,,,,,\nRum,2,b\n", 2),
            ("white space", ",", "name,qty,x\nTea,1,a\n   \n\t\nRum,2,b\n", 2),
            ("CRLF", ",", "name,qty,x\r\nTea,1,a\r\n,,\r\n\r\nRum,2,b\r\n", 1),
            ("CR", ",", "name,qty,x\rTea,1,a\r,,\rRum,2,b\r", 1),
            ("semicolons", ";", "name;qty;x\nTea;1;a\n;;\nRum;2;b\n;;\n", 2),
            ("tabs", "tab", "name\tqty\tx\nTea\t1\ta\n\t\t\nRum\t2\tb\n", 1),
            ("bars", "|", "name|qty|x\nTea|1|a\n||\nRum|2|b\n", 1),
            ("found out", "detect", "name;qty;x\n;;\nTea;1;a\n;;\nRum;2;b\n", 2),
        ])
    func blankRows(name: String, delimiter: String, text: String, blank: Int) throws {
        let project = try SourceProject(
            "{ csv: a.csv, delimiter: \"\(delimiter)\" }", ["a.csv": text])
        let result = try project.build()
        #expect(result.errors == "")
        #expect(result.status == 0)
        #expect(try project.items() == ["Tea 1.0", "Rum 2.0"])
        #expect(try project.counts("read", "written", "blank") == [2, 2, blank])
        #expect(result.output.contains("blank") == (blank > 0), "the summary tells them")
    }

    @Test("`blankRows: keep` makes objects of such rows, but not of empty lines")
    func kept() throws {
        let text = "qty,x\n1,a\n,\n\n\"\",\"\"\n2,b\n,\n"
        let project = try SourceProject(
            "{ csv: a.csv, shape: { blankRows: keep } }", ["a.csv": text],
            attributes: "name: { column: x, default: none }, quantity: qty")
        #expect(try project.build().errors == "")
        #expect(try project.items().map { $0.prefix(4) } == ["a 1.", "none", "none", "b 2.", "none"])
        #expect(try project.counts("read", "blank") == [5, 0])
    }

    @Test("In a file of one column, `\"\"` is blank, unless blank rows are kept")
    func oneColumn() throws {
        let text = "name\nTea\n\"\"\n\n \nRum\n"
        let names = "name: { column: name, default: none }"
        let project = try SourceProject("{ csv: a.csv }", ["a.csv": text], attributes: names)
        #expect(try project.build().errors == "")
        // A space is a name; with `trim`, it is an empty cell.
        #expect(try project.items().map { $0.prefix(2) } == ["Te", "  ", "Ru"])
        #expect(try project.counts("read", "blank") == [3, 1])
        let kept = try SourceProject(
            "{ csv: a.csv, shape: { blankRows: keep }, trim: true }", ["a.csv": text], attributes: names)
        #expect(try kept.build().errors == "")
        #expect(try kept.counts("read", "blank") == [4, 0])
        let trimmed = try SourceProject(
            "{ csv: a.csv, trim: true }", ["a.csv": text], attributes: names)
        #expect(try trimmed.counts("read", "blank") == [2, 2])
    }

    @Test("Line numbers count blank rows")
    func lines() throws {
        let project = try SourceProject(
            "{ csv: a.csv }", ["a.csv": "name,qty\n,\n\n\"\",\"\"\nTea,x\n\"a\nb\",1\n,\nRum,y\n"])
        let result = try project.build()
        #expect(result.status == 1)
        #expect(result.errors.contains("a.csv:5:5: error: Item.quantity: 'x'"))
        #expect(result.errors.contains("a.csv:9:5: error: Item.quantity: 'y'"))
    }

    @Test("Blank rows are not rejected, and the corrected reject file can replace the source")
    func rejects() throws {
        let project = try SourceProject(
            "{ csv: a.csv }", ["a.csv": "name,qty\n,\nTea,x\n,\nRum,2\n"], head: "onError: skip")
        #expect(try project.build().status == 0)
        let rejected = project.folder.path + "/out.sqlite.rejects/s.csv"
        let text = String(decoding: try bytes(of: rejected), as: UTF8.self)
        #expect(text.split(separator: "\n").count == 2)
        #expect(text.hasPrefix("name,qty,reason\nTea,x,"))
    }

    @Test("Objects without any value survive an export and a build")
    func roundTrip() throws {
        let project = try SourceProject(
            "{ csv: a.csv, shape: { blankRows: keep } }", ["a.csv": "name\na\n\"\"\n"],
            attributes: "name: name")
        let model = """
            <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="note" optional="YES" attributeType="String"/></entity>
            """
        try TestStore.create(at: project.folder.path + "/reference.sqlite", model: model)
        let plan = project.folder.path + "/plan.yml"
        let text = String(decoding: try bytes(of: plan), as: UTF8.self)
        try project.folder.write(
            text.replacing(SourceProject.reference, with: "reference.sqlite"), as: "plan.yml")
        #expect(try project.build("-q").errors == "")
        let exported = try Zseed.run("export", "out.sqlite", "-o", "x", in: project.folder.path)
        #expect(exported.status == 0, "\(exported.errors)")
        let built = try Zseed.run(
            "build", "x/seed.yml", "-o", "again.sqlite", "--json", in: project.folder.path)
        #expect(built.status == 0, "\(built.errors)")
        #expect(built.output.contains("\"written\" : 2"))
    }
}
