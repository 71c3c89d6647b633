import CommandSupport
import Foundation
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import ObjectModel

@Suite("zseed create")
struct CreateTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func create(_ arguments: String...) throws -> ProcessResult {
        try TestSupport.run(Zseed.path, ["create"] + arguments, in: folder.path)
    }

    /// Returns the whole contents of a database as text, with the model cache inflated, because compressors differ.
    static func content(of store: Connection) throws -> [String] {
        let objects = try store.rows(
            "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid"
        ) { row in (0..<4).map { row.text(at: $0) ?? "-" }.joined(separator: "|") }
        let keys = try store.rows(
            "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1"
        ) {
            row in (0..<4).map { row.text(at: $0) ?? "-" }.joined(separator: "|")
        }
        let metadata = try StoreMetadata.read(from: store)
        let caches =
            objects.contains { $0.contains("Z_MODELCACHE") }
            ? try store.rows("SELECT Z_CONTENT FROM Z_MODELCACHE") { row in
                "\(try Inflate.raw(row.blob(at: 0) ?? []))"
            } : []
        return objects + keys + ["\(metadata.uuid) \(metadata.propertyList)"] + caches
    }

    @Test(
        "Every real model and store gives a database and its SQL text",
        .enabled(if: Corpus.isPresent && FormatLint.isPresent, Corpus.absence),
        arguments: ModelSource.all)
    func corpus(source: ModelSource) throws {
        let result = try create(source.path, "--guess-join-tables", "-o", "a.sqlite")
        #expect(result.status == 0)
        #expect(result.output == "")
        #expect(
            result.errors.split(separator: "\n").allSatisfy {
                $0.hasPrefix("\(source.path): warning: ")
            })
        #expect(try files(in: folder.path) == ["a.sqlite"])
        let path = folder.path + "/a.sqlite"
        try FormatLint.expectSound(path)
        try expectSchemaOfOracle(path, source)
        let verified = try Zseed.run("verify", "a.sqlite", "--model", source.path, in: folder.path)
        #expect(
            verified.output.contains(
                /a\.sqlite: (will open|should open: \d+ things? no file has shown), \d+ checks passed/))

        #expect(try create(source.path, "--guess-join-tables", "-o", "a.sql").status == 0)
        let store = try Connection.reading(path: path)
        let text = try Connection.running(script: folder.path + "/a.sql")
        #expect(try Self.content(of: text) == Self.content(of: store))
        for pragma in ["page_size", "auto_vacuum", "encoding", "user_version", "application_id"] {
            #expect(try text.text("PRAGMA \(pragma)") == store.text("PRAGMA \(pragma)"))
        }
        // The header of a new store of Core Data (docs/internals/format.md#metadata).
        #expect(try store.integer("PRAGMA auto_vacuum") == 2)
        #expect(try store.integer("PRAGMA page_size") == 4096)

        let before = try bytes(of: path)
        #expect(try create(source.path, "--guess-join-tables", "-o", "a.sqlite").status == 0)
        #expect(try bytes(of: path) == before)
        let textBefore = try bytes(of: folder.path + "/a.sql")
        #expect(try create(source.path, "--guess-join-tables", "-o", "a.sql").status == 0)
        #expect(try bytes(of: folder.path + "/a.sql") == textBefore)
    }

    /// Expects that the oracle agrees, or that the real store has what the oracle does not predict: the inside of an
    /// R-tree, or a join table named after the other side (docs/internals/format.md#many-to-many).
    private func expectSchemaOfOracle(_ path: String, _ source: ModelSource) throws {
        let oracle = try FormatOracle.run("ddl.py", "--check", path)
        let different = oracle.lines.filter { $0.hasPrefix("DIFF ") }
            .map { String($0.split(separator: " ")[1]) }
        guard source.kind == .store else {
            #expect(different == [])
            return
        }
        let real = try Connection.reading(path: source.path)
        let created = try Connection.reading(path: path)
        // docs/internals/format.md#migrated-stores
        let isMigrated =
            try real.integer(
                """
                SELECT count(*) FROM sqlite_schema
                WHERE sql LIKE 'CREATE TABLE "%' OR type = 'table' AND sql LIKE '% , %'
                """) ?? 0 > 0
        for name in different {
            let query = "SELECT sql FROM sqlite_schema WHERE name = \(name.sqlLiteral)"
            let (made, found) = (try created.text(query), try real.text(query))
            // A migration leaves other texts, but an app needs only the names.
            #expect(isMigrated ? made == nil || found != nil : made == found, "\(name)")
        }
    }

    @Test(
        "The oracle accepts the model cache of a subentity that inherits its own inverse",
        .enabled(if: FormatLint.isPresent, FormatLint.absence))
    func inheritedOwnInverse() throws {
        try TestStore.create(
            at: folder.path + "/own.sqlite",
            model: """
                <entity name="Person"><attribute name="name" optional="YES" attributeType="String"/>
                <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Person"
                    inverseName="friends" inverseEntity="Person"/></entity>
                <entity name="Boss" parentEntity="Person"/>
                """)
        try FormatLint.expectSound(folder.path + "/own.sqlite")
    }

    @Test(
        "Each framework era has its own form, with a history if the era has one",
        .enabled(if: Corpus.isPresent && FormatLint.isPresent, Corpus.absence),
        arguments: ["grocery-dude", "contentful", "moody-5"], [320, 640, 977, 1523])
    func eras(name: String, framework: Int) throws {
        let model = try #require(try Corpus.entry(name).modelXML)
        let hasHistory = framework >= 977
        let options = ["--framework", "\(framework)"] + (hasHistory ? ["--history"] : [])
        let result = try TestSupport.run(
            Zseed.path, ["create", model, "-o", "a.sqlite"] + options, in: folder.path)
        #expect(result.status == 0)
        let path = folder.path + "/a.sqlite"
        let lint = try FormatOracle.run("lint.py", path, "--model", model + "/contents")
        #expect(lint.status == 0, "\(lint.output)")
        if hasHistory {
            let oracle = try FormatOracle.run("ddl.py", "--check", path)
            #expect(oracle.status == 0, "\(oracle.output)")
        }
        let store = try Connection.reading(path: path)
        func has(_ table: String) throws -> Bool {
            try store.integer("SELECT count(*) FROM sqlite_schema WHERE name = '\(table)'") == 1
        }
        #expect(try has("Z_MODELCACHE") == (framework >= 637))
        #expect(try has("ACHANGE") == hasHistory)
        #expect(try has("ATRANSACTIONSTRING") == hasHistory)
        // docs/internals/format.md#metadata
        let metadata = try StoreMetadata.read(from: store)
        let keys = [
            "NSStoreModelVersionHashesDigest": 977, "NSStoreModelVersionChecksumKey": 1327,
            "NSPersistenceMaximumFrameworkVersion": 1513,
        ]
        for (key, since) in keys {
            #expect((metadata.entries[key] != nil) == (framework >= since), "\(key)")
        }
        #expect(metadata.frameworkVersion == framework)
        #expect(
            metadata.versionHashes?.entities.count
                == (try Corpus.entry(name).facts().entity_hashes.count))
    }

    @Test(
        "A new store has a history if the store that it is created from has one",
        .enabled(if: Corpus.isPresent, Corpus.absence),
        arguments: [("coredataplus-books", true), ("grocery-dude", false)])
    func history(name: String, hasHistory: Bool) throws {
        #expect(try create(Corpus.entry(name).store, "-o", "a.sqlite").status == 0)
        let store = try Connection.reading(path: folder.path + "/a.sqlite")
        let query = "SELECT count(*) FROM sqlite_schema WHERE name = 'ACHANGE'"
        #expect(try store.integer(query) == (hasHistory ? 1 : 0))
    }

    @Test("--uuid sets the UUID, in capitals")
    func uuid() throws {
        try folder.writeModel(Shop.model, as: "M.xcdatamodel")
        let text = "0123abcd-0000-4000-8000-00000000beef"
        #expect(try create("M.xcdatamodel", "-o", "a.sqlite", "--uuid", text).status == 0)
        let store = try Connection.reading(path: folder.path + "/a.sqlite")
        #expect(try store.text("SELECT Z_UUID FROM Z_METADATA") == text.uppercased())
    }

    @Test("An existing output is replaced completely or not at all")
    func replacing() throws {
        try folder.writeModel(Shop.model, as: "M.xcdatamodel")
        try folder.write("old", as: "a.sqlite")
        #expect(try create("M.xcdatamodel", "-o", "a.sqlite").status == 0)
        let good = try bytes(of: folder.path + "/a.sqlite")
        #expect(good.starts(with: Data("SQLite format 3\0".utf8)))
        try folder.writeModel("<entity name=\"\"/>", as: "Bad.xcdatamodel")
        #expect(try create("Bad.xcdatamodel", "-o", "a.sqlite").status == 1)
        #expect(try bytes(of: folder.path + "/a.sqlite") == good)
        #expect(try files(in: folder.path) == ["Bad.xcdatamodel", "M.xcdatamodel", "a.sqlite"])
    }

    @Test("Missing folders of the output are created")
    func folders() throws {
        try folder.writeModel(Shop.model, as: "M.xcdatamodel")
        #expect(try create("M.xcdatamodel", "-o", "a/b/c.sqlite").status == 0)
        #expect(try files(in: folder.path + "/a/b") == ["c.sqlite"])
    }

    @Test("The source is not overwritten, under any of its names")
    func ownSource() throws {
        try TestStore.create(at: folder.path + "/a.sqlite", model: Shop.model)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link.sqlite", withDestinationPath: "a.sqlite")
        let before = try bytes(of: folder.path + "/a.sqlite")
        for output in ["a.sqlite", "./a.sqlite", "link.sqlite"] {
            let result = try create("a.sqlite", "-o", output)
            #expect(result.errors == "\(output): error: the output would overwrite a.sqlite\n")
            #expect(result.status == 2)
        }
        #expect(try bytes(of: folder.path + "/a.sqlite") == before)
    }

    @Test(
        "Contradictory options are command-line errors",
        arguments: [
            (["--framework", "0"], "--framework must be a framework version such as 1523, not 0"),
            (
                ["--framework", "99999999999"],
                "--framework must be a framework version such as 1523, not 99999999999"
            ),
            (["--framework", "new"], "The value 'new' is invalid for '--framework <framework>'"),
            (["--uuid", "abc"], "--uuid must be 32 hexadecimal digits in groups of 8-4-4-4-12"),
            (["--history", "--framework", "640"], "--history needs a framework version from 851"),
            (["--nonsense"], "Unknown option '--nonsense'"),
        ])
    func badOptions(options: [String], words: String) throws {
        try folder.writeModel(Shop.model, as: "M.xcdatamodel")
        let result = try TestSupport.run(
            Zseed.path, ["create", "M.xcdatamodel", "-o", "a.sqlite"] + options, in: folder.path)
        #expect(result.errors.hasPrefix("Error: \(words)\n"), "\(result.errors)")
        #expect(result.status == 2)
        #expect(try files(in: folder.path) == ["M.xcdatamodel"])
    }

    @Test(
        "A store without a model cache cannot be the source",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: ModelSource.storesWithoutModel)
    func withoutModel(entry: Corpus.Entry) throws {
        let result = try create(entry.store, "-o", "a.sqlite")
        #expect(
            result.errors
                == "\(entry.store): error: the store contains no model: create it from the app's model "
                + "instead\n")
        #expect(result.status == 1)
        #expect(try files(in: folder.path) == [])
    }
}
