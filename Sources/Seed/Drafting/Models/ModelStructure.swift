import Inputs
import ObjectModel

/// The tables that become entities, the tables that become many-to-many relationships, and the links between
/// them.
struct ModelStructure {
    let form: ModelDrafter.Form
    /// The tables whose rows are objects.
    private(set) var entities: [ModelTable] = []
    /// The tables whose rows are pairs, with the names of the relationship and its inverse.
    private(set) var pairs: [Pair] = []
    private var remarks: [String: [String]] = [:]
    /// The tables that the names of columns refer to.
    let names: TargetNames

    /// The pairs of a many-to-many relationship.
    struct Pair {
        let table: ModelTable
        let source: ModelLink
        let target: ModelLink
        /// The column with the position of the target.
        let order: Int?
        /// Whether each target is in only one pair, as in `film_language(film_id PRIMARY KEY, language_id)`.
        let isToOne: Bool
        var name = ""
        var inverseName = ""
    }

    /// The links of all tables, including the ends of pairs.
    var links: [ModelLink] { entities.flatMap(\.links) + pairs.flatMap { [$0.source, $0.target] } }

    /// The last draft, as the developer has changed it, or nil for a new model.
    let earlier: EarlierDraft?

    init(_ tables: [ModelTable], form: ModelDrafter.Form, earlier: EarlierDraft? = nil) {
        self.form = form
        self.earlier = earlier
        for table in tables { table.earlier = earlier?.tables[table.survey.name] }
        // No relationship leads to objects that the developer removed.
        let targets = tables.filter { $0.earlier.map { $0.entity != nil } ?? true }
        names = TargetNames(targets)
        for table in tables { table.links = links(of: table, among: targets) }
        for table in tables { addCompoundLinks(of: table, among: targets) }
        let referenced = Set(tables.flatMap { table in table.links.map { ObjectIdentifier($0.target) } })
        for table in tables {
            if let pair = pair(table, isReferenced: referenced.contains(ObjectIdentifier(table))) {
                pairs.append(pair)
            } else {
                entities.append(table)
            }
        }
        var entityNames = ModelNames(taking: earlier?.model.entities.map(\.name) ?? [])
        for table in entities {
            table.entity = table.earlier?.entity ?? entityNames.entity(table.name)
            table.names = ModelNames(taking: earlier?.propertyNames(of: table.entity) ?? [])
        }
        for table in entities { nameAttributes(of: table) }
        for table in entities { nameLinks(of: table) }
        for index in pairs.indices { name(&pairs[index]) }
        chooseKeys()
        for table in entities {
            for line in unsupportedConstraints(of: table) { remark(table, line) }
            for (column, reason) in table.dropped.sorted(by: { $0.key < $1.key }) {
                remark(table, "`\(table.survey.columns[column])` is left out: \(reason)")
            }
            for name in table.declaration?.collations ?? [] {
                remark(
                    table, "the order `\(name)` of its texts is not known, and taken for that of their bytes")
            }
        }
    }

    // MARK: Pairs

    /// Returns the pairs that a table holds, or nil if its rows are objects.
    private mutating func pair(_ table: ModelTable, isReferenced: Bool) -> Pair? {
        guard !isReferenced, table.links.count == 2, table.links[0].column != table.links[1].column,
            table.links.allSatisfy(\.others.isEmpty)
        else { return nil }
        var ends = table.links
        func isUnique(_ end: ModelLink) -> Bool {
            table.declaration?.isUnique([table.survey.columns[end.column]]) == true
        }
        if isUnique(ends[0]), !isUnique(ends[1]) { ends.swapAt(0, 1) }
        let isToOne = isUnique(ends[1])
        var order: Int?
        var stamps: [String] = []
        for index in table.survey.ownIndices where !ends.contains(where: { $0.column == index }) {
            let name = table.survey.columns[index]
            let words = NameMatch.words(name)
            if index == table.key, table.isNamedLikeKey(index) {
                stamps.append(name)
            } else if order == nil, words.last.map(JunctionDraft.orderWords.contains) == true {
                order = index
            } else if words.contains(where: JunctionDraft.stampWords.contains),
                let column = table.declaration?.column(name),
                // A value that differs between pairs is data about the pair.
                table.count(of: index) + min(column.nulls + column.empties, 1) <= 1
            {
                stamps.append(name)
            } else {
                return nil
            }
        }
        // SwiftData has no ordered relationships.
        guard order == nil || form == .coreData else { return nil }
        let names = ends.map { table.survey.columns[$0.column] }
        if let declaration = table.declaration {
            guard isToOne || declaration.isUnique(names) || table.survey.ownCount == 2 else { return nil }
        } else if !stamps.isEmpty {
            return nil
        }
        // Only a store of the app would show which of the two relationships names the join table.
        if ends[0].target === ends[1].target {
            remark(
                table,
                "the links between rows of \(ends[0].target.name) are objects: only a store of the app shows how a "
                    + "relationship of \(ends[0].target.name) with itself is stored")
            return nil
        }
        if !stamps.isEmpty {
            remark(table, "left out: " + stamps.map { "`\($0)`" }.joined(separator: ", "))
        }
        return Pair(
            table: table, source: ends[0], target: ends[1], order: isToOne ? nil : order, isToOne: isToOne)
    }

    /// Sets the key of each table to the column that most other tables refer to.
    private func chooseKeys() {
        let all = links.filter(\.others.isEmpty)
        for table in entities {
            let counts = Dictionary(
                grouping: all.filter { $0.target === table }.map(\.targetColumn), by: { $0 }
            ).mapValues(\.count)
            let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
            if let most { table.key = most.key }
        }
    }

    /// Returns a line for each uniqueness constraint of the database that the model cannot have.
    ///
    /// - Parameter isIncluded: returns whether a constraint of these columns is included.
    func unsupportedConstraints(
        of table: ModelTable, where isIncluded: ([String]) -> Bool = { _ in true }
    ) -> [String] {
        (table.declaration?.uniqueKeys ?? []).filter { columns in
            columns.count > 1 && isIncluded(columns)
                && columns.compactMap(table.index).contains { table.attributes[$0] == nil }
        }.map { columns in
            "(\(columns.joined(separator: ", "))) is unique in the database, but a constraint cannot contain "
                + "relationships"
        }
    }

    /// Records a remark about an input.
    mutating func remark(_ table: ModelTable, _ words: String) {
        remarks[table.survey.name, default: []].append(words)
    }

    // MARK: Outcomes

    /// The result for each input.
    var outcomes: [ModelDrafter.Outcome] {
        entities.map { table in
            let names = table.links.map { "\($0.name) → \($0.target.entity)" }
            let doubts = table.attributes.sorted { $0.key < $1.key }.flatMap { index, name in
                table.columns[index].doubts.map { "\(name): \($0)" }
            }
            return ModelDrafter.Outcome(
                source: table.survey.name, rows: table.rowCount, subject: table.entity,
                attributes: table.attributes.count, relationships: names,
                remarks: table.survey.doubts + (remarks[table.survey.name] ?? []) + doubts)
        }
            + pairs.map { pair in
                let owner = pair.source.target.entity
                return ModelDrafter.Outcome(
                    source: pair.table.survey.name, rows: pair.table.rowCount,
                    subject: "\(owner).\(pair.name)", attributes: 0,
                    relationships: ["\(pair.inverseName) ← \(pair.target.target.entity)"],
                    remarks: pair.table.survey.doubts + (remarks[pair.table.survey.name] ?? []))
            }
    }

    /// Returns the columns whose values an attribute cannot take, each with its issue.
    func misfits(of failure: SeedFailure) -> [(table: ModelTable, column: Int, issue: SeedIssue)] {
        failure.issues.flatMap { issue -> [(table: ModelTable, column: Int, issue: SeedIssue)] in
            let own = entities.filter { issue.entity == nil || $0.entity == issue.entity }
            if issue.property != nil {
                return own.flatMap { table in
                    table.attributes.filter { $0.value == issue.property }.map { (table, $0.key, issue) }
                }
            }
            // An unreadable cell is reported before it belongs to a property.
            guard let name = issue.sourceColumn else { return [] }
            let holders = own.compactMap { table in
                table.index(of: name).map { (table: table, column: $0, issue: issue) }
            }.filter { $0.table.attributes[$0.column] != nil }
            let known = holders.filter { $0.table.survey.unreadable.contains(name) }
            return !known.isEmpty ? known : holders.count == 1 ? holders : []
        }
    }
}
