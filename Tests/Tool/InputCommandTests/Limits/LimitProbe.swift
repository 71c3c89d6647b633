import CommandSupport
import Files
import Foundation
import TestSupport
import Testing

/// Input with any amount of the limited quantity, and the command that reads it.
struct LimitProbe: Sendable, CustomStringConvertible {
    /// The reason why a probe takes long in a debug build. Slow probes run only with `ZSEED_LIMITS=all`.
    enum Slowness: Equatable, Sendable {
        case none
        /// Only input within the limit is slow, because it is read completely.
        case within(String)
        case both(String)
    }

    let limit: Limit
    /// The message of the refusal.
    let words: String
    var slowness = Slowness.none
    /// Writes input with this amount, and returns the arguments.
    let input: @Sendable (TestFolder, Int) throws -> [String]

    var description: String { limit.name }

    static let all: [LimitProbe] = plans + sources + tables + models + swift

    /// Limits that no test reaches, and the reasons.
    static let excused: [(limit: Limit, reason: String)] = [
        (Limits.planLevels, "the YAML parser counts what it has read ahead, too: a few levels more or less"),
        (Limits.unfolding, "deflated bytes have no exact ratio: ZipArchiveTests unfold more and less"),
        (Limits.sharedTexts, "8 GB of texts"), (Limits.sharedTextUses, "8 GB of texts"),
        (Limits.repeatedCells, "256 MB in cells: OpenDocumentTests repeat cells beyond it"),
        (Limits.viewRows, "20 million rows: tests of SQLite sources set a smaller number"),
        (Limits.viewSteps, "a minute or two of SQLite: tests of SQLite sources set a smaller number"),
        (Limits.scriptFiles, "256 MB of files: tests of SQLite sources set a smaller number"),
        (Limits.externalBytes, "a gigabyte in a value"),
        (
            Limits.archivedLevels,
            "only apps write such archives: ArchivedModelReaderTests make them in memory"
        ),
        (Limits.archivedValues, "only apps write such archives"),
        (Limits.archivedPredicateLevels, "only Xcode writes such archives"),
        (Limits.releases, "a thousand tags take git minutes"),
        (Limits.expressionSteps, "ICU counts the places, and tells no number: EndlessExpressionTests"),
    ]

    // MARK: Plans

    static let note =
        "<entity name=\"Note\"><attribute name=\"text\" optional=\"YES\" attributeType=\"String\"/></entity>"
    static let bytes = note.replacing("\"String\"", with: "\"Binary\"")
    static let value = note.replacing("\"String\"", with: "\"Transformable\"")

    /// Writes a plan for notes, and returns the arguments of the command that tries it.
    static func plan(
        _ folder: TestFolder, _ source: String = "csv: n.csv", attribute: String = "text",
        model: String = note, more: String = ""
    ) throws -> [String] {
        try folder.writeModel(model)
        if source.hasPrefix("csv: n.csv"), !FileManager.default.fileExists(atPath: folder.path + "/n.csv") {
            try folder.write("text\na\n", as: "n.csv")
        }
        try folder.write(
            """
            reference: Model.xcdatamodel
            output: out.sqlite
            sources: { notes: { \(source) } }
            entities: { Note: { from: notes, attributes: { text: \(attribute) } } }
            \(more)
            """, as: "plan.yml")
        return ["build", "plan.yml", "--dry-run", "-q"]
    }

    /// Returns a text padded to a number of bytes.
    static func padded(_ text: String, to count: Int, with filling: String = " ") -> String {
        text + String(repeating: filling, count: count - text.utf8.count)
    }

    static func nested(_ open: String, _ close: String, _ count: Int, _ inner: String = "") -> String {
        String(repeating: open, count: count) + inner + String(repeating: close, count: count)
    }

    private static let plans = [
        LimitProbe(
            limit: Limits.planBytes, words: "not a seed plan: it is longer than 16 MB",
            slowness: .within("16 MB of a comment")
        ) { folder, amount in
            let arguments = try plan(folder)
            let text = try String(contentsOfFile: folder.path + "/plan.yml", encoding: .utf8)
            try folder.write(padded(text + "#", to: amount, with: "x"), as: "plan.yml")
            return arguments
        },
        LimitProbe(
            limit: Limits.aliasedValues, words: "its aliases expand to more than 100000 values"
        ) { folder, amount in
            let members = [String](repeating: "x", count: 999).joined(separator: ",")
            let aliases = [String](repeating: "*a", count: amount / 1_000).joined(separator: ",")
            let rest = [String](repeating: "*c", count: amount % 1_000).joined(separator: ",")
            return try plan(
                folder, more: "metadata: { a: &a [\(members)], b: [\(aliases)], c: &c x, d: [\(rest)] }\n")
        },
        LimitProbe(
            limit: Limits.aliasedLevels, words: "its values are nested more than 200 levels deep"
        ) { folder, amount in
            // The value is inside the plan and its metadata.
            let deep = nested("[", "]", amount - 3, "x")
            return try plan(folder, more: "metadata: { x: &a \(deep), y: *a }\n")
        },
        LimitProbe(limit: Limits.metadataLevels, words: "nested more than 16 deep") { folder, amount in
            try plan(folder, more: "metadata: { x: \(nested("[", "]", amount - 1, "1")) }\n")
        },
        LimitProbe(limit: Limits.planIssues, words: "stopped after 1000 errors") { folder, amount in
            try plan(folder, more: (0..<amount).map { "k\($0): 1\n" }.joined())
        },
        LimitProbe(limit: Limits.predicateLevels, words: "nested deeper than 100 levels") { folder, amount in
            // The comparison and its operand also count.
            let text = String(repeating: "NOT ", count: amount - 2) + "text = 1"
            return try plan(folder, "csv: n.csv, where: '\(text)'")
        },
        LimitProbe(limit: Limits.predicateLevels, words: "nested deeper than 100 levels") { folder, amount in
            try folder.writeModel(note)
            try Zseed.run("create", "Model.xcdatamodel", "-o", "s.sqlite", in: folder.path).expectSuccess()
            let text = String(repeating: "NOT ", count: amount - 2) + "text = '1'"
            return ["query", "s.sqlite", "Note WHERE " + text]
        },
        LimitProbe(
            limit: Limits.changesBytes, words: "it is larger than 64 MB", slowness: .within("64 MB of JSON")
        ) { folder, amount in
            try folder.writeModel(note)
            try Zseed.run("create", "Model.xcdatamodel", "-o", "s.sqlite", in: folder.path).expectSuccess()
            try folder.write(padded("{}", to: amount), as: "c.json")
            return ["merge", "s.sqlite", "--changes", "c.json", "-o", "m.sqlite"]
        },
    ]
}
