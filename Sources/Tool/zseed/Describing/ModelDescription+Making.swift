import ObjectModel
import SQLite
import StoreFormat

extension ModelDescription {
    /// Describes a store or a model file.
    ///
    /// - Throws: `StoreError` if a store cannot be read.
    init(_ subject: ModelSubject, path: String) throws {
        let model = subject.model
        let layout = subject.layout
        let hashes = model.isInferred ? nil : model.versionHashes
        self.path = path
        doubts = try ModelJudgement(subject).doubts.map(ModelDoubt.init)
        versionIdentifiers = model.versionIdentifiers.filter { !$0.isEmpty }
        checksum = hashes?.checksum
        configurations = model.configurations
        fetchRequestTemplates = Dictionary(
            model.fetchRequestTemplates.map { template in
                let predicate = template.predicate.map { " WHERE \($0.format)" } ?? ""
                return (template.name, template.entityName + predicate)
            }, uniquingKeysWith: { first, _ in first })
        switch subject {
        case .model(let file):
            self.model =
                file.origin.version.map { "\(file.origin.path) (\($0))" } ?? file.origin.path
            store = nil
            entities = model.entities.map { Self.entity($0, model, layout, hashes, nil) }
        case .store(let reference):
            self.model =
                switch reference.modelOrigin {
                case .modelCache: "Z_MODELCACHE"
                case .file(let path): path
                case .inferred: "none: guessed from tables and columns; add the app's with --model"
                }
            do {
                store = try Self.store(reference)
                let rows = try Self.rows(of: reference)
                entities = model.entities.map {
                    Self.entity($0, model, layout, hashes, (reference.inspection, rows))
                }
            } catch let error as DatabaseError {
                throw StoreError.from(error, path: path)
            }
        }
    }

    // MARK: Stores

    private static func store(_ reference: ReferenceStore) throws -> Store {
        let inspection = reference.inspection
        let metadata = inspection.metadata
        let joins = Dictionary(
            reference.layout.joinTables.map { ($0.name.uppercased(), $0) },
            uniquingKeysWith: { first, _ in first })
        return Store(
            uuid: inspection.uuid, frameworkVersion: metadata?.frameworkVersion,
            metadata: metadata?.entries ?? [:],
            tables: try inspection.tables.map { table in
                Table(
                    name: table.name,
                    columns: table.columns.map { Column(name: $0.name, type: $0.declaredType) },
                    // A virtual table may need a module that this SQLite lacks.
                    rows: table.isVirtual
                        ? nil
                        : try reference.connection.integer(
                            "SELECT count(*) FROM \(table.name.sqlIdentifier)"),
                    relationships: joins[table.name.uppercased()].map(Self.sides) ?? [])
            },
            peculiarities: reference.layout.problems.map(LayoutProblemText.describe))
    }

    private static func sides(_ join: JoinTableLayout) -> [String] {
        let sides = join.isReflexive ? [join.ownerSide] : [join.ownerSide, join.otherSide]
        return sides.map { "\($0.entityName).\($0.relationshipName)" }
    }

    /// Returns the number of rows of each entity, by entity number.
    private static func rows(of reference: ReferenceStore) throws -> [Int: Int64] {
        var rows: [Int: Int64] = [:]
        for table in Set(reference.layout.entities.map(\.table)).sorted()
        where reference.inspection.table(named: table) != nil {
            try reference.connection.forEachRow(
                "SELECT Z_ENT, count(*) FROM \(table.sqlIdentifier) GROUP BY Z_ENT"
            ) { rows[Int(truncatingIfNeeded: $0.integer(at: 0)), default: 0] += $0.integer(at: 1) }
        }
        return rows
    }

    // MARK: Entities

    private static func entity(
        _ entity: EntityDescription, _ model: ManagedObjectModel, _ layout: StoreLayout,
        _ hashes: VersionHashes?, _ store: (inspection: StoreInspection, rows: [Int: Int64])?
    ) -> Entity {
        let stored = layout.entity(named: entity.name)
        let isRoot = entity.superentityName == nil
        return Entity(
            name: entity.name, number: stored?.number ?? entity.number,
            superentity: entity.superentityName, isAbstract: entity.isAbstract,
            className: entity.managedObjectClassName, table: stored?.table ?? "",
            rows: store.map { $0.rows[stored?.number ?? 0] ?? 0 },
            highestPrimaryKey: isRoot
                ? store?.inspection.primaryKey(of: entity.name)?.highestPrimaryKey : nil,
            versionHash: hashes?.hexadecimal(entity.name),
            attributes: entity.ownAttributes.flatMap { attributes($0, path: $0.name, stored) },
            relationships: entity.ownRelationships.map { relationship($0, stored) },
            uniquenessConstraints: entity.uniquenessConstraints,
            fetchIndexes: entity.fetchIndexes.map(\.name))
    }

    /// Returns an attribute, followed by its elements if it is composite.
    private static func attributes(
        _ attribute: AttributeDescription, path: String, _ layout: EntityLayout?
    ) -> [Attribute] {
        let column = layout?.attribute(path)
        let one = Attribute(
            name: path, type: attribute.type.xcodeName, isOptional: attribute.isOptional,
            details: AttributeDetails.texts(of: attribute), column: column?.column,
            sqlType: column?.sqlType)
        return [one]
            + attribute.elements.flatMap { attributes($0, path: "\(path).\($0.name)", layout) }
    }

    private static func relationship(
        _ relationship: RelationshipDescription, _ layout: EntityLayout?
    ) -> Relationship {
        var details: [String] = []
        if relationship.isTransient { details.append("transient") }
        if relationship.isToMany, relationship.minCount > 0 {
            details.append("at least \(relationship.minCount)")
        }
        if relationship.maxCount > 1 { details.append("at most \(relationship.maxCount)") }
        var joinTable: String?
        if case .joinTable(let join, _, _, _) = layout?.toMany(relationship.name)?.storage {
            joinTable = join.name
        }
        let toMany = relationship.isOrdered ? "ordered to-many" : "to-many"
        return Relationship(
            kind: relationship.isToMany ? toMany : "to-one", name: relationship.name,
            destination: relationship.destinationEntityName ?? "",
            inverse: relationship.inverseRelationshipName, isOptional: relationship.isOptional,
            deleteRule: relationship.deleteRule.xcodeName, details: details,
            column: layout?.toOne(relationship.name)?.column, joinTable: joinTable)
    }
}

/// Messages about parts of the model that a store lacks.
enum LayoutProblemText {
    static func describe(_ problem: LayoutProblem) -> String {
        switch problem {
        case .missingEntityNumber(let entity, let assumed):
            "\(entity): Z_PRIMARYKEY gives it no number; \(assumed) is assumed"
        case .duplicateEntityNumber(let entity, let other, let number):
            "\(entity) and \(other) both have the number \(number)"
        case .missingTable(let entity, let expected): "\(entity): there is no table \(expected)"
        case .missingColumn(let entity, let property, let table, let expected):
            "\(entity).\(property): \(table) has no column \(expected)"
        case .missingEntityColumn(let entity, let relationship, let table, let expected):
            "\(entity).\(relationship): \(table) has no entity column \(expected)"
        case .missingOrderColumn(let entity, let relationship, let table, let expected):
            "\(entity).\(relationship): \(table) has no order column \(expected)"
        case .missingJoinTable(let entity, let relationship, let expected):
            "\(entity).\(relationship): there is no join table \(expected)"
        case .noStorage(let entity, let relationship):
            "\(entity).\(relationship): the store has no column or table for it"
        case .foundElsewhere(let entity, let property, let expected, let found):
            "\(entity).\(property): in \(found), not in \(expected)"
        }
    }
}
