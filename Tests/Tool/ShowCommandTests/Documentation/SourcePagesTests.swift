import CommandSupport
import Testing

@Suite("The pages of sources")
struct SourcePagesTests {
    static let pages = DocumentedPage.names(in: "docs/sources")

    @Test("There is a page for every kind of source")
    func everyKind() {
        #expect(
            Self.pages == [
                "command.md", "csv.md", "generate.md", "json.md", "ndjson.md", "ods.md", "plist.md",
                "sqlite.md", "store.md",
                "xlsx.md",
                "xml.md",
            ])
    }

    @Test(
        "The example of a page gives the output that the page shows",
        .enabled(if: DocumentedPage.hasShell, "needs the sqlite3 shell"), arguments: pages)
    func examples(page: String) throws {
        try DocumentedPage("docs/sources/" + page)
            .expectOutput(models: [
                "data/GroceryDude.xcdatamodeld", "docs/sources/Stock.xlsx", "docs/sources/Stock.ods",
            ])
    }
}
