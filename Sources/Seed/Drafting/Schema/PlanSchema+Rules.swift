import Seeding

/// Rules that involve several keys. The plan reader implements the same rules in code.
extension PlanSchema {
    /// Returns alternatives: a mapping has one of these keys, with a value.
    private static func has(_ keys: String...) -> JSONSchema {
        .list(
            keys.map { key in
                let has: JSONSchema = ["required": .texts([key])]
                // The value of a constant must not be null to count.
                guard key != "value" else { return has }
                return has.with(["properties": .object([key: ["not": ["type": "null"]]])])
            })
    }

    /// Returns the rule that a key excludes others.
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

    /// The rules of each section besides those of its keys.
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
                    excluding(
                        "columns", PlanSection.value.names.filter { !["separator", "null"].contains($0) }),
                    excluding("keyOf", ["find", "set", "columns", "ignoring"]),
                ]),
        ],
    ]

    /// The keys that a kind of input needs besides its own.
    static let requirements: [String: [String]] = ["store": ["entity"], "xml": ["records"]]

    /// `columns` requires `header: false`, because a header row would silently become a row of data.
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

    /// The rules of each kind of input besides those of its keys.
    static let sourceRules: [String: [String: JSONSchema]] = [
        "sqlite": ["oneOf": [["required": ["table"]], ["required": ["query"]]]],
        "csv": namedColumns, "xlsx": namedColumns, "ods": namedColumns,
    ]
}
