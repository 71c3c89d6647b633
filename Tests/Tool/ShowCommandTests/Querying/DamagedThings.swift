import Files
import ObjectModel
import SQLite
import StoreFormat
import TestSupport

/// Stores with data that no app would write: values of other types than their attributes', and keys of missing objects
/// or of other entities.
enum DamagedThings {
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

    struct AttributeKind {
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

    /// The possible values of a column, as SQL.
    private static let values = [
        "NULL", "NULL", "0", "1", "-1", "42", "9223372036854775807", "5.0", "0.1", "-0.0", "1.5",
        "0.30000000000000004", "1e300", "-1e-7", "1e15", "0.0005", "9e999", "-9e999", "700000000.25",
        "252423993600.0", "''", "'plain'", "' a'", "'a,b;c'", "'say \"so\" \\'",
        "'line' || char(10) || 'two'",
        "char(9, 13)", "char(0)", "'a' || char(0) || 'b'", "'äöü €'", "char(127, 133, 160)",
        "CAST(X'61FF62' AS TEXT)", "CAST(X'61FE62' AS TEXT)", "CAST(X'C3' AS TEXT)", "CAST(X'C285' AS TEXT)",
        "'日本語 and so on'",
        "'https://example.org/a?b'", "char(8206)", "'e' || char(769)", "char(128512)",
        "'\(String(repeating: "long text ", count: 9))'", "X''", "X'00'", "X'01'", "X'0141'",
        "X'0123456789ABCDEF0123456789ABCDEF'", "X'7B7D'", "X'FF'",
        "CAST(X'02' || '6F1C3BCE-1A2B-4C3D-8E4F-5A6B7C8D9E0F' || X'00' AS BLOB)",
    ]

    /// The values of a column as an app writes them, by the attribute's type. They are few, so that groups have several
    /// rows.
    private static let properValues: [String: [String]] = [
        "String": [
            "''", "'plain'", "'Plain'", "'item 9'", "'item 10'", "'a' || char(0) || 'b'", "'é'",
            "'e' || char(769)", "'ä'", "'z'", "'日本'", "' a'",
        ],
        "Integer 64": ["0", "1", "2", "42", "-1", "9223372036854775807", "9007199254740993"],
        "Integer 32": ["0", "1", "230"], "Integer 16": ["0", "1", "2", "-3"],
        "Decimal": ["0.1", "0.2", "5", "-0.0", "1e15", "1e-5", "12.75"],
        "Double": ["0.1", "0.2", "0.3", "1e300", "-1e300", "1e16", "1.0", "-0.0", "0.0", "9e999"],
        "Float": ["0.5", "0.25", "0.10000000149011612", "0.0"], "Boolean": ["0", "1"],
        "Date": ["0", "1.5", "700000000.25", "-3e8"],
        "UUID": ["X'0123456789ABCDEF0123456789ABCDEF'", "X'FF23456789ABCDEF0123456789ABCDEF'"],
        "URI": ["'https://example.org/a?b'", "'https://example.org/'"],
        "Binary": ["X''", "X'00'", "X'0141'"], "Transformable": ["X'7B7D'", "X'01'"],
    ]

    /// Creates a store with random damage.
    ///
    /// - Parameter damage: the share of columns with arbitrary values. The other columns are as an app writes them.
    static func store(
        _ random: inout SeededGenerator, hasIndexes: Bool, damage: Double = 1
    ) throws -> TestFolder {
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
            let damaged = Set(columns.filter { _ in Double.random(in: 0..<1, using: &random) < damage })
            for key in 1...(table == "ZTHING" ? 60 : 8) {
                let values = columns.map { column -> String in
                    let isOdd = damaged.contains(column) && Int.random(in: 0..<25, using: &random) == 0
                    switch column {
                    case "Z_PK": return "\(key)"
                    case "Z_OPT": return "1"
                    case "Z_ENT":
                        let name = (isOdd ? ["Box"] : family).randomElement(using: &random) ?? ""
                        return "\(number[name] ?? 0)"
                    case "ZTEACHER" where !damaged.contains(column):
                        let offset = Int.random(in: 0..<4, using: &random)
                        let teacher = "Z_ENT = \(number["Teacher"] ?? 0)"
                        return "(SELECT Z_PK FROM ZPERSON WHERE \(teacher) LIMIT 1 OFFSET \(offset))"
                    case "ZOWNER", "ZTEACHER", "ZBOX":
                        return isOdd
                            ? ["3.7", "'x'", "'2'", "X'31'", "99", "-1"].randomElement(using: &random) ?? ""
                            : ["NULL", "\(Int.random(in: 1...9, using: &random))"]
                                .randomElement(using: &random) ?? ""
                    case _ where column.dropFirst().first?.isNumber ?? false:
                        return "\(Int.random(in: 0...8, using: &random))"
                    case _ where !damaged.contains(column):
                        let type = AttributeKind.all.first { "Z" + $0.name.uppercased() == column }?.type
                        let isSize = column == "ZSIZE" || column == "ZVOLTS"
                        let proper = properValues[type ?? (isSize ? "Integer 32" : "String")] ?? []
                        return (proper + ["NULL"]).randomElement(using: &random) ?? ""
                    default: return Self.values.randomElement(using: &random) ?? "NULL"
                    }
                }
                try store.execute("INSERT INTO \(table) VALUES (\(values.joined(separator: ", ")))")
            }
            for column in columns where column.hasSuffix("_OWNER") && !damaged.contains(column) {
                try store.execute(
                    "UPDATE \(table) SET \(column) = (SELECT Z_ENT FROM ZPERSON AS p WHERE p.Z_PK = ZOWNER)")
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
}
