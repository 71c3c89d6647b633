import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// The user's store is merged whatever its state, or the merge is refused with a reason. No existing file changes.
@Suite("zseed merge of stores that are in use, linked or incomplete")
struct MergePlaceTests {
    /// The state and place of a store.
    struct Place: Sendable, CustomTestStringConvertible {
        let name: String
        /// Puts `U` into this state. The returned value is kept until the merge is over.
        let make: @Sendable (EditionStores) throws -> Any?
        var status: Int32 = 0
        /// The exit code with files of changes only, if it differs.
        var statusOfFiles: Int32?
        /// The error or warning; nil for none.
        var words: String?
        /// The user's value of the object that only the user changes.
        var note = "mine"
        var testDescription: String { name }
    }

    private static let places: [Place] = [
        Place(name: "as it was closed", make: { _ in nil }),
        Place(
            name: "open, with its -wal",
            make: {
                try opened(
                    "U", $0, "PRAGMA journal_mode = WAL; UPDATE ZPHOTO SET ZNOTE = 'wal' WHERE Z_PK = 2")
            },
            note: "wal"),
        Place(
            name: "in a write transaction",
            make: {
                try opened(
                    "U", $0, "PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; UPDATE ZPHOTO SET ZNOTE = 'no'")
            }),
        Place(
            name: "locked by another process's transaction",
            make: { try opened("U", $0, "BEGIN EXCLUSIVE; UPDATE ZPHOTO SET ZNOTE = 'no'") }),
        Place(
            name: "with the -wal of a process that was killed",
            make: { stores in
                let sql =
                    "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; "
                    + "UPDATE ZPHOTO SET ZNOTE = 'left' WHERE Z_PK = 2"
                return try left(stores, sql, "-wal")
            }, note: "left"),
        Place(
            name: "with the journal of a process that was killed",
            make: { stores in
                let rows = String(
                    repeating: "INSERT INTO ZPHOTO (ZNAME) VALUES (hex(randomblob(9000)));", count: 40)
                return try left(stores, "PRAGMA cache_size = 1; BEGIN IMMEDIATE; \(rows)", "-journal")
            }),
        Place(
            name: "behind a link",
            make: { stores in
                try FileManager.default.moveItem(
                    atPath: "\(stores.path)/U.sqlite", toPath: "\(stores.path)/real.sqlite")
                return try link("U", "real", stores)
            }),
        Place(
            name: "behind a link, with its files",
            make: { stores in
                try moveAway("U", stores)
                return try link("U", "away/real", stores)
            }),
        Place(
            name: "behind links in a row, the output behind one to another folder",
            make: { stores in
                try moveAway("U", stores)
                for (name, other) in [("V", "away/real"), ("U", "V"), ("M", "away/made")] {
                    try link(name, other, stores)
                }
                return nil
            }),
        Place(
            name: "behind a link that leads nowhere",
            make: { stores in
                try FileManager.default.removeItem(atPath: "\(stores.path)/U.sqlite")
                return try link("U", "nowhere", stores)
            }, status: 2, words: "U.sqlite: error: no such file"),
        Place(
            name: "under the output's name, too",
            make: { stores in
                try FileManager.default.linkItem(
                    atPath: "\(stores.path)/U.sqlite", toPath: "\(stores.path)/M.sqlite")
            }, status: 2, words: "M.sqlite: error: the output would overwrite U.sqlite"),
        Place(
            name: "where the output's link leads", make: { try link("M", "U", $0) }, status: 2,
            words: "M.sqlite: error: the output would overwrite U.sqlite"),
        Place(
            name: "without its files", make: { try FileManager.default.removeItem(atPath: files("U", $0)) },
            words: "U.sqlite: warning: 1 file of large values was missing already"),
        Place(
            name: "beside an edition without its files",
            make: { try FileManager.default.removeItem(atPath: files("B", $0)) }, status: 1, statusOfFiles: 0,
            words: "B.sqlite: error: Photo.data: the file "),
        Place(
            name: "beside an old edition without its files",
            make: { try FileManager.default.removeItem(atPath: files("A", $0)) }, status: 1, statusOfFiles: 0,
            words: "A.sqlite: error: Photo.data: the file "),
    ]

    @Test("The result is right, or the message is, in every place", arguments: places)
    func merges(_ place: Place) throws {
        let ways = [
            ["--from", "B.sqlite", "--base", "A.sqlite"], ["--changes", "A-B.json"],
            ["--changes", "B-C.json", "A-B.json"],
        ]
        let stores = try Self.editions()
        let kept = try place.make(stores)
        let before = try Self.contents(stores)
        for (index, way) in ways.enumerated() {
            let result = try Zseed.run(["merge", "U.sqlite", "-o", "M.sqlite"] + way, in: stores.path)
            let status = index == 0 ? place.status : place.statusOfFiles ?? place.status
            #expect(result.status == status, "\(way): \(result.errors)")
            if let words = place.words, status == place.status {
                #expect(result.errors.contains(words), "\(result.errors)")
            } else {
                #expect(result.errors.isEmpty, "\(result.errors)")
            }
            #expect(try Self.contents(stores) == before, "\(way)")
            guard status == 0 else { continue }
            #expect(
                try stores.rows("SELECT ZNAME, ZNOTE FROM ZPHOTO ORDER BY ZNAME")
                    == ["a,\(index == 2 ? "third" : "second")", "b,\(place.note)"])
            let verified = try stores.run("verify", "M.sqlite")
            #expect(verified.status == 0, "\(verified.output)")
        }
        withExtendedLifetime(kept) {}
    }

    @Test(
        "A linked store uses the files beside its target, or else those beside the link",
        arguments: [false, true])
    func links(isBesideLink: Bool) throws {
        let stores = try Self.editions()
        try Self.moveAway("U", stores)
        try Self.link("U", "away/real", stores)
        if isBesideLink {
            try FileManager.default.moveItem(
                atPath: "\(stores.path)/away/.real_SUPPORT", toPath: Self.files("U", stores))
        }
        for command in [
            ["verify", "U.sqlite", "--strict"], ["inspect", "U.sqlite"], ["export", "U.sqlite", "-o", "out"],
            ["query", "U.sqlite", "Photo", "--json"], ["diff", "U.sqlite", "A.sqlite"],
            ["copy", "U.sqlite", "-o", "C.sqlite"], ["verify", "C.sqlite", "--strict"],
            ["copy", "U.sqlite", "-o", "D.sqlite", "--entity", "Photo"], ["verify", "D.sqlite", "--strict"],
        ] {
            let result = try Zseed.run(command, in: stores.path)
            #expect(result.status == (command[0] == "diff" ? 1 : 0), "\(command): \(result)")
            #expect(!(result.output + result.errors).contains("missing"), "\(command): \(result)")
        }
    }

    // MARK: Files

    private static func editions() throws -> EditionStores {
        let stores = try EditionStores(
            EntityXML.entity(
                "Photo", EntityXML.attribute("name"), EntityXML.attribute("note"),
                "<attribute name=\"data\" optional=\"YES\" attributeType=\"Binary\" "
                    + "allowsExternalBinaryDataStorage=\"YES\"/>", EntityXML.unique("name")))
        for (edition, note) in [("A", "first"), ("B", "second"), ("C", "third")] {
            let data = String(repeating: edition, count: 200_000)
            try stores.build(
                edition, ["Photo": "name,note,data\na,\(note),\(data)\nb,,\n"],
                loads: [
                    "Photo": "attributes: { name: name, note: note, data: { column: data, binary: text } }"
                ],
                more: "storage: external\n")
        }
        try stores.changes("A", "B")
        try stores.changes("B", "C")
        try stores.copy("A", as: "U", "UPDATE ZPHOTO SET ZNOTE = 'mine' WHERE Z_PK = 2")
        try FileManager.default.copyItem(atPath: files("A", stores), toPath: files("U", stores))
        return stores
    }

    private static func files(_ store: String, _ stores: EditionStores) -> String {
        "\(stores.path)/.\(store)_SUPPORT"
    }

    private static func opened(_ store: String, _ stores: EditionStores, _ sql: String) throws -> Connection {
        let connection = try Connection(path: "\(stores.path)/\(store).sqlite", mode: .readWrite)
        try connection.execute(sql)
        return connection
    }

    private static func link(_ name: String, _ other: String, _ stores: EditionStores) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(stores.path)/\(name).sqlite", withDestinationPath: "\(other).sqlite")
    }

    /// Moves a store with its files into another folder, under another name.
    private static func moveAway(_ store: String, _ stores: EditionStores) throws {
        let away = "\(stores.path)/away"
        try FileManager.default.createDirectory(atPath: away, withIntermediateDirectories: false)
        try FileManager.default.moveItem(
            atPath: "\(stores.path)/\(store).sqlite", toPath: "\(away)/real.sqlite")
        try FileManager.default.moveItem(atPath: files(store, stores), toPath: "\(away)/.real_SUPPORT")
    }

    /// Turns `U` into a store left by a process that was killed after some SQL.
    private static func left(_ stores: EditionStores, _ sql: String, _ suffix: String) throws {
        try stores.copy("U", as: "H")
        let connection = try opened("H", stores, sql)
        try FileManager.default.removeItem(atPath: "\(stores.path)/U.sqlite")
        for end in ["", suffix] {
            try FileManager.default.copyItem(
                atPath: "\(stores.path)/H.sqlite\(end)", toPath: "\(stores.path)/U.sqlite\(end)")
        }
        withExtendedLifetime(connection) {}
    }

    /// Returns the contents of the files other than the output.
    private static func contents(_ stores: EditionStores) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for case let name as String in FileManager.default.enumerator(atPath: stores.path) ?? .init() {
            var isFolder: ObjCBool = false
            let path = "\(stores.path)/\(name)"
            guard !name.hasPrefix(".M_SUPPORT"), !name.contains("made"), !name.hasSuffix("-shm"),
                name != "M.sqlite",
                FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue
            else { continue }
            contents[name] = try Data(contentsOf: URL(fileURLWithPath: path))
        }
        return contents
    }
}
