import Inputs
import ObjectModel
import StoreFormat

/// The lookup of a plan's names: entities and their properties, sources and their columns.
extension PlanResolver {
    /// Returns the entity with a name.
    func entity(_ name: Located<String>) -> EntityLayout? {
        if let entity = reference.layout.entity(named: name.value) { return entity }
        let names = reference.layout.entities.map(\.name)
        // `keyOf: Unit.name` has an attribute that belongs to `find:`.
        let first = name.value.split(separator: ".").first.map(String.init)
        issues.add(
            SeedIssue(
                .plan(
                    .unknownName(
                        name.value, kind: .entity,
                        nearest: names.first { $0 == first } ?? NearestName.of(name.value, in: names))),
                at: name.location))
        return nil
    }

    func source(_ name: Located<String>) -> SourceDefinition? {
        if let source = plan.sources.first(where: { $0.name.value == name.value }) {
            return source
        }
        let names = plan.sources.map(\.name.value)
        let nearest = NearestName.of(name.value, in: names)
        issues.add(
            SeedIssue(
                .plan(.unknownName(name.value, kind: .source, nearest: nearest)), at: name.location,
                hint: nearest == nil ? .known(names) : nil))
        return nil
    }

    /// Returns the columns of a source, which is opened once for all loads.
    func opened(_ source: SourceDefinition) -> OpenedSource? {
        if let known = opened[source.name.value] { return known }
        var found: OpenedSource?
        do {
            if Swift.type(of: source.kind).takesAnyFile { try source.checkIsNotForeign() }
            let records = try openSource(source)
            let definition = source.knowing(records)
            found = OpenedSource(
                definition: definition, columns: definition.ownColumns(of: records))
        } catch let issue as SeedIssue {
            // A mistake of a file that several sources read is reported once.
            let located = issue.located(besides: source.name.location)
            if !issues.issues.contains(located) { issues.add(located) }
        } catch let failure as ModelSourceFailure {
            for issue in failure.issues where issue.severity == .error {
                issues.add(
                    SeedIssue(
                        .database(.modelSource(issue.problem)),
                        at: .init(path: issue.path, line: issue.line, column: issue.column),
                        entity: issue.entity, property: issue.property,
                        fault: failure.isMachineFault ? .machine : nil))
            }
        } catch {
            issues.add(SeedIssue(.file(.fileSystem("\(error)")), at: .init(path: source.kind.path)))
        }
        opened[source.name.value] = found
        return found
    }

    /// Opens a source. If that fails because no reader supports the file, the error names the file's kind.
    func openSource(_ source: SourceDefinition) throws -> any RecordSource {
        do {
            return try source.open(sharing: scripts)
        } catch let issue as SeedIssue where issue.fault != .machine {
            try source.checkIsNotForeign()
            throw issue
        }
    }

    /// Returns the cell of a column.
    ///
    /// - Parameter mayBeList: whether the cell may contain the JSON of a list.
    func cell(
        _ name: Located<String>, in scope: LoadScope, mayBeList: Bool = false
    ) -> ResolvedLoad.Cell? {
        let cell = cell(named: name, in: scope)
        if let cell, !mayBeList { plainColumns.insert(cell.index) }
        return cell
    }

    func cell(named name: Located<String>, in scope: LoadScope) -> ResolvedLoad.Cell? {
        let matches = scope.columns.indices.filter { scope.columns[$0] == name.value }
        if let index = matches.first, matches.count == 1 {
            usedColumns.insert(index)
            return ResolvedLoad.Cell(index: index, name: name.value)
        }
        if matches.count > 1 {
            issues.add(SeedIssue(.table(.duplicateColumn(name.value)), at: name.location))
            return nil
        }
        let around = opened[scope.source.name.value]??.definition.kind.recordOptions?.parents
        if let index = parentColumn(name.value, around, in: scope) {
            usedColumns.insert(index)
            return ResolvedLoad.Cell(index: index, name: name.value)
        }
        if let around {
            let isListed = plan.sources.first { $0.name.value == scope.source.name.value }?
                .kind.recordOptions?.hasListedColumns
            var issue = around.issue(
                about: name.value, besides: scope.columns, isListed: isListed ?? false, at: name.location)
            issue.hint = issue.hint ?? scope.source.hintOfKind
            issues.add(issue)
            return nil
        }
        let nearest = NearestName.of(name.value, in: scope.columns)
        issues.add(
            SeedIssue(
                .plan(.unknownName(name.value, kind: .column, nearest: nearest)), at: name.location,
                hint: scope.source.kind.hint(forMissing: name.value, columns: scope.columns)
                    ?? scope.source.hintOfKind ?? (nearest == nil ? .known(scope.columns) : nil)))
        return nil
    }

    /// Returns the index of a column around the records, which is added to the source.
    private func parentColumn(
        _ name: String, _ around: ParentNames?, in scope: LoadScope
    ) -> Int? {
        guard let around, around.offers(name), var source = opened[scope.source.name.value] ?? nil,
            var options = source.definition.kind.recordOptions
        else { return nil }
        if let known = options.parentColumns.firstIndex(of: name) {
            return scope.columns.count + known
        }
        options.parentColumns.append(name)
        source.definition.kind.recordOptions = options
        opened[scope.source.name.value] = source
        return scope.columns.count + options.parentColumns.count - 1
    }

    /// Returns the attribute with a name. The case of names in an inferred model is unknown.
    func attribute(_ name: Located<String>, of entity: EntityLayout) -> AttributeColumn? {
        if let attribute = entity.attribute(name.value) { return attribute }
        if reference.model.isInferred, let column = entity.attribute(name.value.lowercased()) {
            return column
        }
        if entity.toOne(name.value) != nil || entity.toMany(name.value) != nil {
            issues.add(
                SeedIssue(
                    .model(
                        .relationshipKind(
                            "`\(name.value)` is a relationship, not an attribute: move it to `relationships:`"
                        )),
                    at: name.location, entity: entity.name))
            return nil
        }
        if let words = unstored(name.value, of: entity) {
            issues.add(
                SeedIssue(
                    .model(.unsupported(words)), at: name.location, entity: entity.name,
                    property: name.value))
            return nil
        }
        let names = entity.attributes.map(\.path) + entity.composites.map(\.path)
        // `find: Unit` has no attribute.
        let usual = names.first { $0 == "name" } ?? names.first
        let nearest =
            name.value == entity.name
            ? usual.map { "\(entity.name).\($0)" } : NearestName.of(name.value, in: names)
        issues.add(
            SeedIssue(
                .plan(.unknownName(name.value, kind: .attribute, nearest: nearest)), at: name.location,
                entity: entity.name, hint: nearest == nil ? .known(names) : nil))
        return nil
    }

    /// Returns why no store has values of a property; nil if the property is stored or does not exist.
    func unstored(_ name: String, of entity: EntityLayout) -> String? {
        let first = name.split(separator: ".").first.map(String.init) ?? name
        switch reference.model.entity(named: entity.name)?.property(named: first) {
        case .fetchedProperty?: return "is a fetched property: its request determines its objects"
        case let property? where property.isTransient:
            return "is transient (`.ephemeral` in SwiftData): stores have no values for it, so leave it out"
        default: return nil
        }
    }

    /// Reports two entries for one property. Names of an inferred model are compared case-insensitively. A composite
    /// and one of its elements count as one property.
    func reportRepeated(_ names: [Located<String>], of entity: EntityLayout) {
        var seen: [String: String] = [:]
        for name in names {
            let path = entity.attribute(name.value)?.path ?? name.value
            let key = reference.model.isInferred ? path.lowercased() : path
            let columns = entity.composite(path)?.columns.map(\.path) ?? []
            let isWhole = entity.attribute(path) == nil
            let other = seen[key] ?? (isWhole ? columns.lazy.compactMap { seen[$0] }.first : nil)
            if let other {
                issues.add(SeedIssue(.plan(.conflictingKeys(other, name.value)), at: name.location))
            }
            seen[key] = name.value
            if isWhole { for column in columns { seen[column] = name.value } }
        }
    }
}
