import Seeding

/// The rules between keys, which the reader has in its code.
extension PlanSchema {
    /// A mapping that has one of some keys, with something behind it.
    private static func has(_ keys: String...) -> JSONSchema {
        .list(
            keys.map { key in
                let has: JSONSchema = ["required": .texts([key])]
                // A constant may be nothing.
                guard key != "value" else { return has }
                return has.with(["properties": .object([key: ["not": ["type": "null"]]])])
            })
    }

    /// Keys that exclude each other.
    private static func excluding(_ key: String, _ others: [String]) -> (String, JSONSchema) {
        (key, ["not": ["anyOf": .list(others.map { ["required": .texts([$0])] })]])
    }

    private static let valueOrigins: [(String, JSONSchema)] = [
        excluding("value", ["column", "template", "uuid"]),
        excluding("template", ["column"]),
        excluding("default", ["uuid"]),
        ("namespace", ["uuid"]), ("unmatched", ["lookup"]),
    ]

    private static func dependencies(_ pairs: [(String, JSONSchema)]) -> JSONSchema {
        .object(Dictionary(uniqueKeysWithValues: pairs))
    }

    /// What holds beside the keys of a section.
    static let rules: [PlanSection: [String: JSONSchema]] = [
        .plan: [
            "anyOf": [
                [
                    "required": ["sources", "entities"],
                    "properties": ["entities": ["type": "object"]],
                ],
                ["required": ["tables"]],
            ],
            "dependencies": dependencies([
                excluding("models", ["schema"]),
                excluding("tables", PlanReader.keysOfLoads),
            ]),
        ],
        .value: [
            "anyOf": has("column", "value", "template", "uuid"),
            "dependencies": dependencies(valueOrigins),
        ],
        .relationship: [
            "anyOf": has("column", "value", "template", "columns"),
            "dependencies": dependencies(
                valueOrigins + [
                    excluding("columns", PlanSection.value.names.filter { $0 != "separator" }),
                    excluding("keyOf", ["find", "set", "columns", "ignoring"]),
                ]),
        ],
    ]

    /// The keys that a kind of sources needs besides its own.
    static let requirements: [String: [String]] = ["store": ["entity"], "xml": ["records"]]

    /// Column names besides those of the header row would make that a row.
    private static let namedColumns: [String: JSONSchema] = [
        "dependencies": [
            "columns": [
                "required": ["header"],
                "properties": [
                    "header": ["anyOf": [["const": false], .definition("variable")]]
                ],
            ]
        ]
    ]

    /// What holds beside the keys of a kind of sources.
    static let sourceRules: [String: [String: JSONSchema]] = [
        "sqlite": ["oneOf": [["required": ["table"]], ["required": ["query"]]]],
        "csv": namedColumns, "xlsx": namedColumns, "ods": namedColumns,
    ]
}
