import Testing

@testable import StoreFormat

/// Each form of the schema begins with the lowest framework whose stores show it. If no store is between two forms,
/// the older one is assumed (docs/internals/format.md#tables, #indexes, #metadata).
@Suite("Forms of the schema")
struct SchemaEraTests {
    private static let forms: [(name: String, first: Int, isNew: @Sendable (SchemaEra) -> Bool)] = [
        ("a model cache", 637, { $0.hasModelCache }),
        ("indexes of join tables", 637, { $0.indexesJoinTables }),
        ("indexes behind their tables no more", 637, { $0.indexPosition != .afterEachTable }),
        ("indexes before the bookkeeping", 641, { $0.indexPosition == .afterAllTables }),
        ("fetch indexes", 847, { $0.knowsFetchIndexes }),
        ("history", 851, { $0.hasHistory }),
        ("unique indexes", 865, { $0.hasUniqueIndexes }),
        ("texts of history in a table", 973, { $0.hasHistoryStrings }),
        ("a digest of the hashes", 973, { $0.hasVersionHashesDigest }),
        ("one space before a predicate", 1100, { $0.partialIndexKeyword == " WHERE " }),
        ("a checksum", 1327, { $0.hasVersionChecksum }),
        ("location trees without triggers", 1403, { !$0.needsLocationTriggers }),
        ("the highest framework", 1513, { $0.hasMaximumFrameworkVersion }),
    ]

    @Test("Each form begins with the first framework that has it", arguments: forms.indices)
    private func first(place: Int) {
        let (name, first, isNew) = Self.forms[place]
        #expect(!isNew(SchemaEra(framework: first - 1)), "\(name) before \(first)")
        #expect(isNew(SchemaEra(framework: first)), "\(name) at \(first)")
        #expect(isNew(SchemaEra(framework: SchemaEra.newestFramework)), "\(name) at last")
    }
}
