/// The keys of objects whose to-one relationships are resolved when all loads have run: what names the destinations
/// takes their place meanwhile.
final class PendingKeys {
    /// The keys that are compared: those of one index whose destinations are found in the same way.
    struct Name: Hashable {
        let key: KeyRegistry.Name
        let destinations: [KeyRegistry.Name]
    }

    private let index = KeyIndex()
    /// For rows that change objects, which may have another key then.
    private var keys: [Int64: [UInt8]] = [:]

    /// The object of a key; nil if there is none.
    func object(forKey key: [UInt8]) -> KeyIndex.Object? { key.withUnsafeBytes(index.object) }

    /// Gives an object a key.
    func insert(_ object: KeyIndex.Object, forKey key: [UInt8]) {
        if key.withUnsafeBytes({ index.insert(object, forKey: $0) }) { keys[object.primaryKey] = key }
    }

    /// Gives an object another key.
    ///
    /// - Parameter key: the key; nil for an incomplete one.
    func replace(_ object: KeyIndex.Object, key: [UInt8]?) {
        if let old = keys.removeValue(forKey: object.primaryKey) { old.withUnsafeBytes(index.remove) }
        if let key { insert(object, forKey: key) }
    }
}
