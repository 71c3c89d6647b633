import Files
import Foundation
import ObjectModel
import Sources
import StoreFormat

/// Drafts a plan: guesses from names and sampled cells which column is which attribute or
/// relationship, and marks what it is unsure of and what a build would stop at.
package struct PlanDrafter {
    let reference: ReferenceStore
    private let modelPath: String?
    private let planFolder: String
    private let surveys: [SourceSurvey]
    private let finder: SourceFinder
    /// What the only source says by itself; nil where names and cells have to.
    private let plain: PlainDraft?
    private let issueText: @Sendable (SeedIssue) -> String

    /// Reads the sources, the first of their rows.
    ///
    /// - Parameters:
    ///   - modelPath: the model file that the reference was opened with, for the plan.
    ///   - stated: sources as plans say them.
    ///   - allowsCommands: whether these may run programs.
    ///   - planFolder: the folder of the plan, where its paths begin.
    ///   - issueText: the words for an issue, in comments.
    /// - Throws: ``SeedIssue``, ``SeedFailure``, `DatabaseError`.
    package init(
        _ reference: ReferenceStore, modelPath: String? = nil, sources paths: [String],
        stated: [StatedSource] = [], allowsCommands: Bool = false, planFolder: String,
        issueText: @escaping @Sendable (SeedIssue) -> String = { "\($0.reason)" }
    ) throws {
        self.reference = reference
        self.modelPath = modelPath
        self.planFolder = planFolder
        self.issueText = issueText
        plain =
            try paths.count == 1 && stated.isEmpty
            ? PlainDraft(paths[0], planFolder: planFolder, for: reference) : nil
        for (index, path) in paths.enumerated() {
            let isAgain = try paths[..<index].contains {
                try FilePath($0).resolved == FilePath(path).resolved
            }
            if isAgain { throw SeedIssue(.file(.repeatedFile), at: .init(path: path)) }
        }
        let names = reference.layout.entities.flatMap { entity in
            entity.attributes.map(\.path) + entity.toOnes.map(\.relationship.name)
                + entity.toManys.map(\.relationship.name)
        }
        var finder = SourceFinder(
            planFolder: planFolder, sample: SourceFinder.usualSample,
            properties: Set(names.map { NameMatch.words($0).joined() }))
        var surveys: [SourceSurvey] = []
        // Their names are given: those of files make room.
        for source in stated {
            surveys.append(try finder.survey(of: source, allowsCommands: allowsCommands))
        }
        if plain == nil { for path in paths { surveys += try finder.surveys(of: path) } }
        self.finder = finder
        self.surveys = surveys
    }

    /// The text of the plan, which was tried: what a build would stop at has a comment.
    ///
    /// - Throws: ``SeedFailure`` or another error where the machine is at fault.
    package func draft() throws -> String { try summarizedDraft().text }

    /// The same, with what it makes of which source.
    ///
    /// - Throws: ``SeedFailure`` or another error where the machine is at fault.
    package func summarizedDraft() throws -> (text: String, summary: DraftSummary) {
        var trial = DraftTrial(planFolder: planFolder, issueText: issueText, outputs: finder.outputs)
        if surveys.contains(where: \.isCut) { trial.sample = finder.sample }
        let (lines, summary) =
            try plain.map { (try heading(of: $0) + $0.lines(), DraftSummary()) } ?? lines()
        if plain == nil, !lines.contains(where: { $0.subject?.property != nil }) { throw nothingFits }
        if let fault = surveys.lazy.compactMap(\.machineFault).first { throw SeedFailure([fault]) }
        return (DraftLine.text(try trial.explained(lines)), summary)
    }

    /// That no column found its property: a plan of nothing would build an empty store.
    private var nothingFits: SeedIssue {
        let entities = reference.layout.entities.filter { !$0.isAbstract }
        let properties = entities.prefix(5).map { entity in
            let names = entity.attributes.map(\.path) + entity.toOnes.map(\.relationship.name)
            return "\(entity.name): " + names.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
        }
        if let survey = surveys.first(where: { $0.isHeaderless || $0.isFixedWidth }) {
            let entity = entities.max { one, other in
                NameMatch.entityScore(survey.name, one.name) < NameMatch.entityScore(survey.name, other.name)
            }
            let names = entity.map { $0.attributes.map(\.path) + $0.toOnes.map(\.relationship.name) } ?? []
            let own = survey.columns.prefix(survey.ownCount)
            let reason: SeedIssue.Reason.Table =
                survey.isFixedWidth
                ? .fixedWidth(source: survey.name)
                : .noHeader(
                    cells: Array(own.prefix(5)), source: survey.name,
                    names: own.indices.map { names.indices.contains($0) ? names[$0] : "column\($0 + 1)" })
            return SeedIssue(.table(reason), at: .init(path: survey.shownPath))
        }
        let columns = surveys.flatMap { $0.columns.prefix($0.ownCount) }
        return SeedIssue(
            .table(.nothingFits(columns: Array(columns.prefix(20)), properties: properties)),
            at: .init(path: surveys.first?.shownPath ?? reference.path))
    }

    private func lines() throws -> ([DraftLine], DraftSummary) {
        var drafts: [EntityDraft] = []
        let names = KnownNames()
        for survey in surveys {
            if let draft = bestEntity(for: survey, within: NestingDraft(survey, among: drafts), names) {
                drafts.append(draft)
            }
        }
        let repeated = Self.repeated(among: drafts)
        drafts.removeAll { draft in repeated.contains { $0.draft.survey === draft.survey } }
        drafts = drafts.filter { !Self.isAround($0, among: drafts) }
        var junctions = surveys.compactMap { survey -> JunctionDraft? in
            let own = drafts.first { $0.survey === survey }
            if let own, let nesting = NestingDraft(survey, among: drafts) {
                return JunctionDraft(own, within: nesting, drafts: drafts, in: reference)
            }
            guard !repeated.contains(where: { $0.draft.survey === survey }) else { return nil }
            return JunctionDraft(survey, own: own, drafts: drafts)
        }
        drafts.removeAll { draft in junctions.contains { $0.survey === draft.survey } }
        for index in drafts.indices {
            matchReferences(of: &drafts[index], among: drafts)
            matchParents(of: &drafts[index])
        }
        for index in drafts.indices {
            guard let nesting = NestingDraft(drafts[index].survey, among: drafts) else { continue }
            nesting.match(&drafts[index], in: reference)
        }
        for index in drafts.indices {
            let count = drafts.count { $0.entity.name == drafts[index].entity.name }
            drafts[index].matchRemaining(values: reference.sourceValues, isOnly: count == 1)
        }
        for index in drafts.indices { drafts[index].removeInverses(in: drafts) }
        drafts.removeAll(where: \.matches.isEmpty)
        let partial = partial(drafts)
        drafts.removeAll { draft in partial.contains { $0 === draft.survey } }
        var links = LinkDrafts(reference: reference, drafts: drafts)
        let targets = drafts.map { self.targets(of: $0, &links) }
        var junctionLines: [DraftLine] = []
        junctions.removeAll { junction in
            let lines = junction.lines(&links)
            // Pairs of what has no rows have none either.
            if junction.survey.rowCount == 0, lines.allSatisfy(\.isBlank) { return true }
            junctionLines += lines
            return false
        }
        for index in drafts.indices {
            drafts[index].joinedColumns = Set(targets[index].values.flatMap(\.joinedColumns))
            drafts[index].lostColumns = Set(targets[index].filter { $0.value.text == nil }.keys)
            drafts[index].keyColumn = links.keyColumns[drafts[index].survey.name]
        }
        var lines = try heading(needsZone: drafts.contains(where: needsZone))
        lines += [DraftLine(text: ""), DraftLine(text: "sources:")]
        let used = drafts.map(\.survey.name) + junctions.map(\.survey.name)
        // A build would tell that nothing reads them.
        let empty = surveys.filter { $0.table != nil && $0.rowCount == 0 && !used.contains($0.name) }
        lines += surveys.filter { survey in !empty.contains { $0 === survey } }.map(sourceLine)
        lines += [DraftLine(text: ""), DraftLine(text: drafts.isEmpty ? "entities: {}" : "entities:")]
        lines += loads(Array(zip(drafts, targets)))
        if !junctionLines.isEmpty {
            let isEmpty = junctionLines.allSatisfy(\.isBlank)
            lines += [DraftLine(text: "")] + (isEmpty ? [] : [DraftLine(text: "links:")])
            lines += junctionLines
        }
        lines += leftOver(surveys.filter { !used.contains($0.name) }, repeated)
        return (lines, DraftSummary(drafts, junctions, surveys, reference.layout))
    }

    /// Columns that refer to other sources, as the database or their names say, fill the
    /// relationship that leads there, whatever its name.
    private func matchReferences(of draft: inout EntityDraft, among drafts: [EntityDraft]) {
        let survey = draft.survey
        for (index, column) in survey.columns.prefix(survey.ownCount).enumerated() {
            let isDeclared = survey.table?.references[column.lowercased()] != nil
            guard isDeclared || NameMatch.referred(by: column) != nil else { continue }
            let match = draft.matches.first { $0.column == index }
            if let match, !match.property.isAttribute || match.score >= NameMatch.sure { continue }
            guard let other = JunctionDraft.draft(index, of: survey, among: drafts) else { continue }
            let open = draft.openToOnes.filter { toOne in
                reference.layout.entity(named: toOne.destinationName)?.familyNumbers
                    .contains(other.entity.number) ?? false
            }
            let name = NameMatch.referred(by: column) ?? column
            let best = open.max { one, other in
                NameMatch.score(name, one.relationship.name)
                    < NameMatch.score(name, other.relationship.name)
            }
            guard let best else { continue }
            // The key of the rows themselves is no reference to their own kind.
            if !isDeclared, other.survey === survey { continue }
            let score = isDeclared && open.count == 1 ? NameMatch.sure : NameMatch.lowest
            draft.add(.init(column: index, property: .toOne(best), score: score))
        }
    }

    /// The column of a tree that leads upwards, where its name does not say which relationship
    /// that is: its values are keys of the same source.
    private func matchParents(of draft: inout EntityDraft) {
        let survey = draft.survey
        let parents = draft.openToOnes.filter { toOne in
            toOne.inverse?.isToMany == true
                && reference.layout.entity(named: toOne.destinationName)?.familyNumbers
                    .contains(draft.entity.number) ?? false
        }
        guard let parent = parents.first, parents.count == 1 else { return }
        let matched = Set(draft.matches.map(\.column))
        let keys = survey.ownIndices.filter { index in
            let column = survey.columns[index]
            return survey.isKey(index)
                && (LinkDrafts.isOwnKey(column, of: draft)
                    || NameMatch.words(column).last.map(NameMatch.keyWords.contains) == true)
        }
        for (index, column) in survey.columns.prefix(survey.ownCount).enumerated()
        where !matched.contains(index) {
            let words = NameMatch.words(column)
            guard words.contains(where: Self.upwardWords.contains), !keys.contains(index) else {
                continue
            }
            let cells = survey.cells(ofColumn: index)
            let fits = keys.contains { cells.count(missingIn: [survey.cells(ofColumn: $0)]) == 0 }
            guard fits, cells.count > 0 else { continue }
            draft.add(.init(column: index, property: .toOne(parent), score: NameMatch.lowest))
            return
        }
    }

    private static let upwardWords: Set<String> = [
        "parent", "manager", "boss", "supervisor", "superior", "reports", "super", "upper", "owner",
        "chief", "head", "lead", "leader", "mother", "father", "root", "eltern", "chef",
    ]

    private func targets(
        of draft: EntityDraft, _ links: inout LinkDrafts
    ) -> [Int: LinkDrafts.Target] {
        var targets: [Int: LinkDrafts.Target] = [:]
        for match in draft.matches {
            let destination: String
            switch match.property {
            case .attribute: continue
            case .toOne(let toOne): destination = toOne.destinationName
            case .toMany(let toMany): destination = toMany.destinationName
            }
            targets[match.column] = links.target(
                ofColumn: match.column, in: draft.survey,
                separator: LoadDraft.separator(of: match, in: draft.survey),
                names: draft.lists[match.column]?.names,
                relationship: match.property.name, destination: destination)
        }
        return targets
    }

    private func needsZone(_ draft: EntityDraft) -> Bool {
        draft.matches.contains { match in
            if case .attribute(_, let guess) = match.property { guess.needsZone } else { false }
        }
    }

    private func sourceLine(_ survey: SourceSurvey) -> DraftLine {
        var line = DraftLine(text: "  \(YAMLText.scalar(survey.name)): \(survey.plan)")
        line.path = survey.path
        if let (count, issue) = survey.failures {
            let location = issue.location.line.map { " in line \($0)" } ?? ""
            line.comment = "unsure: \(count) rows cannot be read, the first\(location): \(issueText(issue))"
            line.isExplained = true
        } else if survey.rowCount == 0, survey.table == nil {
            line.comment = "unsure: it has no rows"
        }
        for doubt in survey.doubts { line.add(line.comment == nil ? "unsure: \(doubt)" : doubt) }
        return line
    }

    // MARK: Lines

    /// The first lines of a plan for a plain database: CloudKit's own records are not in it.
    private func heading(of plain: PlainDraft) throws -> [DraftLine] {
        var lines = try heading(needsZone: false)
        lines[0] = DraftLine(
            text: "", comment: "Drafted by `zseed plan` from a database that `zseed export --to` wrote.")
        lines.append(DraftLine(text: "timeZone: UTC"))
        if try plain.needsCloudKit {
            lines.append(
                DraftLine(text: "allowCloudKit: true", comment: "its records of what it mirrors are left out")
            )
        }
        return lines
    }

    private func heading(needsZone: Bool) throws -> [DraftLine] {
        func written(_ path: String) throws -> String {
            YAMLText.scalar(try FilePath(path).relative(toFolder: FilePath(planFolder)))
        }
        var lines = [
            DraftLine(
                text: "",
                comment: "Drafted by `zseed plan` from names and cells: "
                    + "look at what it is unsure of."),
            DraftLine(text: "reference: \(try written(reference.path))"),
            DraftLine(text: "output: seed.sqlite"),
        ]
        if let modelPath { lines.insert(DraftLine(text: "model: \(try written(modelPath))"), at: 2) }
        lines += try reference.modelChoice.planLines(from: FilePath(planFolder))
            .map { DraftLine(text: $0) }
        if needsZone {
            lines.append(
                DraftLine(
                    text: "timeZone: UTC",
                    comment: "unsure: some dates name no zone; which is it?"))
        }
        return lines
    }

    /// The loads, those of one entity together.
    private func loads(
        _ drafts: [(EntityDraft, [Int: LinkDrafts.Target])]
    ) -> [DraftLine] {
        var lines: [DraftLine] = []
        var done: Set<String> = []
        for (draft, _) in drafts where done.insert(draft.entity.name).inserted {
            let all = drafts.filter { $0.0.entity.name == draft.entity.name }
            lines.append(DraftLine(text: "  \(YAMLText.scalar(draft.entity.name)):"))
            for (number, (one, targets)) in all.enumerated() {
                let isList = all.count > 1
                var load = LoadDraft(one, reference: reference).lines(targets)
                if isList, !load.isEmpty {
                    for index in load.indices { load[index].text = "  " + load[index].text }
                    load[0].text = "    - " + load[0].text.drop { $0 == " " }
                }
                lines += load
                if number + 1 < all.count { lines.append(DraftLine(text: "")) }
            }
        }
        return lines
    }
}
