import Foundation

/// What a report tells beside the objects, in words that are ready to be shown.
package struct ReportContent: Sendable {
    /// How something went.
    package enum Verdict: String, Sendable {
        case good, warned, bad, open
    }

    /// A name and what is said of it.
    package struct Fact: Sendable {
        let name: String
        let value: String

        package init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }

        /// Whether nothing is known.
        package var isEmpty: Bool { value.isEmpty }

        /// Whether it is said of what a store holds, and not of one file.
        package var isAboutContent: Bool { ["model", "entities", "shown by no file"].contains(name) }
    }

    /// One line of a check.
    package struct Finding: Sendable {
        let severity: String
        let text: String
        /// The object that it is about.
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
        /// What to do where it fails.
        let advice: String?
        let findings: [Finding]
        /// How many findings are not listed.
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

    /// A section with a table and lists of lines.
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

    /// What the report is about: a file's name.
    package var title: String
    /// How it all went.
    package var verdict: Verdict = .open
    /// The same in words.
    package var summary = ""
    /// What is known of the store.
    package var facts: [Fact] = []
    /// The checks; nil where none were made.
    package var checks: [Check]?
    /// The zone of dates; nil for UTC.
    package var zone: TimeZone?
    /// What a build did.
    package var build: Section?
    /// What two stores differ in.
    package var difference: Section?

    package init(title: String) { self.title = title }
}
