import ObjectModel
import SQLite
import StoreFormat

/// An overview of a store: the number of objects of each entity, notable facts, and the newest and largest values.
struct StoreOverview {
    /// An object with one notable value.
    private struct Remark {
        let entity: ReportedEntity
        let primaryKey: Int64
        let name: String
        let attribute: String
        let size: Double
        let words: String
    }

    private let entities: [ReportedEntity]
    private let zoneName: String
    private var neverSet: [String] = []
    private var newest: [Remark] = []
    private var largest: [Remark] = []
    private var spans: [(attribute: String, first: String, last: String)] = []

    /// The maximum number of lines in a list.
    private static let most = 5
    /// The maximum number of entities in the chart.
    private static let mostBars = 24

    /// Reads all objects.
    ///
    /// - Parameter dates: formats dates.
    /// - Throws: `DatabaseError`.
    init(_ entities: [ReportedEntity], in store: ReferenceStore, _ dates: DateWords) throws {
        self.entities = entities
        zoneName = dates.zoneName
        for entity in entities where entity.total > 0 {
            try look(at: entity, store.connection, dates)
        }
        newest = Array(newest.sorted { $0.size > $1.size }.prefix(Self.most))
        largest = Array(largest.sorted { $0.size > $1.size }.prefix(Self.most))
    }

    private mutating func look(
        at entity: ReportedEntity, _ connection: Connection, _ dates: DateWords
    ) throws {
        let attributes = entity.columns.compactMap { column -> AttributeColumn? in
            if case .attribute(let attribute) = column.content { attribute } else { nil }
        }
        guard !attributes.isEmpty else { return }
        let source = "FROM \(entity.layout.table.sqlIdentifier) WHERE +Z_ENT = \(entity.layout.number)"
        let counts = attributes.map { "count(\($0.column.sqlIdentifier))" }.joined(separator: ", ")
        var found: [Int64] = []
        try connection.forEachRow("SELECT \(counts) \(source)") { row in
            found = attributes.indices.map { row.integer(at: $0) }
        }
        let label = entity.label.map { entity.columns[$0].sql } ?? "NULL"
        for (attribute, count) in zip(attributes, found) {
            let column = attribute.column.sqlIdentifier
            guard count > 0 else {
                neverSet.append("\(entity.layout.name).\(attribute.path)")
                continue
            }
            func remark(_ measure: String, _ words: (Double) -> String?) throws -> Remark? {
                var remark: Remark?
                // The other columns have the values of the row with the greatest value. SQLite guarantees this only
                // with a single aggregate.
                let query = "SELECT Z_PK, \(label), max(\(measure)) \(source)"
                try connection.forEachRow(query) { row in
                    let size = row.real(at: 2)
                    guard !row.isNull(at: 2), let words = words(size) else { return }
                    let name = row.text(at: 1).flatMap { $0.isEmpty ? nil : String($0.prefix(80)) }
                    remark = Remark(
                        entity: entity, primaryKey: row.integer(at: 0),
                        name: name ?? "\(entity.layout.name) \(row.integer(at: 0))",
                        attribute: attribute.path, size: size, words: words)
                }
                return remark
            }
            switch attribute.attribute.type {
            case .date:
                guard let remark = try remark("CAST(\(column) AS REAL)", dates.shortText) else { continue }
                newest.append(remark)
                try connection.forEachRow("SELECT min(CAST(\(column) AS REAL)) \(source)") { row in
                    guard let first = dates.shortText(row.real(at: 0)), first != remark.words else { return }
                    spans.append(("\(entity.layout.name).\(attribute.path)", first, remark.words))
                }
            case .string, .binaryData, .transformable:
                let remark = try remark("length(CAST(\(column) AS BLOB))") { "\(Int($0)) bytes" }
                if let remark, remark.size > 255 { largest.append(remark) }
            default: break
            }
        }
    }

    // MARK: HTML

    /// Returns the parts of the overview that depend on objects.
    ///
    /// - Parameter checks: the checks of a verification; nil if none were run.
    func html(_ checks: [ReportContent.Check]?) -> String {
        "<div class=\"cards\">" + chart + outstanding(checks) + list("Newest", newest, zoneName)
            + list("Largest", largest)
            + dateSpans + "</div>"
    }

    private func link(_ entity: ReportedEntity, _ primaryKey: Int64? = nil) -> String {
        "#e\(entity.number)" + (primaryKey.map { "/\($0)" } ?? "")
    }

    private func card(_ title: String, _ aside: String? = nil, _ body: String) -> String {
        let aside = aside.map { " <small>\(HTMLText.isolated($0))</small>" } ?? ""
        return "<div class=\"card\"><h3>\(title)\(aside)</h3>\(body)</div>"
    }

    private var chart: String {
        let filled = entities.filter { $0.total > 0 }.sorted {
            $0.total != $1.total ? $0.total > $1.total : $0.number < $1.number
        }
        guard let most = filled.first?.total else { return "" }
        let total = filled.reduce(0) { $0 + $1.total }
        let rows = filled.prefix(Self.mostBars).map { entity in
            "<tr><th scope=\"row\"><a href=\"\(link(entity))\">\(HTMLText.isolated(entity.layout.name))</a></th>"
                + "<td class=\"number\">\(entity.total)</td><td class=\"bar\">"
                + "<svg viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
                + "<rect width=\"\(max(1, entity.total * 100 / most))\" height=\"1\"/></svg></td></tr>"
        }
        let others = filled.dropFirst(Self.mostBars)
        let more =
            others.isEmpty
            ? ""
            : "<p class=\"none\">and \(others.reduce(0) { $0 + $1.total }) objects of \(others.count) more entities</p>"
        let objects = "\(total) \(total == 1 ? "object" : "objects")"
        return card(
            objects, nil,
            "<table class=\"counts\"><tbody>\(rows.joined(separator: "\n"))</tbody></table>\(more)")
    }

    private func outstanding(_ checks: [ReportContent.Check]?) -> String {
        var items: [String] = []
        for check in checks ?? [] where check.verdict == .bad || check.verdict == .warned {
            items.append(
                "<li class=\"\(check.verdict.rawValue)\"><a href=\"#checks\">\(HTMLText.escaped(check.name))</a>: "
                    + "\(HTMLText.escaped(check.summary))</li>")
        }
        func add(_ words: String, _ names: [String]) {
            guard !names.isEmpty else { return }
            let shown = names.prefix(12).map(HTMLText.isolated).joined(separator: ", ")
            let more = names.count > 12 ? " and \(names.count - 12) more" : ""
            items.append("<li>\(words): \(shown)\(more)</li>")
        }
        add("No objects", entities.filter { $0.total == 0 }.map(\.layout.name))
        add("Never set", neverSet)
        return card(
            "Noteworthy values", nil,
            items.isEmpty ? "<p class=\"none\">nothing</p>" : "<ul class=\"findings\">\(items.joined())</ul>")
    }

    private func list(_ title: String, _ remarks: [Remark], _ aside: String? = nil) -> String {
        guard !remarks.isEmpty else { return "" }
        let rows = remarks.map { remark in
            "<tr><td><a href=\"\(link(remark.entity, remark.primaryKey))\">\(HTMLText.isolated(remark.name))</a><br>"
                + "<small>\(HTMLText.isolated("\(remark.entity.layout.name).\(remark.attribute)"))</small></td>"
                + "<td class=\"number\">\(HTMLText.escaped(remark.words))</td></tr>"
        }
        return card(title, aside, "<table><tbody>\(rows.joined(separator: "\n"))</tbody></table>")
    }

    private var dateSpans: String {
        guard !spans.isEmpty else { return "" }
        let rows = spans.prefix(12).map { span in
            "<tr><td>\(HTMLText.escaped(span.first)) – \(HTMLText.escaped(span.last))<br>"
                + "<small>\(HTMLText.isolated(span.attribute))</small></td></tr>"
        }
        return card(
            "Date ranges", zoneName, "<table><tbody>\(rows.joined(separator: "\n"))</tbody></table>")
    }
}
