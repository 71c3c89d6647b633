import ObjectModel

/// One section of a list, as a table with sections shows it (`NSFetchedResultsSectionInfo`).
public struct FetchedSection {
    /// The name of the section: the value of its key path as text; empty for no value.
    public let name: String
    /// Its objects, in the order of the request.
    public let objects: [ManagedObject]

    /// The first character of the name in capitals, for an index beside the list; nil for no name.
    public var indexTitle: String? { name.first.map { String($0).uppercased() } }

    /// The number of objects.
    public var numberOfObjects: Int { objects.count }
}

extension ManagedObjectContext {
    /// Returns the objects that a request finds, in sections of equal values of a key path.
    ///
    /// ```swift
    /// request.sortDescriptors = [SortDescriptor(key: "unit.name"), SortDescriptor(key: "name")]
    /// for section in try context.fetchSections(request, by: "unit.name") { print(section.name) }
    /// ```
    /// - Throws: ``FetchRequestError/unsortedSections(_:)`` if the order does not keep the objects of a section
    ///   together, and the errors of ``fetch(_:)-(FetchRequest)``.
    public func fetchSections(
        _ request: FetchRequest, by keyPath: String
    ) throws -> [FetchedSection] {
        let map = persistentStoreCoordinator.map(forEntityNamed: request.entityName)
        let entity = try map.entity(of: request)
        let expression = try PredicateResolver(map: map, entity: entity, now: 0)
            .resolve(.keyPath(keyPath))
        guard !expression.isCollection else {
            throw FetchRequestError.unknownKeyPath(entity: entity.name, keyPath: keyPath)
        }
        let evaluator = PredicateEvaluator(.unknown)
        var sections: [FetchedSection] = []
        var open: (name: String, objects: [ManagedObject])?
        var names: Set<String> = []
        func close() throws {
            guard let (name, objects) = open else { return }
            guard names.insert(name).inserted else {
                throw FetchRequestError.unsortedSections(keyPath)
            }
            sections.append(FetchedSection(name: name, objects: objects))
        }
        for object in try fetch(request) {
            let name = try evaluator.value(
                of: expression, in: PredicateEvaluator.Scope(object: object)
            ).plainText
            if open?.name != name {
                try close()
                open = (name, [])
            }
            open?.objects.append(object)
        }
        try close()
        return sections
    }
}

extension EvaluatedValue {
    /// The value as the name of a section.
    fileprivate var plainText: String {
        switch self {
        case .null, .list: ""
        case .integer(let number): "\(number)"
        case .real(let number), .date(let number): "\(number)"
        case .text(let text), .url(let text): text
        case .data(let bytes), .uuid(let bytes): BytesText.hexadecimal(bytes, uppercase: true)
        case .object(let id): id.uriRepresentation
        }
    }
}
