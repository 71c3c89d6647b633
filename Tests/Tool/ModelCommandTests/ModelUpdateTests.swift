import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// `zseed model --update`: a database and its model that both changed.
@Suite("Updates of a model after its database changed")
struct ModelUpdateTests {
    private static let tables = """
        CREATE TABLE studio (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE film (film_id INTEGER PRIMARY KEY, title TEXT NOT NULL, rating INTEGER, notes TEXT);
        CREATE TABLE award (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO studio VALUES (1, 'North'), (2, 'South');
        INSERT INTO film VALUES (10, 'One', 3, 'x'), (11, 'Two', 4, NULL);
        INSERT INTO award VALUES (5, 'Bear');
        """
    private static let command = ["model", "a.db", "-o", "App.xcdatamodeld", "--plan", "seed.yml"]
    private static let version = "App.xcdatamodeld/App.xcdatamodel/contents"

    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try execute(Self.tables)
        try Zseed.run(Self.command, in: folder.path).expectSuccess()
    }

    private func execute(_ sql: String) throws {
        try Connection(path: folder.path + "/a.db", mode: .create).execute(sql)
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
    }

    private func edit(_ name: String, _ changes: KeyValuePairs<String, String>) throws {
        var text = try text(name)
        for (old, new) in changes {
            #expect(text.contains(old), "\(old) in \(text)")
            text = text.replacingOccurrences(of: old, with: new)
        }
        try folder.write(text, as: name)
    }

    private func update(_ options: String...) throws -> ProcessResult {
        try Zseed.run(Self.command + ["--update"] + options, in: folder.path)
    }

    /// Renames an entity and an attribute, changes a type, and removes an attribute and an entity.
    private func editByHand() throws {
        var model = try text(Self.version).split(separator: "\n").map(String.init)
        model.removeAll { $0.contains("name=\"notes\"") }
        let start = try #require(model.firstIndex { $0.contains("entity name=\"Award\"") })
        let end = try #require(model[start...].firstIndex { $0.contains("</entity>") })
        model.removeSubrange(start...end)
        try folder.write(model.joined(separator: "\n") + "\n", as: Self.version)
        try edit(
            Self.version,
            [
                "\"Film\"": "\"Movie\"", "\"title\"": "\"heading\"",
                "name=\"rating\" optional=\"YES\" attributeType=\"Integer 64\"":
                    "name=\"rating\" optional=\"YES\" attributeType=\"Double\"",
            ])
        try edit(
            "seed.yml",
            [
                "  Film:": "  # The films of the old site.\n  Movie:",
                "title: title": "heading: title  # mine",
                "      notes: notes\n": "", "  award: { sqlite: a.db, table: award }\n": "",
                "  Award:\n    from: award\n    attributes:\n      id: id\n      name: name\n": "",
            ])
        try Zseed.run("build", "seed.yml", in: folder.path).expectSuccess()
    }

    @Test("The developer's names, types and removals are kept; new columns and tables add a version")
    func kept() throws {
        try editByHand()
        let first = try text(Self.version)
        try execute(
            """
            ALTER TABLE film ADD COLUMN length INTEGER;
            ALTER TABLE film ADD COLUMN studio_id INTEGER REFERENCES studio;
            ALTER TABLE award ADD COLUMN year INTEGER;
            UPDATE film SET length = 90, studio_id = 2;
            CREATE TABLE review (id INTEGER PRIMARY KEY, stars INTEGER NOT NULL,
                film_id INTEGER NOT NULL REFERENCES film);
            CREATE TABLE tag (tag TEXT PRIMARY KEY);
            CREATE TABLE film_tag (film_id REFERENCES film, tag REFERENCES tag, PRIMARY KEY (film_id, tag));
            INSERT INTO review VALUES (1, 5, 10), (2, 4, 10);
            INSERT INTO tag VALUES ('new');
            INSERT INTO film_tag VALUES (11, 'new');
            """)
        let result = try update()
        #expect(
            result.output == """
                award: new column `year`: left out, because the model has no entity for it
                film: new column `length`: Movie.length, Integer 64
                film: new column `studio_id`: Movie.studio → Studio
                review: new: Review with 2 attributes, film → Movie
                tag: new: Tag with 1 attribute
                film_tag: new: Movie.tags and Tag.movies
                App.xcdatamodeld: App 2 is the new current version
                seed.yml: new lines for them
                next: zseed build seed.yml

                """)
        #expect(result.errors == "")
        #expect(result.status == 0)
        #expect(try text(Self.version) == first)
        #expect(
            try files(in: folder.path + "/App.xcdatamodeld") == [
                ".xccurrentversion", ".zseed.yml", "App 2.xcdatamodel", "App.xcdatamodel",
            ])
        let model = try text("App.xcdatamodeld/App 2.xcdatamodel/contents")
        let added =
            "        <attribute name=\"length\" optional=\"YES\" attributeType=\"Integer 64\" syncable=\"YES\"/>\n"
        #expect(model.contains(added))
        #expect(model.contains("name=\"rating\" optional=\"YES\" attributeType=\"Double\""))
        #expect(!model.contains("notes") && !model.contains("Award") && !model.contains("\"Film\""))
        let plan = try text("seed.yml")
        #expect(plan.contains("  # The films of the old site.\n  Movie:\n"))
        #expect(plan.contains("heading: title  # mine\n"))
        try Zseed.run("build", "seed.yml", "--no-verify", in: folder.path).expectSuccess()
        try Zseed.run("verify", "seed.sqlite", "--strict", in: folder.path).expectSuccess()
        let store = try Connection(path: folder.path + "/seed.sqlite", mode: .readOnly)
        let rows = try store.rows(
            """
            SELECT m.ZHEADING, m.ZRATING, m.ZLENGTH, s.ZNAME,
                (SELECT count(*) FROM ZREVIEW r WHERE r.ZFILM = m.Z_PK)
            FROM ZMOVIE m JOIN ZSTUDIO s ON s.Z_PK = m.ZSTUDIO ORDER BY 1
            """
        ) { row in (0..<5).map { row.text(at: $0) ?? "" }.joined(separator: "|") }
        #expect(rows == ["One|3.0|90|South|2", "Two|4.0|90|South|0"])

        // Nothing has changed since.
        let again = try update()
        #expect(
            again.output
                == "App.xcdatamodeld: nothing new, so it stays as it is\nnext: zseed build seed.yml\n")
        #expect(again.status == 0)
        #expect(try text("seed.yml") == plan)
        #expect(try files(in: folder.path + "/App.xcdatamodeld").count == 4)
        try execute(
            """
            ALTER TABLE tag ADD COLUMN color TEXT;
            ALTER TABLE tag ADD COLUMN studio_id INTEGER REFERENCES studio;
            CREATE UNIQUE INDEX by_color ON tag (color, tag);
            CREATE UNIQUE INDEX by_studio ON tag (color, studio_id);
            """)
        #expect(
            try update().output.hasPrefix(
                """
                tag: new column `color`: Tag.color, String
                tag: new column `studio_id`: Tag.studio → Studio
                tag: new constraint: color, tag of Tag must be unique
                tag: (color, studio_id) is unique in the database, but a constraint cannot contain relationships
                App.xcdatamodeld: App 3 is the new current version

                """))
        let constrained = try text("App.xcdatamodeld/App 3.xcdatamodel/contents")
        #expect(
            constrained.contains("<constraint value=\"color\"/>\n                <constraint value=\"tag\"/>")
        )
    }

    @Test("A column whose values have another type is reported once, and its attribute keeps the type")
    func otherTypes() throws {
        try execute("UPDATE film SET rating = 'good'; UPDATE award SET name = NULL")
        let result = try update()
        #expect(
            result.output.hasPrefix(
                """
                film: `rating` was drafted as Integer 64 and would be String now; Film.rating stays Integer 64
                App.xcdatamodeld: no new tables or columns, so it stays as it is
                decide first: seed.yml, line 
                """), "\(result.output)")
        #expect(result.status == 1)
        #expect(try !update().output.contains("was drafted"))
    }

    @Test("Removed columns and tables are reported and stop a build of the plan")
    func gone() throws {
        try execute("ALTER TABLE film DROP COLUMN notes; DROP TABLE award")
        let result = try update()
        #expect(
            result.output.hasPrefix(
                """
                film: `notes` was removed; the model keeps Film.notes, which gets no values now
                award: removed from the sources; the model keeps Award, which has no input now
                App.xcdatamodeld: no new tables or columns, so it stays as it is
                decide first: seed.yml, line 
                """), "\(result.output)")
        #expect(result.status == 1)
        #expect(try files(in: folder.path + "/App.xcdatamodeld") == [".zseed.yml", "App.xcdatamodel"])
    }

    @Test("Lines without a clear place in the plan are printed")
    func open() throws {
        try edit(
            "seed.yml",
            ["    attributes:\n      id: id\n      name: name\n": "    attributes: { id: id, name: name }\n"])
        try execute("ALTER TABLE award ADD COLUMN year INTEGER")
        let before = try text("seed.yml")
        let result = try update()
        #expect(
            result.output == """
                award: new column `year`: Award.year, Integer 64
                App.xcdatamodeld: App 2 is the new current version
                add to seed.yml: `year: year` in `attributes:` of Award

                """)
        #expect(result.status == 0)
        #expect(try text("seed.yml") == before)
    }

    @Test("An unreadable model, record or plan changes nothing")
    func damaged() throws {
        try execute("ALTER TABLE award ADD COLUMN year INTEGER")
        let (model, plan) = (try text(Self.version), try text("seed.yml"))
        func check(_ errors: String, _ status: Int32 = 2) throws {
            let result = try update()
            #expect(result.errors.hasPrefix(errors), "\(result.errors)")
            #expect(result.output == "")
            #expect(result.status == status)
        }
        try folder.write(String(model.dropLast(40)), as: Self.version)
        try check("\(Self.version):", 1)
        try folder.write(model, as: Self.version)
        try folder.write("sources: [", as: "App.xcdatamodeld/.zseed.yml")
        try check("App.xcdatamodeld/.zseed.yml:")
        try FileManager.default.removeItem(atPath: folder.path + "/App.xcdatamodeld/.zseed.yml")
        try folder.write("sources: [", as: "seed.yml")
        try check("seed.yml:")
        try FileManager.default.removeItem(atPath: folder.path + "/seed.yml")
        try check("seed.yml: error: ")
        #expect(try files(in: folder.path + "/App.xcdatamodeld") == ["App.xcdatamodel"])
        // Without a record, the plan takes its place.
        try folder.write(plan, as: "seed.yml")
        #expect(try update().output.hasPrefix("award: new column `year`: Award.year, Integer 64\n"))
        let swift = try Zseed.run("model", "a.db", "-o", "M.swift", "--update", in: folder.path)
        #expect(
            swift.errors.hasPrefix(
                "Error: --update adds a version to an .xcdatamodeld: M.swift has no versions\n"))
        #expect(swift.status == 2)
    }
}
