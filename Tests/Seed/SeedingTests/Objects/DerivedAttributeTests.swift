import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Seeding

@Suite("Derived attributes and R-trees")
struct DerivedAttributeTests {
    static func library(
        _ derivation: String? = nil, type: AttributeType = .string
    ) throws -> ManagedObjectModel {
        var book: [PropertyDescription] = [
            try .attribute("title"), .toOne("author", "Author", inverse: "books"),
            try .attribute("authorName", derivation: "author.name"),
            try .attribute("authorCount", .integer32, derivation: "author.bookCount"),
        ]
        if let derivation { book.append(try .attribute("extra", type, derivation: derivation)) }
        return try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Author",
                ownProperties: [
                    try .attribute("name"), .toMany("books", "Book", inverse: "author"),
                    try .attribute("bookCount", .integer64, derivation: "books.@count"),
                ]),
            EntityDescription(name: "Book", ownProperties: book),
            EntityDescription(name: "Novel", superentityName: "Book"),
        ])
    }

    static let plan = """
        sources:
          authors: { csv: authors.csv }
          books: { csv: books.csv }
        entities:
          Author: { from: authors, attributes: { name: name } }
          Novel:
            from: books
            attributes: { title: title }
            relationships: { author: { find: name, column: author } }
        """
    static let files = [
        "authors.csv": "name\nAnn\nBob\n", "books.csv": "title,author\nA,Ann\nB,Ann\nC,\nD,Cem\n",
    ]

    @Test("They have the values of Core Data's triggers, even if they depend on each other")
    func values() throws {
        let store = try SeededStore(Self.plan, model: Self.library(), files: Self.files)
        #expect(
            try store.rows("SELECT ZNAME, ZBOOKCOUNT FROM ZAUTHOR") == ["Ann|2", "Bob|0", "Cem|1"])
        #expect(
            try store.rows("SELECT ZTITLE, ZAUTHORNAME, ZAUTHORCOUNT, Z_OPT FROM ZBOOK")
                == ["A|Ann|2|1", "B|Ann|2|1", "C|NULL|NULL|1", "D|Cem|1|1"])
        let triggers = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name"
        let reference = try Connection(
            path: store.folder.path + "/reference.sqlite", mode: .readOnly)
        let before = try reference.rows(triggers) {
            "\($0.text(at: 0) ?? "")|\($0.text(at: 1) ?? "")"
        }
        #expect(!before.isEmpty)
        #expect(try store.rows(triggers) == before)
    }

    /// Source: Apple's documentation of `NSDerivedAttributeDescription`.
    @Test(
        "Every documented derivation is computed, if the plan omits its triggers",
        arguments: [
            ("title", ["A", "bé", "C", "D"]), ("uppercase:(title)", ["A", "BÉ", "C", "D"]),
            ("lowercase:(title)", ["a", "bé", "c", "d"]),
            ("canonical:(title)", ["a", "be", "c", "d"]),
            ("uppercase:(author.name)", ["ANN", "ANN", "NULL", "CEM"]),
            ("author.books.@count", ["2", "2", "0", "1"]), ("count:(author.books)", ["2", "2", "0", "1"]),
            ("author.books.@max.title", ["bé", "bé", "NULL", "D"]),
            ("min:(author.books.title)", ["A", "A", "NULL", "D"]),
            ("author.books.author.@count", ["2", "2", "0", "1"]),
            ("now()", Array(repeating: "736254000", count: 4)),
        ])
    func computed(derivation: String, expected: [String]) throws {
        let folder = try TestFolder()
        let type: AttributeType =
            derivation.contains("count") ? .integer64 : derivation == "now()" ? .date : .string
        let model = try Self.library(derivation, type: type)
        try folder.write(ModelSource(of: model).text, as: "Library.xcdatamodel/contents")
        let plan =
            "derivedTriggers: omit\nnow: 2024-05-01T11:00:00Z\n" + Self.plan
        var files = Self.files
        files["books.csv"] = "title,author\nA,Ann\nbé,Ann\nC,\nD,Cem\n"
        // The oracle counts only the members of the object's own relationships.
        let store = try SeededStore(
            plan, reference: folder.path + "/Library.xcdatamodel", files: files,
            isLinted: type != .integer64)
        #expect(try store.rows("SELECT ZEXTRA FROM ZBOOK ORDER BY Z_PK") == expected)
        #expect(
            try store.rows("SELECT name FROM sqlite_schema WHERE name GLOB 'Z_DA_*_extra_*'")
                == (derivation == "now()" ? ["Z_DA_ZBOOK_Book_extra_UPDATE"] : []))
    }

    @Test(
        "Other derivations are refused if the plan creates such objects",
        arguments: [
            "now()", "abs:(title)", "uppercase:(nothing)", "author.@sum.name", "title.@count",
        ])
    func unknown(derivation: String) throws {
        let model = try Self.library(derivation)
        let layout = StoreLayout(model: model)
        #expect(
            DerivedAttributeValues(layout: layout).problems
                .map { "\($0.entityName).\($0.attributeName)" } == ["Book.extra"])
        // A store in the form that an app with such a model has. The triggers do not matter here.
        let folder = try TestFolder()
        let path = folder.path + "/app.sqlite"
        try StoreCreator(model: Self.library()).create(at: path)
        let store = try Connection(path: path, mode: .readWrite)
        try store.execute("ALTER TABLE ZBOOK ADD COLUMN ZEXTRA VARCHAR")
        let cache = try ModelArchive(of: model).modelCache
        let update = try store.prepare("UPDATE Z_MODELCACHE SET Z_CONTENT = ?")
        try update.bind(.blob(cache), at: 1)
        try update.run()
        let issues = try SeededStore.issues(Self.plan, reference: path, files: Self.files)
        #expect(issues.map(\.entity) == ["Novel"])
        #expect(issues.map(\.property) == ["extra"])
        #expect(issues.first?.location.line == 8)
    }

    @Test(
        "Computed values equal those of real stores",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: Corpus.entries)
    func corpus(entry: Corpus.Entry) throws {
        let reference = try ReferenceStore(path: entry.store)
        let values = DerivedAttributeValues(layout: reference.layout)
        let derived = reference.layout.entities.flatMap { entity in
            entity.attributes.filter(\.attribute.isDerived).map { (entity, $0) }
        }
        guard !derived.isEmpty else { try Test.cancel("\(entry) has no derived attributes") }
        #expect(values.problems.isEmpty)
        let folder = try TestFolder()
        let copy = try Connection(path: folder.path + "/copy.sqlite", mode: .create)
        try reference.connection.backup(to: copy)
        for trigger in reference.inspection.triggers {
            try copy.execute("DROP TRIGGER \(trigger.name.sqlIdentifier)")
        }
        for (entity, attribute) in derived {
            try copy.execute(
                "UPDATE \(entity.table.sqlIdentifier) SET \(attribute.column.sqlIdentifier) = NULL")
        }
        try values.write(to: copy)
        for (entity, attribute) in derived {
            let sql =
                "SELECT Z_PK, \(attribute.column.sqlIdentifier), "
                + "typeof(\(attribute.column.sqlIdentifier)) FROM \(entity.table.sqlIdentifier)"
            func rows(_ connection: Connection) throws -> [[Value]] {
                try connection.rows(sql) { row in (0..<3).map { row.value(at: $0) } }
            }
            #expect(
                try rows(copy) == rows(reference.connection), "\(entity.name).\(attribute.path)")
        }
    }

    @Test(
        "Computed R-trees equal those of real stores",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: Corpus.entries)
    func trees(entry: Corpus.Entry) throws {
        let inspection = try StoreInspection(path: entry.store)
        let trees = inspection.tables.filter { $0.isVirtual && $0.name.hasPrefix("Z_RT_") }
        guard !trees.isEmpty else { try Test.cancel("\(entry) has no R-trees") }
        let folder = try TestFolder()
        let original = try Connection.reading(path: entry.store)
        let copy = try Connection(path: folder.path + "/copy.sqlite", mode: .create)
        try original.backup(to: copy)
        for tree in trees { try copy.execute("DELETE FROM \(tree.name.sqlIdentifier)") }
        try LocationTreeRows(inspection: inspection).write(to: copy)
        for tree in trees {
            let sql = "SELECT * FROM \(tree.name.sqlIdentifier) ORDER BY Z_PK"
            func rows(_ connection: Connection) throws -> [[Value]] {
                try connection.rows(sql) { row in
                    (0..<row.columnCount).map { row.value(at: $0) }
                }
            }
            #expect(try rows(copy) == rows(original), "\(tree.name)")
        }
    }
}
