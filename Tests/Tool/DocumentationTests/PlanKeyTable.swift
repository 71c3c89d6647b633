import Seeding

/// The tables of docs/reference/plan.md, generated from the table of keys.
enum PlanKeyTable {
    /// Returns the page with new tables. Each table is between two comments, and the first comment names the sections.
    static func page(from page: String) throws -> String {
        page.replacing(/(?s)(<!-- keys: ([a-z ]+) -->\n).*?(<!-- end of keys -->)/) { match in
            let sections = match.output.2.split(separator: " ").compactMap {
                PlanSection(rawValue: String($0))
            }
            return match.output.1 + table(of: sections.flatMap(\.ownKeys)) + match.output.3
        }
    }

    private static func table(of keys: [PlanKey]) -> String {
        "\n| key | takes | otherwise | meaning |\n|---|---|---|---|\n"
            + keys.map { key in
                let usual = key.usual.map { code($0) } ?? ""
                let meaning = (key.isRequired ? "Required. " : "") + key.meaning
                return "| `\(key.name)` | \(words(key.value)) | \(usual) | \(meaning) |\n"
            }.joined() + "\n"
    }

    private static func code(_ text: String) -> String {
        "`\(text.replacing("|", with: "\\|"))`"
    }

    private static func words(_ value: PlanValue) -> String {
        switch value {
        case .text: "text"
        case .known(let words): words.map(code).joined(separator: ", ") + " …"
        case .name(let name): Self.words(name)
        case .path: "path"
        case .flag: "`true`, `false`"
        case .count: "positive integer"
        case .position: "integer except 0"
        case .scalar: "value"
        case .sign(let words): "sign, " + words.map(code).joined(separator: ", ")
        case .choice(let words):
            words.filter { $0.unicodeScalars.allSatisfy(\.isASCII) }.map { $0 == " " ? "space" : code($0) }
                .joined(separator: ", ")
        case .oneOrMore(let element): Self.words(element) + ", or a list"
        case .words: "word, or a list"
        case .list(let element): "list of " + Self.words(element)
        case .byName(_, let element): Self.words(element) + ", each by its name"
        case .section(let section): section.rawValue
        case .columnOr(let section): "column, or " + section.rawValue
        case .propertyList: "value, list, mapping"
        }
    }

    private static func words(_ name: PlanName) -> String {
        switch name {
        case .source: "source"
        case .column: "column"
        case .entity: "entity"
        case .attribute, .destination: "attribute"
        case .relationship, .toMany: "relationship"
        }
    }
}
