import SQLite
import StoreFormat

/// Checks that there are no SQLite files beside the store. A seed is one file: an app that copies only that file loses
/// the contents of a `-wal`, and an app that copies it beside an old `-wal` damages it.
struct LeftoverFilesCheck: StoreCheck {
    let name = "leftover files"
    let purpose = "there is no -wal, -journal or -shm file beside the store"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        outcome.examine(1)
        for file in try StoreFile.companions(of: store.path) {
            let subject =
                "a \(file.suffix) of \(file.size) byte\(file.size == 1 ? "" : "s") is beside the store"
            switch file.suffix {
            case _ where file.size == 0, "-shm": outcome.warn(Finding(subject))
            case "-wal":
                if try WriteAheadLog(path: store.path + file.suffix)?.hasFrames == true {
                    // The store of a running app normally has one.
                    outcome.warn(Finding(subject + ": it has rows that are missing in the store alone"))
                } else {
                    outcome.report(Finding(subject + ", but it is not a write-ahead log"))
                }
            default:
                outcome.report(Finding(subject + ": a change of the store was interrupted"))
            }
        }
    }
}
