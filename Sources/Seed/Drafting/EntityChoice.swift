import ObjectModel
import StoreFormat

/// The first pass after the survey. It chooses the entity of each input's rows.
struct EntityChoice {
    let reference: ReferenceStore
    private let names = KnownNames()

    init(_ reference: ReferenceStore) { self.reference = reference }

    /// Returns a draft for each input that fits an entity.
    func drafts(of surveys: [SourceSurvey]) -> [EntityDraft] {
        var drafts: [EntityDraft] = []
        for survey in surveys {
            if let draft = best(for: survey, within: NestingDraft(survey, among: drafts)) {
                drafts.append(draft)
            }
        }
        let better = drafts.filter { draft in
            let isInside = drafts.contains { $0.survey.encloses(draft.survey) }
            return !drafts.contains { isWorse(draft, than: $0, isInside: isInside) }
        }
        return withEnclosing(better, of: surveys)
    }

    /// Returns the drafts with records around others as objects of a related entity, if they resemble the inner
    /// ones only because both have a title. For example, the `channel` around the items of a feed is a podcast.
    private func withEnclosing(_ drafts: [EntityDraft], of surveys: [SourceSurvey]) -> [EntityDraft] {
        var result = drafts
        for (place, survey) in surveys.enumerated() {
            let inner = result.filter { survey.encloses($0.survey) }
            let own = result.firstIndex { $0.survey === survey }
            guard !inner.isEmpty, own.map({ Self.isAround(result[$0], among: result) }) ?? true else {
                continue
            }
            let related = inner.flatMap { draft in
                draft.entity.toOnes.map(\.destinationName) + draft.entity.toManys.map(\.destinationName)
            }
            guard let other = best(for: survey, within: nil, among: Set(related)),
                other.fitsWell
                    || other.matches.count * 2 >= survey.ownCount
                        && other.missingProperties(reference.sourceValues).isEmpty
            else { continue }
            if let own { result.remove(at: own) }
            let before = Set(surveys.prefix(place).map(\.name))
            result.insert(other, at: result.firstIndex { !before.contains($0.survey.name) } ?? result.count)
        }
        return result
    }

    /// Returns whether another input is a better match for the entity, and this one has another name and few
    /// properties in common with it. For example, the `Name` column of media types does not make them
    /// artists.
    ///
    /// - Parameter isInside: whether the records are inside others that are objects.
    private func isWorse(_ draft: EntityDraft, than other: EntityDraft, isInside: Bool) -> Bool {
        // A single record beside a list of others is about the file, such as the `metadata` of a track.
        let isAlone = draft.survey.rowCount == 1 && other.survey.rowCount > 1 && !isInside
        guard other.survey !== draft.survey, other.entity.number == draft.entity.number else { return false }
        if isOtherList(draft, than: other) { return true }
        guard
            draft.survey.nesting == nil && other.survey.nesting == nil || isAlone,
            nameScore(draft) < NameMatch.named,
            nameScore(other) >= NameMatch.sure || other.fitness > draft.fitness,
            draft.key(sharedWith: other) == nil
        else { return false }
        func names(_ draft: EntityDraft) -> Set<String> {
            let keys = reference.model.uniqueAttributes(ofEntity: draft.entity.name)
            return Set(draft.matches.filter { $0.score >= NameMatch.named }.map(\.property.name))
                .filter { !keys.contains($0) && !NameMatch.isKeyName($0, of: draft.entity.name) }
        }
        let (own, others) = (names(draft), names(other))
        let isNamed = nameScore(other) >= NameMatch.sure
        return own.count <= 1 && (isNamed || others.count > own.count) || own.count * 2 < others.count
            || isNamed && own.count < 3 && own.isSubset(of: others)
    }

    /// Returns whether the rows are another list than those with the entity's objects, such as the `actions` beside the
    /// `cards` of a board: no relationship to the entity has the list's name, and most of its columns are others, or both
    /// lists are in the same records.
    private func isOtherList(_ draft: EntityDraft, than other: EntityDraft) -> Bool {
        guard !draft.isHeaded, let nesting = draft.survey.nesting, let list = nesting.records.last else {
            return false
        }
        let isDocument = other.survey.nesting.map { $0.records.isEmpty } ?? true
        guard
            other.isHeaded
                || isDocument && NameMatch.entityScore(other.survey.name, draft.entity.name) >= NameMatch.sure
        else { return false }
        let known = Set(other.survey.columns.prefix(other.survey.ownCount))
        let shared = draft.survey.columns.prefix(draft.survey.ownCount).count(where: known.contains)
        let isBeside =
            nesting.path == other.survey.nesting?.path && nesting.records.count > 1
            && nesting.records.dropLast() == other.survey.nesting?.records.dropLast()
        guard shared * 2 <= draft.survey.ownCount || isBeside else { return false }
        return !reference.layout.entities.contains { entity in
            let links =
                entity.toOnes.map { ($0.relationship.name, $0.destinationName) }
                + entity.toManys.map { ($0.relationship.name, $0.destinationName) }
            return links.contains { name, destination in
                destination == draft.entity.name && NameMatch.score(list, name) >= NameMatch.named
            }
        }
    }

    private func nameScore(_ draft: EntityDraft) -> Int {
        NameMatch.entityScore(draft.survey.table?.name ?? draft.survey.name, draft.entity.name)
    }

    /// Returns the paths from a draft's records to arrays of single values that are objects of their own.
    /// These are the values of a to-many relationship whose objects have one owner and no uniqueness
    /// constraint.
    ///
    /// - Parameter drafts: the drafts of all inputs. A list with another name than the only such relationship
    ///   belongs to it if no input has its objects and no other list remains.
    func ownedLists(of draft: EntityDraft, among drafts: [EntityDraft]) -> [[String]] {
        let owned = draft.entity.toManys.filter { toMany in
            guard let inverse = toMany.inverse, !inverse.isToMany,
                let destination = reference.layout.entity(named: toMany.destinationName),
                !destination.isAbstract
            else { return false }
            return reference.model.constraints(ofEntity: destination.name).isEmpty
        }
        func isNamed(_ way: [String], _ toMany: ToManyStorage) -> Bool {
            let names = [way.last ?? "", way.joined(separator: "_")]
            return names.contains { NameMatch.score($0, toMany.relationship.name) >= NameMatch.named }
        }
        let lists = draft.survey.draft.valueLists
        // Keys refer to objects that are elsewhere.
        let named = lists.filter { way in
            owned.contains { isNamed(way, $0) } && NameMatch.referred(by: way.last ?? "") == nil
        }
        let columns = draft.matches.map { draft.survey.columns[$0.column] }
        let rest = lists.filter { !named.contains($0) && !columns.contains($0.joined(separator: ".")) }
        let open = owned.filter { toMany in
            let destination = reference.layout.entity(named: toMany.destinationName)
            return !named.contains { isNamed($0, toMany) }
                && !draft.matches.contains { $0.property.name == toMany.relationship.name }
                && destination?.attributes.contains { $0.attribute.type == .string } == true
                && !drafts.contains { $0.fills(destination?.familyNumbers ?? []) }
        }
        return named + (rest.count == 1 && open.count == 1 ? rest : [])
    }

    /// Returns a draft for the entity whose properties fit the columns best, or nil if no entity fits.
    ///
    /// - Parameter names: the possible entities, or nil for all.
    func best(
        for survey: SourceSurvey, within nesting: NestingDraft?, among possible: Set<String>? = nil
    ) -> EntityDraft? {
        var best: (draft: EntityDraft, fitness: Int)?
        var rivals: [(entity: String, fitness: Int)] = []
        // An array `lists` in a board holds the objects that `list` of a card refers to.
        let linkedNames = Dictionary(
            grouping: reference.layout.entities.flatMap { entity in
                entity.toOnes.map { (entity: $0.destinationName, name: $0.relationship.name) }
            }, by: \.entity
        ).mapValues { $0.map(\.name) }
        for layout in reference.layout.entities where possible?.contains(layout.name) ?? true {
            let kinds = KindColumn(of: survey, for: layout, in: reference.layout)
            guard kinds != nil || !layout.isAbstract else { continue }
            let entity = kinds.map { layout.spanning($0.entities.map(\.entity)) } ?? layout
            // An input without rows has no evidence except its name.
            let name = survey.table?.name ?? survey.name
            if survey.table != nil, survey.rowCount == 0,
                NameMatch.entityScore(name, entity.name) < NameMatch.sure
            {
                continue
            }
            var draft = EntityDraft(
                entity, survey, lists: lists(of: entity),
                keys: Set(reference.model.uniqueAttributes(ofEntity: entity.name)),
                identifiers: identifiers(of: entity), names: names)
            draft.kinds = kinds
            let fitness =
                draft.fitness + (kinds == nil ? 0 : 200) + (nesting?.fitness(of: entity, in: reference) ?? 0)
                + (linkedNames[entity.name]?.contains { NameMatch.score(name, $0) >= NameMatch.sure } == true
                    ? 100 : 0)
            if fitness > 0 { rivals.append((entity.name, fitness)) }
            if fitness > best?.fitness ?? 0 { best = (draft, fitness) }
        }
        // Without a header, the columns are named after cells of the first row, so a single name that is not the same
        // is no evidence.
        let named = best?.draft.matches.filter { $0.score >= NameMatch.sure } ?? []
        let isNamed = named.count > 1 || named.contains { $0.score == NameMatch.same }
        if survey.isFixedWidth || survey.isHeaderless && !isNamed { return nil }
        best?.draft.rivals = rivals.sorted { ($0.fitness, $1.entity) > ($1.fitness, $0.entity) }
        return best?.draft
    }

    private func identifiers(of entity: EntityLayout) -> [String: [String]] {
        Dictionary(
            keepingFirst: entity.toOnes.map {
                ($0.relationship.name, reference.model.uniqueAttributes(ofEntity: $0.destinationName))
            })
    }

    /// Returns the attributes that are SwiftData arrays. One cell holds the whole list.
    private func lists(of entity: EntityLayout) -> Set<String> {
        let isSwiftData = !reference.sourceValues.isEmpty || reference.model.isSwiftData
        return Set(
            entity.attributes.map(\.path).filter { path in
                entity.attribute(path)?.attribute.arrayElements(
                    reference.sourceValues.form(of: path, entity: entity.name),
                    isInside: path.contains("."), isSwiftData: isSwiftData) != nil
            })
    }

    /// A table that adds to the rows of another table or repeats them.
    typealias Repeated = (draft: EntityDraft, other: EntityDraft)

    /// Returns the tables whose keys are keys of another table of the same entity, such as `film_text` for
    /// `film`. Their rows are not objects of their own.
    static func repeated(among drafts: [EntityDraft]) -> [Repeated] {
        func isNamed(_ draft: EntityDraft) -> Bool {
            guard let table = draft.survey.table else { return false }
            return NameMatch.entityScore(table.name, draft.entity.name) >= NameMatch.sure
        }
        return drafts.compactMap { draft in
            guard draft.survey.table != nil, !isNamed(draft) else { return nil }
            let others = drafts.filter { other in
                other.entity.number == draft.entity.number && other.survey.path == draft.survey.path
                    && isNamed(other)
            }
            let other = others.first { other in
                draft.survey.ownIndices.contains { index in
                    guard draft.survey.isKey(index),
                        let place = other.survey.columns.firstIndex(of: draft.survey.columns[index]),
                        place < other.survey.ownCount, other.survey.isKey(place),
                        LinkDrafts.isOwnKey(draft.survey.columns[index], of: other)
                    else { return false }
                    return draft.survey.cells(ofColumn: index)
                        .count(missingIn: [other.survey.cells(ofColumn: place)]) == 0
                }
            }
            return other.map { (draft, $0) }
        }
    }

    /// Returns whether a draft's input encloses the records of another input for the same entity, or is in them,
    /// and has fewer attributes in common with it. The entity has no relationship to itself. For example, the `title`
    /// of a feed encloses the items, and the `releases` in each album have a title, too.
    static func isAround(_ draft: EntityDraft, among drafts: [EntityDraft]) -> Bool {
        drafts.contains { other in
            guard draft.survey.encloses(other.survey) || other.survey.encloses(draft.survey),
                other.entity.number == draft.entity.number
            else { return false }
            let counts = [other, draft].map { $0.matches.count(where: \.property.isAttribute) }
            let isHeaded = [other, draft].map { $0.isHeaded }
            guard
                isHeaded[0] != isHeaded[1]
                    ? isHeaded[0]
                    : counts[0] != counts[1] ? counts[0] > counts[1] : other.fitness > draft.fitness
            else {
                return false
            }
            let destinations =
                draft.entity.toOnes.map(\.destinationName) + draft.entity.toManys.map(\.destinationName)
            return !destinations.contains(draft.entity.name)
        }
    }
}

extension EntityDraft {
    /// Whether the last word of the list's name is that of the entity, as in `FoundationFoods` for Food. The records
    /// `foodPortions` are portions.
    fileprivate var isHeaded: Bool {
        func last(_ name: String) -> String? { NameMatch.words(name).last.map(Plurals.singular) }
        return survey.nesting?.records.last.flatMap(last) == last(entity.name)
    }
}

extension SourceSurvey {
    /// Returns whether the records of another input are in those of this one.
    func encloses(_ other: SourceSurvey) -> Bool {
        guard let nesting, let inner = other.nesting, inner.path == nesting.path else { return false }
        return inner.records.count > nesting.records.count && inner.records.starts(with: nesting.records)
    }
}
