import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("The cookbook")
struct CookbookTests {
    static let pages = DocumentedPage.names(in: "docs/cookbook").map { "docs/cookbook/" + $0 }

    private static let models = [
        "docs/cookbook/Recipes.xcdatamodel", "docs/cookbook/Trips.xcdatamodel",
        "docs/cookbook/Recipes.xlsx",
    ]

    /// This recipe needs a server of its own.
    private static let postgreSQL = "docs/cookbook/postgresql.md"

    @Test(
        "The PostgreSQL recipe works as written",
        .enabled(
            if: PostgreSQL.isPresent && DocumentedPage.hasShell,
            "needs PostgreSQL, which `make counterparts` installs, and the sqlite3 shell"))
    func postgreSQLRecipe() throws {
        let server = try PostgreSQL()
        defer { server.stop() }
        try DocumentedPage(Self.postgreSQL).expectOutput(
            models: Self.models, environment: ["PGHOST": server.folder, "PGUSER": "postgres"])
    }

    /// This recipe needs DuckDB. Python's module replaces the program.
    private static let duckDB = "docs/cookbook/data-lake.md"

    @Test(
        "The DuckDB recipe works as written",
        .enabled(
            if: DocumentedPage.hasShell && (try? run("python3", ["-c", "import duckdb"]).status) == 0,
            "needs the duckdb module of Python, which `make counterparts` installs, and the sqlite3 shell"))
    func duckDBRecipe() throws {
        let folder = try TestFolder()
        try DocumentedPage(Self.duckDB).expectOutput(
            models: Self.models, environment: ["PATH": Self.pathWithDuckDB(in: folder)])
    }

    /// Returns a search path with a `duckdb` that runs Python's module.
    private static func pathWithDuckDB(in folder: TestFolder) throws -> String {
        let program = try folder.write(
            """
            #!/usr/bin/env python3
            import duckdb, sys
            words = [word for word in sys.argv[1:] if word != "-csv"]
            result = duckdb.connect().sql(words[words.index("-c") + 1])
            if result is not None:
                result.write_csv("/dev/stdout", header=True)
            """, as: "bin/duckdb")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        return folder.path + "/bin:" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    }

    @Test(
        "Spark's script gives the rows of DuckDB's query",
        .enabled(
            if: DocumentedPage.hasShell
                && (try? run("python3", ["-c", "import duckdb, pyspark"]).status) == 0
                && (try? run("java", ["-version"]).status) == 0,
            "needs the modules duckdb and pyspark of Python, Java 17, and the sqlite3 shell"),
        .timeLimit(.minutes(5)))
    func sparkRecipe() throws {
        let folder = try TestFolder()
        let page = try DocumentedPage(Self.duckDB)
        let environment = ["PATH": try Self.pathWithDuckDB(in: folder)]
        try FileManager.default.createDirectory(
            atPath: folder.path + "/lake", withIntermediateDirectories: false)
        for command in page.text.matches(of: /(?m)^\$ (duckdb -c .*)$/) {
            let made = try run(
                "sh", ["-c", String(command.output.1)], in: folder.path, environment: environment)
            #expect(made.status == 0, "\(made.errors)")
        }
        for model in Self.models {
            try FileManager.default.copyItem(
                atPath: Corpus.packageRoot + "/" + model,
                toPath: folder.path + "/" + URL(fileURLWithPath: model).lastPathComponent)
        }
        try folder.write(#require(page.file("rows.py")), as: "rows.py")
        let plan = try #require(page.file("plan.yml"))
        try folder.write(
            plan.replacing(
                #/(?m)  recipes:\n    command:\n(      .*\n)+/#,
                with: "  recipes: { command: [python3, rows.py] }\n"),
            as: "plan.yml")
        let result = try Zseed.run(
            "build", "plan.yml", "--allow-commands", in: folder.path, environment: environment)
        #expect(result.status == 0, "\(result.errors)")
        let rows = try run(
            "sqlite3",
            [
                "Recipes.sqlite",
                """
                SELECT ZTITLE, ZSERVINGS, date(ZADDEDON + 978307200, 'unixepoch'), c.ZNAME FROM ZRECIPE r \
                JOIN ZCATEGORY c ON c.Z_PK = ZCATEGORY ORDER BY ZTITLE
                """,
            ], in: folder.path)
        #expect(
            rows.output == """
                Soup 0|1|2024-01-01|Soups
                Soup 1|2|2024-01-02|Soups
                Soup 2|4|2025-01-01|Soups
                Soup 3|4|2025-01-01|Stews
                Soup 4|4|2025-01-01|Soups

                """)
    }

    private static let hasCompiler: Bool = (try? run("swiftc", ["--version"]).status) == 0

    @Test(
        "Every recipe works as written, with the printed output",
        .enabled(if: DocumentedPage.hasShell, "needs the sqlite3 shell"),
        arguments: pages.filter { $0 != postgreSQL && $0 != duckDB })
    func recipes(page: String) throws {
        try DocumentedPage(page).expectOutput(models: Self.models)
    }

    @Test(
        "The README's steps from a spreadsheet to a store work as written",
        .enabled(if: DocumentedPage.hasShell))
    func readme() throws {
        try DocumentedPage("README.md").expectOutput(
            models: ["data/GroceryDude.xcdatamodeld", "data/items.csv"])
    }

    @Test("The index has every recipe")
    func index() throws {
        let index = try DocumentedPage("docs/cookbook/README.md").text
        #expect(Self.pages.count > 1)
        for page in Self.pages where page != "docs/cookbook/README.md" {
            #expect(index.contains("](\(page.dropFirst("docs/cookbook/".count)))"), "\(page)")
        }
    }

    @Test("The pages' Swift code is valid", .enabled(if: hasCompiler, "needs swiftc"))
    func code() throws {
        let folder = try TestFolder()
        var count = 0
        for page in Self.pages {
            for block in try DocumentedPage(page).text.matches(
                of: /(?m)^```swift\n((?:.*\n)*?)```$/)
            {
                try folder.write(String(block.output.1), as: "block\(count).swift")
                let result = try run(
                    "swiftc", ["-parse", "-swift-version", "6", "block\(count).swift"],
                    in: folder.path)
                #expect(result.errors == "", "\(page)")
                #expect(result.status == 0)
                count += 1
            }
        }
        #expect(count >= 4)
    }

    @Test(
        "Copying the seed removes the old store with its -wal",
        .enabled(if: hasCompiler, "needs swiftc"))
    func copying() throws {
        let folder = try TestFolder()
        let page = try DocumentedPage("docs/cookbook/shipping.md")
        try folder.write(try #require(page.file("SeedFile.swift")), as: "SeedFile.swift")
        try folder.write(
            """
            import Foundation
            let paths = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
            try SeedFile.install(paths[0], at: paths[1])
            """, as: "main.swift")
        let compiled = try run(
            "swiftc", ["-swift-version", "6", "SeedFile.swift", "main.swift", "-o", "install"],
            in: folder.path)
        #expect(compiled.errors == "")
        func install() throws {
            let result = try run(
                folder.path + "/install", ["seed.sqlite", "app/store.sqlite"], in: folder.path)
            #expect(result.errors == "")
            #expect(result.status == 0)
        }
        let seed = try Connection(path: folder.path + "/seed.sqlite", mode: .create)
        try seed.execute("CREATE TABLE t (a); INSERT INTO t VALUES ('new')")
        // At first launch, the folder does not exist yet.
        try install()
        #expect(try files(in: folder.path + "/app") == ["store.sqlite"])
        // A store that the app has written to, with its rows still in the -wal.
        let old = try Connection(path: folder.path + "/app/store.sqlite", mode: .readWrite)
        try old.execute(
            "PRAGMA journal_mode = WAL; UPDATE t SET a = 'old'; INSERT INTO t VALUES (2)")
        #expect(try files(in: folder.path + "/app").contains("store.sqlite-wal"))
        try install()
        #expect(try files(in: folder.path + "/app") == ["store.sqlite"])
        let store = try Connection(path: folder.path + "/app/store.sqlite", mode: .readOnly)
        #expect(try store.rows("SELECT a FROM t") { $0.text(at: 0) } == ["new"])
        #expect(
            try bytes(of: folder.path + "/app/store.sqlite")
                == bytes(of: folder.path + "/seed.sqlite"))
        withExtendedLifetime(old) {}
    }
}
