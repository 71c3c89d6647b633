import CommandSupport
import Testing

@Suite("The pages about sources")
struct SourcePagesTests {
    static let pages = DocumentedPage.names(in: "docs/sources")

    @Test("Every kind of source has a page")
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
        "The example of a page has the printed output",
        .enabled(if: DocumentedPage.hasShell, "needs the sqlite3 shell"), arguments: pages)
    func examples(page: String) throws {
        try DocumentedPage("docs/sources/" + page)
            .expectOutput(models: [
                "data/GroceryDude.xcdatamodeld", "docs/sources/Stock.xlsx", "docs/sources/Stock.ods",
            ])
    }
}
