import Inputs
import ObjectModel
import StoreFormat
import SwiftDataSource

/// A seed plan as its YAML file describes it: the columns, and the properties that they fill.
///
/// Names are not checked against a reference yet. Every part has its place in the file.
package struct SeedPlan: Sendable {
    /// The path of the plan's file as given. Paths in the plan are relative to its folder.
    package var path: String
    /// The reference store (or SQL text, or model) that gives the schema; a resolved path.
    package var reference: Located<String>
    /// A model file that completes a reference without a model cache; a resolved path.
    package var model: Located<String>?
    /// The choice among models of Swift source, in the reference or in the model.
    package var modelChoice = ModelChoice.current
    /// The path of the store, resolved.
    package var output: Located<String>?
    /// The zone of dates that do not name one.
    package var timeZone: Located<String>?
    /// The locale of names in dates; nil for English.
    package var locale: Located<String>?
    /// Keys to set in the store's metadata.
    package var metadata: [MetadataEntry]
    /// The sources, in the plan's order.
    package var sources: [SourceDefinition]
    /// The loads of entities, in the plan's order.
    package var loads: [LoadPlan]
    /// The to-many relationships that junction sources fill, in the plan's order.
    package var links: [LinkPlan] = []
    /// The treatment of rows, history and identity of the reference, and of invalid rows.
    package var policy = BuildPolicy()
    /// The tables that are filled row by row instead of by loads, in the plan's order.
    package var tables: [TablePlan] = []
}

/// A key to set in the store's metadata.
package struct MetadataEntry: Equatable, Sendable {
    package var key: Located<String>
    /// The value, in the types of a property list.
    package var value: PropertyList
}

/// The load of one entity from one source.
package struct LoadPlan: Equatable, Sendable {
    package var entity: Located<String>
    /// The name of the source.
    package var source: Located<String>
    /// The column with the value of `Z_PK`; nil to number the rows.
    package var primaryKey: Located<String>?
    /// The column by which other loads refer to the rows.
    package var key: Located<String>?
    package var attributes: [AttributePlan]
    package var relationships: [RelationshipPlan]
    /// The attributes that together identify an object; nil to use the model's constraints.
    package var unique: [Located<String>]?
    /// The treatment of a row whose unique attributes are equal to those of an object.
    package var conflict: ConflictPolicy = .error
    /// The differences that the comparison of unique attributes ignores.
    package var ignoring: KeyFolding = []
    /// The column that determines a row's subentity.
    package var discriminator: DiscriminatorPlan?
}

/// An attribute and its value.
package struct AttributePlan: Equatable, Sendable {
    package var name: Located<String>
    package var value: ValuePlan
}

/// The origin of a value and its options.
package struct ValuePlan: Equatable, Sendable {
    /// The source's column; nil for a constant.
    package var column: Located<String>?
    /// The constant.
    package var constant: Located<Scalar>?
    /// The value for an empty cell.
    package var fallback: Located<Scalar>?
    /// The format of dates: a name or a Unicode pattern.
    package var date: Located<String>?
    /// Further formats of dates, tried in this order if the first does not fit.
    package var furtherDates: [Located<String>] = []
    /// The first of the hundred years that two-digit years belong to.
    package var century: Located<Int>?
    /// The zone of dates that do not name one; nil for the source's or the plan's.
    package var timeZone: Located<String>?
    /// The attribute type, for a reference with an inferred model.
    package var type: Located<String>?
    /// The options for reading the value.
    package var options = ValueOptions()
}

extension ValuePlan {
    /// Whether cells of the row give the value.
    var hasCell: Bool { column != nil || options.template != nil }
}

/// The way to find the destinations of a relationship.
package struct RelationshipPlan: Equatable, Sendable {
    /// The ways to name a destination.
    package enum Target: Equatable, Sendable {
        /// Attributes that together are unique among the destination's objects. Without names, the only attribute
        /// that is unique in the model is used.
        case attributes(entity: Located<String>?, names: [Located<String>])
        /// The `key` column of the load of an entity.
        case key(entity: Located<String>)
    }

    /// The treatment of a missing object.
    package enum MissingPolicy: String, Equatable, Sendable, CaseIterable {
        case create, error, null
    }

    /// The treatment of objects that are their own ancestors.
    package enum CyclePolicy: String, Equatable, Sendable, CaseIterable {
        case warn, error
    }

    package var name: Located<String>
    package var target: Target
    /// The value that names the destination.
    package var value: ValuePlan
    package var missing: MissingPolicy
    /// Further values of a created object.
    package var creation: [AttributePlan]
    /// The inverse, for references whose model is not known.
    package var inverse: Located<String>?
    /// The values of the second and further attributes that name the destination.
    package var furtherValues: [ValuePlan] = []
    /// The differences that the comparison of keys ignores.
    package var ignoring: KeyFolding = []
    /// The text between the keys in a cell of a to-many relationship.
    package var separator: Located<String>?
    /// The column with the position in an ordered relationship; nil for the order of the rows.
    package var order: Located<String>?
    /// The treatment of objects that are their own ancestors by this relationship.
    package var cycles: CyclePolicy = .warn
}

extension SeedPlan {
    /// The relationships whose destinations the plan itself names. They complete the inferred model of a reference
    /// without a model.
    package var declaredRelationships: [DeclaredRelationship] {
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
