import CommandSupport
import Testing

@Suite("docs/guides/export.md")
struct ExportPageTests {
    @Test("The demo is exported and rebuilt with the printed output")
    func examples() throws {
        try DocumentedPage("docs/guides/export.md").expectOutput(models: ["data", "schema.sql"])
    }
}

@Suite("docs/start/drafts.md")
struct DraftPageTests {
    @Test("The demo is drafted with the printed output")
    func examples() throws {
        try DocumentedPage("docs/start/drafts.md").expectOutput(models: ["data", "schema.sql"])
    }
}

@Suite("docs/guides/plain.md", .enabled(if: DocumentedPage.hasShell, "needs the sqlite3 shell"))
struct PlainPageTests {
    @Test("The demo becomes a plain database and a store again, with the printed output")
    func examples() throws {
        try DocumentedPage("docs/guides/plain.md").expectOutput(models: ["data", "schema.sql"])
    }
}

@Suite("docs/guides/reports.md")
struct ReportPageTests {
    @Test("The demo's report has the printed output")
    func examples() throws {
        try DocumentedPage("docs/guides/reports.md").expectOutput(models: ["data", "schema.sql"])
    }
}
