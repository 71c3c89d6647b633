/// A model as it was found in a file or a store, with what the file says besides.
///
/// The model is the same whatever the form, as far as the forms go:
/// - many model caches hold no class names of entities;
/// - models compiled before Xcode 9 hold no fetch indexes, where today's compiler makes some of
///   "indexed" attributes and compound indexes (docs/format.md#indexes);
/// - a class name that starts with `.` in the XML (the app's module) is kept as it is there;
/// - Apple's own tools compile single-element fetch indexes differently from Xcode's
///   (docs/format.md#indexes).
///
/// ```swift
/// let file = try ModelFile.read(path: "App.xcdatamodeld")
/// file.model.versionHashes.checksum
/// ```
public struct ModelFile: Sendable {
    /// The model.
    public let model: ManagedObjectModel
    /// Where it came from.
    public let origin: Origin
    /// What the file declares about version hashes; nil where it declares nothing.
    package let declaredHashes: DeclaredHashes?
    /// What was left out or is not certain, declared hashes that differ included. Worked out each
    /// time: who builds or checks a store asks for the model alone.
    public var warnings: [ModelWarning] {
        readingWarnings + model.unsampledDerivations
            + Self.differences(model: model, declared: declaredHashes)
    }
    /// What reading the file left out.
    private let readingWarnings: [ModelWarning]
    /// What was chosen and what is not certain of a model in source code; of all others the predicates that
    /// could not be understood, without which whoever uses the model has another one.
    package private(set) var modelIssues: [ModelSourceIssue]
    /// What source code says of values beyond the model; nothing for all other files.
    package let sourceValues: SourceValues
    /// What source code calls the class of each entity, with the types that it is nested in, such as
    /// `SchemaV2.Item`; nothing for all other files.
    package let sourceClasses: [String: String]

    /// Where a model came from.
    public struct Origin: Equatable, Sendable {
        /// The kind of file.
        public let kind: Kind
        /// The file that the model was read from; for a folder of versions the one of the version.
        public let path: String
        /// The name of the version, where the file is one of several, such as `App 2`.
        public let version: String?

        /// Creates an origin.
        package init(kind: Kind, path: String, version: String? = nil) {
            self.kind = kind
            self.path = path
            self.version = version
        }
    }

    /// The kinds of files that hold a model.
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

    /// Version hashes that were written beside a model.
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

    /// Creates a file from what was read.
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

    /// The same file with more issues, about the way to it.
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
