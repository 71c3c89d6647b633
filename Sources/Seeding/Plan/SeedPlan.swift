import ObjectModel
import StoreFormat

/// A seed plan: what becomes of which columns, as its YAML file says.
///
/// Names are not checked against a reference yet; every part knows where in the file it stands.
public struct SeedPlan: Equatable, Sendable {
    /// The plan's file, as it was named; the paths within are relative to its folder.
    public var path: String
    /// The reference store (or SQL text, or model) that gives the schema; a resolved path.
    public var reference: Located<String>
    /// A model file that completes a reference without a model cache; a resolved path.
    public var model: Located<String>?
    /// Where the store goes; a resolved path.
    public var output: Located<String>?
    /// The zone of dates that do not name one.
    public var timeZone: Located<String>?
    /// The locale of names in dates; nil for English.
    public var locale: Located<String>?
    /// Keys to set in the store's metadata.
    public var metadata: [MetadataEntry]
    /// The sources, in the plan's order.
    public var sources: [SourceDefinition]
    /// What is loaded into which entity, in the plan's order.
    public var loads: [LoadPlan]
    /// The to-many relationships that junction sources fill, in the plan's order.
    public var links: [LinkPlan] = []
    /// What becomes of rows, history and identity of the reference, and of rows at fault.
    public var policy = BuildPolicy()
    /// The tables that are filled row by row, in the plan's order; instead of loads.
    public var tables: [TablePlan] = []
}

/// A key to set in the store's metadata.
public struct MetadataEntry: Equatable, Sendable {
    public var key: Located<String>
    /// The value, in the types of a property list.
    public var value: PropertyList
}

/// What is loaded into one entity from one source.
public struct LoadPlan: Equatable, Sendable {
    public var entity: Located<String>
    /// The name of the source.
    public var source: Located<String>
    /// The column that gives `Z_PK`; nil to number the rows.
    public var primaryKey: Located<String>?
    /// The column by which other loads refer to the rows.
    public var key: Located<String>?
    public var attributes: [AttributePlan]
    public var relationships: [RelationshipPlan]
    /// The attributes that together tell objects apart; nil for what the model says.
    public var unique: [Located<String>]?
    /// What happens to a row whose unique attributes an object has already.
    public var conflict: ConflictPolicy = .error
    /// What does not count when unique attributes are compared.
    public var ignoring: KeyFolding = []
    /// How a row chooses among subentities.
    public var discriminator: DiscriminatorPlan?
}

/// Where the value of an attribute comes from.
public struct AttributePlan: Equatable, Sendable {
    public var name: Located<String>
    public var value: ValuePlan
}

/// Where a value comes from and how it is read.
public struct ValuePlan: Equatable, Sendable {
    /// The source's column; nil for a constant.
    public var column: Located<String>?
    /// The constant.
    public var constant: Located<Scalar>?
    /// The value where the cell is empty.
    public var fallback: Located<Scalar>?
    /// How dates are written: a name or a Unicode pattern.
    public var date: Located<String>?
    /// The zone of dates that do not name one; nil for the source's or the plan's.
    public var timeZone: Located<String>?
    /// The attribute type, where the reference's own guess is not right.
    public var type: Located<String>?
    /// How the value is read.
    public var options = ValueOptions()
}

extension ValuePlan {
    /// Whether cells of the row give the value.
    var hasCell: Bool { column != nil || options.template != nil }
}

/// How the objects of a relationship are found.
public struct RelationshipPlan: Equatable, Sendable {
    /// The ways to name a destination.
    public enum Target: Equatable, Sendable {
        /// By attributes that together are unique among the destination's objects; without names
        /// by the only attribute that the model says is.
        case attributes(entity: Located<String>?, names: [Located<String>])
        /// By the `key` column of the load of an entity.
        case key(entity: Located<String>)
    }

    /// What to do where there is no such object.
    public enum MissingPolicy: String, Equatable, Sendable, CaseIterable {
        case create, error, null
    }

    public var name: Located<String>
    public var target: Target
    /// The value that names the destination.
    public var value: ValuePlan
    public var missing: MissingPolicy
    /// What else a created object gets.
    public var creation: [AttributePlan]
    /// The relationship that leads back, for references whose model is not known.
    public var inverse: Located<String>?
    /// The columns of the second and further attributes that name the destination.
    public var furtherColumns: [Located<String>] = []
    /// What does not count when keys are compared.
    public var ignoring: KeyFolding = []
    /// What stands between the keys in a cell of a to-many relationship.
    public var separator: Located<String>?
    /// The column with the place in an ordered relationship; nil for the order of the rows.
    public var order: Located<String>?
}

extension SeedPlan {
    /// The relationships whose destinations the plan itself names, to complete the guessed model
    /// of a reference that carries none.
    public var declaredRelationships: [DeclaredRelationship] {
        loads.flatMap { load in
            load.relationships.compactMap { relationship in
                let destination: Located<String>? =
                    switch relationship.target {
                    case .attributes(let entity, _): entity
                    case .key(let entity): entity
                    }
                guard let destination else { return nil }
                return DeclaredRelationship(
                    entityName: load.entity.value, name: relationship.name.value,
                    destinationName: destination.value, inverseName: relationship.inverse?.value)
            }
        }
    }
}
