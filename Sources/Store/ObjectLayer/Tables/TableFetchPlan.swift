import Foundation
import ObjectModel

/// The columns of a fetched table, looked up in the model.
struct TableFetchPlan {
    enum Source {
        /// The name of the object's entity.
        case entityName
        /// A value of one object.
        case object(ResolvedExpression)
        /// The number of members of a to-many relationship.
        case memberCount(String)
        /// A value of a dictionary, for groups and distinct results.
        case dictionary(String)
    }

    let columns: [(column: TableColumn, source: Source)]
    /// Whether rows are dictionaries instead of objects.
    let isOfDictionaries: Bool
    /// The relationships, and paths of them, whose objects are loaded in advance.
    let prefetched: [String]
    /// The to-many relationships whose members are only counted.
    let counted: [String]

    init(_ request: FetchRequest, in map: StoreMap) throws {
        let entity = try map.entity(of: request)
        let now = Date().timeIntervalSinceReferenceDate
        let resolver = PredicateResolver(map: map, entity: entity, now: now)
        guard !request.propertiesToFetch.isEmpty else {
            // Without requested columns, groups show their grouping keys, and objects show all properties.
            guard request.propertiesToGroupBy.isEmpty else {
                var grouped = request
                grouped.propertiesToFetch = request.propertiesToGroupBy.map { .keyPath($0) }
                self = try TableFetchPlan(grouped, in: map)
                return
            }
            columns = try Self.allColumns(of: entity, request, resolver)
            isOfDictionaries = false
            counted = columns.compactMap { column in
                guard case .memberCount(let name) = column.source else { return nil }
                return name
            }
            prefetched = Self.paths(columns)
            return
        }
        var names: Set<String> = []
        for property in request.propertiesToFetch
        where !names.insert(property.name).inserted {
            throw FetchRequestError.duplicateColumn(property.name)
        }
        let isGrouped = DictionaryPlan.isGrouped(request, resolver)
        isOfDictionaries = isGrouped || request.returnsDistinctResults
        var columns: [(column: TableColumn, source: Source)] = []
        for property in request.propertiesToFetch {
            let (name, expression) =
                switch property {
                case .keyPath(let path): (path, Expression.keyPath(path))
                case .expression(let name, let expression): (name, expression)
                }
            if isOfDictionaries {
                let shown = try DictionaryPlan.shown(expression, resolver)
                columns.append((Self.column(name, shown), .dictionary(name)))
            } else {
                let resolved = try resolver.resolve(expression)
                columns.append((Self.column(name, resolved), .object(resolved)))
            }
        }
        self.columns = columns
        counted = []
        prefetched = isOfDictionaries ? [] : Self.paths(columns)
    }

    /// Returns columns for the attributes, to-one relationships and counts of to-many relationships, preceded by the
    /// entity if rows can have different ones.
    private static func allColumns(
        of entity: MappedEntity, _ request: FetchRequest, _ resolver: PredicateResolver
    ) throws -> [(column: TableColumn, source: Source)] {
        var columns: [(column: TableColumn, source: Source)] = []
        if entity.family.count > 1, request.includesSubentities {
            columns.append(
                (TableColumn(name: "entity", type: nil, isNumber: false), .entityName))
        }
        // An enumeration without raw values is one column with the chosen case, at the position of its first case.
        var enumerations: [String: String] = [:]
        for composite in entity.layout.composites where composite.plainCases != nil {
            for column in composite.columns { enumerations[column.path] = composite.path }
        }
        var shown: Set<String> = []
        func append(_ slots: [MappedEntity.Slot]) throws {
            for slot in slots {
                if let enumeration = enumerations[slot.name] {
                    guard shown.insert(enumeration).inserted else { continue }
                    let resolved = try resolver.resolve(.keyPath(enumeration))
                    columns.append((column(enumeration, resolved), .object(resolved)))
                    continue
                }
                let resolved = try resolver.resolve(.keyPath(slot.name))
                columns.append((column(slot.name, resolved), .object(resolved)))
            }
        }
        let stored = entity.slots.filter { !$0.isTransient && $0.column != nil }
        try append(stored.filter { $0.attribute != nil })
        try append(stored.filter { $0.relationship != nil })
        for toMany in entity.toManys where toMany.storage != nil {
            columns.append(
                (
                    TableColumn(name: toMany.name, type: nil, isNumber: true),
                    .memberCount(toMany.name)
                ))
        }
        return columns
    }

    private static func column(_ name: String, _ expression: ResolvedExpression) -> TableColumn {
        var type: AttributeType?
        var isElement = false
        if case .path(_, let path) = expression, case .attribute(let slot) = path.end {
            type = slot.attribute?.type
            isElement = slot.isElement
        }
        return TableColumn(
            name: name, type: type, isElement: isElement,
            isNumber: expression.kind == .number && !expression.isCollection && type != .boolean,
            showsIDs: expression.path?.isObjectID ?? false)
    }

    /// Returns the relationships that the columns follow.
    private static func paths(_ columns: [(column: TableColumn, source: Source)]) -> [String] {
        var seen: Set<String> = []
        return columns.compactMap { column in
            guard case .object(.path(_, let path)) = column.source, !path.hops.isEmpty else {
                return nil
            }
            let name = path.hops.map(\.name).joined(separator: ".")
            return seen.insert(name).inserted ? name : nil
        }
    }
}
