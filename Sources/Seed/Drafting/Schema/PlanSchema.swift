import ObjectModel
import Seeding
import StoreFormat

/// The JSON Schema (draft-07) of seed plans, for editors. It has the keys of ``PlanSection/keys`` and, for a
/// model, the names of its entities, attributes and relationships.
///
/// Each plan that the reader accepts is valid. Rules that the schema cannot express are in docs/guides/editors.md.
package struct PlanSchema {
    /// The layout of the model, or nil for plans of any model.
    let layout: StoreLayout?
    /// Whether the case of the model's names is unknown, so that other names must be accepted.
    let isInferred: Bool

    /// Creates the schema for plans of one model, or of any.
    ///
    /// - Parameter subject: a model, or a store with its model.
    package init(_ subject: ModelSubject? = nil) {
        layout = subject?.layout
        isInferred = subject?.model.isInferred ?? false
    }

    /// Creates the schema for plans of a reference.
    package init(_ reference: ReferenceStore) {
        layout = reference.layout
        isInferred = reference.model.isInferred
    }

    /// The JSON Schema of plans.
    package var schema: JSONSchema {
        let plan = section(
            .plan, values: layout.map { ["entities": entities($0), "links": links($0)] } ?? [:])
        return plan.with([
            "$schema": "http://json-schema.org/draft-07/schema#",
            "title": "zseed plan",
            "definitions": .object(definitions.merging(entityDefinitions) { own, _ in own }),
        ])
    }

    private var definitions: [String: JSONSchema] {
        var definitions: [String: JSONSchema] = [
            // `zseed build --set` supplies the value.
            "variable": ["type": "string", "pattern": #"\$\{[A-Za-z_][A-Za-z0-9_]*\}"#],
            "single": ["type": ["string", "number", "boolean"]],
            "propertyList": [
                "anyOf": [
                    .definition("single"),
                    ["type": "array", "items": .definition("propertyList")],
                    ["type": "object", "additionalProperties": .definition("propertyList")],
                ]
            ],
        ]
        for section in PlanSection.allCases where ![.plan, .source, .shape].contains(section) {
            definitions[section.rawValue] = self.section(section)
        }
        for kind in PlanSection.sourceKinds {
            definitions["source-" + kind] = source(kind)
        }
        definitions["source"] = [
            "oneOf": .list(PlanSection.sourceKinds.map { .definition("source-" + $0) })
        ]
        return definitions
    }

    // MARK: Sections

    /// Returns the schema of a section.
    ///
    /// - Parameter values: the schemas of keys that depend on the model.
    func section(_ section: PlanSection, values: [String: JSONSchema] = [:]) -> JSONSchema {
        mapping(section.keys, values: values).with(Self.rules[section] ?? [:])
    }

    private func source(_ kind: String) -> JSONSchema {
        func options(_ section: PlanSection) -> [PlanKey] {
            let names = section.options(ofSourceKind: kind)
            return section.keys.filter { $0.name == kind || names.contains($0.name) }
        }
        let (keys, shape) = (options(.source), options(.shape))
        // Keys of `shape:` may also be beside it, as in plans of earlier versions.
        var values = Dictionary(
            uniqueKeysWithValues: shape.map { key in
                let former: [String: JSONSchema] = ["deprecationMessage": "Write it in `shape:`."]
                return (key.name, value(key.value, isOptional: true).with(former))
            })
        values["shape"] = .any(mapping(shape), ["type": "null"])
        var schema = mapping(keys + shape, values: values)
        let needed = [kind] + (Self.requirements[kind] ?? [])
        schema = schema.with(["required": .texts(needed)]).with(Self.sourceRules[kind] ?? [:])
        guard case .object(var members) = schema,
            case .object(var properties)? = members["properties"]
        else { return schema }
        for name in needed {
            guard let key = keys.first(where: { $0.name == name }) else { continue }
            properties[name] = value(key.value, isOptional: false).with(words(of: key))
        }
        members["properties"] = .object(properties)
        return .object(members)
    }

    private func mapping(_ keys: [PlanKey], values: [String: JSONSchema] = [:]) -> JSONSchema {
        let properties = keys.map { key in
            let value = values[key.name] ?? value(key.value, isOptional: !key.isRequired)
            return (key.name, value.with(words(of: key)))
        }
        let required = keys.filter(\.isRequired).map(\.name)
        var schema: JSONSchema = [
            "type": "object", "additionalProperties": false,
            "properties": .object(Dictionary(uniqueKeysWithValues: properties)),
        ]
        if !required.isEmpty { schema = schema.with(["required": .texts(required)]) }
        return schema
    }

    private func words(of key: PlanKey) -> [String: JSONSchema] {
        // Links are relative to the reference page, and editors show only text.
        var words: [String: JSONSchema] = [
            "description": .text(key.meaning.replacing(/\[([^\]]+)\]\([^)]*\)/) { String($0.output.1) })
        ]
        if let usual = key.usual {
            if case .flag = key.value {
                words["default"] = .flag(usual == "true")
            } else {
                words["default"] = .text(usual)
            }
        }
        return words
    }

    // MARK: Values

    /// Returns the schema of a key's value.
    ///
    /// - Parameter isOptional: whether the value may be null, as if the key were missing.
    func value(_ value: PlanValue, isOptional: Bool) -> JSONSchema {
        let text: JSONSchema =
            isOptional
            ? ["type": ["string", "number", "boolean", "null"]]
            : ["type": ["string", "number", "boolean"]]
        let orNothing: [JSONSchema] = isOptional ? [["type": "null"]] : []
        func optional(_ schemas: JSONSchema...) -> JSONSchema { ["anyOf": .list(schemas + orNothing)] }
        switch value {
        case .name(.toMany):
            return .any(["type": "string", "pattern": #"\."#], .definition("variable"))
        case .text, .path, .name: return text
        case .known(let words): return .any(.one(of: words), text)
        case .flag: return .any(["type": "boolean"], .definition("variable"))
        case .count: return .any(["type": "integer", "minimum": 1], .definition("variable"))
        case .position:
            return .any(
                ["type": "integer", "minimum": -1000, "maximum": 1000, "not": ["const": 0]],
                .definition("variable"))
        case .scalar: return ["type": ["string", "number", "boolean", "null"]]
        case .sign(let words):
            return optional(
                .one(of: words), ["type": "string", "pattern": #"^[\x00-\x09\x0B\x0C\x0E-\x21\x23-\x7F]$"#],
                ["type": "integer", "minimum": 0, "maximum": 9], .definition("variable"))
        case .choice(let words):
            // YAML reads `null` as a null and not as the word.
            let isNullWord: [JSONSchema] = words.contains("null") && !isOptional ? [["type": "null"]] : []
            return [
                "anyOf": .list([.one(of: words), .definition("variable")] + orNothing + isNullWord)
            ]
        case .oneOrMore(let element):
            let one = self.value(element, isOptional: false)
            let isText = if case .section = element { false } else { true }
            return optional(
                one,
                isText
                    ? ["type": "array", "minItems": 1, "items": one] : ["type": "array", "items": one])
        case .words:
            let word: JSONSchema = ["type": ["string", "number", "boolean", "null"]]
            return .any(word, ["type": "array", "items": word])
        case .list(let element):
            return optional(["type": "array", "items": self.value(element, isOptional: false)])
        case .byName(_, let element):
            return [
                "type": isOptional ? ["object", "null"] : "object",
                "additionalProperties": self.value(element, isOptional: element.mayBeNull),
            ]
        case .section(let section): return optional(.definition(section.rawValue))
        case .columnOr(let section):
            return .any(
                ["type": ["string", "number", "boolean", "null"]], .definition(section.rawValue))
        case .propertyList: return .definition("propertyList")
        }
    }
}

extension PlanValue {
    /// Whether the values of named keys may be null.
    fileprivate var mayBeNull: Bool { if case .scalar = self { true } else { false } }
}
