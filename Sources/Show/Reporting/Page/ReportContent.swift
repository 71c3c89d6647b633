import Foundation

/// The contents of a report apart from the objects, as texts for display.
package struct ReportContent: Sendable {
    /// The result of a check or of a report.
    package enum Verdict: String, Sendable {
        case good, warned, bad, open
    }

    /// A fact: a name and its value.
    package struct Fact: Sendable {
        let name: String
        let value: String

        package init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }

        /// Whether there is no value.
        package var isEmpty: Bool { value.isEmpty }

        /// Whether the fact is about the contents of a store, and not about one file.
        package var isAboutContent: Bool { ["model", "entities", "shown by no file"].contains(name) }
    }

    /// One line of a check.
    package struct Finding: Sendable {
        let severity: String
        let text: String
        /// The object of the finding.
        let entity: String?
        let primaryKey: Int64?

        package init(severity: String, text: String, entity: String?, primaryKey: Int64?) {
            (self.severity, self.text, self.entity, self.primaryKey) = (severity, text, entity, primaryKey)
        }
    }

    /// One check of a verification.
    package struct Check: Sendable {
        let name: String
        let purpose: String
        let verdict: Verdict
        let summary: String
        /// The advice for a failed check.
        let advice: String?
        let findings: [Finding]
        /// The number of findings that are not listed.
        let hidden: Int64

        package init(
            name: String, purpose: String, verdict: Verdict, summary: String, advice: String?,
            findings: [Finding], hidden: Int64
        ) {
            (self.name, self.purpose, self.verdict, self.summary) = (name, purpose, verdict, summary)
            (self.advice, self.findings, self.hidden) = (advice, findings, hidden)
        }
    }

    /// A table of texts.
    package struct Table: Sendable {
        let headers: [String]
        /// The columns with numbers.
        let numeric: Set<Int>
        let rows: [[String]]

        package init(headers: [String], numeric: Set<Int> = [], rows: [[String]]) {
            (self.headers, self.numeric, self.rows) = (headers, numeric, rows)
        }
    }

    /// A section with tables.
    package struct Section: Sendable {
        let title: String
        let summary: String
        let verdict: Verdict
        let tables: [(title: String, table: Table)]

        package init(
            title: String, summary: String, verdict: Verdict, tables: [(title: String, table: Table)]
        ) {
            (self.title, self.summary, self.verdict, self.tables) = (title, summary, verdict, tables)
        }
    }

    /// The subject of the report: the name of a file.
    package var title: String
    /// The overall result.
    package var verdict: Verdict = .open
    /// The overall result as a text.
    package var summary = ""
    /// The facts about the store.
    package var facts: [Fact] = []
    /// The checks; nil if none were run.
    package var checks: [Check]?
    /// The zone of dates; nil for UTC.
    package var zone: TimeZone?
    /// The section about a build.
    package var build: Section?
    /// The section about the differences between two stores.
    package var difference: Section?

    package init(title: String) { self.title = title }
}
