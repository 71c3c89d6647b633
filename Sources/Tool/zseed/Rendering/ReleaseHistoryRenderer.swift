import Files
import Messages
import Migration
import ObjectModel
import StoreFormat

/// The renderer of `zseed guard --history`: the result of each release for the stores of earlier releases.
struct ReleaseHistoryRenderer {
    let model: String

    func lines(_ report: ReleaseHistory.Report) -> [String] {
        var lines = report.releases.flatMap(lines)
        let broken = report.releases.filter { !$0.isSound }.map(Self.name)
        lines += [
            "",
            "\(model): \(Count.text(report.releases.count - 1, "release")), "
                + (broken.isEmpty
                    ? "each opens the stores of those before it"
                    : "old stores do not open in \(broken.joined(separator: ", "))"),
        ]
        if report.omitted > 0 {
            lines.append("\(Count.text(report.omitted, "older release")) left out")
        }
        return lines.map(IssueRenderer.printable)
    }

    private func lines(_ release: ReleaseHistory.Release) -> [String] {
        let name = Self.name(release)
        if let failure = failure(of: release) { return ["\(name): not judged: \(failure)"] }
        guard let current = release.current else { return ["\(name): has no such model"] }
        return ["\(name): opens \(current)"] + Self.findings(release).map { "  \($0.severity): \($0.words)" }
            + release.stores.filter { !Self.isBroken($0) }.map {
                "  stores of \(Self.tags($0)): \(MigrationRenderer.words($0.verdict))"
            }
    }

    /// Returns the reason why the model of a release cannot be read; nil if it can be read.
    private func failure(of release: ReleaseHistory.Release) -> String? {
        release.failure.map { Failure($0, about: model)?.errors.first?.message ?? "\($0)" }
    }

    /// Returns the problems of a release.
    private static func findings(
        _ release: ReleaseHistory.Release
    ) -> [(severity: String, kind: IssueCode, tags: [String], words: String)] {
        release.launchIssues.map {
            ($0.severity.rawValue, IssueCode($0.kind), [], LaunchRenderer.words($0))
        }
            + release.stores.filter(isBroken).map { stores in
                if stores.verdict == .crashesAtLaunch, let passage = stores.passage {
                    return (
                        "error", "crashesAtLaunch", stores.tags,
                        "stores of \(tags(stores)): \(LaunchRenderer.words(passage))"
                    )
                }
                let first = stores.differences.first { $0.consequence == .refusal }
                return (
                    "error", "needsMapping", stores.tags,
                    "stores of \(tags(stores)): \(first.map(MigrationRenderer.plainLine) ?? "")"
                )
            }
    }

    private static func isBroken(_ stores: ReleaseHistory.Stores) -> Bool {
        stores.verdict == .crashesAtLaunch || stores.verdict == .needsMapping
    }

    private static func name(_ release: ReleaseHistory.Release) -> String {
        release.tag ?? "the working tree"
    }

    /// Returns the tags as text: `v1.0`, or `v1.0 to v1.4`.
    private static func tags(_ stores: ReleaseHistory.Stores) -> String {
        guard stores.tags.count > 2, let first = stores.tags.first, let last = stores.tags.last else {
            return stores.tags.joined(separator: ", ")
        }
        return "\(first) to \(last)"
    }

    // MARK: JSON

    private struct Description: Encodable {
        struct Stores: Encodable {
            let tags: [String]
            let verdict: String
            let launchError: Int?
            /// The path through the migration plan, as text.
            let passage: String?
        }
        struct Issue: Encodable {
            let severity: String
            let kind: String
            let tags: [String]
            let message: String
        }
        struct Release: Encodable {
            /// The tag; nil for the working tree.
            let tag: String?
            let current: String?
            /// The reason why its model cannot be read.
            let failure: String?
            let isSound: Bool
            let issues: [Issue]
            let stores: [Stores]
        }
        let isSound: Bool
        let omitted: Int
        let releases: [Release]
    }

    func json(_ report: ReleaseHistory.Report) throws -> String {
        let releases = report.releases.map { release in
            Description.Release(
                tag: release.tag, current: release.current,
                failure: failure(of: release),
                isSound: release.isSound,
                issues: Self.findings(release).map {
                    Description.Issue(
                        severity: $0.severity, kind: $0.kind.rawValue, tags: $0.tags, message: $0.words)
                },
                stores: release.stores.map { stores in
                    Description.Stores(
                        tags: stores.tags, verdict: stores.verdict.rawValue,
                        launchError: stores.passage?.error?.code,
                        passage: stores.passage.map(LaunchRenderer.words))
                })
        }
        return try JSONText.of(
            Description(isSound: report.isSound, omitted: report.omitted, releases: releases))
    }
}
