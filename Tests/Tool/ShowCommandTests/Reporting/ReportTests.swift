import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed report")
struct ReportTests {
    private func page(_ path: String) throws -> String {
        String(decoding: try bytes(of: path), as: UTF8.self)
    }

    @Test("A store gives one page without external references, with the same bytes each time")
    func store() throws {
        let kennel = try Kennel()
        let result = try Zseed.run("report", "store.sqlite", "-o", "a.html", in: kennel.path)
        #expect(result.errors == "")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("a.html: "))
        try Zseed.run("report", "store.sqlite", "-o", "b.html", "-q", in: kennel.path).expectSuccess()
        #expect(try bytes(of: kennel.path + "/a.html") == bytes(of: kennel.path + "/b.html"))
        let text = try page(kennel.path + "/a.html")
        #expect(text.contains("Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-"))
        #expect(!text.contains("src=\"http") && !text.contains("href=\"http") && !text.contains("url("))
        #expect(text.contains("<svg class=\"diagram\""))
        #expect(text.contains(">DOG</text>") && text.contains(">Group_marks</text>"))
        #expect(!text.contains(kennel.path))
    }

    @Test("The overview names the object with the latest date, not the one with the first")
    func newest() throws {
        let shop = try Shop()
        try shop.edit(
            "items.csv", "Apples,3,10,1000,3.90,1.5,0.5,yes,2024-03-09",
            "Apples,3,10,1000,3.90,1.5,0.5,yes,2024-05-09")
        try shop.edit(
            "items.csv", "2,\"Bread, rye\",1,5,,4.50,0.75,,no,2024-03-10T08:00:00+02:00",
            "2,Bread,1,5,,4.50,0.75,,no,2020-01-02")
        try Zseed.run("build", "plan.yml", in: shop.path).expectSuccess()
        try Zseed.run("report", "out.sqlite", "-o", "page.html", "-q", in: shop.path).expectSuccess()
        let text = try page(shop.path + "/page.html")
        let card = try #require(text.firstMatch(of: /<h3>Newest.*?<\/table>/.dotMatchesNewlines())).output
        #expect(card.contains("Apples") && card.contains("2024-05-09") && !card.contains("Bread"), "\(card)")
        let spans = try #require(text.firstMatch(of: /<h3>Date ranges.*?<\/div>/.dotMatchesNewlines())).output
        #expect(spans.contains("2020-01-02") && spans.contains("2024-05-09"), "\(spans)")
    }

    @Test(
        "A plan is built in private, and the page has its table and the rejected rows"
    )
    func plan() throws {
        let shop = try Shop()
        try shop.edit("plan.yml", "timeZone: UTC\n", "timeZone: UTC\nonError: skip\nrejects: refused\n")
        try shop.edit("items.csv", "2,\"Bread, rye\",1,", "2,\"Bread, rye\",<b>,")
        let names = try files(in: shop.path)
        let result = try Zseed.run("report", "plan.yml", "-o", "page.html", in: shop.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try files(in: shop.path) == (names + ["page.html"]).sorted())
        let text = try page(shop.path + "/page.html")
        #expect(text.contains("id=\"view-build\""))
        #expect(text.contains("Rejected rows"))
        #expect(text.contains("&lt;b&gt;"))
        #expect(!text.contains("<b>,"))
        try Zseed.run("report", "plan.yml", "-o", "again.html", in: shop.path).expectSuccess()
        #expect(try bytes(of: shop.path + "/page.html") == bytes(of: shop.path + "/again.html"))
    }

    @Test("A plan that does not build gives a page with its errors")
    func failedPlan() throws {
        let shop = try Shop()
        try shop.edit("items.csv", "2,\"Bread, rye\",1,", "2,\"Bread, rye\",many,")
        let result = try Zseed.run("report", "plan.yml", "-o", "page.html", in: shop.path)
        #expect(result.status == 1)
        #expect(result.errors.contains("items.csv:3:"))
        let text = try page(shop.path + "/page.html")
        #expect(text.contains("not built: 1 error"))
        #expect(text.contains("items.csv"))
    }

    @Test("Two stores give their differences and the objects of the second")
    func difference() throws {
        let kennel = try Kennel()
        try FileManager.default.copyItem(
            atPath: kennel.path + "/store.sqlite", toPath: kennel.path + "/new.sqlite")
        try Connection(path: kennel.path + "/new.sqlite", mode: .readWrite)
            .execute("UPDATE ZANIMAL SET ZNAME = 'Max' WHERE Z_PK = 1")
        try Zseed.run("report", "store.sqlite", "new.sqlite", "-o", "page.html", in: kennel.path)
            .expectSuccess()
        let text = try page(kennel.path + "/page.html")
        #expect(text.contains("id=\"view-difference\""))
        #expect(text.contains("2 objects changed"))
        #expect(text.contains("<td><bdi>Rex</bdi></td><td><bdi>Max</bdi></td>"))
    }

    @Test("The page of a damaged store has the errors and what to do")
    func damaged() throws {
        let kennel = try Kennel()
        try Connection(path: kennel.path + "/store.sqlite", mode: .readWrite)
            .execute("UPDATE ZANIMAL SET ZORDER = 99 WHERE Z_PK = 1")
        let result = try Zseed.run("report", "store.sqlite", "-o", "page.html", in: kennel.path)
        #expect(result.status == 1)
        let text = try page(kennel.path + "/page.html")
        #expect(text.contains("to-one targets"))
        #expect(
            text.contains(
                "<b>What to do:</b> fix it by importing the missing object, or by setting the column to NULL."
            ))
        #expect(text.contains("<li><a href=\"#e"))
        // A file that is not a store.
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: kennel.path + "/store.sqlite"))
        try handle.truncate(atOffset: 5_000)
        try handle.close()
        let hopeless = try Zseed.run("report", "store.sqlite", "-o", "page.html", in: kennel.path)
        #expect(hopeless.status == 1)
        #expect(try page(kennel.path + "/page.html").contains("is truncated"))
    }

    @Test("A check with only warnings has advice, too")
    func warned() throws {
        let kennel = try Kennel()
        try kennel.folder.write("", as: "store.sqlite-journal")
        try Zseed.run("report", "store.sqlite", "-o", "page.html", in: kennel.path).expectSuccess()
        let text = try page(kennel.path + "/page.html")
        let start = try #require(text.range(of: "<li class=\"warned\"><h3>"))
        let item = text[start.lowerBound...].prefix { $0 != "\n" }
        #expect(
            item == """
                <li class="warned"><h3><span class="badge">warned</span> leftover files</h3><p>there is no -wal, -journal or -shm file beside the store (1 examined)</p><ul class="findings"><li><i>warning</i> <bdi>a -journal of 0 bytes is beside the store</bdi></li></ul><p class="advice"><b>What to do:</b> fix it with `sqlite3 STORE \
                &#39;PRAGMA journal_mode = DELETE&#39;`, which moves the `-wal` into the store. Verify a seed with `--strict`; the store of a running app always has a `-wal`.</p></li>
                """)
    }

    @Test("Large tables are truncated, and the page says so")
    func rows() throws {
        let kennel = try Kennel()
        try Zseed.run("report", "store.sqlite", "-o", "page.html", "--rows", "1", in: kennel.path)
            .expectSuccess()
        let text = try page(kennel.path + "/page.html")
        #expect(text.contains("\"total\":3"))
        #expect(!text.contains("0.00001"))
    }

    @Test(
        "Invalid command lines are refused, and nothing is written",
        arguments: [
            (["report", "store.sqlite"], 2, "--output"),
            (["report", "store.sqlite", "-o", "store.sqlite"], 2, "store.sqlite"),
            (["report", "plan.yml", "-o", "data.json"], 2, "data.json"),
            (["report", "store.sqlite", "-o", "a.html", "--rows", "-1"], 2, "--rows"),
            (["report", "store.sqlite", "-o", "a.html", "--set", "A=1"], 2, "--set"),
            (["report", "plan.yml", "store.sqlite", "-o", "a.html"], 2, "plan"),
            (["report", "none.sqlite", "-o", "a.html"], 2, "none.sqlite: error: no such file"),
            (["report", "store.sqlite", "-o", "/proc/none/a.html"], 3, "/proc/none/a.html: error: "),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], status: Int32, words: String) throws {
        let kennel = try Kennel()
        let names = try files(in: kennel.path)
        let store = try bytes(of: kennel.path + "/store.sqlite")
        let data = try bytes(of: kennel.path + "/data.json")
        let result = try Zseed.run(arguments, in: kennel.path)
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(try files(in: kennel.path) == names)
        #expect(try bytes(of: kennel.path + "/store.sqlite") == store)
        #expect(try bytes(of: kennel.path + "/data.json") == data)
    }
}
