import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("zseed build --list-inputs")
struct ListInputsTests {
    @Test("The plan, the reference and the sources are listed, and nothing is built")
    func files() throws {
        let shop = try Shop()
        let before = try CommandSupport.files(in: shop.path)
        let result = try Zseed.run("build", "plan.yml", "--list-inputs", in: shop.path)
        #expect(result.output == "plan.yml\nreference.sqlite\nitems.csv\nlabels.csv\n")
        #expect(result.errors == "" && result.status == 0)
        #expect(try CommandSupport.files(in: shop.path) == before)
        let json = try Zseed.run(
            "build", shop.path + "/plan.yml", "--list-inputs", "--json", in: "/")
        let paths = try JSONDecoder().decode([String].self, from: Data(json.output.utf8))
        #expect(paths == result.output.split(separator: "\n").map { shop.path + "/" + $0 })
    }

    @Test("Folders, patterns and folders of files are listed by content, and missing files, too")
    func folders() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            "<entity name=\"Item\"><attribute name=\"photo\" optional=\"YES\" attributeType=\"Binary\"/></entity>"
        )
        for name in ["rows-1.csv", "rows-2.csv", "photos/a.png", "photos/sub/b.png"] {
            try FileManager.default.createDirectory(
                atPath: folder.path + "/photos/sub", withIntermediateDirectories: true)
            try folder.write("x", as: name)
        }
        try folder.write(
            """
            reference: Model.xcdatamodel
            sources: { rows: { csv: "rows-*.csv" }, ${NAME}: { json: none.json } }
            entities:
              Item:
                - { from: rows, attributes: { photo: { column: x, binary: file, folder: photos } } }
            """, as: "plan.yml")
        let result = try Zseed.run(
            "build", "plan.yml", "--list-inputs", "--set", "NAME=more", in: folder.path)
        #expect(
            result.output.split(separator: "\n") == [
                "plan.yml", "Model.xcdatamodel/contents", "rows-1.csv", "rows-2.csv", "none.json",
                "photos/a.png", "photos/sub/b.png",
            ])
    }

    @Test("A plan that cannot be read is reported as by a build")
    func broken() throws {
        let shop = try Shop()
        try shop.edit("plan.yml", "timeZone:", "timezone:")
        let result = try Zseed.run("build", "plan.yml", "--list-inputs", in: shop.path)
        #expect(result.status == 2 && result.output == "")
        #expect(result.errors.hasPrefix("plan.yml:3:1: error: unknown key"))
    }
}
