// UUID attributes with a value of their own in each row.
extension RowWriter {
    /// A UUID attribute with a derived value.
    struct MadeUUID {
        /// Its index among the row's values.
        let index: Int
        let maker: UUIDMaker
        let value: ResolvedValue
    }

    /// Makes the UUIDs that are derived from the row's values, after these are converted.
    func makeUUIDs(loadKey: BoundValue) {
        for made in madeUUIDs {
            if made.maker.derivation.isFallback {
                if !bound[made.index].isNull { continue }
            } else {
                bound[made.index] = .null
            }
            if let uuid = made.maker.uuid(bound, record: record, loadKey: loadKey) {
                bound[made.index] = uuid
            } else if made.maker.derivation.isExplicit, made.value.isRequired {
                add(
                    ConversionFailure(.value(.missingValue)), property: made.value.path,
                    cell: made.value.origin.cell)
            }
        }
    }

    /// Makes the UUIDs that are derived from the object's primary key.
    func makeUUIDs(primaryKey: Int64) {
        for made in madeUUIDs where bound[made.index].isNull {
            bound[made.index] = made.maker.uuid(primaryKey: primaryKey) ?? .null
        }
    }
}
