import Inputs
import ObjectModel

/// Links from columns to the rows of other tables, found by declarations and by values.
extension ModelStructure {
    mutating func links(of table: ModelTable, among tables: [ModelTable]) -> [ModelLink] {
        if table.rowCount == 0, table.declaration == nil {
            remark(table, "no rows: all its columns are taken for texts")
        }
        return table.survey.ownIndices.compactMap { column in
            guard var link = declared(column, of: table, tables) ?? guessed(column, of: table, tables) else {
                return nil
            }
            link.isOneToOne = table.declaration?.isUnique([table.survey.columns[column]]) == true
            let isMandatory = table.declaration?.column(table.survey.columns[column])?.isRequired == true
            // An app deletes objects in any order, so to-one relationships of SwiftData are optional.
            link.isRequired =
                isMandatory && link.declared != nil && link.noneWord == nil && form == .coreData
            return link
        }
    }

    /// Adds a relationship for each foreign key of several columns. It finds the object by several attributes
    /// of the other table.
    mutating func addCompoundLinks(of table: ModelTable, among tables: [ModelTable]) {
        for key in table.declaration?.compoundKeys ?? [] {
            let target = Self.table(key.table, besides: table, in: tables)
            let columns = key.columns.compactMap(table.index)
            let targets = target.map { key.targets.compactMap($0.index) } ?? []
            guard let target, columns.count == key.columns.count, targets.count == columns.count,
                !target.links.contains(where: { targets.contains($0.column) && $0.column != target.key }),
                target.declaration?.isUnique(key.targets) == true, key.missing == 0
            else {
                let why =
                    key.missing == 1
                    ? ", of which 1 row is missing"
                    : key.missing > 0 ? ", of which \(key.missing) rows are missing" : ""
                remark(
                    table,
                    "(\(key.columns.joined(separator: ", "))) is a key of several columns of \(key.table)\(why); "
                        + "kept as attributes")
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

    /// Returns the table with a name in the database of another table.
    private static func table(
        _ name: String, besides other: ModelTable, in tables: [ModelTable]
    ) -> ModelTable? {
        tables.first {
            $0.declaration != nil && $0.survey.path == other.survey.path
                && $0.name.lowercased() == name.lowercased()
        }
    }

    private mutating func declared(_ column: Int, of table: ModelTable, _ tables: [ModelTable]) -> ModelLink?
    {
        let name = table.survey.columns[column]
        let key = table.declaration?.foreignKeys.first { $0.column.lowercased() == name.lowercased() }
        guard let key else { return nil }
        let target = Self.table(key.table, besides: table, in: tables)
        guard let target, let place = target.index(of: key.target), target.isUnique(place) else {
            remark(
                table,
                "`\(name)` refers to \(key.table).\(key.target), which is not a key; kept as an attribute")
            return nil
        }
        let (missing, none) = table.missing(column, in: target, place)
        guard missing == 0 || none != nil else {
            remark(
                table,
                "\(missing == 1 ? "1 value of `\(name)` is" : "\(missing) values of `\(name)` are") in no row of "
                    + "\(key.table); kept as an attribute"
            )
            return nil
        }
        if let none { remark(table, "`\(name)` has \(none) for none") }
        return ModelLink(
            column: column, target: target, targetColumn: place, declared: key, deletion: key.deletion,
            noneWord: none)
    }

    /// Returns a link for a column that is named after a table and has no values except its keys.
    private mutating func guessed(_ column: Int, of table: ModelTable, _ tables: [ModelTable]) -> ModelLink? {
        let name = table.survey.columns[column]
        let declared =
            (table.declaration?.foreignKeys.map(\.column) ?? [])
            + (table.declaration?.compoundKeys.flatMap(\.columns) ?? [])
        guard !declared.contains(where: { $0.lowercased() == name.lowercased() }),
            mayHoldKeys(column, of: table)
        else { return nil }
        let referred = names.referred(by: name, of: table)
        guard !isPolymorphic(name, in: table) else { return nil }
        let candidates = tables.map { ($0, names.score(referred, of: table, for: $0)) }
            .filter { $1 >= TargetNames.lowest && ($0 !== table || $0.key != column) }
            .sorted { $0.1 > $1.1 }
        let isKey = column == table.key
        if isKey, candidates.first.map({ $0.1 < TargetNames.exact }) ?? true { return nil }
        var isNamed = false
        for score in Set(candidates.map(\.1)).sorted(by: >) where !isNamed {
            let equals = candidates.filter { $0.1 == score }.map(\.0)
            var fitting: [ModelLink] = []
            for target in equals {
                guard let link = link(column, of: table, to: target, referred) else { continue }
                // If only a part of the name matches, values that occur in many tables are no evidence.
                if score < TargetNames.clear, equals.count > 1 || !exceedsChance(link, of: table) {
                    remarkPossible([target], for: name, of: table)
                    return nil
                }
                fitting.append(link)
            }
            if fitting.count > 1 {
                remarkPossible(fitting.map(\.target), for: name, of: table)
                return nil
            }
            if let link = fitting.first {
                let none = link.noneWord.map { ", and \($0) for none" } ?? ""
                remark(table, "`\(name)` is taken for the key of \(link.target.name)\(none)")
                return link
            }
            guard score >= TargetNames.exact, referred.isKey else { continue }
            isNamed = true
            for target in equals {
                guard let key = target.key else { continue }
                let missing = table.missing(column, in: target, key).count
                remark(
                    table,
                    "\(missing) of \(table.count(of: column)) different values of `\(name)` are in no row of "
                        + "\(target.name); kept as an attribute")
            }
        }
        return isNamed || isKey ? nil : namesake(column, of: table, tables)
    }

    /// Reports the tables whose keys a column may hold.
    private mutating func remarkPossible(_ targets: [ModelTable], for column: String, of table: ModelTable) {
        let names = targets.map(\.name).joined(separator: " or of ")
        remark(table, "`\(column)` may be the key of \(names); kept as an attribute")
    }

    /// Returns whether a column can hold keys, because all its values are whole numbers, texts or data.
    private func mayHoldKeys(_ column: Int, of table: ModelTable) -> Bool {
        guard let known = table.declaration?.column(table.survey.columns[column]) else {
            return table.survey.cells(ofColumn: column).count > 0
        }
        if known.count == 0 { return true }
        return known.integers == known.count || known.texts == known.count || known.blobs == known.count
    }

    /// Returns whether the keys belong to several tables, such as `commentable_id` with `commentable_type`.
    private func isPolymorphic(_ name: String, in table: ModelTable) -> Bool {
        guard let referred = NameMatch.referred(by: name) else { return false }
        let kinds = ["type", "kind", "class", "model", "table"].map { "\(referred)_\($0)" }
        return table.survey.ownIndices.contains { index in
            kinds.contains(NameMatch.words(table.survey.columns[index]).joined(separator: "_"))
                && table.survey.surveys[index].texts > 0
        }
    }

    /// Returns a link to the table that a column is named after, or nil if the column has values that are not
    /// its keys.
    private func link(
        _ column: Int, of table: ModelTable, to target: ModelTable, _ referred: TargetNames.Referred
    ) -> ModelLink? {
        let name = NameMatch.words(table.survey.columns[column])
        let isEmpty = !table.hasValues(column)
        // A column without values is matched by its name alone.
        guard !isEmpty && target.rowCount > 0 || isEmpty && referred.isKey && table.declaration != nil else {
            return nil
        }
        let places = target.survey.ownIndices.filter { place in
            guard place != column || target !== table else { return false }
            let isSame = NameMatch.words(target.survey.columns[place]) == name
            return (place == target.key || isSame || !referred.isKey && !referred.isUpward)
                && target.isUnique(place)
        }.sorted { one, other in one == target.key && other != target.key }
        for place in places {
            guard !isEmpty else {
                return place == target.key
                    ? ModelLink(column: column, target: target, targetColumn: place, declared: nil) : nil
            }
            let missing = table.missing(column, in: target, place)
            // A column of 0 and 1 is a flag, unless its name is that of a key.
            let least = referred.isKey ? 1 : 2
            guard missing.count == 0 || missing.noneWord != nil && table.count(of: column) > least else {
                continue
            }
            return ModelLink(
                column: column, target: target, targetColumn: place, declared: nil, noneWord: missing.noneWord
            )
        }
        return nil
    }

    /// Returns whether the column has more of the keys than chance would explain.
    private func exceedsChance(_ link: ModelLink, of table: ModelTable) -> Bool {
        let count = table.count(of: link.column)
        return count > 1 && count * 4 >= link.target.rowCount
    }

    private static let commonNames: Set<String> = [
        "id", "name", "title", "label", "date", "position", "order", "year", "number", "no", "type", "status",
        "email", "key", "slug", "uuid", "guid", "rowid", "description", "url", "path", "value", "index",
        "rank",
    ]

    /// Returns a link for a column that has the name of another table's key, such as `sku`, if that key does
    /// not itself refer to a third table.
    private mutating func namesake(_ column: Int, of table: ModelTable, _ tables: [ModelTable]) -> ModelLink?
    {
        let name = table.survey.columns[column]
        let words = NameMatch.words(name)
        guard name.count > 2, !Self.commonNames.contains(words.joined(separator: "_")),
            table.hasValues(column)
        else { return nil }
        let fitting = tables.filter { $0 !== table }.compactMap { target -> ModelLink? in
            let place = target.survey.ownIndices.first { NameMatch.words(target.survey.columns[$0]) == words }
            guard let place, target.isUnique(place), !isReference(place, of: target, tables) else {
                return nil
            }
            // Numbers that happen to be distinct, such as scores, are no keys.
            let isDeclared = target.declaration?.isUnique([target.survey.columns[place]]) == true
            guard place == target.key || isDeclared || target.survey.surveys[place].numbers.forms[0].fits == 0
            else {
                return nil
            }
            // If two tables have the same keys, the table with more rows is the target.
            if table.isUnique(column), target.rowCount < table.rowCount || target.key != place { return nil }
            guard table.missing(column, in: target, place).count == 0 else { return nil }
            return ModelLink(column: column, target: target, targetColumn: place, declared: nil)
        }
        let primary = fitting.filter { $0.targetColumn == $0.target.key }
        guard let link = primary.first ?? fitting.first, (primary.isEmpty ? fitting : primary).count == 1
        else {
            if !fitting.isEmpty {
                remarkPossible(fitting.map(\.target), for: name, of: table)
            }
            return nil
        }
        remark(table, "`\(name)` is taken for the key of \(link.target.name)")
        return link
    }

    /// Returns whether a key refers to another table, such as `item_id` in `item_prose`.
    private func isReference(_ column: Int, of table: ModelTable, _ tables: [ModelTable]) -> Bool {
        let name = table.survey.columns[column]
        let declared = table.declaration?.foreignKeys.contains { $0.column.lowercased() == name.lowercased() }
        guard declared != true else { return true }
        let referred = names.referred(by: name, of: table)
        guard referred.isKey, !table.isCalled(NameMatch.referred(by: name) ?? name) else { return false }
        return tables.contains {
            $0 !== table && names.score(referred, of: table, for: $0) >= TargetNames.clear
        }
    }
}
