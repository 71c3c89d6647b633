import ObjectModel

/// `SeedStore.swift`: puts the bundled store in place, and opens it.
struct SeedStoreCode {
    private let generator: CodeGenerator

    init(_ generator: CodeGenerator) { self.generator = generator }

    func file() -> GeneratedFile {
        let imports =
            switch generator.flavor {
            case .objectLayer: ["Foundation", "ObjectLayer"]
            case .coreData: ["CoreData", "Foundation"]
            case .swiftData: ["Foundation", "SwiftData"]
            }
        return generator.file(
            "SeedStore.swift",
            generator.header(imports) + Self.install.components() + [""] + opening.components())
    }

    /// The types by which the model's own classes could hide others are spelled out.
    private static let install = """
        /// The store that the app ships with.
        public enum SeedStore {
            /// What became of the app's store.
            public enum Outcome: Swift.Equatable, Swift.Sendable {
                /// There was none: the seed was copied.
                case installed
                /// It came from an older seed: the new one took its place.
                case replaced
                /// It came from this seed.
                case upToDate
                /// It came from no seed: it stays as it is.
                case kept
            }

            /// Copies the seed to where the app keeps its store: on the first launch, and again when the
            /// version is another one. Call it before the store is opened.
            ///
            /// A new version takes the place of the whole store, with everything that the user changed
            /// in it. An interrupted copy is made again at the next launch. Beside the store,
            /// `NAME.sqlite.seed-version` tells the version; `-wal` and `-shm` of the old store go with
            /// it, and the folder with its large binary values is that of the seed.
            ///
            /// - Parameters:
            ///   - seed: the seed in the app's bundle.
            ///   - version: the version of the seed, such as "3".
            ///   - store: where the app keeps its store.
            @discardableResult
            public static func install(
                seed: Foundation.URL, version: Swift.String, at store: Foundation.URL
            ) throws -> Outcome {
                let files = Foundation.FileManager.default
                let marker = sibling(of: store, named: store.lastPathComponent + ".seed-version")
                let former = files.contents(atPath: marker.path)
                let isThere = files.fileExists(atPath: store.path)
                if isThere, former == nil { return .kept }
                if isThere, former == Foundation.Data(version.utf8) { return .upToDate }

                try files.createDirectory(
                    at: store.deletingLastPathComponent(), withIntermediateDirectories: true)
                let copy = sibling(of: store, named: store.lastPathComponent + ".seed-copy")
                try removeIfPresent(copy)
                try files.copyItem(at: seed, to: copy)
                // No version: where the rest is interrupted, all of it is done again.
                try Foundation.Data().write(to: marker)
                // Nothing of the old store may be taken for a part of the new one.
                for suffix in ["-wal", "-shm", "-journal"] {
                    try removeIfPresent(sibling(of: store, named: store.lastPathComponent + suffix))
                }
                try removeIfPresent(store)
                try files.moveItem(at: copy, to: store)
                try copyIfPresent(
                    sibling(of: seed, named: seed.lastPathComponent + "-wal"),
                    to: sibling(of: store, named: store.lastPathComponent + "-wal"))
                try removeIfPresent(support(of: store))
                try copyIfPresent(support(of: seed), to: support(of: store))
                try Foundation.Data(version.utf8).write(to: marker, options: .atomic)
                return isThere ? .replaced : .installed
            }

            private static func sibling(of file: Foundation.URL, named name: Swift.String) -> Foundation.URL {
                file.deletingLastPathComponent().appendingPathComponent(name)
            }

            /// The hidden folder with the store's large binary values.
            private static func support(of store: Foundation.URL) -> Foundation.URL {
                let name = store.deletingPathExtension().lastPathComponent
                return sibling(of: store, named: ".\\(name)_SUPPORT")
            }

            private static func removeIfPresent(_ file: Foundation.URL) throws {
                guard Foundation.FileManager.default.fileExists(atPath: file.path) else { return }
                try Foundation.FileManager.default.removeItem(at: file)
            }

            private static func copyIfPresent(_ file: Foundation.URL, to copy: Foundation.URL) throws {
                guard Foundation.FileManager.default.fileExists(atPath: file.path) else { return }
                try Foundation.FileManager.default.copyItem(at: file, to: copy)
            }
        }
        """

    private var opening: String {
        switch generator.flavor {
        case .objectLayer: objectLayer
        case .coreData: coreData
        case .swiftData: swiftData
        }
    }

    private var objectLayer: String {
        let entries = generator.model.entities.map { entity in
            "        \(SwiftName.literal(entity.name)): "
                + "\(generator.classes.name(of: entity.name)).self,"
        }
        let list = entries.isEmpty ? "[:]" : "[\n" + entries.joined(separator: "\n") + "\n    ]"
        return """
            extension SeedStore {
                /// The classes of the model's entities.
                public static let objectClasses: [Swift.String: ObjectLayer.ManagedObject.Type] = \(list)

                /// Opens a store of the model with its classes.
                public static func open(
                    path: Swift.String, access: ObjectLayer.PersistentStoreCoordinator.Access = .readOnly
                ) throws -> ObjectLayer.PersistentStoreCoordinator {
                    try ObjectLayer.PersistentStoreCoordinator(
                        path: path, access: access, objectClasses: objectClasses)
                }
            }
            """
    }

    private var coreData: String {
        """
        extension SeedStore {
            /// A container whose store is the installed seed.
            ///
            /// - Parameters:
            ///   - seed: the name of the seed in the bundle, without `.sqlite`.
            ///   - version: the version of the seed, see ``install(seed:version:at:)``.
            public static func container(
                seed: Swift.String, version: Swift.String, bundle: Foundation.Bundle = .main
            ) throws -> CoreData.NSPersistentContainer {
                let container = CoreData.NSPersistentContainer(name: \(SwiftName.literal(generator.name)))
                if let store = container.persistentStoreDescriptions.first?.url {
                    guard let source = bundle.url(forResource: seed, withExtension: "sqlite") else {
                        throw Foundation.CocoaError(.fileNoSuchFile)
                    }
                    try install(seed: source, version: version, at: store)
                }
                var failure: (any Swift.Error)?
                container.loadPersistentStores { _, error in failure = error }
                if let failure { throw failure }
                return container
            }
        }
        """
    }

    private var swiftData: String {
        let types = generator.model.entities.map {
            "            \(generator.classes.name(of: $0.name)).self,"
        }.joined(separator: "\n")
        let isNew = generator.model.entities.contains { $0.superentityName != nil }
        let availability =
            isNew ? "    @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)\n" : ""
        return """
            extension SeedStore {
                /// A container whose store is the installed seed.
                ///
                /// - Parameters:
                ///   - seed: the name of the seed in the bundle, without `.store`.
                ///   - version: the version of the seed, see ``install(seed:version:at:)``.
                ///   - store: where the app keeps its store.
            \(availability)    public static func container(
                    seed: Swift.String, version: Swift.String, at store: Foundation.URL,
                    bundle: Foundation.Bundle = .main
                ) throws -> SwiftData.ModelContainer {
                    guard let source = bundle.url(forResource: seed, withExtension: "store") else {
                        throw Foundation.CocoaError(.fileNoSuchFile)
                    }
                    try install(seed: source, version: version, at: store)
                    let schema = SwiftData.Schema([
            \(types)
                    ])
                    return try SwiftData.ModelContainer(
                        for: schema, configurations: [SwiftData.ModelConfiguration(url: store)])
                }
            }
            """
    }
}

extension String {
    fileprivate func components() -> [String] {
        split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
