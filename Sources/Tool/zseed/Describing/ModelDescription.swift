import ObjectModel

/// The output of `zseed inspect` about a store or a model: JSON for programs, lines for people.
struct ModelDescription: Encodable {
    struct Entity: Encodable {
        let name: String
        let number: Int
        let superentity: String?
        let isAbstract: Bool
        let className: String?
        let table: String
        /// The rows of this entity, without those of its subentities; nil for a model file.
        let rows: Int64?
        /// `Z_MAX`; nil for a model file, and for subentities, which have no `Z_MAX` of their own.
        let highestPrimaryKey: Int64?
        let versionHash: String?
        /// The attributes that the entity itself declares.
        let attributes: [Attribute]
        /// The relationships that the entity itself declares.
        let relationships: [Relationship]
        let uniquenessConstraints: [[String]]
        let fetchIndexes: [String]
    }

    struct Attribute: Encodable {
        let name: String
        let type: String
        let isOptional: Bool
        /// Texts such as `transient`, `default …`, `minimum …`, `derived from …`.
        let details: [String]
        /// The column; nil if the store has none, or for a composite attribute.
        let column: String?
        let sqlType: String?
    }

    struct Relationship: Encodable {
        /// `to-one`, `to-many` or `ordered to-many`.
        let kind: String
        let name: String
        let destination: String
        let inverse: String?
        let isOptional: Bool
        let deleteRule: String
        let details: [String]
        /// The column with the destination's `Z_PK` for a to-one relationship; nil otherwise.
        let column: String?
        /// The join table for a many-to-many relationship; nil otherwise.
        let joinTable: String?
    }

    struct Table: Encodable {
        let name: String
        let columns: [Column]
        let rows: Int64?
        /// The relationships in a join table, such as `Item.tags, Tag.items`.
        let relationships: [String]
    }

    struct Column: Encodable {
        let name: String
        let type: String
    }

    /// The information that only stores have.
    struct Store: Encodable {
        let uuid: String
        let frameworkVersion: Int?
        let metadata: [String: PropertyList]
        let tables: [Table]
        /// The parts of the model that the store has elsewhere or not at all.
        let peculiarities: [String]
    }

    let path: String
    /// The origin of the model.
    let model: String
    let versionIdentifiers: [String]
    let checksum: String?
    let configurations: [String: [String]]
    let fetchRequestTemplates: [String: String]
    /// The parts of the model that no file has shown.
    let doubts: [ModelDoubt]
    let store: Store?
    let entities: [Entity]
}
