import Foundation
import SQLite
import TestSupport

/// Commands that read other files as well: external files, files named in cells, a model beside the store, or a store
/// that completes a model.
extension FaultScenario {
    static let inputs: [FaultScenario] = [
        FaultScenario(
            name: "create-beside",
            arguments: ["create", "S.swift", "--beside", "beside.sqlite", "-o", "new.sqlite"], prepare: source
        ),
        FaultScenario(
            name: "schema", arguments: ["schema", "--model", "S.swift", "--beside", "beside.sqlite"],
            prepare: source),
        FaultScenario(
            name: "build-beside", arguments: ["build", "plan.yml", "--quiet"],
            prepare: { folder in
                try source(folder)
                try folder.write("name\nx\n", as: "pristine/i.csv")
                try folder.write(
                    """
                    reference: S.swift
                    beside: beside.sqlite
                    output: out.sqlite
                    sources: { i: { csv: i.csv } }
                    entities: { Item: { from: i, attributes: { name: name } } }

                    """, as: "pristine/plan.yml")
            }),
        FaultScenario(
            name: "build-files", arguments: ["build", "plan.yml", "--quiet"],
            prepare: { folder in
                try photos(folder, "old")
                try folder.write("name,data\na,1.bin\nb,2.bin\nc,none.bin\n", as: "pristine/photos.csv")
                for name in ["1", "2"] { try folder.write("bytes \(name)", as: "pristine/files/\(name).bin") }
                let path = folder.path + "/pristine/plan.yml"
                let plan = try String(contentsOfFile: path, encoding: .utf8)
                try folder.write(
                    "onError: skip\n" + plan.replacing("binary: text", with: "binary: file, folder: files"),
                    as: "pristine/plan.yml")
            }),
        FaultScenario(
            name: "build-waiting", arguments: ["build", "plan.yml", "--quiet"],
            prepare: { folder in
                try photos(folder, "old")
                try ran("create", "Model.xcdatamodel", "-o", "reference.sqlite", in: folder)
                let path = folder.path + "/pristine/"
                let writer = try Connection(path: path + "reference.sqlite", mode: .readWrite)
                try writer.execute("PRAGMA journal_mode = WAL; CREATE INDEX LATE ON ZPHOTO (ZNAME)")
                for suffix in ["", "-wal"] {
                    try FileManager.default.copyItem(
                        atPath: path + "reference.sqlite" + suffix, toPath: path + "copy.sqlite" + suffix)
                }
                withExtendedLifetime(writer) {}
                let plan = try String(contentsOfFile: path + "plan.yml", encoding: .utf8)
                try folder.write(
                    plan.replacing("Model.xcdatamodel", with: "copy.sqlite"), as: "pristine/plan.yml")
            }),
        external("export-external", "export", "out.sqlite", "-o", "exported", "--quiet"),
        external("export-exact-external", "export", "out.sqlite", "--exact", "-o", "exported", "--quiet"),
        external("export-plain-external", "export", "out.sqlite", "--to", "plain.sqlite", "--quiet"),
        external("report-external", "report", "out.sqlite", "-o", "page.html", "--quiet"),
        external("verify-external", "verify", "out.sqlite", "--model", "Model.xcdatamodel"),
        external("dump-external", "dump", "out.sqlite"),
        external("query-external", "query", "out.sqlite", "Photo", "--format", "csv"),
        external("copy-whole-external", "copy", "out.sqlite", "-o", "copy.sqlite", "--quiet"),
        external(
            "copy-objects-external", "copy", "out.sqlite", "-o", "copy.sqlite", "--entity", "Photo", "--quiet"
        ),
    ]

    private static func external(_ name: String, _ arguments: String...) -> FaultScenario {
        FaultScenario(name: name, arguments: arguments, prepare: photoStore)
    }

    private static func source(_ folder: TestFolder) throws {
        try folder.write(
            "import SwiftData\n@Model final class Item { var name: String = \"\" }\n", as: "pristine/S.swift")
        try ran("create", "S.swift", "-o", "beside.sqlite", in: folder)
    }
}
