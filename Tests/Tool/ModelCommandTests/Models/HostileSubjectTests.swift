import CommandSupport
import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import zseed

/// Damaged files, opened by the same calls as in the commands, in this process: a trap would end the tests.
@Suite("Damaged models and stores")
struct HostileSubjectTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Describes a file in every form if it can be opened. Errors of the known kinds are allowed.
    private func describe(_ path: String) throws -> Bool {
        do {
            let subject = try ModelSubject.open(path)
            let description = try ModelDescription(subject, path: path)
            #expect(!description.lines.isEmpty)
            #expect(try !JSONEncoder().encode(description).isEmpty)
            for format in ModelDiagram.Format.allCases {
                #expect(!ModelDiagram(model: subject.model).text(format).isEmpty)
            }
            _ = try subject.declaredHashes()
            return true
        } catch is ModelError {
            return false
        } catch is StoreError {
            return false
        }
    }

    private func damaged(_ bytes: [UInt8], by generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + 5))
            case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 30)], at: place)
            default: bytes.removeLast(min(bytes.count, 17))
            }
        }
        return bytes
    }

    @Test("Model source with changed, removed and doubled bytes does not trap", arguments: 0..<8)
    func source(seed: UInt64) throws {
        try folder.writeModel(Shop.model, as: "M.xcdatamodel")
        let whole = try Array(bytes(of: folder.path + "/M.xcdatamodel/contents"))
        var generator = SeededGenerator(seed: seed)
        var opened = 0
        for _ in 0..<60 {
            try folder.write(Data(damaged(whole, by: &generator)), as: "contents.xml")
            if try describe(folder.path + "/contents.xml") { opened += 1 }
        }
        // Some damaged files must also get past the parser.
        #expect(opened > 0)
    }

    @Test(
        "Damaged compiled models of real apps do not trap",
        .enabled(if: Corpus.isPresent, Corpus.absence),
        arguments: ModelSource.all.filter { $0.kind == .compiled })
    func compiled(source: ModelSource) throws {
        let whole = try Array(bytes(of: source.file))
        var generator = SeededGenerator(seed: 11)
        var opened = 0
        for _ in 0..<400 {
            try folder.write(Data(damaged(whole, by: &generator)), as: "a.mom")
            if try describe(folder.path + "/a.mom") { opened += 1 }
        }
        #expect(opened > 0)
    }

    @Test("Stores with damaged pages, Z_PRIMARYKEY and metadata do not trap", arguments: 0..<4)
    func stores(seed: UInt64) throws {
        try TestStore.create(at: folder.path + "/whole.sqlite", model: Shop.model)
        let whole = try Array(bytes(of: folder.path + "/whole.sqlite"))
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            try folder.write(Data(damaged(whole, by: &generator)), as: "a.sqlite")
            _ = try describe(folder.path + "/a.sqlite")
        }
    }

    @Test(
        "Strange values in Z_PRIMARYKEY and Z_METADATA do not trap",
        arguments: [
            "UPDATE Z_PRIMARYKEY SET Z_ENT = -9223372036854775808 WHERE Z_ENT = 1",
            "UPDATE Z_PRIMARYKEY SET Z_ENT = 9223372036854775807 WHERE Z_ENT = 2",
            "UPDATE Z_PRIMARYKEY SET Z_SUPER = 3 WHERE Z_ENT = 3",
            "UPDATE Z_PRIMARYKEY SET Z_SUPER = 4 WHERE Z_ENT = 3",
            "UPDATE Z_PRIMARYKEY SET Z_NAME = NULL", "UPDATE Z_PRIMARYKEY SET Z_MAX = 'many'",
            "DELETE FROM Z_PRIMARYKEY", "DELETE FROM Z_METADATA",
            "UPDATE Z_METADATA SET Z_PLIST = x'62706C697374'",
            "UPDATE Z_METADATA SET Z_UUID = NULL",
            "UPDATE Z_MODELCACHE SET Z_CONTENT = x'00'", "UPDATE Z_MODELCACHE SET Z_CONTENT = 7",
            "DELETE FROM Z_MODELCACHE", "DROP TABLE ZITEM", "ALTER TABLE ZITEM DROP COLUMN Z_ENT",
            "ALTER TABLE ZITEM RENAME TO \"a\"\"b\"",
        ])
    func bookkeeping(sql: String) throws {
        let path = folder.path + "/a.sqlite"
        try TestStore.create(at: path, model: Shop.model)
        try Connection(path: path, mode: .readWrite).execute(sql)
        _ = try describe(path)
        let result = try Zseed.run("inspect", "a.sqlite", in: folder.path)
        #expect([0, 1].contains(result.status), "\(result)")
        #expect((result.status == 0) == (result.errors == ""))
    }
}
