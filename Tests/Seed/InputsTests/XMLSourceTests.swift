import Files
import Foundation
import SQLite
@testable import Inputs
import TestSupport
import Testing

@Suite("XML")
struct XMLSourceTests {
    private static func outcome(
        _ bytes: [UInt8], records: String = "l/r", columns: [String]? = nil, lists: [String] = []
    ) throws -> SourceOutcome {
        var options = RecordOptions()
        options.records = records.split(separator: "/").map(String.init)
        options.columns = columns
        options.lists = lists
        return try SourceOutcome.of(bytes) { [options] in
            try XMLSource(path: $0, options: options)
        }
    }

    private static func outcome(
        _ text: String, columns: [String]? = nil, lists: [String] = []
    ) throws -> SourceOutcome {
        try outcome(Array(text.utf8), columns: columns, lists: lists)
    }

    @Test(
        "Records and their columns",
        arguments: [
            (
                "attributes", #"<l><r a="1" b='2'/><r b="3"></r></l>"#, ["a", "b"],
                ["1 | 2", "∅ | 3"]
            ),
            (
                "child elements", "<l><r><a>1</a><b/></r><r><b>x</b></r></l>", ["a", "b"],
                ["1 | ", "∅ | x"]
            ),
            (
                "deeper elements and their attributes",
                #"<l><r><s u="kg">5</s><d><e><f>x</f></e></d></r></l>"#, ["s/@u", "s", "d/e/f"],
                ["kg | 5 | x"]
            ),
            ("own text", "<l><r k=\"1\">x<b>y</b>z</r></l>", ["k", "b", "."], ["1 | y | xyz"]),
            (
                "space between elements is no text", "<l>\n <r>\n  <a>\n <b> 1 </b></a> </r></l>",
                ["a/b"], [" 1 "]
            ),
            (
                "references and CDATA",
                "<l><r a='&lt;&#65;&#x1F331;&quot;'>x &amp; <![CDATA[<&]]]]>y</r></l>",
                ["a", "."], ["<A🌱\" | x & <&]]y"]
            ),
            (
                "line ends", "<l><r a='x\r\ny\tz'><b>p\r\nq\rr</b></r></l>", ["a", "b"],
                ["x y z | p\nq\nr"]
            ),
            (
                "what is passed over",
                """
                <?xml version='1.0'?><!DOCTYPE l SYSTEM 'file:///etc/passwd'><!-- <l> - \
                >--><l><?p x?><r a='1'><!--x--><b>y<!-- - -->z</b></r></l><!-- -->

                """,
                ["a", "b"], ["1 | yz"]
            ),
            (
                "prefixes stay, namespaces are no data",
                "<l><r xmlns='u' xmlns:p='v' p:a='1'><p:b>2</p:b></r></l>", ["p:a", "p:b"],
                ["1 | 2"]
            ),
            (
                "only elements of the path", "<l><x><r a='0'/></x><r a='1'><r a='2'/></r></l>",
                ["a", "r/@a"], ["1 | 2"]
            ),
            (
                "names in other scripts", "<l><r größe='1'><名>x</名></r></l>", ["größe", "名"],
                ["1 | x"]
            ),
        ])
    func records(name: String, text: String, columns: [String], rows: [String]) throws {
        let outcome = try Self.outcome(text)
        #expect(outcome.columns == columns)
        #expect(outcome.rows == rows)
        #expect(try Self.outcome(text, columns: columns).rows == rows)
    }

    @Test("Records can be at any depth, or be the root")
    func paths() throws {
        let text = Array("<a><b><c x='1'/></b><b/><b><c x='2'/><d x='3'/></b></a>".utf8)
        #expect(try Self.outcome(text, records: "a/b/c").rows == ["1", "2"])
        #expect(try Self.outcome(Array("<a x='1'/>".utf8), records: "a").rows == ["1"])
        for path in ["q", "a/q/c", "q/b/c"] {
            let reason = SeedIssue.Reason.document(.noSuchRecords(path))
            #expect(try Self.outcome(text, records: path).rows == [" \(reason)"])
        }
        #expect(try Self.outcome(text, records: "a/b/q", columns: ["x"]).rows == [])
    }

    @Test("Repeated elements are a list if the plan declares it, an error otherwise")
    func lists() throws {
        let text =
            "<l><r><t>x</t><u>1</u><t>y</t><u>2</u></r>\n<r><t>z</t></r>\n<r><t>a|b</t></r></l>"
        #expect(
            try Self.outcome(text, lists: ["t", "u"]).rows == [
                "x|y | 1|2", "z | ∅", "3:4 \(SeedIssue.Reason.document(.separatorInElement("|"))) [t]",
            ])
        #expect(
            try Self.outcome(text).rows == [
                "1:23 \(SeedIssue.Reason.document(.repeatedValue)) [t]", "z | ∅", "a|b | ∅",
            ])
        #expect(
            try Self.outcome("<l><r a='1'><a>2</a></r></l>").rows
                == ["1:13 \(SeedIssue.Reason.document(.repeatedValue)) [a]"])
    }

    @Test(
        "Records that look like the one before have all their columns",
        arguments: [
            ("<r><a>1</a></r><r><a>2</a></r><r><a>3</a><b/></r>", ["a", "b"]),
            ("<r><a>1</a></r><r a='2'/><r b='3'/>", ["a", "b"]), ("<r><a/></r><r><a>1</a>t</r>", ["a", "."]),
            ("<r> <a/> </r><r> <a/> </r><r> <a/>t</r>", ["a", "."]),
            ("<r><a>]]&gt;</a></r><r><a><![CDATA[</a></r>]]></a><b/></r>", ["a", "b"]),
            ("<r><a>1</a></r><r><!-- </r> --><a>1</a><c/></r>", ["a", "c"]),
            ("<r><a x='1'/></r><r><a y='1'/></r><r><a x='/>'/><b/></r>", ["a/@x", "a/@y", "b"]),
        ])
    func alike(records: String, columns: [String]) throws {
        #expect(try Self.outcome("<l>" + records + "</l>").columns == columns)
    }

    @Test(
        "Malformed text is an error at its place",
        arguments: [
            ("", "1:1", "there is no element"), ("<l><r/>", "1:8", "the text ends too early"),
            ("<l><r></l>", "1:7", "`</r>` was expected"),
            ("<l></l></l>", "1:9", "`/` may not stand here"),
            ("<l/>\n<m/>", "2:1", "a second root element"),
            ("x<l/>", "1:2", "`<` may not stand here"), ("x", "1:1", "text outside of the elements"),
            ("<l/>x", "1:5", "text outside of the elements"),
            ("<l>\n<r a=1/></l>", "2:6", "`1` may not stand here"),
            ("<l><r a></l>", "1:8", "`>` may not stand here"),
            ("<l><r a='1'b='2'/></l>", "1:12", "`b` may not stand here"),
            ("<l><r a='1' a='2'/></l>", "1:13", "an attribute twice"),
            ("<l><r a='<'/></l>", "1:10", "`<` may not stand here"),
            ("<l><r a='1</l>", "1:11", "`<` may not stand here"),
            ("<l><r a='1", "1:4", "what begins here is never closed"),
            ("<l><r", "1:4", "what begins here is never closed"), ("<l><>", "1:5", "`>` may not stand here"),
            ("<l>< r/></l>", "1:5", "U+0020 may not stand here"),
            ("<l>\n ü&nbsp;</l>", "2:3", "`&nbsp` is no reference to a known character"),
            ("<l>&#0;</l>", "1:4", "`&#0` is no reference to a known character"),
            ("<l>&#xD800;</l>", "1:4", "`&#xD800` is no reference to a known character"),
            ("<l>&#+65;</l>", "1:4", "`&#` is no reference to a known character"),
            ("<l>a & b</l>", "1:6", "`&` is no reference to a known character"),
            ("<l>\u{1}</l>", "1:4", "U+0001 may not stand here"),
            ("<l><r a='?x=1&y=2'/></l>", "1:14", "`&y` is no reference to a known character"),
            ("<l><!-- x</l>", "1:4", "what begins here is never closed"),
            ("<l><![CDATA[x]]</l>", "1:4", "the CDATA is never closed"),
            ("<l><!x></l>", "1:6", "`x` may not stand here"),
            ("<l/><!DOCTYPE l>", "1:5", "junk after document element"),
        ])
    func malformed(text: String, place: String, words: String) throws {
        let issue = "\(place) \(SeedIssue.Reason.document(.malformedXML(words)))"
        #expect(try Self.outcome(text, columns: ["a"]).rows.last == issue)
        #expect(try Self.outcome(text).rows == [issue])
    }

    @Test("Declared entities are not expanded, and nothing outside is read")
    func declarations() throws {
        let text = """
            <!DOCTYPE l [
              <!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">
            ]>
            <l><r x="&b;">&c;</r></l>
            """
        #expect(try Self.outcome(text).rows == ["2:14 \(SeedIssue.Reason.document(.declaringXML))"])
    }

    @Test(
        "A document type may declare elements and plain attributes",
        arguments: [
            ("<!ELEMENT l (r*)><!ATTLIST r x CDATA #REQUIRED y CDATA #IMPLIED>", nil),
            ("<!-- Health --><!ELEMENT r ANY><?p q?>", nil), ("<!ATTLIST r z CDATA 'd'>", 34),
            ("<!ATTLIST r x ID #REQUIRED>", 31), ("<!ENTITY % p 'q'>", 27),
        ] as [(String, Int?)])
    func declaredAttributes(declarations: String, refusedAt place: Int?) throws {
        let rows = try Self.outcome("<!DOCTYPE l [\(declarations)]><l><r x='1' y='2'/></l>").rows
        let issue = place.map { "1:\($0) \(SeedIssue.Reason.document(.declaringXML))" }
        #expect(rows == [issue ?? "1 | 2"])
    }

    @Test(
        "Unknown references are errors beside declarations, too", arguments: ["<r x='&b;'/>", "<r>&b;</r>"])
    func references(record: String) throws {
        let rows = try Self.outcome("<!DOCTYPE l [<!ELEMENT r ANY>]><l>\(record)</l>").rows
        #expect(rows.count == 1 && rows[0].contains("is no reference to a known character"), "\(rows)")
    }

    @Test("Nesting has a limit")
    func depth() throws {
        let limit = Limits.recordLevels.most
        let text = String(repeating: "<l>", count: 10_000)
        #expect(
            try Self.outcome(text).rows
                == ["1:\(limit * 3 + 1) \(SeedIssue.Reason.document(.tooDeep(limit: limit)))"])
    }

    @Test("The encoding follows from the mark, the declaration or the first characters")
    func encodings() throws {
        func utf16(_ text: String) -> [UInt8] {
            text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        }
        let declared =
            Array("<?xml version='1.0' encoding=\"Windows-1252\"?><l><r a='".utf8)
            + [0x80, 0xE4] + Array("'/></l>".utf8)
        #expect(try Self.outcome(declared).rows == ["€ä"])
        let plain = "<?xml version='1.0' encoding='utf-16'?><l><r a='ü'/></l>"
        #expect(try Self.outcome(utf16(plain)).rows == ["ü"])
        #expect(try Self.outcome(utf16("\u{FEFF}" + plain)).rows == ["ü"])
        let unknown = Array("<?xml version='1.0' encoding='EBCDIC'?><l/>".utf8)
        let reason = SeedIssue.Reason.file(.unsupportedEncoding("EBCDIC"))
        #expect(try Self.outcome(unknown).rows == ["1:1 \(reason)"])
        let bad = Array("<l>\n<r a='ü".utf8) + [0xFF] + Array("'/></l>".utf8)
        #expect(try Self.outcome(bad).rows == ["2:8 \(SeedIssue.Reason.file(.invalidUTF8))"])
        // The text before the byte was found, but not taken.
        let later = Array("<l>\n<r a=''/>\n<r a=''>x".utf8) + [0xFF] + Array("</r></l>".utf8)
        #expect(try Self.outcome(later).rows.last == "3:10 \(SeedIssue.Reason.file(.invalidUTF8))")
    }

    @Test("Reading does not depend on the size of the blocks", arguments: [1, 2, 3, 7, 64])
    func pieces(size: Int) throws {
        let folder = try TestFolder()
        let text =
            "<?x?><l ü='1'\r\n b='&lt;🌱'><!-- - --><r>a&#x1F331;\r\n<![CDATA[]>]]]]></r></l>\n"
        let path = try folder.write(text, as: "a.xml")
        func events(_ size: Int) throws -> [String] {
            let xml = XMLSource.reader(of: try TextFile(path: path, bufferSize: size))
            var events: [String] = []
            while events.last?.hasPrefix("end ") != true {
                let event = try xml.next()
                let words = [xml.name, xml.text].map { String(decoding: $0, as: UTF8.self) }
                events.append("\(event) \(words) \(xml.position.line):\(xml.position.column)")
            }
            return events
        }
        #expect(try events(size) == events(4096))
        #expect(try events(size).count == 8)
        #expect(try events(size).contains { $0.contains(#"a🌱\n]>]]"#) })
    }

    /// Ampersands in CDATA are plain text, wherever a buffer ends.
    @Test("CDATA can have ampersands at every position around a buffer's end", arguments: [64, 1024, 4096])
    func ampersandsInCDATA(size: Int) throws {
        let folder = try TestFolder()
        let start = "<l><r><![CDATA["
        for place in size - 4...size + 4 {
            let text = String(repeating: "x", count: place - start.utf8.count) + "&amp; & b &#38;\r\n&]&]]&"
            let path = try folder.write(start + text + "]]></r></l>", as: "a.xml")
            let xml = XMLSource.reader(of: try TextFile(path: path, bufferSize: size))
            var found = ""
            loop: while true {
                switch try xml.next() {
                case .text: found += String(decoding: xml.text, as: UTF8.self)
                case .end: break loop
                default: break
                }
            }
            #expect(found == text.replacing("\r\n", with: "\n"), "\(place)")
        }
    }

    @Test(
        "The Grocery Dude default data is read correctly",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func defaultData() throws {
        let path = Corpus.folder + "/grocery-dude/DefaultData.xml"
        var options = RecordOptions()
        options.records = ["items", "item"]
        let source = try XMLSource(path: path, options: options)
        #expect(source.columns == ["name", "unit", "locationathome", "locationatshop"])
        let rows = try allRows(of: source).map { row -> [String] in
            guard case .cells(let cells) = row else { return [] }
            return cells.map { if case .text(let text) = $0 { text } else { "" } }
        }
        #expect(rows.count == 400)
        #expect(rows.allSatisfy { $0.count == 4 })
        #expect(Set(rows.map { $0[0] }).count == 399)
        #expect(rows[0] == ["Bubble Bath - Kids", "", "Bathroom", "Aisle 6"])
        // A second reader of the same file that shares no code with the first.
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let matches = text.matches(
            of:
                /<item name="([^"]*)" unit="([^"]*)" locationathome="([^"]*)" locationatshop="([^"]*)"\/>/
        )
        func plain(_ text: Substring) -> String {
            text.replacingOccurrences(of: "&apos;", with: "'")
                .replacingOccurrences(of: "&quot;", with: "\"")
                .replacingOccurrences(of: "&lt;", with: "<")
                .replacingOccurrences(of: "&gt;", with: ">")
                .replacingOccurrences(of: "&amp;", with: "&")
        }
        #expect(rows == matches.map { [$0.1, $0.2, $0.3, $0.4].map(plain) })
    }
}
