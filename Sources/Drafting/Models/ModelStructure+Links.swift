import ObjectModel
import Sources

/// Which columns lead to rows of other tables, by what is declared and by what the columns hold.
extension ModelStructure {
    mutating func links(of table: ModelTable, among tables: [ModelTable]) -> [ModelLink] {
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
    mutating func addCompoundLinks(of table: ModelTable, among tables: [ModelTable]) {
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
}
