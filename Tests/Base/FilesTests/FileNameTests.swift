import Testing

@testable import Files

@Suite("File names made from data")
struct FileNameTests {
    static let hostile = [
        "../x", "/abs", ".", "..", "", "a\0b", "a\nb", "CON", "con.txt", "lpt1", "a/b", "a\\b",
        "C:x", "-rf", ".hidden", "x*?[y]", "trailing.", "trailing ", "\u{202E}txt.exe",
        "\u{2028}", String(repeating: "n", count: 300), String(repeating: "é", count: 200), "~",
    ]

    @Test("A name is one plain path component that every file system accepts", arguments: hostile)
    func safe(name: String) {
        let safe = FileNames.safe(name)
        #expect(!safe.isEmpty && safe != "." && safe != "..")
        #expect(!safe.contains { "/\\:*?[]\0\n".contains($0) }, "\(safe.debugDescription)")
        #expect(safe.utf8.count <= FileNames.longest)
        #expect(!safe.hasPrefix(".") && !safe.hasPrefix("-"))
        #expect(!["CON", "CON.TXT", "LPT1"].contains(safe.uppercased()))
        #expect(FileNames.safe(safe) == safe)
    }

    @Test("Ordinary names are unchanged", arguments: ["Item", "Item.tags", "ZITEM", "Größe", "東京", "a b"])
    func ordinary(name: String) { #expect(FileNames.safe(name) == name) }

    @Test("Different names never give one file name, whatever their case or Unicode form")
    func unique() {
        var names = FileNames(reserved: ["seed.yml"])
        let given = [
            "a/b", "a_b", "A_B", "a:b", "caf\u{E9}", "cafe\u{301}", "CAFÉ", "straße", "STRASSE",
            "..", "_.", String(repeating: "n", count: 300), String(repeating: "n", count: 301),
            "seed",
        ]
        let made = given.map { names.name(for: $0, suffixes: [".csv", ".yml"]) }
        #expect(Set(made.map { $0.lowercased().uppercased() }).count == given.count, "\(made)")
        #expect(made[0] == "a_b" && made[1] == "a_b-2")
        #expect(made.last == "seed-2")
    }

    @Test("The same names give the same files, in the same order")
    func reproducible() {
        func names() -> [String] {
            var names = FileNames()
            return Self.hostile.map { names.name(for: $0) }
        }
        #expect(names() == names())
    }
}
