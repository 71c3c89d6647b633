import Foundation
import ObjectModel
import SQLite
@testable import Inputs
import TestSupport
import Testing

@testable import Seeding

@Suite("Bytes, files and archives")
struct BytesValueTests {
    private static func value(
        _ content: ValueReading.Content, _ form: BinaryForm?, external: Bool = false,
        folder: ConfinedFolder? = nil, as type: AttributeType = .binaryData
    ) throws -> Value {
        try ValueReading.value(content, as: type) { settings in
            settings.binary = form
            settings.folder = folder
            settings.allowsExternalStorage = external
        }
    }

    @Test(
        "Bytes from text",
        arguments: [
            ("AAEC", .base64, [0, 1, 2]), ("AAE=", .base64, [0, 1]), ("AA==", .base64, [0]),
            ("+/+/", .base64, [0xFB, 0xFF, 0xBF]), ("AA\n EC\r\n", .base64, [0, 1, 2]),
            ("00ff", .hex, [0, 255]), ("0x00FF", .hex, [0, 255]), ("0X10", .hex, [16]),
            ("\\x4142", .hex, [0x41, 0x42]), ("\\x", .hex, []), ("0x", .hex, []),
            ("Ab", .text, [0x41, 0x62]), ("é", .text, [0xC3, 0xA9]),
        ] as [(String, BinaryForm, [UInt8])])
    func texts(text: String, form: BinaryForm, bytes: [UInt8]) throws {
        #expect(try Self.value(.text(text), form) == .blob(bytes))
        #expect(try Self.value(.text(text), form, as: .transformable) == .blob(bytes))
    }

    @Test(
        "Texts that are not bytes",
        arguments: [
            ("AAE", .base64, .value(.notA(.base64))), ("A", .base64, .value(.notA(.base64))),
            ("AAF=", .base64, .value(.notA(.base64))), ("AAE=A", .base64, .value(.notA(.base64))),
            ("AA=", .base64, .value(.notA(.base64))), ("AAEC=", .base64, .value(.notA(.base64))),
            ("A-_C", .base64, .value(.notA(.base64))), ("AAéC", .base64, .value(.notA(.base64))),
            ("0", .hex, .value(.notA(.hexadecimal))), ("0x0", .hex, .value(.notA(.hexadecimal))),
            ("0g", .hex, .value(.notA(.hexadecimal))), ("00 ff", .hex, .value(.notA(.hexadecimal))),
            ("\\x0", .hex, .value(.notA(.hexadecimal))), ("\\x0x00", .hex, .value(.notA(.hexadecimal))),
            ("abc", nil, .value(.textForBytes)),
        ] as [(String, BinaryForm?, SeedIssue.Reason)])
    func noBytes(text: String, form: BinaryForm?, reason: SeedIssue.Reason) {
        #expect(throws: ConversionFailure(reason)) { try Self.value(.text(text), form) }
    }

    @Test(
        "Where external storage is allowed, bytes in the database begin with 01 (docs/internals/format.md#rows)"
    )
    func leadingByte() throws {
        #expect(try Self.value(.blob([7]), nil, external: true) == .blob([1, 7]))
        #expect(try Self.value(.text("07"), .hex, external: true) == .blob([1, 7]))
        #expect(try Self.value(.blob([]), nil, external: true) == .blob([1]))
        #expect(try Self.value(.blob([7]), nil) == .blob([7]))
        #expect(try Self.value(.null, nil, external: true) == .null)
    }

    @Test(
        "Real stores put 01 before bytes inline, or 02 before a file's name, and nothing else",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func leadingByteCanary() throws {
        // Stores of the larger corpus contain such values. Those in the project may contain none.
        var marks: Set<UInt8> = []
        for entry in Corpus.entries {
            let connection = try Connection.reading(path: entry.store)
            guard let file = try? ModelFile.read(store: connection, path: entry.store) else {
                continue
            }
            for entity in file.model.entities where entity.superentityName == nil {
                for case .attribute(let attribute) in entity.properties
                where attribute.allowsExternalBinaryDataStorage {
                    let column = "Z\(attribute.name.uppercased())"
                    let values = try connection.rows(
                        "SELECT \(column) FROM Z\(entity.name.uppercased()) "
                            + "WHERE \(column) IS NOT NULL"
                    ) { statement in statement.withBlob(at: 0) { $0.flatMap(\.first) } }
                    marks.formUnion(values.compactMap(\.self))
                }
            }
        }
        #expect(marks.isSubset(of: [1, 2]))
    }

    // MARK: Files

    @Test("Files are read from the declared folder and its subfolders")
    func files() throws {
        let folder = try TestFolder()
        try folder.write(Data([1, 2, 3]), as: "photos/a.jpg")
        try folder.write(Data(), as: "photos/deep/é b.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/photos/inside.jpg", withDestinationPath: "a.jpg")
        let photos = try #require(try ConfinedFolder(path: folder.path + "/photos"))
        #expect(try photos.bytes(ofFile: "a.jpg") == [1, 2, 3])
        #expect(try photos.bytes(ofFile: "inside.jpg") == [1, 2, 3])
        #expect(try photos.bytes(ofFile: "deep/é b.jpg") == [])
        #expect(
            try Self.value(.text("a.jpg"), .file, external: true, folder: photos)
                == .blob([1, 1, 2, 3]))
    }

    @Test("A declared folder can be a link")
    func linkedFolder() throws {
        let folder = try TestFolder()
        try folder.write(Data([9]), as: "real/a")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: "real")
        #expect(try ConfinedFolder(path: folder.path + "/link")?.bytes(ofFile: "a") == [9])
    }

    @Test(
        "Names that leave the folder, or are not plain paths, are refused",
        arguments: [
            "../secret", "/etc/passwd", "a/../../secret", "out", "outFolder/secret", "./a.jpg",
            "deep//a", "deep/", "..", ".", "photos-2",
        ])
    func outside(name: String) throws {
        let folder = try TestFolder()
        try folder.write("s", as: "secret")
        try folder.write("s", as: "photos-2/secret")
        try folder.write("a", as: "photos/a.jpg")
        try folder.write("a", as: "photos/deep/a")
        let links = ["out": "../secret", "outFolder": "..", "photos-2": "../photos-2/secret"]
        for (link, target) in links {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/photos/" + link, withDestinationPath: target)
        }
        let photos = try #require(try ConfinedFolder(path: folder.path + "/photos"))
        #expect(throws: ConversionFailure(.value(.fileOutside))) { try photos.bytes(ofFile: name) }
    }

    @Test("Files that cannot be read")
    func unreadable() throws {
        let folder = try TestFolder()
        try folder.write("a", as: "sub/a")
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/loop", withDestinationPath: "loop")
        let handle = FileHandle(
            forWritingAtPath: try folder.write(Data(), as: "large"))
        try handle?.truncate(atOffset: UInt64(ConfinedFolder.largestFile) + 1)
        let confined = try #require(try ConfinedFolder(path: folder.path))
        func reason(_ name: String) -> SeedIssue.Reason? {
            do {
                _ = try confined.bytes(ofFile: name)
                return nil
            } catch {
                return error.reason
            }
        }
        #expect(reason("missing") == .value(.noSuchFile))
        #expect(reason("sub/a/b") == .value(.noSuchFile))
        #expect(reason("sub") == .value(.noPlainFile))
        #expect(reason("pipe") == .value(.noPlainFile))
        #expect(reason("large") == .value(.fileTooLarge(limit: ConfinedFolder.largestFile)))
        if case .value(.unreadableFile) = reason("loop") {} else { Issue.record("a loop of links") }
        #expect(try ConfinedFolder(path: folder.path + "/missing") == nil)
        #expect(try ConfinedFolder(path: folder.path + "/sub/a") == nil)
    }

    // MARK: SwiftData's JSON

    @Test(
        "A list as JSON",
        arguments: [
            ("a|b", #"["a","b"]"#), ("a", #"["a"]"#), (" a | b/c ", #"["a","b\/c"]"#),
            ("\"|\\|é", #"["\"","\\","é"]"#), ("a\u{1}\n", #"["a\u0001"]"#),
        ])
    func jsonList(text: String, json: String) throws {
        #expect(try Self.value(.text(text), .jsonList) == .blob(Array(json.utf8)))
    }

    @Test(
        "Lists equal SwiftData's byte for byte",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func jsonListCanary() throws {
        let connection = try Connection.reading(path: Corpus.entry("cocktails-swiftdata").store)
        var count = 0
        for column in ["ZFLAVORS", "ZPROFILES", "ZSTYLES"] {
            let blobs = try connection.rows(
                "SELECT \(column) FROM ZCOCKTAIL WHERE \(column) IS NOT NULL"
            ) { statement in statement.withBlob(at: 0) { $0.map(Array.init) ?? [] } }
            for blob in blobs {
                let texts = try JSONDecoder().decode([String].self, from: Data(blob))
                #expect(QuotedText.codableList(texts) == blob)
                count += 1
            }
        }
        #expect(count > 1000)
    }
}
