import ObjectModel
import StoreFormat

/// The tables and names of a plain database with the objects of a store.
///
/// They depend only on the model and the store's layout, not on rows: with the same model, every property can be
/// found again. docs/guides/plain.md has the rules.
package struct PlainSchema: Sendable {
    /// The tables of root entities, in the order of their numbers.
    package let tables: [PlainTable]
    /// The tables of many-to-many relationships, in the order of the model.
    package let junctions: [PlainJunction]

    /// The mark in the header of a plain database: `application_id`, “zsee”.
    package static let applicationID: Int64 = 0x7A73_6565
    /// The number of these rules: `user_version`.
    package static let version: Int64 = 1

    /// - Parameters:
    ///   - reserved: names that no table or view may have.
    package init(_ reference: ReferenceStore, reserved: [String] = []) {
        let layout = reference.layout
        let present = layout.entities.filter { reference.inspection.table(named: $0.table) != nil }
        var names = PlainNames(reserved: reserved, areTables: true)
        // Entities get their names first, by number. Other tables with the same name get another one.
        var entityNames: [String: String] = [:]
        for entity in present { entityNames[entity.name] = names.name(entity.name) }
        let sources = Self.sourceColumns(of: reference)
        tables = present.filter { $0.rootName == $0.name }.map { root in
            let family = present.filter { $0.rootName == root.name }
            return Self.table(root, family, layout, entityNames, sources)
        }
        junctions = Self.junctions(of: reference, names: &names)
    }

    // MARK: Tables

    private typealias SourceColumn = (
        source: EntityLayout, storage: ToManyStorage, table: String, column: String
    )

    /// Returns the to-many relationships without an inverse, for which the destination's table has a column.
    private static func sourceColumns(of reference: ReferenceStore) -> [SourceColumn] {
        let layout = reference.layout
        return layout.entities.flatMap { entity -> [SourceColumn] in
            let parent = layout.superentity(of: entity)
            return entity.toManys.compactMap { toMany in
                guard case .column(let table, let column) = toMany.storage,
                    parent?.toMany(toMany.relationship.name) == nil
                else { return nil }
                return (entity, toMany, table, column)
            }
        }
    }

    private static func table(
        _ root: EntityLayout, _ family: [EntityLayout], _ layout: StoreLayout,
        _ entityNames: [String: String], _ sources: [SourceColumn]
    ) -> PlainTable {
        var drafts: [(owner: EntityLayout, content: PlainProperty.Content, base: String, root: String?)] = []
        func rootName(of name: String) -> String? { layout.entity(named: name)?.rootName }
        for entity in family {
            for composite in entity.composites where composite.plainCases != nil {
                drafts.append((entity, .enumeration(composite), column(composite.path), nil))
            }
            drafts += entity.attributes.map { (entity, .attribute($0), column($0.path), nil) }
        }
        for entity in family {
            for toOne in entity.toOnes {
                let name = toOne.relationship.name
                let target = rootName(of: toOne.destinationName)
                drafts.append((entity, .toOne(toOne), name + "_id", target))
                guard let order = toOne.orderColumn else { continue }
                drafts.append((entity, .order(toOne, column: order), name + "_order", nil))
            }
        }
        for source in sources where source.table == root.table {
            let owner = layout.entity(named: source.storage.destinationName) ?? root
            drafts.append(
                (
                    owner, .source(source.source, source.storage, column: source.column),
                    "\(source.source.name)_\(source.storage.relationship.name)_id", source.source.rootName
                ))
        }
        let bases = PlainNames(reserved: drafts.map(\.base))
        var names = PlainNames()
        // A property named `id` in the model keeps that name.
        let primaryKey = names.name(["id", "pk"].first(where: bases.isFree) ?? "Z_PK")
        let entityColumn =
            family.count > 1
            ? names.name(["entity", "entity_name"].first(where: bases.isFree) ?? "Z_ENT") : nil
        var known: Set<String> = []
        var properties: [PlainProperty] = []
        for draft in drafts {
            let draftProperty = PlainProperty(
                owner: draft.owner, content: draft.content, name: draft.base, destinationRoot: draft.root)
            // A subentity inherits the property.
            guard known.insert(draftProperty.identity).inserted else { continue }
            properties.append(
                PlainProperty(
                    owner: draft.owner, content: draft.content,
                    name: names.name(draft.base, else: draft.owner.name + "_" + draft.base),
                    destinationRoot: draft.root))
        }
        let views = family.filter { $0.name != root.name }.map { entity in
            view(
                entity, family, properties, name: entityNames[entity.name] ?? entity.name,
                reserved: [primaryKey] + [entityColumn].compactMap(\.self))
        }
        return PlainTable(
            root: root, entities: family.filter { !$0.isAbstract },
            name: entityNames[root.name] ?? root.name, primaryKey: primaryKey,
            entityColumn: entityColumn, properties: properties, views: views)
    }

    /// Returns a path as the name of a column: `address_city` for `address.city`.
    private static func column(_ path: String) -> String { path.replacing(".", with: "_") }

    private static func view(
        _ entity: EntityLayout, _ family: [EntityLayout], _ properties: [PlainProperty], name: String,
        reserved: [String]
    ) -> PlainView {
        var names = PlainNames(reserved: reserved)
        let columns = properties.filter { has(entity, $0) }.map { property in
            (names.name(Self.base(of: property), else: property.name), property)
        }
        return PlainView(
            entity: entity, name: name,
            entityNames: family.filter { !$0.isAbstract && entity.familyNumbers.contains($0.number) }
                .map(\.name),
            columns: columns)
    }

    /// Returns the name of a property if it does not collide with that of another entity in the table.
    private static func base(of property: PlainProperty) -> String {
        switch property.content {
        case .attribute(let attribute): column(attribute.path)
        case .enumeration(let composite): column(composite.path)
        case .toOne(let toOne): toOne.relationship.name + "_id"
        case .order(let toOne, _): toOne.relationship.name + "_order"
        case .source: property.name
        }
    }

    /// Returns whether an entity has a property, including inherited ones.
    private static func has(_ entity: EntityLayout, _ property: PlainProperty) -> Bool {
        switch property.content {
        case .attribute(let attribute):
            entity.attributes.contains { $0.column == attribute.column }
        case .enumeration(let composite):
            entity.composite(composite.path)?.columns.first?.column == composite.columns.first?.column
        case .toOne(let toOne), .order(let toOne, _):
            entity.toOne(toOne.relationship.name)?.column == toOne.column
        case .source: property.owner.familyNumbers.contains(entity.number)
        }
    }

    // MARK: Junctions

    private static func junctions(
        of reference: ReferenceStore, names: inout PlainNames
    ) -> [PlainJunction] {
        let layout = reference.layout
        let found = layout.joinTables.compactMap { join -> (EntityLayout, ToManyStorage, JoinTableLayout)? in
            // The ordered side names the table, as in an export to files.
            let side =
                join.ownerSide.orderColumn == nil && join.otherSide.orderColumn != nil
                ? join.otherSide : join.ownerSide
            guard let source = layout.entity(named: side.entityName),
                let toMany = source.toMany(side.relationshipName),
                reference.inspection.table(named: join.name) != nil
            else { return nil }
            return (source, toMany, join)
        }
        return found.sorted { ($0.0.number, $0.1.relationship.name) < ($1.0.number, $1.1.relationship.name) }
            .compactMap { source, toMany, join in
                guard case .joinTable(_, let own, let other, let order) = toMany.storage,
                    let target = layout.entity(named: toMany.destinationName)
                else { return nil }
                let name = toMany.relationship.name
                let inverse = join.side(ofColumn: other)
                let inverseOrder = join.isReflexive ? nil : inverse?.orderColumn
                var columns = PlainNames()
                return PlainJunction(
                    source: source, target: target, relationship: name,
                    join: (join.name, own, other, order, inverseOrder),
                    name: names.name(source.name + "_" + name),
                    sourceColumn: columns.name(lowerFirst(source.name) + "_id"),
                    targetColumn: columns.name(lowerFirst(target.name) + "_id", else: name + "_id"),
                    orderColumn: order.map { _ in columns.name(name + "_order") },
                    inverseOrderColumn: inverseOrder.map { _ in
                        columns.name((inverse?.relationshipName ?? name) + "_order")
                    })
            }
    }

    private static func lowerFirst(_ name: String) -> String {
        name.prefix(1).lowercased() + name.dropFirst()
    }
}
