import Inputs
import ObjectModel
import SQLite
import StoreFormat

/// Values that fill several columns: enumerations without raw values, and structures.
extension PlanResolver {
    /// Resolves the values of the columns of a composite attribute that a plan names as a whole
    /// (docs/start/swiftdata.md#seeding).
    func composite(
        _ composite: CompositeLayout, _ plan: AttributePlan, of entity: EntityLayout,
        in scope: LoadScope
    ) -> [ResolvedValue] {
        if let uuid = plan.value.options.uuid {
            let type = composite.attribute.type.xcodeName
            let location = uuid.names.first?.location ?? plan.name.location
            issues.add(SeedIssue(.plan(.unusableKey("uuid", type: type)), at: location))
            return []
        }
        if let members = members(of: composite, plan, in: scope) {
            return attributes(members, of: entity, in: scope)
        }
        let cases = composite.plainCases
        let prefix = composite.path + "."
        let cell = StructureCell(names: memberNames(of: composite))
        var values: [ResolvedValue] = []
        for (index, column) in composite.columns.enumerated() {
            let before = issues.issues.count
            var part: ConversionSettings.Part?
            if let cases {
                part = .choice(EnumerationChoice(cases: cases, index: index))
            } else {
                part = member(
                    column, behind: prefix,
                    StructureMember(
                        cell: cell, path: [], isFirst: index == 0), plan.value, of: entity, in: scope)
            }
            var origin = part.flatMap { whole(plan.value, of: column, entity: entity, $0, in: scope) }
            if case .cell(let cell, let converter, _)? = origin, plan.value.fallback == nil,
                let value = wholeDefault(of: column, composite, entity)
            {
                converter.empty = BoundValue(value)
                origin = .cell(cell, converter, fallback: nil)
            }
            // A mistake of the whole composite is reported once.
            guard issues.issues.count == before, let origin else { return values }
            values.append(
                ResolvedValue(
                    path: cases == nil ? column.path : composite.path, column: column.column,
                    isRequired: isRequired(column), origin: origin, whole: composite.path))
        }
        return values
    }

    /// Returns a column's value if the cell of a whole enumeration or structure that is not optional is empty: the
    /// default of a new object, if the source code has one.
    private func wholeDefault(
        of column: AttributeColumn, _ composite: CompositeLayout, _ entity: EntityLayout
    ) -> Value? {
        guard !composite.attribute.isOptional else { return nil }
        return modelDefault(of: column, entity)
    }

    /// Returns the origin of a part of a cell. The value for an empty cell is that of the whole cell.
    private func whole(
        _ plan: ValuePlan, of column: AttributeColumn, entity: EntityLayout,
        _ part: ConversionSettings.Part, in scope: LoadScope
    ) -> ResolvedValue.Origin? {
        guard
            let (converter, cell) = converter(plan, of: column, entity: entity, in: scope, part: part)
        else { return nil }
        if let constant = plan.constant {
            let written = plan.options.constantText
            return value(constant, written, converter, column, entity).map { .constant($0) }
        }
        guard let cell else { return nil }
        if let fallback = plan.fallback {
            let written = plan.options.fallbackText
            guard let value = value(fallback, written, converter, column, entity) else { return nil }
            converter.empty = BoundValue(value)
        }
        return .cell(cell, converter, fallback: nil)
    }

    // MARK: Structures

    /// Resolves one column of a structure: the path to the member, and its converter.
    private func member(
        _ column: AttributeColumn, behind prefix: String, _ member: StructureMember, _ plan: ValuePlan,
        of entity: EntityLayout, in scope: LoadScope
    ) -> ConversionSettings.Part? {
        var inner = plan
        inner.column = nil
        inner.fallback = nil
        inner.constant = Located(.null, at: plan.column?.location ?? scope.source.name.location)
        inner.options = plan.options.withoutTransforms
        var path = String(column.path.dropFirst(prefix.count))
        var part: ConversionSettings.Part?
        if let choice = entity.composites.first(where: { composite in
            composite.plainCases != nil && composite.columns.contains(column)
        }), let cases = choice.plainCases, let index = choice.columns.firstIndex(of: column) {
            path = String(choice.path.dropFirst(prefix.count))
            part = .choice(EnumerationChoice(cases: cases, index: index))
        }
        guard
            let converter = converter(
                inner, of: column, entity: entity, in: scope, part: part, isMember: true)?.converter
        else { return nil }
        let names = path.split(separator: ".").map(String.init)
        return .member(
            StructureMember(cell: member.cell, path: names, isFirst: member.isFirst), converter)
    }

    private func memberNames(of composite: CompositeLayout) -> [String] {
        composite.attribute.elements.map(\.name)
    }

    /// Returns the members of a structure as attributes of their own if the source has columns for them and none for
    /// the whole, as a source with nested objects has.
    private func members(
        of composite: CompositeLayout, _ plan: AttributePlan, in scope: LoadScope
    ) -> [AttributePlan]? {
        guard composite.plainCases == nil, let column = plan.value.column,
            !scope.columns.contains(column.value)
        else { return nil }
        let members = composite.columns.compactMap { member -> AttributePlan? in
            let path = member.path.dropFirst(composite.path.count)
            guard scope.columns.contains(column.value + path) else { return nil }
            var value = plan.value
            value.column = Located(column.value + path, at: column.location)
            return AttributePlan(name: Located(member.path, at: plan.name.location), value: value)
        }
        return members.isEmpty ? nil : members
    }

    // MARK: Enumerations

    /// Returns the name of the case of a column; nil for other columns.
    func ownCase(of attribute: AttributeColumn, in entity: EntityLayout) -> String? {
        entity.composites.contains { $0.plainCases != nil && $0.columns.contains(attribute) }
            ? attribute.attribute.name : nil
    }

    // MARK: Arrays

    /// Returns the conversion of cells to SwiftData's JSON of an array. Returns nil if the attribute is not an array
    /// or if the plan sets the form of its bytes.
    func codableList(
        _ plan: ValuePlan, of attribute: AttributeColumn, entity: EntityLayout
    ) -> CodableList? {
        let options = plan.options
        guard options.archive == nil, options.binary == nil,
            let elements = attribute.attribute.arrayElements(
                reference.sourceValues.form(of: attribute.path, entity: entity.name),
                isInside: attribute.isElement, isSwiftData: isSwiftData)
        else { return nil }
        let chosen = options.elements?.value.attributeType.map { SourceValues.Element.value($0) }
        let kind = chosen ?? elements
        let isList = kind.isPlain || options.separator != nil
        return CodableList(
            elements: !kind.isPlain && options.separator != nil ? .value(.string) : kind,
            separator: isList ? options.separator?.value ?? "|" : nil,
            isArchived: attribute.attribute.type == .transformable)
    }
}

extension ArchiveForm {
    /// The type of elements with this name in plans; nil for containers and plain bytes.
    fileprivate var attributeType: AttributeType? {
        switch self {
        case .string: .string
        case .number: .double
        case .boolean: .boolean
        case .date: .date
        case .raw, .array, .json, .dictionary: nil
        }
    }
}

extension ConversionSettings.Part {
    /// Whether the part is a member of a structure.
    var isStructure: Bool { if case .member = self { true } else { false } }
}

extension ValueOptions {
    /// The options without those that change the text of the cell.
    fileprivate var withoutTransforms: ValueOptions {
        var options = self
        options.template = nil
        options.nullWords = nil
        options.trims = nil
        options.escape = nil
        options.letterCase = nil
        options.normalization = nil
        options.replacements = []
        options.split = nil
        options.lookup = nil
        options.constantText = nil
        options.fallbackText = nil
        return options
    }
}
