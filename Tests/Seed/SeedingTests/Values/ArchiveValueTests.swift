import Foundation
import ObjectModel
import SQLite
@testable import Inputs
import TestSupport
import Testing

@testable import Seeding

@Suite("Archives of transformable attributes")
struct ArchiveValueTests {
    private static func bytes(
        _ text: String, _ form: ArchiveForm,
        _ prepare: (inout ConversionSettings) -> Void = { _ in }
    ) throws -> [UInt8] {
        let value = try ValueReading.value(.text(text), as: .transformable) { settings in
            settings.archive = form
            prepare(&settings)
        }
        guard case .blob(let bytes) = value else { return [] }
        return bytes
    }

    private static func expected(_ value: PropertyValue) throws -> [UInt8] {
        try value.keyedArchive()
    }

    @Test(
        "Values become archives",
        arguments: [
            ("abc", .string, .string("abc")), ("12", .number, .integer(12)),
            ("-1.5", .number, .double(-1.5)), ("12.0", .number, .double(12)),
            ("yes", .boolean, .bool(true)), ("2001-01-01T00:00:01Z", .date, .date(1)),
            (
                "[1, 2.5, \"x\", true, null]", .array,
                .array([.integer(1), .double(2.5), .string("x"), .bool(true), .null])
            ),
            (
                "{\"b\": [], \"a\": {\"c\": 1}}", .dictionary,
                .dictionary(
                    UserInfo([
                        .init(
                            key: "a",
                            value: .dictionary(UserInfo([.init(key: "c", value: .integer(1))]))),
                        .init(key: "b", value: .array([])),
                    ]))
            ),
        ] as [(String, ArchiveForm, PropertyValue)])
    func values(text: String, form: ArchiveForm, value: PropertyValue) throws {
        #expect(try Self.bytes(text, form) == Self.expected(value))
    }

    @Test("Lists with a separator")
    func lists() throws {
        #expect(
            try Self.bytes("a| b |c", .array) { $0.separator = "|" }
                == Self.expected(.array([.string("a"), .string("b"), .string("c")])))
        #expect(
            try Self.bytes("1;2,5", .array) {
                $0.separator = ";"
                $0.elements = .number
                $0.numbers.usesDecimalComma = true
            } == Self.expected(.array([.integer(1), .double(2.5)])))
        #expect(
            try Self.bytes("b=2, a=1=1", .dictionary) { $0.separator = "," }
                == Self.expected(.dictionary(["a": "1=1", "b": "2"])))
    }

    @Test(
        "Texts that cannot be archived",
        arguments: [
            ("abc", .number, nil, .value(.notA(.number))), ("1e999", .number, nil, .value(.notFinite)),
            ("2", .boolean, nil, .value(.notA(.boolean))),
            ("soon", .date, nil, .value(.dateFormat("iso8601"))),
            ("{}", .array, nil, .value(.notA(.jsonArray))), ("[1", .array, nil, .value(.notA(.jsonArray))),
            ("[]", .dictionary, nil, .value(.notA(.jsonObject))),
            ("a", .dictionary, ",", .value(.notA(.pair))),
            ("a=1,a=2", .dictionary, ",", .value(.notA(.pair))),
            ("=1", .dictionary, ",", .value(.notA(.pair))),
            (String(repeating: "[", count: 100_000), .array, nil, .value(.notA(.jsonArray))),
        ] as [(String, ArchiveForm, String?, SeedIssue.Reason)])
    func refused(text: String, form: ArchiveForm, separator: String?, reason: SeedIssue.Reason) {
        do {
            _ = try Self.bytes(text, form) { $0.separator = separator }
            Issue.record("no error")
        } catch {
            #expect((error as? ConversionFailure)?.reason == reason)
        }
    }

    @Test("Raw bytes are unchanged, with a leading 01 if files are allowed")
    func raw() throws {
        let archive = try PropertyValue.string("a").keyedArchive()
        #expect(
            try ValueReading.value(.blob(archive), as: .transformable) == .blob(archive))
        #expect(
            try Self.bytes("a", .string) { $0.allowsExternalStorage = true } == [1] + archive)
    }

    @Test(
        "An archive equals a real app's byte for byte",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func dictionaryCanary() throws {
        let connection = try Connection.reading(path: Corpus.entry("photos-13").store)
        let blobs = try connection.rows(
            "SELECT ZGLOBALKEYVALUES FROM ZMIGRATIONHISTORY WHERE ZGLOBALKEYVALUES IS NOT NULL"
        ) { statement in statement.withBlob(at: 0) { $0.map(Array.init) ?? [] } }
        #expect(blobs.count == 2)
        var exact = 0
        for blob in blobs {
            let archive = try PropertyList(bytes: blob)
            let objects = try #require(archive["$objects"]?.array)
            let root = try #require(archive["$top"]?["root"]?.uid)
            let keys = try #require(objects[root]["NS.keys"]?.array).compactMap(\.uid)
            let places = try #require(objects[root]["NS.objects"]?.array).compactMap(\.uid)
            let entries = zip(keys, places).map { key, place in
                let value: PropertyValue =
                    switch objects[place] {
                    case .bool(let flag): .bool(flag)
                    case .integer(let number): .integer(number)
                    case .string(let text): .string(text)
                    default: .date(objects[place]["NS.time"]?.real ?? .nan)
                    }
                return UserInfo.Entry(key: objects[key].string ?? "", value: value)
            }
            let written = try PropertyValue.dictionary(UserInfo(entries)).keyedArchive()
            // Real dictionaries have the order of their hashes, which cannot be predicted.
            if entries.map(\.key) == entries.map(\.key).sorted() {
                exact += 1
                #expect(written == blob)
            }
            // The objects are always the same, whatever their order.
            #expect(written.count == blob.count)
        }
        #expect(exact == 1)
    }

    @Test("Foundation reads the archives back")
    func foundation() throws {
        let bytes = try Self.bytes("ab|é|ab", .array) { $0.separator = "|" }
        let archived = try NSKeyedUnarchiver.unarchivedObject(
            ofClasses: [NSArray.self, NSString.self], from: Data(bytes))
        #expect(archived as? [String] == ["ab", "é", "ab"])
        let dictionary = try Self.bytes("{\"a\": 1, \"b\": [\"c\"]}", .dictionary)
        let read =
            try NSKeyedUnarchiver.unarchivedObject(
                ofClasses: [NSDictionary.self, NSArray.self, NSString.self, NSNumber.self],
                from: Data(dictionary)) as? [String: Any]
        #expect((read?["a"] as? NSNumber)?.intValue == 1)
        #expect(read?["b"] as? [String] == ["c"])
        let date = try Self.bytes("2001-01-01T00:00:01Z", .date)
        #expect(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: NSDate.self, from: Data(date))
                .map { $0.timeIntervalSinceReferenceDate } == 1)
    }
}
