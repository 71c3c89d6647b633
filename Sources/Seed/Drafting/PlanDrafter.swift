import Files
import Inputs
import ObjectModel
import StoreFormat

/// Drafts a plan. It infers from names and sampled cells which column fills which attribute or relationship,
/// and marks uncertain lines and lines that would stop a build.
package struct PlanDrafter {
    let reference: ReferenceStore
    private let modelPath: String?
    private let planFolder: String
    private let surveys: [SourceSurvey]
    private let finder: SourceFinder
    private let choice: EntityChoice
    /// The draft for the only input if `zseed export` wrote it, or nil if names and cells have to be
    /// compared.
    private let plain: PlainDraft?
    private let issueText: @Sendable (SeedIssue) -> String

    /// Creates a drafter and reads the first rows of the inputs.
    ///
    /// - Parameters:
    ///   - modelPath: the model file that the reference was opened with, for the plan.
    ///   - inline: inputs that are given as plans define them.
    ///   - allowsCommands: whether these inputs may run commands.
    ///   - planFolder: the folder of the plan, where relative paths start.
    ///   - issueText: returns the message of an issue, for comments.
    /// - Throws: ``SeedIssue``, ``SeedFailure``, `DatabaseError`.
    package init(
        _ reference: ReferenceStore, modelPath: String? = nil, sources paths: [String],
        inline: [InlineInput] = [], allowsCommands: Bool = false, planFolder: String,
        issueText: @escaping @Sendable (SeedIssue) -> String = { "\($0.reason)" }
    ) throws {
        self.reference = reference
        self.modelPath = modelPath
        self.planFolder = planFolder
        self.issueText = issueText
        plain =
            try paths.count == 1 && inline.isEmpty
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
        // The user chose these names, so the names of files give way.
        for input in inline {
            surveys.append(try finder.survey(of: input, allowsCommands: allowsCommands))
        }
        choice = EntityChoice(reference)
        if plain == nil {
            let entities = reference.layout.entities.map(\.name)
            surveys += try finder.surveys(of: paths) { name in
                entities.contains { NameMatch.entityScore(name, $0) >= NameMatch.sure }
            }
        }
        let drafts = choice.drafts(of: surveys)
        surveys.removeAll { survey in
            survey.draft.isAroundOthers && !drafts.contains { $0.survey === survey && $0.fitsWell }
        }
        for draft in drafts {
            let lists = choice.ownedLists(of: draft, among: drafts)
            guard !lists.isEmpty, !inline.contains(where: { $0.name == draft.survey.name }),
                let index = surveys.firstIndex(where: { $0 === draft.survey })
            else { continue }
            let (outer, inner) = try finder.split(draft.survey, lists)
            surveys[index] = outer
            surveys += inner
        }
        self.finder = finder
        self.surveys = surveys
    }

    /// Tries the plan and returns its text. Each line that stops a build has a comment.
    ///
    /// - Throws: ``SeedFailure`` or another error if the machine fails.
    package func draft() throws -> String { try summarizedDraft().text }

    /// Tries the plan and returns its text and a summary of its inputs.
    ///
    /// - Throws: ``SeedFailure`` or another error if the machine fails.
    package func summarizedDraft() throws -> (text: String, summary: DraftSummary) {
        try planDraft().finished()
    }

    /// Returns the plan before its text is written, with its questions.
    ///
    /// - Throws: ``SeedIssue`` if no column fits a property; ``SeedFailure`` if the machine fails.
    package func planDraft() throws -> PlanDraft {
        var trial = DraftTrial(planFolder: planFolder, issueText: issueText, outputs: finder.outputs)
        if surveys.contains(where: \.isCut) { trial.sample = finder.sample }
        let (lines, summary) =
            try plain.map { (try heading(of: $0) + $0.lines(), DraftSummary()) } ?? lines()
        if plain == nil, !lines.contains(where: { $0.subject?.property != nil }) { throw nothingFits }
        if let fault = surveys.lazy.compactMap(\.machineFault).first { throw SeedFailure([fault]) }
        return PlanDraft(lines, summary, trial)
    }

    /// Returns the candidates for each input and column, with their scores.
    package func explanation() -> DraftExplanation {
        let roles = roles(of: choice.drafts(of: surveys))
        return DraftExplanation(surveys, completed(related(roles.objects)))
    }

    /// The issue if no column fits a property. Such a plan would build an empty store.
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
            at: .init(path: surveys.first?.shownPath ?? reference.path),
            hint: surveys.first { $0.isCSV }.map { .rowAsHeader(source: $0.name) })
    }

    // MARK: Passes

    /// The inputs by role: their rows are objects, link objects, or repeat those of another input.
    struct Roles {
        var objects: [EntityDraft]
        var junctions: [JunctionDraft]
        var repeated: [Repeated]
    }

    /// Returns the plan's lines. Each pass uses the result of the one before.
    private func lines() throws -> ([DraftLine], DraftSummary) {
        let chosen = choice.drafts(of: surveys)
        let roles = roles(of: chosen)
        let related = related(roles.objects)
        let completed = completed(related)
        let shared = Satellites(reference, SharedSources.merged(completed, in: reference)).added()
        return try written(Partners(reference, shared).added(), roles)
    }

    /// The second pass finds the inputs that link objects, and those that repeat rows of others.
    private func roles(of drafts: [EntityDraft]) -> Roles {
        var repeated = EntityChoice.repeated(among: drafts)
        var objects = drafts.filter { draft in !repeated.contains { $0.draft.survey === draft.survey } }
        objects = objects.filter { !EntityChoice.isAround($0, among: objects) }
        var junctions: [JunctionDraft] = []
        // Lists with the best match of names choose first.
        let inner = surveys.filter { survey in
            objects.contains { $0.survey === survey } && NestingDraft(survey, among: objects) != nil
        }
        func score(_ survey: SourceSurvey) -> Int {
            guard let own = objects.first(where: { $0.survey === survey }) else { return 0 }
            return NestingDraft(survey, among: objects)?.bestScore(to: own.entity, in: reference) ?? 0
        }
        let ordered = inner.enumerated().sorted { one, other in
            let (a, b) = (score(one.element), score(other.element))
            return a != b ? a > b : one.offset < other.offset
        }.map(\.element)
        for survey in ordered {
            guard let own = objects.first(where: { $0.survey === survey }),
                let nesting = NestingDraft(survey, among: objects)
            else { continue }
            let taken = Set(
                junctions.filter { $0.entity.number == nesting.entity.number }
                    .map(\.relationship.relationship.name))
            let junction = JunctionDraft(own, within: nesting, drafts: objects, in: reference, besides: taken)
            if let junction { junctions.append(junction) }
        }
        for survey in surveys where !inner.contains(where: { $0 === survey }) {
            let own = objects.first { $0.survey === survey }
            guard let junction = JunctionDraft(survey, own: own, drafts: objects) else { continue }
            // A link table may have its own numbers, which look like the keys of objects.
            if repeated.contains(where: { $0.draft.survey === survey }) {
                guard junction.hasBothObjects(among: objects) else { continue }
                repeated.removeAll { $0.draft.survey === survey }
            }
            junctions.append(junction)
        }
        objects.removeAll { draft in junctions.contains { $0.survey === draft.survey } }
        let places = Dictionary(keepingFirst: surveys.enumerated().map { ($1.name, $0) })
        junctions.sort { places[$0.survey.name] ?? 0 < places[$1.survey.name] ?? 0 }
        return Roles(objects: objects, junctions: junctions, repeated: repeated)
    }

    /// The third pass finds relationships by keys, trees and nested records.
    private func related(_ objects: [EntityDraft]) -> [EntityDraft] {
        var drafts = objects
        for index in drafts.indices {
            matchReferences(of: &drafts[index], among: objects)
            matchParents(of: &drafts[index])
        }
        // Several lists of the same objects fill different relationships. The best names choose first.
        let nested = drafts.indices.compactMap { index -> (index: Int, nesting: NestingDraft, score: Int)? in
            guard let nesting = NestingDraft(drafts[index].survey, among: drafts) else { return nil }
            return (index, nesting, nesting.bestScore(to: drafts[index].entity, in: reference))
        }.sorted { $0.score != $1.score ? $0.score > $1.score : $0.index < $1.index }
        var taken: [String: Set<String>] = [:]
        for (index, nesting, _) in nested {
            let key = "\(nesting.entity.name) \(drafts[index].entity.name) \(nesting.path)"
            if let name = nesting.match(&drafts[index], in: reference, besides: taken[key] ?? []) {
                taken[key, default: []].insert(name)
            }
        }
        return drafts
    }

    /// The fourth pass matches the remaining columns, and removes sides of relationships that another load
    /// fills.
    private func completed(_ related: [EntityDraft]) -> [EntityDraft] {
        let completions = Completions(reference: reference)
        var drafts = completions.matched(related)
        for index in drafts.indices {
            let isInside = drafts.contains { $0.survey.encloses(drafts[index].survey) }
            drafts[index].matchAround(reference.sourceValues, isInside: isInside)
        }
        for index in drafts.indices { drafts[index].removeInverses(in: drafts) }
        for index in drafts.indices { drafts[index].shareNested(in: reference) }
        drafts.removeAll(where: \.matches.isEmpty)
        drafts = completions.marked(drafts)
        let partial = partial(drafts)
        return drafts.filter { draft in !partial.contains { $0 === draft.survey } }
    }

    /// The last passes find the targets of relationships and write the lines of the plan.
    private func written(_ objects: [EntityDraft], _ roles: Roles) throws -> ([DraftLine], DraftSummary) {
        var (drafts, junctions) = (objects, roles.junctions)
        var links = LinkDrafts(reference: reference, drafts: drafts)
        let targets = drafts.map { self.targets(of: $0, &links) }
        var junctionLines: [DraftLine] = []
        junctions.removeAll { junction in
            let lines = junction.lines(&links)
            // If an end of the pairs has no rows, the pairs have none either.
            if junction.survey.rowCount == 0, lines.allSatisfy(\.isBlank) { return true }
            junctionLines += lines.map { line in
                var line = line
                line.source = junction.survey.name
                return line
            }
            return false
        }
        for index in drafts.indices {
            drafts[index].joinedColumns = Set(targets[index].values.flatMap(\.joinedColumns))
            drafts[index].lostColumns = Set(targets[index].filter { $0.value.text == nil }.keys)
            if !drafts[index].isPartner {
                drafts[index].keyColumn = links.keyColumns[drafts[index].survey.name]
            }
        }
        var lines = try heading(needsZone: drafts.contains(where: needsZone))
        lines += joinTables
        lines += [DraftLine(text: ""), DraftLine(text: "sources:")]
        let used = drafts.map(\.survey.name) + junctions.map(\.survey.name)
        // A build would report that no load uses them.
        let empty = surveys.filter { $0.table != nil && $0.rowCount == 0 && !used.contains($0.name) }
        lines += surveys.filter { survey in !empty.contains { $0 === survey } }.map(sourceLine)
        lines += [DraftLine(text: ""), DraftLine(text: drafts.isEmpty ? "entities: {}" : "entities:")]
        lines += loads(Array(zip(drafts, targets)))
        if !junctionLines.isEmpty {
            let isEmpty = junctionLines.allSatisfy(\.isBlank)
            lines += [DraftLine(text: "")] + (isEmpty ? [] : [DraftLine(text: "links:")])
            lines += junctionLines
        }
        lines += leftOver(surveys.filter { !used.contains($0.name) }, roles.repeated)
        var created: [String: Set<String>] = [:]
        for (draft, targets) in zip(drafts, targets) {
            for match in draft.matches {
                guard let name = match.property.destinationName, let target = targets[match.column],
                    !target.paths.isEmpty
                else { continue }
                created[name, default: []].formUnion(target.paths)
            }
        }
        return (lines, DraftSummary(drafts, junctions, surveys, reference.layout, created: created))
    }

    /// The line for a many-to-many relationship of an entity with itself, whose join table only a store
    /// shows. A build requires it even if the plan does not fill the relationship.
    private var joinTables: [DraftLine] {
        let pairs = reference.schemaProblems.compactMap { problem -> String? in
            guard case .guessedJoinTable(let entity, let relationship, let inverse) = problem else {
                return nil
            }
            return "\(entity).\(relationship) and `\(inverse)`"
        }
        guard let first = pairs.first else { return [] }
        return [
            DraftLine(
                text: "joinTables: guess",
                doubts: [
                    "only a store of the app shows whether \(first) have the table that this assumes; use one as the "
                        + "reference, or with `--beside`"
                ])
        ]
    }

    /// Matches columns that refer to other inputs, by a foreign key of the database or by their names, with
    /// the relationship to that entity, whatever its name.
    private func matchReferences(of draft: inout EntityDraft, among drafts: [EntityDraft]) {
        let survey = draft.survey
        for (index, column) in survey.columns.prefix(survey.ownCount).enumerated() {
            let isDeclared = survey.table?.references[column.lowercased()] != nil
            let match = draft.matches.first { $0.column == index }
            if let match, !match.property.isAttribute || match.score >= NameMatch.sure { continue }
            let named =
                isDeclared || NameMatch.referred(by: column) != nil
                ? JunctionDraft.draft(index, of: survey, among: drafts) : nil
            guard let other = named ?? keyHolder(of: index, of: draft, among: drafts) else { continue }
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
            // The key of the rows themselves is no reference to other rows.
            if !isDeclared, other.survey === survey { continue }
            let score = isDeclared && open.count == 1 ? NameMatch.sure : NameMatch.lowest
            draft.add(.init(column: index, property: .toOne(best), score: score))
        }
    }

    /// Returns the draft of the only entity that has a column's values as keys in a column of the same name, such as
    /// `ConstituentID` of artists for that of artworks.
    private func keyHolder(
        of index: Int, of draft: EntityDraft, among drafts: [EntityDraft]
    ) -> EntityDraft? {
        let survey = draft.survey
        let cells = survey.cells(ofColumn: index)
        let isKey = survey.isKey(index)
        // Keys of the rows themselves are called `id` in many files.
        guard cells.count > 0, !isKey || NameMatch.keyRank(survey.columns[index], of: []) == nil else {
            return nil
        }
        let holders = drafts.filter { other in
            guard other.survey !== survey, !isKey || other.entity.number != draft.entity.number,
                let key = other.survey.columns.firstIndex(of: survey.columns[index]),
                key < other.survey.ownCount, other.survey.isKey(key)
            else { return false }
            return cells.count(missingIn: [other.survey.cells(ofColumn: key)]) == 0
        }
        guard Set(holders.map(\.entity.number)).count == 1 else { return nil }
        return holders.max { $0.matches.count < $1.matches.count }
    }

    /// Matches the column of a tree that refers to the parent if its name does not show the relationship. Its
    /// values are keys of the same input.
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
        line.source = survey.name
        if let (count, issue) = survey.failures {
            let location = issue.location.line.map { " in line \($0)" } ?? ""
            line.doubts.append("\(count) rows cannot be read, the first\(location): \(issueText(issue))")
            line.isExplained = true
        } else if survey.rowCount == 0, survey.table == nil {
            line.doubts.append("it has no rows")
        }
        line.doubts += survey.doubts
        line.choices = survey.choices.map {
            DraftChoice(label: $0.label, text: "  \(YAMLText.scalar(survey.name)): \($0.plan)")
        }
        return line
    }

    // MARK: Lines

    /// Returns the first lines of a plan for an exported database. The export has no records of CloudKit.
    private func heading(of plain: PlainDraft) throws -> [DraftLine] {
        var lines = try heading(needsZone: false)
        lines[0] = DraftLine(
            text: "", notes: ["Drafted by `zseed plan` from a database that `zseed export --to` wrote."])
        lines.append(DraftLine(text: "timeZone: UTC"))
        if try plain.needsCloudKit {
            lines.append(
                DraftLine(text: "allowCloudKit: true", notes: ["CloudKit's own records are left out"])
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
                notes: [
                    "Drafted by `zseed plan` from names and cells. Check the lines marked `unsure`."
                ]),
            DraftLine(text: "reference: \(try written(reference.path))"),
            DraftLine(text: "output: seed.sqlite"),
        ]
        if let modelPath { lines.insert(DraftLine(text: "model: \(try written(modelPath))"), at: 2) }
        lines += try reference.modelChoice.planLines(from: FilePath(planFolder))
            .map { DraftLine(text: $0) }
        if needsZone {
            var zone = DraftLine(
                text: "timeZone: UTC", doubts: ["some dates have no time zone: which one is it?"])
            zone.freePrefix = "timeZone: "
            lines.append(zone)
        }
        return lines
    }

    /// Returns the lines of all loads, grouped by entity.
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
                let others = drafts.filter { $0.0.sharesRows && $0.0.survey === one.survey }
                let columns = others.flatMap { other in
                    other.0.takenColumns.map { other.0.survey.columns[$0] }
                }
                var load = LoadDraft(one, reference: reference, satelliteColumns: Set(columns)).lines(targets)
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
