import ObjectLayer
import StoreFormat

/// `Z_OPT`, which Core Data counts up with each save, is at least 1 (docs/format.md#rows).
struct VersionCounterCheck: RowCheck {
    let name = "Z_OPT"
    let purpose = "every row counts its saves from 1"

    func rules(ofTableOf root: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        [
            RowRule { row, _ in
                if let version = row.version, version >= 1 { return .sound }
                return .wrong("Z_OPT is \(row.versionValue.shortText)")
            }
        ]
    }
}
