import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// `${NAME}` in a plan gets its value from `--set`. In inputs and models, such texts are only names.
@Suite("Names with `${` in plans that zseed writes")
struct DollarNameTests {
    private static let model = """
        <entity name="Item"><attribute name="name" attributeType="String"/>
        <attribute name="price" optional="YES" attributeType="Double"/></entity>
        """

    @Test("A draft quotes files, tables and columns with such names")
    func draft() throws {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/reference.sqlite", model: Self.model)
        try folder.write("name,price ${EUR},$${\na,2,x\n", as: "a${LANG}.csv")
        let drafted = try Zseed.run("plan", "reference.sqlite", "a${LANG}.csv", in: folder.path)
        #expect(drafted.output.contains("csv: \"a$${LANG}.csv\""), "\(drafted.output)")
        #expect(drafted.output.contains("price $${EUR}"), "\(drafted.output)")
        try folder.write(drafted.output, as: "plan.yml")
        try Zseed.run("build", "plan.yml", "-q", in: folder.path).expectSuccess()
        let store = try Connection(path: folder.path + "/seed.sqlite", mode: .readOnly)
        #expect(try store.integer("SELECT ZPRICE FROM ZITEM") == 2)
    }

    @Test("An exported plan keeps such texts", arguments: ["", "--exact"])
    func export(option: String) throws {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/a${LANG}.sqlite", model: Self.model)
        try Connection(path: folder.path + "/a${LANG}.sqlite", mode: .readWrite).execute(
            """
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, '${x}');
            UPDATE Z_PRIMARYKEY SET Z_MAX = 1;
            """)
        let arguments = ["export", "a${LANG}.sqlite", "-o", "x${Y}", "-q"]
        try Zseed.run(arguments + (option.isEmpty ? [] : [option]), in: folder.path).expectSuccess()
        let plan = folder.path + "/x${Y}/seed.yml"
        let text = String(decoding: try bytes(of: plan), as: UTF8.self)
        #expect(text.contains("$${LANG}"), "\(text)")
        try Zseed.run("build", plan, "-q", "-o", "again.sqlite", in: folder.path).expectSuccess()
        let store = try Connection(path: folder.path + "/again.sqlite", mode: .readOnly)
        #expect(try store.rows("SELECT ZNAME FROM ZITEM") { $0.text(at: 0) } == ["${x}"])
    }
}
