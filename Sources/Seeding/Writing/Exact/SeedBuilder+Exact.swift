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
        var report = SeedReport()
        var statements: [String] = []
        let external = try ExternalFiles(store: output)
        let pending: PendingIndexes
        do {
            let store = try WorkingStore(
                copying: reference.connection, to: output.temporaryPath,
                recordsStatements: options.recordsStatements)
            let writer = ExactWriter(
                store: store, inspection: reference.inspection,
                issues: IssueLimit(
                    limit: options.maximumIssues ?? plan.policy.maximumErrors
                        ?? Options.standardMaximumIssues))
            try writer.check(plan)
            try store.emptyTables(of: reference.inspection)
            pending = try store.connection.transaction {
                report = SeedReport(rows: try writer.write(plan.tables))
                let pending: PendingIndexes
                do {
                    pending = try store.restoreIndexes()
                } catch let error as DatabaseError where error.resultCode == .constraint {
                    throw SeedIssue(.refusedIndex(error.message), at: .init(path: plan.path))
                }
                report.warnings += try keepFiles(
                    ExternalValues(layout: reference.layout), of: store, in: external)
                try ExactWriter.copyStatistics(from: reference.connection, to: store.connection)
                try store.restoreTriggers()
                return pending
            }
            statements = store.connection.preparedStatements
        }
        try SourceFile.checkUnchanged(reference.connection, path: plan.reference.value)
        try pending.write()
        try DatabaseHeader.stampVersion(output.temporaryPath)
        return FinishedStore(
            report: report, schemaProblems: reference.creationProblems,
            preparedStatements: statements, output: output, rejects: nil, external: external,
            values: ExternalValues(layout: reference.layout), scratch: scratch,
            path: outputPath.value)
    }
}
