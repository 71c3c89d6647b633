import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Seeding

@Suite("External storage")
struct ExternalStorageTests {
    static let plan = """
        sources: { photos: { csv: photos.csv } }
        entities:
          Photo:
            from: photos
            attributes: { name: name, data: { column: data, binary: text } }
        """

    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Photo",
                ownProperties: [
                    .attribute("name"), .attribute("data", .binaryData, isExternal: true),
                ])
        ])
    }

    static let large = String(repeating: "x", count: ExternalValues.longestInline + 1)
    static let files = [
        "photos.csv":
            "name,data\na,small\nb,\(large)\nc,\(large)\nd,\(large.dropLast())\n"
    ]
    static let sizes =
        "SELECT ZNAME, hex(substr(ZDATA, 1, 1)), length(ZDATA) FROM ZPHOTO ORDER BY 1"

    @Test("Values are stored in the database unless the plan sets `storage:`")
    func inline() throws {
        let store = try SeededStore(Self.plan, model: Self.model(), files: Self.files)
        let count = Self.large.count
        #expect(
            try store.rows(Self.sizes)
                == ["a|01|6", "b|01|\(count + 1)", "c|01|\(count + 1)", "d|01|\(count)"])
        #expect(!FileManager.default.fileExists(atPath: store.folder.path + "/.out_SUPPORT"))
    }

    @Test("Large values are written to files, the same in each build")
    func external() throws {
        let plan = "storage: external\n" + Self.plan
        let store = try SeededStore(plan, model: Self.model(), files: Self.files)
        #expect(
            try store.rows(Self.sizes) == [
                "a|01|6", "b|02|38", "c|02|38", "d|01|\(Self.large.count)",
            ])
        let names = try store.connection.rows(
            "SELECT ZDATA FROM ZPHOTO WHERE ZNAME IN ('b', 'c') ORDER BY ZNAME"
        ) { row -> String in
            let bytes = row.blob(at: 0) ?? []
            #expect(bytes.last == 0)
            return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
        }
        #expect(Set(names).count == 2)
        let folder = ExternalValues.folder(ofStore: store.path)
        #expect(folder == store.folder.path + "/.out_SUPPORT/_EXTERNAL_DATA")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names.sorted())
        for name in names {
            #expect(StoreMetadata.isUUID(name))
            #expect(try String(contentsOfFile: folder + "/" + name, encoding: .utf8) == Self.large)
        }
        let bytes = FileManager.default.contents(atPath: store.path)
        let again = try SeededStore(
            plan, model: Self.model(), files: Self.files, in: store.folder)
        #expect(FileManager.default.contents(atPath: again.path) == bytes)
        let left = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
        #expect(!left.contains { $0.contains("zseed") })
    }
}
