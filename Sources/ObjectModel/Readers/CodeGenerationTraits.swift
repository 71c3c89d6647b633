/// What the XML of a model says about source code, which means nothing to a store and is in no
/// compiled model.
package struct CodeGenerationTraits: Equatable, Sendable {
    /// What Xcode generates of an entity; raw values of `codeGenerationType`.
    package enum Kind: String, Sendable {
        /// The class and its properties.
        case classDefinition = "class"
        /// An extension with the properties; the class is the app's own.
        case category
    }

    /// What Xcode generates by entity; nothing for those that are not there.
    package let kinds: [String: Kind]
    /// Whether an attribute is a scalar, by entity and attribute; nil where the XML does not say.
    private let scalars: [String: [String: Bool]]

    /// Traits that say nothing.
    package static let none = CodeGenerationTraits(kinds: [:], scalars: [:])

    private init(kinds: [String: Kind], scalars: [String: [String: Bool]]) {
        self.kinds = kinds
        self.scalars = scalars
    }

    init(_ root: XMLTreeElement) {
        var kinds: [String: Kind] = [:]
        var scalars: [String: [String: Bool]] = [:]
        for entity in root.children(named: "entity") {
            guard let name = entity.value("name") else { continue }
            kinds[name] = entity.value("codeGenerationType").flatMap { Kind(rawValue: $0) }
            for attribute in entity.children(named: "attribute") {
                guard let key = attribute.value("name"),
                    let flag = attribute.value("usesScalarValueType")
                else { continue }
                scalars[name, default: [:]][key] = flag == "YES"
            }
        }
        self.init(kinds: kinds, scalars: scalars)
    }

    /// Whether an attribute is a scalar; nil where the XML does not say.
    ///
    /// - Parameter entity: the name of the entity that declares it.
    package func isScalar(_ attribute: String, of entity: String) -> Bool? {
        scalars[entity]?[attribute]
    }
}

extension ModelFile {
    /// What the model's XML says about source code; nothing for compiled models and stores.
    ///
    /// - Throws: ``ModelError``.
    package func codeGenerationTraits() throws -> CodeGenerationTraits {
        guard origin.kind == .source else { return .none }
        let bytes = try Self.bytes(
            path: origin.path, limit: PropertyList.Limit.size, isWhole: true)
        return CodeGenerationTraits(try XMLTreeElement.root(of: bytes))
    }
}
