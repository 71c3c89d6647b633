import Inputs
import SQLite
import StoreFormat
import StoreMaking

extension SeedBuilder {
    /// Fills the tables that an exact plan names, row by row, and keeps the reference's schema, metadata, model, and
    /// tables that do not belong to Core Data.
    ///
    /// A table with content that the plan does not name is emptied.
    func buildExactly(
        from reference: ReferenceStore, into output: StagedStore
    ) throws -> FinishedBuild {
        var store = try WorkingStore(
            copying: reference.connection, to: output.temporaryPath,
            recordsStatements: options.recordsStatements)
        watchMemory(of: store.connection)
        let report = try fillExactly(&store, from: reference, external: output.external)
        var closed = store.close()
        try SourceFile.checkUnchanged(reference.connection, path: plan.reference.value)
        try checkMemory()
        try closed.writeIndexes()
        try checkMemory()
        let statements = closed.preparedStatements
        return FinishedBuild(
            try output.finish(closed), report: report, reference: reference, preparedStatements: statements,
            path: outputPath.value)
    }

    /// Writes the rows and everything that depends on them. The writer is released before this method returns.
    private func fillExactly(
        _ store: inout WorkingStore, from reference: ReferenceStore, external: ExternalFiles
    ) throws -> SeedReport {
        let writer = ExactWriter(
            connection: store.connection, inspection: reference.inspection,
            issues: IssueLimit(
                maxErrors: options.maxErrors ?? plan.policy.maxErrors
                    ?? Options.standardMaxErrors))
        try writer.check(plan)
        try store.emptyTables(of: reference.inspection)
        return try store.connection.transaction {
            var report = SeedReport(rows: try writer.write(plan.tables))
            try restoreIndexes(of: &store)
            report.warnings += try keepFiles(
                ExternalValues(layout: reference.layout), in: store.connection, with: external)
            try ExactWriter.copyStatistics(from: reference.connection, to: store.connection)
            try store.restoreTriggers()
            return report
        }
    }
}
