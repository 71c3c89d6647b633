/// The database itself is sound: SQLite's own check of pages, trees and indexes.
struct IntegrityCheck: StoreCheck {
    let name = "SQLite integrity"
    let purpose = "PRAGMA integrity_check finds nothing wrong"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        outcome.examine(1)
        try store.connection.forEachRow("PRAGMA integrity_check(\(CheckOutcome.mostExamples))") {
            let words = $0.text(at: 0) ?? ""
            if words != "ok" { outcome.report(Finding(words)) }
        }
    }
}
