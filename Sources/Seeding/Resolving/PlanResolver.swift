import Foundation
import ObjectModel
import Sources
import StoreFormat

/// Finds what the names of a plan mean in its reference and its sources, and reports every name
/// that means nothing, with the nearest one that does.
final class PlanResolver {
    let plan: SeedPlan
    let reference: ReferenceStore
    let issues = IssueCollector()
    /// What is worth knowing but does not stop a build; each once.
    let warnings = IssueCollector(most: .max)
    /// Where the files that rows name are noted.
    let readFiles: ReadFiles?
    /// The names in dates by locale, which take long to gather.
    var dateNames: [String: DateNames] = [:]
    /// What each source has shown when it was opened, by its name; nil where it could not be.
    private var opened: [String: OpenedSource?] = [:]
    /// The columns that the load or junction source at hand reads.
    var usedColumns: Set<Int> = []
    /// Those of them whose cells must be single values, or lists of these.
    var plainColumns: Set<Int> = []
    /// Whether SwiftData made the model, or the model says what SwiftData makes of source code.
    private(set) lazy var isSwiftData =
        !reference.sourceValues.isEmpty || reference.model.isSwiftData
    /// The databases that SQL text has made, to be run once.
    let scripts: ScriptDatabases

    /// A source and its columns.
    struct OpenedSource {
        var definition: SourceDefinition
        let columns: [String]
    }

    init(
        plan: SeedPlan, reference: ReferenceStore, scripts: ScriptDatabases = .init(),
        readFiles: ReadFiles? = nil
    ) {
        self.plan = plan
        self.readFiles = readFiles
        self.reference = reference
        self.scripts = scripts
    }

    /// The plan's loads, in its order.
    ///
    /// - Throws: ``SeedFailure`` with everything that is wrong.
    func loads() throws -> [ResolvedLoad] {
        reportUnusedSources()
        let loads = plan.loads.compactMap(load)
        try issues.throwIfAny()
        return loads
    }

    private func load(_ load: LoadPlan) -> ResolvedLoad? {
        let entity = entity(load.entity)
        let definition = source(load.source)
        guard let entity, let found = definition.flatMap(opened) else { return nil }
        var source = found.definition.cleaning(for: load.values)
        // What stands in the wrong section is told there.
        let attributes = load.attributes.map(\.name).filter {
            entity.toOne($0.value) == nil && entity.toMany($0.value) == nil
        }
        let relationships = load.relationships.map(\.name).filter { entity.attribute($0.value) == nil }
        reportRepeated(attributes + relationships, of: entity)
        let scope = LoadScope(entity: entity, source: source, columns: found.columns)
        usedColumns = []
        plainColumns = []
        let primaryKey = load.primaryKey.flatMap { cell($0, in: scope) }
        let key = load.key.flatMap { cell($0, in: scope) }
        let discriminator = load.discriminator.flatMap { cell($0.column, in: scope) }
        let variants = variants(of: load, in: scope)
        // With the columns around its records, now that all are known that are used.
        source = opened(source)?.definition.cleaning(for: load.values) ?? source
        return ResolvedLoad(
            plan: load, entity: entity, source: source, primaryKey: primaryKey, key: key,
            discriminator: discriminator, variants: variants, usedColumns: usedColumns,
            listColumns: usedColumns.subtracting(plainColumns))
    }

    /// Warns of sources that no load and no junction reads: mostly something was forgotten.
    private func reportUnusedSources() {
        let used = Set(plan.loads.map(\.source.value) + plan.links.map(\.from.value))
        for source in plan.sources where !used.contains(source.name.value) {
            warn(SeedIssue(.plan(.unusedSource), at: source.name.location, value: source.name.value))
        }
    }

    /// What becomes of rows that turn into objects of one entity.
    func rows(
        _ load: LoadPlan, value: String?, in scope: LoadScope, sharing others: [EntityLayout]
    ) -> ResolvedRows {
        let entity = scope.entity
        if entity.isAbstract {
            issues.add(SeedIssue(.model(.abstractEntity), at: load.entity.location, entity: entity.name))
        }
        reportUnknownDerivations(of: entity, at: load.entity.location)
        let own = own(load, of: entity, besides: others)
        let uniques = uniques(load, of: entity)
        let given = attributes(own.attributes, of: entity, in: scope)
        let keys = objectKeys(load, uniques: uniques, values: given)
        let values = derivingUUIDs(given, of: entity, plans: own.attributes, keys: keys)
        var links: [ResolvedLink] = []
        var toManys: [ResolvedToMany] = []
        for relationship in own.relationships {
            if let toMany = entity.toMany(relationship.name.value) {
                if let resolved = self.toMany(relationship, toMany, in: scope) {
                    toManys.append(resolved)
                }
            } else if let link = link(relationship, in: scope) {
                links.append(link)
            }
        }
        let names = load.attributes.map(\.name.value) + load.relationships.map(\.name.value)
        reportUnmappedRequired(entity, named: names, at: load.entity.location)
        let defaults = defaults(
            of: entity, besides: values, keys: keys, at: load.entity.location)
        return ResolvedRows(
            discriminatorValue: value, entity: entity, values: values, defaults: defaults,
            links: links, toManys: toManys, uniques: uniques,
            excluded: own.excluded.flatMap { property, columns in
                columns.compactMap { column in
                    cell(column, in: scope).map { (property: property, cell: $0) }
                }
            }, composites: composites(of: entity, values: values + defaults),
            members: requiredMembers(
                of: entity, values: values + defaults, at: load.entity.location))
    }

    /// What the names within a load refer to.
    struct LoadScope {
        let entity: EntityLayout
        let source: SourceDefinition
        let columns: [String]
    }

    // MARK: Names

    /// The entity of a name.
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
        issues.add(
            SeedIssue(
                .plan(
                    .unknownName(
                        name.value, kind: .source, nearest: NearestName.of(name.value, in: names))),
                at: name.location))
        return nil
    }

    /// What a source shows, which is opened for it once.
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
            // What is wrong with a file that several sources read is told once.
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

    /// Opens a source; says of a file that no reader reads what it is.
    private func openSource(_ source: SourceDefinition) throws -> any RecordSource {
        do {
            return try source.open(sharing: scripts)
        } catch let issue as SeedIssue where issue.fault != .machine {
            try source.checkIsNotForeign()
            throw issue
        }
    }

    /// The cell of a column name.
    ///
    /// - Parameter mayBeList: whether it may hold the JSON of a list.
    func cell(
        _ name: Located<String>, in scope: LoadScope, mayBeList: Bool = false
    ) -> ResolvedLoad.Cell? {
        let cell = cell(named: name, in: scope)
        if let cell, !mayBeList { plainColumns.insert(cell.index) }
        return cell
    }

    private func cell(named name: Located<String>, in scope: LoadScope) -> ResolvedLoad.Cell? {
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
            issues.add(
                around.issue(
                    about: name.value, besides: scope.columns, isListed: isListed ?? false,
                    at: name.location))
            return nil
        }
        let nearest = NearestName.of(name.value, in: scope.columns)
        issues.add(
            SeedIssue(
                .plan(.unknownName(name.value, kind: .column, nearest: nearest)), at: name.location,
                hint: scope.source.kind.hint(forMissing: name.value, columns: scope.columns)
                    ?? (nearest == nil ? .known(scope.columns) : nil)))
        return nil
    }

    /// The index of a column around the records, which the source has from now on.
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

    /// The attribute of a name. The names of an inferred model are known but for their case.
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
                            "`\(name.value)` is a relationship and no attribute: it belongs under `relationships:`"
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
        // `find: Unit` lacks the attribute.
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

    /// What a property is of which no store keeps a value; nil where there is none, or it is kept.
    func unstored(_ name: String, of entity: EntityLayout) -> String? {
        let first = name.split(separator: ".").first.map(String.init) ?? name
        switch reference.model.entity(named: entity.name)?.property(named: first) {
        case .fetchedProperty?: return "is a fetched property: its objects follow from its request"
        case let property? where property.isTransient:
            return "is transient (`.ephemeral` in SwiftData): no store keeps a value of it, so leave it out"
        default: return nil
        }
    }

    /// Two entries for one property, whatever their case where the model is inferred; a composite as a
    /// whole and one of its elements are two, too.
    private func reportRepeated(_ names: [Located<String>], of entity: EntityLayout) {
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

extension SeedIssue {
    /// The issue; where it has no line of its own and the plan is at fault, the plan's location.
    fileprivate func located(besides other: Location) -> SeedIssue {
        guard location.line == nil, fault == .plan, !reason.isAboutFile else { return self }
        var copy = self
        copy.location = other
        return copy
    }
}
