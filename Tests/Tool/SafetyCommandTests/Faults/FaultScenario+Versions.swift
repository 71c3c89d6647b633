import CommandSupport
import Foundation
import SQLite
import TestSupport

/// Commands for existing stores: new versions of their model, damage, history.
extension FaultScenario {
    static let versions: [FaultScenario] = [
        FaultScenario(
            name: "migrate",
            arguments: ["migrate", "store.sqlite", "--to", "New.xcdatamodel", "-o", "new.sqlite"],
            reports: ["new.sqlite"], prepare: newModel),
        FaultScenario(
            name: "migrate-replacing",
            arguments: ["migrate", "store.sqlite", "--to", "New.xcdatamodel", "-o", "new.sqlite", "--quiet"],
            prepare: { folder in
                try newModel(folder)
                try folder.write("the old output", as: "pristine/new.sqlite")
            }),
        FaultScenario(
            name: "migrate-external",
            arguments: ["migrate", "out.sqlite", "--to", "New.xcdatamodel", "-o", "new.sqlite", "-q"],
            prepare: { folder in
                try photoStore(folder)
                try folder.writeModel(
                    photo.replacing(
                        "</entity>",
                        with: "<attribute name=\"note\" optional=\"YES\" attributeType=\"String\"/></entity>"),
                    as: "pristine/New.xcdatamodel")
            }),
        FaultScenario(
            name: "migrate-inside",
            arguments: ["migrate", "out.sqlite", "--to", "New.xcdatamodel", "-o", "new.sqlite", "-q"],
            prepare: { folder in
                try photoStore(folder)
                try folder.writeModel(
                    photo.replacing("allowsExternalBinaryDataStorage=\"YES\"", with: ""),
                    as: "pristine/New.xcdatamodel")
            }),
        FaultScenario(
            name: "migrate-steps",
            arguments: ["migrate", "store.sqlite", "--to", "App.xcdatamodeld", "-o", "new.sqlite", "-q"],
            prepare: renamedTwice),
        FaultScenario(
            name: "migrate-check",
            arguments: ["migrate", "store.sqlite", "--to", "New.xcdatamodel", "--check"],
            prepare: newModel),
        FaultScenario(
            name: "migrate-plan",
            arguments: ["migrate", "store.sqlite", "--to", "New.xcdatamodel", "--plan", "by-hand.yml"],
            status: 1, reports: ["by-hand.yml"],
            prepare: { folder in
                try store(folder)
                try folder.writeModel(
                    Shop.model.replacing("\"Decimal\"", with: "\"String\""),
                    as: "pristine/New.xcdatamodel")
            }),
        FaultScenario(
            name: "repair", arguments: ["repair", "store.sqlite", "-o", "new.sqlite"],
            reports: ["new.sqlite"],
            prepare: { folder in
                try store(folder)
                try damage("store.sqlite", "UPDATE ZITEM SET ZUNIT = 99 WHERE Z_PK = 1", folder)
            }),
        FaultScenario(
            name: "repair-external",
            arguments: ["repair", "out.sqlite", "-o", "new.sqlite", "--quiet"],
            prepare: { folder in
                try photoStore(folder)
                try damage("out.sqlite", "UPDATE ZPHOTO SET Z_OPT = 0", folder)
            }),
        FaultScenario(
            name: "diff", arguments: ["diff", "store.sqlite", "other.sqlite"], status: 1,
            prepare: { folder in
                try store(folder)
                try FileManager.default.copyItem(
                    atPath: folder.path + "/pristine/store.sqlite",
                    toPath: folder.path + "/pristine/other.sqlite")
                try damage("other.sqlite", "UPDATE ZITEM SET ZQUANTITY = 9 WHERE Z_PK = 1", folder)
            }),
        FaultScenario(
            name: "metadata",
            arguments: ["metadata", "store.sqlite", "edition=7", "--delete", "old", "-q"],
            prepare: { folder in
                try store(folder)
                try ran("metadata", "store.sqlite", "old=1", in: folder)
            }),
        FaultScenario(name: "dump", arguments: ["dump", "store.sqlite"], prepare: store),
        FaultScenario(
            name: "history", arguments: ["history", "store.sqlite"],
            prepare: { folder in
                try model(folder)
                try ran(
                    "create", "Model.xcdatamodel", "--history", "-o", "store.sqlite", in: folder)
                try damage(
                    "store.sqlite",
                    """
                    INSERT INTO ATRANSACTION (Z_PK, Z_ENT, Z_OPT, ZTIMESTAMP) VALUES (1, 16002, 1, 0.5);
                    INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID)
                    VALUES (1, 16001, 1, 0, 1, 7, 1);
                    """, folder)
            }),
        FaultScenario(
            name: "identify",
            arguments: ["identify", "store.sqlite", "--among", "App.xcdatamodeld", "Schemas.swift"],
            prepare: { folder in
                try renamedTwice(folder)
                try folder.write(schemas, as: "pristine/Schemas.swift")
            }),
        FaultScenario(
            name: "codegen-schema",
            arguments: [
                "codegen", "Schemas.swift", "--for", "swiftdata", "--schema", "SchemaV3=3.0.0", "-o",
                "Classes", "--quiet",
            ], prepare: { try $0.write(schemas, as: "pristine/Schemas.swift") }),
        FaultScenario(
            name: "codegen-pin",
            arguments: [
                "codegen", "App.xcdatamodeld", "--pin", "-o", "Tests", "--quiet",
            ], prepare: renamedTwice),
        FaultScenario(
            name: "guard", arguments: ["guard", "App.xcdatamodeld", "--base", "main"], status: 1,
            prepare: { folder in
                try renamedTwice(folder)
                for arguments in [
                    ["init", "-q", "-b", "main"], ["add", "-A"],
                    [
                        "-c", "user.name=t", "-c", "user.email=t@example.com", "-c",
                        "commit.gpgsign=false", "commit", "-q", "-m", "one",
                    ],
                ] {
                    let result = try run("git", arguments, in: folder.path + "/pristine")
                    guard result.status == 0 else { throw FaultBench.NothingPrepared() }
                }
                try folder.writeModel(
                    entity(name: "first", more: "<attribute name=\"x\" attributeType=\"String\"/>"),
                    as: "pristine/App.xcdatamodeld/App.xcdatamodel")
            }),
    ]

    // MARK: Files

    /// Writes a store, and a later version of its model.
    private static func newModel(_ folder: TestFolder) throws {
        try store(folder)
        try folder.writeModel(
            Shop.model.replacing(
                "<entity name=\"Room\"",
                with: "<entity name=\"Hall\" parentEntity=\"Place\"/><entity name=\"Room\""
            ).replacing("name=\"price\"", with: "name=\"cost\" elementID=\"price\""),
            as: "pristine/New.xcdatamodel")
    }

    private static func entity(name: String, renamed: String = "", more: String = "") -> String {
        "<entity name=\"Item\"><attribute name=\"\(name)\" optional=\"YES\" attributeType=\"String\" "
            + (renamed.isEmpty ? "" : "elementID=\"\(renamed)\"") + "/>\(more)</entity>"
    }

    /// Writes a store, and a model whose versions rename a property twice, so that the migration goes step by step.
    private static func renamedTwice(_ folder: TestFolder) throws {
        let versions = [
            ("App", entity(name: "first")), ("App 2", entity(name: "second", renamed: "first")),
            ("App 3", entity(name: "third", renamed: "second")),
        ]
        for (name, xml) in versions {
            try folder.writeModel(xml, as: "pristine/App.xcdatamodeld/\(name).xcdatamodel")
        }
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
            <string>App 3.xcdatamodel</string></dict></plist>
            """, as: "pristine/App.xcdatamodeld/.xccurrentversion")
        try ran(
            "create", "App.xcdatamodeld", "--model-version", "App", "-o", "store.sqlite", in: folder)
        try damage(
            "store.sqlite",
            """
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZFIRST) VALUES (1, 1, 1, 'a'), (2, 1, 1, NULL);
            UPDATE Z_PRIMARYKEY SET Z_MAX = 2;
            """, folder)
    }

    private static let schemas = """
        import SwiftData

        enum SchemaV1: VersionedSchema {
            static var versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Item.self] }
            @Model final class Item { var first: String = "" }
        }
        enum SchemaV2: VersionedSchema {
            static var versionIdentifier = Schema.Version(2, 0, 0)
            static var models: [any PersistentModel.Type] { [Item.self] }
            @Model final class Item { var first: String = ""; var note: String? }
        }
        typealias Item = SchemaV2.Item

        """

    static func photoStore(_ folder: TestFolder) throws {
        try photos(folder, "old")
        try ran("build", "plan.yml", in: folder)
    }

    static func ran(_ arguments: String..., in folder: TestFolder) throws {
        let result = try Zseed.run(arguments, in: folder.path + "/pristine")
        guard result.status == 0 else { throw FaultBench.NothingPrepared() }
    }

    private static func damage(_ name: String, _ sql: String, _ folder: TestFolder) throws {
        try Connection(path: folder.path + "/pristine/" + name, mode: .readWrite).execute(sql)
    }
}
