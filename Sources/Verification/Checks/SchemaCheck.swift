import ObjectModel
import SQLite
import StoreFormat

/// The store has the tables, columns, indexes and triggers that its model needs (SPEC 2 to 5).
struct SchemaCheck: StoreCheck {
    let name = "schema"
    let purpose = "the tables, columns, indexes and triggers that the model needs are there"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        outcome.skipped = store.lacksModel
        guard outcome.skipped == nil else { return }
        let inspection = store.inspection
        outcome.examine(
            Int64(inspection.tables.count + inspection.indexes.count + inspection.triggers.count))
        for problem in store.layout.problems {
            if let finding = finding(problem, store) { outcome.report(finding) }
        }
        try checkUniqueIndexes(store, &outcome)
        // What a migration leaves of indexes and triggers no rule tells (SPEC 10).
        guard !store.isMigrated else { return }
        try checkIndexes(store, &outcome)
        checkTriggers(store, &outcome)
    }

    // MARK: Tables and columns

    private func finding(_ problem: LayoutProblem, _ store: VerifiedStore) -> Finding? {
        switch problem {
        case .missingTable(let entity, let expected):
            Finding(entity: entity, "there is no table \(expected)")
        case .missingColumn(let entity, let property, let table, let expected):
            // How such attributes are stored no real store shows (SPEC 3).
            isSampled(property, of: entity, store)
                ? Finding(
                    entity: entity, property: property, "\(table) has no column \(expected)")
                : nil
        case .missingOrderColumn(let entity, let relationship, let table, let expected):
            Finding(
                entity: entity, property: relationship, "\(table) has no column \(expected)")
        case .missingEntityColumn(let entity, let relationship, let table, let expected):
            // Destinations in the middle of a family are unsampled (SPEC 3).
            leadsToRoot(relationship, of: entity, store)
                ? Finding(
                    entity: entity, property: relationship, "\(table) has no column \(expected)")
                : nil
        case .missingJoinTable(let entity, let relationship, let expected):
            Finding(entity: entity, property: relationship, "there is no table \(expected)")
        // The column or table that is missing is told already, or was found by another name.
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

    // MARK: Indexes

    private struct Index {
        let columns: [String]
        let isUnique: Bool
    }

    /// The indexes of a table, those that SQLite makes for constraints included.
    private func indexes(of table: String, _ store: VerifiedStore) throws -> [Index] {
        var columns: [String: (columns: [String], isUnique: Bool)] = [:]
        try store.connection.forEachRow(
            """
            SELECT l.name, l."unique", c.name FROM pragma_index_list(?) AS l,
            pragma_index_info(l.name) AS c ORDER BY l.name, c.seqno
            """, [.text(table)]
        ) { row in
            columns[row.text(at: 0) ?? "", default: ([], row.integer(at: 1) != 0)].columns
                .append((row.text(at: 2) ?? "").uppercased())
        }
        return columns.sorted { $0.key < $1.key }
            .map { Index(columns: $0.value.columns, isUnique: $0.value.isUnique) }
    }

    /// All 83 constraints of real stores have their index (SPEC 4).
    private func checkUniqueIndexes(
        _ store: VerifiedStore, _ outcome: inout CheckOutcome
    ) throws {
        for entity in store.model.entities {
            guard !entity.uniquenessConstraints.isEmpty,
                let layout = store.layout.entity(named: entity.name), store.has(layout.table)
            else { continue }
            let inherited = entity.superentityName.flatMap { store.model.entity(named: $0) }?
                .uniquenessConstraints ?? []
            let indexes = try indexes(of: layout.table, store)
            for constraint in entity.uniquenessConstraints
            where !inherited.contains(constraint) && !constraint.isEmpty {
                let columns = constraint.compactMap {
                    (layout.attribute($0)?.column ?? layout.toOne($0)?.column)?.uppercased()
                }
                guard columns.count == constraint.count,
                    !indexes.contains(where: { $0.isUnique && Set($0.columns) == Set(columns) })
                else { continue }
                outcome.report(
                    Finding(
                        entity: entity.name, property: constraint.joined(separator: ", "),
                        "there is no unique index for the constraint"))
            }
        }
    }

    /// Without the others the app works, but slowly: warnings.
    private func checkIndexes(_ store: VerifiedStore, _ outcome: inout CheckOutcome) throws {
        for root in store.roots where store.has(root.table) {
            var wanted: [(entity: String, property: String, column: String)] = []
            for number in root.familyNumbers {
                guard let entity = store.layout.entity(numbered: number) else { continue }
                wanted += entity.toOnes
                    .filter { store.declares(entity, $0.relationship.name) }
                    .map { (entity.name, $0.relationship.name, $0.column) }
            }
            guard !wanted.isEmpty else { continue }
            let leading = Set(try indexes(of: root.table, store).compactMap(\.columns.first))
            for (entity, property, column) in wanted
            where !leading.contains(column.uppercased()) {
                outcome.warn(
                    Finding(
                        entity: entity, property: property,
                        "\(root.table) has no index on \(column): looking up the inverse is slow"))
            }
        }
    }

    // MARK: Triggers

    /// Without its triggers a derived attribute is stale after the app's first change.
    private func checkTriggers(_ store: VerifiedStore, _ outcome: inout CheckOutcome) {
        let attributes = store.model.entities.lazy.flatMap(\.attributes)
        guard attributes.contains(where: \.isDerived), let framework = store.frameworkVersion,
            framework >= SchemaEra.derivedAttributeFramework
        else { return }
        let schema = StoreSchema(
            model: store.model, framework: framework,
            referenceTables: Set(store.inspection.tables.map(\.name)))
        let found = Dictionary(
            store.inspection.triggers.map { ($0.name.lowercased(), $0.sql) },
            uniquingKeysWith: { first, _ in first })
        for trigger in schema.statements.objects
        where trigger.kind == .trigger && trigger.name.hasPrefix("Z_DA_") {
            guard let sql = found[trigger.name.lowercased()] else {
                outcome.report(Finding("there is no trigger \(trigger.name)"))
                continue
            }
            if sql != trigger.sql {
                outcome.report(Finding("the trigger \(trigger.name) is not Core Data's"))
            }
        }
    }
}
