import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed verify --model")
struct VerifyModelTests {
    @Test(
        "Every real store opens with its own model",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: ModelSource.pairs)
    func pairs(source: ModelSource) throws {
        let result = try Zseed.run(["verify", source.entry.store, "--model", source.path])
        #expect(result.output.hasPrefix("will open: the version hash"))
        // With the model no check is skipped, even if the store contains none.
        let isLogged = FileManager.default.fileExists(atPath: source.entry.store + "-wal")
        let tally = "\(Zseed.checkCount) checks passed" + (isLogged ? ", 1 warning" : "")
        #expect(result.output.hasSuffix("\(source.entry.store): will open, \(tally)\n"))
        #expect(result.errors == "")
        #expect(result.status == 0)
    }

    @Test(
        "A store does not open with the model of another app",
        .enabled(if: Corpus.isPresent, Corpus.absence),
        arguments: zip(ModelSource.pairs, ModelSource.pairs.dropFirst()))
    func wrongPairs(one: ModelSource, other: ModelSource) throws {
        // The pairs include successive versions of one app: neither store opens with the other model.
        let result = try Zseed.run(["verify", one.entry.store, "--model", other.path])
        #expect(result.output.hasPrefix("will not open: "))
        #expect(result.lines.last?.hasPrefix("\(one.entry.store): will not open, ") == true)
        #expect(result.errors == "")
        #expect(result.status == 1)
    }

    @Test(
        "The reasons are printed before the checks",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func reasons() throws {
        let cartkit = try Corpus.entry("cartkit")
        let model = cartkit.folder + "/CartStorage.momd"
        let result = try Zseed.run(["verify", cartkit.store, "--model", model])
        #expect(
            result.output.hasPrefix(
                """
                will not open: the version hashes of CDCart, CDCartItem, CDCartItemModifier differ

                Because:
                  attribute CDCart.promotionKindsJSON is missing from the store
                  attribute CDCart.sessionId is missing from the store
                  CDCartItem.modifiers: inverse none in the store, item in the model
                  CDCartItemModifier.item: inverse none in the store, modifiers in the model

                ok    SQLite integrity
                """))
        #expect(
            result.output.hasSuffix("\(cartkit.store): will not open, \(Zseed.checkCount) checks passed\n"))
        #expect(result.status == 1)
    }

    @Test("Harmless differences are only counted, and the exit code stays 0")
    func harmless() throws {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/a.sqlite", model: Shop.model)
        let harmless = Shop.model.replacingOccurrences(
            of: "<entity name=\"Unit\"><attribute name=\"name\"",
            with: "<entity name=\"Unit\"><attribute name=\"name\" defaultValueString=\"kg\"")
        #expect(harmless != Shop.model)
        try folder.writeModel(harmless, as: "Same.xcdatamodel")
        let same = try Zseed.run(
            "verify", "a.sqlite", "--model", "Same.xcdatamodel", in: folder.path)
        #expect(same.status == 0)
        #expect(
            same.output.hasPrefix("will open: the version hashes of all 6 entities are equal\n\nok")
        )
        let changed = harmless.replacingOccurrences(of: "name=\"symbol\"", with: "name=\"sign\"")
        try folder.writeModel(changed, as: "Other.xcdatamodel")
        let other = try Zseed.run(
            "verify", "a.sqlite", "--model", "Other.xcdatamodel", in: folder.path)
        #expect(other.status == 1)
        #expect(
            other.output.hasPrefix(
                """
                will not open: the version hashes of Unit differ

                Because:
                  attribute Unit.sign is missing from the store
                  attribute Unit.symbol is missing from the model

                1 more difference would not prevent opening: see `zseed compare`

                ok
                """), "\(other.output)")
    }

    @Test("A damaged store fails although it opens")
    func unsound() throws {
        let folder = try TestFolder()
        let path = folder.path + "/a.sqlite"
        try TestStore.create(at: path, model: Shop.model)
        try folder.writeModel(Shop.model, as: "M.xcdatamodel")
        try Connection(path: path, mode: .readWrite).execute(
            "INSERT INTO ZUNIT (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (7, 6, 1, 'kg')")
        let result = try Zseed.run(
            "verify", "a.sqlite", "--model", "M.xcdatamodel", in: folder.path)
        #expect(result.output.hasSuffix("a.sqlite: will open, 1 of \(Zseed.checkCount) checks failed\n"))
        #expect(result.status == 1)
    }

    @Test(
        "A store that lacks a table or column does not open, although the version hashes are equal",
        arguments: [
            ("DROP TABLE ZUNIT", "Unit: there is no table ZUNIT"),
            ("ALTER TABLE ZITEM DROP COLUMN ZWEIGHT", "Item .weight: ZITEM has no column ZWEIGHT"),
        ])
    func missingStorage(sql: String, line: String) throws {
        let folder = try TestFolder()
        let path = folder.path + "/a.sqlite"
        try TestStore.create(at: path, model: Shop.model)
        try folder.writeModel(Shop.model, as: "M.xcdatamodel")
        try Connection(path: path, mode: .readWrite).execute(sql)
        let result = try Zseed.run("verify", "a.sqlite", "--model", "M.xcdatamodel", in: folder.path)
        #expect(result.output.hasPrefix("will not open: \(line)\n"), "\(result.output)")
        #expect(!result.output.contains("will open"))
        #expect(
            result.output.contains(/\na\.sqlite: will not open, \d+ of \d+ checks failed/), "\(result.output)"
        )
        #expect(result.status == 1)
        let json = try Zseed.run("verify", "a.sqlite", "--model", "M.xcdatamodel", "--json", in: folder.path)
        #expect(json.output.contains("\"willOpen\" : false"))
    }

    @Test("The version of the app's model can be chosen")
    func version() throws {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/a.sqlite", model: Shop.model)
        try folder.writeModel(Shop.model, as: "App.xcdatamodeld/App.xcdatamodel")
        try folder.writeModel("<entity name=\"E\"/>", as: "App.xcdatamodeld/App 2.xcdatamodel")
        func verify(_ version: String...) throws -> ProcessResult {
            try TestSupport.run(
                Zseed.path, ["verify", "a.sqlite", "--model", "App.xcdatamodeld"] + version,
                in: folder.path)
        }
        #expect(try verify("--model-version", "App").status == 0)
        let other = try verify("--model-version", "App 2.xcdatamodel")
        #expect(other.status == 1)
        #expect(other.lines.contains("  entity E is missing from the store"))
        let unclear = try verify()
        #expect(
            unclear.errors
                == """
                App.xcdatamodeld: error: does not name its current version; it has App, \
                App 2

                """
        )
        #expect(unclear.status == 1)
    }

    @Test("A model is not a store to verify")
    func model() throws {
        let folder = try TestFolder()
        try folder.writeModel(Shop.model, as: "M.xcdatamodel")
        for arguments in [["M.xcdatamodel"], ["M.xcdatamodel", "--model", "M.xcdatamodel"]] {
            let result = try TestSupport.run(Zseed.path, ["verify"] + arguments, in: folder.path)
            #expect(result.errors == "M.xcdatamodel: error: is a model, not a store\n")
            #expect(result.output == "")
            #expect(result.status == 1)
        }
    }
}
