import ObjectModel
import StoreFormat

/// Determines the severity of schema differences: an error if an app would crash, lose values or refuse them; a warning
/// if it would only be slower; a note for the app's own additions.
struct SchemaJudgement {
    let store: VerifiedStore
    let hasAppTriggers: Bool
    /// The columns and tables whose absence is already reported, or whose form no real store shows.
    let excused: Set<String>
    /// The unique indexes whose constraint is already reported.
    let reportedIndexes: Set<String>
    /// The unique indexes that match no constraint.
    let foreignIndexes: Set<String>

    /// Returns the key of a column in ``excused``. The key of a table has no column.
    static func key(table: String, column: String = "") -> String {
        "\(table)|\(column)".uppercased()
    }

    func judge(_ difference: SchemaComparison.Difference, _ outcome: inout CheckOutcome) {
        switch difference {
        case .missing(let object): missing(object, &outcome)
        case .different(let expected, let stored):
            switch expected.kind {
            case .table: compareTable(expected, stored, &outcome)
            case .index: compareIndex(expected, stored, &outcome)
            case .trigger: outcome.report(Finding("the trigger \(expected.name) is not Core Data's"))
            }
        case .extra(let object): extra(object, &outcome)
        }
    }

    // MARK: Missing objects

    private func missing(_ object: SchemaObject, _ outcome: inout CheckOutcome) {
        switch object.kind {
        case .table:
            // The history check reports a missing transaction table that changes refer to.
            guard !isExcused(object.name),
                object.name != HistoryTable.transaction.name || !store.has(HistoryTable.change.name)
            else { return }
            let finding = Finding("there is no table \(object.name)")
            // Only a migration in place reads this table.
            if object.name == "Z_MODELCACHE" {
                outcome.warn(finding)
            } else {
                outcome.report(finding.stoppingApp)
            }
        case .index:
            guard hasTable(of: object), !reportedIndexes.contains(object.name) else { return }
            if isUnique(object) {
                outcome.warn(
                    Finding("the unique index \(object.name) has another name, which follows no known rule"))
                return
            }
            outcome.warn(slow(object))
        case .trigger:
            guard hasTable(of: object) else { return }
            outcome.report(Finding("there is no trigger \(object.name)"))
        }
    }

    /// Returns a finding about a missing index. For a to-one relationship, it names the relationship.
    private func slow(_ object: SchemaObject) -> Finding {
        for root in store.roots {
            for number in root.familyNumbers {
                guard let entity = store.layout.entity(numbered: number) else { continue }
                for toOne in entity.toOnes
                where "\(root.table)_\(toOne.column)_INDEX" == object.name
                    && store.declares(entity, toOne.relationship.name)
                {
                    return Finding(
                        entity: entity.name, property: toOne.relationship.name,
                        "\(root.table) has no index on \(toOne.column): looking up the inverse is "
                            + "slow")
                }
            }
        }
        let table = object.ownerTable ?? ""
        return Finding("there is no index \(object.name): looking up rows of \(table) is slow")
    }

    // MARK: Different objects

    private func compareTable(
        _ expected: SchemaObject, _ stored: SchemaObject, _ outcome: inout CheckOutcome
    ) {
        guard let wanted = TableText(expected.sql), let found = TableText(stored.sql),
            isVirtual(expected) == isVirtual(stored)
        else {
            outcome.report(Finding("the table \(expected.name) is not Core Data's"))
            return
        }
        let columns = Dictionary(
            keepingFirst: found.items.compactMap { item in item.column.map { ($0.uppercased(), item) } })
        var isReported = false
        for item in wanted.items {
            guard let name = item.column else { continue }
            guard let other = columns[name.uppercased()] else {
                isReported = true
                if !isExcused(expected.name, name) {
                    outcome.report(Finding("\(expected.name) has no column \(name)").stoppingApp)
                }
                continue
            }
            if let change = change(of: item, to: other) {
                isReported = true
                let finding = Finding("\(expected.name).\(name) is \(change)")
                isSameAffinity(item, other) ? outcome.warn(finding) : outcome.report(finding)
            }
        }
        let known = Set(wanted.columnNames.map { $0.uppercased() })
        for name in found.columnNames where !known.contains(name.uppercased()) {
            isReported = true
            outcome.report(
                Finding("\(expected.name) has a column \(name), which is not in the model"))
        }
        let constraints = wanted.items.filter { $0.column == nil }.map(\.definition)
        if found.items.filter({ $0.column == nil }).map(\.definition) != constraints
            || found.options != wanted.options
        {
            outcome.report(
                Finding("\(expected.name) has other constraints than in a store of Core Data"))
        } else if !isReported {
            let isOrder = found.columnNames != wanted.columnNames
            outcome.warn(
                Finding(
                    isOrder
                        ? "the columns of \(expected.name) have another order than in a store of Core Data"
                        : "the table \(expected.name) has another definition than in a store of Core Data"))
        }
    }

    /// Returns how the declaration of a column differs; nil if it does not.
    private func change(of item: TableText.Item, to other: TableText.Item) -> String? {
        guard other.definition.uppercased() != item.definition.uppercased() else { return nil }
        func text(_ item: TableText.Item) -> String {
            item.definition.isEmpty ? "without a type" : item.definition
        }
        return "\(text(other)), not \(text(item))"
    }

    /// Returns whether SQLite stores the same values in both columns, and neither column rejects values.
    private func isSameAffinity(_ item: TableText.Item, _ other: TableText.Item) -> Bool {
        !item.hasConstraints && !other.hasConstraints
            && Self.affinity(item.declaredType) == Self.affinity(other.declaredType)
    }

    /// The affinity that SQLite derives from a declared type (sqlite.org/datatype3.html, 3.1).
    static func affinity(_ type: String) -> String {
        func has(_ word: String) -> Bool { type.contains(word) }
        if has("INT") { return "INTEGER" }
        if has("CHAR") || has("CLOB") || has("TEXT") { return "TEXT" }
        if has("BLOB") || type.isEmpty { return "BLOB" }
        if has("REAL") || has("FLOA") || has("DOUB") { return "REAL" }
        return "NUMERIC"
    }

    private func compareIndex(
        _ expected: SchemaObject, _ stored: SchemaObject, _ outcome: inout CheckOutcome
    ) {
        guard !reportedIndexes.contains(expected.name) else { return }
        let finding = Finding("the index \(expected.name) is not Core Data's: \(stored.sql)")
        isUnique(expected) || isUnique(stored) ? outcome.report(finding) : outcome.warn(finding)
    }

    // MARK: Extra objects

    private func extra(_ object: SchemaObject, _ outcome: inout CheckOutcome) {
        switch object.kind {
        case .index:
            foreignIndexes.contains(object.name)
                ? outcome.warn(Self.extraUnique(object.name))
                : outcome.note(Finding("the index \(object.name) is not in the model"))
        case .trigger:
            let finding = Finding("the trigger \(object.name) is not in the model")
            let isApps = hasAppTriggers && object.name.hasPrefix("ZT_")
            isApps ? outcome.note(finding) : outcome.warn(finding)
        case .table:
            let columns = Set((TableText(object.sql)?.columnNames ?? []).map { $0.uppercased() })
            let isEntitys = columns.isSuperset(of: ["Z_PK", "Z_ENT", "Z_OPT"])
            let isJoin = object.name.hasPrefix("Z_") && object.name.dropFirst(2).first?.isNumber == true
            let finding = Finding("the table \(object.name) is not in the model")
            isEntitys || isJoin ? outcome.warn(finding) : outcome.note(finding)
        }
    }

    /// Returns a finding about a unique index that matches no constraint.
    static func extraUnique(_ name: String) -> Finding {
        Finding("the unique index \(name) is not in the model: saves of equal values fail")
    }

    /// Returns whether one of Apple's own apps created an index: these have such names
    /// (docs/internals/peculiarities.md).
    static func isApples(_ index: String) -> Bool { index.hasPrefix("RADAR_") }

    // MARK: Parts of statements

    private func isExcused(_ table: String, _ column: String = "") -> Bool {
        excused.contains(Self.key(table: table, column: column))
    }

    private func hasTable(of object: SchemaObject) -> Bool {
        object.ownerTable.map(store.has) ?? true
    }

    private func isUnique(_ object: SchemaObject) -> Bool {
        object.sql.uppercased().hasPrefix("CREATE UNIQUE ")
    }

    private func isVirtual(_ object: SchemaObject) -> Bool {
        object.sql.uppercased().hasPrefix("CREATE VIRTUAL ")
    }
}
