import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("A model file as the reference of a plan")
struct ModelReferenceTests {
    /// Builds the shop's plan with a reference, and returns the bytes of the store.
    private func build(_ shop: Shop, reference: String) throws -> Data {
        let plan = Shop.plan.replacingOccurrences(of: "reference.sqlite", with: reference)
        try shop.folder.write(plan, as: "plan.yml")
        let result = try shop.build()
        #expect(result.errors == "")
        #expect(result.status == 0)
        return try bytes(of: shop.output)
    }

    @Test("The build equals that with a store created from the model")
    func source() throws {
        let shop = try Shop()
        try shop.folder.writeModel(Shop.model, as: "Shop.xcdatamodeld/Shop.xcdatamodel")
        let model = "Shop.xcdatamodeld"
        #expect(try Zseed.run("create", model, "-o", "made.sqlite", in: shop.path).status == 0)
        #expect(try Zseed.run("create", model, "-o", "made.sql", in: shop.path).status == 0)
        let fromModel = try build(shop, reference: model)
        #expect(try build(shop, reference: "made.sqlite") == fromModel)
        #expect(try build(shop, reference: "made.sql") == fromModel)
        #expect(
            try build(shop, reference: "Shop.xcdatamodeld/Shop.xcdatamodel/contents") == fromModel)
        let verified = try Zseed.run("verify", "out.sqlite", "--model", model, in: shop.path)
        #expect(verified.status == 0)
        try FormatLint.expectSound(shop.output)
    }

    @Test(
        "A compiled model works, too", .enabled(if: Corpus.isPresent, Corpus.absence),
        arguments: ModelSource.all.filter { $0.kind == .compiled && $0.entry.name == "cartkit" })
    func compiled(source: ModelSource) throws {
        let folder = try TestFolder()
        let created = try Zseed.run("create", source.path, "-o", "made.sqlite", in: folder.path)
        #expect(created.status == 0)
        var outputs: [Data] = []
        for reference in [source.path, "made.sqlite"] {
            try folder.write("id,session\nc1,s1\nc2,\n", as: "carts.csv")
            let inspected = try Zseed.run("inspect", "--json", source.path, in: folder.path)
            let plan = try Self.plan(reference, describing: inspected.output)
            try folder.write(plan, as: "plan.yml")
            let result = try Zseed.run("build", "plan.yml", in: folder.path)
            #expect(result.errors == "")
            #expect(result.status == 0)
            outputs.append(try bytes(of: folder.path + "/out.sqlite"))
        }
        #expect(outputs[0] == outputs[1])
        let verified = try Zseed.run(
            "verify", "out.sqlite", "--model", source.path, in: folder.path)
        #expect(verified.status == 0)
    }

    /// Returns a plan that fills the carts: every required attribute gets a value of its type.
    private static func plan(_ reference: String, describing json: String) throws -> String {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let entities = try #require(object?["entities"] as? [[String: Any]])
        let cart = try #require(entities.first { $0["name"] as? String == "CDCart" })
        let attributes = try #require(cart["attributes"] as? [[String: Any]])
        let samples = [
            "String": "text", "Date": "2024-01-01T00:00:00Z", "Boolean": "true", "Decimal": "1.5",
            "Double": "1.5", "Float": "1.5", "UUID": "00112233-4455-6677-8899-AABBCCDDEEFF",
        ]
        let values = attributes.compactMap { attribute -> String? in
            guard let name = attribute["name"] as? String,
                attribute["isOptional"] as? Bool == false,
                let type = attribute["type"] as? String
            else { return nil }
            return "      \(name): { value: \"\(samples[type] ?? "1")\" }"
        }
        return """
            reference: "\(reference)"
            output: out.sqlite
            timeZone: UTC
            sources:
              carts: { csv: carts.csv }
            entities:
              CDCart:
                from: carts
                attributes:
            \(values.joined(separator: "\n"))
                  sessionId: session

            """
    }
}
