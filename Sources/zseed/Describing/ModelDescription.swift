import Foundation
import ObjectModel

/// What `zseed inspect` tells of a store or a model: for programs as JSON, for people as lines.
struct ModelDescription: Encodable {
    struct Entity: Encodable {
        let name: String
        let number: Int
        let superentity: String?
        let isAbstract: Bool
        let className: String?
        let table: String
        /// Rows of this very entity, without those of its subentities; nil for a model file.
        let rows: Int64?
        /// `Z_MAX`; nil for a model file, and at subentities, which have none of their own.
        let highestPrimaryKey: Int64?
        let versionHash: String?
        /// Declared by the entity itself.
        let attributes: [Attribute]
        /// Declared by the entity itself.
        let relationships: [Relationship]
        let uniquenessConstraints: [[String]]
        let fetchIndexes: [String]
    }

    struct Attribute: Encodable {
        let name: String
        let type: String
        let isOptional: Bool
        /// `transient`, `default …`, `minimum …`, `derived from …` and the like.
        let details: [String]
        /// The column; nil where the store holds none, or where it is composite.
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
        /// The column of a to-one with the target's `Z_PK`; nil otherwise.
        let column: String?
        /// The join table of a many-to-many; nil otherwise.
        let joinTable: String?
    }

    struct Table: Encodable {
        let name: String
        let columns: [Column]
        let rows: Int64?
        /// The relationships that a join table keeps, such as `Item.tags, Tag.items`.
        let relationships: [String]
    }

    struct Column: Encodable {
        let name: String
        let type: String
    }

    /// What only a store has.
    struct Store: Encodable {
        let uuid: String
        let frameworkVersion: Int?
        let metadata: [String: PropertyList]
        let tables: [Table]
        /// What the model describes and the store keeps elsewhere or not at all.
        let peculiarities: [String]
    }

    let path: String
    /// Where the model came from.
    let model: String
    let versionIdentifiers: [String]
    let checksum: String?
    let configurations: [String: [String]]
    let fetchRequestTemplates: [String: String]
    /// What no file has shown of the model.
    let doubts: [ModelDoubt]
    let store: Store?
    let entities: [Entity]
}
