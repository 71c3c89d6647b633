import ObjectLayer
import ObjectModel
import StoreFormat
import TestSupport
import Testing

@testable import Comparing

@Suite("App metadata as text")
struct AppMetadataTests {
    @Test(
        "Each kind of value has a text",
        arguments: [
            (.string("a"), "a"), (.integer(-7), "-7"), (.unsigned(.max), "18446744073709551615"),
            (.real(2.5), "2.5"), (.bool(true), "true"),
            (.bool(false), "false"), (.date(1.5), "date 1.5"), (.data([0, 1, 0x1F, 0xFF]), "<00011fff>"),
            (.array([.integer(1), .string("b")]), "[1, b]"),
            (.dictionary(["b": .integer(1), "a": .bool(true)]), "{a: true, b: 1}"), (.null, "null"),
        ] as [(PropertyList, String)])
    func text(value: PropertyList, text: String) { #expect(AppMetadata.text(value) == text) }

    @Test("Metadata of frameworks is not app metadata")
    func entries() throws {
        let folder = try TestFolder()
        let path = folder.path + "/A.sqlite"
        try TestStore.create(at: path, model: "<entity name=\"Item\"/>")
        try PersistentStoreCoordinator(path: path, access: .readWrite).setMetadata([
            "NSMine": .string("a"), "_NSMine": .string("b"), "_mine": .string("c"), "mine": .string("d"),
        ])
        let entries = try AppMetadata.entries(of: OpenedStore(path: path).inspection)
        #expect(
            entries == [
                "_mine": WrittenPropertyList(.string("c")), "mine": WrittenPropertyList(.string("d")),
            ])
    }
}
