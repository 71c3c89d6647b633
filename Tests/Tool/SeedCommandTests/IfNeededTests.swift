import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed build --if-needed")
struct IfNeededTests {
    private static let nothing = "out.sqlite: up to date: nothing to do\n"

    /// Builds if needed, and returns the first line of the output.
    private static func build(_ folder: String, _ options: String...) throws -> String {
        let result = try run(
            Zseed.path, ["build", "plan.yml", "--if-needed"] + options, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        return result.output.split(separator: "\n").first.map { "\($0)\n" } ?? ""
    }

    private static func needed(_ reason: String) -> String {
        "out.sqlite: to be built: \(reason)\n"
    }

    @Test("Nothing is built if nothing changed, whatever the files' modification times")
    func unchanged() throws {
        let shop = try Shop()
        #expect(try Self.build(shop.path) == Self.needed("it does not exist"))
        let before = try bytes(of: shop.output)
        #expect(try Self.build(shop.path) == Self.nothing)
        for file in try files(in: shop.path) {
            try FileManager.default.setAttributes(
                [.modificationDate: Date()], ofItemAtPath: shop.path + "/" + file)
        }
        #expect(try Self.build(shop.path) == Self.nothing)
        #expect(try Self.build(shop.path, "-q") == "")
        #expect(try bytes(of: shop.output) == before)
        #expect(try files(in: shop.path).contains(".out.sqlite.zseed.json"))
        // The check also works from another folder, and for a copy in another place.
        let other = try TestFolder()
        let copy = other.path + "/copy"
        try FileManager.default.copyItem(atPath: shop.path, toPath: copy)
        let moved = try run(
            Zseed.path, ["build", "copy/plan.yml", "--if-needed"], in: other.path)
        #expect(moved.output == "copy/out.sqlite: up to date: nothing to do\n")
        let absolute = try run(Zseed.path, ["build", copy + "/plan.yml", "--if-needed"])
        #expect(absolute.output.hasSuffix("nothing to do\n"))
    }

    @Test(
        "A change of any input causes a build that names it",
        arguments: [
            ("plan.yml", "name: name", "name: name # the same"), ("items.csv", "Apples", "Pears"),
            ("labels.csv", "red,2", "blue,2"),
        ])
    func changedText(file: String, old: String, new: String) throws {
        let shop = try Shop()
        _ = try Self.build(shop.path)
        try shop.edit(file, old, new)
        #expect(try Self.build(shop.path) == Self.needed("\(file) was changed"))
        #expect(try Self.build(shop.path) == Self.nothing)
    }

    @Test("A changed model causes a build")
    func changedModel() throws {
        let folder = try TestFolder()
        func write(_ attribute: String) throws {
            try folder.writeModel(
                "<entity name=\"Item\"><attribute name=\"name\" attributeType=\"String\"/>"
                    + attribute + "</entity>")
        }
        try write("")
        try folder.write("name\nTea\n", as: "items.csv")
        try folder.write(
            """
            reference: Model.xcdatamodel
            output: out.sqlite
            metadata: { seedVersion: 1 }
            sources: { items: { csv: items.csv } }
            entities: { Item: { from: items, attributes: { name: name } } }
            """, as: "plan.yml")
        _ = try Self.build(folder.path)
        try write("<attribute name=\"note\" optional=\"YES\" attributeType=\"String\"/>")
        #expect(
            try Self.build(folder.path) == Self.needed("Model.xcdatamodel/contents was changed"))
        try Zseed.run("verify", "out.sqlite", "--model", "Model.xcdatamodel", in: folder.path)
            .expectSuccess()
        #expect(try Self.build(folder.path) == Self.nothing)
    }

    @Test("A changed store, or one with a log beside it, causes a build")
    func changedStore() throws {
        let shop = try Shop()
        _ = try Self.build(shop.path)
        let before = try bytes(of: shop.output)
        do {
            let store = try Connection(path: shop.output, mode: .readWrite)
            try store.execute("DELETE FROM ZLABEL")
        }
        #expect(try Self.build(shop.path) == Self.needed("it was changed since it was built"))
        #expect(try bytes(of: shop.output) == before)
        try FileManager.default.removeItem(atPath: shop.output)
        #expect(try Self.build(shop.path) == Self.needed("it does not exist"))
        try shop.folder.write("content", as: "out.sqlite-wal")
        let result = try Zseed.run("build", "plan.yml", "--if-needed", in: shop.path)
        #expect(result.output == Self.needed("it was changed since it was built"))
        #expect(result.errors.contains("the store may be open, or was not closed"))
    }

    @Test("New and removed files of a pattern cause a build")
    func patterns() throws {
        let shop = try Shop()
        try shop.edit("plan.yml", "csv: labels.csv", "csv: label*.csv")
        _ = try Self.build(shop.path)
        try shop.folder.write("text,item\nblue,1\n", as: "labels-more.csv")
        // The relationship is one-to-one: the first label keeps its item.
        try shop.folder.write("text,item\nblue,\n", as: "labels-more.csv")
        #expect(try Self.build(shop.path) == Self.needed("labels-more.csv is new"))
        #expect(try Self.build(shop.path) == Self.nothing)
        try FileManager.default.removeItem(atPath: shop.path + "/labels-more.csv")
        #expect(try Self.build(shop.path) == Self.needed("labels-more.csv is missing"))
    }

    @Test("Changed or newly present files that rows refer to cause a build")
    func filesOfRows() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Photo"><attribute name="name" attributeType="String"/>
            <attribute name="data" optional="YES" attributeType="Binary"/></entity>
            """)
        try folder.write("file\na.txt\nb.txt\n", as: "photos.csv")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/files", withIntermediateDirectories: true)
        try folder.write("A", as: "files/a.txt")
        try folder.write(
            """
            reference: Model.xcdatamodel
            output: out.sqlite
            onError: skip
            sources: { photos: { csv: photos.csv } }
            entities:
              Photo:
                from: photos
                attributes: { name: file, data: { column: file, binary: file, folder: files } }
            """, as: "plan.yml")
        _ = try Self.build(folder.path)
        #expect(try Self.build(folder.path) == Self.nothing)
        try folder.write("unused", as: "files/c.txt")
        #expect(try Self.build(folder.path) == Self.nothing)
        try folder.write("Z", as: "files/a.txt")
        #expect(try Self.build(folder.path) == Self.needed("files/a.txt was changed"))
        try folder.write("B", as: "files/b.txt")
        #expect(try Self.build(folder.path) == Self.needed("files/b.txt is new"))
        #expect(try Self.build(folder.path) == Self.nothing)
    }

    @Test("A build without --if-needed writes no record, but updates an existing one")
    func otherBuilds() throws {
        let shop = try Shop()
        try shop.build().expectSuccess()
        let note = shop.path + "/.out.sqlite.zseed.json"
        #expect(!FileManager.default.fileExists(atPath: note))
        let attributes = try FileManager.default.attributesOfItem(atPath: shop.output)
        // The build itself reports that there was nothing to do, and does not change the output.
        let first = try Zseed.run("build", "plan.yml", "--if-needed", in: shop.path)
        #expect(
            first.output == Self.needed("it has no record of its inputs") + Self.nothing)
        let after = try FileManager.default.attributesOfItem(atPath: shop.output)
        #expect(
            attributes[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
        try shop.edit("items.csv", "Apples", "Pears")
        try shop.build().expectSuccess()
        #expect(try Self.build(shop.path) == Self.nothing)
        // Without the record, and with other inputs, the store is built.
        try FileManager.default.removeItem(atPath: note)
        try shop.edit("items.csv", "Pears", "Plums")
        let last = try Zseed.run("build", "plan.yml", "--if-needed", in: shop.path)
        #expect(last.output.contains("out.sqlite: built, "))
        #expect(try Self.build(shop.path) == Self.nothing)
    }

    @Test("An unverified store is rebuilt if a verified one is required")
    func unverified() throws {
        let shop = try Shop()
        _ = try Self.build(shop.path, "--no-verify")
        #expect(try Self.build(shop.path, "--no-verify") == Self.nothing)
        #expect(
            try Self.build(shop.path) == Self.needed("it was built without verification"))
        #expect(try Self.build(shop.path, "--no-verify") == Self.nothing)
    }

    @Test("Standard input cannot be compared")
    func standardInput() throws {
        let shop = try Shop()
        try shop.edit("plan.yml", "csv: labels.csv", "csv: \"-\"")
        for line in ["it does not exist", "it has no record of its inputs"] {
            let result = try Zseed.run(
                "build", "plan.yml", "--if-needed", in: shop.path, input: Data(Shop.labels.utf8))
            result.expectSuccess()
            #expect(result.output.hasPrefix(Self.needed(line)))
        }
    }

    @Test("An unrelated file with the record's name is kept, with a warning")
    func foreignNote() throws {
        let shop = try Shop()
        let note = shop.path + "/.out.sqlite.zseed.json"
        for text in ["{}", "mine", ""] {
            try shop.folder.write(text, as: ".out.sqlite.zseed.json")
            try? FileManager.default.removeItem(atPath: shop.output)
            let result = try Zseed.run("build", "plan.yml", "--if-needed", in: shop.path)
            #expect(result.status == 0)
            #expect(result.errors.hasPrefix(".out.sqlite.zseed.json: warning: already exists"))
            #expect(try bytes(of: note) == Data(text.utf8))
            #expect(
                try Self.build(shop.path).hasSuffix(
                    ".out.sqlite.zseed.json is not a record of its inputs\n"))
            #expect(try shop.build().status == 0)
            #expect(try bytes(of: note) == Data(text.utf8))
        }
    }

    @Test("The report has the reason, and whether the store was replaced")
    func report() throws {
        let shop = try Shop()
        func report() throws -> (needs: [String]?, isBuilt: Bool?) {
            let result = try Zseed.run(
                "build", "plan.yml", "--if-needed", "--json", in: shop.path)
            let report = try #require(
                JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
            return (report["needs"] as? [String], report["isBuilt"] as? Bool)
        }
        var told = try report()
        #expect(told.needs == ["it does not exist"] && told.isBuilt == true)
        told = try report()
        #expect(told.needs == [] && told.isBuilt == false)
        try shop.edit("items.csv", "Apples", "Pears")
        told = try report()
        #expect(told.needs == ["items.csv was changed"] && told.isBuilt == true)
    }
}
