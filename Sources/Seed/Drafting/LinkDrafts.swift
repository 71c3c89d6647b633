import Inputs
import ObjectModel
import SQLite
import StoreFormat

/// The targets of a drafted plan's relationships, found by comparing the values of columns.
struct LinkDrafts {
    /// The columns that become `key:`, by the name of the input.
    private(set) var keyColumns: [String: String] = [:]
    let reference: ReferenceStore
    let drafts: [EntityDraft]
    let names = KnownNames()

    init(reference: ReferenceStore, drafts: [EntityDraft]) {
        (self.reference, self.drafts) = (reference, drafts)
    }

    /// The keys of a plan that find the objects of a relationship, without the column.
    struct Target {
        /// The keys, or nil if the column identifies no object.
        var text: String?
        /// The attributes of new objects that the column and others fill.
        var paths: Set<String> = []
        var doubts: [String] = []
        /// Effects of a build that are not obvious from the plan.
        var notes: [String] = []
        /// Whether a build stops here, for a reason that the doubts give.
        var stops = false
        /// The value of `columns:` for a target of several attributes.
        var columns: String?
        /// The columns of the target besides the relationship's own column.
        var joinedColumns: [Int] = []
        /// The attributes of new objects that further columns fill, with their values under `set:`.
        var settings: [(path: String, value: String)] = []
        /// Whether the values themselves are evidence that they mean such objects.
        var isProven = false
        /// The words of the column that name no object.
        var nullWords: [String] = []
    }

    /// A way to find the objects that a column identifies.
    struct Option {
        enum Kind {
            case key(String)
            case attribute(AttributeColumn)
        }

        let kind: Kind
        let holders: [(draft: EntityDraft, column: Int)]
        /// The lowest rank is preferred.
        let rank: Int
        let missing: Int
        let cells: [CellSet]

        /// Whether only the first rows were searched for objects.
        var isSampled: Bool { cells.contains(where: \.isCut) }
    }

    /// Returns the loads that create objects of an entity or of its subentities.
    func drafts(of name: String) -> [EntityDraft] {
        let family = reference.layout.entity(named: name)?.familyNumbers ?? []
        return drafts.filter { $0.fills(family) && $0.completed == nil }
    }

    /// Returns the target by which a column identifies the objects of a destination, and records the key that
    /// it uses.
    ///
    /// - Parameters:
    ///   - separator: the text between the elements of a list.
    ///   - names: the values that the column's cells mean, or nil for the cells themselves.
    mutating func target(
        ofColumn index: Int, in survey: SourceSurvey, separator: String? = nil, names: [String]? = nil,
        relationship: String, destination name: String
    ) -> Target {
        var cells = CellSet()
        if let names {
            for name in names { cells.add(name) }
        } else {
            cells = survey.cells(ofColumn: index, separator: separator)
        }
        let sources = drafts(of: name)
        let column = survey.surveys[index]
        let numeric = column.wordsAmongNumbers
        // Without an input of the objects, any word may identify an object.
        let possible =
            sources.isEmpty
            ? column.nullWords.keys.sorted().filter {
                numeric.contains($0) || column.provenNullWords.contains($0)
            }
            : column.nullWords.keys.sorted()
        let words = possible.filter { word in
            // `NA` is the code of Namibia if other cells are codes, too.
            !(word == "NA" && column.holdsCodes)
                && !sources.contains { source in
                    source.survey.ownIndices.contains {
                        source.survey.cells(ofColumn: $0).contains(word)
                    }
                }
        }
        cells.remove(words)
        var target = target(
            index, in: survey, cells, separator, relationship: relationship, sources, destination: name)
        if target.text != nil {
            target.add(nullWords: words)
            let kept = column.possibleNullWords.filter { !words.contains($0) }
            if sources.isEmpty, !kept.isEmpty { target.doubts.append(NullWords.suggestion(kept)) }
            if let broken = survey.surveys[index].broken { target.doubts.append(broken) }
        }
        return target
    }

    private mutating func target(
        _ index: Int, in survey: SourceSurvey, _ cells: CellSet, _ separator: String?, relationship: String,
        _ sources: [EntityDraft], destination name: String
    ) -> Target {
        let column = survey.columns[index]
        if let satellite = sources.first(where: { $0.isSatellite && $0.survey === survey }) {
            return satelliteTarget(satellite)
        }
        let declared = survey.table?.references[column.lowercased()]
        let rest = Self.rest(of: column, without: relationship)
        let options =
            keys(
                sources, of: column, cells, rest: rest, declared: declared
            ) + finds(sources, cells, rest: rest, isKey: isKey(column, declared))
        let ordered = options.enumerated().sorted { one, other in
            let (a, b) = (one.element, other.element)
            if (a.missing == 0) != (b.missing == 0) { return a.missing == 0 }
            if a.missing > 0, a.missing != b.missing { return a.missing < b.missing }
            return a.rank != b.rank ? a.rank < b.rank : one.offset < other.offset
        }.map(\.element)
        // If no value occurs in the sampled rows, only names are evidence.
        let sampled = ordered.filter(\.isSampled)
        for option in ordered.filter({ $0.missing < cells.count || cells.count == 0 }) + sampled {
            switch option.kind {
            case .key(let key):
                guard note(key, of: option.holders.map(\.draft)) else { continue }
                return keyTarget(option, key, cells, name)
            case .attribute(let attribute):
                return findTarget(option, attribute, cells, name)
            }
        }
        let people = separator == nil ? personTarget(ofColumn: index, in: survey, of: name) : nil
        if let people { return people }
        guard sources.isEmpty || cells.count == 0 else {
            let names = sources.map { "`\($0.survey.name)`" }.joined(separator: ", ")
            return Target(
                text: nil,
                doubts: ["`\(relationship)` leads to \(name), but no value of `\(column)` occurs in \(names)"]
            )
        }
        var target = creating(
            name, column: column, relationship: relationship, isKey: isKey(column, declared))
        if separator == nil { target = joined(target, index, in: survey, relationship, of: name) }
        guard target.text != nil, let lacking = needs(ofNew: name, besides: target.paths) else {
            return target
        }
        return Target(
            text: nil,
            doubts: ["`\(relationship)` leads to \(name), of which no source has objects; \(lacking)"])
    }

    private func isKey(_ column: String, _ declared: (table: String, column: String)?) -> Bool {
        declared != nil || NameMatch.referred(by: column) != nil
    }

    /// Records the column that other inputs use to refer to these inputs. Returns false if one of them
    /// already has another.
    private mutating func note(_ key: String, of sources: [EntityDraft]) -> Bool {
        guard sources.allSatisfy({ keyColumns[$0.survey.name] ?? key == key }) else { return false }
        for source in sources { keyColumns[source.survey.name] = key }
        return true
    }

    // MARK: Options

    /// Returns the options by the key columns of inputs, such as `id`, `purchase_id` in purchases, or a
    /// declared foreign key.
    private func keys(
        _ sources: [EntityDraft], of column: String, _ cells: CellSet, rest: String,
        declared: (table: String, column: String)?
    ) -> [Option] {
        var options: [Option] = []
        var seen: Set<String> = []
        let words = NameMatch.words(column)
        let isPosition = ParentColumn(column)?.content == .position
        let candidates = sources.flatMap { source in
            source.survey.columns.prefix(source.survey.ownCount)
                + (isPosition ? [ParentColumn.position] : [])
        }
        for key in candidates where seen.insert(key).inserted {
            let holders = sources.compactMap { source in
                source.survey.columns.firstIndex(of: key).map { (draft: source, column: $0) }
            }
            guard holders.allSatisfy({ $0.draft.survey.isKey($0.column) }) else { continue }
            let isDeclared = holders.contains { holder in
                declared?.table.lowercased() == holder.draft.survey.table?.name.lowercased()
                    && declared?.column.lowercased() == key.lowercased() && declared != nil
            }
            let name = NameMatch.words(key)
            let own = holders.contains { Self.isOwnKey(key, of: $0.draft) }
            guard isDeclared || own || name == words || name.joined(separator: "_") == rest else {
                continue
            }
            let sets = holders.map { $0.draft.survey.cells(ofColumn: $0.column) }
            let rank = isDeclared ? 0 : isKey(column, declared) ? 1 : 4
            options.append(
                Option(
                    kind: .key(key), holders: holders, rank: rank,
                    missing: cells.count(missingIn: sets), cells: sets))
        }
        return options
    }

    /// Returns whether a column is a key by its name, such as `id`, `pk`, or `item_id` in items.
    static func isOwnKey(_ column: String, of draft: EntityDraft) -> Bool {
        let joined = NameMatch.words(column).joined(separator: "_")
        if ["id", "pk", "z_pk", "key", "uuid", "guid", "rowid", "_id"].contains(joined) { return true }
        guard let referred = NameMatch.referred(by: joined) else { return false }
        return NameMatch.entityScore(referred, draft.entity.name) >= NameMatch.sure
            || NameMatch.score(referred, draft.survey.name) >= NameMatch.sure
    }

    /// Returns the options by attributes that inputs fill and whose columns may contain the cells.
    private func finds(
        _ sources: [EntityDraft], _ cells: CellSet, rest: String, isKey: Bool
    ) -> [Option] {
        var options: [Option] = []
        var seen: Set<String> = []
        for source in sources {
            let unique = Self.uniqueAttributes(of: source.entity, in: reference)
            for case .attribute(let attribute, let guess) in source.matches.map(\.property)
            where seen.insert(attribute.path).inserted {
                let isUnique = unique.contains(attribute.path)
                let isNamed = NameMatch.score(rest, attribute.path) >= NameMatch.sure
                switch attribute.attribute.type {
                case .string: break
                case .integer16, .integer32, .integer64, .uuid:
                    // Small numbers occur in many columns.
                    guard isUnique || isNamed else { continue }
                default: continue
                }
                guard guess.unreadable == 0, guess.template == nil else { continue }
                let holders = sources.compactMap { source in
                    source.matches.first { $0.property.name == attribute.path }
                        .map { (draft: source, column: $0.column) }
                }
                let sets = holders.map { $0.draft.survey.cells(ofColumn: $0.column) }
                // A fraction can be written as text in several ways, and texts are compared exactly.
                guard
                    attribute.attribute.type != .string
                        || sets.allSatisfy({ !$0.hasFractions })
                            && !cells.hasFractions
                else { continue }
                let isUsual = ["name", "title"].contains(attribute.path.lowercased())
                let rank = isUnique || isNamed ? 2 : isUsual ? 3 : 5
                options.append(
                    Option(
                        kind: .attribute(attribute), holders: holders, rank: rank,
                        missing: cells.count(missingIn: sets), cells: sets))
            }
        }
        return options
    }

    // MARK: Names

    /// Returns the words of a column after those of the relationship, such as `name` in `item_name`.
    static func rest(of column: String, without relationship: String) -> String {
        let words = NameMatch.words(column)
        let prefix = NameMatch.words(relationship)
        guard words.starts(with: prefix) else { return words.last ?? "" }
        return words.dropFirst(prefix.count).joined(separator: "_")
    }

    static func uniqueAttributes(
        of layout: EntityLayout, in reference: ReferenceStore
    ) -> [String] {
        reference.model.uniqueAttributes(ofEntity: layout.name)
    }

    func isInherited(_ attribute: AttributeColumn, by layout: EntityLayout) -> Bool {
        reference.layout.superentity(of: layout)?.attribute(attribute.path) != nil
    }
}

extension EntityLayout {
    /// Returns the required properties: those that are not optional and have no default.
    ///
    /// - Parameter values: source code with the default values of elements of composites.
    func requiredProperties(_ values: SourceValues) -> [String] {
        attributes.filter {
            !$0.attribute.isOptional && !$0.attribute.isDerived && $0.standard == nil
                && values.defaultValue(of: $0.path, entity: name) == nil
        }.map(\.path) + toOnes.filter { !$0.relationship.isOptional }.map(\.relationship.name)
    }
}

extension AttributeColumn {
    /// The default value of the model, or nil if it has none.
    var standard: Value? { attribute.defaultValue.flatMap { Value($0, of: attribute) } }
}
