import ObjectLayer
import StoreFormat

/// Checks that `Z_OPT`, which Core Data increases with each save, is at least 1 (docs/internals/format.md#rows).
struct VersionCounterCheck: RowCheck {
    let name = "Z_OPT"
    let purpose = "every row has a version counter of at least 1"

    func rules(ofTableOf root: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        [
            RowRule { row, _ in
                if let version = row.version, version >= 1 { return .sound }
                return .wrong("Z_OPT is \(row.versionValue.shortText)")
            }
        ]
    }
}
