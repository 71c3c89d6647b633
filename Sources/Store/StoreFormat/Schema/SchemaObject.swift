import SQLite

/// A table, index or trigger in `sqlite_schema`.
package struct SchemaObject: Equatable, Sendable {
    /// The kinds of objects; raw values of the column `type`.
    package enum Kind: String, Sendable {
        case table, index, trigger
    }

    /// The kind.
    package let kind: Kind
    /// The name.
    package let name: String
    /// The statement that creates it, without a semicolon at its end.
    package let sql: String

    /// Creates an object.
    package init(_ kind: Kind, _ name: String, _ sql: String) {
        self.kind = kind
        self.name = name
        self.sql = sql
    }
}

extension String {
    /// The name in the form of Apple's statements. It is unquoted, since its `Z` distinguishes it from keywords
    /// (docs/internals/format.md#tables), unless SQLite could not read it.
    var schemaName: String {
        let isPlain = utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
                true
            default: false
            }
        }
        let startsWithDigit = utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
        return isPlain && startsWithDigit == false ? self : sqlIdentifier
    }
}

extension SchemaObject {
    /// Returns whether Core Data has a table with that name in every store, or for features of its own.
    static func isOfCoreData(_ name: String) -> Bool {
        let name = name.uppercased()
        return name.hasPrefix("Z_") || HistoryTable.isNamed(name) || MirroringTable.isNamed(name)
    }
}
