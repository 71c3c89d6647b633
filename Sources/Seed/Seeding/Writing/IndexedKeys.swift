import Files
import Inputs
import ObjectModel
import SQLite
import StoreFormat

/// The keys of uniqueness constraints that a build does not have to keep in memory, because a unique index of the
/// store has them and finds equal ones when it is built after the rows.
///
/// The index reports neither the row nor the earlier one. So a build that fails is repeated with all keys, and these
/// find the issues.
struct IndexedKeys {
    /// The names of the keys.
    let names: Set<KeyRegistry.Name>

    /// No keys.
    static let none = IndexedKeys(names: [])

    private init(names: Set<KeyRegistry.Name>) { self.names = names }

    /// Finds the keys for a plan.
    ///
    /// - Parameters:
    ///   - loads: the resolved loads of the plan.
    ///   - junctions: the resolved junction sources of the plan.
    ///   - reference: the store whose indexes the new store gets.
    /// - Throws: `DatabaseError`, `FileError`.
    init(
        of plan: SeedPlan, _ loads: [ResolvedLoad], _ junctions: [ResolvedJunction],
        in reference: ReferenceStore
    ) throws {
        // Earlier objects and rejected rows are compared with rows one by one. Some inputs cannot be read again.
        guard plan.policy.rows != .keep, plan.policy.onError != .skip, try plan.isRepeatable else {
            self = .none
            return
        }
        let targets =
            loads.flatMap(\.variants).flatMap(\.targets) + junctions.flatMap { [$0.source, $0.target] }
        let matching = loads.filter { $0.plan.conflict != .error }.flatMap(\.variants).flatMap(\.uniques)
        let searched = Set(targets.flatMap(\.keyRequests).map(\.name) + matching.map(\.indexName))
        var names: Set<KeyRegistry.Name> = []
        for unique in loads.flatMap(\.variants).flatMap(\.uniques)
        where unique.folding.isEmpty && !searched.contains(unique.indexName) {
            let isPlain = unique.parts.allSatisfy { $0.type.map(Self.isKeptAsWritten) ?? false }
            if isPlain, try Self.isIndexed(unique, in: reference.connection) {
                names.insert(unique.indexName)
            }
        }
        self.names = names
    }

    /// Returns whether equal keys are equal values in the store. Large data may be moved to files of their own.
    private static func isKeptAsWritten(_ type: AttributeType) -> Bool {
        switch type {
        case .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date, .uuid:
            true
        case .undefined, .binaryData, .uri, .transformable, .objectID, .composite: false
        }
    }

    private static func isIndexed(_ unique: ResolvedUnique, in store: Connection) throws -> Bool {
        let indexes = try store.rows(
            "SELECT name FROM pragma_index_list(?) WHERE \"unique\" AND NOT partial",
            [.text(unique.entity.table)]
        ) { $0.text(at: 0) ?? "" }
        let columns = unique.parts.map(\.column)
        return try indexes.contains { index in
            let found = try store.rows("SELECT name FROM pragma_index_info(?)", [.text(index)]) {
                $0.text(at: 0)
            }
            return found.count == columns.count && Set(found) == Set(columns)
        }
    }
}

extension SeedPlan {
    /// Whether all inputs of rows can be read twice.
    fileprivate var isRepeatable: Bool {
        get throws {
            try sources.allSatisfy { source in
                try source.kind.isRepeatable && source.kind.inputPaths.allSatisfy(BuildInputs.isRepeatable)
            }
        }
    }
}
