import Files
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import zseed

/// Rows that are printed without objects beside the same rows of objects, byte for byte.
@Suite("Rows without objects")
struct PlainRowTests {
    /// Prints the results of a query both ways.
    ///
    /// - Returns: whether there is a way without objects.
    @discardableResult
    private func compare(
        _ request: FetchRequest, in context: ManagedObjectContext, _ comment: String
    ) throws -> Bool {
        var request = request
        request.allowsExtensions = true
        var isPlain = false
        for format in RowPrinter.Format.allCases {
            let table = try TableFetch(request, in: context)
            guard let rows = try table.plainRows() else { return false }
            isPlain = true
            let plain = Output()
            let plainPrinter = RowPrinter(format, table.columns) { plain.take($0) }
            try rows.forEachRow { plainPrinter.print(rows) }
            plainPrinter.finish()
            let objects = Output()
            let printer = RowPrinter(format, table.columns) { objects.take($0) }
            let other = try TableFetch(request, in: context)
            try other.forEachRow { printer.print($0) }
            printer.finish()
            guard plain.text != objects.text else { continue }
            let lines = [plain.text, objects.text].map {
                $0.split(separator: 10, omittingEmptySubsequences: false)
            }
            let odd = zip(lines[0], lines[1]).first { $0 != $1 }
            Issue.record(
                """
                \(comment) as \(format):
                \(String(decoding: odd?.0 ?? [], as: UTF8.self))
                \(String(decoding: odd?.1 ?? [], as: UTF8.self))
                """)
        }
        return isPlain
    }

    private final class Output {
        private(set) var text: [UInt8] = []
        func take(_ bytes: UnsafeRawBufferPointer) { text += bytes }
    }

    // MARK: Real stores

    @Test("Are those of objects in every store", arguments: Corpus.all)
    func stores(_ entry: Corpus.Entry) throws {
        let coordinator = try PersistentStoreCoordinator(path: entry.store)
        let context = try ManagedObjectContext(coordinator)
        let model = coordinator.managedObjectModel
        for name in coordinator.stores.flatMap(\.entityNames) {
            let entity = try #require(model.entity(named: name))
            var request = FetchRequest(entityName: name)
            let isPlain = try compare(request, in: context, name)
            #expect(isPlain || entity.attributes.contains(where: \.isComposite), "\(name)")
            request.includesSubentities = false
            try compare(request, in: context, name + " alone")
            request.includesSubentities = true
            for attribute in entity.attributes.prefix(2)
            where !attribute.isTransient && !attribute.isComposite {
                request.sortDescriptors = [SortDescriptor(key: attribute.name, ascending: false)]
                request.fetchLimit = 7
                request.fetchOffset = 1
                try compare(request, in: context, "\(name) by \(attribute.name)")
            }
            request = FetchRequest(entityName: name)
            request.propertiesToFetch = [.keyPath("SELF"), .keyPath("objectID")]
            for relationship in entity.relationships where !relationship.isToMany {
                request.propertiesToFetch.append(.keyPath(relationship.name))
                request.propertiesToFetch.append(.keyPath(relationship.name + ".objectID"))
                let destination = model.destination(of: relationship)
                for attribute in destination?.attributes ?? [] where !attribute.isComposite {
                    request.propertiesToFetch.append(
                        .keyPath(relationship.name + "." + attribute.name))
                }
            }
            try compare(request, in: context, "\(name) and what it leads to")
        }
    }

    // MARK: Damaged stores

    private static let entities = """
        <entity name="Thing">
            \(AttributeKind.all.map { """
                <attribute name="\($0.name)" optional="YES" attributeType="\($0.type)"\($0.more)/>
                """ }.joined(separator: "\n"))
            <relationship name="owner" optional="YES" maxCount="1" destinationEntity="Person"
                inverseName="things" inverseEntity="Person"/>
            <relationship name="teacher" optional="YES" maxCount="1" destinationEntity="Teacher"
                inverseName="taught" inverseEntity="Teacher"/>
            <relationship name="box" optional="YES" maxCount="1" destinationEntity="Box"
                inverseName="content" inverseEntity="Box"/>
            <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
                inverseName="things" inverseEntity="Tag"/>
        </entity>
        <entity name="Gadget" parentEntity="Thing">
            <attribute name="volts" optional="YES" attributeType="Integer 32"/></entity>
        <entity name="Person"><attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="title" optional="YES" attributeType="String"/>
            <relationship name="things" optional="YES" toMany="YES" destinationEntity="Thing"
                inverseName="owner" inverseEntity="Thing"/></entity>
        <entity name="Teacher" parentEntity="Person">
            <attribute name="subject" optional="YES" attributeType="String"/>
            <relationship name="taught" optional="YES" toMany="YES" destinationEntity="Thing"
                inverseName="teacher" inverseEntity="Thing"/></entity>
        <entity name="Pupil" parentEntity="Person">
            <attribute name="nickname" optional="YES" attributeType="String"/></entity>
        <entity name="Box"><attribute name="size" optional="YES" attributeType="Integer 16"/>
            <relationship name="content" optional="YES" toMany="YES" destinationEntity="Thing"
                inverseName="box" inverseEntity="Thing"/></entity>
        <entity name="Tag"><attribute name="label" optional="YES" attributeType="String"/>
            <relationship name="things" optional="YES" toMany="YES" destinationEntity="Thing"
                inverseName="tags" inverseEntity="Thing"/></entity>
        """

    private struct AttributeKind {
        let name: String
        let type: String
        var more = ""

        static let all: [AttributeKind] = [
            AttributeKind(name: "text", type: "String"), AttributeKind(name: "count", type: "Integer 64"),
            AttributeKind(name: "small", type: "Integer 16"), AttributeKind(name: "price", type: "Decimal"),
            AttributeKind(name: "weight", type: "Double"), AttributeKind(name: "ratio", type: "Float"),
            AttributeKind(name: "sold", type: "Boolean"), AttributeKind(name: "added", type: "Date"),
            AttributeKind(name: "code", type: "UUID"), AttributeKind(name: "link", type: "URI"),
            AttributeKind(name: "bytes", type: "Binary"), AttributeKind(name: "shape", type: "Transformable"),
            AttributeKind(
                name: "photo", type: "Binary", more: " allowsExternalBinaryDataStorage=\"YES\""),
        ]
    }

    /// What a column may hold, as SQL.
    private static let values = [
        "NULL", "NULL", "0", "1", "-1", "42", "9223372036854775807", "5.0", "0.1", "-0.0", "1.5",
        "0.30000000000000004", "1e300", "-1e-7", "1e15", "0.0005", "9e999", "-9e999", "700000000.25",
        "252423993600.0", "''", "'plain'", "' a'", "'a,b;c'", "'say \"so\" \\'",
        "'line' || char(10) || 'two'",
        "char(9, 13)", "char(0)", "'a' || char(0) || 'b'", "'äöü €'", "char(127, 133, 160)",
        "CAST(X'61FF62' AS TEXT)", "CAST(X'C3' AS TEXT)", "CAST(X'C285' AS TEXT)", "'日本語 and so on'",
        "'https://example.org/a?b'", "char(8206)", "'e' || char(769)", "char(128512)",
        "'\(String(repeating: "long text ", count: 9))'", "X''", "X'00'", "X'01'", "X'0141'",
        "X'0123456789ABCDEF0123456789ABCDEF'", "X'7B7D'", "X'FF'",
        "CAST(X'02' || '6F1C3BCE-1A2B-4C3D-8E4F-5A6B7C8D9E0F' || X'00' AS BLOB)",
    ]

    /// A store in which nothing is certain.
    private func damagedStore(_ random: inout SeededGenerator, hasIndexes: Bool) throws -> TestFolder {
        let folder = try TestFolder()
        let model = try ModelFile.read(path: folder.writeModel(Self.entities)).model
        try StoreCreator(model: model).create(at: folder.path + "/store.sqlite")
        let store = try Connection(path: folder.path + "/store.sqlite", mode: .readWrite)
        let numbers = try store.rows("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY") {
            ($0.text(at: 0) ?? "", $0.integer(at: 1))
        }
        let number = Dictionary(uniqueKeysWithValues: numbers)
        let families = [
            "ZTHING": ["Thing", "Gadget"], "ZPERSON": ["Person", "Teacher", "Pupil"], "ZBOX": ["Box"],
            "ZTAG": ["Tag"],
        ]
        for (table, family) in families.sorted(by: { $0.key < $1.key }) {
            let columns = try store.rows("SELECT name FROM pragma_table_info('\(table)')") {
                $0.text(at: 0) ?? ""
            }
            for key in 1...(table == "ZTHING" ? 60 : 8) {
                let values = columns.map { column -> String in
                    let isOdd = Int.random(in: 0..<25, using: &random) == 0
                    switch column {
                    case "Z_PK": return "\(key)"
                    case "Z_OPT": return "1"
                    case "Z_ENT":
                        let name = (isOdd ? ["Box"] : family).randomElement(using: &random) ?? ""
                        return "\(number[name] ?? 0)"
                    case "ZOWNER", "ZTEACHER", "ZBOX":
                        return isOdd
                            ? ["3.7", "'x'", "'2'", "X'31'", "99", "-1"].randomElement(using: &random) ?? ""
                            : ["NULL", "\(Int.random(in: 1...9, using: &random))"]
                                .randomElement(using: &random) ?? ""
                    case _ where column.dropFirst().first?.isNumber ?? false:
                        return "\(Int.random(in: 0...8, using: &random))"
                    default: return Self.values.randomElement(using: &random) ?? "NULL"
                    }
                }
                try store.execute("INSERT INTO \(table) VALUES (\(values.joined(separator: ", ")))")
            }
        }
        let joins = try store.rows(
            "SELECT m.name, group_concat(c.name) FROM sqlite_master AS m, pragma_table_info(m.name) AS c "
                + "WHERE m.type = 'table' AND m.name GLOB 'Z_[0-9]*' GROUP BY 1"
        ) { ($0.text(at: 0) ?? "", $0.text(at: 1) ?? "") }
        for (join, columns) in joins {
            let names = columns.split(separator: ",").joined(separator: ", ")
            for _ in 0..<80 {
                let pair = (0..<2).map { _ in Int.random(in: 0...12, using: &random) }
                try store.execute("INSERT OR IGNORE INTO \(join) (\(names)) VALUES (\(pair[0]), \(pair[1]))")
            }
            try store.execute("INSERT INTO \(join) (\(names)) VALUES (NULL, 1), (1, NULL), (2, 3.5)")
        }
        guard !hasIndexes else { return folder }
        let indexes = try store.rows("SELECT name FROM sqlite_master WHERE type = 'index' AND sql NOT NULL") {
            $0.text(at: 0) ?? ""
        }
        for index in indexes { try store.execute("DROP INDEX \(index.sqlIdentifier)") }
        return folder
    }

    @Test("Are those of objects, whatever a store holds", arguments: 1...6)
    func damaged(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let folder = try damagedStore(&random, hasIndexes: !seed.isMultiple(of: 3))
        let context = try ManagedObjectContext(
            PersistentStoreCoordinator(path: folder.path + "/store.sqlite"))
        let paths =
            AttributeKind.all.map(\.name) + [
                "SELF", "objectID", "owner", "teacher", "box", "owner.name", "owner.title", "teacher.name",
                "teacher.subject", "box.size", "owner.objectID", "box.objectID", "count", "text", "tags",
                "owner.things", "count + 1", "tags.@count", "entity",
            ]
        let conditions = [
            "", " WHERE text CONTAINS[cd] 'a'", " WHERE owner.name != nil", " WHERE count >= 0",
            " WHERE box == nil OR sold == YES", " WHERE tags.@count > 1", " WHERE text LIKE '*a*'",
            " WHERE ANY tags.label BEGINSWITH 'p'", " WHERE photo == nil",
        ]
        let orders = [
            "", "", " ORDER BY text", " ORDER BY count DESC, added", " ORDER BY owner.name",
            " ORDER BY weight",
        ]
        let limits = ["", " LIMIT 7", " LIMIT 9 OFFSET 3"]
        var plain = 0
        for entity in ["Thing", "Gadget", "Person", "Teacher", "Box", "Tag"] {
            plain += try compare(FetchRequest(entityName: entity), in: context, entity) ? 1 : 0
        }
        #expect(plain == 6)
        for _ in 0..<60 {
            let selected = Set((0..<4).compactMap { _ in paths.randomElement(using: &random) }).sorted()
            let query =
                (Bool.random(using: &random) ? "Thing" : "Gadget")
                + (Bool.random(using: &random) ? "" : " SELECT " + selected.joined(separator: ", "))
                + (conditions.randomElement(using: &random) ?? "")
                + (orders.randomElement(using: &random) ?? "")
                + (limits.randomElement(using: &random) ?? "")
            var request = try FetchRequest(format: query)
            request.includesSubentities = Bool.random(using: &random)
            plain += try compare(request, in: context, query) ? 1 : 0
        }
        #expect(plain > 30, "\(plain)")
    }
}
