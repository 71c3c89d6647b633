import Files
import SQLite
import StoreFormat

extension SeedBuilder {
    /// Fills the tables that an exact plan names, row by row, and leaves all else as the reference
    /// has it: schema, metadata, model, and tables that are none of Core Data's.
    ///
    /// A table with content that the plan does not name ends up empty.
    func buildExactly(
        from reference: ReferenceStore, into output: StagedOutput, scratch: TemporaryFolder?
    ) throws -> FinishedStore {
        let external = try ExternalFiles(store: output)
        var store = try WorkingStore(
            copying: reference.connection, to: output.temporaryPath,
            recordsStatements: options.recordsStatements)
        watchMemory(of: store.connection)
        let report = try fillExactly(&store, from: reference, external: external)
        let closed = store.close()
        try SourceFile.checkUnchanged(reference.connection, path: plan.reference.value)
        try checkMemory()
        try closed.writeIndexes()
        try checkMemory()
        try closed.stamp()
        return FinishedStore(
            report: report, reference: reference, preparedStatements: closed.preparedStatements,
            output: output, rejects: nil,
            external: external, scratch: scratch,
            path: outputPath.value)
    }

    /// Writes the rows and what follows from them; whoever writes has let go of the store then.
    private func fillExactly(
        _ store: inout WorkingStore, from reference: ReferenceStore, external: ExternalFiles
    ) throws -> SeedReport {
        let writer = ExactWriter(
            connection: store.connection, inspection: reference.inspection,
            issues: IssueLimit(
                limit: options.maximumIssues ?? plan.policy.maximumErrors
                    ?? Options.standardMaximumIssues))
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
