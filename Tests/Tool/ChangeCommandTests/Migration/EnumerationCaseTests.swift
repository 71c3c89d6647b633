import CommandSupport
import SQLite
import TestSupport
import Testing

/// Version hashes do not depend on the cases of an enumeration with raw values.
@Suite("A removed case of an enumeration")
struct EnumerationCaseTests {
    private static func source(_ cases: String) -> String {
        """
        import SwiftData
        enum Kind: String, Codable { case \(cases) }
        @Model final class Trip {
          var name: String = ""
          var kind: Kind = Kind.land
          init() {}
        }
        """
    }

    @Test("Rows with the removed case need a mapping, though the store opens unchanged")
    func rows() throws {
        let folder = try TestFolder()
        try folder.write(Self.source("land, sea, air"), as: "Old/Models.swift")
        try folder.write(Self.source("land, air"), as: "New/Models.swift")
        try #require(Zseed.run("create", "Old", "-o", "A.store", in: folder.path).status == 0)
        let clean = try Zseed.run("migrate", "A.store", "--to", "New", "--check", in: folder.path)
        #expect(clean.status == 0 && clean.output.hasSuffix("A.store: opens as it is\n"), "\(clean.output)")
        try Connection(path: folder.path + "/A.store", mode: .readWrite).execute(
            """
            INSERT INTO ZTRIP (Z_PK, Z_ENT, Z_OPT, ZNAME, ZKIND)
            VALUES (1, 1, 1, 'a', 'sea'), (2, 1, 1, 'b', 'land'), (3, 1, 1, 'c', 'sea');
            UPDATE Z_PRIMARYKEY SET Z_MAX = 3
            """)
        let found = try Zseed.run("migrate", "A.store", "--to", "New", "--check", in: folder.path)
        #expect(found.status == 1)
        #expect(
            found.output == """
                Needs a mapping:
                  Trip.kind: 'sea' is no longer a case: the app cannot read such values, so they need a mapping \
                (2 objects)

                A.store: needs a mapping

                """, "\(found.output)")
        let migrated = try Zseed.run("migrate", "A.store", "--to", "New", "-o", "B.store", in: folder.path)
        #expect(migrated.status == 1)
        #expect(migrated.errors.contains("Trip.kind: 'sea' is no longer a case"), "\(migrated.errors)")
    }
}
