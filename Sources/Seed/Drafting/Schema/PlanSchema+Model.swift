import ObjectModel
import Seeding
import StoreFormat

/// The names of a model, which editors complete and check.
extension PlanSchema {
    /// The definitions of the model's entities and of their destinations.
    var entityDefinitions: [String: JSONSchema] {
        guard let layout else { return [:] }
        var definitions: [String: JSONSchema] = [:]
        for entity in layout.entities {
            definitions["load-" + entity.name] = load(entity)
            definitions["to-" + entity.name] = section(.relationship, values: destination(entity))
        }
        return definitions
    }

    /// Returns the schema of the key `entities`, with the names of the model's entities.
    func entities(_ layout: StoreLayout) -> JSONSchema {
        let loads = layout.entities.map { entity -> (String, JSONSchema) in
            let load = JSONSchema.definition("load-" + entity.name)
            return (entity.name, .any(load, ["type": "array", "items": load]))
        }
        let other = value(.oneOrMore(.section(.load)), isOptional: false)
        return names(loads, others: other)
    }

    /// Returns the schema of a mapping whose keys are names of the model or variables.
    private func names(_ members: [(String, JSONSchema)], others: JSONSchema) -> JSONSchema {
        [
            "type": ["object", "null"],
            "properties": .object(Dictionary(keepingFirst: members)),
            "patternProperties": [#"\$\{"#: others],
            "additionalProperties": isInferred ? others : false,
        ]
    }

    /// Returns the schema of a text that is one of these names. If the model is inferred, any text is valid.
    private func name(of names: [String]) -> JSONSchema {
        .any(.one(of: names), isInferred ? .definition("single") : .definition("variable"))
    }

    private func oneOrMore(_ schema: JSONSchema) -> JSONSchema {
        .any(schema, ["type": "array", "minItems": 1, "items": schema], ["type": "null"])
    }

    private func orNothing(_ schema: JSONSchema) -> JSONSchema { .any(schema, ["type": "null"]) }

    // MARK: Loads

    private func load(_ entity: EntityLayout) -> JSONSchema {
        let kinds = family(of: entity)
        let load = section(
            .load,
            values: [
                "attributes": attributes(of: kinds), "relationships": relationships(of: kinds),
                "unique": oneOrMore(name(of: paths(of: [entity]))),
                "discriminator": orNothing(
                    section(
                        .discriminator,
                        values: [
                            "entities": [
                                "type": "object",
                                "additionalProperties": name(
                                    of: kinds.filter { !$0.isAbstract }.map(\.name)),
                            ]
                        ])),
            ])
        guard kinds.count > 1 else { return load }
        // Rows with a discriminator can also have the properties of subentities.
        return load.with([
            "if": ["not": ["required": ["discriminator"]]],
            "then": [
                "properties": [
                    "attributes": attributes(of: [entity]),
                    "relationships": relationships(of: [entity]),
                ]
            ],
        ])
    }

    /// Returns the entity and its subentities.
    private func family(of entity: EntityLayout) -> [EntityLayout] {
        layout?.entities.filter { entity.familyNumbers.contains($0.number) } ?? [entity]
    }

    /// Returns the paths of attributes that a plan can fill, without derived attributes.
    private func paths(of entities: [EntityLayout]) -> [String] {
        var seen: Set<String> = []
        let paths = entities.flatMap { entity -> [String] in
            let composites: [[String]] = entity.composites.map { [$0.path] + $0.rawPath }
            return entity.attributes.filter { !$0.attribute.isDerived }.map(\.path) + composites.joined()
        }
        return paths.filter { seen.insert($0).inserted }
    }

    private func attributes(of entities: [EntityLayout]) -> JSONSchema {
        let value = value(.columnOr(.value), isOptional: false)
        let members = paths(of: entities).map { path -> (String, JSONSchema) in
            let attribute = entities.lazy.compactMap { $0.attribute(path) }.first?.attribute
            let words = attribute.map { $0.type.xcodeName + ($0.isOptional ? ", optional" : "") }
            return (path, words.map { value.with(["description": .text($0)]) } ?? value)
        }
        return names(members, others: value)
    }

    private func relationships(of entities: [EntityLayout]) -> JSONSchema {
        let members = entities.flatMap { entity in
            entity.toOnes.map { ($0.relationship.name, $0.destinationName, "to one") }
                + entity.toManys.map { ($0.relationship.name, $0.destinationName, "to many") }
        }
        return names(
            members.map { name, destination, words in
                (
                    name,
                    [
                        "anyOf": [
                            ["type": ["string", "number", "boolean", "null"]],
                            .definition("to-" + destination),
                        ],
                        "description": .text("\(words) \(destination)"),
                    ]
                )
            }, others: value(.columnOr(.relationship), isOptional: false))
    }

    // MARK: Destinations

    /// Returns the keys of a relationship that refer to its destination.
    private func destination(_ entity: EntityLayout) -> [String: JSONSchema] {
        let kinds = family(of: entity)
        let found = kinds.flatMap { kind in paths(of: [kind]).map { kind.name + "." + $0 } }
        return [
            "find": oneOrMore(name(of: paths(of: kinds) + found)),
            "keyOf": orNothing(name(of: kinds.map(\.name))),
            "set": attributes(of: kinds),
        ]
    }

    /// Returns the schema of the key `links`, with the to-many relationships of the model.
    func links(_ layout: StoreLayout) -> JSONSchema {
        let names = layout.entities.flatMap { entity in
            entity.toManys.map { entity.name + "." + $0.relationship.name }
        }
        let link = section(.link, values: ["relationship": name(of: names)])
        return orNothing(["type": "array", "items": link])
    }
}

extension CompositeLayout {
    /// The dotted path of an enumeration's raw value. Its own path means the same.
    fileprivate var rawPath: [String] {
        guard case .raw(let element)? = enumeration else { return [] }
        return [path + "." + element.name]
    }
}
