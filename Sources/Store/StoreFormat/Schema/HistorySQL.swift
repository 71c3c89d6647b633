import ObjectModel

/// The tables of the persistent history and their indexes (docs/internals/format.md#persistent-history).
enum HistorySQL {
    static func objects(model: ManagedObjectModel, era: SchemaEra) -> [SchemaObject] {
        let hasStrings = era.hasHistoryStrings
        let strings = hasStrings ? stringColumns : []
        return [
            table(
                .change,
                [
                    "ZCHANGETYPE INTEGER", "ZENTITY INTEGER", "ZENTITYPK INTEGER",
                    "ZTRANSACTIONID INTEGER", "ZCOLUMNS BLOB",
                ] + (0..<tombstoneCount(of: model)).map { "ZTOMBSTONE\($0) BLOB" }),
            table(
                .transaction,
                strings.map { "\($0) INTEGER" } + [
                    "ZTIMESTAMP FLOAT", "ZAUTHOR VARCHAR", "ZBUNDLEID VARCHAR",
                    "ZCONTEXTNAME VARCHAR", "ZPROCESSID VARCHAR", "ZQUERYGEN BLOB",
                ]),
        ] + (hasStrings ? [table(.transactionString, ["ZNAME VARCHAR"])] : [])
            + [index("ACHANGE_ZTRANSACTIONID_INDEX", "ACHANGE (ZTRANSACTIONID)")]
            + strings.map { index("ATRANSACTION_\($0)_INDEX", "ATRANSACTION (\($0))") }
            + [
                index(
                    "Z_TRANSACTION_TransactionAuthorIndex",
                    "ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)"),
                index(
                    "Z_TRANSACTION_TransactionTimestampIndex",
                    "ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)"),
            ]
            + (hasStrings
                ? [
                    index(
                        "Z_TRANSACTIONSTRING_UNIQUE_NAME",
                        "ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)", isUnique: true)
                ] : [])
    }

    /// The columns that refer to `ATRANSACTIONSTRING`.
    private static let stringColumns = [
        "ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS",
    ]

    /// Returns the number of columns for values that outlive their objects: that of the entity with the most such
    /// attributes.
    private static func tombstoneCount(of model: ManagedObjectModel) -> Int {
        model.entities.map { entity in
            entity.attributes.count { $0.preservesValueInHistoryOnDeletion }
        }.max() ?? 0
    }

    private static func table(_ table: HistoryTable, _ columns: [String]) -> SchemaObject {
        let list = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"] + columns
        return SchemaObject(
            .table, table.name, "CREATE TABLE \(table.name) ( \(list.joined(separator: ", ")) )")
    }

    private static func index(
        _ name: String, _ target: String, isUnique: Bool = false
    ) -> SchemaObject {
        SchemaObject(
            .index, name, "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name) ON \(target)")
    }
}
