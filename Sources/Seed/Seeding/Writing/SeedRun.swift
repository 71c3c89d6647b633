import Inputs
import StoreFormat

/// Runs the loads and junction sources of a plan, in the order that their references require.
struct SeedRun {
    let loads: [ResolvedLoad]
    let junctions: [ResolvedJunction]
    let layout: StoreLayout
    let plan: SeedPlan
    /// Whether this is a SwiftData model, whose arrays have no order.
    let isSwiftData: Bool
    let context: BuildContext

    /// Runs all loads and junction sources.
    ///
    /// - Throws: ``SeedFailure`` if issues prevent writing, `DatabaseError`.
    func run() throws -> SeedReport {
        let clock = ContinuousClock()
        var rows: [SeedReport.Row] = []
        var runners: [(runner: LoadRunner, duration: Duration)] = []
        for step in LoadOrder(loads).steps {
            let start = clock.now
            let runner = try LoadRunner(
                loads[step.load], deferredDestinations: step.deferredDestinations,
                context: context)
            try runner.run()
            runners.append((runner, clock.now - start))
        }
        for entry in runners { try entry.runner.resolveDeferred() }
        rows += runners.flatMap { Self.rows($0.runner, $0.duration) }
        var finders = runners.flatMap(\.runner.writers).flatMap { writer in
            writer.links.writers.map(\.finder) + writer.lists.map(\.finder)
        }
        var warnings = runners.flatMap(\.runner.source.warnings)
        for junction in junctions {
            let start = clock.now
            let runner = try JunctionRunner(junction, context: context)
            try runner.run()
            rows += Self.rows(runner, clock.now - start)
            finders += runner.ends
            warnings += runner.source.warnings
        }
        // If rows were invalid, objects may lack others for that reason and must not be reported for it.
        try context.issues.throwIfAny()
        try RelationshipCounts(layout: layout, plan: plan, context: context).check()
        warnings += try ParentCycles(layout: layout, plan: plan, context: context).check()
        if isSwiftData { warnings += UnorderedLists(layout: layout, plan: plan).warnings }
        for writer in runners.flatMap(\.runner.writers) { warnings += try writer.valueWarnings() }
        warnings += NearDuplicates(finders: finders).warnings()
        try context.issues.throwIfAny()
        try context.orderKeys.renumber()
        try context.versions.write(to: context.connection)
        var report = SeedReport(rows: rows)
        // One of several entities may be empty, but a plan without any object is probably a mistake.
        if report.isEmpty, !plan.isExact { warnings += runners.flatMap { Self.emptiness(of: $0.runner) } }
        // Two loads from one source give the same warnings about it.
        for warning in warnings where !report.warnings.contains(warning) {
            report.warnings.append(warning)
        }
        report.issues = context.issues.issues
        report.issueCount = context.issues.count
        return report
    }

    /// Warns if a file has no rows, which may be a mistake. An empty table is normal.
    private static func emptiness(of runner: LoadRunner) -> [SeedIssue] {
        guard runner.read == 0, runner.source.filteredRows == 0, !type(of: runner.load.source.kind).mayBeEmpty
        else { return [] }
        var location = runner.source.location(ofColumn: nil)
        location.line = nil
        return [SeedIssue(.table(.noRows), at: location)]
    }

    private static func rows(_ runner: LoadRunner, _ duration: Duration) -> [SeedReport.Row] {
        let load = runner.load
        let source = load.source.name.value
        var rows: [SeedReport.Row] = []
        for (index, writer) in runner.writers.enumerated() {
            // The load reads rows for all of its entities, so they are counted with the first.
            let isFirst = index == 0
            rows.append(
                SeedReport.Row(
                    entity: writer.rows.entity.name, source: source,
                    read: isFirst ? runner.read + runner.source.filteredRows : 0, written: writer.written,
                    merged: writer.merged, skipped: writer.skipped,
                    rejected: isFirst ? runner.rejected : 0,
                    filtered: isFirst ? runner.source.filteredRows : 0,
                    blank: isFirst ? runner.source.blankRows : 0,
                    milliseconds: isFirst ? duration.milliseconds : nil))
            let entity = writer.rows.entity.name
            rows += writer.links.writers.map { row($0.finder, "\(entity).\($0.link.name)") }
            rows += writer.lists.map { row($0.finder, "\(entity).\($0.name)") }
        }
        return rows
    }

    private static func rows(_ runner: JunctionRunner, _ duration: Duration) -> [SeedReport.Row] {
        let path = "\(runner.junction.entity.name).\(runner.junction.membership.name)"
        let linked = SeedReport.Row(
            entity: path, source: runner.junction.file.name.value,
            read: runner.read + runner.source.filteredRows, written: runner.linked,
            skipped: runner.empty, rejected: runner.rejected,
            filtered: runner.source.filteredRows, blank: runner.source.blankRows,
            milliseconds: duration.milliseconds)
        return [linked] + runner.ends.map { row($0, path) }
    }

    private static func row(_ finder: ObjectFinder, _ path: String) -> SeedReport.Row {
        SeedReport.Row(
            entity: finder.target.destination.name, source: path, written: finder.created,
            found: finder.found)
    }
}
