/// The settings for source code in the XML of a model. They have no meaning for a store and are not in compiled
/// models.
package struct CodeGenerationTraits: Equatable, Sendable {
    /// The kind of source code that Xcode generates for an entity; raw values of `codeGenerationType`.
    package enum Kind: String, Sendable {
        /// The class and its properties.
        case classDefinition = "class"
        /// An extension with the properties. The developer writes the class.
        case category
    }

    /// The kinds of generated code by entity. Xcode generates nothing for entities without a kind.
    package let kinds: [String: Kind]
    /// Whether an attribute is a scalar, by entity and attribute; nil if the XML has no setting.
    private let scalars: [String: [String: Bool]]

    /// Empty settings.
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

    /// Returns whether an attribute is a scalar; nil if the XML has no setting.
    ///
    /// - Parameter entity: the name of the entity that declares it.
    package func isScalar(_ attribute: String, of entity: String) -> Bool? {
        scalars[entity]?[attribute]
    }
}

extension ModelFile {
    /// Reads the settings for source code in the model's XML. Those of compiled models and stores are empty.
    ///
    /// - Throws: ``ModelError``.
    package func codeGenerationTraits() throws -> CodeGenerationTraits {
        guard origin.kind == .source else { return .none }
        let bytes = try Self.bytes(
            path: origin.path, limit: PropertyList.Limit.size, isWhole: true)
        return CodeGenerationTraits(try XMLTreeElement.root(of: bytes))
    }
}
