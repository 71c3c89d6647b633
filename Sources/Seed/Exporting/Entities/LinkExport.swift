import Files
import Inputs
import ObjectModel
import SQLite
import StoreFormat

/// Writes the pairs of one to-many relationship with rows or a column of its own: many-to-many, or without an inverse
/// (docs/internals/format.md#relationships).
struct LinkExport {
    private let source: EntityLayout
    private let relationship: String
    private let sourceNames: ReferenceNames
    private let targetNames: ReferenceNames
    private let table: String
    private let sourceColumn: String
    private let targetColumn: String
    private let orderColumn: String?
    /// The position in the ordered inverse, which the order of the rows preserves.
    private let inverseOrderColumn: String?
    private let connection: Connection

    /// Returns the relationships of a store that need files of their own, in the order of the model.
    ///
    /// - Throws: `DatabaseError`.
    static func all(
        of reference: ReferenceStore, keys: NaturalKeys, names: inout FileNames
    ) throws -> [LinkExport] {
        let layout = reference.layout
        var ends: [(entity: EntityLayout, name: String)] = []
        for join in layout.joinTables {
            // A file can keep the order of one side, which must be the ordered one.
            let side =
                join.ownerSide.orderColumn == nil && join.otherSide.orderColumn != nil
                ? join.otherSide : join.ownerSide
            guard let entity = layout.entity(named: side.entityName) else { continue }
            ends.append((entity, side.relationshipName))
        }
        for entity in layout.entities {
            let parent = layout.superentity(of: entity)
            for toMany in entity.toManys {
                guard case .column = toMany.storage,
                    parent?.toMany(toMany.relationship.name) == nil
                else { continue }
                ends.append((entity, toMany.relationship.name))
            }
        }
        return try ends.sorted { ($0.entity.number, $0.name) < ($1.entity.number, $1.name) }
            .compactMap {
                try LinkExport(
                    $0.entity, $0.name, keys: keys, reference: reference, names: &names)
            }
    }

    private init?(
        _ source: EntityLayout, _ name: String, keys: NaturalKeys, reference: ReferenceStore,
        names: inout FileNames
    ) throws {
        guard let toMany = source.toMany(name),
            let target = reference.layout.entity(named: toMany.destinationName)
        else { return nil }
        (table, sourceColumn, targetColumn, orderColumn) = toMany.storage.rows
        switch toMany.storage {
        case .inverseToOne: return nil
        case .column: inverseOrderColumn = nil
        case .joinTable(let join, _, let other, _):
            inverseOrderColumn = join.isReflexive ? nil : join.side(ofColumn: other)?.orderColumn
        }
        guard reference.inspection.table(named: table) != nil else { return nil }
        self.source = source
        relationship = name
        let file = source.name + "." + name
        fileName = names.name(for: file, suffixes: [".csv"]) + ".csv"
        sourceNames = try ReferenceNames(of: source, keys: keys, in: reference)
        targetNames = try ReferenceNames(of: target, keys: keys, in: reference)
        connection = reference.connection
    }

    /// The name of the source in the plan, which is that of the relationship.
    var name: String { source.name + "." + relationship }

    /// The name of the file: that of the relationship in a safe form.
    let fileName: String

    /// The table that contains the pairs.
    var tableName: String { table }

    /// The columns of the file.
    private var headers: [String] {
        // The name of a relationship may differ from its entity's only in case: `Tag.tag`.
        [source.name + ".source", relationship] + (orderColumn == nil ? [] : ["order"])
    }

    /// The line of the plan under `links:`.
    var plan: String {
        let order = orderColumn == nil ? "" : ", order: order"
        return "  - { from: \(YAMLText.scalar(name)), relationship: \(YAMLText.scalar(name)), "
            + "source: \(sourceNames.plan(column: headers[0])), "
            + "target: \(targetNames.plan(column: headers[1]))\(order) }"
    }

    /// Writes the file.
    ///
    /// - Throws: ``SeedIssue``, `DatabaseError`.
    func write(_ writer: CSVWriter, report: inout ExportReport) throws {
        try writer.row(headers)
        var rows = 0
        var dangling = 0
        try connection.forEachRow(query) { row in
            guard !row.isNull(at: 0), !row.isNull(at: 1) else {
                dangling += 1
                return
            }
            rows += 1
            try sourceNames.write(row, at: 0, to: writer)
            try targetNames.write(row, at: 1, to: writer)
            if orderColumn != nil {
                if row.isNull(at: 2) { writer.emptyField() } else { writer.field(row.integer(at: 2)) }
            }
            try writer.endRow()
        }
        try writer.close()
        report.files.append(.init(name: fileName, subject: name, rows: rows))
        if dangling > 0 {
            report.omissions.append(.danglingLinks(relationship: name, count: dangling))
        }
    }

    private var query: String {
        let source = "j." + sourceColumn.sqlIdentifier
        let target = "j." + targetColumn.sqlIdentifier
        let order = orderColumn.map { "j." + $0.sqlIdentifier }
        let inverse = inverseOrderColumn.map { "j." + $0.sqlIdentifier }
        let columns =
            [sourceNames.column(of: "s"), targetNames.column(of: "d"), order].compactMap(\.self)
        // The rows have the order of the inverse if only the inverse is ordered.
        let sorting = [inverse, source, order, target].compactMap(\.self)
        return "SELECT \(columns.joined(separator: ", ")) FROM \(table.sqlIdentifier) AS j "
            + sourceNames.join(primaryKey: source, as: "s") + " "
            + targetNames.join(primaryKey: target, as: "d")
            + " WHERE \(source) IS NOT NULL ORDER BY \(sorting.joined(separator: ", "))"
    }
}
