import Files
import ObjectModel
import StoreFormat

/// Writes a report: one page that needs no network and no other files.
///
/// All data from a store is only text in the page: markup is escaped, data is JSON in elements that browsers do not
/// run, and a policy in the head allows only the page's own script and style.
package struct ReportPage {
    private let content: ReportContent
    private let store: ReferenceStore?
    private let limit: Int

    /// - Parameters:
    ///   - content: the contents apart from the objects.
    ///   - store: the store whose model and objects are shown; nil if there is none to open.
    ///   - limit: the maximum number of objects of each entity in the page.
    package init(_ content: ReportContent, store: ReferenceStore?, limit: Int) {
        (self.content, self.store, self.limit) = (content, store, limit)
    }

    /// Writes the page to a file, completely or not at all.
    ///
    /// - Parameter reporting: reports the number of images that were left out because of their size, before the page is
    ///   moved into place.
    /// - Throws: `OutputError`, `FileError`, `DatabaseError`, and the errors of `reporting`.
    package func write(to path: String, reporting: (Int) throws -> Void = { _ in }) throws {
        let output = try StagedOutput(.file, path: path)
        let file = try FileWriter(into: output.temporaryPath, shownAs: path)
        let scripts = try store.map { try ObjectScripts($0, limit: limit, zone: content.zone) }
        let overview = try store.map { store in
            try StoreOverview(scripts?.entities ?? [], in: store, DateWords(zone: content.zone))
        }
        try file.write(head.utf8)
        try file.write(body(scripts, overview).utf8)
        var omitted = 0
        if let scripts {
            omitted = try scripts.write(to: file)
            try file.write("<script>\(PageScript.text)</script>\n".utf8)
        }
        try file.write("</body>\n</html>\n".utf8)
        try file.finish()
        try output.place { try reporting(omitted) }
    }

    // MARK: Head

    private var head: String {
        let policy =
            "default-src 'none'; script-src '\(Self.hash(PageScript.text))'; "
            + "style-src '\(Self.hash(PageStyle.text))'; img-src data:; base-uri 'none'; form-action 'none'"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>\(HTMLText.plain(content.title))</title>
            <style>\(PageStyle.text)</style>
            </head>

            """
    }

    /// Returns the hash that identifies a script or a style in a policy.
    private static func hash(_ text: String) -> String {
        var digest = ContentDigest()
        digest.update(Array(text.utf8))
        return "sha256-" + Base64.text(digest.finished())
    }

    // MARK: Body

    private func body(_ scripts: ObjectScripts?, _ overview: StoreOverview?) -> String {
        let sections = PageSections(content: content, scripts: scripts, store: overview)
        var parts = [
            "<body>", "<a class=\"skip\" href=\"#main\">Skip to content</a>",
            "<header><h1>\(HTMLText.isolated(content.title))</h1>"
                + "<p class=\"verdict \(content.verdict.rawValue)\">\(HTMLText.escaped(content.summary))</p></header>",
            "<div class=\"frame\">", sections.navigation, "<main id=\"main\" tabindex=\"-1\">",
            sections.overview,
        ]
        if let checks = content.checks { parts.append(sections.section(of: checks)) }
        if let build = content.build { parts.append(sections.section(build, "build")) }
        if let difference = content.difference { parts.append(sections.section(difference, "difference")) }
        if let store, let scripts {
            let links = Dictionary(keepingFirst: scripts.entities.map { ($0.layout.name, "e\($0.number)") })
            parts.append(
                "<section id=\"view-model\" aria-labelledby=\"title-model\"><h2 id=\"title-model\">Model</h2>"
                    + "<p class=\"zoom\"><button type=\"button\" data-zoom=\"1.25\">Larger</button> "
                    + "<button type=\"button\" data-zoom=\"0.8\">Smaller</button> "
                    + "<button type=\"button\" data-zoom=\"0\">Fit</button></p>"
                    + "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Model, scrollable\">"
                    + ModelDiagramSVG(store.model, links: links).text + "</div></section>")
            parts.append(sections.objects)
        }
        return parts.joined(separator: "\n") + "\n</main></div>\n"
    }
}
