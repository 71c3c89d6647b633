import SQLite
import TestSupport
import Testing

@testable import StoreFormat

@Suite("Values in files outside a store")
struct ExternalValuesTests {
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
    }

    @Test(
        "Only a UUID is accepted as the name of a value's file",
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

    @Test(
        "Values inside and outside the row (docs/internals/format.md#rows), and names of other paths")
    func externalData() throws {
        let folder = try TestFolder()
        let uuid = "0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0"
        try folder.write("outside", as: ".my.store_SUPPORT/_EXTERNAL_DATA/\(uuid)")
        try folder.write("secret", as: "secret")
        let external = ExternalDataFiles(storePath: folder.path + "/my.store.sqlite")
        func value(_ stored: [UInt8]) throws(ExternalDataFiles.Failure) -> String {
            var text = ""
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: stored.count, alignment: 1)
            defer { copy.deallocate() }
            copy.copyBytes(from: stored)
            try external.withValue(of: UnsafeRawBufferPointer(copy)) {
                text = String(decoding: $0, as: UTF8.self)
            }
            return text
        }
        #expect(try value([1] + Array("inside".utf8)) == "inside")
        #expect(try value([2] + Array(uuid.utf8) + [0]) == "outside")
        let path = String(repeating: "../", count: 2) + "secret"
        for stored in [[3, 4], [2], [2] + Array(path.utf8) + [0], [2] + Array(uuid.utf8)] {
            #expect(throws: ExternalDataFiles.Failure.self) { try value(stored) }
        }
    }
}
