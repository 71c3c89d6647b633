import Testing

@testable import StoreFormat

@Suite("The text of a table")
struct TableTextTests {
    @Test("The text is split into columns, constraints and options")
    func parts() throws {
        let text = try #require(
            TableText(
                """
                CREATE TABLE "Z""X" ( Z_PK INTEGER PRIMARY KEY, "a b" VARCHAR(2, 3)  DEFAULT ',)',
                [c] , `d``e` FLOAT,CONSTRAINT n UNIQUE (Z_PK, c), check(c > 1) ) WITHOUT  ROWID
                """))
        #expect(text.columnNames == ["Z_PK", "a b", "c", "d`e"])
        #expect(
            text.items.map(\.definition) == [
                "INTEGER PRIMARY KEY", "VARCHAR(2, 3) DEFAULT ',)'", "", "FLOAT",
                "CONSTRAINT n UNIQUE (Z_PK, c)", "check(c > 1)",
            ])
        #expect(text.options == "WITHOUT ROWID")
        #expect(text.items[0].declaredType == "INTEGER")
        #expect(text.items.map(\.hasConstraints) == [true, true, false, false, true, false])
    }

    @Test("A text without a list has none", arguments: ["", "CREATE TABLE x AS SELECT 1", "(", "\"("])
    func none(sql: String) { #expect(TableText(sql) == nil) }
}
