/// A JSON Schema or a part of one.
package indirect enum JSONSchema: Encodable, Equatable, Sendable {
    case flag(Bool)
    case number(Int)
    case text(String)
    case list([JSONSchema])
    case object([String: JSONSchema])

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .flag(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }
}

extension JSONSchema: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }
    package init(booleanLiteral value: Bool) { self = .flag(value) }
    package init(integerLiteral value: Int) { self = .number(value) }
    package init(arrayLiteral elements: JSONSchema...) { self = .list(elements) }
    package init(dictionaryLiteral elements: (String, JSONSchema)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
}

extension JSONSchema {
    /// Returns a list of texts.
    static func texts(_ texts: [String]) -> JSONSchema { .list(texts.map { .text($0) }) }

    /// Returns the schema of a value that is one of these texts.
    static func one(of texts: [String]) -> JSONSchema { ["enum": .texts(texts)] }

    /// Returns the schema of a value that fits at least one of these schemas.
    static func any(_ schemas: JSONSchema...) -> JSONSchema { ["anyOf": .list(schemas)] }

    /// Returns a reference to a schema in `definitions`.
    static func definition(_ name: String) -> JSONSchema { ["$ref": .text("#/definitions/" + name)] }

    /// Returns the schema with more members, which replace its own members with the same names.
    func with(_ members: [String: JSONSchema]) -> JSONSchema {
        guard case .object(let own) = self else { return self }
        return .object(own.merging(members) { _, new in new })
    }
}
