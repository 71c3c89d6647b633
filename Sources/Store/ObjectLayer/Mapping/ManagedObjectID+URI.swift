import Foundation

extension ManagedObjectID: CustomStringConvertible {
    /// The ID as text, `x-coredata://UUID/Entity/p12`; for an unsaved object `x-coredata:///Entity/t12`.
    ///
    /// Only permanent IDs identify the object outside this process.
    public var uriRepresentation: String {
        let name = Self.pathComponent(of: entity)
        switch key {
        case .permanent(let key): return "x-coredata://\(entity.storeUUID)/\(name)/p\(key)"
        case .temporary(let number): return "x-coredata:///\(name)/t\(number)"
        }
    }

    public var description: String { uriRepresentation }

    /// Reads an ID; nil if the text is not an ID of this store.
    init?(uri: String, in map: StoreMap) {
        let scheme = "x-coredata://"
        guard uri.hasPrefix(scheme) else { return nil }
        let parts = uri.dropFirst(scheme.count)
            .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let name = parts[1].removingPercentEncoding,
            let entity = map.entity(named: name), let kind = parts[2].first
        else { return nil }
        let digits = parts[2].dropFirst()
        switch kind {
        case "p":
            guard parts[0] == map.storeUUID, let key = Int64(digits) else { return nil }
            self.init(entity: entity, key: .permanent(key))
        case "t":
            guard parts[0].isEmpty, let number = UInt64(digits) else { return nil }
            self.init(entity: entity, key: .temporary(number))
        default: return nil
        }
    }

    /// Returns the name of an entity, encoded as in URIs.
    static func pathComponent(of entity: MappedEntity) -> String {
        entity.name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed.subtracting(["/"]))
            ?? entity.name
    }
}

extension CharacterSet {
    fileprivate func subtracting(_ characters: [Unicode.Scalar]) -> CharacterSet {
        characters.reduce(into: self) { $0.remove($1) }
    }
}
