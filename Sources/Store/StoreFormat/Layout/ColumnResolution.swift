import ObjectModel

/// Finds the planned columns of a table in the store's table.
///
/// A column with the planned name and type is used. Otherwise, the column may have another number at its end
/// (docs/internals/format.md#many-to-many, collisions), another entity's number in its name, or the name from before a
/// migration.
struct ColumnResolution {
    let schema: StoreSchema
    let stored: StoredTable
    /// The names of the columns found, by their purposes.
    private(set) var names: [ColumnKey: String] = [:]
    private(set) var problems: [LayoutProblem] = []
    private var claimed: Set<String> = []
    private var searches: [Search: Int] = [:]

    private struct Search: Hashable {
        let form: String
        let type: String?
    }

    init(schema: StoreSchema, planned: SchemaTable, stored: StoredTable) {
        self.schema = schema
        self.stored = stored
        let open = planned.columns.filter { !takeExact($0) }
        for column in open { takeVariant(column) }
    }

    private static func key(of column: SchemaColumn) -> ColumnKey {
        ColumnKey(entityName: column.entityName, path: column.path, role: column.role)
    }

    private mutating func takeExact(_ column: SchemaColumn) -> Bool {
        guard let found = stored.column(column.name), found.declaredType == column.sqlType else {
            return false
        }
        names[Self.key(of: column)] = found.name
        claimed.insert(found.name)
        return true
    }

    private mutating func takeVariant(_ column: SchemaColumn) {
        let forms = forms(of: column)
        let exact = stored.column(column.name).flatMap { claimed.contains($0.name) ? nil : $0 }
        let found =
            first(forms, type: column.sqlType) ?? exact ?? first(forms, type: nil)
        guard let found else {
            problems.append(missing(column))
            return
        }
        names[Self.key(of: column)] = found.name
        claimed.insert(found.name)
        if found.name != column.name {
            problems.append(
                .foundElsewhere(
                    entity: column.entityName, property: column.path, expected: column.name,
                    found: found.name))
        }
    }

    /// Returns the possible names of the column, without numbers at the end.
    private func forms(of column: SchemaColumn) -> [String] {
        switch column.role {
        case .entityColumn, .noInverse:
            return [column.plainName]
                + [NumberedName(column: column.plainName)?.form].compactMap { $0 }
        case .attribute, .toOne, .orderKey:
            let entity = schema.model.entity(named: column.entityName)
            let property = entity?.property(named: column.propertyName)
            guard let former = property?.renamingIdentifier, !column.path.contains(".") else {
                return [column.plainName]
            }
            let isOrderKey = column.role == .orderKey
            return [
                column.plainName,
                isOrderKey ? StoreName.orderKey(former) : StoreName.plain(former),
            ]
        }
    }

    private mutating func first(_ forms: [String], type: String?) -> ColumnInfo? {
        for form in forms {
            if let column = next(form, type: type) { return column }
        }
        return nil
    }

    /// Returns the first free column with a form and, if one is given, a type.
    private mutating func next(_ form: String, type: String?) -> ColumnInfo? {
        // Used columns stay used, so each search continues where the last one ended.
        let search = Search(form: form, type: type)
        let variants = stored.variants(of: form)
        var index = searches[search] ?? 0
        while index < variants.count,
            claimed.contains(variants[index].name)
                || type.map({ $0 != variants[index].declaredType }) ?? false
        {
            index += 1
        }
        searches[search] = index
        return index < variants.count ? variants[index] : nil
    }

    private func missing(_ column: SchemaColumn) -> LayoutProblem {
        switch column.role {
        case .attribute, .toOne, .noInverse:
            .missingColumn(
                entity: column.entityName, property: column.path, table: stored.name,
                expected: column.name)
        case .entityColumn:
            .missingEntityColumn(
                entity: column.entityName, relationship: column.path, table: stored.name,
                expected: column.name)
        case .orderKey:
            .missingOrderColumn(
                entity: column.entityName, relationship: column.path, table: stored.name,
                expected: column.name)
        }
    }
}
