import Foundation
import Testing

@testable import Seeding

@Suite("UUIDs from names")
struct NameBasedUUIDTests {
    private static func text(_ bytes: [UInt8]) -> String {
        NSUUID(uuidBytes: bytes).uuidString.lowercased()
    }

    @Test(
        "They equal those of RFC 9562 (A.4) and of Python's documentation and tests",
        arguments: [
            ("dns", "www.example.com", "2ed6657d-e927-568b-95e1-2665a8aea6a2"),
            ("dns", "python.org", "886313e1-3b8a-5372-9b90-0c9aee199e5d"),
            ("url", "http://python.org/", "4c565f0d-3f5a-5890-b41b-20cf47701c5e"),
            ("oid", "1.3.6.1", "1447fa61-5277-5fef-a9b3-fbc6e44f4af3"),
            ("x500", "c=ca", "cc957dd1-a972-5349-98cd-874190002798"),
            (
                "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "python.org",
                "886313e1-3b8a-5372-9b90-0c9aee199e5d"
            ),
        ])
    func vectors(namespace: String, name: String, expected: String) throws {
        let namespace = try #require(NameBasedUUID(namespace))
        #expect(Self.text(namespace.bytes(of: Array(name.utf8))) == expected)
    }

    @Test("A namespace is a UUID or a name from the RFC", arguments: ["", "DNS", "dn", "1-2-3"])
    func noNamespace(text: String) { #expect(NameBasedUUID(text) == nil) }

    /// A canary: a change of these values would give the objects of every seed other UUIDs.
    @Test("UUIDs without a namespace never change")
    func standard() {
        let namespace = NameBasedUUID(entity: "Trip", attribute: "id", parts: ["title"])
        #expect(
            Self.text(namespace.bytes(of: Array("Lisbon".utf8)))
                == "de9c3dfd-a979-5568-9f02-363f64bdd590")
    }
}
