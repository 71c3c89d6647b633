import StoreFormat

/// All key indexes of a build: one for each attribute, and each load key, that something refers to.
final class KeyRegistry {
    /// What an index is over.
    private struct Name: Hashable {
        let entityNumber: Int
        /// The attribute's column; nil for the `key:` of loads.
        let column: String?
    }

    /// An index that objects of an entity must be put into.
    struct Registration {
        let entityName: String
        /// The attribute's column; nil for the `key:` of loads.
        let column: String?
        let index: KeyIndex
    }

    private var indexes: [Name: KeyIndex] = [:]
    private var entities: [(name: Name, entity: EntityLayout)] = []

    /// Prepares an index for everything that the links of some loads look for.
    init(_ loads: [ResolvedLoad]) {
        for link in loads.flatMap(\.links) {
            let name = Self.name(link)
            guard indexes[name] == nil else { continue }
            indexes[name] = KeyIndex()
            entities.append((name, link.destination))
        }
    }

    /// The index that a link looks into.
    func index(for link: ResolvedLink) -> KeyIndex { indexes[Self.name(link)] ?? KeyIndex() }

    /// The indexes that hold objects of an entity, because something refers to it or to an entity
    /// that it inherits from.
    func registrations(of entity: EntityLayout) -> [Registration] {
        entities.compactMap { name, target in
            guard target.familyNumbers.contains(entity.number), let index = indexes[name] else {
                return nil
            }
            return Registration(entityName: target.name, column: name.column, index: index)
        }
    }

    private static func name(_ link: ResolvedLink) -> Name {
        switch link.target {
        case .attribute(let attribute):
            Name(entityNumber: link.destination.number, column: attribute.column)
        case .key: Name(entityNumber: link.destination.number, column: nil)
        }
    }
}
