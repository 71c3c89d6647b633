import Foundation
import SQLite
import TestSupport
import Testing

@testable import StoreFormat

@Suite("A store that nobody has open any more")
struct ClosedStoreTests {
    private let folder: TestFolder
    private var path: String { folder.path + "/Store.sqlite" }

    init() throws {
        folder = try TestFolder()
        try TestStore.create(
            at: path,
            model: """
                <entity name="Photo"><attribute name="data" optional="YES" attributeType="Binary" \
                allowsExternalBinaryDataStorage="YES"/></entity>
                """)
        try StoreIdentity.write(StoreIdentity.placeholder, toFile: path)
    }

    @Test(
        "Notes one version of SQLite, for the last change there was", arguments: [false, true])
    func header(derivesIdentity: Bool) throws {
        try ClosedStore(path: path, preparedStatements: [], pendingIndexes: nil)
            .stamp(derivingIdentity: derivesIdentity)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(Array(bytes[96..<100]) == DatabaseHeader.notedVersion)
        // Otherwise SQLite believes neither the version nor the number of pages.
        #expect(Array(bytes[92..<96]) == Array(bytes[24..<28]))
        let uuid =
            try Connection(path: path, mode: .readOnly)
            .text("SELECT Z_UUID FROM Z_METADATA") ?? ""
        #expect((uuid != StoreIdentity.placeholder) == derivesIdentity)
        #expect(StoreMetadata.isUUID(uuid))
    }

    @Test(
        "Only a UUID is the name of a file that a row refers to",
        arguments: [
            ("0A1B2C3D-0000-4000-8000-00000000F11E", true),
            ("../../../../../../../../etc/passwd//", false),
            ("0A1B2C3D/0000/4000/8000/00000000F11E", false),
            ("0A1B2C3D-0000-4000-8000-00000000F11", false),
            ("0A1B2C3D-0000-4000-8000-00000000F11E0", false),
        ])
    func fileNames(name: String, isTaken: Bool) throws {
        let store = try Connection(path: path, mode: .readWrite)
        try store.execute(
            "INSERT INTO ZPHOTO (Z_PK, Z_ENT, Z_OPT, ZDATA) VALUES (1, 1, 1, "
                + "\(([2] + Array(name.utf8) + [0]).sqlBlobLiteral))")
        let values = ExternalValues(layout: try ReferenceStore(path: path).layout)
        #expect(try values.fileNames(in: store) == (isTaken ? [name] : []))
    }
}
