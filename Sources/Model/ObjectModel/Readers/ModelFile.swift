/// A model from a file or a store, with the further contents of that file.
///
/// The model is the same in all forms, with these exceptions:
/// - Many model caches contain no class names of entities.
/// - Models compiled before Xcode 9 contain no fetch indexes. Today's compiler creates some from "indexed" attributes
///   and compound indexes (docs/internals/format.md#indexes).
/// - A class name that starts with `.` in the XML (the app's module) is kept unchanged.
/// - Apple's own tools compile single-element fetch indexes differently from Xcode's
///   (docs/internals/format.md#indexes).
///
/// ```swift
/// let file = try ModelFile.read(path: "App.xcdatamodeld")
/// file.model.versionHashes.checksum
/// ```
public struct ModelFile: Sendable {
    /// The model.
    public let model: ManagedObjectModel
    /// The file from which the model was read.
    public let origin: Origin
    /// The version hashes that the file declares; nil if it declares none.
    package let declaredHashes: DeclaredHashes?
    /// The parts that were left out or are not certain, including declared hashes that differ. They are computed each
    /// time, because building and checking stores needs the model alone.
    public var warnings: [ModelWarning] {
        readingWarnings + model.unsampledDerivations
            + Self.differences(model: model, declared: declaredHashes)
    }
    /// The parts that were left out when reading the file.
    private let readingWarnings: [ModelWarning]
    /// The choices and uncertainties of a model in source code. For other models, the predicates that could not be
    /// read: without them, users of the model have a different one.
    package private(set) var modelIssues: [ModelSourceIssue]
    /// The facts about values in source code beyond the model; empty for other files.
    package let sourceValues: SourceValues
    /// The class of each entity in source code, with its enclosing types, such as `SchemaV2.Item`; empty for other
    /// files.
    package let sourceClasses: [String: String]

    /// The file from which a model was read.
    public struct Origin: Equatable, Sendable {
        /// The kind of file.
        public let kind: Kind
        /// The path of the file. For a folder of versions, the path of the version's file.
        public let path: String
        /// The name of the version if there are several, such as `App 2`.
        public let version: String?

        /// Creates an origin.
        package init(kind: Kind, path: String, version: String? = nil) {
            self.kind = kind
            self.path = path
            self.version = version
        }
    }

    /// The kinds of files that contain a model.
    public enum Kind: String, Equatable, Sendable, CaseIterable {
        /// The XML of a model: `.xcdatamodel/contents`.
        case source
        /// A compiled model: `.mom`.
        case compiled
        /// A store with its model cache.
        case store
        /// Swift source: SwiftData's `@Model` classes.
        case swift
    }

    /// Version hashes that are stored beside a model.
    package struct DeclaredHashes: Equatable, Sendable {
        /// The hashes of the entities.
        package let hashes: VersionHashes
        /// The model version checksum, Base64.
        package let checksum: String?
        /// The digest of the hashes, Base64.
        package let digest: String?

        /// Creates declared hashes.
        package init(hashes: VersionHashes, checksum: String? = nil, digest: String? = nil) {
            self.hashes = hashes
            self.checksum = checksum
            self.digest = digest
        }
    }

    /// Creates a file from its parts.
    package init(
        model: ManagedObjectModel, origin: Origin, declaredHashes: DeclaredHashes? = nil,
        warnings: [ModelWarning] = [], modelIssues: [ModelSourceIssue] = [],
        sourceValues: SourceValues = .none, sourceClasses: [String: String] = [:]
    ) {
        self.model = model
        self.origin = origin
        self.declaredHashes = declaredHashes
        readingWarnings = warnings
        self.modelIssues = modelIssues + warnings.compactMap { ModelSourceIssue($0, path: origin.path) }
        self.sourceValues = sourceValues
        self.sourceClasses = sourceClasses
    }

    /// Returns the file with more issues, which concern the search for it.
    package func adding(_ issues: [ModelSourceIssue]) -> ModelFile {
        var file = self
        file.modelIssues = issues + modelIssues
        return file
    }

    private static func differences(
        model: ManagedObjectModel, declared: DeclaredHashes?
    ) -> [ModelWarning] {
        guard let declared = declared?.hashes else { return [] }
        let computed = model.versionHashes
        let onlyDeclared = declared.entityNames.filter { computed[$0] == nil }
        let onlyInModel = computed.entityNames.filter { declared[$0] == nil }
        var warnings = computed.entityNames
            .filter { declared[$0] != nil && declared[$0] != computed[$0] }
            .map { ModelWarning.declaredHashDiffers(entity: $0) }
        if !onlyDeclared.isEmpty || !onlyInModel.isEmpty {
            warnings.append(
                .declaredEntitiesDiffer(onlyDeclared: onlyDeclared, onlyInModel: onlyInModel))
        }
        return warnings
    }
}
