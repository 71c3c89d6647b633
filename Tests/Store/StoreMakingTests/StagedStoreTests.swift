import Files
import Foundation
import SQLite
import StoreFormat
import StoreMaking
import TestSupport
import Testing

@Suite("A staged store")
struct StagedStoreTests {
    private let folder: TestFolder
    private var reference: String { folder.path + "/Reference.sqlite" }
    private var path: String { folder.path + "/Store.sqlite" }
    private var files: String { folder.path + "/.Store_SUPPORT/_EXTERNAL_DATA" }

    init() throws {
        folder = try TestFolder()
        try TestStore.create(
            at: reference,
            model: """
                <entity name="Photo"><attribute name="data" optional="YES" attributeType="Binary" \
                allowsExternalBinaryDataStorage="YES"/></entity>
                """)
        try StoreIdentity.write(StoreIdentity.placeholder, toFile: reference)
    }

    /// Copies the reference, with rows that refer to files.
    private func fill(_ staged: StagedStore, naming names: [String] = []) throws -> ClosedStore {
        let source = try Connection(path: reference, mode: .readOnly)
        return try staged.write { store in
            try source.backup(to: store)
            for (index, name) in names.enumerated() {
                try store.execute(
                    "INSERT INTO ZPHOTO (Z_PK, Z_ENT, Z_OPT, ZDATA) VALUES (\(index + 1), 1, 1, "
                        + "\(([2] + Array(name.utf8) + [0]).sqlBlobLiteral))")
            }
        }
    }

    private func bytes(_ path: String) throws -> [UInt8] { try FileBytes.first(1 << 20, of: path) }

    @Test("It records one version of SQLite, for the last change", arguments: [false, true])
    func header(derivesIdentity: Bool) throws {
        let staged = try StagedStore(path: path)
        try staged.finish(fill(staged), derivingIdentity: derivesIdentity).place()
        let bytes = try bytes(path)
        // The version is 3.8.10, on every machine.
        #expect(bytes[96..<100] == [0x00, 0x2D, 0xE6, 0x0A])
        // Otherwise SQLite ignores the version and the number of pages.
        #expect(bytes[92..<96] == bytes[24..<28])
        let uuid = try Connection(path: path, mode: .readOnly).text("SELECT Z_UUID FROM Z_METADATA") ?? ""
        #expect((uuid != StoreIdentity.placeholder) == derivesIdentity)
        #expect(StoreMetadata.isUUID(uuid))
    }

    @Test("It is in WAL mode on request", arguments: [false, true])
    func wal(isWAL: Bool) throws {
        let staged = try StagedStore(path: path)
        try staged.finish(fill(staged), isWAL: isWAL).place()
        #expect(try bytes(path)[18..<20] == (isWAL ? [2, 2] : [1, 1]))
    }

    @Test("It does not exist before it is placed, and nothing remains if it is not placed")
    func unplaced() throws {
        do {
            let staged = try StagedStore(path: path)
            let finished = try staged.finish(fill(staged))
            #expect(try FileStatus(path: path) == nil)
            #expect(try bytes(finished.temporaryPath).starts(with: Array("SQLite format 3".utf8)))
        }
        #expect(try Folder.names(in: folder.path) == ["Reference.sqlite"])
    }

    @Test("A dry run never places a store, and reports the same")
    func trial() throws {
        let staged = try StagedStore(path: path, isTrial: true)
        let finished = try staged.finish(fill(staged))
        var told = 0
        try finished.place { told += 1 }
        #expect(told == 1)
        #expect(try Folder.names(in: folder.path) == ["Reference.sqlite"])
    }

    @Test("Files of values are copied, missing ones counted, and old ones removed last")
    func externalFiles() throws {
        let kept = "0A1B2C3D-0000-4000-8000-00000000F11E"
        let lost = "0A1B2C3D-0000-4000-8000-00000000F11F"
        // Builds write UUIDs of version 8, Core Data of version 4.
        let ours = "0A1B2C3D-0000-8000-8000-000000000001"
        let theirs = "0A1B2C3D-0000-4000-8000-000000000002"
        try folder.write("kept", as: ".Reference_SUPPORT/_EXTERNAL_DATA/" + kept)
        try folder.write("ours", as: ".Store_SUPPORT/_EXTERNAL_DATA/" + ours)
        try folder.write("theirs", as: ".Store_SUPPORT/_EXTERNAL_DATA/" + theirs)
        let staged = try StagedStore(path: path)
        let finished = try staged.finish(fill(staged, naming: [kept, lost]))
        let layout = try ReferenceStore(path: reference).layout
        #expect(try staged.external.keep(of: layout, ofStore: reference) == 1)
        #expect(try Folder.names(in: files).sorted() == [ours, theirs].sorted())
        try finished.place {
            let there = try FileStatus(path: path) == nil && Folder.names(in: files).contains(ours)
            #expect(there)
        }
        #expect(try Folder.names(in: files).sorted() == [theirs, kept].sorted())
        #expect(finished.externalNames == [kept])
        #expect(try bytes(files + "/" + kept) == Array("kept".utf8))
    }

    @Test("A replaced store must not change until the new one is in place")
    func replaced() throws {
        try Data(contentsOf: URL(fileURLWithPath: reference)).write(to: URL(fileURLWithPath: path))
        let old = try Connection.reading(path: path)
        let staged = try StagedStore(path: path)
        let finished = try staged.finish(fill(staged), replacing: old)
        let error = #expect(throws: FileError.self) {
            try finished.place {
                // Another connection writes while the result is reported.
                try Connection(path: path, mode: .readWrite).execute("UPDATE Z_METADATA SET Z_VERSION = 7")
            }
        }
        #expect(error?.path == path)
        #expect(error?.reason == "another process changed it meanwhile")
        #expect(
            try Connection(path: path, mode: .readOnly).integer("SELECT Z_VERSION FROM Z_METADATA") == 7)
    }
}
