import ObjectModel

/// The migration plan of an app, as its source declares it: a `SchemaMigrationPlan`.
package struct StagedMigrationPlan: Sendable {
    /// A location in the source.
    package struct Place: Equatable, Sendable {
        package let path: String
        /// The line, from 1.
        package let line: Int
        /// The column in bytes, from 1.
        package let column: Int
    }

    /// One of the plan's schemas.
    package struct Version: Sendable {
        /// The qualified name of the versioned schema.
        package let name: String
        /// The three numbers of its version identifier; nil if they are not literals.
        package let identifier: [Int]?
        /// Its declaration.
        package let place: Place
        /// Its model, or the reason why it cannot be read.
        package let result: Result<ModelFile, ModelSourceFailure>

        /// The model; nil if it cannot be read.
        package var model: ManagedObjectModel? { try? result.get().model }
    }

    /// One of the plan's stages.
    package struct Stage: Equatable, Sendable {
        /// The kinds, by their names in SwiftData.
        package enum Kind: String, Sendable { case lightweight, custom }

        package let kind: Kind
        /// The name of the first versioned schema of the stage.
        package let from: String
        /// The name of the last versioned schema of the stage.
        package let to: String
    }

    /// The qualified name of the plan.
    package let name: String
    /// Its declaration.
    package let place: Place
    /// Its schemas in their order; nil if the list is not a literal.
    package let versions: [Version]?
    /// Its stages in their order; nil if the list is not a literal.
    package let stages: [Stage]?
    /// Whether a container of the app names the plan; nil if the source creates no container.
    package let isUsed: Bool?

    /// Returns the version with this name.
    package func version(_ name: String) -> Version? { versions?.first { $0.name == name } }

    /// The last of its schemas.
    package var last: Version? { versions?.last }
}
