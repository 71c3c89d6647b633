import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("Annotations for GitHub")
struct AnnotationTests {
    private static let gitHub = ["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": ""]

    @Test("An error of a row is printed as usual and annotated at its place")
    func row() throws {
        let shop = try Shop()
        try shop.edit("items.csv", "Apples,3", "Apples,three")
        let plain = try shop.build()
        let result = try shop.build(Self.gitHub)
        #expect(result.status == 1)
        let line = "items.csv:2:10: error: Item.quantity: 'three' (column `qty`) is not an integer\n"
        #expect(plain.errors == line)
        #expect(
            result.errors == line
                + "::error file=items.csv,line=2,col=10::Item.quantity: 'three' (column `qty`) is not an integer\n"
        )
        #expect(result.output == plain.output)
        let other = try shop.build(["GITHUB_ACTIONS": "false"])
        #expect(other.errors == plain.errors)
    }

    @Test("Characters that would end an annotation or its properties are escaped")
    func escaping() throws {
        let shop = try Shop()
        try shop.edit("plan.yml", "items.csv", #""50%, a:b\n.csv""#)
        try shop.folder.write(
            Shop.items.replacing("Apples,3", with: "Apples,\"5%\r\n::error::x\""), as: "50%, a:b\n.csv")
        let result = try shop.build(Self.gitHub)
        let lines = result.errors.split(separator: "\n").map(String.init)
        #expect(
            lines.last == "::error file=50%25%2C a%3Ab%0A.csv,line=2,col=10::Item.quantity: "
                + "'5%25\\r\\n::error::x' (column `qty`) is not an integer")
        #expect(lines.count == 2)
    }

    @Test("Warnings stay warnings, and errors of a whole file have no line")
    func severities() throws {
        let shop = try Shop()
        try shop.edit("plan.yml", "sources:\n", "sources:\n  more: { csv: labels.csv }\n")
        let warned = try shop.build(Self.gitHub)
        #expect(warned.status == 0)
        #expect(warned.errors.contains("::warning file=plan.yml,line=5,col=3::"))
        let missing = try Zseed.run(
            "inspect", "none.sqlite", in: shop.path, environment: Self.gitHub)
        #expect(missing.errors.hasSuffix("\n::error file=none.sqlite::no such file\n"))
    }

    @Test("Paths are relative to the checkout, whatever folder the command runs in")
    func workspace() throws {
        let shop = try Shop()
        let inner = shop.path + "/app/seed"
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
        for file in ["plan.yml", "items.csv", "labels.csv", "reference.sqlite"] {
            try FileManager.default.moveItem(atPath: shop.path + "/" + file, toPath: inner + "/" + file)
        }
        try shop.edit("app/seed/items.csv", "Apples,3", "Apples,three")
        let environment = ["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": shop.path]
        for plan in ["plan.yml", inner + "/plan.yml"] {
            let result = try Zseed.run("build", plan, in: inner, environment: environment)
            #expect(result.errors.contains("\n::error file=app/seed/items.csv,line=2,col=10::"))
        }
    }

    @Test("A failed check is annotated at the store, and a valid store is not")
    func verification() throws {
        let shop = try Shop()
        #expect(try shop.build().status == 0)
        let sound = try Zseed.run("verify", "out.sqlite", in: shop.path, environment: Self.gitHub)
        #expect(sound.errors == "")
        try shop.folder.write("this is text", as: "out.sqlite")
        let wrong = try Zseed.run("verify", "out.sqlite", in: shop.path, environment: Self.gitHub)
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("\n::error file=out.sqlite::is not an SQLite database\n"))
    }
}
