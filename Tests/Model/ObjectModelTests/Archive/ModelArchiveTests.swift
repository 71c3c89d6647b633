import Foundation
import SQLite
import TestSupport
import Testing

@testable import ObjectModel

@Suite("Writing model archives")
struct ModelArchiveTests {
    static let cached = Corpus.all.filter { (try? $0.facts().model_cache) == true }

    @Test("A written model cache reads back as an equal model", arguments: cached)
    func roundTrip(entry: Corpus.Entry) throws {
        let model = try ModelFile.read(path: entry.store).model
        let archive = try ModelArchive(of: model)
        let (read, warnings) = try ArchivedModelReader.read(
            try Inflate.raw(archive.modelCache))
        #expect(warnings == [])
        guard archive.omissions.isEmpty else {
            // Default values of the app's own classes have no form outside the app.
            for omission in archive.omissions {
                guard case .objectWithoutPlainForm = omission.problem else {
                    Issue.record("\(omission)")
                    continue
                }
            }
            #expect(read.versionHashes == model.versionHashes)
            #expect(try ModelArchive(of: read).bytes == archive.bytes)
            return
        }
        #expect(read == model)
    }

    @Test(
        "A model from XML reads back equal",
        arguments: Corpus.all.filter { $0.modelXML != nil })
    func source(entry: Corpus.Entry) throws {
        let model = try ModelFile.read(path: try #require(entry.modelXML)).model
        let archive = try ModelArchive(of: model)
        #expect(archive.omissions == [])
        #expect(try ArchivedModelReader.read(archive.bytes).model == model)
    }

    @Test(
        "A compiled model reads back equal, class names included",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func compiled() throws {
        let path = try Corpus.entry("cartkit").folder + "/CartStorage.momd"
        let model = try ModelFile.read(path: path).model
        let folder = try TestFolder()
        let copy = try folder.write(Data(ModelArchive(of: model).bytes), as: "Copy.mom")
        let read = try ModelFile.read(path: copy).model
        #expect(read == model)
        #expect(read.entity(named: "CDCart")?.managedObjectClassName == "CDCart")
    }

    @Test("The same model gives the same bytes", arguments: cached)
    func determinism(entry: Corpus.Entry) throws {
        let model = try ModelFile.read(path: entry.store).model
        let again = try ManagedObjectModel(
            entities: model.entities.reversed(), versionIdentifiers: model.versionIdentifiers,
            configurations: model.configurations,
            fetchRequestTemplates: model.fetchRequestTemplates.reversed())
        #expect(try ModelArchive(of: model).bytes == ModelArchive(of: again).bytes)
    }

    @Test("Only classes and keys of real archives are written")
    func classesAndKeys() throws {
        var real: Set<String> = []
        var written: [String: String] = [:]
        for entry in Self.cached {
            let content = try Self.modelCache(of: entry.store)
            real.formUnion(try Self.classesAndKeys(of: content))
            let archive = try ModelArchive(of: ModelFile.read(path: entry.store).model)
            for key in try Self.classesAndKeys(of: archive.bytes) { written[key] = entry.name }
        }
        #expect(!written.isEmpty)
        for (key, store) in written where !real.contains(key) {
            Issue.record("\(key), written for \(store)")
        }
    }

    @Test("Properties have the same flags word as in the real archive", arguments: cached)
    func flags(entry: Corpus.Entry) throws {
        let archive = try ModelArchive(of: ModelFile.read(path: entry.store).model)
        let expected = try Self.flags(of: Self.modelCache(of: entry.store))
        let written = try Self.flags(of: archive.bytes)
        // Old archives contain proxies for inherited properties, and those of zseed contain copies.
        for (property, words) in expected { #expect(written[property] == words, "\(property)") }
        #expect(expected.count > 0)
    }

    @Test(
        "The plain fields of every property equal those of the real archive",
        arguments: cached)
    func plainFields(entry: Corpus.Entry) throws {
        let archive = try ModelArchive(of: ModelFile.read(path: entry.store).model)
        let expected = try Self.plainFields(of: Self.modelCache(of: entry.store))
        let written = try Self.plainFields(of: archive.bytes)
        for (property, fields) in expected {
            // The default value of an app's own class cannot be written, see `omissions`.
            let isOmitted = archive.omissions.contains { $0.usedBy == property }
            #expect(written[property] == fields || isOmitted, "\(property)")
        }
        #expect(expected.values.contains { !$0.isEmpty })
    }

    @Test(
        "Real archives compress to the bytes of their model cache",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func deflate() throws {
        for name in ["cartkit", "grocery-dude", "moody-2", "coredataplus-cars"] {
            let store = try Connection.reading(path: Corpus.entry(name).store)
            let content = try #require(
                try store.firstRow("SELECT Z_CONTENT FROM Z_MODELCACHE") { row in
                    row.withBlob(at: 0) { bytes in bytes.map { Array($0) } }
                } ?? nil)
            #expect(try Deflate.raw(Inflate.raw(content)) == content, "\(name)")
        }
    }

    // MARK: Reading archives without the model

    private static func modelCache(of path: String) throws -> [UInt8] {
        let store = try Connection.reading(path: path)
        let content = try store.firstRow("SELECT Z_CONTENT FROM Z_MODELCACHE") { row in
            row.withBlob(at: 0) { bytes in bytes.map { Array($0) } }
        }
        return try Inflate.raw(try #require(content ?? nil))
    }

    private static func objects(of bytes: [UInt8]) throws -> [PropertyList] {
        try #require(try PropertyList(bytes: bytes)["$objects"]?.array)
    }

    private static func className(
        of object: PropertyList, in objects: [PropertyList]
    ) -> String? {
        object["$class"]?.uid.flatMap { objects[$0]["$classname"]?.string }
    }

    private static func classesAndKeys(of bytes: [UInt8]) throws -> Set<String> {
        let objects = try objects(of: bytes)
        var result: Set<String> = []
        for object in objects {
            guard let name = className(of: object, in: objects) else { continue }
            for key in object.dictionary?.keys.sorted() ?? [] { result.insert("\(name).\(key)") }
            if let place = object["$class"]?.uid, let chain = objects[place]["$classes"] {
                result.insert("\(chain)")
            }
        }
        return result
    }

    /// Returns every field that is a text, a number or nil, by entity and property. The fields are sorted, since
    /// elements of composites may have equal names.
    private static func plainFields(of bytes: [UInt8]) throws -> [String: [String]] {
        let objects = try objects(of: bytes)
        func plain(_ value: PropertyList) -> String? {
            guard let place = value.uid else { return text(of: value) }
            return place == 0 ? "nil" : text(of: objects[place])
        }
        // An app's own class may archive a text as NSMutableString.
        func text(of value: PropertyList) -> String? {
            if let string = value["NS.string"] { return plain(string) }
            return value.string ?? value.real.map { "\($0)" }
                ?? value.bool.map { $0 ? "1.0" : "0.0" }
        }
        var result: [String: [String]] = [:]
        for object in objects {
            guard let place = object["NSEntity"]?.uid, place != 0,
                let entity = objects[place]["NSEntityName"].flatMap(plain),
                let property = object["NSPropertyName"].flatMap(plain)
            else { continue }
            for (key, value) in object.dictionary ?? [:] where key != "$class" {
                guard let value = plain(value) else { continue }
                result["\(entity).\(property)", default: []].append("\(key)=\(value)")
            }
        }
        return result.mapValues { $0.sorted() }
    }

    /// Returns the flags by entity and property. Elements of composites may have equal names.
    private static func flags(of bytes: [UInt8]) throws -> [String: [Int64]] {
        let objects = try objects(of: bytes)
        func text(_ reference: PropertyList?) -> String {
            reference?.uid.flatMap { objects[$0].string } ?? "-"
        }
        var result: [String: [Int64]] = [:]
        for object in objects {
            guard let word = object["_P"]?.integer, let place = object["NSEntity"]?.uid,
                className(of: object, in: objects) != "NSExpressionDescription"
            else { continue }
            let entity = text(objects[place]["NSEntityName"])
            let property = text(object["NSPropertyName"])
            result["\(entity).\(property)", default: []].append(word)
        }
        return result.mapValues { $0.sorted() }
    }
}
