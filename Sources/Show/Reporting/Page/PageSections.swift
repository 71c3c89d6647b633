/// The parts of a page that need no script.
struct PageSections {
    let content: ReportContent
    let scripts: ObjectScripts?
    let store: StoreOverview?

    // MARK: Navigation

    /// The links to all sections and entities.
    var navigation: String {
        var links = [("overview", "Overview", "")]
        if let checks = content.checks {
            let failed = checks.filter { $0.verdict == .bad }.count
            let warned = checks.filter { $0.verdict == .warned }.count
            let words =
                failed > 0 ? "\(failed) failed" : warned > 0 ? "\(warned) warned" : "\(checks.count)"
            links.append(("checks", "Verification", words))
        }
        if content.build != nil { links.append(("build", "Build", "")) }
        if content.difference != nil { links.append(("difference", "Difference", "")) }
        if scripts != nil { links.append(("model", "Model", "")) }
        func item(_ place: String, _ name: String, _ count: String) -> String {
            let number = count.isEmpty ? "" : "<span class=\"count\">\(count)</span>"
            // Without objects there is no script, and all sections are visible, so links lead to their elements.
            let target = scripts == nil ? "view-" + place : place
            return "<li><a href=\"#\(target)\"><span class=\"name\">\(name)</span>\(number)</a></li>"
        }
        var text = "<nav aria-label=\"Sections\"><ul>" + links.map(item).joined() + "</ul>"
        if let scripts, !scripts.entities.isEmpty {
            let items = scripts.entities.map { entity in
                item("e\(entity.number)", HTMLText.isolated(entity.layout.name), String(entity.total))
            }
            text +=
                "<h2 id=\"nav-objects\">Objects</h2><ul aria-labelledby=\"nav-objects\">\(items.joined())</ul>"
        }
        return text + "</nav>"
    }

    // MARK: Sections

    /// The section with the facts about the store.
    var overview: String {
        let facts = content.facts.map {
            "<dt>\(HTMLText.escaped($0.name))</dt><dd>\(HTMLText.isolated($0.value))</dd>"
        }
        return "<section id=\"view-overview\" aria-labelledby=\"title-overview\">"
            + "<h2 id=\"title-overview\">Overview</h2><dl class=\"facts\">\(facts.joined())</dl>"
            + (store?.html(content.checks) ?? "") + "</section>"
    }

    /// Returns the section of checks. Checks with findings come first.
    func section(of checks: [ReportContent.Check]) -> String {
        let order: [ReportContent.Verdict] = [.bad, .warned, .open, .good]
        let sorted = order.flatMap { verdict in checks.filter { $0.verdict == verdict } }
        return "<section id=\"view-checks\" aria-labelledby=\"title-checks\">"
            + "<h2 id=\"title-checks\">Verification</h2><ul class=\"checks\">"
            + sorted.map(item).joined(separator: "\n") + "</ul></section>"
    }

    private func item(_ check: ReportContent.Check) -> String {
        let words: String =
            switch check.verdict {
            case .bad: "failed"
            case .warned: "warned"
            case .good: "passed"
            case .open: "not made"
            }
        var text =
            "<li class=\"\(check.verdict.rawValue)\"><h3><span class=\"badge\">\(words)</span> "
            + "\(HTMLText.escaped(check.name))</h3><p>\(HTMLText.escaped(check.summary))</p>"
        if !check.findings.isEmpty {
            text += "<ul class=\"findings\">" + check.findings.map(finding).joined() + "</ul>"
        }
        if check.hidden > 0 { text += "<p>… and \(check.hidden) more</p>" }
        if let advice = check.advice, check.verdict == .bad || check.verdict == .warned {
            text += "<p class=\"advice\"><b>What to do:</b> fix it \(HTMLText.escaped(advice))</p>"
        }
        return text + "</li>"
    }

    private func finding(_ finding: ReportContent.Finding) -> String {
        let words = HTMLText.isolated(finding.text)
        let severity = finding.severity == "error" ? "" : "<i>\(finding.severity)</i> "
        guard let entity = finding.entity, let key = finding.primaryKey,
            let link = scripts?.link(of: entity, key)
        else { return "<li>\(severity)\(words)</li>" }
        return "<li>\(severity)<a href=\"#\(link)\">\(words)</a></li>"
    }

    /// Returns a section of tables.
    func section(_ section: ReportContent.Section, _ place: String) -> String {
        let tables = section.tables.map { title, table in
            let caption = title.isEmpty ? "" : "<caption>\(HTMLText.escaped(title))</caption>"
            let head = table.headers.enumerated().map { index, header in
                "<th scope=\"col\"\(table.numeric.contains(index) ? " class=\"number\"" : "")>"
                    + "\(HTMLText.escaped(header))</th>"
            }
            let rows = table.rows.map { row in
                "<tr>"
                    + row.enumerated().map { index, cell in
                        "<td\(table.numeric.contains(index) ? " class=\"number\"" : "")>"
                            + "\(HTMLText.isolated(cell))</td>"
                    }.joined() + "</tr>"
            }
            return "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                + "aria-label=\"\(HTMLText.plain(title.isEmpty ? section.title : title)), scrollable\">"
                + "<table>\(caption)<thead><tr>\(head.joined())</tr></thead>"
                + "<tbody>\(rows.joined(separator: "\n"))</tbody></table></div>"
        }
        return "<section id=\"view-\(place)\" aria-labelledby=\"title-\(place)\">"
            + "<h2 id=\"title-\(place)\">\(HTMLText.escaped(section.title))</h2>"
            + "<p class=\"verdict \(section.verdict.rawValue)\">\(HTMLText.escaped(section.summary))</p>"
            + tables.joined(separator: "\n") + "</section>"
    }

    /// The section for the objects, which the script fills.
    var objects: String {
        """
        <section id="view-objects" class="objects" aria-labelledby="title-objects" hidden>
        <div class="tools"><h2 id="title-objects">Objects</h2>
        <label class="search">Search <input id="search" type="search" autocomplete="off" spellcheck="false" \
        aria-keyshortcuts="/" aria-controls="grid"></label>
        <p id="found" role="status"></p></div>
        <div class="pair"><div id="grid" role="grid" tabindex="0" aria-labelledby="title-objects">
        <div id="heads" role="row"></div><div id="lines" role="rowgroup"></div></div>
        <aside id="detail" aria-labelledby="title-detail" tabindex="-1" hidden></aside></div>
        <p class="hint">Keys: <kbd>/</kbd> search, <kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>Enter</kbd> open, \
        <kbd>Esc</kbd> close</p>
        </section>
        <noscript><p>The objects need JavaScript, which this page has and this browser does not run.</p></noscript>
        """
    }
}
