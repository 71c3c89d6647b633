import ObjectModel
import Sources

/// Which tables are entities, which are pairs, and how they lead to each other.
struct ModelStructure {
    let form: ModelDrafter.Form
    /// The tables whose rows are objects.
    private(set) var entities: [ModelTable] = []
    /// The tables whose rows are pairs, with the names that the relationship has on both sides.
    private(set) var pairs: [Pair] = []
    private var remarks: [String: [String]] = [:]

    /// The pairs of a many-to-many relationship.
    struct Pair {
        let table: ModelTable
        let source: ModelLink
        let target: ModelLink
        /// The column with the place of the target.
        let order: Int?
        var name = ""
        var inverseName = ""
    }

    init(_ tables: [ModelTable], form: ModelDrafter.Form) {
        self.form = form
        for table in tables { table.links = links(of: table, among: tables) }
        for table in tables { addCompoundLinks(of: table, among: tables) }
        let named = Set(tables.flatMap { table in table.links.map { ObjectIdentifier($0.target) } })
        for table in tables {
            if let pair = pair(table, isNamed: named.contains(ObjectIdentifier(table))) {
                pairs.append(pair)
            } else {
                entities.append(table)
            }
        }
        var names = ModelNames()
        for table in entities { table.entity = names.entity(table.name) }
        for table in entities { nameAttributes(of: table) }
        for table in entities { nameLinks(of: table) }
        for index in pairs.indices { name(&pairs[index]) }
        chooseKeys()
        for table in entities { tellConstraints(of: table) }
    }

    // MARK: Links

    private mutating func links(of table: ModelTable, among tables: [ModelTable]) -> [ModelLink] {
        if table.survey.rowCount == 0, table.declaration == nil {
            remark(table, "no rows: all its columns are taken for texts")
        }
        return table.survey.ownIndices.compactMap { column in
            guard var link = declared(column, of: table, tables) ?? guessed(column, of: table, tables) else {
                return nil
            }
            link.isOneToOne = table.declaration?.isUnique([table.survey.columns[column]]) == true
            let isMandatory = table.declaration?.column(table.survey.columns[column])?.isRequired == true
            // An app deletes in its own order: SwiftData's to-ones are optional.
            link.isRequired = isMandatory && link.declared != nil && form == .coreData
            return link
        }
    }

    /// Keys of several columns: a relationship by the attributes that the other table has of them.
    private mutating func addCompoundLinks(of table: ModelTable, among tables: [ModelTable]) {
        for key in table.declaration?.compoundKeys ?? [] {
            let target = tables.first {
                $0.declaration != nil && $0.survey.path == table.survey.path
                    && $0.name.lowercased() == key.table.lowercased()
            }
            let columns = key.columns.compactMap(table.index)
            let targets = target.map { key.targets.compactMap($0.index) } ?? []
            guard let target, columns.count == key.columns.count, targets.count == columns.count,
                !target.links.contains(where: { targets.contains($0.column) && $0.column != target.key }),
                target.declaration?.isUnique(key.targets) == true, key.missing == 0
            else {
                let why =
                    key.missing == 1
                    ? ", of which 1 row is not there,"
                    : key.missing > 0 ? ", of which \(key.missing) rows are not there," : ""
                remark(
                    table,
                    "(\(key.columns.joined(separator: ", "))) is a key of several columns of \(key.table)\(why) and "
                        + "stays attributes")
                continue
            }
            var link = ModelLink(column: columns[0], target: target, targetColumn: targets[0], declared: nil)
            link.others = zip(columns, targets).dropFirst().map { (column: $0, target: $1) }
            link.deletion = key.deletion
            link.isOneToOne = table.declaration?.isUnique(key.columns) == true
            let isMandatory = key.columns.allSatisfy { table.declaration?.column($0)?.isRequired == true }
            link.isRequired = isMandatory && form == .coreData
            table.links.append(link)
        }
    }

    private mutating func declared(_ column: Int, of table: ModelTable, _ tables: [ModelTable]) -> ModelLink?
    {
        let name = table.survey.columns[column]
        let key = table.declaration?.foreignKeys.first { $0.column.lowercased() == name.lowercased() }
        guard let key else { return nil }
        let target = tables.first { other in
            other.declaration != nil && other.survey.path == table.survey.path
                && other.name.lowercased() == key.table.lowercased()
        }
        guard let target, let place = target.index(of: key.target), target.isUnique(place) else {
            remark(
                table,
                "`\(name)` refers to \(key.table).\(key.target), which is no key, and stays an attribute")
            return nil
        }
        let missing = table.survey.cells(ofColumn: column).count(missingIn: [
            target.survey.cells(ofColumn: place)
        ])
        guard missing == 0 else {
            remark(
                table,
                "\(missing == 1 ? "1 value" : "\(missing) values") of `\(name)` in no row of \(key.table): it stays an attribute"
            )
            return nil
        }
        return ModelLink(
            column: column, target: target, targetColumn: place, declared: key, deletion: key.deletion)
    }

    private static let upwardWords: Set<String> = [
        "parent", "manager", "boss", "supervisor", "reports", "superior", "mother", "father", "chief",
    ]

    /// A column that is called like another table, and has no other values than one of its keys.
    private mutating func guessed(_ column: Int, of table: ModelTable, _ tables: [ModelTable]) -> ModelLink? {
        let name = table.survey.columns[column]
        let cells = table.survey.cells(ofColumn: column)
        let isCompound = table.declaration?.compoundKeys.contains { key in
            key.columns.contains { $0.lowercased() == name.lowercased() }
        }
        let isDeclared = table.declaration?.foreignKeys.contains {
            $0.column.lowercased() == name.lowercased()
        }
        guard cells.count > 0, column != table.key, isCompound != true, isDeclared != true else { return nil }
        let referred = NameMatch.referred(by: name)
        let isUpward = NameMatch.words(name).contains(where: Self.upwardWords.contains)
        for target in tables {
            let shared = target === table ? nil : Self.sharedKey(name, of: target)
            let isCalled = target.isCalled(referred ?? name) && target !== table
            guard isCalled || shared != nil || isUpward && target === table, target.survey.rowCount > 0 else {
                continue
            }
            let keys = target.survey.ownIndices.filter { place in
                guard target.isUnique(place), place != column || target !== table else { return false }
                return place == target.key || place == shared || !isUpward && referred == nil && shared == nil
                    || NameMatch.words(target.survey.columns[place]) == NameMatch.words(name)
            }
            let fitting = keys.first { cells.count(missingIn: [target.survey.cells(ofColumn: $0)]) == 0 }
            if let fitting {
                remark(table, "`\(name)` is taken for the key of \(target.name)")
                return ModelLink(column: column, target: target, targetColumn: fitting, declared: nil)
            }
            if !keys.isEmpty, isCalled, referred != nil {
                let missing =
                    keys.map { cells.count(missingIn: [target.survey.cells(ofColumn: $0)]) }.min() ?? 0
                remark(
                    table,
                    "\(missing) of \(cells.count) different values of `\(name)` in no row of \(target.name): it stays "
                        + "an attribute")
            }
        }
        return nil
    }

    private static let commonNames: Set<String> = [
        "id", "name", "title", "label", "date", "position", "order", "year", "number", "no", "type", "status",
        "email",
    ]

    /// The column of another table that has the same name and tells its rows apart: `sku`.
    private static func sharedKey(_ name: String, of target: ModelTable) -> Int? {
        let words = NameMatch.words(name)
        guard name.count > 2, !commonNames.contains(words.joined(separator: "_")) else { return nil }
        return target.survey.ownIndices.first { place in
            let column = target.survey.columns[place]
            return NameMatch.words(column) == words
                && (target.declaration?.isUnique([column]) ?? target.survey.isKey(place))
        }
    }

    // MARK: Pairs

    /// The pairs that a table holds; nil where its rows are objects.
    private mutating func pair(_ table: ModelTable, isNamed: Bool) -> Pair? {
        guard !isNamed, table.links.count == 2, table.links[0].column != table.links[1].column,
            table.links.allSatisfy(\.others.isEmpty)
        else { return nil }
        let ends = table.links
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
                // What differs from pair to pair is something that is known of them.
                table.survey.cells(ofColumn: index).count + min(column.nulls, 1) <= 1
            {
                stamps.append(name)
            } else {
                return nil
            }
        }
        // SwiftData has no order.
        guard order == nil || form == .coreData else { return nil }
        let names = ends.map { table.survey.columns[$0.column] }
        if let declaration = table.declaration {
            guard declaration.isUnique(names) || table.survey.ownCount == 2 else { return nil }
        } else if !stamps.isEmpty {
            return nil
        }
        if !stamps.isEmpty {
            remark(table, "left out: " + stamps.map { "`\($0)`" }.joined(separator: ", "))
        }
        return Pair(table: table, source: ends[0], target: ends[1], order: order)
    }

    // MARK: Names

    private func nameAttributes(of table: ModelTable) {
        for index in table.survey.ownIndices {
            let name = table.survey.columns[index].lowercased()
            let isLink = table.links.contains { $0.others.isEmpty && $0.column == index }
            // Of a key of several columns what tells the rows of this table apart, too, stays.
            let isPart = table.links.contains { link in
                !link.others.isEmpty && (link.column == index || link.others.contains { $0.column == index })
            }
            let isOwn = ((table.declaration?.uniques ?? []) + [table.declaration?.primaryKey ?? []])
                .contains { $0.contains { $0.lowercased() == name } }
            guard !isLink && (!isPart || isOwn) || index == table.key || isTarget(index, of: table) else { continue }
            table.attributes[index] = table.names.property(table.survey.columns[index], of: table.entity)
        }
    }

    /// Whether rows of some table name those of this one by a column.
    private func isTarget(_ column: Int, of table: ModelTable) -> Bool {
        (entities.flatMap(\.links) + pairs.flatMap { [$0.source, $0.target] }).contains {
            $0.target === table && ($0.targetColumn == column || $0.others.contains { $0.target == column })
        }
    }

    private func nameLinks(of table: ModelTable) {
        for place in table.links.indices {
            let link = table.links[place]
            let column = table.survey.columns[link.column]
            let target = ModelNames.lowercased(link.target.entity)
            var name = link.others.isEmpty ? Self.name(ofColumn: column, link) : target
            // The key of the rows is an attribute already.
            if table.attributes[link.column] != nil, NameMatch.referred(by: column) == nil { name = target }
            let isOnly = table.links.count { $0.target === link.target } == 1
            table.links[place].name = table.names.property(named: name, of: table.entity)
            let many = link.isOneToOne ? table.entity : ModelNames.plural(table.entity)
            let plain = ModelNames.lowercased(many)
            let qualified = name + many
            let children = link.target === table && name == "parent" ? "children" : nil
            let isPlain =
                (isOnly || name == target) && link.target !== table && link.target.names.isFree(plain)
            table.links[place].inverseName = link.target.names.property(
                named: children ?? (isPlain ? plain : qualified), of: link.target.entity)
        }
    }

    /// What a column with keys calls the object: `album` of `album_id` and `albumid`.
    private static func name(ofColumn column: String, _ link: ModelLink) -> String {
        if let referred = NameMatch.referred(by: column) {
            return ModelNames.camel(NameMatch.words(referred))
        }
        let words = NameMatch.words(column)
        // A key that is called alike on both sides names the other table's row.
        if NameMatch.words(link.target.survey.columns[link.targetColumn]) == words, link.declared == nil {
            return ModelNames.lowercased(link.target.entity)
        }
        if link.declared != nil, words.count == 1, words[0].hasSuffix("id"), words[0].count > 3 {
            return String(words[0].dropLast(2))
        }
        return ModelNames.camel(words)
    }

    private func name(_ pair: inout Pair) {
        pair.name = name(pair.target, from: pair.source, in: pair)
        pair.inverseName = name(pair.source, from: pair.target, in: pair)
    }

    private func name(_ link: ModelLink, from owner: ModelLink, in pair: Pair) -> String {
        let column = pair.table.survey.columns[link.column]
        let plain = ModelNames.plural(ModelNames.lowercased(link.target.entity))
        let own = ModelNames.plural(Self.name(ofColumn: column, link))
        // Where two relationships of one entity have inverses of one name, only a store of the app shows how
        // the columns of their tables are numbered.
        let isTaken = pairs.contains { other in
            other.target.target === link.target && other.name == plain
                || other.source.target === link.target && other.inverseName == plain
        }
        let qualified = ModelNames.lowercased(owner.target.entity) + ModelNames.plural(link.target.entity)
        let wanted = pair.source.target === pair.target.target ? own : isTaken ? qualified : plain
        let isFree = owner.target.names.isFree(wanted)
        let table = ModelNames.camel(NameMatch.words(pair.table.name))
        return owner.target.names.property(named: isFree ? wanted : table, of: owner.target.entity)
    }

    /// The column of each table that most others name its rows by.
    private func chooseKeys() {
        let all =
            entities.flatMap(\.links).filter(\.others.isEmpty) + pairs.flatMap { [$0.source, $0.target] }
        for table in entities {
            let counts = Dictionary(
                grouping: all.filter { $0.target === table }.map(\.targetColumn), by: { $0 }
            ).mapValues(\.count)
            let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
            if let most { table.key = most.key }
        }
    }

    /// What is unique there, and cannot be here.
    private mutating func tellConstraints(of table: ModelTable) {
        let declared = table.declaration.map { [$0.primaryKey] + $0.uniques } ?? []
        for columns in declared where columns.count > 1 {
            let names = columns.compactMap { table.index(of: $0) }.filter { table.attributes[$0] == nil }
            guard !names.isEmpty else { continue }
            remark(
                table,
                "(\(columns.joined(separator: ", "))) is unique there: a constraint has no relationships, so that "
                    + "nothing says so here")
        }
    }

    private mutating func remark(_ table: ModelTable, _ words: String) {
        remarks[table.survey.name, default: []].append(words)
    }

    // MARK: Outcomes

    /// What became of each source.
    var outcomes: [ModelDrafter.Outcome] {
        entities.map { table in
            let names = table.links.map { "\($0.name) → \($0.target.entity)" }
            let doubts = table.attributes.sorted { $0.key < $1.key }.flatMap { index, name in
                table.columns[index].doubts.map { "\(name): \($0)" }
            }
            return ModelDrafter.Outcome(
                source: table.survey.name, rows: table.survey.rowCount, subject: table.entity,
                attributes: table.attributes.count, relationships: names,
                remarks: table.survey.doubts + (remarks[table.survey.name] ?? []) + doubts)
        }
            + pairs.map { pair in
                let owner = pair.source.target.entity
                return ModelDrafter.Outcome(
                    source: pair.table.survey.name, rows: pair.table.survey.rowCount,
                    subject: "\(owner).\(pair.name)", attributes: 0,
                    relationships: ["\(pair.inverseName) ← \(pair.target.target.entity)"],
                    remarks: pair.table.survey.doubts + (remarks[pair.table.survey.name] ?? []))
            }
    }

    /// The columns of attributes whose values a build does not take.
    func columns(of failure: SeedFailure) -> [(source: String, column: Int)] {
        failure.issues.compactMap { issue in
            guard let table = entities.first(where: { $0.entity == issue.entity }),
                let column = table.attributes.first(where: { $0.value == issue.property })?.key,
                table.columns[column].type != .string
            else { return nil }
            return (table.survey.name, column)
        }
    }
}
