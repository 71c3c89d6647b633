import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("A model in Swift source, on the command line")
struct SwiftSourceModelTests {
    private func app() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write(
            """
            import Foundation
            import SwiftData

            @Model final class Trip {
                @Attribute(.unique) var title: String
                var id = UUID()
                var kind: Kind
                @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
                init(title: String) { self.title = title }
            }

            enum Kind: String, Codable { case city, hike }
            """, as: "App/Trip.swift")
        try folder.write(
            "import SwiftData\n@Model final class Stop { var name: String; var trip: Trip? }\n",
            as: "App/Models/Stop.swift")
        return folder
    }

    @Test("Source gives hashes and a valid store, with notes about the choices made")
    func createsStore() throws {
        let folder = try app()
        let hash = try Zseed.run("hash", "App", in: folder.path)
        #expect(hash.status == 0)
        #expect(hash.output.contains("Stop\t") && hash.output.contains("Trip\t"))
        #expect(hash.errors.contains("App: note: the models are Stop, Trip: all @Model classes"))
        let create = try Zseed.run("create", "App", "-o", "s.store", in: folder.path)
        #expect(create.status == 0)
        #expect(create.errors.contains("App/Trip.swift:6:9: note: Trip.id: "))
        let verify = try Zseed.run("verify", "s.store", "--model", "App", in: folder.path)
        #expect(verify.status == 0, "\(verify.output)\(verify.errors)")
        #expect(verify.output.contains("will open: the version hashes of all 2 entities are equal"))
        let compare = try Zseed.run("compare", "s.store", "App/", in: folder.path)
        #expect(compare.status == 0, "\(compare.output)")
        let inspect = try Zseed.run("inspect", "--sql", "App", in: folder.path)
        #expect(inspect.output.contains("CREATE TABLE ACHANGE"))
        let tables = try Zseed.run("inspect", "--sql", "s.store", in: folder.path)
        func lines(_ text: String) -> [Substring] { text.split(separator: "\n").sorted() }
        #expect(lines(tables.output) == lines(inspect.output))
    }

    @Test("Source is the reference of a plan whose output is in the same folder")
    func buildsStore() throws {
        let folder = try app()
        try folder.write("title,kind\nLisbon,city\n", as: "App/trips.csv")
        try folder.write("trip,name\nLisbon,Alfama\n", as: "App/stops.csv")
        try folder.write(
            """
            reference: .
            models: [Trip]
            output: Seed.store
            sources: { trips: { csv: trips.csv }, stops: { csv: stops.csv } }
            entities:
              Trip: { from: trips, attributes: { title: title, kind.kind: kind } }
              Stop:
                from: stops
                attributes: { name: name }
                relationships: { trip: { find: Trip.title, column: trip, missing: error } }
            """, as: "App/plan.yml")
        let build = try Zseed.run("build", "App/plan.yml", in: folder.path)
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors.contains("note: the models are Stop, Trip: chosen by name"))
        let query = try Zseed.run(
            "query", "App/Seed.store", "Stop SELECT name, trip.title", "--format", "csv",
            in: folder.path)
        #expect(query.output == "name,trip.title\nAlfama,Lisbon\n")
        let again = try Zseed.run("build", "App/plan.yml", "--if-needed", in: folder.path)
        #expect(again.status == 0, "\(again.errors)")
    }

    @Test("Errors have their line and column, and an ambiguous class must be chosen")
    func errors() throws {
        let folder = try app()
        try folder.write("@Model class Lost {\n    var x: Nowhere\n}\n", as: "Lost.swift")
        let lost = try Zseed.run("hash", "Lost.swift", in: folder.path)
        #expect(lost.status == 1)
        #expect(lost.errors.hasPrefix("Lost.swift:2:9: error: Lost.x: the type Nowhere "))
        try folder.write("enum V1 { @Model class Trip {} }\n", as: "App/Old.swift")
        let two = try Zseed.run("hash", "App", in: folder.path)
        #expect(two.status == 2)
        #expect(two.errors.contains("choose with --models or --schema"))
        let one = try Zseed.run("hash", "App", "--models", "V1.Trip", in: folder.path)
        #expect(one.status == 0)
        let none = try Zseed.run("hash", "App", "--models", "Tripp", in: folder.path)
        #expect(none.status == 2)
        let other = try Zseed.run("hash", "App/Old.swift", "--schema", "V9", in: folder.path)
        #expect(other.status == 2)
    }

    @Test("A store of the app settles every property that the source leaves open")
    func beside() throws {
        let folder = try TestFolder()
        let plain = """
            import SwiftData
            @Model class Trip { @Attribute(.unique) var name: String; var price: Decimal = 0; var size: Int?
              var wrapped: Data?; var late: [String] }
            """
        try folder.write(plain, as: "Plain/Trip.swift")
        try #require(Zseed.run("create", "Plain", "-o", "made.store", in: folder.path).status == 0)
        try folder.write(
            """
            import SwiftData
            @Model class Trip { @Attribute(.unique, .magic) var name: String; var price = Money.of(0)
              var size: External.Size?; @Wrapped(1) var wrapped: Data?; lazy var late: [String] = []
              @Hidden var nothing: Int = 0 }
            """, as: "App/Trip.swift")
        let alone = try Zseed.run("hash", "App", in: folder.path)
        #expect(alone.status == 1)
        for name in ["name", "price", "size", "wrapped", "late", "nothing"] {
            #expect(alone.errors.contains("error: Trip.\(name): "), "\(alone.errors)")
        }
        let settled = try Zseed.run("hash", "App", "--beside", "made.store", in: folder.path)
        #expect(settled.status == 0, "\(settled.errors)")
        #expect(try settled.output == Zseed.run("hash", "made.store", in: folder.path).output)
        for name in ["name", "price", "size", "wrapped", "late", "nothing"] {
            #expect(settled.errors.contains("note: Trip.\(name): as in made.store"), "\(settled.errors)")
        }
    }
}
