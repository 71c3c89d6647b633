import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// The values of new rows if neither the plan nor a cell gives one: those of a new object in the app.
@Suite("Defaults in the source of a SwiftData model")
struct SwiftDataDefaultTests {
    private static let source = """
        import Foundation
        import SwiftData

        enum Kind: String, Codable { case income, expense = "out"; static let usual = Kind.expense }
        enum Level: Int, Codable { case low = 3, high }
        enum Status: Codable { case open, closed; static var standard: Self { .closed } }
        struct Size: Codable { var width: Double = 1; var height = 2.5; var unit: String?; var tags: [Kind] = [] }
        struct Other: Codable { var x: Int; init() { x = Int.random(in: 0...3) } }
        enum Texts { static let name = "N" + "N" }

        @Model final class Account {
            var name: String
            var kind: Kind = Kind.usual
            var maybe: Kind? = .income
            var level = Level.high
            var status: Status = Status.standard
            var next: Status? = Status.open
            var size: Size = Size(width: 7)
            var nothing: Kind? = nil
            var title: String = Texts.name
            var words: [String] = ["a", "b"]
            var limit: Int = 60 * 60
            var made: Date? = Date()
            var other: Other? = Other()
            init(name: String) { self.name = name }
        }
        """

    private static func build(
        _ rows: String, attributes: String, plan: String = "reference: App\n"
    ) throws -> (result: ProcessResult, folder: TestFolder) {
        let folder = try TestFolder()
        try folder.write(source, as: "App/Models.swift")
        try #require(Zseed.run("create", "App", "-o", "made.store", in: folder.path).status == 0)
        try folder.write(rows, as: "rows.csv")
        try folder.write(
            plan + """
                output: out.store
                sources: { rows: { csv: rows.csv } }
                entities:
                  Account: { from: rows, attributes: { \(attributes) } }

                """, as: "plan.yml")
        return (try Zseed.run("build", "plan.yml", "-q", in: folder.path), folder)
    }

    private static func rows(in folder: TestFolder) throws -> [String] {
        let query = try Zseed.run(
            "query", "out.store",
            "Account SELECT kind, maybe, level, status, next, size.width, size.height, size.unit, nothing, "
                + "title, words, limit ORDER BY name", "--format", "csv", in: folder.path)
        #expect(query.status == 0, "\(query.errors)")
        return Array(query.output.split(separator: "\n").dropFirst().map(String.init))
    }

    @Test(
        "Attributes without a column get their defaults, also with a store as reference",
        arguments: ["reference: App\n", "reference: made.store\nmodel: App\n"])
    func leftOut(plan: String) throws {
        let (built, folder) = try Self.build("name\na\n", attributes: "name: name", plan: plan)
        #expect(built.status == 0, "\(built.errors)")
        let title = #"out,income,4,closed,open,7,2.5,,,NN,"[""a"",""b""]",3600"#
        #expect(try Self.rows(in: folder) == [title])
        // Values that only the app can create are reported.
        #expect(
            built.errors.contains(
                "Account.made: the app sets it when it creates an "
                    + "object"), "\(built.errors)")
        #expect(built.errors.contains("Account.other: the app sets it when it creates an object"))
        let verified = try Zseed.run("verify", "out.store", "--model", "App", in: folder.path)
        #expect(verified.status == 0, "\(verified.output)")
    }

    @Test("Empty cells get defaults only if the property is not optional")
    func emptyCells() throws {
        let (built, folder) = try Self.build(
            "name,kind,maybe,status,next,size\na,,,,,\nb,income,out,open,closed,\"{\"\"width\"\":1,\"\"height\"\":2,\"\"tags\"\":[]}\"\n",
            attributes: "name: name, kind: kind, maybe: maybe, status: status, next: next, size: size")
        #expect(built.status == 0, "\(built.errors)")
        #expect(
            try Self.rows(in: folder) == [
                #"out,,4,closed,,7,2.5,,,NN,"[""a"",""b""]",3600"#,
                #"income,out,4,open,closed,1,2,,,NN,"[""a"",""b""]",3600"#,
            ])
    }

    @Test("Defaults are not mixed into an enumeration whose case the plan sets")
    func oneCase() throws {
        let (built, folder) = try Self.build(
            "name,open\na,open\n", attributes: "name: name, status.open: open, next: { value: closed }")
        #expect(built.status == 0, "\(built.errors)")
        #expect(try Self.rows(in: folder).first?.hasPrefix("out,income,4,open,closed,") ?? false)
    }

    @Test("A drafted plan does not ask for attributes with defaults")
    func drafted() throws {
        let folder = try TestFolder()
        try folder.write(Self.source, as: "App/Models.swift")
        try folder.write("name\na\n", as: "account.csv")
        let draft = try Zseed.run("plan", "App", "account.csv", "-o", "plan.yml", in: folder.path)
        #expect(draft.status == 0, "\(draft.errors)")
        let plan = try String(contentsOfFile: folder.path + "/plan.yml", encoding: .utf8)
        #expect(!plan.contains("without a column") && !plan.contains("a build stops here"), "\(plan)")
        #expect(try Zseed.run("build", "plan.yml", "-q", in: folder.path).status == 0)
    }

    @Test("zseed create reports defaults that the model cache lacks")
    func created() throws {
        let folder = try TestFolder()
        try folder.write(Self.source, as: "App/Models.swift")
        let made = try Zseed.run("create", "App", "-o", "made.store", in: folder.path)
        for name in ["kind", "maybe", "level", "status", "next", "size"] {
            #expect(
                made.errors.contains("Account.\(name): its default is used for rows"), "\(made.errors)"
            )
        }
        #expect(made.errors.contains("Account.made: its value is set when the app creates the object"))
        #expect(!made.errors.contains("Account.limit"))
    }
}
