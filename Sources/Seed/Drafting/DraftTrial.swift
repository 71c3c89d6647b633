import Files
import Inputs
import Seeding
import StoreFormat

/// Tries a drafted plan as `build` would, and adds a comment to each line that stops the build.
struct DraftTrial {
    /// The plan's folder. Relative paths in the plan start here.
    let planFolder: String
    /// Returns the message of an issue.
    let issueText: @Sendable (SeedIssue) -> String
    /// The files with the output of each command input. The trial reads them and runs no command again.
    var outputs: [PlanOverrides.Pair] = []
    /// The number of cells of each input to try, or nil for all.
    var sample: Int?
    /// Called while rows are read.
    var progress: (@Sendable (SeedProgress) -> Void)?

    /// More issues than a draft has lines for. Each line gets only its first issue.
    private static let mostIssues = 5000

    /// Tries the lines and returns them with a comment at each line that stops a build.
    ///
    /// - Throws: ``SeedFailure`` or another error if the machine fails, because that is no evidence against
    ///   the plan.
    func explained(_ lines: [DraftLine]) throws -> [DraftLine] {
        do {
            return try explained(lines, stoppedBy: failure(of: lines))
        } catch let error as StoreError where !error.isMachineFault {
            var lines = lines
            lines[0].stops.append("a build could not be tried: \(issueText(SeedIssue(error)))")
            return lines
        }
    }

    /// Returns the lines with a comment at each line that stopped a build that was already tried.
    ///
    /// - Throws: `FileError` if a path cannot be resolved.
    func explained(_ lines: [DraftLine], stoppedBy failure: SeedFailure?) throws -> [DraftLine] {
        var lines = lines
        if let failure { try explain(failure, in: &lines, path) }
        return lines
    }

    /// Tries a build of the plan and returns the issues that stop it, or nil if it succeeds.
    ///
    /// - Throws: ``SeedFailure`` or another error if the machine fails; `StoreError`.
    func failure(of lines: [DraftLine]) throws -> SeedFailure? {
        do {
            var plan = try plan(of: lines)
            for index in plan.sources.indices { plan.sources[index].sample = sample }
            var options = SeedBuilder.Options()
            options.maxErrors = Self.mostIssues
            options.isDryRun = true
            options.progress = progress
            _ = try SeedBuilder(plan: plan, options: options).build()
            return nil
        } catch let failure as SeedFailure {
            let faults = failure.issues.filter { $0.fault == .machine }
            guard faults.isEmpty else { throw SeedFailure(faults) }
            let known = failure.issues.filter { sample == nil || !$0.isOfOtherRows }
            return known.isEmpty ? nil : SeedFailure(known)
        }
    }

    /// Returns why a line of the plan cannot be read, or nil if it can.
    func refusal(ofLine index: Int, in lines: [DraftLine]) -> SeedIssue? {
        do {
            _ = try plan(of: lines)
            return nil
        } catch {
            let issues = (error as? SeedFailure)?.issues ?? []
            return issues.first { $0.location.path == path && $0.location.line == index + 1 }
        }
    }

    private func plan(of lines: [DraftLine]) throws -> SeedPlan {
        var overrides = PlanOverrides()
        overrides.sources = outputs
        return try PlanReader(path: path, overrides: overrides).plan(DraftLine.text(lines))
    }

    private var path: String { planFolder + "/drafted-plan.yml" }

    private func explain(_ failure: SeedFailure, in lines: inout [DraftLine], _ path: String) throws {
        var explained: Set<Int> = []
        let places = Dictionary(
            keepingFirst: lines.enumerated().compactMap { place, line in line.subject.map { ($0, place) } })
        for issue in failure.issues {
            let index = line(of: issue, in: lines, places, path)
            guard explained.insert(index).inserted, !lines[index].isExplained else { continue }
            var words = issueText(issue)
            if issue.location.path != path {
                let location = issue.location
                let output = outputs.first { $0.text == location.path }
                let file =
                    try output.map { "\($0.name) (command)" }
                    ?? FilePath(location.path).relative(toFolder: FilePath(planFolder))
                words += " (\(file)" + (location.line.map { ":\($0)" } ?? "") + ")"
            }
            lines[index].stops.append("a build stops here: \(words)")
        }
    }

    /// Returns the index of the line that an issue is about, from its location in the plan or from the
    /// property it names.
    private func line(
        of issue: SeedIssue, in lines: [DraftLine], _ places: [DraftLine.Subject: Int], _ path: String
    ) -> Int {
        if issue.location.path == path, let line = issue.location.line, lines.indices ~= line - 1 {
            return line - 1
        }
        func place(_ property: String?) -> Int? {
            issue.entity.flatMap { places[.init(entity: $0, property: property)] }
        }
        return issue.property.flatMap(place) ?? place(nil)
            ?? lines.firstIndex { $0.path == issue.location.path } ?? 0
    }
}

extension SeedIssue {
    /// Whether the issue may disappear with the rows that the sample leaves out, because it misses an object.
    fileprivate var isOfOtherRows: Bool {
        switch reason {
        case .object(.noSuchTarget), .object(.relationshipCount): true
        default: false
        }
    }
}
