/// The indexes of an entity in a model's XML, with the changes that Xcode's compiler makes
/// (docs/internals/format.md#indexes).
///
/// - A fetch index with one ascending attribute as its only element also gives an index named like that attribute,
///   which becomes "indexed".
/// - If there is no fetch index, each "indexed" attribute gives an index with its name, and each compound index gives
///   one named by its attributes joined by `_`.
/// - Each fetch index or compound index over several attributes is also kept as a compound index, which old Core Data
///   used. One over a relationship or over `SELF` is not.
struct XMLFetchIndexes {
    let fetchIndexes: [FetchIndexDescription]
    let compoundIndexes: [[String]]
    /// The names of attributes that become "indexed".
    private let indexedNames: Set<String>

    init(
        _ element: XMLTreeElement, entity: String, kinds: XMLPropertyKinds,
        attributes: [AttributeDescription]
    ) throws {
        let compounds = element.children(named: "compoundIndexes")
            .flatMap { $0.children(named: "compoundIndex") }
            .map { $0.children(named: "index").compactMap { $0.value("value") } }
        var declared = try element.children(named: "fetchIndex").map {
            try Self.fetchIndex($0, entity: entity)
        }
        var indexedNames: Set<String> = []
        var names = Set(declared.map(\.name))
        for index in declared {
            guard index.elements.count == 1, let only = index.elements.first, only.isAscending,
                only.collationType == .binary, index.partialIndexPredicate == nil,
                let name = only.propertyName, kinds.isAttribute(name, of: entity)
            else { continue }
            indexedNames.insert(name)
            if names.insert(name).inserted {
                declared.append(Self.index(named: name, over: [name]))
            }
        }
        if declared.isEmpty {
            declared =
                attributes.filter(\.isIndexed).map { Self.index(named: $0.name, over: [$0.name]) }
                + compounds.map { Self.index(named: $0.joined(separator: "_"), over: $0) }
        }
        compoundIndexes = declared.filter { $0.elements.count > 1 }.compactMap { index in
            let names = index.elements.compactMap(\.compoundName)
            let isOverValues =
                names.count == index.elements.count
                && !names.contains { kinds.isRelationship($0, of: entity) }
            return isOverValues ? names : nil
        }
        fetchIndexes = declared
        self.indexedNames = indexedNames
    }

    /// Returns the properties, with the indexed attributes marked.
    func marked(_ properties: [PropertyDescription]) -> [PropertyDescription] {
        properties.map { property in
            guard indexedNames.contains(property.name), let attribute = property.attribute else {
                return property
            }
            return .attribute(attribute.indexed())
        }
    }

    private static func index(named name: String, over names: [String]) -> FetchIndexDescription {
        FetchIndexDescription(
            name: name, elements: names.map { FetchIndexDescription.Element(.property($0)) })
    }

    private static func fetchIndex(
        _ element: XMLTreeElement, entity: String
    ) throws -> FetchIndexDescription {
        let reader = XMLModelReader()
        let name = try reader.require("name", of: element)
        let user = "\(entity).\(name)"
        return FetchIndexDescription(
            name: name,
            elements: try element.children(named: "fetchIndexElement").map {
                try self.element($0, user: user)
            },
            partialIndexPredicate: try reader.predicate(
                element.value("partialIndexPredicate"), at: element, usedBy: user))
    }

    private static func element(
        _ element: XMLTreeElement, user: String
    ) throws -> FetchIndexDescription.Element {
        let kind = element.value("type") ?? "Binary"
        guard ["Binary", "RTree", "R-Tree"].contains(kind) else {
            throw element.error(.unknownValue(kind, of: "kind of index", usedBy: user))
        }
        return FetchIndexDescription.Element(
            try target(element, user: user),
            collationType: kind == "Binary" ? .binary : .rTree,
            isAscending: element.value("order") != "descending")
    }

    private static func target(
        _ element: XMLTreeElement, user: String
    ) throws -> FetchIndexDescription.Target {
        if let property = element.value("property") { return .property(property) }
        guard let text = element.value("expression") else {
            throw element.error(.missing("property", usedBy: user))
        }
        let typeName = element.value("expressionType") ?? AttributeType.undefined.xcodeName
        guard let type = AttributeType(xcodeName: typeName) else {
            throw element.error(.unknownValue(typeName, of: "expression type", usedBy: user))
        }
        let expression = try XMLModelReader().expression(text, at: element, usedBy: user)
        return .expression(expression, type: type)
    }
}

extension FetchIndexDescription.Element {
    /// The name in a compound index: a property or a key path; nil for `SELF` and other expressions.
    fileprivate var compoundName: String? {
        switch target {
        case .property(let name): name
        case .expression(.keyPath(let path), _): path
        case .expression: nil
        }
    }
}
