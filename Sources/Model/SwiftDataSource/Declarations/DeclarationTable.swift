import SwiftSource

/// All types, aliases and variables that the sources declare, by name.
///
/// Parents and members refer to each other. The table lives until one model is read.
final class DeclarationTable {
    /// A variable outside of types.
    struct Variable {
        let binding: VariableDeclaration.Binding
        let unit: SourceUnit
        let isConstant: Bool
    }

    let units: [SourceUnit]
    /// The types that are not nested in others.
    private(set) var types: [String: [DeclaredType]] = [:]
    private(set) var aliases: [String: [DeclaredType.Alias]] = [:]
    private(set) var variables: [String: [Variable]] = [:]
    /// Every type, in the order of files and locations.
    private(set) var all: [DeclaredType] = []
    /// Extensions, which are resolved after all types are known.
    private var extensions: [(declaration: TypeDeclaration, unit: SourceUnit, isInactive: Bool)] = []

    init(units: [SourceUnit]) {
        self.units = units
        for unit in units {
            for declaration in unit.file.declarations {
                add(declaration, unit: unit, to: nil, Surroundings())
            }
        }
        addExtensions()
    }

    /// The conditions around a declaration.
    private struct Surroundings {
        var isInactive = false
        var decision: CompilationDecision?
        var isInExtension = false
    }

    private func add(
        _ declaration: DeclarationSyntax, unit: SourceUnit, to parent: DeclaredType?,
        _ around: Surroundings
    ) {
        switch declaration {
        case .type(let type) where type.kind == .extension:
            extensions.append((type, unit, around.isInactive))
        case .type(let type): add(type, unit: unit, to: parent, around)
        case .variable(let variable): add(variable, unit: unit, to: parent, around)
        case .enumCase(let cases):
            guard !around.isInactive else { return }
            parent?.cases += cases.elements.map {
                DeclaredType.Case(element: $0, unit: unit, condition: around.decision)
            }
        case .alias(let alias):
            let entry = DeclaredType.Alias(declaration: alias, unit: unit, scope: parent)
            guard !around.isInactive else { return }
            if let parent {
                parent.aliases[alias.name, default: []].append(entry)
            } else {
                aliases[alias.name, default: []].append(entry)
            }
        case .macro(let macro):
            guard !around.isInactive else { return }
            parent?.macros.append((macro, unit))
        case .conditional(let clauses): add(clauses, unit: unit, to: parent, around)
        case .other(let other):
            guard !around.isInactive else { return }
            if other.kind == "func" {
                parent?.functions.insert(other.name)
                parent?.results[other.name, default: []].append(other.result.map { ($0, unit) })
            }
            if other.kind == "init" {
                parent?.functions.insert("init")
                if other.isDecoding { parent?.functions.insert("init(from:)") }
                if other.isFailable { parent?.hasFailableInitializer = true }
            }
        }
    }

    private func add(
        _ clauses: [ConditionalClause], unit: SourceUnit, to parent: DeclaredType?,
        _ around: Surroundings
    ) {
        var isTaken = false
        var doubt: CompilationDecision?
        for clause in clauses {
            var inner = around
            let result =
                clause.condition.map { CompilationCondition.evaluate($0) }
                ?? (holds: true, isSure: true)
            let holds = result.holds && !isTaken
            if !result.isSure, let condition = clause.condition, doubt == nil, !isTaken {
                doubt = CompilationDecision(condition: condition, holds: result.holds)
            }
            inner.isInactive = around.isInactive || !holds
            inner.decision = around.decision ?? doubt
            isTaken = isTaken || holds
            for member in clause.members { add(member, unit: unit, to: parent, inner) }
        }
    }

    private func add(
        _ declaration: TypeDeclaration, unit: SourceUnit, to parent: DeclaredType?,
        _ around: Surroundings
    ) {
        let type = DeclaredType(
            declaration, unit: unit, parent: parent, isInactive: around.isInactive)
        all.append(type)
        if let parent {
            parent.types[type.name, default: []].append(type)
        } else {
            types[type.name, default: []].append(type)
        }
        fill(type, with: declaration, unit: unit, around)
    }

    private func fill(
        _ type: DeclaredType, with declaration: TypeDeclaration, unit: SourceUnit,
        _ around: Surroundings
    ) {
        type.extents.append((unit, declaration.head.location, declaration.end))
        let scope = declaration.kind == .extension ? type : type.parent
        type.inherited += declaration.inherited.map { ($0, unit, scope) }
        // Conditions around the type do not decide about its single members.
        var inner = Surroundings()
        inner.isInExtension = declaration.kind == .extension
        for member in declaration.members { add(member, unit: unit, to: type, inner) }
    }

    private func add(
        _ variable: VariableDeclaration, unit: SourceUnit, to parent: DeclaredType?,
        _ around: Surroundings
    ) {
        var type: TypeSyntax?
        var entries: [DeclaredType.Property] = []
        // In `var a, b: Int`, both have the type.
        for binding in variable.bindings.reversed() {
            if binding.type != nil || binding.value != nil { type = binding.type }
            guard parent != nil else {
                if let name = binding.name, !around.isInactive {
                    variables[name, default: []].append(
                        Variable(
                            binding: binding, unit: unit, isConstant: variable.isConstant))
                }
                continue
            }
            entries.append(
                DeclaredType.Property(
                    head: variable.head, binding: binding, isConstant: variable.isConstant,
                    type: type, unit: unit,
                    condition: around.decision, isInExtension: around.isInExtension))
        }
        guard !around.isInactive else {
            // Reported if the class belongs to a model that is read.
            parent?.absent += entries.reversed()
            return
        }
        parent?.properties += entries.reversed()
    }

    // MARK: Extensions

    private func addExtensions() {
        // An extension may extend a type that another extension declares. Extensions of foreign types are last, and
        // each type is before the types nested in it.
        var waiting = extensions
        extensions = []
        var isLast = false
        var effort = Self.mostEffort
        while !waiting.isEmpty, effort > 0 {
            var rest: [(declaration: TypeDeclaration, unit: SourceUnit, isInactive: Bool)] = []
            for entry in waiting where effort > 0 {
                var steps = Self.mostSteps
                let target = entry.declaration.extended.flatMap {
                    extended(by: $0, in: entry.unit, &steps)
                }
                effort -= Self.mostSteps - steps
                guard let target = target ?? (isLast ? placeholder(for: entry) : nil) else {
                    rest.append(entry)
                    continue
                }
                guard !entry.isInactive else { continue }
                fill(target, with: entry.declaration, unit: entry.unit, Surroundings())
            }
            if rest.count == waiting.count {
                isLast = true
                let depths = rest.map { $0.declaration.extended?.components?.count ?? .max }
                rest = rest.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { rest[$0] }
            }
            waiting = rest
        }
    }

    /// The maximum number of aliases that are followed to a type. Aliases may be circular, as in `typealias Color =
    /// SwiftUI.Color`.
    private static let mostSteps = 30

    /// The maximum number of types that are looked up for all extensions together. Thousands of circular aliases, each
    /// with an extension, would otherwise never finish.
    private static let mostEffort = 200_000

    /// Returns the type that an extension extends. Extensions are always outside of types.
    private func extended(
        by syntax: TypeSyntax, in unit: SourceUnit, _ steps: inout Int
    ) -> DeclaredType? {
        steps -= 1
        guard steps > 0, let parts = syntax.components, let first = parts.first else { return nil }
        func find(_ names: ArraySlice<String>) -> DeclaredType? {
            guard let outer = names.first,
                var type = Visibility.nearest(types[outer] ?? [], to: unit).first
                    ?? target(of: aliases[outer] ?? [], named: outer, in: unit, &steps) ?? foreign[outer]
            else { return nil }
            for name in names.dropFirst() {
                guard
                    let inner = Visibility.nearest(type.types[name] ?? [], to: unit).first
                        ?? target(of: type.aliases[name] ?? [], named: nil, in: unit, &steps)
                else { return nil }
                type = inner
            }
            return type
        }
        let names = parts.map(\.name)
        return find(names[...]) ?? (first.arguments.isEmpty ? find(names.dropFirst()) : nil)
    }

    /// Returns the type that an alias refers to.
    ///
    /// - Parameter name: The name of an alias outside of types, which cannot refer to itself.
    private func target(
        of aliases: [DeclaredType.Alias], named name: String?, in unit: SourceUnit, _ steps: inout Int
    ) -> DeclaredType? {
        for alias in Visibility.nearest(aliases, to: unit) {
            guard let parts = alias.declaration.type.components, parts.first?.name != name else {
                continue
            }
            return extended(by: alias.declaration.type, in: alias.unit, &steps)
        }
        return nil
    }

    /// Returns a placeholder for a foreign type that the sources extend. Other types may be nested in it.
    private func placeholder(
        for entry: (declaration: TypeDeclaration, unit: SourceUnit, isInactive: Bool)
    ) -> DeclaredType? {
        guard let parts = entry.declaration.extended?.components, parts.count == 1 else {
            return DeclaredType(
                entry.declaration, unit: entry.unit, parent: nil, isInactive: true)
        }
        let name = parts[0].name
        if let known = foreign[name] { return known }
        let type = DeclaredType(entry.declaration, unit: entry.unit, parent: nil, isInactive: false)
        foreign[name] = type
        return type
    }

    /// Foreign types that the sources extend, by name.
    private(set) var foreign: [String: DeclaredType] = [:]

    // MARK: Locations

    /// Returns the innermost type around a location in a file.
    func type(around location: SourceLocation, in unit: SourceUnit) -> DeclaredType? {
        func isBefore(_ one: SourceLocation, _ other: SourceLocation) -> Bool {
            (one.line, one.column) <= (other.line, other.column)
        }
        var result: (type: DeclaredType, start: SourceLocation)?
        for type in all + Array(foreign.values) {
            for extent in type.extents
            where extent.unit === unit && isBefore(extent.start, location)
                && isBefore(location, extent.end)
            {
                if let best = result, !isBefore(best.start, extent.start) { continue }
                result = (type, extent.start)
            }
        }
        return result?.type
    }
}
