import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// Regular expressions whose search would not end, or that the engine silently abandons.
@Suite("Expressions that take too long")
struct EndlessExpressionTests {
    private static let letters = String(repeating: "a", count: 30) + "b"

    private static func folder(
        _ attribute: String, rule: String = "", text: String = letters, source: String = ""
    ) throws -> TestFolder {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Note"><attribute name="text" optional="YES" attributeType="String" \(rule)/></entity>
            """)
        try folder.write("text\n" + text + "\n", as: "n.csv")
        try folder.write(
            """
            reference: Model.xcdatamodel
            output: out.sqlite
            sources: { notes: { csv: n.csv\(source) } }
            entities:
              Note: { from: notes, attributes: { text: \(attribute) } }

            """, as: "plan.yml")
        return folder
    }

    @Test("`replace:` is an error of the cell, not another text")
    func replacing() throws {
        let folder = try Self.folder("{ column: text, replace: { pattern: \"(?:a+)+c|a\", with: x } }")
        let result = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(result.status == 1)
        #expect(
            result.errors.hasPrefix(
                "n.csv:2:1: error: Note.text: '\(Self.letters)' (column `text`): the regular expression `(?:a+)+c|a` takes too many "
                    + "steps for a text of 31 characters\n"), "\(result.errors)")
    }

    @Test("A row condition is an error of the row, and omits no row")
    func condition() throws {
        let folder = try Self.folder("text", source: ", where: \"text MATCHES '(a+)+$'\"")
        let result = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(result.status == 1)
        #expect(
            result.errors.contains(
                "the regular expression `(a+)+$` takes too many steps for a text of 31 characters: "
                    + "`\(Self.letters)`\n"), "\(result.errors)")
    }

    @Test("A validation rule of the model is an error of the cell, not a mismatch")
    func validation() throws {
        let folder = try Self.folder("text", rule: "regularExpressionString=\"(a+)+$\"")
        let result = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(result.status == 1)
        #expect(
            result.errors.hasPrefix(
                "n.csv:2:1: error: Note.text: '\(Self.letters)' (column `text`): the regular expression `(a+)+$` takes too many "
                    + "steps for a text of 31 characters\n"), "\(result.errors)")
    }

    @Test("`verify` reports a value that it cannot check against the model's rule")
    func verification() throws {
        let folder = try TestFolder()
        try TestStore.create(
            at: folder.path + "/store.sqlite",
            model: """
                <entity name="Note"><attribute name="text" optional="YES" attributeType="String"
                    regularExpressionString="(a+)+$"/></entity>
                """)
        try Connection(path: folder.path + "/store.sqlite", mode: .readWrite).execute(
            """
            INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTEXT) VALUES (1, 1, 1, '\(Self.letters)');
            UPDATE Z_PRIMARYKEY SET Z_MAX = 1;
            """)
        let result = try Zseed.run("verify", "store.sqlite", in: folder.path)
        #expect(result.status == 0)
        #expect(
            result.output.contains(
                "warning: Note p1 .text: '\(Self.letters)' cannot be checked against the model: the regular "
                    + "expression "
                    + "`(a+)+$` takes too many steps for a text of 31 characters\n"), "\(result)")
    }

    @Test(
        "A query is refused, with --count, too, and the message truncates the text",
        arguments: [["Note WHERE text MATCHES '(a+)+$'", "--count"], ["Note WHERE text MATCHES '(a+)+$'"]])
    func query(arguments: [String]) throws {
        let folder = try Self.folder("text", text: String(repeating: "a", count: 50) + "b")
        try Zseed.run("build", "plan.yml", in: folder.path).expectSuccess()
        let result = try Zseed.run(["query", "out.sqlite"] + arguments, in: folder.path)
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(
            result.errors.contains(
                "the regular expression `(a+)+$` takes too many steps for a text of 51 characters: "
                    + "`\(String(repeating: "a", count: 40))…`\n"), "\(result.errors)")
    }

    /// `*` matches any text. No position between two of them is tried twice.
    @Test("LIKE with many asterisks ends with an answer")
    func like() throws {
        let folder = try Self.folder(
            "text", text: String(repeating: "a", count: 2_000) + "b",
            source: ", where: \"text LIKE '*a*a*a*a*a?c' OR text LIKE '*a*aab'\"")
        try Zseed.run("build", "plan.yml", in: folder.path).expectSuccess()
        let count = try Zseed.run("query", "out.sqlite", "Note", "--count", in: folder.path)
        #expect(count.output == "1\n")
    }

    @Test("Long texts with many matches or none are replaced")
    func longTexts() throws {
        let many = String(repeating: "a", count: 200_000) + "😀" + String(repeating: "-a", count: 50_000)
        let folder = try Self.folder(
            "{ column: text, replace: { pattern: \"x*-(a)|😀\", with: \"$1\" } }", text: many)
        try Zseed.run("build", "plan.yml", in: folder.path).expectSuccess()
        let count = try Zseed.run(
            "query", "out.sqlite", "Note WHERE text MATCHES 'a{250000}'", "--count", in: folder.path)
        #expect(count.output == "1\n", "\(count)")
    }
}
