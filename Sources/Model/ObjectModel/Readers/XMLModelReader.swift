import Files

/// Reads a model from the XML of an `.xcdatamodel/contents` file, with the changes that Xcode's model compiler makes,
/// so that the result equals the compiled model.
///
/// Elements and attributes without a meaning for a store are ignored (`syncable`, `codeGenerationType`,
/// `usesScalarValueType`, the editor's layout).
struct XMLModelReader {
    /// The warnings so far.
    var warnings: [ModelWarning] = []
    /// The composite types beside the entities, by name.
    var composites: [String: XMLTreeElement] = [:]
    /// The number of elements that composites may still have. Types that name one another expand.
    var remainingElements = Limits.compositeElements.most

    /// Reads a model.
    ///
    /// - Throws: ``ModelError``, with line and column if the error has a single position.
    static func read(
        _ bytes: [UInt8]
    ) throws -> (model: ManagedObjectModel, warnings: [ModelWarning]) {
        var reader = XMLModelReader()
        let model = try reader.model(XMLTreeElement.root(of: bytes))
        return (model, reader.warnings)
    }

    private mutating func model(_ root: XMLTreeElement) throws -> ManagedObjectModel {
        guard root.name == "model" else {
            throw root.error(.malformed("its XML is <\(root.name)>, not <model>"))
        }
        for composite in root.children(named: "composite") {
            if let name = composite.value("name") { composites[name] = composite }
        }
        var entities: [EntityDescription] = []
        let kinds = XMLPropertyKinds(root)
        for element in root.children(named: "entity") {
            entities.append(try entity(element, kinds: kinds))
        }
        var templates: [FetchRequestTemplate] = []
        for element in root.children(named: "fetchRequest") {
            templates.append(
                try fetchRequest(element, name: try require("name", of: element)))
        }
        return try ManagedObjectModel(
            entities: entities,
            // The compiler always writes one identifier, which is empty if none is set
            // (docs/internals/format.md#metadata).
            versionIdentifiers: [root.attributes["userDefinedModelVersionIdentifier"] ?? ""],
            configurations: try configurations(root), fetchRequestTemplates: templates)
    }

    private func configurations(_ root: XMLTreeElement) throws -> [String: [String]] {
        var result: [String: [String]] = [:]
        for element in root.children(named: "configuration") {
            result[try require("name", of: element)] =
                element.children(named: "memberEntity").compactMap { $0.value("name") }
        }
        return result
    }

    private mutating func entity(
        _ element: XMLTreeElement, kinds: XMLPropertyKinds
    ) throws -> EntityDescription {
        let name = try require("name", of: element)
        var properties: [PropertyDescription] = []
        for child in element.children {
            switch child.name {
            case "attribute":
                properties.append(.attribute(try attribute(child, of: name, depth: 0)))
            case "relationship":
                properties.append(.relationship(try relationship(child, of: name)))
            case "fetchedProperty":
                properties.append(.fetchedProperty(try fetchedProperty(child, of: name)))
            default: break
            }
        }
        let indexes = try XMLFetchIndexes(
            element, entity: name, kinds: kinds, attributes: properties.compactMap(\.attribute))
        let display = element.value("coreSpotlightDisplayNameExpression")
        return EntityDescription(
            name: name, isAbstract: element.flag("isAbstract"),
            superentityName: element.value("parentEntity"),
            managedObjectClassName: element.value("representedClassName"),
            renamingIdentifier: element.value("elementID"),
            versionHashModifier: element.value("versionHashModifier"),
            userInfo: userInfo(element), ownProperties: indexes.marked(properties),
            uniquenessConstraints: names(
                element, list: "uniquenessConstraints", item: "uniquenessConstraint",
                name: "constraint"),
            compoundIndexes: indexes.compoundIndexes, fetchIndexes: indexes.fetchIndexes,
            coreSpotlightDisplayNameExpression: try display.map {
                try expression($0, at: element, usedBy: name)
            })
    }

    private func names(
        _ element: XMLTreeElement, list: String, item: String, name: String
    ) -> [[String]] {
        element.children(named: list).flatMap { $0.children(named: item) }.map {
            $0.children(named: name).compactMap { $0.value("value") }
        }
    }

    func userInfo(_ element: XMLTreeElement) -> UserInfo {
        UserInfo(
            element.children(named: "userInfo").flatMap { $0.children(named: "entry") }
                .compactMap { entry in
                    entry.attributes["key"].map {
                        UserInfo.Entry(key: $0, value: .string(entry.attributes["value"] ?? ""))
                    }
                })
    }

    func require(_ attribute: String, of element: XMLTreeElement) throws -> String {
        guard let value = element.value(attribute) else {
            throw element.error(.missing(attribute, usedBy: element.name))
        }
        return value
    }

    func expression(
        _ text: String, at element: XMLTreeElement, usedBy user: String
    ) throws -> Expression {
        do {
            return try Expression(format: text)
        } catch {
            throw element.error(.badFormat(text: text, usedBy: user, reason: "\(error)"))
        }
    }

    func predicate(
        _ text: String?, at element: XMLTreeElement, usedBy user: String
    ) throws -> Predicate? {
        guard let text = text?.nonEmpty else { return nil }
        do {
            return try Predicate(format: text)
        } catch {
            throw element.error(.badFormat(text: text, usedBy: user, reason: "\(error)"))
        }
    }
}
