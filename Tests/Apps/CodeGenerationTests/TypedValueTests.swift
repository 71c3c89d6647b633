import CodeGeneration
import Foundation
import ObjectLayer
import ObjectModel
import StoreFormat
import SwiftDataSource
import TestSupport
import Testing

/// Tests of the classes in `Typed`, which are those of a SwiftData model: the Swift types of its enumerations,
/// structures and arrays.
@Suite("Generated classes of a SwiftData model")
struct TypedValueTests {
    private static let source = """
        import Foundation
        import SwiftData

        enum Mood: String, Codable { case low, high = "very high" }
        enum Rank: Int, Codable { case first = 1, second }
        enum Kind: Codable { case city, hike }
        struct Place: Codable {
            var latitude: Double
            var note: String?
            var words: [String]
        }

        @Model final class Trip {
            @Attribute(.unique) var name: String
            var mood: Mood?
            var rank: Rank
            var kind: Kind
            var place: Place?
            var tags: [String] = []
            var moods: [Mood] = []
            @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
        }

        @Model final class Stop {
            var name: String
            var trip: Trip?
        }
        """
    private static let folder = Corpus.packageRoot + "/Tests/Apps/CodeGenerationTests/Typed"

    private static func file() throws -> ModelFile {
        let folder = try TestFolder()
        let path = try folder.write(source, as: "Models.swift")
        return try withExtendedLifetime(folder) { try SwiftModelReader.read(path: path, choice: .current) }
    }

    @Test("The files equal codegen's output: ZSEED_WRITE_DOCS=1 swift test --filter TypedValue")
    func upToDate() throws {
        let file = try Self.file()
        let files = try CodeGenerator(
            model: file.model, name: "Trips", flavor: .objectLayer, values: file.sourceValues
        ).files().filter { $0.name != "SeedStore.swift" }
        for file in files {
            let path = Self.folder + "/" + file.name
            if ProcessInfo.processInfo.environment["ZSEED_WRITE_DOCS"] != nil {
                try Data(file.text.utf8).write(to: URL(fileURLWithPath: path))
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == file.text, "\(file.name)")
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted()
                == files.map(\.name).sorted())
    }

    private static func coordinator(_ folder: TestFolder) throws -> PersistentStoreCoordinator {
        let path = folder.path + "/Store.sqlite"
        if !FileManager.default.fileExists(atPath: path) {
            try StoreCreator(model: file().model).create(at: path)
        }
        return try PersistentStoreCoordinator(
            path: path, access: .readWrite, objectClasses: ["Trip": Trip.self, "Stop": Stop.self])
    }

    @Test("Cases, structures and arrays are saved and read back")
    func typed() throws {
        let folder = try TestFolder()
        let context = try ManagedObjectContext(Self.coordinator(folder))
        let trip = try context.insert(Trip.self)
        try trip.setName("Alps")
        try trip.setMood(.high)
        try trip.setRank(.second)
        try trip.setKind(.city)
        try trip.setKind(.hike)
        try trip.setPlace(.init(latitude: 46.5, words: ["a/b", "c"]))
        try trip.setTags(["x", "y"])
        try trip.setMoods([.low, .high])
        try context.save()
        let rows = try ManagedObjectContext(Self.coordinator(folder))
        let again = try #require(try rows.fetch(Trip.self).first)
        #expect(try again.mood == .high)
        #expect(try again.rank == .second)
        #expect(try again.kind == .hike)
        #expect(try again.place == .init(latitude: 46.5, words: ["a/b", "c"]))
        #expect(try again.tags == ["x", "y"])
        #expect(try again.moods == [.low, .high])
        #expect(try again.stops == [])
        #expect(try again.attributeValue(forKey: "mood") == .string("very high"))
        #expect(try again.attributeValue(forKey: "kind.city") == nil)
        try again.setPlace(nil)
        try again.setMood(nil)
        try rows.save()
        #expect(try again.place == nil)
        #expect(try again.mood == nil)
        try FormatLint.expectSound(folder.path + "/Store.sqlite")
    }

    @Test("Two cases at once, or an unknown case, are not saved")
    func wrongCases() throws {
        let folder = try TestFolder()
        let context = try ManagedObjectContext(Self.coordinator(folder))
        let trip = try context.insert(Trip.self)
        try trip.setName("Alps")
        try trip.setRank(.first)
        try trip.setTags([])
        try trip.setMoods([])
        #expect(throws: ManagedObjectError.unacceptableValue(entity: "Trip", key: "kind")) {
            try trip.setAttributeValue(.string("swim"), forKey: "kind")
        }
        try trip.setAttributeValue(.string("city"), forKey: "kind.city")
        try trip.setAttributeValue(.string("hike"), forKey: "kind.hike")
        #expect(
            try trip.failuresForInsert().map { "\($0.key) \($0.reason)" } == [
                "kind custom(\"has several cases\")"
            ])
        try trip.setKind(.hike)
        #expect(try trip.failuresForInsert().isEmpty)
        // A value that another program wrote.
        try trip.setAttributeValue(.string("medium"), forKey: "mood")
        #expect(throws: ManagedObjectError.unacceptableValue(entity: "Trip", key: "mood")) { try trip.mood }
    }
}
