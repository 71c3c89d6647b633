import ObjectModel
import SQLite
import StoreFormat

/// Checks that the store has the tables, columns, indexes and triggers that its model needs
/// (docs/internals/format.md#tables to
/// #triggers-and-r-trees).
struct SchemaCheck: StoreCheck {
    let name = "schema"
    let purpose = "the tables, columns, indexes and triggers are those of the model"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        outcome.skipped = store.lacksModel
        guard outcome.skipped == nil else { return }
        let inspection = store.inspection
        outcome.examine(
            Int64(inspection.tables.count + inspection.indexes.count + inspection.triggers.count))
        for problem in store.layout.problems {
            guard let finding = finding(problem, store) else { continue }
            outcome.report(problem.isMissingStorage ? finding.stoppingApp : finding)
        }
        let reported = try checkUniqueIndexes(store, &outcome)
        let foreign = try foreignUniqueIndexes(store)
        // There is no rule for the texts, indexes and triggers after a migration
        // (docs/internals/format.md#migrated-stores).
        guard !store.isMigrated else {
            checkExtraColumns(store, &outcome)
            for name in foreign { outcome.warn(SchemaJudgement.extraUnique(name)) }
            return
        }
        guard let framework = store.frameworkVersion,
            let comparison = SchemaComparison(store, framework: framework)
        else { return }
        let judgement = SchemaJudgement(
            store: store, hasAppTriggers: comparison.hasAppTriggers, excused: excused(store),
            reportedIndexes: reported, foreignIndexes: Set(foreign))
        let era = SchemaEra(framework: framework)
        for difference in comparison.differences where isKnown(difference, era) {
            judgement.judge(difference, &outcome)
        }
        for case .unknownIndex(let entity, let index) in comparison.missingIndexes {
            let words = "there is no index \(index), and its form is unknown: fetches are slower"
            outcome.warn(Finding(entity: entity, words))
        }
        for view in inspection.views {
            outcome.note(Finding("the view \(view.name) is not in the model"))
        }
    }

    /// Reports columns without a property. In real stores, not even a migration leaves such a column.
    private func checkExtraColumns(_ store: VerifiedStore, _ outcome: inout CheckOutcome) {
        var known: [String: Set<String>] = [:]
        for entity in store.layout.entities {
            var columns = entity.attributes.map(\.column)
            for toOne in entity.toOnes {
                columns.append(toOne.column)
                columns += [toOne.entityColumn, toOne.orderColumn].compactMap(\.self)
            }
            known[entity.table, default: ["Z_PK", "Z_ENT", "Z_OPT"]].formUnion(columns)
            for toMany in entity.toManys {
                guard case .column(let table, let column) = toMany.storage else { continue }
                known[table, default: ["Z_PK", "Z_ENT", "Z_OPT"]].insert(column)
            }
        }
        for table in store.inspection.tables {
            guard let columns = known[table.name] else { continue }
            for column in table.columns where !columns.contains(column.name) {
                outcome.warn(
                    Finding(
                        "\(table.name) has a column \(column.name), which is not in the model"))
            }
        }
    }

    /// Returns whether the rule for a difference is known. Triggers of derived attributes are known from framework 1241
    /// on, and those of location trees may be missing from 1403 on (docs/internals/format.md#triggers-and-r-trees).
    private func isKnown(_ difference: SchemaComparison.Difference, _ era: SchemaEra) -> Bool {
        let (object, isMissing) =
            switch difference {
            case .missing(let object): (object, true)
            case .extra(let object): (object, false)
            case .different(let expected, _): (expected, false)
            }
        guard object.kind == .trigger else { return true }
        if object.name.hasPrefix("Z_DA_") {
            return era.framework >= SchemaEra.derivedAttributeFramework
        }
        return !isMissing || era.needsLocationTriggers || !object.name.hasPrefix("Z_RT_")
    }

    /// Returns the tables and columns whose absence is ignored: it is reported as a layout problem, or no real store
    /// shows how they are stored.
    private func excused(_ store: VerifiedStore) -> Set<String> {
        Set(
            store.layout.problems.compactMap { problem in
                switch problem {
                case .missingTable(_, let expected), .missingJoinTable(_, _, let expected):
                    SchemaJudgement.key(table: expected)
                case .missingColumn(_, _, let table, let expected),
                    .missingEntityColumn(_, _, let table, let expected),
                    .missingOrderColumn(_, _, let table, let expected):
                    SchemaJudgement.key(table: table, column: expected)
                case .noStorage, .foundElsewhere, .missingEntityNumber, .duplicateEntityNumber: nil
                }
            })
    }

    // MARK: Tables and columns

    private func finding(_ problem: LayoutProblem, _ store: VerifiedStore) -> Finding? {
        switch problem {
        case .missingTable(let entity, let expected):
            Finding(entity: entity, "there is no table \(expected)")
        case .missingColumn(let entity, let property, let table, let expected):
            // No real store shows how such attributes are stored (docs/internals/format.md#columns).
            isSampled(property, of: entity, store)
                ? Finding(
                    entity: entity, property: property, "\(table) has no column \(expected)")
                : nil
        case .missingOrderColumn(let entity, let relationship, let table, let expected):
            Finding(
                entity: entity, property: relationship, "\(table) has no column \(expected)")
        case .missingEntityColumn(let entity, let relationship, let table, let expected):
            // There is no sample of destinations in the middle of a family (docs/internals/format.md#columns).
            leadsToRoot(relationship, of: entity, store)
                ? Finding(
                    entity: entity, property: relationship, "\(table) has no column \(expected)")
                : nil
        case .missingJoinTable(let entity, let relationship, let expected):
            Finding(entity: entity, property: relationship, "there is no table \(expected)")
        // The missing column or table is already reported, or was found under another name.
        case .noStorage, .foundElsewhere, .missingEntityNumber, .duplicateEntityNumber: nil
        }
    }

    private func isSampled(_ path: String, of entity: String, _ store: VerifiedStore) -> Bool {
        let name = String(path.prefix { $0 != "." })
        let type = store.model.entity(named: entity)?.attribute(named: name)?.type
        return type != .objectID && type != .undefined
    }

    private func leadsToRoot(
        _ relationship: String, of entity: String, _ store: VerifiedStore
    ) -> Bool {
        let destination = store.model.entity(named: entity)?.relationship(named: relationship)?
            .destinationEntityName
        return destination.flatMap { store.layout.entity(named: $0) }
            .map { $0.rootName == $0.name } ?? false
    }

    // MARK: Unique indexes

    /// Returns the columns of the unique indexes of a table, including those that SQLite creates for constraints.
    /// Partial indexes are left out, because they allow duplicates.
    ///
    /// - Parameter isCreated: whether to return only indexes that were created as such, including partial ones.
    private func uniqueIndexes(
        of table: String, _ store: VerifiedStore, isCreated: Bool = false
    ) throws -> [String: Set<String>] {
        var columns: [String: Set<String>] = [:]
        try store.connection.forEachRow(
            """
            SELECT l.name, c.name FROM pragma_index_list(?) AS l, pragma_index_info(l.name) AS c
            WHERE l."unique" AND \(isCreated ? "l.origin = 'c'" : "NOT l.partial")
            """, [.text(table)]
        ) { row in
            columns[row.text(at: 0) ?? "", default: []].insert(
                (row.text(at: 1) ?? "").uppercased())
        }
        return columns
    }

    /// Returns the unique indexes of the model's tables that match no constraint. Not even a migration leaves such an
    /// index. The index of a constraint's columns may have any name.
    private func foreignUniqueIndexes(_ store: VerifiedStore) throws -> [String] {
        var known: [String: Set<Set<String>>] = [:]
        for entity in store.model.entities {
            guard let layout = store.layout.entity(named: entity.name) else { continue }
            for constraint in entity.uniquenessConstraints {
                known[layout.table, default: []].insert(Set(Self.columns(of: constraint, in: layout)))
            }
        }
        let tables = (store.roots.map(\.table) + store.layout.joinTables.map(\.name)).filter(store.has)
        return try tables.flatMap { table in
            try uniqueIndexes(of: table, store, isCreated: true)
                .filter { known[table]?.contains($0.value) != true && !SchemaJudgement.isApples($0.key) }
                .keys.sorted()
        }
    }

    private static func columns(of constraint: [String], in layout: EntityLayout) -> [String] {
        constraint.compactMap { (layout.attribute($0)?.column ?? layout.toOne($0)?.column)?.uppercased() }
    }

    /// Checks that each uniqueness constraint has its index, as do all 83 constraints of real stores
    /// (docs/internals/format.md#indexes).
    ///
    /// - Returns: the names of the missing indexes that were reported.
    private func checkUniqueIndexes(
        _ store: VerifiedStore, _ outcome: inout CheckOutcome
    ) throws -> Set<String> {
        var reported: Set<String> = []
        for entity in store.model.entities {
            guard !entity.uniquenessConstraints.isEmpty,
                let layout = store.layout.entity(named: entity.name), store.has(layout.table)
            else { continue }
            let inherited =
                entity.superentityName.flatMap { store.model.entity(named: $0) }?
                .uniquenessConstraints ?? []
            let indexes = try uniqueIndexes(of: layout.table, store).values
            for constraint in entity.uniquenessConstraints
            where !inherited.contains(constraint) && !constraint.isEmpty {
                let columns = Self.columns(of: constraint, in: layout)
                guard columns.count == constraint.count, !indexes.contains(Set(columns)) else {
                    continue
                }
                reported.insert("Z_\(entity.name)_UNIQUE_" + constraint.joined(separator: "_"))
                outcome.report(
                    Finding(
                        entity: entity.name, property: constraint.joined(separator: ", "),
                        "there is no unique index for the constraint"))
            }
        }
        return reported
    }
}

extension LayoutProblem {
    /// Whether SQLite rejects an app's statements because a table or column is missing.
    fileprivate var isMissingStorage: Bool {
        switch self {
        case .missingTable, .missingColumn, .missingOrderColumn, .missingEntityColumn, .missingJoinTable: true
        case .noStorage, .foundElsewhere, .missingEntityNumber, .duplicateEntityNumber: false
        }
    }
}
