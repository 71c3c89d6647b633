import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// External files beside a reference. Something that is not such a file is not treated as one.
@Suite("Files of values outside a store")
struct ExternalFileSafetyTests {
    private static let model = """
        <entity name="Photo"><attribute name="name" attributeType="String"/>
        <attribute name="data" optional="YES" attributeType="Binary"
            allowsExternalBinaryDataStorage="YES"/></entity>
        """
    private static let values = ".old_SUPPORT/_EXTERNAL_DATA"

    /// Creates a store with three external files, and a plan that appends to it.
    private static func project() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.writeModel(model)
        let large = String(repeating: "photo ", count: 20_000)
        try folder.write("name,data\na,\(large)1\nb,\(large)2\nc,\(large)3\n", as: "photos.csv")
        let plan = """
            reference: Model.xcdatamodel
            output: old.sqlite
            storage: external
            sources: { photos: { csv: photos.csv } }
            entities:
              Photo:
                from: photos
                attributes: { name: name, data: { column: data, binary: text } }

            """
        try folder.write(plan, as: "first.yml")
        try Zseed.run("build", "first.yml", in: folder.path).expectSuccess()
        try folder.write("name,data\nd,small\n", as: "photos.csv")
        try folder.write(
            "rows: keep\n"
                + plan.replacing("Model.xcdatamodel", with: "old.sqlite")
                .replacing("output: old.sqlite", with: "output: new.sqlite"), as: "plan.yml")
        return folder
    }

    /// Replaces the first external file by a link, a folder or a pipe.
    private static func replaceFirst(by kind: String, in folder: TestFolder) throws -> String {
        let name = try #require(files(in: folder.path + "/" + values).first)
        let path = folder.path + "/" + values + "/" + name
        let manager = FileManager.default
        try manager.removeItem(atPath: path)
        switch kind {
        case "link":
            try folder.write("a secret", as: "secret")
            try manager.createSymbolicLink(
                atPath: path, withDestinationPath: folder.path + "/secret")
        case "folder":
            try folder.write("a secret", as: values + "/" + name + "/within")
        default: #expect(mkfifo(path, 0o600) == 0)
        }
        return name
    }

    @Test(
        "A link, folder or pipe in place of a file is not copied, and counts as missing",
        arguments: ["link", "folder", "pipe"])
    func kept(kind: String) throws {
        let folder = try Self.project()
        let name = try Self.replaceFirst(by: kind, in: folder)
        let result = try run(
            "timeout", ["60", Zseed.path, "build", "plan.yml", "--no-verify"], in: folder.path)
        #expect(result.status == 0, "\(result)")
        #expect(result.errors.contains("1 value of the reference is in a file that is missing from"))
        let copied = try files(in: folder.path + "/.new_SUPPORT/_EXTERNAL_DATA")
        #expect(copied.count == 2)
        #expect(!copied.contains(name))
        // A store with a missing file is not reported as sound.
        let verified = try run(
            "timeout", ["60", Zseed.path, "verify", "new.sqlite"], in: folder.path)
        #expect(verified.status == 1)
    }

    @Test(
        "Sources, exports and queries do not read a link, folder or pipe in place of a file",
        arguments: ["link", "folder", "pipe"])
    func read(kind: String) throws {
        let folder = try Self.project()
        let name = try Self.replaceFirst(by: kind, in: folder)
        try folder.write(
            """
            reference: Model.xcdatamodel
            output: copy.sqlite
            sources: { photos: { store: old.sqlite, entity: Photo } }
            entities: { Photo: { from: photos, attributes: { name: name, data: data } } }

            """, as: "copy.yml")
        for arguments in [
            ["build", "copy.yml"], ["export", "old.sqlite", "-o", "e"],
            ["export", "old.sqlite", "--exact", "-o", "x"], ["query", "old.sqlite", "Photo"],
            ["query", "old.sqlite", "Photo", "--json"],
        ] {
            let result = try run(
                "timeout", ["60", Zseed.path] + arguments, in: folder.path)
            #expect([0, 1].contains(result.status), "\(arguments): \(result)")
            #expect(!result.output.contains("secret"))
        }
        for exported in ["e", "x"] {
            for case let file as String in FileManager.default.enumerator(
                atPath: folder.path + "/" + exported) ?? .init()
            {
                let path = folder.path + "/\(exported)/\(file)"
                guard let content = FileManager.default.contents(atPath: path) else { continue }
                #expect(content.range(of: Data("a secret".utf8)) == nil, "\(file), for \(name)")
            }
        }
    }

    /// Files beside `old.sqlite` with the same stem, and whether each may be a store that shares the folder.
    @Test(
        "Replacing a store removes its files of values, unless another store may refer to them",
        arguments: [
            ("old.yml", false), ("old.csv", false), ("old.db", false), ("old.folder", false),
            ("old.pipe", false),
            ("old.store", true), ("old.bak", true), ("old.damaged", true), ("old.log", true),
        ])
    func replaced(name: String, isStore: Bool) throws {
        let folder = try Self.project()
        let path = folder.path + "/" + name
        let values = folder.path + "/" + Self.values
        switch name {
        case "old.yml", "old.csv": try folder.write("what a seed is made of", as: name)
        case "old.db": try Connection(path: path, mode: .create).execute("CREATE TABLE items (name)")
        case "old.folder":
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case "old.pipe": #expect(mkfifo(path, 0o600) == 0)
        case "old.damaged": try folder.write("SQLite format 3\0 and nothing that could be read", as: name)
        case "old.log":
            try Connection(path: path, mode: .create).execute("CREATE TABLE items (name)")
            try folder.write("what is not in the database yet", as: name + "-wal")
        default: try FileManager.default.copyItem(atPath: folder.path + "/old.sqlite", toPath: path)
        }
        let former = try files(in: values)
        // Core Data's own names are random, so a file with such a name is not one of zseed's.
        let foreign = "0C9D1F5E-6A58-4D0B-9C57-6B8E0F5A7B11"
        try folder.write("of the app", as: Self.values + "/" + foreign)
        let large = String(repeating: "other ", count: 20_000)
        try folder.write("name,data\na,\(large)1\n", as: "photos.csv")
        let result = try run("timeout", ["60", Zseed.path, "build", "first.yml"], in: folder.path)
        #expect(result.status == 0, "\(result)")
        let left = Set(try files(in: values))
        #expect(left.count == (isStore ? 5 : 2))
        #expect(left.contains(foreign))
        #expect(left.isSuperset(of: former) == isStore)
        try FileManager.default.removeItem(atPath: values + "/" + foreign)
        let verified = try run(
            "timeout", ["60", Zseed.path, "verify", "old.sqlite", "--strict"], in: folder.path)
        #expect((verified.status == 0) == !isStore, "\(verified)")
    }
}
