import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Unreadable rows among rejected rows")
struct UnreadableRowTests {
    @Test(
        "The reject file does not repeat the previous row",
        arguments: [
            (
                "ndjson", "",
                "{\"name\": \"a\", \"n\": \"1x\"}\n{\"name\": \"b\", \"n\n"
                    + "{\"name\": \"c\", \"n\": 3}\n", ["c 3"]
            ),
            ("json", "", #"[{"name": "a", "n": "1x"}, 5, {"name": "c", "n": 3}]"#, ["c 3"]),
            (
                "json", "",
                #"[{"name": "a", "n": "1x"}, {"name": "b", "n": 1, "n": 2}, {"name": "c", "n": 3}]"#,
                ["c 3"]
            ),
            ("json", "", #"[{"name": "a", "n": "1x"}, {"name": "b", "#, []),
            (
                "xml", ", records: l/i",
                "<l><i name='a' n='1x'/><i name='b'><n>1</n><n>2</n></i><i name='c' n='3'/></l>", ["c 3"]
            ),
            ("xml", ", records: l/i", "<l><i name='a' n='1x'/><i name='b' n='2'></l>", []),
            (
                "plist", "",
                "<plist version='1.0'><array><dict><key>name</key><string>a</string>"
                    + "<key>n</key><string>1x</string></dict><string>b</string><dict><key>name</key>"
                    + "<string>c</string><key>n</key><integer>3</integer></dict></array></plist>", ["c 3"]
            ),
            ("csv", "", "name,n\na,1x\nb,2,3,4\nc,3\n", ["c 3"]),
        ])
    func once(kind: String, options: String, text: String, expected: [String]) throws {
        let folder = try TestFolder()
        try TestStore.create(
            at: folder.path + "/reference.sqlite",
            model: """
                <entity name="Item"><attribute name="name" attributeType="String"/>
                <attribute name="n" optional="YES" attributeType="Integer 16"/></entity>
                """)
        try folder.write(text, as: "rows.\(kind)")
        try folder.write(
            """
            reference: reference.sqlite
            output: out.sqlite
            onError: skip
            sources: { rows: { \(kind): rows.\(kind)\(options) } }
            entities: { Item: { from: rows, attributes: { name: name, n: n } } }

            """, as: "plan.yml")
        let built = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        #expect(built.status == (expected.isEmpty ? 1 : 0), "\(built.errors)")
        if !expected.isEmpty {
            let store = try Connection(path: folder.path + "/out.sqlite", mode: .readOnly)
            #expect(
                try store.rows("SELECT ZNAME || ' ' || ZN FROM ZITEM") { $0.text(at: 0) ?? "" }
                    == expected)
        }
        let path = folder.path + "/out.sqlite.rejects/rows.\(kind)"
        guard FileManager.default.fileExists(atPath: path) else { return #expect(expected.isEmpty) }
        let rejected = String(decoding: try bytes(of: path), as: UTF8.self)
        // A reason also quotes the value.
        let values = rejected.replacing("'1x'", with: "").components(separatedBy: "1x")
        #expect(values.count == 2, "\(rejected)")
    }
}
