import Foundation
import TestSupport
import Testing

@Suite("Bytes that are not UTF-8 in sources without an `encoding:`")
struct OtherEncodingTests {
    @Test(
        "The encoding that fits is suggested, with a remedy",
        arguments: [
            (
                "json", #"[{"name": "Käse"}, {"name": "Öl, groß"}]"#, String.Encoding.windowsCP1252,
                "a.json:1:13: error: ",
                "the file seems to be Windows-1252, and must be UTF-8: convert "
                    + "it, for example with `iconv -f windows-1252 -t UTF-8`"
            ),
            // In Mac Roman, where the letter's byte is a control character in ISO 8859-1.
            (
                "ndjson", "{\"name\": \"K\u{8A}se\"}\n{\"name\": \"Brot\"}\n", .isoLatin1,
                "a.ndjson:1:12: error: ",
                "seems to be Mac Roman, and must be UTF-8: convert it, for "
                    + "example with `iconv -f macintosh -t UTF-8`"
            ),
            (
                "xml", "<a><i><name>Käse, Öl</name></i></a>", .windowsCP1252, "a.xml:1:14: error: ",
                "the file seems to be Windows-1252: begin it with "
                    + "`<?xml version=\"1.0\" encoding=\"windows-1252\"?>`"
            ),
        ])
    func proposed(
        kind: String, text: String, encoding: String.Encoding, place: String, message: String
    ) throws {
        let records = kind == "xml" ? ", records: a/i" : ""
        let project = try SourceProject(
            "{ \(kind): a.\(kind)\(records) }", [:], attributes: "name: name")
        try project.folder.write(try #require(text.data(using: encoding)), as: "a.\(kind)")
        let result = try project.build()
        #expect(result.status == 1)
        #expect(result.errors.contains(place), "\(result.errors)")
        #expect(result.errors.contains(message), "\(result.errors)")
        // The proposed solution works.
        if kind == "xml" {
            let whole = "<?xml version=\"1.0\" encoding=\"windows-1252\"?>" + text
            try project.folder.write(try #require(whole.data(using: encoding)), as: "a.xml")
            #expect(try project.build().status == 0)
        }
    }
}
