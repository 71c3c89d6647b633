import Testing

@Suite("docs/export.md")
struct ExportPageTests {
    @Test("The demo is exported, built again and drafted with the output that the page shows")
    func examples() throws {
        try DocumentedPage("docs/export.md").expectOutput(models: ["data", "schema.sql"])
    }
}
