import Files
import Foundation
import ObjectModel
import SQLite
import StoreFormat

/// Drafts a plan: guesses from names and sampled cells which column is which attribute or
/// relationship, and marks what it is unsure of.
public struct PlanDrafter {
    private let reference: ReferenceStore
    private let modelPath: String?
    private let planFolder: String
    private let samples: [SourceSample]

    /// How many rows of each source are looked at.
    public static let sampledRows = SourceSample.rowLimit

    /// Reads the samples.
    ///
    /// - Parameters:
    ///   - modelPath: the model file that the reference was opened with, for the plan.
    ///   - planFolder: the folder of the plan, where its paths begin.
    /// - Throws: ``SeedIssue``, `DatabaseError`.
    public init(
        _ reference: ReferenceStore, modelPath: String? = nil, sources paths: [String],
        planFolder: String
    ) throws {
        self.reference = reference
        self.modelPath = modelPath
        self.planFolder = planFolder
        var finder = SourceFinder(planFolder: planFolder)
        var samples: [SourceSample] = []
        for path in paths { samples += try finder.samples(of: path) }
        self.samples = samples
    }

    /// The text of the plan.
    public func draft() -> String {
        var drafts = samples.map { (sample: $0, entity: bestEntity(for: $0)) }
        for index in drafts.indices {
            let others = drafts.compactMap(\.entity)
            drafts[index].entity?.removeInverses(in: others)
        }
        let links = LinkDrafts(reference: reference, drafts: drafts.compactMap(\.entity))
        for index in drafts.indices {
            let key = links.keyColumns[drafts[index].sample.name]
            drafts[index].entity?.keyColumn = key
        }
        var lines = heading(needsZone: drafts.contains { $0.entity.map(needsZone) ?? false })
        lines += [DraftLine(text: ""), DraftLine(text: "sources:")]
        for sample in samples {
            lines.append(DraftLine(text: "  \(YAMLText.scalar(sample.name)): \(sample.plan)"))
        }
        lines += [DraftLine(text: ""), DraftLine(text: "entities:")]
        lines += loads(drafts.compactMap(\.entity), links)
        for draft in drafts where draft.entity == nil {
            lines.append(
                DraftLine(
                    text: "",
                    comment: "unsure: no entity fits the source `\(draft.sample.name)`; "
                        + "it has the columns " + draft.sample.columns.joined(separator: ", ")))
        }
        return DraftLine.text(lines)
    }

    private func bestEntity(for sample: SourceSample) -> EntityDraft? {
        var best: EntityDraft?
        for entity in reference.layout.entities where !entity.isAbstract {
            let draft = EntityDraft(entity, sample)
            if draft.fitness > best?.fitness ?? 0 { best = draft }
        }
        return best
    }

    private func needsZone(_ draft: EntityDraft) -> Bool {
        draft.matches.contains { match in
            if case .attribute(_, let guess) = match.property { guess.needsZone } else { false }
        }
    }

    // MARK: Lines

    private func heading(needsZone: Bool) -> [DraftLine] {
        func written(_ path: String) -> String {
            YAMLText.scalar(FilePath(path).relative(toFolder: FilePath(planFolder)))
        }
        var lines = [
            DraftLine(
                text: "",
                comment: "Drafted by `zseed plan` from names and sampled rows: "
                    + "look at what it is unsure of."),
            DraftLine(text: "reference: \(written(reference.path))"),
            DraftLine(text: "output: seed.sqlite"),
        ]
        if let modelPath { lines.insert(DraftLine(text: "model: \(written(modelPath))"), at: 2) }
        if needsZone {
            lines.append(
                DraftLine(
                    text: "timeZone: UTC",
                    comment: "unsure: some dates name no zone; which is it?"))
        }
        return lines
    }

    /// The loads, those of one entity together.
    private func loads(_ drafts: [EntityDraft], _ links: LinkDrafts) -> [DraftLine] {
        var lines: [DraftLine] = []
        var done: Set<String> = []
        for draft in drafts where done.insert(draft.entity.name).inserted {
            let all = drafts.filter { $0.entity.name == draft.entity.name }
            lines.append(DraftLine(text: "  \(YAMLText.scalar(draft.entity.name)):"))
            for (number, one) in all.enumerated() {
                let isList = all.count > 1
                var load = LoadDraft(one, links: links, reference: reference).lines
                if isList, !load.isEmpty {
                    load = load.map { DraftLine(text: "  " + $0.text, comment: $0.comment) }
                    load[0].text = "    - " + load[0].text.drop { $0 == " " }
                }
                lines += load
                if number + 1 < all.count { lines.append(DraftLine(text: "")) }
            }
        }
        return lines
    }
}
