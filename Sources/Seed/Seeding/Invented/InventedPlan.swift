import Files
import Inputs
import ObjectModel
import SwiftDataSource

/// A plan that fills a store with invented objects of each entity of a model. The rows are the same on each run.
///
/// ```swift
/// let plan = InventedPlan(of: file, rows: 20)
/// try plan.text(reference: "App", choice: .current, output: "V1.store", folder: FilePath("."))
/// ```
package struct InventedPlan {
    /// The properties without an invented value, as `Entity.property`. These are optional properties of unknown form,
    /// and others for which no value can be invented.
    package private(set) var omissions: [String] = []
    private let model: ManagedObjectModel
    private let values: SourceValues
    private let rows: Int
    private var sources: [String] = []
    private var loads: [String] = []
    private var links: [String] = []
    private var junctions = 0

    /// The column with the number of the row, by which other rows refer to it.
    private static let number = "n"

    /// Invents rows for all entities that are not abstract.
    package init(of file: ModelFile, rows: Int) {
        model = file.model
        values = file.sourceValues
        self.rows = rows
        for entity in model.entities where !entity.isAbstract { add(entity) }
    }

    /// Returns the text of the plan.
    ///
    /// - Throws: `FileError`.
    package func text(
        reference: String, choice: ModelChoice, output: String, folder: FilePath
    ) throws(FileError) -> String {
        var lines = [
            "reference: \(YAMLText.scalar(reference))", "output: \(YAMLText.scalar(output))", "timeZone: UTC",
        ]
        lines += try choice.planLines(from: folder)
        lines += ["sources:"] + sources + ["entities:"] + loads
        if !links.isEmpty { lines += ["links:"] + links }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The invented column of an attribute or relationship.
    private struct Column {
        /// The generator of the cells: `{ words: 1..3 }`.
        let cells: String
        /// Further keys of the plan, besides the column: `date: unix`.
        var options: [String] = []
    }

    private mutating func add(_ entity: EntityDescription) {
        var fields = ["\(Self.number): { sequence: 1 }"]
        var (attributes, relationships): ([String], [String]) = ([], [])
        let constraints = model.uniquenessConstraints(of: entity)
        let unique = Set(constraints.compactMap { names in names.first { canBeUnique($0, in: entity) } })
        func add(_ path: String, _ column: Column, to lines: inout [String]) {
            let name = YAMLText.quoted("of " + path)
            fields.append("\(name): \(column.cells)")
            let value = (["column: \(name)"] + column.options).joined(separator: ", ")
            lines.append("\(YAMLText.scalar(path)): { \(value) }")
        }
        for attribute in entity.attributes where !attribute.isTransient && !attribute.isDerived {
            let columns = columns(
                of: attribute, at: attribute.name, in: entity, isUnique: unique.contains(attribute.name))
            if columns.isEmpty, attribute.defaultValue == nil {
                omissions.append("\(entity.name).\(attribute.name)")
            }
            for (path, column) in columns { add(path, column, to: &attributes) }
        }
        for relationship in entity.relationships where !relationship.isTransient {
            guard let destination = destination(of: relationship) else { continue }
            let inverse = model.inverse(of: relationship, in: entity)
            if relationship.isToMany {
                guard inverse?.isToMany ?? true, isFirst(relationship, inverse, of: entity, destination)
                else { continue }
                addLinks(relationship, entity, destination)
            } else if let inverse, !inverse.isToMany {
                guard isFirst(relationship, inverse, of: entity, destination) else { continue }
                relationships.append(
                    "\(YAMLText.scalar(relationship.name)): "
                        + "{ keyOf: \(YAMLText.scalar(destination.name)), column: \(Self.number) }")
            } else {
                let empty = relationship.isOptional ? ", empty: 20" : ""
                let cells = "{ reference: \(YAMLText.quoted("\(destination.name).\(Self.number)"))\(empty) }"
                let column = Column(cells: cells, options: ["keyOf: \(YAMLText.scalar(destination.name))"])
                add(relationship.name, column, to: &relationships)
            }
        }
        let name = YAMLText.scalar(entity.name)
        sources.append("  \(name): { generate: \(rows), fields: { \(fields.joined(separator: ", ")) } }")
        loads += ["  \(name):", "    from: \(name)", "    key: \(Self.number)"]
        if unique.count < constraints.count { loads.append("    conflict: skip") }
        if !attributes.isEmpty { loads += ["    attributes:"] + attributes.map { "      " + $0 } }
        if !relationships.isEmpty { loads += ["    relationships:"] + relationships.map { "      " + $0 } }
    }

    // MARK: Relationships

    /// Returns the entity for the destination objects of a relationship: the first one that is not abstract.
    private func destination(of relationship: RelationshipDescription) -> EntityDescription? {
        guard let entity = relationship.destinationEntityName.flatMap(model.entity(named:)) else {
            return nil
        }
        return ([entity] + model.descendants(of: entity)).first { !$0.isAbstract }
    }

    /// Returns whether the plan writes the links of a pair on this side.
    private func isFirst(
        _ relationship: RelationshipDescription, _ inverse: RelationshipDescription?,
        of entity: EntityDescription,
        _ destination: EntityDescription
    ) -> Bool {
        // An inherited relationship is written with the entity that declares it.
        guard entity.superentityName == nil || entity.declares(relationship.name) else { return false }
        guard let inverse else { return true }
        return (entity.name, relationship.name) <= (destination.name, inverse.name)
    }

    /// Links the rows of equal number.
    private mutating func addLinks(
        _ relationship: RelationshipDescription, _ entity: EntityDescription, _ destination: EntityDescription
    ) {
        junctions += 1
        let source = YAMLText.scalar("links \(junctions)")
        sources.append(
            "  \(source): { generate: \(rows), fields: { one: { sequence: 1 }, other: { sequence: 1 } } }")
        links += [
            "  - from: \(source)",
            "    relationship: \(YAMLText.scalar("\(entity.name).\(relationship.name)"))",
            "    source: { keyOf: \(YAMLText.scalar(entity.name)), column: one }",
            "    target: { keyOf: \(YAMLText.scalar(destination.name)), column: other }",
        ]
    }

    // MARK: Attributes

    private func canBeUnique(_ name: String, in entity: EntityDescription) -> Bool {
        guard let attribute = entity.attribute(named: name), values.form(of: name, entity: entity.name) == nil
        else {
            return false
        }
        return [.string, .integer16, .integer32, .integer64, .double, .float, .decimal, .date, .uuid, .uri]
            .contains(attribute.type)
    }

    /// Returns the columns of an attribute, one for each of its members; none if no value can be invented.
    private func columns(
        of attribute: AttributeDescription, at path: String, in entity: EntityDescription, isUnique: Bool
    ) -> [(path: String, column: Column)] {
        if let form = values.form(of: path, entity: entity.name) {
            switch form {
            case .enumeration(let cases):
                return [(path, choice(cases.map { text(of: $0.rawValue) }))]
            case .array(let element):
                guard let cells = list(of: element) else {
                    return attribute.isOptional ? [] : [(path, choice(["[]"]))]
                }
                return [(path, choice([cells, "[]"]))]
            case .data: break
            }
        }
        guard !attribute.isComposite else {
            if case .array(let cases)? = attribute.userInfo.entries.first(where: { $0.key == "enum" })?.value
            {
                return [(path, choice(cases.map(text)))]
            }
            let isMarked = attribute.userInfo.entries.contains { $0.key == "EnumType" }
            // The cases of an enumeration with raw values are only in the source.
            guard !isMarked else { return [] }
            return attribute.elements.flatMap {
                columns(of: $0, at: path + "." + $0.name, in: entity, isUnique: false)
            }
        }
        return column(of: attribute, in: entity, isUnique: isUnique).map { [(path, $0)] } ?? []
    }

    private func column(
        of attribute: AttributeDescription, in entity: EntityDescription, isUnique: Bool
    ) -> Column? {
        let rules = attribute.validation
        func number(_ low: Int, _ high: Int, decimals: Int = 0) -> Column {
            guard !isUnique else { return Column(cells: "{ sequence: 1 }") }
            let least = rules.minimum.flatMap(Self.integer) ?? low
            let most = rules.maximum.flatMap(Self.integer) ?? max(least, high)
            let fraction = decimals > 0 ? ", decimals: \(decimals)" : ""
            return Column(cells: "{ number: \(least)..\(max(least, most))\(fraction) }")
        }
        switch attribute.type {
        case .integer16, .integer32, .integer64: return number(0, 100)
        case .double, .float, .decimal: return number(0, 100, decimals: 2)
        case .boolean: return choice(["true", "false"])
        case .date:
            return isUnique
                ? Column(cells: "{ sequence: 1704067200 }", options: ["date: unix"])
                : Column(cells: "{ date: 2020-01-01..2025-12-31 }")
        case .uuid: return Column(cells: "{ uuid: true }")
        case .uri: return Column(cells: "{ pattern: \"https://example.com/#####\" }")
        case .string:
            if isUnique { return Column(cells: "{ sequence: 1 }") }
            if let most = rules.maximumLength, most < 30 {
                let length = max(rules.minimumLength ?? 0, min(3, most))
                return Column(cells: "{ pattern: \"\(String(repeating: "?", count: max(length, 1)))\" }")
            }
            return Column(cells: "{ words: 1..3 }")
        case .binaryData where !attribute.isOptional:
            return Column(cells: "{ choice: [\"\"] }", options: ["binary: text"])
        default: return nil
        }
    }

    private func choice(_ texts: [String]) -> Column {
        Column(cells: "{ choice: [\(texts.map(YAMLText.quoted).joined(separator: ", "))] }")
    }

    private static func integer(_ value: PropertyValue) -> Int? {
        switch value {
        case .integer(let number): Int(exactly: number)
        case .double(let number): Int(exactly: number.rounded(.up))
        case .decimal(let text): Double(text).flatMap { Int(exactly: $0.rounded(.up)) }
        default: nil
        }
    }

    private func text(of value: PropertyValue) -> String {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        default: ""
        }
    }

    /// Returns a list in JSON; nil if the form of its elements is not known.
    private func list(of element: SourceValues.Element) -> String? {
        switch element {
        case .value(.string): #"["one","two"]"#
        case .value(.integer16), .value(.integer32), .value(.integer64): "[1,2]"
        case .value(.double), .value(.float): "[0.5]"
        case .value(.boolean): "[true]"
        case .value(.uuid): #"["5EED0000-0000-4000-8000-000000000001"]"#
        case .enumeration(let cases):
            cases.first.map { first in
                guard case .string(let text) = first.rawValue else { return "[\(text(of: first.rawValue))]" }
                return "[\(QuotedText.codable(text))]"
            }
        default: nil
        }
    }
}
