import CommandSupport
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("zseed build --junit")
struct BuildResultTests {
    private static let outputs = ["--junit", "r.xml"]

    private static func text(_ name: String, in shop: Shop) throws -> String {
        String(decoding: try bytes(of: shop.path + "/" + name), as: UTF8.self)
    }

    @Test("A successful build has a case for each file and each check")
    func passed() throws {
        let shop = try Shop()
        let result = try Zseed.run(["build", "plan.yml"] + Self.outputs, in: shop.path)
        #expect(result.status == 0 && result.errors == "")
        let xml = try Self.text("r.xml", in: shop)
        #expect(xml.contains("<testsuites tests=\"\(Zseed.checkCount + 3)\" failures=\"0\" errors=\"0\">"))
        for file in ["plan.yml", "items.csv", "labels.csv"] {
            #expect(xml.contains("<testcase classname=\"zseed.build\" name=\"\(file)\"/>"))
        }
        #expect(xml.contains("classname=\"zseed.build.checks\" name=\"to-one targets\""))
        #expect(XMLParser(data: Data(xml.utf8)).parse())
    }

    @Test("Invalid rows are failures of their file, with line and column")
    func failed() throws {
        let shop = try Shop()
        try shop.edit("items.csv", "Apples,3", "Apples,<&>")
        let result = try Zseed.run(["build", "plan.yml"] + Self.outputs, in: shop.path)
        #expect(result.status == 1)
        #expect(!FileManager.default.fileExists(atPath: shop.output))
        let xml = try Self.text("r.xml", in: shop)
        #expect(xml.contains("<testsuites tests=\"3\" failures=\"1\" errors=\"0\">"))
        #expect(xml.contains("<failure type=\"notA\" message=\"Item.quantity: '&lt;&amp;"))
        #expect(xml.contains("items.csv:2:10: error: "))
        #expect(XMLParser(data: Data(xml.utf8)).parse())
    }

    @Test("A plan that cannot be read is a failure in the file")
    func plan() throws {
        let shop = try Shop()
        try shop.edit("plan.yml", "timeZone:", "timezone:")
        let result = try Zseed.run(["build", "plan.yml"] + Self.outputs, in: shop.path)
        #expect(result.status == 2)
        #expect(try Self.text("r.xml", in: shop).contains("<failure type=\"unknownKey\""))
    }

    @Test("Warnings and rejected rows are not failures")
    func warnings() throws {
        let shop = try Shop()
        try shop.edit("plan.yml", "timeZone: UTC", "timeZone: UTC\nonError: skip")
        try shop.edit("items.csv", "Apples,3", "Apples,three")
        let result = try Zseed.run(["build", "plan.yml", "-q"] + Self.outputs, in: shop.path)
        #expect(result.status == 0, "\(result.errors)")
        let xml = try Self.text("r.xml", in: shop)
        #expect(xml.contains("failures=\"0\""))
        #expect(xml.contains("<system-out>items.csv:2:10: warning: "))
    }

    @Test(
        "The file overwrites neither an input nor the store",
        arguments: ["plan.yml", "items.csv", "reference.sqlite", "out.sqlite"])
    func refused(name: String) throws {
        let shop = try Shop()
        let before = try files(in: shop.path)
        let content = try? bytes(of: shop.path + "/" + name)
        let result = try Zseed.run("build", "plan.yml", "--junit", name, in: shop.path)
        #expect(result.status == 2)
        #expect(try files(in: shop.path) == before)
        #expect((try? bytes(of: shop.path + "/" + name)) == content)
    }
}

@Suite("docs/guides/ci.md")
struct IntegrationPageTests {
    @Test("The page shows the real output")
    func page() throws {
        try DocumentedPage("docs/guides/ci.md").expectOutput(models: ["docs/cookbook/Recipes.xcdatamodel"])
    }
}
