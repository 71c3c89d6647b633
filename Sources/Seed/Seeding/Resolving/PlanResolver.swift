import Inputs
import ObjectModel
import StoreFormat

/// Looks up the names of a plan in its reference and its sources, and reports every unknown name with the nearest
/// known one.
final class PlanResolver {
    let plan: SeedPlan
    let reference: ReferenceStore
    let issues = IssueCollector()
    /// The warnings, each once. They do not stop a build.
    let warnings = IssueCollector(most: .max)
    /// Records the files that rows name.
    let readFiles: ReadFiles?
    /// The names in dates by locale, cached because they take long to gather.
    var dateNames: [String: DateNames] = [:]
    /// The opened sources by name; nil for a source that cannot be opened.
    var opened: [String: OpenedSource?] = [:]
    /// The columns that the current load or junction source reads.
    var usedColumns: Set<Int> = []
    /// The used columns whose cells must be single values, or lists of single values.
    var plainColumns: Set<Int> = []
    /// Whether SwiftData created the model, or source code for SwiftData describes it.
    private(set) lazy var isSwiftData =
        !reference.sourceValues.isEmpty || reference.model.isSwiftData
    /// The databases that SQL text has created. Each script runs once.
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

    /// Resolves the plan's loads, in its order.
    ///
    /// - Throws: ``SeedFailure`` with all mistakes.
    func loads() throws -> [ResolvedLoad] {
        reportUnusedSources()
        if let warning = plan.sources.warningOfFormerKeys { warn(warning) }
        let loads = plan.loads.compactMap(load)
        try issues.throwIfAny()
        return loads
    }

    private func load(_ load: LoadPlan) -> ResolvedLoad? {
        let entity = entity(load.entity)
        let definition = source(load.source)
        guard let entity, let found = definition.flatMap(opened) else { return nil }
        var source = found.definition.cleaning(for: load.values)
        // A property in the wrong section is reported there.
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
        // All used columns around the records are known now, and the source has them.
        source = opened(source)?.definition.cleaning(for: load.values) ?? source
        return ResolvedLoad(
            plan: load, entity: entity, source: source, primaryKey: primaryKey, key: key,
            discriminator: discriminator, variants: variants, usedColumns: usedColumns,
            listColumns: usedColumns.subtracting(plainColumns))
    }

    /// Warns of sources that no load and no junction reads, because mostly something was forgotten.
    private func reportUnusedSources() {
        let used = Set(plan.loads.map(\.source.value) + plan.links.map(\.from.value))
        for source in plan.sources where !used.contains(source.name.value) {
            warn(SeedIssue(.plan(.unusedSource), at: source.name.location, value: source.name.value))
        }
    }

    /// Resolves the rows that become objects of one entity.
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
        let unmapped = unmappedRequired(entity, named: names, at: load.entity.location)
        let completes = completesObjects(load, of: entity)
        if !completes { unmapped.forEach(issues.add) }
        let defaults = defaults(
            of: entity, besides: values, keys: keys, at: load.entity.location)
        reportValuelessUniques(load, values: values + defaults, links: links, of: entity)
        return ResolvedRows(
            discriminatorValue: value, entity: entity, values: values, defaults: defaults,
            links: links, toManys: toManys, uniques: uniques,
            excluded: own.excluded.flatMap { property, columns in
                columns.compactMap { column in
                    cell(column, in: scope).map { (property: property, cell: $0) }
                }
            }, composites: composites(of: entity, values: values + defaults),
            members: requiredMembers(
                of: entity, values: values + defaults, at: load.entity.location),
            createsObjects: unmapped.isEmpty)
    }

    /// Returns whether the rows of a load may only change objects of other loads, such as a file with the ratings
    /// of titles.
    private func completesObjects(_ load: LoadPlan, of entity: EntityLayout) -> Bool {
        load.conflict.changesObject
            && plan.loads.contains { other in
                other != load
                    && reference.layout.entity(named: other.entity.value)?.familyNumbers
                        .contains(entity.number) == true
            }
    }

    /// The context of the names in a load.
    struct LoadScope {
        let entity: EntityLayout
        let source: SourceDefinition
        let columns: [String]
    }
}

extension SeedIssue {
    /// Returns the issue with the plan's location if it concerns the plan and has no line of its own.
    func located(besides other: Location) -> SeedIssue {
        guard location.line == nil, fault == .plan, !reason.isAboutFile else { return self }
        var copy = self
        copy.location = other
        return copy
    }
}
