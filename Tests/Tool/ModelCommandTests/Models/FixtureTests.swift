import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("Stores with invented objects")
struct FixtureTests {
    private static let source = """
        import Foundation
        import SwiftData

        enum Kind: String, Codable { case city, hike = "Hike" }
        enum Status: Codable { case open, done }
        struct Place: Codable { var city: String; var zip: Int?; var kind: Kind }

        enum SchemaV1: VersionedSchema {
            static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
            static var models: [any PersistentModel.Type] { [Trip.self, Stop.self, Tag.self, Note.self] }
            @Model final class Trip {
                @Attribute(.unique) var title: String
                var id: UUID
                var start: Date
                var kind: Kind
                var status: Status
                var place: Place?
                var tags: [String]
                var price: Decimal
                var isDone: Bool
                @Relationship(inverse: \\Stop.trip) var stops: [Stop]
                @Relationship(inverse: \\Tag.trips) var labels: [Tag]
                @Relationship(inverse: \\Note.trip) var note: Note?
            }
            @Model final class Stop { var name: String; var trip: Trip?; var before: Stop? }
            @Model final class Tag { @Attribute(.unique) var number: Int; var trips: [Trip] }
            @Model final class Note { var text: String; var trip: Trip? }
        }

        enum SchemaV2: VersionedSchema {
            static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
            static var models: [any PersistentModel.Type] { [Trip.self] }
            @Model final class Trip { @Attribute(.unique) var title: String; var data: Data? }
        }

        """

    @Test("Each version of an app gets a store, equal in each run; existing ones are kept")
    func swiftData() throws {
        let folder = try TestFolder()
        try folder.write(Self.source, as: "App.swift")
        func run(_ arguments: String...) throws -> ProcessResult { try Zseed.run(arguments, in: folder.path) }
        let made = try run("fixtures", "App.swift", "-o", "Old")
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.output == "Old/SchemaV1.store: created\nOld/SchemaV2.store: created\n")
        #expect(made.errors.contains("App.swift: warning: Trip.data has no invented value: it is left out\n"))
        let verified = try run("verify", "Old/SchemaV1.store", "--model", "App.swift", "--schema", "SchemaV1")
        #expect(verified.status == 0, "\(verified.output)")
        func count(_ query: String) throws -> String {
            try run("query", "Old/SchemaV1.store", query, "--count").output.trimmingCharacters(in: .newlines)
        }
        #expect(try ["Trip", "Stop", "Tag", "Note"].map(count) == ["20", "20", "20", "20"])
        #expect(try count("Trip WHERE note != nil") == "20")
        #expect(try count("Trip WHERE labels.@count > 0") == "20")
        #expect(try count("Stop WHERE trip != nil") != "0")
        #expect(try count("Trip WHERE kind.kind IN {'city', 'Hike'}") == "20")
        let again = try run("fixtures", "App.swift", "-o", "Again", "-q")
        #expect(again.status == 0 && again.output == "")
        func bytes(_ path: String) throws -> Data {
            try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + path))
        }
        #expect(try bytes("Old/SchemaV1.store") == bytes("Again/SchemaV1.store"))
        // The version was edited in the meantime.
        try folder.write(Self.source.replacing("var data: Data?", with: "var data: Int?"), as: "App.swift")
        let edited = try run("fixtures", "App.swift", "-o", "Old")
        #expect(edited.status == 1 && edited.output == "Old/SchemaV1.store: exists\n")
        #expect(
            edited.errors.contains("Old/SchemaV2.store: error: was created with another SchemaV2"),
            "\(edited.errors)")
        let few = try run("create", "App.swift", "--schema", "SchemaV1", "--rows", "3", "-o", "few.store")
        #expect(few.status == 0, "\(few.errors)")
        #expect(try run("query", "few.store", "Trip", "--count").output == "3\n")
        #expect(try run("create", "App.swift", "--rows", "3", "--history", "-o", "x.store").status == 2)
    }

    @Test("Each version of a Core Data model gets one, with bounds, parents and required relationships")
    func coreData() throws {
        let folder = try TestFolder()
        let text = { (name: String) in
            """
            <entity name="Thing" isAbstract="YES"><attribute name="name" attributeType="String" maxValueString="5"/></entity>
            <entity name="Box" parentEntity="Thing"><attribute name="\(name)" attributeType="Integer 16" minValueString="3" maxValueString="9" usesScalarValueType="YES"/>
            <relationship name="items" optional="YES" toMany="YES" ordered="YES" destinationEntity="Item" inverseName="box" inverseEntity="Item"/></entity>
            <entity name="Item" parentEntity="Thing">
            <relationship name="box" maxCount="1" destinationEntity="Box" inverseName="items" inverseEntity="Box"/></entity>
            """
        }
        try folder.writeModel(text("size"), as: "App.xcdatamodeld/App.xcdatamodel")
        try folder.writeModel(text("width"), as: "App.xcdatamodeld/App 2.xcdatamodel")
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>App 2.xcdatamodel</string></dict></plist>
            """, as: "App.xcdatamodeld/.xccurrentversion")
        let made = try Zseed.run("fixtures", "App.xcdatamodeld", "-o", "Old", "--rows", "5", in: folder.path)
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.output == "Old/App.sqlite: created\nOld/App 2.sqlite: created\n")
        let result = try Zseed.run(
            "query", "Old/App 2.sqlite", "Box WHERE width BETWEEN {3, 9}", "--count", in: folder.path)
        #expect(result.output == "5\n", "\(result.errors)")
        #expect(try Zseed.run("verify", "Old/App.sqlite", in: folder.path).status == 0)
    }
}
