import CommandSupport
import TestSupport
import Testing

@Suite("Swift source with several sets of models")
struct SeveralSetsTests {
    @Test("The store decides which set it was created with")
    func store() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            import SwiftData
            @Model final class Trip { var name: String }
            @Model final class Stop { var title: String }
            let trips = Schema([Trip.self])
            let stops = Schema([Stop.self])

            """, as: "App/App.swift")
        func run(_ arguments: String...) throws -> ProcessResult { try Zseed.run(arguments, in: folder.path) }
        #expect(try run("hash", "App").status == 2)
        try #require(run("create", "App", "--models", "Stop", "-o", "s.store").status == 0)
        #expect(
            try run("identify", "s.store", "--among", "App").output
                == "s.store: created with App (models Stop)\n")
        let verified = try run("verify", "s.store", "--model", "App")
        #expect(verified.status == 0 && verified.errors.contains("the models are Stop: chosen by name"))
        // If no set matches, the most similar one is shown.
        try folder.write(
            "import SwiftData\n@Model final class Stop { var title: String; var x: Int }\n", as: "Old.swift")
        try #require(run("create", "Old.swift", "-o", "old.store").status == 0)
        let other = try run("verify", "old.store", "--model", "App")
        #expect(other.status == 1 && other.output.contains("attribute Stop.x is missing from the model"))
    }

    @Test("Of two relationships with one inverse, the first has it, or the one in a store")
    func oneInverse() throws {
        let folder = try TestFolder()
        let source = { (first: String, second: String) in
            """
            import SwiftData
            @Model final class Yard { \(first) var birds: [Bird]; \(second) var guests: [Bird] }
            @Model final class Bird { var name: String; var yard: Yard? }

            """
        }
        let inverse = "@Relationship(inverse: \\Bird.yard)"
        try folder.write(source(inverse, inverse), as: "App.swift")
        try folder.write(source("", inverse), as: "Guests.swift")
        func run(_ arguments: String...) throws -> ProcessResult { try Zseed.run(arguments, in: folder.path) }
        let hash = try run("hash", "App.swift")
        #expect(hash.status == 0)
        #expect(
            hash.errors.contains(
                "App.swift:2:120: warning: Yard.guests: Bird.yard is also the inverse of another relationship"
            ),
            "\(hash.errors)")
        try #require(run("create", "Guests.swift", "-o", "guests.store").status == 0)
        let settled = try run("hash", "App.swift", "--beside", "guests.store")
        let guests = try run("hash", "Guests.swift")
        #expect(settled.status == 0 && settled.output == guests.output)
        #expect(settled.output != hash.output)
    }

    @Test("Structures in arrays use their coding keys")
    func codingKeys() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            import SwiftData
            struct Job: Codable {
                var workType: String
                var hours: Int?
                var cache = 0
                enum CodingKeys: String, CodingKey { case workType = "type", hours }
            }
            @Model final class Person { var name: String; var jobs: [Job] }

            """, as: "App.swift")
        try folder.write(
            """
            reference: App.swift
            output: x.store
            sources: { people: { json: people.json } }
            entities: { Person: { from: people, attributes: { name: name, jobs: jobs } } }
            """, as: "plan.yml")
        func build(_ job: String) throws -> ProcessResult {
            try folder.write("[{\"name\": \"Ann\", \"jobs\": [\(job)]}]\n", as: "people.json")
            return try Zseed.run("build", "plan.yml", in: folder.path)
        }
        let good = try build(#"{"type": "cook", "hours": 3}"#)
        #expect(good.status == 0, "\(good.errors)")
        let bad = try build(#"{"workType": "cook"}"#)
        #expect(bad.status == 1)
        #expect(
            bad.errors.hasSuffix(
                "people.json:1:26: error: Person.jobs: 'workType' (column `jobs`) is not a member of the structure\n"
            ),
            "\(bad.errors)")
    }

    @Test("Lists of a document lose their order in SwiftData, unless an attribute holds the position")
    func order() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            import SwiftData
            @Model final class Recipe { @Attribute(.unique) var title: String; @Relationship(inverse: \\Step.recipe) var steps: [Step] }
            @Model final class Step { var text: String; var place: Int; var recipe: Recipe? }

            """, as: "App.swift")
        try folder.write(
            "[{\"title\": \"Soup\", \"steps\": [{\"text\": \"boil\"}, {\"text\": \"eat\"}]}]\n",
            as: "recipes.json")
        func build(_ place: String) throws -> ProcessResult {
            try folder.write(
                """
                reference: App.swift
                output: x.store
                sources:
                  recipes: { json: recipes.json }
                  steps: { json: recipes.json, records: steps }
                entities:
                  Recipe: { from: recipes, attributes: { title: title } }
                  Step:
                    from: steps
                    attributes: { text: text, place: \(place) }
                    relationships: { recipe: { find: Recipe.title, column: ../title } }
                """, as: "plan.yml")
            return try Zseed.run("build", "plan.yml", in: folder.path)
        }
        let unordered = try build("{ value: 0 }").errors
        // A constant is not a position, whatever the name of the attribute is.
        #expect(
            unordered.contains(
                "plan.yml:11:22: warning: Step.recipe: SwiftData does not store the order of `Recipe.steps`: add "
                    + "an attribute for the position, fill it with `column: position()`, and sort by it in the app"
            ),
            "\(unordered)")
        let ordered = try build("position()")
        #expect(ordered.status == 0 && !ordered.errors.contains("keeps no order"), "\(ordered.errors)")
    }
}
