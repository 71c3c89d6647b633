import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// The browser that shows the pages.
private enum Browser {
    static let isPresent =
        (try? run("python3", ["--version"]).status) == 0
        && ["chromium", "chromium-browser", "google-chrome"].contains {
            (try? run("which", [$0]).status) == 0
        }
}

/// Pages in headless Chromium, controlled by keys, as users see them.
@Suite(
    "Reports in a browser",
    .enabled(
        if: Browser.isPresent, "needs python3 and chromium, which `make counterparts` installs"))
struct ReportBrowserTests {
    /// Runs steps, and returns the values of those that have one.
    private func drive(_ page: String, _ steps: [String], in folder: String) throws -> [String] {
        let result = try run(
            "python3", [Corpus.packageRoot + "/Tests/Outside/Browser/browser.py", page] + steps, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        var lines = result.output.split(separator: "\n").map(String.init)
        let end = try #require(lines.last)
        lines.removeLast()
        #expect(end.hasPrefix("{\"errors\": [], \"requests\": [], "), "\(end)")
        return lines
    }

    private static let opened = "wait:document.querySelector('#lines > div') !== null"
    private static let chosen =
        "document.querySelector('#lines [aria-selected=true]')?.innerText.split('\\n').join('|')"

    @Test("Objects are found, sorted and followed with the keyboard alone")
    func keys() throws {
        let kennel = try Kennel()
        try Zseed.run("report", "store.sqlite", "-o", "page.html", in: kennel.path).expectSuccess()
        // The entities by name: DOG, Dog, Group, Group_marks, Order, sqlite_mark.
        let values = try drive(
            "page.html",
            [
                "eval:location.hash = 'e1'; 1", Self.opened, "eval:" + Self.chosen,
                "eval:document.getElementById('grid').focus(); document.activeElement.id",
                "key:ArrowDown", "key:ArrowDown", "eval:" + Self.chosen, "key:Home", "key:Enter",
                "eval:document.getElementById('title-detail').innerText",
                "eval:[...document.querySelectorAll('aside dt')].map(e => e.innerText).join()",
                "eval:[...document.querySelectorAll('aside a')].map(e => e.innerText).join()",
                "eval:document.querySelector('aside a').click(); 1",
                "wait:location.hash === '#e4/1'",
                "eval:document.getElementById('title-objects').innerText",
                "eval:[...document.querySelectorAll('aside a')].map(e => e.innerText).join()",
                "key:Escape", "eval:document.activeElement.id + location.hash",
                "key:/", "wait:document.activeElement.id === 'search'", "type:0.00001",
                "wait:document.getElementById('found').innerText.startsWith('1 found')",
                "eval:document.getElementById('found').innerText",
                "key:Escape", "eval:document.getElementById('found').innerText",
            ], in: kennel.path)
        #expect(
            values == [
                "1", "\"Rex|1|3|Order 1\"", "\"grid\"", "\"3|-1\"", "\"Rex\"",
                "\"age,name,order,friends (2)\"",
                "\"Order 1,Dog 2,Böll <b>\"", "1", "\"Order\"", "\"Group 1,Rex,Dog 2,Böll <b>\"",
                "\"grid#e4\"",
                "\"1 found of 3 objects\"", "\"3 objects\"",
            ])
    }

    @Test("A wide diagram is readable at first, and can be fitted to the window")
    func wideDiagram() throws {
        let folder = try TestFolder()
        let entities = (0..<24).map {
            "Entity\($0) name! next>Entity\(($0 + 1) % 24).last last>Entity\(($0 + 23) % 24).next"
        }
        try folder.writeModel(ModelText.xml(entities.joined(separator: "\n")), as: "M.xcdatamodel")
        try Zseed.run("report", "M.xcdatamodel", "-o", "page.html", in: folder.path).expectSuccess()
        let scale =
            "eval:(() => { const d = document.querySelector('.diagram'); "
            + "return Math.round(10 * d.getBoundingClientRect().width / d.width.baseVal.value) })()"
        let values = try drive(
            "page.html",
            [
                "eval:location.hash = 'model'; 1", "wait:!document.getElementById('view-model').hidden",
                scale,
                "eval:document.querySelector('[data-zoom=\"0\"]').click(); 1",
                "eval:document.querySelector('.diagram').getBoundingClientRect().right <= innerWidth",
                "eval:document.documentElement.scrollWidth <= innerWidth", "--size", "390x800",
            ], in: folder.path)
        #expect(values == ["1", "8", "1", "true", "true"])
    }

    @Test("Texts stay texts: markup, ends of scripts, direction marks, NUL")
    func hostileTexts() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Note"><attribute name="title" optional="YES" attributeType="String"/>
            <attribute name="raw" optional="YES" attributeType="String"/></entity>
            """)
        let texts = [
            "<script>window.hit = 1</script>", "</script><img src=x onerror=\"window.hit = 2\">",
            "<!-- <script>",
            "]]></svg>", "line\u{2028}end", "\u{202E}drawkcab", "\u{200F}", "&amp;", "\u{FEFF}x", "😀",
        ]
        let objects = try texts.map {
            String(decoding: try JSONEncoder().encode(["title": $0]), as: UTF8.self)
        }
        try folder.write("[\(objects.joined(separator: ","))]", as: "notes.json")
        try folder.write(
            """
            reference: Model.xcdatamodel
            output: out.sqlite
            sources: { notes: { json: notes.json } }
            entities: { Note: { from: notes, attributes: { title: title } } }
            """, as: "plan.yml")
        try Zseed.run("build", "plan.yml", "-q", in: folder.path).expectSuccess()
        try Connection(path: folder.path + "/out.sqlite", mode: .readWrite).execute(
            "UPDATE ZNOTE SET ZRAW = CAST(X'61FF62' AS TEXT) WHERE Z_PK = 1; "
                + "UPDATE ZNOTE SET ZRAW = 'a' || char(0) || 'b' WHERE Z_PK = 2")
        _ = try Zseed.run("report", "out.sqlite", "-o", "page.html", in: folder.path)
        let values = try drive(
            "page.html",
            [
                "eval:location.hash = 'e0'; 1", Self.opened, "eval:window.hit === undefined",
                "eval:document.querySelectorAll('#lines > div').length",
                "eval:[...document.querySelectorAll('#lines > div')].map(e => e.children[0].textContent)",
                "eval:[...document.querySelectorAll('#lines > div')].slice(0, 2).map(e => e.children[2].textContent)",
                "eval:document.querySelectorAll('script[type=\"application/json\"]').length",
            ], in: folder.path)
        let shown = try JSONDecoder().decode([String].self, from: Data(values[3].utf8))
        #expect(
            shown == [
                texts[0], texts[1], texts[2], texts[3], "lineU+2028end", "U+202Edrawkcab", "U+200F", "&amp;",
                "U+FEFFx", "😀",
            ])
        #expect(values[1] == "true")
        #expect(values[2] == "10")
        #expect(values[4] == "[\"a\u{FFFD}b\", \"aU+0000b\"]")
        #expect(values[5] == "2")
    }

    @Test(
        "Images are shown, links lead to sections, and everything has an accessible name"
    )
    func names() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Photo"><attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="image" optional="YES" attributeType="Binary"/></entity>
            """)
        let pixel =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        try folder.write("name,image\nPixel,\(pixel)\n", as: "photos.csv")
        try folder.write(
            """
            reference: Model.xcdatamodel
            output: out.sqlite
            sources: { photos: { csv: photos.csv } }
            entities: { Photo: { from: photos, attributes: { name: name, image: { column: image, binary: base64 } } } }
            """, as: "plan.yml")
        try Zseed.run("report", "plan.yml", "-o", "page.html", in: folder.path).expectSuccess()
        let values = try drive(
            "page.html",
            [
                "eval:[...document.querySelectorAll('nav a')].map(a => a.hash).join()",
                "eval:document.querySelector('nav a[href=\"#build\"]').click(); 1",
                "wait:!document.getElementById('view-build').hidden",
                "eval:document.querySelectorAll('main > section:not([hidden])').length",
                "eval:location.hash = 'e0/1'; 1",
                "wait:document.querySelector('aside img')?.naturalWidth === 1",
                "eval:document.querySelector('aside img').alt",
                "eval:[...document.querySelectorAll('a, button, input, img, section, nav, aside, [role=grid]')]"
                    + ".filter(e => !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.alt"
                    + " || e.closest('label') || e.innerText || e.textContent)).length",
            ], in: folder.path)
        #expect(
            values == [
                "\"#overview,#checks,#build,#model,#e0\"", "1", "1", "1", "\"image, PNG, 70 bytes\"", "0",
            ])
    }
}
