import Foundation
import ObjectModel
import Testing

@Suite("Detection of complete archives")
struct KeyedArchiveFormTests {
    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { KeyedArchiveForm.isWhole($0) }
    }

    private static let values: [PropertyValue] = [
        .string("x"), .array([]), .data([1, 2, 3]), .date(7.5),
        .dictionary(
            UserInfo([
                .init(key: "name", value: .string("é")),
                .init(key: "list", value: .array([.integer(1), .double(2.5), .bool(true)])),
            ])),
        .array((0..<300).map { .string("element \($0)") }),
    ]

    @Test("An archive is complete, and no part of it is", arguments: values)
    func parts(value: PropertyValue) throws {
        let archive = try value.keyedArchive()
        #expect(Self.isWhole(archive))
        for length in stride(from: 0, to: archive.count, by: max(1, archive.count / 500)) {
            #expect(!Self.isWhole(Array(archive.prefix(length))), "\(length)")
        }
    }

    @Test("With changed bytes, readable content is rejected only if it reaches into the trailer")
    func mutations() throws {
        // A fixed sequence, so that a failure can be reproduced.
        var state: UInt64 = 20_261_123
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var refused = 0
        for value in Self.values {
            let archive = try value.keyedArchive()
            for _ in 0..<300 {
                var bytes = archive
                for _ in 0...next(2) { bytes[next(bytes.count)] = UInt8(next(256)) }
                let isReadable = (try? PropertyValue(keyedArchive: bytes)) != nil
                if isReadable, !Self.isWhole(bytes) { refused += 1 }
            }
        }
        // Objects that overlap the table of offsets, which Core Foundation does not read, and references to missing
        // objects, which NSKeyedUnarchiver follows and the reader of values does not need.
        #expect(refused < 60)
    }

    @Test("An archive without its root, a class or another object is incomplete")
    func missingObjects() throws {
        let whole = try PropertyList(
            bytes: PropertyValue.dictionary(
                UserInfo([.init(key: "name", value: .string("é"))])
            ).keyedArchive())
        let entries = try #require(whole.dictionary)
        let objects = try #require(entries["$objects"]?.array)
        func isWhole(_ changes: [String: PropertyList]) -> Bool {
            Self.isWhole(PropertyList.dictionary(entries.merging(changes) { $1 }).binary)
        }
        #expect(isWhole([:]))
        for root in [PropertyList.uid(objects.count), .uid(70_000), .string("x"), .integer(1)] {
            #expect(!isWhole(["$top": .dictionary(["root": root])]), "\(root)")
        }
        #expect(!isWhole(["$top": .dictionary(["other": .uid(1)])]))
        #expect(!isWhole(["$top": .dictionary([:])]))
        for count in 0..<objects.count {
            #expect(!isWhole(["$objects": .array(Array(objects.prefix(count)))]), "\(count) objects")
        }
        let root = try #require(objects[1].dictionary)
        for missing in ["$class", "$classname"] {
            let damaged = objects.map { object in
                object.dictionary.map { .dictionary($0.filter { $0.key != missing }) } ?? object
            }
            #expect(!isWhole(["$objects": .array(damaged)]), "\(missing)")
        }
        #expect(root["$class"] != nil)
    }

    @Test("Archives in XML are recognized, and other property lists are not")
    func others() {
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>$objects</key><array><string>$null</string></array>
            <key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>0</integer></dict></dict>
            </dict></plist>
            """
        #expect(Self.isWhole(Array(xml.utf8)))
        #expect(!Self.isWhole(Array("<plist version=\"1.0\"><array/></plist>".utf8)))
        #expect(!Self.isWhole(PropertyList.array([.string("a"), .string("quite a long text")]).binary))
        #expect(
            !Self.isWhole(PropertyList.dictionary(["$top": .string("x"), "$objects": .string("y")]).binary))
    }
}
