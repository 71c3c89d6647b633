import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Copying

@Suite struct MaskTests {
    @Test("A mask has an entity, an attribute and a method")
    func masksAreRead() {
        #expect(Mask("Person.email=hash") == Mask(entity: "Person", attribute: "email", way: .hash))
        #expect(Mask("Person.address.city=redact")?.attribute == "address.city")
        #expect(Mask("A.b=constant:x=y")?.way == .constant("x=y"))
        for text in ["", "Person", "Person.email", "Person=hash", ".email=hash", "Person.=hash", "A.b=other"]
        {
            #expect(Mask(text) == nil, "\(text)")
        }
    }

    /// Persons with two levels of subentities, and a sibling.
    private static let model = """
        <entity name="Person"><attribute name="email" optional="YES" attributeType="String"/>
        <attribute name="phone" optional="YES" attributeType="String"/></entity>
        <entity name="Employee" parentEntity="Person"><attribute name="badge" optional="YES"
            attributeType="String"/></entity>
        <entity name="Manager" parentEntity="Employee"/><entity name="Guest" parentEntity="Person"/>
        """

    /// Returns the emails and phones of a person, an employee, a manager and a guest, copied with masks.
    private func copied(_ masks: String...) throws -> [String: [String?]] {
        let folder = try TestFolder()
        let model = try ModelFile.read(path: folder.writeModel(Self.model)).model
        try StoreCreator(model: model).create(at: folder.path + "/A.sqlite")
        let context = try ManagedObjectContext(
            PersistentStoreCoordinator(path: folder.path + "/A.sqlite", access: .readWrite))
        let names = ["Person", "Employee", "Manager", "Guest"]
        for name in names {
            let object = try context.insertNewObject(forEntityName: name)
            for key in ["email", "phone"] { try object.setValue("\(name) \(key)", forKey: key) }
        }
        try context.save()
        var choice = CopyChoice()
        choice.masks = try masks.map { try #require(Mask($0)) }
        let copy = folder.path + "/C.sqlite"
        try StoreCopier(from: folder.path + "/A.sqlite", to: .new(copy), choice: choice).copy().store.place()
        let store = try ManagedObjectContext(PersistentStoreCoordinator(path: copy))
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                var request = FetchRequest(entityName: name)
                request.includesSubentities = false
                let object = try #require(try store.fetch(request).first)
                return (
                    name,
                    try ["email", "phone"].map { try object.value(forKey: $0, as: String.self) }
                )
            })
    }

    private static let plain: [String: [String?]] = Dictionary(
        uniqueKeysWithValues: ["Person", "Employee", "Manager", "Guest"].map {
            ($0, ["\($0) email", "\($0) phone"])
        })

    @Test("A mask covers the objects of the entity and of all its subentities, and no others")
    func subentities() throws {
        #expect(
            try copied("Person.email=redact") == [
                "Person": ["Xxxxxx xxxxx", "Person phone"], "Employee": ["Xxxxxxxx xxxxx", "Employee phone"],
                "Manager": ["Xxxxxxx xxxxx", "Manager phone"], "Guest": ["Xxxxx xxxxx", "Guest phone"],
            ])
        var expected = Self.plain
        for name in ["Employee", "Manager"] { expected[name] = ["\(name) email", "x"] }
        #expect(try copied("Employee.phone=constant:x") == expected)
        expected = Self.plain
        expected["Guest"] = [nil, "Guest phone"]
        #expect(try copied("Guest.email=null") == expected)
    }

    @Test(
        "A hash has 32 characters, within the minimum and maximum length of the model",
        arguments: [
            (nil, nil, 32), (40, nil, 40), (70, 80, 70), (nil, 40, 32), (nil, 8, 8), (1, 31, 31),
            (32, 32, 32), (33, 64, 33),
        ] as [(Int?, Int?, Int)])
    func hashLengths(least: Int?, most: Int?, length: Int) throws {
        let validation = PropertyValidation(minimumLength: least, maximumLength: most)
        let attribute = AttributeDescription(PropertyTraits(name: "a", validation: validation), type: .string)
        let form = try MaskForms(attribute, KeyedHash(key: [])).hashed(isUnique: false)
        #expect(form == .hexadecimal(length: length))
    }

    /// Python's `hmac.new(b"k", b"a", "sha256")`; for more than 64 digits, followed by the HMAC of the 32 bytes.
    @Test(
        "Hashes of any length are HMAC-SHA-256",
        arguments: [
            (8, "78da9151"), (40, "78da91511e675587f5b9df78bedebaf5560da2ab"),
            (70, "78da91511e675587f5b9df78bedebaf5560da2abb88162ee875dcdf744951d9e06772c"),
        ])
    func hashes(length: Int, text: String) {
        let masked = MaskedValue(form: .hexadecimal(length: length), hash: KeyedHash(key: Array("k".utf8)))
        #expect(masked.value(.text("a")) == .text(text))
        #expect(masked.value(.null) == .null)
    }

    /// Python's `int.from_bytes(hmac.new(b"k", b"7", "sha256").digest()[:8])`, modulo the size of the range.
    @Test(
        "Numbers are within the range, ends included",
        arguments: [
            (-32768...32767, [7], [-27883]), (.min ... .max, [7], [2050119789829755669]), (3...3, [7], [3]),
            (-1...1, [0, 1, 2, 3, 4, 5, 6, 7], [-1, 1, 0, 0, 0, 1, -1, 1]),
        ] as [(ClosedRange<Int64>, [Int64], [Int64])])
    func numbers(range: ClosedRange<Int64>, values: [Int64], expected: [Int64]) {
        let masked = MaskedValue(form: .number(range), hash: KeyedHash(key: Array("k".utf8)))
        #expect(values.map { masked.value(.integer($0)) } == expected.map { .integer($0) })
    }

    @Test("A UUID has version 8, bytes are the whole hash, and a URI is not an address")
    func others() {
        func masked(_ form: MaskedValue.Form) -> Value {
            MaskedValue(form: form, hash: KeyedHash(key: Array("k".utf8))).value(.text("a"))
        }
        let digest: [UInt8] = [
            0x78, 0xDA, 0x91, 0x51, 0x1E, 0x67, 0x55, 0x87, 0xF5, 0xB9, 0xDF, 0x78, 0xBE, 0xDE, 0xBA, 0xF5,
            0x56, 0x0D,
            0xA2, 0xAB, 0xB8, 0x81, 0x62, 0xEE, 0x87, 0x5D, 0xCD, 0xF7, 0x44, 0x95, 0x1D, 0x9E,
        ]
        #expect(masked(.bytes) == .blob(digest))
        var uuid = Array(digest.prefix(16))
        (uuid[6], uuid[8]) = (0x85, 0xB5)
        #expect(masked(.uuid) == .blob(uuid))
        #expect(masked(.uri) == .text("https://masked.invalid/78da91511e675587f5b9df78bedebaf5"))
        #expect(masked(.redacted) == .text("x"))
        #expect(MaskedValue.redacted("Ünïq 42-É, 東") == "Xxxx 00-X, x")
    }

    /// Python's `hmac.new(b"k" * 64, b"a", "sha256")`, and those with one byte less and more.
    @Test(
        "Keys of one block are used unchanged, and longer ones are hashed",
        arguments: [
            (63, "a80b260f817426d7"), (64, "555e931a29d29edf"), (65, "6ba0e27de4fc34c2"),
        ])
    func keyLengths(length: Int, text: String) {
        let hash = KeyedHash(key: [UInt8](repeating: UInt8(ascii: "k"), count: length))
        #expect(hash.hexadecimal(of: .text("a"), length: 16) == text)
    }

    @Test("Each mask applies to its own attribute")
    func several() throws {
        let names = ["Person", "Employee", "Manager", "Guest"]
        #expect(
            try copied("Person.phone=constant:1", "Person.email=constant:e")
                == Dictionary(uniqueKeysWithValues: names.map { ($0, ["e", "1"]) }))
        var expected: [String: [String?]] = Dictionary(
            uniqueKeysWithValues: names.map { ($0, ["\($0) email", nil]) })
        expected["Guest"] = ["g", nil]
        #expect(try copied("Guest.email=constant:g", "Person.phone=null") == expected)
    }
}
