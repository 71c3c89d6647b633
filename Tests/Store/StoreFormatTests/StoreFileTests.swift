import Foundation
import ObjectModel
import SQLite
import TestSupport
import Testing

@testable import StoreFormat

@Suite("Invalid store files")
struct StoreFileTests {
    private let folder: TestFolder
    private var path: String { folder.path + "/Store.sqlite" }

    init() throws { folder = try TestFolder() }

    /// Creates a database with the tables that every store has.
    private func makeStore(pageSize: Int) throws -> Data {
        let store = try Connection(path: path, mode: .create)
        try store.execute(
            """
            PRAGMA page_size = \(pageSize); CREATE TABLE Z_METADATA (Z_VERSION INTEGER);
            CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER)
            """)
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    @Test(
        "A truncated store is reported with its length, whatever its page size",
        arguments: [512, 1024, 4096, 32_768, 65_536])
    func truncated(pageSize: Int) throws {
        let whole = try makeStore(pageSize: pageSize)
        #expect(whole.count == 3 * pageSize)
        _ = try StoreFile.openForReading(path)
        for length in [whole.count - 1, 2 * pageSize, 100] {
            try folder.write(whole.prefix(length), as: "Store.sqlite")
            let error = #expect(throws: StoreError.self) { try StoreFile.openForReading(path) }
            #expect(
                error?.problem
                    == .truncated(expected: Int64(whole.count), found: Int64(length)), "\(length)")
        }
    }

    @Test("The number of statements does not depend on the number of tables")
    func statements() throws {
        func inspect(tables: Int) throws -> [String] {
            let store = try Connection(path: ":memory:", mode: .create, recordsStatements: true)
            try store.execute(
                """
                CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID TEXT, Z_PLIST BLOB);
                CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME, Z_SUPER, Z_MAX)
                """)
            let insert = try store.prepare("INSERT INTO Z_METADATA VALUES (1, 'id', ?)")
            try insert.bind(.blob(PropertyList.dictionary([:]).binary), at: 1)
            try insert.run()
            for number in 0..<tables {
                try store.execute("CREATE TABLE Z\(number) (a INTEGER, b\(number) TEXT)")
                try store.execute("CREATE INDEX i\(number) ON Z\(number) (a)")
            }
            let before = store.preparedStatements.count
            let inspection = try StoreInspection(connection: store, path: "store")
            #expect(inspection.tables.count == tables + 2)
            #expect(inspection.indexes.map(\.table) == (0..<tables).map { "Z\($0)" })
            for number in 0..<tables {
                #expect(
                    inspection.table(named: "z\(number)")?.columns == [
                        ColumnInfo(name: "a", declaredType: "integer"),
                        ColumnInfo(name: "b\(number)", declaredType: "text"),
                    ])
            }
            return Array(store.preparedStatements[before...])
        }
        #expect(try inspect(tables: 1) == inspect(tables: 9))
    }

    /// SQLite before 3.7.0 did not update the number of pages, which the change counter shows.
    @Test("A page count that is not the last change's is ignored")
    func oldCount() throws {
        var bytes = try makeStore(pageSize: 4096)
        bytes.replaceSubrange(28..<32, with: [0, 0, 1, 0])
        try folder.write(bytes, as: "Store.sqlite")
        #expect(throws: StoreError.self) { try StoreFile.openForReading(path) }
        bytes.replaceSubrange(92..<96, with: [0, 0, 0, 99])
        try folder.write(bytes, as: "Store.sqlite")
        _ = try StoreFile.openForReading(path)
    }

    @Test(
        "A UUID has 32 hexadecimal digits in upper case, and hyphens between them",
        arguments: [
            ("01234567-89AB-CDEF-0123-456789ABCDEF", true),
            ("01234567-89AB-CDEF-0123-456789ABCDEG", false),
            ("01234567-89AB-CDEF-0123-456789ABCDE@", false),
            ("01234567-89AB-CDEF-0123-456789ABCDE:", false),
            ("01234567-89AB-CDEF-0123-456789ABCDE/", false),
            ("01234567-89AB-CDEF-0123-456789abcdef", false),
            ("0123456-789AB-CDEF-0123-456789ABCDEF", false),
            ("01234567-89AB-CDEF-0123-456789ABCDE", false),
            ("01234567-89AB-CDEF-0123-456789ABCDEF0", false),
            ("0123456789ABCDEF0123456789ABCDEF", false), ("", false),
        ])
    func uuid(text: String, isUUID: Bool) { #expect(StoreMetadata.isUUID(text) == isUUID) }
}
