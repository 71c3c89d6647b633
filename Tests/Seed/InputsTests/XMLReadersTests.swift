import Foundation
@testable import Inputs
import TestSupport
import Testing
import XML

@testable import ObjectModel

/// Models and property lists are read whole, as a tree. Inputs are read piece by piece, here five bytes at a time.
/// Both must accept the same XML with the same content.
@Suite("XML readers")
struct XMLReadersTests {
    @Test(
        "Both readers give the same document, or both refuse it",
        arguments: [
            ("<a/>", true), ("<a></a>", true), (" <?xml version='1.0'?>\n<!-- - --><a b='1'/>\n", true),
            ("<a b=\"1\" c='&lt;&#38;&#x1F331;'>x &gt; y<b/>z</a>", true),
            ("<a>1\r\n2\r3\n4<![CDATA[5\r\n6\r7 & <b>]]></a>", true),
            ("<a b='1\r\n2\r3\n4\t5'/>", true), ("<a>]]&gt;<![CDATA[]>]]]]></a>", true),
            ("<!DOCTYPE a PUBLIC \"-//X//Y\" 'z>['><a/>", true), ("<a.b-c:d_e ü='ü'>ü</a.b-c:d_e >", true),
            ("<a>\u{FEFF}\u{2028}</a>", true), ("<a><!-- <b> --><?x <c> ?></a>", true),
            ("<?x?><a/><?y?>", true), ("<!DOCTYPE a SYSTEM 'x'><a b='&lt;&#38;'>&amp;</a>", true),
            ("<!DOCTYPE a SYSTEM 'x'><a b='&c;'/>", false), ("<!DOCTYPE a SYSTEM 'x'><a>&c;</a>", false),
            ("<!-- a -- b --><a/>", false), ("<a>]]></a>", false), ("<a>\u{FFFE}</a>", false),
            ("", false), ("x", false), ("<a>", false), ("<a></b>", false), ("<a/><b/>", false),
            ("<a/>x", false), ("&#32;<a/>", false), ("<a>&#+38;</a>", false), ("<a>&#0;</a>", false),
            ("<a>&#xFFFE;</a>", false), ("<a>&#x;</a>", false), ("<a>&nbsp;</a>", false),
            ("<a>&amp</a>", false), ("<a>\u{1}</a>", false), ("<a b='\u{1B}'/>", false),
            ("<a><![CDATA[\u{8}]]></a>", false), ("<![CDATA[ ]]><a/>", false), ("<a/><![CDATA[]]>", false),
            ("<!--><a/>", false), ("<!-- <a/>", false), ("<?><a/>", false), ("<? x?><a/>", false),
            ("<1/>", false),
            ("<-a/>", false), ("<a .b='1'/>", false), ("<a b='<'/>", false), ("<a b=1/>", false),
            ("<a b/>", false), ("<a b='1'c='2'/>", false), ("<a b='1' b='2'/>", false),
            ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", false), ("<a/><!DOCTYPE a>", false),
            ("<!DOCTYPE a", false), ("\u{A0}<a/>", false), ("</a>", false),
        ])
    func documents(text: String, isXML: Bool) throws {
        let folder = try TestFolder()
        let (tree, pieces) = try read(Array(text.utf8), in: folder)
        #expect(tree == pieces)
        #expect((tree != nil) == isXML)
    }

    @Test("Damaged documents are the same to both readers")
    func damaged() throws {
        let folder = try TestFolder()
        var random = SeededGenerator(seed: 15)
        let whole = Array(
            """
            <?xml version="1.0"?>\r\n<!DOCTYPE plist SYSTEM "x>y"><!-- c --><model a='1' b="&amp;&#65;">
            <entity name="Item">text &lt; more<![CDATA[ raw ]] > & ]]>\r\n\t<e/></entity><?p i?></model>\n
            """.utf8)
        let inserts = [
            "<", ">", "/", "&", ";", "'", "\"", "-", "]", "[", "!", "?", "=", " ", "#", "\r", "\u{2}",
        ]
        var accepted = 0
        for _ in 0..<1500 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.remove(at: index)
                case 1: bytes.insert(contentsOf: inserts.randomElement(using: &random)!.utf8, at: index)
                default: bytes.swapAt(index, Int.random(in: 0..<bytes.count, using: &random))
                }
            }
            let (tree, pieces) = try read(bytes, in: folder)
            #expect(tree == pieces, "\(String(decoding: bytes, as: UTF8.self))")
            accepted += tree == nil ? 0 : 1
        }
        #expect(accepted > 40)
    }

    /// Returns the content of a document from both readers, as lines. A value is nil if the reader refuses the
    /// document.
    private func read(
        _ bytes: [UInt8], in folder: TestFolder
    ) throws -> (tree: [String]?, pieces: [String]?) {
        let root = try? XMLTreeElement.root(of: bytes)
        let path = try folder.write(Data(bytes), as: "a.xml")
        let reader = XMLSource.reader(of: try TextFile(path: path, bufferSize: 5))
        return (root.map { lines(of: $0) }, try? lines(of: reader))
    }

    private func lines(of element: XMLTreeElement) -> [String] {
        ["<\(element.name)"] + element.attributes.map { "\($0)=\($1)" }.sorted()
            + ["text \(element.text)"] + element.children.flatMap(lines) + [">"]
    }

    private func lines(of reader: XMLReader) throws -> [String] {
        struct Open {
            var name: String
            var attributes: [String] = []
            var text = ""
            var children: [String] = []
        }
        var open = [Open(name: "")]
        while true {
            let event = try reader.next()
            let (name, text) = (
                String(decoding: reader.name, as: UTF8.self), String(decoding: reader.text, as: UTF8.self)
            )
            let last = open.count - 1
            switch event {
            case .startElement: open.append(Open(name: name))
            case .attribute: open[last].attributes.append("\(name)=\(text)")
            case .text: open[last].text += text
            case .endElement:
                let done = open.removeLast()
                open[last - 1].children +=
                    ["<\(done.name)"] + done.attributes.sorted() + ["text \(done.text)"] + done.children + [
                        ">"
                    ]
            case .end: return open[0].children
            }
        }
    }
}
