import ObjectModel

extension SwiftModelReader {
    /// A set of models that the source declares.
    package struct Version: Sendable {
        /// The versioned schema; nil for what the app uses.
        package let schema: String?
        /// The model, or what is wrong with it.
        package let result: Result<ModelFile, ModelSourceFailure>
    }

    /// Reads every versioned schema of sources, the oldest first, and then the models that the app
    /// uses.
    ///
    /// - Parameter path: a Swift file, or a folder with some.
    /// - Throws: ``ModelSourceFailure`` where the files cannot be read at all.
    package static func readVersions(path: String, target: String? = nil) throws -> [Version] {
        try versions(of: Sources(path: path, target: target))
    }

    static func versions(of sources: Sources) throws -> [Version] {
        let names = SchemaReader(table: sources.table, resolver: sources.resolver).schemas
            .filter { !$0.isInactive }
        let reader = SchemaReader(table: sources.table, resolver: sources.resolver)
        let sorted = names.sorted { one, other in
            let versions = (reader.version(of: one) ?? [], reader.version(of: other) ?? [])
            guard versions.0 == versions.1 else { return versions.0.lexicographicallyPrecedes(versions.1) }
            return one.qualifiedName.precedesInBinaryOrder(other.qualifiedName)
        }
        var versions: [Version] = []
        for schema in sorted.map(\.qualifiedName) + [nil] {
            do {
                let file = try read(sources, choice: ModelChoice(schema: schema))
                versions.append(Version(schema: schema, result: .success(file)))
            } catch let failure as ModelSourceFailure {
                // Where the source does not say which models the app uses, its versions do.
                if schema == nil, failure.isChoice, !versions.isEmpty { continue }
                versions.append(Version(schema: schema, result: .failure(failure)))
            }
        }
        return versions
    }

    /// Sources that were read.
    struct Sources {
        let path: String
        let finder: SwiftFileFinder
        let table: DeclarationTable
        let resolver: TypeResolver

        init(path: String, target: String? = nil) throws {
            self.init(path: path, finder: try SwiftFileFinder(path: path, target: target))
        }

        init(path: String, finder: SwiftFileFinder) {
            self.path = path
            self.finder = finder
            table = DeclarationTable(units: finder.units)
            resolver = TypeResolver(table: table)
        }

        init(text: String, name: String) {
            path = name
            finder = SwiftFileFinder(text: text, name: name)
            table = DeclarationTable(units: finder.units)
            resolver = TypeResolver(table: table)
        }
    }
}
