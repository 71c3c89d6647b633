import ArgumentParser
import Files
import Messages
import Seeding
import StoreFormat
import Verification

extension Build {
    /// Verifies a built store, moves it into place, and reports the result.
    func finish(
        _ finished: FinishedBuild, of plan: SeedPlan,
        since start: ContinuousClock.Instant, keepsSame: Bool, _ line: ProgressLine?,
        reporting description: inout BuildDescription, checking checks: inout [StoreVerifier.Result]
    ) throws {
        line?.clear()
        ModelSourceRenderer.report(finished.modelIssues)
        if let judgement = finished.judgement {
            IssueRenderer.report(hashesOf: judgement, about: plan.reference.value)
        }
        IssueRenderer.report(finished.schemaProblems, about: plan.reference.value)
        var times = finished.report.timings
        if result.verify { try finished.beginFlush() }
        let results =
            result.verify
            ? try times.measure(.verify) {
                try check(finished, of: plan, line, reporting: &description, checks: &checks)
            } : []
        for warning in description.warnings { Diagnostics.emit(warning, .warning) }
        // These warnings are already reported.
        description.warnings += results.warnings(about: finished.path)
        let flushing = ContinuousClock().now
        _ = try finished.place(isVerified: result.verify, keepsSame: keepsSame) { isSame in
            times[.sync] = ContinuousClock().now - flushing
            description.isBuilt = !dryRun && !isSame
            description.rejectFiles = finished.rejectPaths
            if timings { description.add(times) }
            try printResults(finished, results, times, of: plan, isSame: isSame, since: start, description)
            try Terminal.requireOutput()
        }
        if let issue = finished.lateIssue { Diagnostics.emit(IssueDescription(issue), .warning) }
    }

    /// Reports the result before the store is moved into place.
    private func printResults(
        _ finished: FinishedBuild, _ results: [StoreVerifier.Result], _ times: BuildTimings,
        of plan: SeedPlan, isSame: Bool, since start: ContinuousClock.Instant,
        _ description: BuildDescription
    ) throws {
        for issue in description.issues { Diagnostics.emit(issue, .warning) }
        let unreported = finished.report.issueCount - finished.report.issues.count
        if unreported > 0 {
            Terminal.report("and \(unreported) more, which are only in the reject files")
        }
        let emptiness = isSame ? nil : emptiness(of: finished, from: plan)
        if result.json {
            var description = description
            description.warnings += emptiness.map { [$0] } ?? []
            return Terminal.printDocument(try JSONText.of(description) + "\n")
        }
        guard !isSame else { return reportUpToDate(finished.path) }
        if !result.quiet {
            print(finished, results, since: start)
            if timings { for line in TimingsRenderer().lines(times) { Terminal.print(line) } }
        }
        // This is the last line, because passed checks mean nothing for a store without objects.
        if let emptiness { Diagnostics.emit(emptiness, .warning) }
    }

    /// Returns a warning about an empty store if the plan has loads but created no objects.
    private func emptiness(
        of finished: FinishedBuild, from plan: SeedPlan
    ) -> IssueDescription? {
        guard plan.policy.rows != .keep, !plan.isExact, finished.report.isEmpty else { return nil }
        return IssueDescription(
            path: finished.path, reason: "remark", message: "no object was created: the store is empty")
    }

    /// Verifies a built store.
    ///
    /// - Throws: ``Failure`` with the failed checks.
    func check(
        _ finished: FinishedBuild, of plan: SeedPlan, _ line: ProgressLine?,
        reporting description: inout BuildDescription, checks: inout [StoreVerifier.Result]
    ) throws -> [StoreVerifier.Result] {
        defer { line?.clear() }
        var verifier = StoreVerifier()
        if let line {
            verifier.progress = { line.show(SeedProgress(subject: "verifying \($0)", fraction: $1)) }
        }
        let results = try verifier.verify(
            path: finished.temporaryPath, modelPath: plan.model?.value,
            modelChoice: plan.model == nil ? .current : plan.modelChoice,
            declared: plan.declaredRelationships,
            sourceValues: finished.sourceValues
        )
        line?.clear()
        description.checks = results.count
        checks = results
        // The rows of an exact plan's reference must be restored unchanged, so its own errors are not errors of the
        // build.
        return try ResultCheck(path: finished.path, former: "the reference").passed(results) {
            plan.isExact ? try self.results(ofReferenceIn: plan) : []
        }
    }

    private func results(ofReferenceIn plan: SeedPlan) throws -> [StoreVerifier.Result] {
        let reference = plan.reference.value
        guard try StoreFile.isSQLite(reference) else { return [] }
        return try StoreVerifier().verify(
            path: reference, modelPath: plan.model?.value, modelChoice: plan.modelChoice)
    }

    func print(
        _ finished: FinishedBuild, _ results: [StoreVerifier.Result],
        since start: ContinuousClock.Instant
    ) {
        for line in ReportRenderer().lines(finished.report) { Terminal.print(line) }
        Terminal.print("")
        for path in finished.rejectPaths { Terminal.print("\(path): the omitted rows") }
        let line = result.line(finished.path, [dryRun ? "not written" : "built"], results)
        Terminal.print("\(line), \(ReportRenderer.text(ContinuousClock().now - start))")
    }
}
