import ObjectModel
import SQLite
import TestSupport
import Testing

@testable import StoreFormat

@Suite("The schema of stores")
struct CorpusSchemaTests {
    /// A store with one of the places from which its model can be read.
    struct Source: CustomStringConvertible {
        let entry: Corpus.Entry
        let kind: String
        let path: String
        var description: String { "\(entry.name) from \(kind)" }

        /// The model, read once for all tests.
        func model() throws -> ManagedObjectModel {
            try CorpusSchemaTests.models[path] ?? ModelFile.read(path: path).model
        }

        func schema() throws -> CorpusSchema { try CorpusSchema(entry, model: model()) }
    }

    /// Every store with a model cache, and every one with its model's XML.
    static let sources: [Source] = Corpus.all.flatMap { entry in
        let isCached = (try? entry.facts().model_cache) == true
        return (isCached ? [Source(entry: entry, kind: "model cache", path: entry.store)] : [])
            + [entry.modelXML].compactMap { $0 }.map {
                Source(entry: entry, kind: "XML", path: $0)
            }
    }

    fileprivate static let models: [String: ManagedObjectModel] = {
        var models: [String: ManagedObjectModel] = [:]
        for source in sources { models[source.path] = try? ModelFile.read(path: source.path).model }
        return models
    }()

    /// Prints the rate of each store. docs/internals/schema-differences.md has the reasons.
    @Test("The schema is generated text for text in stores that were not migrated", arguments: sources)
    func objects(source: Source) throws {
        let schema = try source.schema()
        let exact = schema.objectCount - schema.differences.count
        print(
            "\(source), framework \(schema.framework)\(schema.isFresh ? "" : ", migrated"): "
                + "\(exact) of \(schema.objectCount) objects exact")
        guard schema.isFresh else { try Test.cancel("a migration changed the schema of \(source)") }
        for difference in schema.differences { print("  \(difference)") }
        #expect(schema.differences.isEmpty)
        for problem in schema.generated.problems {
            // No rule gives an app's own triggers.
            guard case .appTriggers = problem else {
                Issue.record("\(source): \(problem)")
                continue
            }
        }
    }

    @Test("The schema differs from the rules only in hash orders, which are reported", arguments: sources)
    func hashOrders(source: Source) throws {
        let schema = try source.schema()
        guard schema.isFresh else { try Test.cancel("a migration changed the schema of \(source)") }
        for difference in schema.differencesByRules {
            let isOrder = difference.kind == .columnOrder
            let isReported = schema.byRules.problems.contains { problem in
                switch problem {
                case .uncertainJoinTable, .uncertainJoinColumns: true
                default: false
                }
            }
            let isJoin = difference.name.hasPrefix("Z_")
            #expect(isJoin ? isReported : isOrder, "\(difference)")
        }
    }

    @Test(
        "Four many-to-manys to one entity get the reference's column numbers",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func joinColumns() throws {
        let entry = try Corpus.entry("retroview-mystereoviews-swiftdata")
        let model = try ModelFile.read(path: entry.store).model
        let schema = try CorpusSchema(entry, model: model)
        let wrong = ["Z_3SUBJECTS", "Z_3TITLES"].flatMap { table in
            ["", table == "Z_3SUBJECTS" ? "_Z_4SUBJECTS_INDEX" : "_Z_5TITLES_INDEX"].map {
                table + $0
            }
        }
        // docs/internals/format.md#columns: authors, dates, titles, subjects, an order that no rule gives.
        #expect(schema.differencesByRules.map(\.name) == wrong)
        #expect(
            schema.byRules.problems == [
                .uncertainJoinColumns(
                    entity: "StereoCard",
                    relationships: ["authors", "dates", "subjects", "titles"])
            ])
        #expect(schema.differences.isEmpty)
        #expect(schema.generated.problems.isEmpty)
    }

    @Test(
        "Two many-to-manys to one entity have another order in one store than in the others",
        .enabled(if: Corpus.isPresent, Corpus.absence),
        arguments: [
            ("photos-catalina", true), ("photos-13", true), ("photos-ventura", true),
            ("photos-sequoia", false),
        ])
    func joinColumnPair(name: String, isNameOrder: Bool) throws {
        let entry = try Corpus.entry(name)
        let model = try ModelFile.read(path: entry.store).model
        let schema = try CorpusSchema(entry, model: model)
        let wrong = schema.differencesByRules.map(\.name)
            .filter { $0.contains("BEINGREPRESENTATIVEASSETS") && !$0.hasSuffix("_INDEX") }
        #expect(wrong.isEmpty == isNameOrder)
        #expect(
            schema.byRules.problems.contains { problem in
                guard case .uncertainJoinColumns(_, let relationships) = problem else {
                    return false
                }
                return relationships == [
                    "memoriesBeingRepresentativeAssets", "suggestionsBeingRepresentativeAssets",
                ]
            })
        #expect(
            !schema.differences.contains {
                $0.name.contains("BEINGREPRESENTATIVEASSETS")
                    && $0.stored == nil
            })
    }

    @Test(
        "R-trees have triggers up to framework 1244, and none from 1403",
        .enabled(if: Corpus.isPresent, Corpus.absence),
        arguments: [
            ("photos-catalina", "GenericAsset", 3), ("photos-13", "Asset", 3),
            ("photos-ventura", "Asset", 3), ("photos-sequoia", "Asset", 0),
            ("photos-tahoe", "Asset", 0),
        ])
    func locationTrees(name: String, entity: String, triggers: Int) throws {
        let entry = try Corpus.entry(name)
        let schema = try CorpusSchema(entry, model: ModelFile.read(path: entry.store).model)
        let tree = "Z_RT_\(entity)_boundedByRect"
        let stored = schema.stored.filter { $0.name.hasPrefix(tree) }
        #expect(stored.count == 1 + triggers)
        let rules = schema.byRules.objects.filter { $0.name.hasPrefix(tree) }
        #expect(rules.count == 4)
        #expect(
            rules.filter { triggers > 0 || $0.kind == .table }.map(\.sql).sorted()
                == stored.map(\.sql).sorted())
        #expect(SchemaEra(framework: schema.framework).needsLocationTriggers == (triggers > 0))
    }

    @Test("99 % of the schema of stores that were not migrated is exact")
    func overall() throws {
        let schemas = try Self.sources.map { try $0.schema() }.filter(\.isFresh)
        let objects = schemas.reduce(0) { $0 + $1.objectCount }
        let differences = schemas.reduce(0) { $0 + $1.differences.count }
        print("fresh stores: \(objects - differences) of \(objects) objects exact")
        #expect(objects > 0)
        #expect(Double(differences) <= 0.01 * Double(objects))
    }

    @Test("Migrated stores differ only as docs/internals/schema-differences.md lists")
    func migrated() throws {
        for source in Self.sources {
            let schema = try source.schema()
            guard !schema.isFresh else { continue }
            for difference in schema.differences {
                #expect(difference.kind != nil, "\(source): \(difference)")
            }
        }
    }

    @Test(
        "Join tables within one entity get the reference's names",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func namingSide() throws {
        let entry = try Corpus.entry("wire-2-101")
        let model = try ModelFile.read(path: entry.store).model
        let tables = try ColumnInfo.tables(of: Connection.reading(path: entry.store))
        let rules = StoreSchema(model: model)
        #expect(rules.joinTables.contains { $0.name == "Z_24TRUSTEDCLIENTS" })
        #expect(
            rules.statements.problems.contains(
                .uncertainJoinTable(
                    entity: "UserClient", relationship: "trustedClients",
                    inverse: "trustedByClients")))
        let schema = StoreSchema(model: model, referenceTables: Set(tables.keys))
        #expect(
            schema.statements.problems.allSatisfy { problem in
                if case .uncertainJoinTable = problem { false } else { true }
            })
        // A migration renamed the table, and its index was created with the new name.
        let name = "Z_24TRUSTEDBYCLIENTS_Z_24TRUSTEDBYCLIENTS_INDEX"
        let index = schema.statements.objects.first { $0.name == name }
        let stored = try CorpusSchema(entry, model: model).stored.first { $0.name == name }
        #expect(index != nil)
        #expect(index == stored)
    }

    @Test("Tables are created in the order of docs/internals/format.md#tables", arguments: sources)
    func order(source: Source) throws {
        let schema = try source.schema()
        // If a bookkeeping table precedes one of an entity, a migration has rebuilt the latter.
        let firstTables = schema.stored.filter { $0.kind == .table }.map(\.name)
        let wasRebuilt =
            firstTables.firstIndex(of: "Z_PRIMARYKEY")
            .map { firstTables[$0...].contains(where: Self.isEntityTable) } ?? true
        guard schema.isFresh, !wasRebuilt else {
            try Test.cancel("a migration changed the schema of \(source)")
        }
        let stored = Self.outline(schema.stored)
        let generated = Self.outline(schema.generated.objects)
        #expect(stored == generated)
    }

    private static func isEntityTable(_ name: String) -> Bool {
        name.hasPrefix("Z") && !name.hasPrefix("Z_")
    }

    /// Returns the order of the objects, without that of join tables and of indexes on one table, which is a hash
    /// order.
    private static func outline(_ objects: [SchemaObject]) -> [String] {
        var outline: [String] = []
        for object in objects {
            let table = object.sql.split(separator: " ").drop { $0 != "ON" }.dropFirst().first
            let name = object.kind == .table ? object.name : String(table ?? "")
            let isJoin = name.hasPrefix("Z_") && name.dropFirst(2).first?.isNumber == true
            let line = "\(object.kind) \(isJoin ? "of a join table" : name)"
            if outline.last != line { outline.append(line) }
        }
        return outline
    }

    @Test("The layout finds the schema column by column", arguments: sources)
    func layout(source: Source) throws {
        let store = try Connection.reading(path: source.entry.store)
        let tables = try ColumnInfo.tables(of: store)
        let numbers = try store.rows("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY") {
            ($0.text(at: 0) ?? "", Int($0.integer(at: 1)))
        }
        let model = try source.model()
        let layout = StoreLayout(
            model: model, tables: tables,
            entityNumbers: Dictionary(numbers, uniquingKeysWith: { first, _ in first }))
        for problem in layout.problems {
            // The naming side of a pair within one entity is a hash order (docs/internals/format.md#columns).
            guard case .foundElsewhere = problem else {
                Issue.record("\(source): \(problem)")
                continue
            }
        }
        for entity in layout.entities {
            let columns = Set((tables[entity.table] ?? []).map(\.name))
            #expect(entity.attributes.allSatisfy { columns.contains($0.column) })
            #expect(entity.toOnes.allSatisfy { columns.contains($0.column) })
            #expect(
                entity.toOnes.allSatisfy { $0.entityColumn.map { columns.contains($0) } ?? true })
            #expect(
                entity.toOnes.allSatisfy { $0.orderColumn.map { columns.contains($0) } ?? true })
        }
        // No column remains: every column of an entity's table belongs to some property.
        var known: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
        for entity in layout.entities {
            known.formUnion(entity.attributes.map(\.column))
            known.formUnion(entity.toOnes.map(\.column))
            known.formUnion(entity.toOnes.compactMap(\.entityColumn))
            known.formUnion(entity.toOnes.compactMap(\.orderColumn))
            for toMany in entity.toManys {
                if case .column(_, let column) = toMany.storage { known.insert(column) }
            }
        }
        for entity in layout.entities {
            let rest = (tables[entity.table] ?? []).map(\.name).filter { !known.contains($0) }
            #expect(rest.isEmpty, "\(entity.table): \(rest)")
        }
    }

    @Test("The layout finds the schema although all numbers in its names are outdated", arguments: sources)
    func staleNumbers(source: Source) throws {
        let tables = try ColumnInfo.tables(of: Connection.reading(path: source.entry.store))
        let stale = Dictionary(
            tables.map { name, columns in
                (
                    Self.renumbered(name),
                    columns.map {
                        ColumnInfo(
                            name: Self.renumbered($0.name), declaredType: $0.declaredType)
                    }
                )
            }, uniquingKeysWith: { first, _ in first })
        let model = try source.model()
        let numbers = Dictionary(
            model.entities.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
        let now = StoreLayout(model: model, tables: tables, entityNumbers: numbers)
        let then = StoreLayout(model: model, tables: stale, entityNumbers: numbers)
        #expect(then.joinTables.map(\.name) == now.joinTables.map { Self.renumbered($0.name) })
        for (old, new) in zip(then.joinTables, now.joinTables) {
            for (side, other) in [(old.ownerSide, new.ownerSide), (old.otherSide, new.otherSide)] {
                #expect(side.column == Self.renumbered(other.column))
                #expect(side.orderColumn == other.orderColumn.map { Self.renumbered($0) })
            }
        }
        for (old, new) in zip(then.entities, now.entities) {
            #expect(old.attributes == new.attributes)
            #expect(
                old.toOnes.map(\.entityColumn)
                    == new.toOnes.map { $0.entityColumn.map { Self.renumbered($0) } })
            #expect(old.toManys.count == new.toManys.count)
        }
    }

    /// Returns a name with 300 added to the entity's number in it: `Z_303TAGS` for `Z_3TAGS`.
    private static func renumbered(_ name: String) -> String {
        for prefix in ["Z_FOK_", "Z_", "Z"] where name.hasPrefix(prefix) {
            let rest = name.dropFirst(prefix.count)
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard let number = Int(digits) else { continue }
            return prefix + String(number + 300) + rest.dropFirst(digits.count)
        }
        return name
    }
}
