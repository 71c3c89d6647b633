import ObjectModel
import Sources
import StoreFormat
import SwiftDataSource

/// A seed plan: what becomes of which columns, as its YAML file says.
///
/// Names are not checked against a reference yet; every part knows where in the file it stands.
package struct SeedPlan: Sendable {
    /// The plan's file, as it was named; the paths within are relative to its folder.
    package var path: String
    /// The reference store (or SQL text, or model) that gives the schema; a resolved path.
    package var reference: Located<String>
    /// A model file that completes a reference without a model cache; a resolved path.
    package var model: Located<String>?
    /// Which models of Swift source are meant, of the reference or else of the model.
    package var modelChoice = ModelChoice.current
    /// Where the store goes; a resolved path.
    package var output: Located<String>?
    /// The zone of dates that do not name one.
    package var timeZone: Located<String>?
    /// The locale of names in dates; nil for English.
    package var locale: Located<String>?
    /// Keys to set in the store's metadata.
    package var metadata: [MetadataEntry]
    /// The sources, in the plan's order.
    package var sources: [SourceDefinition]
    /// What is loaded into which entity, in the plan's order.
    package var loads: [LoadPlan]
    /// The to-many relationships that junction sources fill, in the plan's order.
    package var links: [LinkPlan] = []
    /// What becomes of rows, history and identity of the reference, and of rows at fault.
    package var policy = BuildPolicy()
    /// The tables that are filled row by row, in the plan's order; instead of loads.
    package var tables: [TablePlan] = []
}

/// A key to set in the store's metadata.
package struct MetadataEntry: Equatable, Sendable {
    package var key: Located<String>
    /// The value, in the types of a property list.
    package var value: PropertyList
}

/// What is loaded into one entity from one source.
package struct LoadPlan: Equatable, Sendable {
    package var entity: Located<String>
    /// The name of the source.
    package var source: Located<String>
    /// The column that gives `Z_PK`; nil to number the rows.
    package var primaryKey: Located<String>?
    /// The column by which other loads refer to the rows.
    package var key: Located<String>?
    package var attributes: [AttributePlan]
    package var relationships: [RelationshipPlan]
    /// The attributes that together tell objects apart; nil for what the model says.
    package var unique: [Located<String>]?
    /// What happens to a row whose unique attributes an object has already.
    package var conflict: ConflictPolicy = .error
    /// What does not count when unique attributes are compared.
    package var ignoring: KeyFolding = []
    /// How a row chooses among subentities.
    package var discriminator: DiscriminatorPlan?
}

/// Where the value of an attribute comes from.
package struct AttributePlan: Equatable, Sendable {
    package var name: Located<String>
    package var value: ValuePlan
}

/// Where a value comes from and how it is read.
package struct ValuePlan: Equatable, Sendable {
    /// The source's column; nil for a constant.
    package var column: Located<String>?
    /// The constant.
    package var constant: Located<Scalar>?
    /// The value where the cell is empty.
    package var fallback: Located<Scalar>?
    /// How dates are written: a name or a Unicode pattern.
    package var date: Located<String>?
    /// Further ways in which they are, tried in this order where the first one does not fit.
    package var furtherDates: [Located<String>] = []
    /// The first of the hundred years that years of two digits are of.
    package var century: Located<Int>?
    /// The zone of dates that do not name one; nil for the source's or the plan's.
    package var timeZone: Located<String>?
    /// The attribute type, where the reference's own guess is not right.
    package var type: Located<String>?
    /// How the value is read.
    package var options = ValueOptions()
}

extension ValuePlan {
    /// Whether cells of the row give the value.
    var hasCell: Bool { column != nil || options.template != nil }
}

/// How the objects of a relationship are found.
package struct RelationshipPlan: Equatable, Sendable {
    /// The ways to name a destination.
    package enum Target: Equatable, Sendable {
        /// By attributes that together are unique among the destination's objects; without names
        /// by the only attribute that the model says is.
        case attributes(entity: Located<String>?, names: [Located<String>])
        /// By the `key` column of the load of an entity.
        case key(entity: Located<String>)
    }

    /// What to do where there is no such object.
    package enum MissingPolicy: String, Equatable, Sendable, CaseIterable {
        case create, error, null
    }

    /// What to do where objects are their own ancestors.
    package enum CyclePolicy: String, Equatable, Sendable, CaseIterable {
        case warn, error
    }

    package var name: Located<String>
    package var target: Target
    /// The value that names the destination.
    package var value: ValuePlan
    package var missing: MissingPolicy
    /// What else a created object gets.
    package var creation: [AttributePlan]
    /// The relationship that leads back, for references whose model is not known.
    package var inverse: Located<String>?
    /// The values of the second and further attributes that name the destination.
    package var furtherValues: [ValuePlan] = []
    /// What does not count when keys are compared.
    package var ignoring: KeyFolding = []
    /// What stands between the keys in a cell of a to-many relationship.
    package var separator: Located<String>?
    /// The column with the position in an ordered relationship; nil for the order of the rows.
    package var order: Located<String>?
    /// What to do where objects are their own ancestors by this relationship.
    package var cycles: CyclePolicy = .warn
}

extension SeedPlan {
    /// The relationships whose destinations the plan itself names, to complete the guessed model
    /// of a reference that carries none.
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
