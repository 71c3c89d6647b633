import CommandSupport
import Files
import Foundation
import ObjectModel
import SQLite
import TestSupport

/// A reader of files or texts from outside, with valid input to start from and the command that reads it.
struct FuzzedReader: Sendable, CustomStringConvertible {
    let name: String
    /// The file that is damaged.
    let file: String
    /// The arguments of the program; `INPUT` is replaced by the damaged text if it is not a file.
    let arguments: [String]
    /// Words that may cause trouble for this reader.
    var tokens: [String] = []
    /// The limits of the reader. Parts of the input are repeated up to the limits, and once more.
    var limits: [Limit] { Self.limits[name] ?? [] }
    /// Writes the valid input and the files that belong to it.
    let prepare: @Sendable (TestFolder) throws -> Void

    var description: String { name }

    static let all: [FuzzedReader] = [
        FuzzedReader(
            name: "plan", file: "plan.yml", arguments: ["build", "plan.yml", "--dry-run", "-q"],
            tokens: ["&a [*a, *a]", "*a", "? ", "!!binary ", "- - - ", "{{", "date: ", "<<: "],
            prepare: { try Self.shop($0) }),
        FuzzedReader(
            name: "date pattern", file: "pattern.txt",
            arguments: ["build", "plan.yml", "--dry-run", "-q"],
            tokens: ["yyyyyyyyyyyyyyyyyyyy", "''", "'", "EEEE", "zzzz", "XXXXX", "MMMMM"],
            prepare: { folder in
                try Self.shop(folder)
                try folder.write(
                    Shop.items.replacing("2024-03-10T08:00:00+02:00", with: "2024-03-10"),
                    as: "items.csv")
                try folder.write("yyyy-MM-dd", as: "pattern.txt")
            }),
        source("csv", "items.csv", "csv: items.csv", ["\"", "\"\"", "\r", "\u{FEFF}", ",,,,"]) {
            Data(Shop.items.utf8)
        },
        source(
            "json", "items.json", "json: items.json",
            ["[[[[[[", "\\ud800", "1e999", "{\"a\":", "\\u0000"]
        ) { Data(Self.json.utf8) },
        source(
            "ndjson", "items.ndjson", "ndjson: items.ndjson", ["\n\n", "{}", "[", "\\u", "1e-999"]
        ) {
            Data("{\"id\": 1, \"name\": \"a\"}\n{\"id\": 2, \"name\": \"b\"}\n".utf8)
        },
        source(
            "xml", "items.xml", "xml: items.xml, records: items/item",
            ["<!DOCTYPE a [", "&#x110000;", "<![CDATA[", "]]>", "<!--", "<?xml"]
        ) {
            Data(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <items><item id="1"><name>a &amp; b</name></item><item id="2"><name>c</name></item></items>
                """.utf8)
        },
        source("plist", "items.plist", "plist: items.plist", ["<array>", "<data>", "</dict>"]) {
            try PropertyListSerialization.data(
                fromPropertyList: rows, format: .xml, options: 0)
        },
        source("binary plist", "items.plist", "plist: items.plist") {
            try PropertyListSerialization.data(
                fromPropertyList: rows, format: .binary, options: 0)
        },
        source("gzip", "items.csv.gz", "csv: items.csv.gz") {
            let folder = try TestFolder()
            try folder.write(Shop.items, as: "items.csv")
            _ = try run("gzip", ["-n", "items.csv"], in: folder.path)
            return try bytes(of: folder.path + "/items.csv.gz")
        },
        source("workbook", "items.xlsx", "xlsx: items.xlsx", ["PK\u{1}\u{2}", "PK\u{5}\u{6}"]) {
            Data(workbook(sheet: sheet).zip.bytes)
        },
        FuzzedReader(
            name: worksheet, file: "sheet.xml", arguments: ["build", "plan.yml", "--dry-run", "-q"],
            tokens: [
                "<c r=\"A1\"/>", "r=\"XFD1048576\"", "<row r=\"2\">", "t=\"s\"", "<v>1e999</v>", "<f>",
                "</row>",
                "<is><t>", "_xD800_", "<mergeCell ref=\"A1:ZZZ9\"/>", "<!DOCTYPE a [", "s=\"99999999999\"",
            ],
            prepare: { folder in
                try Self.shop(folder)
                try folder.write(
                    """
                    reference: reference.sqlite
                    output: out.sqlite
                    sources: { items: { xlsx: items.xlsx } }
                    entities: { Item: { from: items, key: id, attributes: { name: name } } }
                    """, as: "plan.yml")
                try folder.write(sheet, as: "sheet.xml")
            }),
        source(
            "MySQL dump", "items.sql", "sqlite: items.sql, table: items, partial: true",
            [
                "INSERT INTO `items` VALUES (", "/*!40101 SET ", "*/", "DELIMITER ;;\n", "_binary '", "\\",
                "0x",
                "START TRANSACTION;", "-- Dump completed\n", "-- MySQL dump 10.13\n", "`", "DEFAULT ", "),(",
                "LOCK TABLES `items` WRITE;", "AUTO_INCREMENT ", "#", "REPLACE INTO items VALUES ",
            ]
        ) { Data(mySQLDump.utf8) },
        source(
            "PostgreSQL dump", "items.sql", "sqlite: items.sql, table: items, partial: true",
            [
                "COPY public.items (id, name) FROM stdin;\n", "\\.\n", "\\x41", "\\N", "$$", "$a$",
                "E'\\u00e9'",
                "::text", "PARTITION OF items ", "ALTER TABLE ONLY public.items ATTACH PARTITION items",
                "BEGIN ATOMIC ", "CASE ", "BEGIN;", "-- PostgreSQL database dump\n", "CREATE DOMAIN d AS ",
                "[]",
                "ON CONFLICT DO NOTHING",
            ]
        ) { Data(postgreSQLDump.utf8) },
        source(
            "SQL text", "items.sql", "sqlite: items.sql, table: items, partial: true",
            [
                "BEGIN;", "COMMIT;", "ROLLBACK;", "SAVEPOINT s;", "ATTACH 'x' AS y;",
                "PRAGMA max_page_count = 1;",
                "PRAGMA writable_schema = ON;", "PRAGMA hard_heap_limit = 1;",
                "CREATE TRIGGER t AFTER INSERT ON items "
                    + "BEGIN INSERT INTO items VALUES (3, 'c'); END;", "CREATE VIEW v AS SELECT * FROM v;",
                "zeroblob(900000000)", "randomblob(1e9)", "VACUUM;", "x'00", "GENERATED ALWAYS AS (id + 1)",
                "DELETE FROM sqlite_schema;", "UPDATE sqlite_schema SET rootpage = 2;",
            ]
        ) { Data(sqliteDump.utf8) },
        FuzzedReader(
            name: "workspace", file: "All.xcworkspace/contents.xcworkspacedata",
            arguments: ["hash", "All.xcworkspace"],
            tokens: [
                "<Group location=\"group:..\">", "</Group>", "<FileRef location=\"absolute:/\"/>",
                "<FileRef location=\"group:Kit\"/>", "<FileRef location=\"container:../../..\"/>",
                "<FileRef location=\"self:\"/>", "group:", "&#x0;",
            ],
            prepare: { folder in
                try Self.project(folder)
                try folder.write(
                    """
                    <?xml version="1.0" encoding="UTF-8"?>
                    <Workspace version="1.0"><Group location="container:" name="All">
                    <FileRef location="group:App.xcodeproj"/></Group><FileRef location="group:Kit"/></Workspace>
                    """, as: "All.xcworkspace/contents.xcworkspacedata")
            }),
        FuzzedReader(
            name: "package manifest", file: "Kit/Package.swift", arguments: ["hash", "App.xcodeproj"],
            tokens: [
                ".package(path: \"../Kit\"), ", ".package(path: \"/\"), ", ".package(path: \"../../..\"), ",
                ".target(name: \"Kit\", path: \"/\"), ", ".target(name: \"Kit\", dependencies: [\"Kit\"]), ",
                ".library(name: \"Kit\", targets: [\"Kit\", \"Kit\"]), ", "path: \"..\", ",
                "sources: [\".\"], ",
                "exclude: [\"\"], ", "\"\\(x)\"", "((((", "[[[[", "/*",
            ],
            prepare: { try Self.project($0) }),
        FuzzedReader(
            name: "model source", file: "Model.xcdatamodel/contents",
            arguments: ["hash", "Model.xcdatamodel"],
            tokens: ["toMany=\"YES\"", "parentEntity=\"Item\"", "maxCount=\"-1\"", "&#0;"],
            prepare: { try $0.writeModel(Shop.model) }),
        FuzzedReader(
            name: "Xcode project", file: "App.xcodeproj/project.pbxproj",
            arguments: ["hash", "App.xcodeproj"],
            tokens: [
                "{{{{", "((((", "\"", "/*", "\\U", "children = (G); ", "children = (G, G); ",
                "isa = PBXGroup; ", "<",
                "\\777", "sourceTree = SDKROOT; ", "path = \"/\"; sourceTree = \"<absolute>\"; ",
                "path = ../../..; ",
                "TApp, ", "dependencies = (DA, DA); ", "target = TApp; ", "relativePath = ..; ",
                "isa = PBXFileSystemSynchronizedRootGroup; ",
            ],
            prepare: { try Self.project($0) }),
        FuzzedReader(
            name: "Swift source", file: "Models.swift", arguments: ["hash", "Models.swift"],
            tokens: [
                "typealias A = M.A\n", "extension A {}\n", "[A: A]", "A.models + A.models", "#if DEBUG\n",
                "#endif\n",
                "((((", "Schema(versionedSchema: A.self)", "<A, A>", "??", "\\(", "@Model ", "enum A {",
                "extension A.B {",
                "#if (A && ", "!", "() -> ", "A & ", "some ", "{ ", "@A(", "T.A == ", "A.", "/*", "[",
                "a ? 1 : ",
                "typealias B = A\nextension B {}\n", "typealias A = B\n", "import M\n",
                "#f<A>(", "#f { ", "} then: { ", " . ", "$", "\\ A . b", "~A", "repeat each A",
            ],
            prepare: { folder in
                try folder.write(
                    """
                    import SwiftData
                    typealias Color = SwiftUI.Color
                    extension Color { static let own = 1 }
                    enum V1: VersionedSchema {
                        static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
                        static var models: [any PersistentModel.Type] { [A.self] + V2.models }
                        @Model final class A { var b: B?; var s: S; var x = K.a }
                    }
                    enum V2: VersionedSchema {
                        static var models: [any PersistentModel.Type] { [B.self] }
                        typealias A = V1.A
                        @Model final class B { @Relationship(inverse: \\A.b) var a: [A] = [] }
                    }
                    typealias A = V2.A
                    typealias B = V2.B
                    struct S: Codable { var list: [Int]; var inner: T? }
                    struct T: Codable { var x: Int }
                    enum K: String, Codable { case a, b = "c" }
                    """, as: "Models.swift")
            }),
        FuzzedReader(
            name: "compiled model", file: "Model.mom", arguments: ["hash", "Model.mom"],
            prepare: { try Self.compiledModel($0) }),
        FuzzedReader(
            name: "compiled model for inspect", file: "Model.mom",
            arguments: ["inspect", "Model.mom", "--json"], prepare: { try Self.compiledModel($0) }),
        FuzzedReader(
            name: keyedArchive, file: "value.bin",
            arguments: ["query", "things.sqlite", "Thing", "--json"],
            prepare: { folder in
                try TestStore.create(
                    at: folder.path + "/things.sqlite",
                    model: """
                        <entity name="Thing"><attribute name="value" optional="YES"
                            attributeType="Transformable"/></entity>
                        """)
                let value = PropertyValue.array([
                    .string("caf\u{E9}"), .integer(-3), .double(2.5), .data([1, 2, 3]),
                    .array([.bool(true), .array([])]),
                ])
                try folder.write(Data(try value.keyedArchive()), as: "value.bin")
            }),
        FuzzedReader(
            name: "store", file: "reference.sqlite", arguments: ["verify", "reference.sqlite"],
            prepare: { try Self.shop($0) }),
        FuzzedReader(
            name: "store for inspect", file: "reference.sqlite",
            arguments: ["inspect", "reference.sqlite", "--json"], prepare: { try Self.shop($0) }),
        FuzzedReader(
            name: "reference", file: "reference.sqlite",
            arguments: ["build", "plan.yml", "--dry-run", "-q"], prepare: { try Self.shop($0) }),
        FuzzedReader(
            name: "query", file: "query.txt", arguments: ["query", "reference.sqlite", "INPUT"],
            tokens: [
                "((((((((", "NOT NOT ", "SUBQUERY(", "@count", "MATCHES '(a*)*'", "IN {", "$x",
                "BETWEEN {1,", "FUNCTION(", "CAST(", "ANY ", "\\",
            ],
            prepare: { folder in
                try Self.shop(folder)
                try folder.write(
                    "Item WHERE unit.name == \"kg\" AND quantity > 1 ORDER BY name LIMIT 5",
                    as: "query.txt")
            }),
    ]

    /// Writes an app with a folder, a file and a local package.
    private static func project(_ folder: TestFolder) throws {
        var project = XcodeProjectText()
        project.addGroup("G", "D, F1")
        project.addFolder("D", path: "App", exceptions: [("App", "Out.swift")])
        project.addFile("F1", "One.swift")
        project.add("LP", "isa = XCLocalSwiftPackageReference; relativePath = Kit; ")
        project.add("PP", "isa = XCSwiftPackageProductDependency; productName = Kit; ")
        project.add("DA", "isa = PBXTargetDependency; target = TApp; ")
        project.attributes = "packageReferences = (LP); "
        project.addTarget(
            "App", files: ["F1"],
            "fileSystemSynchronizedGroups = (D); packageProductDependencies = (PP); dependencies = (DA); ")
        try project.write(
            into: folder,
            models: ["One.swift", "App/Two.swift", "App/Out.swift", "Kit/Sources/Kit/Three.swift"])
        try folder.write(
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])],
                targets: [.target(name: "Kit", dependencies: ["Parts"], exclude: ["Drafts"]), .target(name: "Parts")])
            """, as: "Kit/Package.swift")
    }

    private static let mySQLDump = """
        -- MySQL dump 10.13  Distrib 8.0.36
        /*!40103 SET TIME_ZONE='+00:00' */;
        CREATE TABLE `items` (
          `id` int NOT NULL AUTO_INCREMENT, `name` varchar(40) DEFAULT 'x', `raw` blob,
          PRIMARY KEY (`id`), UNIQUE KEY `n` (`name`)
        ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
        LOCK TABLES `items` WRITE;
        INSERT INTO `items` VALUES (1,'a\\'b',0x41),(2,'c\\n',_binary 'd');
        UNLOCK TABLES;
        -- Dump completed on 2024-01-01 10:00:00

        """
    private static let postgreSQLDump = """
        --
        -- PostgreSQL database dump
        --
        SET statement_timeout = 0;
        CREATE TABLE public.items (id integer NOT NULL, name text DEFAULT 'x'::text, raw bytea);
        COPY public.items (id, name, raw) FROM stdin;
        1\ta\\tb\t\\\\x41
        2\tc\t\\N
        \\.
        INSERT INTO public.items VALUES (3, E'd\\u00e9', '\\x42');
        ALTER TABLE ONLY public.items ADD CONSTRAINT items_pkey PRIMARY KEY (id);
        CREATE TABLE parts PARTITION OF items DEFAULT;
        --
        -- PostgreSQL database dump complete
        --

        """
    private static let sqliteDump = """
        PRAGMA foreign_keys=OFF;
        BEGIN TRANSACTION;
        CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, raw BLOB);
        INSERT INTO items VALUES(1,'a',X'41');
        INSERT INTO items VALUES(2,replace('b\\nc','\\n',char(10)),NULL);
        CREATE INDEX i ON items (name);
        COMMIT;

        """

    /// The reader whose input is a part of a workbook.
    static let worksheet = "worksheet"

    private static let sheet =
        "<sheetData>" + WorkbookText.row(1, ["id", "name"])
        + "<row r=\"2\"><c r=\"A2\"><v>1</v></c><c r=\"B2\" t=\"s\"><v>0</v></c></row>"
        + "<row r=\"3\"><c r=\"A3\" s=\"1\"><v>2</v></c><c t=\"inlineStr\"><is><t>b &amp; c</t></is></c></row>"
        + "</sheetData><mergeCells><mergeCell ref=\"A3:A4\"/></mergeCells>"

    /// Returns a workbook with the XML of a sheet.
    static func workbook(sheet: String) -> WorkbookText {
        var workbook = WorkbookText(
            rows: "", texts: "<si><t>a</t></si>", styles: "<cellXfs><xf numFmtId=\"0\"/></cellXfs>")
        workbook.sheets[0].xml = sheet
        return workbook
    }

    /// The reader whose input is a value in a store.
    static let keyedArchive = "keyed archive"

    /// Stores an archive as the value in the store.
    static func putArchive(_ bytes: Data, in folder: TestFolder) throws {
        let store = try Connection(path: folder.path + "/things.sqlite", mode: .readWrite)
        try store.execute(
            "DELETE FROM ZTHING; INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZVALUE) VALUES (1, 1, 1, "
                + "\(Array(bytes).sqlBlobLiteral))")
    }

    private static func compiledModel(_ folder: TestFolder) throws {
        let source = try folder.writeModel(Shop.model, as: "Model.xcdatamodel")
        let archive = try ModelArchive(of: try ModelFile.read(path: source).model)
        try folder.write(Data(archive.bytes), as: "Model.mom")
    }

    private static let json =
        "[{\"id\": 1, \"name\": \"a\\u00e9\", \"qty\": 2.5}, {\"id\": 2, \"name\": \"b\"}]"
    private static var rows: [[String: Any]] {
        [["id": 1, "name": "a", "added": Date(timeIntervalSince1970: 0)], ["id": 2, "name": "b"]]
    }

    private static func shop(_ folder: TestFolder) throws {
        try folder.write(Shop.items, as: "items.csv")
        try folder.write(Shop.labels, as: "labels.csv")
        try folder.write(Shop.plan, as: "plan.yml")
        try TestStore.create(at: folder.path + "/reference.sqlite", model: Shop.model)
    }

    private static func source(
        _ name: String, _ file: String, _ source: String, _ tokens: [String] = [],
        _ content: @escaping @Sendable () throws -> Data
    ) -> FuzzedReader {
        FuzzedReader(
            name: name, file: file, arguments: ["build", "plan.yml", "--dry-run", "-q"],
            tokens: tokens
        ) { folder in
            try shop(folder)
            try folder.write(
                """
                reference: reference.sqlite
                output: out.sqlite
                timeZone: UTC
                sources: { items: { \(source) } }
                entities:
                  Item: { from: items, key: id, attributes: { name: name } }

                """, as: "plan.yml")
            try folder.write(try content(), as: file)
        }
    }
}
