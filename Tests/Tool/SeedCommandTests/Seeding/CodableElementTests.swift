import CommandSupport
import SQLite
import TestSupport
import Testing

/// Elements of arrays that differ from the declaration in the app's source code. The app cannot decode the property.
@Suite("Array elements that do not fit the source")
struct CodableElementTests {
    private static let source = """
        import Foundation
        import SwiftData

        enum Unit: String, Codable { case gram, litre = "l" }
        struct Amount: Codable { var value: Double; var unit: Unit? }
        struct Step: Codable {
            var text: String
            var minutes: Int?
            var isHot: Bool
            var id: UUID?
            var amounts: [Amount]
            var when: Date?
        }
        struct Free: Codable {
            var text: String
            init(from decoder: Decoder) throws { text = "" }
        }
        struct Recipe: Codable { var steps: [Step]; var free: [Free]? }
        @Model final class Dish {
            var name: String = ""
            var recipe: Recipe?
            init() {}
        }
        """

    @Test(
        "Each is reported with its position in the list",
        arguments: [
            (
                #"[{"text":"a","isHot":true,"amounts":[{"value":1.5,"unit":"l"},{"value":2}],"when":"x"}]"#,
                nil
            ),
            ("[]", nil),
            (#"[{"isHot":true,"amounts":[]}]"#, "[0].text has no value, but is not optional"),
            (
                #"[{"text":"a","isHot":true,"amounts":[]},{"text":null,"isHot":true,"amounts":[]}]"#,
                "[1].text has no value, but is not optional"
            ),
            (#"[{"text":7,"isHot":true,"amounts":[]}]"#, "[0].text is not text"),
            (#"[{"text":"a","isHot":1,"amounts":[]}]"#, "[0].isHot is not a boolean"),
            (#"[{"text":"a","isHot":true,"minutes":1.5,"amounts":[]}]"#, "[0].minutes is not an integer"),
            (#"[{"text":"a","isHot":true,"id":"x","amounts":[]}]"#, "[0].id is not a UUID"),
            (#"[{"text":"a","isHot":true,"amounts":{}}]"#, "[0].amounts is not a list"),
            (
                #"[{"text":"a","isHot":true,"amounts":[{"value":"2"}]}]"#,
                "[0].amounts[0].value is not a number"
            ),
            (
                #"[{"text":"a","isHot":true,"amounts":[{"value":2,"unit":"kg"}]}]"#,
                "[0].amounts[0].unit 'kg' is not a case of the enumeration"
            ),
            (#"["a"]"#, "[0] is not a structure"),
        ] as [(String, String?)])
    func elements(json: String, problem: String?) throws {
        let folder = try TestFolder()
        try folder.write(Self.source, as: "App/Models.swift")
        let made = try Zseed.run("create", "App", "-o", "made.store", in: folder.path)
        try #require(made.status == 0, "\(made.errors)")
        try Connection(path: folder.path + "/made.store", mode: .readWrite).execute(
            """
            INSERT INTO ZDISH (Z_PK, Z_ENT, Z_OPT, ZNAME, ZSTEPS, ZFREE)
            VALUES (1, 1, 1, 'Soup', CAST('\(json)' AS BLOB), CAST('[{"other":1}]' AS BLOB));
            UPDATE Z_PRIMARYKEY SET Z_MAX = 1
            """)
        let verified = try Zseed.run("verify", "made.store", "--model", "App", in: folder.path)
        #expect(verified.status == (problem == nil ? 0 : 1), "\(verified.output)\(verified.errors)")
        if let problem {
            #expect(
                verified.output.contains("\n        Dish p1 .recipe.steps: \(problem)\n"),
                "\(verified.output)")
        }
    }
}
