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
        /// The three numbers of its version identifier; nil where they are not written out.
        package let identifier: [Int]?
        /// Its declaration.
        package let place: Place
        /// Its model, or why it cannot be read.
        package let result: Result<ModelFile, ModelSourceFailure>

        /// The model; nil where it cannot be read.
        package var model: ManagedObjectModel? { try? result.get().model }
    }

    /// One of the plan's stages.
    package struct Stage: Equatable, Sendable {
        /// The kinds, by their names in SwiftData.
        package enum Kind: String, Sendable { case lightweight, custom }

        package let kind: Kind
        /// The name of the versioned schema that the stage begins with.
        package let from: String
        /// The name of the versioned schema that the stage ends with.
        package let to: String
    }

    /// Its qualified name.
    package let name: String
    /// Its declaration.
    package let place: Place
    /// Its schemas in their order; nil where the list is not written out.
    package let versions: [Version]?
    /// Its stages in their order; nil where the list is not written out.
    package let stages: [Stage]?
    /// Whether a container of the app names the plan; nil where the source makes no container.
    package let isUsed: Bool?

    /// The version of a name.
    package func version(_ name: String) -> Version? { versions?.first { $0.name == name } }

    /// The last of its schemas.
    package var last: Version? { versions?.last }
}
