import SQLite
import StoreFormat

// UUID attributes that get a value of their own in each row.
extension RowWriter {
    /// One such attribute.
    struct MadeUUID {
        /// Its place among the row's values.
        let place: Int
        let maker: UUIDMaker
        let value: ResolvedValue
    }

    /// Makes the UUIDs that follow from the row's values, once these are converted.
    func makeUUIDs(loadKey: BoundValue) {
        for made in madeUUIDs {
            if made.maker.derivation.isFallback {
                if !bound[made.place].isNull { continue }
            } else {
                bound[made.place] = .null
            }
            if let uuid = made.maker.uuid(bound, record: record, loadKey: loadKey) {
                bound[made.place] = uuid
            } else if made.maker.derivation.isExplicit, made.value.isRequired {
                add(
                    ConversionFailure(.value(.missingValue)), property: made.value.path,
                    cell: made.value.origin.cell)
            }
        }
    }

    /// Makes the UUIDs that only the primary key of the object tells.
    func makeUUIDs(primaryKey: Int64) {
        for made in madeUUIDs where bound[made.place].isNull {
            bound[made.place] = made.maker.uuid(primaryKey: primaryKey) ?? .null
        }
    }
}
