import ObjectModel
import SQLite
import Sources
import StoreFormat

/// Values that go into several columns: enumerations without raw values, and structures.
extension PlanResolver {
    /// The values of the columns of a composite attribute that a plan names as a whole
    /// (docs/swiftdata.md#seeding).
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
            // What is wrong with the whole is told once.
            guard issues.issues.count == before, let origin else { return values }
            values.append(
                ResolvedValue(
                    path: cases == nil ? column.path : composite.path, column: column.column,
                    isRequired: isRequired(column), origin: origin, whole: composite.path))
        }
        return values
    }

    /// What a column holds where the cell for a whole enumeration or structure is empty that is not
    /// optional: the default of a new object, where the source has one.
    private func wholeDefault(
        of column: AttributeColumn, _ composite: CompositeLayout, _ entity: EntityLayout
    ) -> Value? {
        guard !composite.attribute.isOptional else { return nil }
        return modelDefault(of: column, entity)
    }

    /// Where a part of a cell comes from. What stands for an empty cell stands for all of it.
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

    /// One column of a structure: the way to the member, and what becomes of it.
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

    /// The members of a structure as attributes of their own, where the source has columns for them
    /// and none for the whole, as one with nested objects has.
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

    /// The name of the case that a column is for; nil for all other columns.
    func ownCase(of attribute: AttributeColumn, in entity: EntityLayout) -> String? {
        entity.composites.contains { $0.plainCases != nil && $0.columns.contains(attribute) }
            ? attribute.attribute.name : nil
    }

    // MARK: Arrays

    /// How cells become the JSON that SwiftData keeps for an array, where the attribute is one and the
    /// plan does not say how its bytes are written; nil for everything else.
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
    /// The type of elements that a plan calls so; nil for what is no single value.
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
    /// Whether it is a member of a structure.
    var isStructure: Bool { if case .member = self { true } else { false } }
}

extension ValueOptions {
    /// How a value is read, without what is done to the text of the cell before.
    fileprivate var withoutTransforms: ValueOptions {
        var options = self
        options.template = nil
        options.nullWords = nil
        options.trims = nil
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
